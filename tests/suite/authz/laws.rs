//! Laws of the gate, walked with seeds: a failure prints its seed and what was judged.

use plangate::{code::ruling, gate::authorize_value};
use serde_json::{Value, json};

use super::{context, context_with, lines};

/// Runs of a law.
const SEEDS: u64 = 1500;

/// A small generator of numbers (xorshift): the same walk on every machine.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    fn some<T: Clone>(&mut self, of: &[T]) -> Vec<T> {
        of.iter().filter(|_| self.below(2) == 0).cloned().collect()
    }
}

const PATHS: &[&str] = &[
    "src/app.ts",
    "./src//app.ts",
    "/workspace/src/app.ts",
    "src/x/../app.ts",
    "README.md",
    "docs/a.md",
    "src",
    ".",
    "../x",
    "/etc/passwd",
    "~/x",
    ".env",
    ".git/config",
    "src/.env.local",
    "package.json",
    "src/%2e%2e/x",
    "src/a.",
    "src\\app.ts",
    "a\nb",
    "",
    "C:/x",
    "src/link/a",
];

const COMMANDS: &[&str] = &[
    "npm test",
    "npm install",
    "git status",
    "git push",
    "ls src",
    "cat README.md",
    "cat .env",
    "echo hi > src/app.ts",
    "tee src/app.ts",
    "rm -rf dist",
    "rm -rf /",
    "curl -fsS https://api.example.com/v1",
    "pytest -q src",
    "make",
    "echo $HOME",
    "cp src/app.ts /etc/x",
    "FOO=1 make",
    "time make",
    "grep -n x src | wc -l",
    "node -e 1",
    "",
    "ls &",
];

const URLS: &[&str] = &[
    "https://api.example.com/v1",
    "https://a.cdn.example.net/",
    "http://api.example.com/",
    "https://evil.net/",
    "x",
    "",
];

/// A call of a known tool, or now and then of another.
fn any_call(dice: &mut Dice) -> Value {
    let path = json!(dice.one(PATHS));
    let (server, tool, args) = match dice.below(10) {
        0 => ("filesystem", "read_text_file", json!({ "path": path })),
        1 => ("filesystem", "read_multiple_files", json!({ "paths": [path, dice.one(PATHS)] })),
        2 => ("filesystem", "write_file", json!({ "path": path, "content": "x" })),
        3 => ("filesystem", "move_file", json!({ "source": path, "destination": dice.one(PATHS) })),
        4..=6 => ("code-sandbox", "run_command", json!({ "command": dice.one(COMMANDS) })),
        7 => ("code-sandbox", "run_code", json!({ "language": "js", "code": "open('src/app.ts')" })),
        8 => ("fetch", "fetch", json!({ "url": dice.one(URLS) })),
        _ => ("context7", *dice.one(&["query-docs", "other"]), json!({ "libraryId": "/a/b", "query": "c" })),
    };
    json!({ "server": server, "tool": tool, "args": args })
}

fn any_scope(dice: &mut Dice) -> Value {
    let paths = ["src/**", "README.md", "docs/*.md", ".env", "src/link/**", "package.json", "dist/*"];
    let tools = ["filesystem/write_file", "filesystem/move_file", "code-sandbox/run_command", "code-sandbox/run_code"];
    let commands = ["npm test", "npm install", "git status", "tee ...", "make", "time make", "cp src/app.ts /etc/x"];
    let network = ["api.example.com", "*.cdn.example.net", "packages:npm"];
    json!({
        "paths": dice.some(&paths), "tools": dice.some(&[&tools[..], &["fetch/fetch"]].concat()),
        "commands": dice.some(&commands), "network": dice.some(&network),
    })
}

fn any_context(dice: &mut Dice) -> Value {
    let modes = ["normal", "normal", "normal", "planning", "awaiting-approval", "other"];
    let links =
        [json!({}), json!({ "/workspace/src/link": "/etc" }), json!({ "/workspace/src/link": "/workspace/src" })];
    context_with(&json!({
        "mode": dice.one(&modes), "now": dice.one(&[1000, 1000, 1000, 3000]), "realpaths": dice.one(&links),
        "sandboxIsolated": dice.below(2) == 0,
    }))
}

fn decide(scope: &Value, call: &Value, ctx: &Value) -> plangate::gate::Decision {
    authorize_value(scope, call, ctx).0
}

#[test]
fn a_smaller_scope_never_allows_more() {
    for seed in 0..SEEDS {
        let dice = &mut Dice::new(seed);
        let (call, ctx, scope) = (any_call(dice), any_context(dice), any_scope(dice));
        let mut smaller = scope.clone();
        for list in ["paths", "tools", "commands", "network"] {
            let kept = dice.some(scope[list].as_array().unwrap());
            smaller[list] = json!(kept);
        }
        let (more, less) = (decide(&scope, &call, &ctx), decide(&smaller, &call, &ctx));
        assert!(less >= more, "seed {seed}: {call} is {less:?} under {smaller} and {more:?} under {scope}");
    }
}

