//! Which tools are known, what kind they are and what role each argument plays: the built-in table and the host's rows.
//!
//! A description by the tool itself never extends it. Source: the authorization rules, section 2.3; the public API.

use serde_json::Value;

use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain};
use crate::sorted::VecMap;

/// What a tool does, by registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Reads.
    Read,
    /// Reads from a fixed documentation service.
    Docs,
    /// Writes every path-write argument.
    Write,
    /// Runs a command line.
    Exec,
    /// Runs program text.
    Code,
    /// Talks to a host of the network.
    Net,
    /// Acts on a named resource.
    Act,
}

impl Named for Kind {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("read", Self::Read),
        ("docs", Self::Docs),
        ("write", Self::Write),
        ("exec", Self::Exec),
        ("code", Self::Code),
        ("net", Self::Net),
        ("act", Self::Act),
    ];
    const ELSE: Self = Self::Act;
}

/// A server as the host configured it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct McpServer {
    /// Exact name.
    pub name: String,
    /// Gives a differently named server the rows of a known one: filesystem, context7, code-sandbox, fetch.
    pub is: Option<String>,
    /// The host's own configuration, passed through.
    pub config: Option<Value>,
    /// Its tools.
    pub tools: Vec<McpTool>,
}

impl Fit for McpServer {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            name: fields.get("name"),
            is: fields.get("is"),
            config: fields.get("config"),
            tools: fields.get_or_default("tools"),
        }
    }
}

impl Plain for McpServer {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("name", &self.name);
        members.put_some("is", &self.is);
        if let Some(value) = &self.config {
            members.put("config", value);
        }
        members.put("tools", &self.tools);
        members.value()
    }
}

/// A tool as the host's server lists it, with the host's own row if it gives one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct McpTool {
    /// Exact name.
    pub name: String,
    /// Name on the wire.
    pub wire: Option<String>,
    /// Hints of the server.
    pub annotations: Option<Value>,
    /// For people.
    pub description: Option<String>,
    /// Kind, where the host adds a row.
    pub kind: Option<Kind>,
    /// Role of each argument, where the host adds a row; a trailing `*` = required.
    pub args: Option<VecMap<String, String>>,
}

impl Fit for McpTool {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            name: fields.get("name"),
            wire: fields.get("wire"),
            annotations: fields.get("annotations"),
            description: fields.get("description"),
            kind: fields.get("kind"),
            args: fields.get("args"),
        }
    }
}

impl Plain for McpTool {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("name", &self.name);
        members.put_some("wire", &self.wire);
        if let Some(value) = &self.annotations {
            members.put("annotations", value);
        }
        members.put_some("description", &self.description);
        members.put_some("kind", &self.kind);
        members.put_some("args", &self.args);
        members.value()
    }
}

/// Role of an argument: what its value means to the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    PathRead,
    PathsRead,
    PathWrite,
    String,
    Number,
    Bool,
    Strings,
    Edits,
    Pattern,
    Command,
    Cwd,
    Env,
    Code,
    Url,
    Headers,
    Body,
    Resource,
}

/// One argument of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arg<'a> {
    pub name: &'a str,
    pub role: Role,
    pub required: bool,
}

/// What is known of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row<'a> {
    pub kind: Kind,
    /// In the order in which they are judged.
    pub args: Vec<Arg<'a>>,
}

/// The built-in table with the host's rows, checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    /// Server -> known server whose rows it has, where the host says so.
    families: VecMap<String, String>,
    /// Server -> tool -> row of the host.
    rows: VecMap<String, VecMap<String, HostRow>>,
    /// Knows no tool at all.
    is_closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct HostRow {
    kind: Kind,
    args: VecMap<String, (Role, bool)>,
}

impl Registry {
    /// Checks the rows of `servers`. An error names the server or tool it is about.
    pub fn new(servers: &[McpServer]) -> Result<Registry, String> {
        let mut registry = Registry::default();
        for server in servers {
            let name = &server.name;
            if name == RESERVED {
                return Err(format!("server name `{name}` is reserved"));
            }
            let family = server.is.as_deref().unwrap_or(name);
            if server.is.is_some() && !BUILT_IN.iter().any(|(known, ..)| *known == family) {
                return Err(format!("server `{name}` is said to be `{family}`, which is unknown"));
            }
            if registry.families.insert(name.clone(), family.to_owned()).is_some() {
                return Err(format!("server `{name}` is listed twice"));
            }
            let mut rows = VecMap::new();
            for tool in &server.tools {
                let Some(row) = host_row(name, family, tool)? else { continue };
                if rows.insert(tool.name.clone(), row).is_some() {
                    return Err(format!("tool `{name}/{}` has two rows", tool.name));
                }
            }
            registry.rows.insert(name.clone(), rows);
        }
        Ok(registry)
    }

    /// A registry that knows no tool, not even the built-in ones: every call is of unknown effect.
    pub(super) fn closed() -> Registry {
        Registry { is_closed: true, ..Registry::default() }
    }

