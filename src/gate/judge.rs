//! Examines one call: who is called, what its arguments are, and what follows from their values.
//!
//! Knows no mode, no receipt and no refusal. Source: the authorization rules, sections 2, 6 and 7.

use serde_json::{Map, Value};

use crate::code::{Code, ruling};

use super::{
    Call, Context, access,
    command::{self, Site},
    is_name, network,
    path::{Norm, Origin, climbs},
    registry::{self, Arg, Kind, Role, Row},
    report::Report,
    scope::Declared,
};

/// Fills `report` and gives the kind of a known tool. An error is one of the five codes that end the evaluation.
pub(super) fn examine(
    call: &Call,
    ctx: &Context<'_>,
    declared: &Declared<'_>,
    report: &mut Report,
) -> Result<Option<Kind>, Code> {
    report.changes = true;
    identify(call, ctx)?;
    let args = call.args.as_object().ok_or(ruling::ERR_BAD_ARGS)?;
    let pair = format!("{}/{}", call.server, call.tool);
    report.add_if(ctx.tool_hashes.is_some_and(|hashes| hashes.changed(&pair)), ruling::STEP_TOOL_CHANGED);
    let Some(row) = ctx.registry.row(&call.server, &call.tool) else {
        report.add(ruling::STEP_UNKNOWN_TOOL);
        report.add_if(!declared.covers_tool(&pair), ruling::STEP_OUT_OF_SCOPE_TOOL);
        report.atoms.insert(format!("tool:{pair}"));
        return Ok(None);
    };
    // What a command line does is known only when it has been read.
    report.changes = !matches!(row.kind, Kind::Read | Kind::Docs | Kind::Exec);
    let conflict = registry::contradicts(row.kind, call.annotations.as_ref());
    report.add_if(conflict, ruling::STEP_ANNOTATION_CONFLICT);
    let mut bench = Bench {
        ctx,
        declared,
        kind: row.kind,
        pair: &pair,
        report,
        base: Base::Root,
        commands: Vec::new(),
        is_aimed: false,
    };
    let ended = bench.judge(&row, args).err();
    if let Some(code) = ended {
        report.changes |= row.kind == Kind::Exec;
        return Err(code);
    }
    if report.changes {
        report.add_if(!declared.covers_tool(&pair), ruling::STEP_OUT_OF_SCOPE_TOOL);
        if report.atoms.is_empty() {
            report.atoms.insert(format!("tool:{pair}"));
        }
    }
    Ok(Some(row.kind))
}

/// The name that the person would see must be the tool that runs.
fn identify(call: &Call, ctx: &Context<'_>) -> Result<(), Code> {
    if !is_name(&call.tool) || !(call.server.is_empty() || is_name(&call.server)) {
        return Err(ruling::ERR_TOOL_NAME);
    }
    let (Some(exposed), Some(wire)) = (ctx.exposed, call.wire.as_deref()) else { return Ok(()) };
    let mut entries = exposed.iter().filter(|entry| entry.wire == wire);
    match (entries.next(), entries.next()) {
        (Some(only), None) if only.server == call.server && only.tool == call.tool => Ok(()),
        _ => Err(ruling::ERR_TOOL_COLLISION),
    }
}

/// Directory that a command line would run in.
enum Base {
    Root,
    Directory(String),
    Unknown,
}

/// One call under examination.
struct Bench<'a, 'r> {
    ctx: &'a Context<'a>,
    declared: &'a Declared<'a>,
    kind: Kind,
    pair: &'a str,
    report: &'r mut Report,
    base: Base,
    commands: Vec<&'a str>,
    /// An argument says what the effect is on.
    is_aimed: bool,
}