#[test]
fn one_more_fault_never_lowers_the_verdict() {
    for seed in 0..SEEDS {
        let dice = &mut Dice::new(seed);
        let (call, ctx, scope) = (any_call(dice), any_context(dice), any_scope(dice));
        let before = decide(&scope, &call, &ctx);
        let (mut worse_call, mut worse_ctx) = (call.clone(), ctx.clone());
        match dice.below(8) {
            0 => worse_call["args"]["target"] = json!("/etc/passwd"),
            1 => worse_call["args"]["env"] = json!({ "LD_PRELOAD": "x" }),
            2 => worse_call["args"]["headers"] = json!({ "a": "b" }),
            3 => worse_call["annotations"] = json!({ "destructiveHint": true, "openWorldHint": true }),
            4 => worse_ctx["blockedSteps"] = json!(["s1"]),
            5 => worse_ctx["refused"] = json!(["write:/workspace/src", "exec:[\"make\"]"]),
            6 => worse_ctx["receipt"]["hash"] = json!("h2"),
            _ => worse_ctx["mode"] = json!("planning"),
        }
        let after = decide(&scope, &worse_call, &worse_ctx);
        assert!(after >= before, "seed {seed}: {worse_call} in {worse_ctx} is {after:?}, was {before:?}");
    }
}

#[test]
fn a_chain_is_as_bad_as_its_worst_part() {
    let whole: Vec<&str> = COMMANDS.iter().copied().filter(|text| !text.is_empty() && !text.ends_with('&')).collect();
    for seed in 0..SEEDS {
        let dice = &mut Dice::new(seed);
        let scope = any_scope(dice);
        let (first, second) = (*dice.one(&whole), *dice.one(&whole));
        let chain = format!("{first}{}{second}", dice.one(&[" && ", " | ", ";", "\n", "||"]));
        let run = |text: &str| {
            let call = json!({ "server": "code-sandbox", "tool": "run_command", "args": { "command": text } });
            decide(&scope, &call, &context())
        };
        assert!(run(&chain) >= run(first).max(run(second)), "seed {seed}: {chain}");
    }
}

#[test]
fn planning_allows_nothing_but_reads() {
    let mut reads = 0;
    for seed in 0..SEEDS {
        let dice = &mut Dice::new(seed);
        let (call, scope) = (any_call(dice), any_scope(dice));
        let ctx = context_with(&json!({ "mode": dice.one(&["planning", "awaiting-approval", "x"]) }));
        let (decision, code, _) = authorize_value(&scope, &call, &ctx);
        let is_reader =
            ["read_text_file", "read_multiple_files", "query-docs"].iter().any(|tool| call["tool"] == *tool);
        match spelled_code(decision, code) {
            ("allow", ruling::ALLOW_READ) if is_reader => reads += 1,
            ("deny", _) => {}
            other => panic!("seed {seed}: {call} is {other:?}"),
        }
    }
    assert!(reads > 100, "only {reads} reads were met");
}

fn spelled_code(decision: plangate::gate::Decision, code: &'static str) -> (&'static str, &'static str) {
    (super::spelled(decision), code)
}

/// The same effect on one file, by other tools and other spellings.
fn variants_of_a_write(name: &str) -> Vec<Value> {
    let spellings = [
        format!("src/{name}"),
        format!("./src/{name}"),
        format!("/workspace/src/{name}"),
        format!("src//{name}"),
        format!("src/x/../{name}"),
        format!("/workspace/../workspace/src/./{name}"),
        format!("src/{name}/below"),
    ];
    let mut calls = Vec::new();
    for path in spellings {
        let edits = json!([{ "oldText": "a", "newText": "b" }]);
        calls.extend([
            json!({ "server": "filesystem", "tool": "write_file", "args": { "path": path, "content": "x" } }),
            json!({ "server": "filesystem", "tool": "edit_file", "args": { "path": path, "edits": edits } }),
            json!({ "server": "filesystem", "tool": "create_directory", "args": { "path": path } }),
            json!({ "server": "filesystem", "tool": "move_file", "args": { "source": path, "destination": "a" } }),
            json!({ "server": "filesystem", "tool": "move_file", "args": { "source": "a", "destination": path } }),
        ]);
        if !path.contains("..") {
            let texts = [
                format!("echo x > {path}"),
                format!("tee \"{path}\""),
                format!("cat > {path} <<E\nx\nE"),
                format!("make && cp a {path}"),
                format!("cat '{path}' >> '{path}'"),
            ];
            let run = |text| json!({ "server": "code-sandbox", "tool": "run_command", "args": { "command": text } });
            calls.extend(texts.into_iter().map(run));
        }
    }
    let code = format!("open('src/{name}', 'w')");
    calls.push(json!({ "server": "code-sandbox", "tool": "run_code", "args": { "language": "python", "code": code } }));
    calls
}