    /// Kind of a known tool; `None` = its effect is unknown.
    pub fn kind(&self, server: &str, tool: &str) -> Option<Kind> {
        self.row(server, tool).map(|row| row.kind)
    }

    /// Names of the arguments of this pair that are judged by their type alone, so that their texts say nothing to the gate.
    /// Only a step approval, which is bound to every letter of a call, has a use for them.
    pub fn contents<'a>(&'a self, server: &str, tool: &str) -> Vec<&'a str> {
        let Some(row) = self.row(server, tool) else { return Vec::new() };
        let is_content = |arg: &&Arg<'_>| match arg.role {
            // A request is judged by its method.
            Role::String => !(row.kind == Kind::Net && arg.name == "method"),
            Role::Edits => true,
            Role::PathRead | Role::PathsRead | Role::PathWrite | Role::Pattern | Role::Number | Role::Bool => false,
            Role::Strings | Role::Command | Role::Cwd | Role::Env | Role::Code => false,
            Role::Url | Role::Headers | Role::Body | Role::Resource => false,
        };
        row.args.iter().filter(is_content).map(|arg| arg.name).collect()
    }

    /// What is known of the pair. Names compare exactly, nothing is parsed out of them.
    pub(super) fn row<'a>(&'a self, server: &str, tool: &str) -> Option<Row<'a>> {
        if self.is_closed {
            return None;
        }
        let family = self.families.get(server).map_or(server, String::as_str);
        if let Some((_, _, kind, args)) = built_in(family, tool) {
            return Some(Row { kind: *kind, args: args.to_vec() });
        }
        let row = self.rows.get(server)?.get(tool)?;
        let args = row.args.iter().map(|(name, (role, required))| Arg { name, role: *role, required: *required });
        Some(Row { kind: row.kind, args: args.collect() })
    }
}

/// Whether `tool` of `server` belongs to the plan profile: it only reads, by row and not against its own hints.
pub fn in_plan_profile(registry: &Registry, server: &str, tool: &McpTool) -> bool {
    registry.kind(server, &tool.name).is_some_and(|kind| {
        matches!(kind, Kind::Read | Kind::Docs)
            && !matches!(tool.name.as_str(), "read_file" | "list_allowed_directories")
            && !contradicts(kind, tool.annotations.as_ref())
    })
}

/// Whether the server's own hints contradict the kind. Hints never grant, and a hint that is no boolean says nothing.
pub(super) fn contradicts(kind: Kind, annotations: Option<&Value>) -> bool {
    let says =
        |hint: &str, said: bool| annotations.and_then(|hints| hints.get(hint)).and_then(Value::as_bool) == Some(said);
    match kind {
        Kind::Read => says("readOnlyHint", false) || says("destructiveHint", true) || says("openWorldHint", true),
        Kind::Write => says("openWorldHint", true),
        Kind::Docs | Kind::Exec | Kind::Code | Kind::Net | Kind::Act => false,
    }
}

/// The row that a host gives a tool, checked; `None` when it gives none.
fn host_row(server: &str, family: &str, tool: &McpTool) -> Result<Option<HostRow>, String> {
    let name = &tool.name;
    let Some(kind) = tool.kind else {
        return match tool.args {
            Some(_) => Err(format!("tool `{server}/{name}` has arguments but no kind")),
            None => Ok(None),
        };
    };
    if built_in(family, name).is_some() {
        return Err(format!("tool `{server}/{name}` has a built-in row"));
    }
    let mut args = VecMap::new();
    for (arg, spec) in tool.args.iter().flat_map(VecMap::iter) {
        let (role, required) = spec.strip_suffix('*').map_or((spec.as_str(), false), |role| (role, true));
        let role = Role::named(role).ok_or_else(|| format!("tool `{server}/{name}` has the unknown role `{role}`"))?;
        if !role.suits(kind) {
            return Err(format!("tool `{server}/{name}`: role `{spec}` of `{arg}` does not suit its kind"));
        }
        args.insert(arg.clone(), (role, required));
    }
    Ok(Some(HostRow { kind, args }))
}

impl Role {
    fn named(name: &str) -> Option<Role> {
        Some(match name {
            "path-read" => Role::PathRead,
            "paths-read" => Role::PathsRead,
            "path-write" => Role::PathWrite,
            "string" => Role::String,
            "number" => Role::Number,
            "bool" => Role::Bool,
            "strings" => Role::Strings,
            "edits" => Role::Edits,
            "pattern" => Role::Pattern,
            "command" => Role::Command,
            "cwd" => Role::Cwd,
            "env" => Role::Env,
            "code" => Role::Code,
            "url" => Role::Url,
            "headers" => Role::Headers,
            "body" => Role::Body,
            "resource" => Role::Resource,
            _ => return None,
        })
    }

