//! The laws of the gate for any scope, call and context that bytes can spell: an oracle for walks and for the fuzzer. Knows
//! nothing of how a call is judged.

use plangate::gate::{Decision, authorize_value, packed, unpacked};
use plangate::{code::Code, code::ruling};
use serde_json::{Value, json};

/// Bytes that are read as choices and as texts; where they end, everything is the first choice.
struct Source<'a>(&'a [u8]);

impl<'a> Source<'a> {
    fn below(&mut self, end: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % end
    }

    fn one<'b>(&mut self, of: &[&'b str]) -> &'b str {
        of[self.below(of.len())]
    }

    fn some(&mut self, of: &[&str]) -> Vec<String> {
        (0..self.below(5)).map(|_| self.one(of).to_owned()).collect()
    }

    /// A text of the bytes themselves.
    fn raw(&mut self) -> String {
        let length = self.below(64).min(self.0.len());
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    /// Words that mean something, with raw text between them now and then.
    fn text(&mut self, words: &[&str]) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(6) {
            match self.below(3) {
                0 => text.push_str(&self.raw()),
                _ => text.push_str(self.one(words)),
            }
        }
        text
    }
}

const PATHS: &[&str] = &[
    "src/",
    "app.ts",
    "/workspace",
    "/",
    "..",
    ".",
    "docs",
    "*",
    "**",
    ".env",
    ".git/",
    "~",
    "%2e",
    "link/",
    "a b",
    "C:",
    "\\",
    "\u{202e}",
    "package.json",
    "/etc/passwd",
    "'",
    "src/**",
    "README.md",
];
const SHELL: &[&str] = &[
    " ",
    "npm",
    "test",
    "publish",
    "rm",
    "-rf",
    "/",
    "ls",
    "cat",
    ".env",
    ">",
    ">>",
    "&&",
    "|",
    ";",
    "\n",
    "'",
    "\"",
    "$",
    "`",
    "git",
    "push",
    "sh",
    "-c",
    "2",
    "&1",
    "src/app.ts",
    "node",
    "-e",
    "curl",
    "https://api.example.com/",
    "time",
    "env",
    "=",
    "A=1",
    "*",
    "#",
    "<",
    "(",
    "sudo",
    "~",
    "/dev/null",
    "...",
    "make",
    "find",
    "-delete",
    "true",
];
const URLS: &[&str] = &[
    "https://",
    "http://",
    "api.example.com",
    "evil.net",
    "/",
    ":",
    "443",
    "8443",
    "@",
    "%",
    "127.0.0.1",
    "localhost",
    "?",
    "#",
    "*.",
    "\\",
];
const TOOLS: &[(&str, &str)] = &[
    ("filesystem", "write_file"),
    ("code-sandbox", "run_command"),
    ("filesystem", "read_text_file"),
    ("filesystem", "move_file"),
    ("filesystem", "edit_file"),
    ("filesystem", "search_files"),
    ("code-sandbox", "run_code"),
    ("fetch", "fetch"),
    ("context7", "query-docs"),
    ("acme", "go"),
];
const READERS: &[&str] = &["read_text_file", "search_files", "query-docs"];

fn any_call(source: &mut Source<'_>) -> Value {
    let (server, tool) = TOOLS[source.below(TOOLS.len())];
    let args = match tool {
        "write_file" => json!({ "path": source.text(PATHS), "content": source.raw() }),
        "move_file" => json!({ "source": source.text(PATHS), "destination": source.text(PATHS) }),
        "edit_file" => {
            json!({ "path": source.text(PATHS), "edits": [{ "oldText": source.raw(), "newText": source.raw() }] })
        }
        "run_command" if source.below(4) == 0 => json!({ "command": source.text(SHELL), "cwd": source.text(PATHS) }),
        "run_command" => json!({ "command": source.text(SHELL) }),
        "run_code" => json!({ "language": "js", "code": source.text(PATHS) }),
        "fetch" => json!({ "url": source.text(URLS), "method": source.one(&["GET", "get", "HEAD", "POST", ""]) }),
        "query-docs" => json!({ "libraryId": source.raw(), "query": source.raw() }),
        "search_files" => json!({ "path": source.text(PATHS), "pattern": source.text(PATHS) }),
        _ => json!({ "path": source.text(PATHS) }),
    };
    json!({ "server": server, "tool": tool, "args": args })
}

fn any_scope(source: &mut Source<'_>) -> Value {
    let tools = [
        "filesystem/write_file",
        "filesystem/edit_file",
        "filesystem/move_file",
        "code-sandbox/run_command",
        "code-sandbox/run_code",
        "fetch/fetch",
        "acme/go",
    ];
    let mut paths = source.some(&["src/**", "README.md", "src/*.ts", "package.json", "docs/*", ".env", "link/**"]);
    let mut commands = source.some(&["npm test", "make", "git status", "npm ...", "time make", "cat .env", "rm -rf /"]);
    paths.push(source.text(PATHS));
    commands.push(source.text(SHELL));
    let network = source.some(&["api.example.com", "*.example.com", "packages:npm", "evil.net:8443"]);
    json!({ "paths": paths, "tools": source.some(&tools), "commands": commands, "network": network })
}