#[test]
fn what_is_refused_stays_refused() {
    let scope = json!({
        "paths": ["src/**"], "commands": ["tee ...", "make", "cp ..."], "network": [],
        "tools": ["filesystem/write_file", "filesystem/edit_file", "filesystem/create_directory",
            "filesystem/move_file", "code-sandbox/run_command", "code-sandbox/run_code"],
    });
    for name in ["app.ts", "a b.ts", "caf\u{e9}.ts"] {
        let ctx =
            context_with(&json!({ "refused": [format!("write:/workspace/src/{name}")], "sandboxIsolated": true }));
        for call in variants_of_a_write(name) {
            let has_blank = name.contains(' ') && call["tool"] == "run_command";
            let (decision, code, _) = authorize_value(&scope, &call, &ctx);
            assert!(code == ruling::ERR_REFUSED_ACTION || has_blank, "{call} is {decision:?} {code}");
        }
        let read =
            json!({ "server": "filesystem", "tool": "read_text_file", "args": { "path": format!("src/{name}") } });
        assert_eq!(authorize_value(&scope, &read, &ctx).1, ruling::ALLOW_READ);
    }
}

#[test]
fn a_refused_command_or_host_stays_refused() {
    let scope = json!({
        "paths": ["src/**"], "commands": ["npm run build", "npm ...", "make"], "network": ["api.example.com"],
        "tools": ["code-sandbox/run_command", "fetch/fetch", "acme/go"],
    });
    let ctx = context_with(
        &json!({ "refused": ["exec:[\"npm\",\"run\",\"build\"]", "net:api.example.com", "tool:acme/go"] }),
    );
    let run = |text: &str| json!({ "server": "code-sandbox", "tool": "run_command", "args": { "command": text } });
    let get = |url: &str| json!({ "server": "fetch", "tool": "fetch", "args": { "url": url } });
    let spelled = [
        "npm run build",
        "npm  run\tbuild",
        "'npm' run build",
        "n'p'm \"run\" b''uild",
        "make && npm run build",
        "make\nnpm run build",
        "npm run build > src/log",
        "npm run build 2>&1 | tail -n 3",
        "ls; npm run build;",
    ];
    let addressed = ["https://api.example.com/", "https://API.example.com:443/x?y#z"];
    let calls = spelled.iter().map(|text| run(text)).chain(addressed.iter().map(|url| get(url))).chain([
        run("curl -fsS https://api.example.com/v2"),
        run("make; wget -q https://Api.Example.com/"),
        json!({ "server": "acme", "tool": "go", "args": {} }),
        json!({ "server": "acme", "tool": "go", "args": { "other": 1 } }),
    ]);
    for call in calls {
        let (decision, code, findings) = authorize_value(&scope, &call, &ctx);
        assert_eq!(code, ruling::ERR_REFUSED_ACTION, "{call} is {decision:?} {findings:?}");
    }
    // What only might be the refused command is at least no longer free.
    for text in [
        "npm $(echo run) build",
        "sh -c 'npm run build'",
        "time npm run build",
        "xargs npm run build",
        "NPM=1 npm run build",
    ] {
        assert_ne!(decide(&scope, &run(text), &ctx), plangate::gate::Decision::Allow, "{text}");
    }
    assert_eq!(authorize_value(&scope, &run("make"), &ctx).1, ruling::ALLOW_IN_SCOPE);
}

#[test]
fn the_laws_hold_for_whatever_bytes_spell() {
    for seed in 0..SEEDS {
        let dice = &mut Dice::new(seed);
        let bytes: Vec<u8> = (0..dice.below(400)).map(|_| dice.below(256) as u8).collect();
        crate::authz_oracle::check(&bytes);
    }
}