    /// Whether an argument of this role leaves a tool of `kind` what it says it is. What carries an effect of another
    /// kind does not: a reader with a `path-write` is no reader.
    fn suits(self, kind: Kind) -> bool {
        match self {
            Role::PathRead | Role::PathsRead | Role::Pattern | Role::Edits => true,
            Role::String | Role::Number | Role::Bool | Role::Strings => true,
            Role::PathWrite => !matches!(kind, Kind::Read | Kind::Docs),
            Role::Command => kind == Kind::Exec,
            Role::Cwd | Role::Env => matches!(kind, Kind::Exec | Kind::Code),
            Role::Code => kind == Kind::Code,
            Role::Url | Role::Headers | Role::Body => matches!(kind, Kind::Net | Kind::Act),
            Role::Resource => kind == Kind::Act,
        }
    }

    /// Whether a value, present and not null, has the type of the role.
    pub(super) fn fits(self, value: &Value) -> bool {
        let is_list =
            |items: &Value, fits: fn(&Value) -> bool| items.as_array().is_some_and(|items| items.iter().all(fits));
        let is_filled = |items: &Value| items.as_array().is_some_and(|items| !items.is_empty());
        let is_edit: fn(&Value) -> bool =
            |edit| ["oldText", "newText"].iter().all(|key| edit.get(key).is_some_and(Value::is_string));
        match self {
            Role::PathRead | Role::PathWrite | Role::Pattern | Role::String => value.is_string(),
            Role::Command | Role::Cwd | Role::Code | Role::Url | Role::Resource => value.is_string(),
            Role::Number => value.is_number(),
            Role::Bool => value.is_boolean(),
            Role::Strings => is_list(value, Value::is_string),
            Role::PathsRead => is_filled(value) && is_list(value, Value::is_string),
            Role::Edits => is_filled(value) && is_list(value, is_edit),
            Role::Env | Role::Headers => value.is_object(),
            Role::Body => true,
        }
    }
}

/// Server name of the model's own tools.
const RESERVED: &str = "plangate";

type BuiltIn = (&'static str, &'static str, Kind, &'static [Arg<'static>]);

fn built_in(server: &str, tool: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|(known, name, ..)| *known == server && *name == tool)
}

const fn must(name: &'static str, role: Role) -> Arg<'static> {
    Arg { name, role, required: true }
}

const fn may(name: &'static str, role: Role) -> Arg<'static> {
    Arg { name, role, required: false }
}

const PATH: Arg<'static> = must("path", Role::PathRead);
const TARGET: Arg<'static> = must("path", Role::PathWrite);
const EXCLUDED: Arg<'static> = may("excludePatterns", Role::Strings);
const TEXT_FILE: &[Arg<'static>] = &[PATH, may("head", Role::Number), may("tail", Role::Number)];

/// Servers that hosts of this kind run, with every tool whose effect is known.
const BUILT_IN: &[BuiltIn] = &[
    ("filesystem", "read_file", Kind::Read, TEXT_FILE),
    ("filesystem", "read_text_file", Kind::Read, TEXT_FILE),
    ("filesystem", "read_media_file", Kind::Read, &[PATH]),
    ("filesystem", "read_multiple_files", Kind::Read, &[must("paths", Role::PathsRead)]),
    ("filesystem", "list_directory", Kind::Read, &[PATH]),
    ("filesystem", "list_directory_with_sizes", Kind::Read, &[PATH, may("sortBy", Role::String)]),
    ("filesystem", "directory_tree", Kind::Read, &[PATH, EXCLUDED]),
    ("filesystem", "search_files", Kind::Read, &[PATH, must("pattern", Role::Pattern), EXCLUDED]),
    ("filesystem", "get_file_info", Kind::Read, &[PATH]),
    ("filesystem", "list_allowed_directories", Kind::Read, &[]),
    ("filesystem", "write_file", Kind::Write, &[TARGET, must("content", Role::String)]),
    ("filesystem", "edit_file", Kind::Write, &[TARGET, must("edits", Role::Edits), may("dryRun", Role::Bool)]),
    ("filesystem", "create_directory", Kind::Write, &[TARGET]),
    ("filesystem", "move_file", Kind::Write, &[must("source", Role::PathWrite), must("destination", Role::PathWrite)]),
    ("context7", "resolve-library-id", Kind::Docs, &[must("libraryName", Role::String), may("query", Role::String)]),
    (
        "context7",
        "get-library-docs",
        Kind::Docs,
        &[must("context7CompatibleLibraryID", Role::String), may("topic", Role::String), may("tokens", Role::Number)],
    ),
    ("context7", "query-docs", Kind::Docs, &[must("libraryId", Role::String), must("query", Role::String)]),
    (
        "code-sandbox",
        "run_command",
        Kind::Exec,
        &[must("command", Role::Command), may("cwd", Role::Cwd), may("env", Role::Env), may("timeout", Role::Number)],
    ),
    ("code-sandbox", "run_code", Kind::Code, &[must("language", Role::String), must("code", Role::Code)]),
    (
        "fetch",
        "fetch",
        Kind::Net,
        &[
            must("url", Role::Url),
            may("method", Role::String),
            may("headers", Role::Headers),
            may("body", Role::Body),
            may("max_length", Role::Number),
            may("start_index", Role::Number),
            may("raw", Role::Bool),
        ],
    ),
];