impl<'a> Bench<'a, '_> {
    fn judge(&mut self, row: &Row<'_>, args: &'a Map<String, Value>) -> Result<(), Code> {
        let is_known = |name: &str| row.args.iter().any(|arg| arg.name == name);
        self.report.add_if(has_stranger(args, is_known), ruling::STEP_UNKNOWN_ARGUMENT);
        for arg in &row.args {
            match args.get(arg.name).filter(|value| !value.is_null()) {
                None if arg.required => return Err(ruling::ERR_BAD_ARGS),
                None => {}
                Some(value) if arg.role.fits(value) => self.take(*arg, value)?,
                Some(_) => return Err(ruling::ERR_BAD_ARGS),
            }
        }
        self.conclude()
    }

    /// Judges one argument whose type fits its role.
    fn take(&mut self, arg: Arg<'_>, value: &'a Value) -> Result<(), Code> {
        let place = self.declared.place;
        let text = value.as_str().unwrap_or_default();
        let norm = |text: &str| place.norm(text, place.root, Origin::Tool);
        match arg.role {
            Role::PathRead => access::read(norm(text), place, self.report)?,
            Role::PathsRead => {
                for path in value.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    access::read(norm(path), place, self.report)?;
                }
            }
            Role::PathWrite => {
                self.is_aimed = true;
                access::write(text, norm(text), self.declared, self.report)?;
            }
            Role::Pattern => {
                self.report.add_if(text.starts_with('/') || climbs(text), ruling::STEP_PATH_AMBIGUOUS);
            }
            Role::Edits => {
                let edits = value.as_array().into_iter().flatten().filter_map(Value::as_object);
                let is_known = |name: &str| matches!(name, "oldText" | "newText");
                let mut edits = edits.map(|edit| has_stranger(edit, is_known));
                self.report.add_if(edits.any(|found| found), ruling::STEP_UNKNOWN_ARGUMENT);
            }
            Role::Cwd => self.base = self.enter(norm(text))?,
            Role::Env => self.report.add_if(!is_empty(value), ruling::STEP_DANGEROUS_SHELL),
            Role::Command => self.commands.push(text),
            Role::Code => {
                self.report.atoms.insert(format!("code:{text}"));
            }
            Role::Url => self.reach(text)?,
            Role::Headers => self.report.add_if(!is_empty(value), ruling::STEP_NETWORK),
            Role::Body => self.report.add_if(!is_empty(value), ruling::STEP_EXTERNAL_PUBLISH),
            Role::Resource => self.act(text),
            Role::String if self.kind == Kind::Net && arg.name == "method" => {
                let fetches = ["GET", "HEAD"].iter().any(|method| text.eq_ignore_ascii_case(method));
                self.report.add_if(!fetches, ruling::STEP_EXTERNAL_PUBLISH);
            }
            Role::String | Role::Number | Role::Bool | Role::Strings => {}
        }
        Ok(())
    }

    fn enter(&mut self, path: Norm) -> Result<Base, Code> {
        match path {
            Norm::Invalid(code) => Err(code),
            Norm::Ambiguous => {
                self.report.add(ruling::STEP_PATH_AMBIGUOUS);
                Ok(Base::Unknown)
            }
            Norm::Outside(path) => {
                self.report.add(ruling::STEP_OUTSIDE_ROOT);
                Ok(path.map_or(Base::Unknown, Base::Directory))
            }
            Norm::Inside(path) => Ok(Base::Directory(path)),
        }
    }

    fn reach(&mut self, url: &str) -> Result<(), Code> {
        self.is_aimed = true;
        let host = network::host(url)?;
        let is_declared = host.as_ref().is_some_and(|host| self.declared.covers_host(host));
        self.report.add_if(!is_declared, ruling::STEP_NETWORK);
        // An address without a host stands for itself, so that the same one stays refused.
        let atom = host.map_or_else(|| format!("net-raw:{url}"), |host| format!("net:{host}"));
        self.report.atoms.insert(atom);
        Ok(())
    }

    fn act(&mut self, resource: &str) {
        self.is_aimed = true;
        self.report.add_if(!self.declared.covers_resource(resource), ruling::STEP_OUT_OF_SCOPE_RESOURCE);
        self.report.atoms.insert(format!("act:{} {resource}", self.pair));
    }

    /// What is judged only when all arguments are known. An effect that no argument aims at is in no scope.
    fn conclude(&mut self) -> Result<(), Code> {
        let unaimed = |code: Code| (!self.is_aimed).then_some(code);
        let found = match self.kind {
            Kind::Read | Kind::Docs => None,
            Kind::Write => unaimed(ruling::STEP_OUT_OF_SCOPE_PATH),
            Kind::Net => unaimed(ruling::STEP_NETWORK),
            Kind::Act => unaimed(ruling::STEP_OUT_OF_SCOPE_RESOURCE),
            Kind::Code => (!self.ctx.sandbox_isolated).then_some(ruling::STEP_DANGEROUS_SHELL),
            Kind::Exec if self.commands.is_empty() => return Err(ruling::ERR_BAD_ARGS),
            Kind::Exec => None,
        };
        self.report.add_if(found.is_some(), found.unwrap_or_default());
        let root = self.declared.place.root;
        let (base, is_root) = match &self.base {
            Base::Root => (root, root.is_some()),
            Base::Directory(path) => (Some(path.as_str()), root == Some(path)),
            Base::Unknown => (root, false),
        };
        let site = Site { declared: self.declared, base, is_root };
        for text in &self.commands {
            command::judge(text, self.ctx.shell, site, self.report)?;
        }
        Ok(())
    }
}

/// Whether an unknown key carries something that may be another target.
fn has_stranger(object: &Map<String, Value>, is_known: impl Fn(&str) -> bool) -> bool {
    object.iter().any(|(name, value)| {
        let carries = matches!(value, Value::String(_) | Value::Array(_) | Value::Object(_));
        carries && !is_known(name)
    })
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(_) | Value::Number(_) => false,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
    }
}