/// The text of a value with the keys of every object in reverse order.
fn reversed(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().rev().map(|(key, field)| format!("{}:{}", json!(key), reversed(field))).collect();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(reversed).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

#[test]
fn the_order_of_keys_changes_nothing() {
    let reread = |value: &Value| serde_json::from_str::<Value>(&reversed(value)).unwrap();
    for line in lines(include_str!("../../data/authz.jsonl")) {
        let (scope, call, ctx) = (&line["plan_scope"], &line["call"], &context_with(&line["ctx"]));
        // The approvals of the context are turned as well, the call is not: its canonical form must not notice.
        assert_eq!(
            authorize_value(scope, call, ctx),
            authorize_value(&reread(scope), call, &reread(ctx)),
            "{}",
            line["id"]
        );
        assert_eq!(authorize_value(scope, call, ctx), authorize_value(scope, &reread(call), ctx), "{}", line["id"]);
    }
}

#[test]
fn a_missing_key_never_grants() {
    let granted = |scope: &Value, call: &Value, ctx: &Value| decide(scope, call, ctx);
    for seed in 0..SEEDS {
        let dice = &mut Dice::new(seed);
        let (scope, call) = (any_scope(dice), any_call(dice));
        let keys: Vec<String> = context().as_object().unwrap().keys().cloned().collect();
        let key = dice.one(&keys);
        let (whole, mut without) = (context(), context());
        match dice.below(3) {
            0 => drop(without.as_object_mut().unwrap().remove(key)),
            1 => without[key] = json!(["no", "such", { "thing": 1 }]),
            _ => without[key] = json!(-1.5),
        }
        let (more, less) = (granted(&scope, &call, &whole), granted(&scope, &call, &without));
        // Without a root nothing is known to be the workspace, so removing "it" is only dangerous.
        let loses_workspace = key == "root" && call["args"]["command"].is_string();
        assert!(less >= more || loses_workspace, "seed {seed}: without {key} {call} is {less:?}, was {more:?}");
    }
}

/// Any JSON, a few levels deep, of texts that mean something here.
fn any_json(dice: &mut Dice, depth: usize) -> Value {
    const TEXTS: &[&str] = &[
        "",
        "normal",
        "filesystem",
        "write_file",
        "run_command",
        "code-sandbox",
        "src/**",
        "/workspace",
        "p1",
        "host",
        "rm -rf /",
        "\u{0}",
        "\u{202e}",
        "**",
        "a/b",
        "*.a.b",
        "https://a.b/",
        "'",
        "write:/",
        "~",
        "%2e",
        "windows",
    ];
    const KEYS: &[&str] = &[
        "mode",
        "root",
        "plan",
        "receipt",
        "stepApprovals",
        "call",
        "server",
        "tool",
        "args",
        "path",
        "command",
        "paths",
        "tools",
        "commands",
        "network",
        "refused",
        "realpaths",
        "toolHashes",
        "exposed",
        "registry",
        "name",
        "kind",
        "planId",
        "version",
        "now",
        "wire",
        "unplanned",
        "cwd",
        "env",
        "content",
        "edits",
        "pathStyle",
        "shell",
    ];
    match dice.below(if depth == 0 { 4 } else { 8 }) {
        0 => Value::Null,
        1 => json!(dice.below(2) == 0),
        2 => json!(*dice.one(&[0.0, 1.0, -1.0, 1e300, 0.5])),
        3 => json!(dice.one(TEXTS)),
        4 | 5 => (0..dice.below(4)).map(|_| any_json(dice, depth - 1)).collect(),
        _ => (0..dice.below(9)).map(|_| (dice.one(KEYS).to_string(), any_json(dice, depth - 1))).collect(),
    }
}

#[test]
fn any_input_gets_a_ruling_that_fits_its_findings() {
    for seed in 0..SEEDS * 3 {
        let dice = &mut Dice::new(seed);
        let call = if dice.below(2) == 0 { any_call(dice) } else { any_json(dice, 4) };
        let mut ctx = if dice.below(2) == 0 { any_context(dice) } else { any_json(dice, 4) };
        if let (Some(fields), Some(more)) = (ctx.as_object_mut(), any_json(dice, 4).as_object()) {
            fields.extend(more.clone());
        }
        let (decision, code, findings) = authorize_value(&any_json(dice, 4), &call, &ctx);
        let ranks: Vec<usize> =
            findings.iter().map(|code| ruling::ALL.iter().position(|known| known == code).unwrap()).collect();
        assert!(ranks.is_sorted_by(|a, b| a < b), "seed {seed}: {findings:?}");
        let is_consistent = match super::spelled(decision) {
            "allow" => code.starts_with("ALLOW_") && findings.iter().all(|code| code.starts_with("STEP_")),
            "step_approval" => code.starts_with("STEP_") && findings.first() == Some(&code),
            _ => code.starts_with("ERR_") && findings.first() == Some(&code),
        };
        assert!(is_consistent, "seed {seed}: {decision:?} {code} {findings:?}");
    }
}

#[test]
fn deep_and_long_input_gets_a_ruling() {
    let deep = (0..62).fold(json!("x"), |inner, _| json!([inner]));
    let call = |args: Value| json!({ "server": "code-sandbox", "tool": "run_command", "args": args });
    let words = |word: &str| call(json!({ "command": word.repeat(20_000) }));
    for call in [call(json!({ "command": deep.clone() })), call(deep), words("sudo rm "), words("'a' "), words("../")] {
        let (_, code, _) = authorize_value(&json!({}), &call, &context());
        assert!([ruling::ERR_BAD_ARGS, ruling::STEP_OPAQUE_SHELL].contains(&code), "{code}");
    }
}