fn any_context(source: &mut Source<'_>) -> Value {
    let links = [json!({}), json!({ "/workspace/link": "/etc" }), json!({ "/workspace/link": "/workspace/src" })];
    json!({
        "mode": "normal", "root": "/workspace", "pathStyle": source.one(&["posix", "posix", "windows"]),
        "shell": source.one(&["sh", "sh", "sh", "powershell", "cmd"]), "now": 1000,
        "plan": { "planId": "p1", "version": 1, "hash": "h1" },
        "receipt": {
            "planId": "p1", "version": 1, "hash": "h1", "expiresAt": 2000, "workspaceHash": "w1", "projectId": "prj1"
        },
        "workspaceHash": "w1", "projectId": "prj1", "stepId": "s1", "blockedSteps": [], "refused": [],
        "stepApprovals": [], "realpaths": links[source.below(links.len())], "sandboxIsolated": source.below(2) == 0,
        "toolHashes": null, "exposed": null
    })
}

/// The ruling, which fits its findings and its number.
fn judge(scope: &Value, call: &Value, ctx: &Value) -> (Decision, Code) {
    let (decision, code, findings) = authorize_value(scope, call, ctx);
    let ranks: Vec<_> = findings.iter().map(|code| ruling::ALL.iter().position(|known| known == code)).collect();
    assert!(ranks.is_sorted_by(|a, b| a < b) && !ranks.contains(&None), "{call}: {findings:?}");
    let is_first = findings.first() == Some(&code);
    let fits = match decision {
        Decision::Allow => code.starts_with("ALLOW_") && findings.is_empty(),
        Decision::StepApproval => code.starts_with("STEP_") && is_first,
        Decision::Deny => code.starts_with("ERR_") && is_first,
    };
    assert!(fits, "{call}: {decision:?} {code} {findings:?}");
    assert_eq!(unpacked(packed(code, &findings)), (decision, code, findings), "{call}");
    (decision, code)
}

/// A value with one member replaced.
fn with(value: &Value, path: &str, member: Value) -> Value {
    let mut changed = value.clone();
    if let Some(place) = changed.pointer_mut(path) {
        *place = member;
    }
    changed
}

/// Panics where a law does not hold.
pub fn check(bytes: &[u8]) {
    let source = &mut Source(bytes);
    let call = any_call(source);
    let (scope, ctx) = (any_scope(source), any_context(source));
    let (decision, code) = judge(&scope, &call, &ctx);
    let tool = call["tool"].as_str().unwrap();

    // A smaller scope never allows more.
    for list in ["paths", "tools", "commands", "network"] {
        let kept: Vec<Value> =
            scope[list].as_array().unwrap().iter().filter(|_| source.below(2) == 0).cloned().collect();
        let (less, _) = judge(&with(&scope, &format!("/{list}"), json!(kept)), &call, &ctx);
        assert!(less >= decision, "{call} under less of {list}: {less:?}, was {decision:?}");
    }
    // One more fault never lowers the verdict.
    let faults = [
        ("/mode", json!("planning")),
        ("/receipt", Value::Null),
        ("/receipt/hash", json!("h2")),
        ("/now", json!(2000)),
        ("/blockedSteps", json!(["s1"])),
        ("/refused", json!(["write:/workspace", "net:api.example.com"])),
        ("/refused", Value::Null),
    ];
    for (path, fault) in &faults {
        let (worse, found) = judge(&scope, &call, &with(&ctx, path, fault.clone()));
        assert!(worse >= decision, "{call} with {path} {fault}: {worse:?} {found}, was {decision:?} {code}");
        // What is void, refused or only planned leaves nothing but reads.
        let leaves_reads = !["/blockedSteps", "/refused"].contains(path) || fault.is_null();
        if leaves_reads && worse == Decision::Allow {
            assert_eq!(found, ruling::ALLOW_READ, "{call} with {path} {fault}");
        }
        if *path == "/mode" {
            assert!(worse == Decision::Deny || READERS.contains(&tool), "{call} while planning: {found}");
            assert_ne!(worse, Decision::StepApproval, "{call} while planning");
        }
    }
    let mut target = call.clone();
    target["args"]["target"] = json!("/etc/passwd");
    assert!(judge(&scope, &target, &ctx).0 >= decision, "{target}");
    // What is judged by its type says nothing by its text.
    for (path, is_there) in [("/args/content", tool == "write_file"), ("/args/edits/0/newText", tool == "edit_file")] {
        if is_there {
            assert_eq!(judge(&scope, &with(&call, path, json!("")), &ctx), (decision, code), "{call}");
        }
    }
    // The same path by another spelling is the same path; a reader before a command takes nothing back.
    let path = call["args"]["path"].as_str().unwrap_or_default();
    let is_plain =
        path.starts_with(|first: char| first.is_ascii_alphanumeric()) && !path.contains(':') && path.len() < 4000;
    if is_plain {
        for spelled in [format!("./{path}"), format!(".//{path}"), format!("x/../{path}")] {
            assert_eq!(
                judge(&scope, &with(&call, "/args/path", json!(spelled)), &ctx).0,
                decision,
                "{call}: {spelled}"
            );
        }
    }
    let command = call["args"]["command"].as_str().unwrap_or_default();
    if ctx["shell"] == "sh" && command.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        for longer in [format!("true\n{command}"), format!("true; {command}"), format!("true && {command}")] {
            let (worse, found) = judge(&scope, &with(&call, "/args/command", json!(longer)), &ctx);
            assert!(worse >= decision, "{longer:?} is {worse:?} {found}, {command:?} is {decision:?} {code}");
        }
    }
}
