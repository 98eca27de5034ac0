//! The typed side of the gate: atoms, spent approvals, host rows, void entries, and what is shown.

use std::collections::BTreeSet;

use plangate::sorted::VecMap;

use plangate::{
    code::{Code, ruling},
    config,
    gate::{
        Call, Context, PathStyle, Shell, Standing, StepApproval, canonical, hint, recover,
        registry::{Kind, McpServer, Registry, in_plan_profile},
        rule, scope, shown, spend,
    },
    plan::Scope,
};
use serde_json::{Value, json};

fn call(server: &str, tool: &str, args: Value) -> Call {
    plangate::fit::read(&json!({ "server": server, "tool": tool, "args": args })).unwrap()
}

/// Rules on a call where nothing is planned and every effect asks, with links and approvals.
fn with_context<T>(links: &[(&str, &str)], approvals: &[StepApproval], look: impl FnOnce(&Context<'_>) -> T) -> T {
    let none = BTreeSet::new();
    let realpaths: VecMap<String, String> =
        links.iter().map(|(path, real)| ((*path).to_owned(), (*real).to_owned())).collect();
    look(&Context {
        standing: Standing::UnplannedAsk,
        root: Some("/workspace"),
        path_style: PathStyle::Posix,
        shell: Shell::Sh,
        now: 1000,
        project_id: "",
        workspace_hash: "",
        blocked_steps: &none,
        refused: &none,
        step_approvals: approvals,
        realpaths: &realpaths,
        sandbox_isolated: false,
        tool_hashes: None,
        exposed: None,
        registry: &registry(),
    })
}

fn registry() -> Registry {
    let servers = json!([{ "name": "deploy", "tools": [
        { "name": "start", "kind": "act", "args": { "service": "resource*" } },
        { "name": "logs", "kind": "read", "annotations": { "readOnlyHint": true } },
        { "name": "read_file", "kind": "read" },
    ] }]);
    Registry::new(&plangate::fit::read::<Vec<McpServer>>(&servers).unwrap()).unwrap()
}

#[test]
fn atoms_name_the_effects() {
    let run = |text: &str| call("code-sandbox", "run_command", json!({ "command": text }));
    let cases: Vec<(Call, &[&str])> = vec![
        (call("filesystem", "read_text_file", json!({ "path": "/etc/passwd" })), &[]),
        (run("ls src | wc -l"), &[]),
        (
            call("filesystem", "write_file", json!({ "path": "./src/x/../link/a", "content": "" })),
            &["write:/workspace/real/a", "write:/workspace/src/link/a"],
        ),
        (call("filesystem", "create_directory", json!({ "path": "src/a." })), &["write-raw:src/a."]),
        (run("npm  'te'st && ls > src/o"), &["exec:[\"npm\",\"test\"]", "write:/workspace/src/o"]),
        (run("echo $x"), &["exec-raw:echo $x"]),
        (
            run("curl https://API.example.com/x"),
            &["exec:[\"curl\",\"https://API.example.com/x\"]", "net:api.example.com"],
        ),
        (call("code-sandbox", "run_code", json!({ "language": "js", "code": "1" })), &["code:1"]),
        (call("fetch", "fetch", json!({ "url": "https://a.example.com/" })), &["net:a.example.com"]),
        (call("acme", "go", json!({})), &["tool:acme/go"]),
        (call("deploy", "start", json!({ "service": "app/web" })), &["act:deploy/start app/web"]),
    ];
    with_context(&[("/workspace/src/link", "/workspace/real")], &[], |ctx| {
        for (call, wanted) in &cases {
            let ruling = rule(call, ctx);
            let atoms: Vec<&str> = ruling.atoms.iter().map(String::as_str).collect();
            assert_eq!((&atoms[..], ruling.reads_only), (*wanted, wanted.is_empty()), "{call:?}");
            // INVARIANT: what a refusal of this call would forbid forbids at least this call.
            let again = rule(call, &Context { refused: &ruling.atoms, ..ctx.clone() });
            assert_eq!(again.code == ruling::ERR_REFUSED_ACTION, !wanted.is_empty(), "{call:?}");
        }
    });
}

#[test]
fn the_approval_that_is_spent_is_the_one_that_lifts() {
    let push = call("code-sandbox", "run_command", json!({ "command": "git push" }));
    let given = |used, expires_at| StepApproval {
        plan: None,
        step_id: Some("elsewhere".to_owned()),
        action: canonical(&push),
        expires_at,
        used,
    };
    let cases: [(&[StepApproval], Option<usize>); 5] = [
        (&[], None),
        (&[given(true, 2000), given(false, 1000)], None),
        (&[given(true, 2000), given(false, 1001), given(false, 2000)], Some(1)),
        (&[StepApproval { action: "[]".to_owned(), ..given(false, 2000) }], None),
        (&[given(false, 2000)], Some(0)),
    ];
    for (approvals, wanted) in cases {
        with_context(&[], approvals, |ctx| {
            let lifted = rule(&push, ctx).code == ruling::ALLOW_STEP_APPROVED;
            assert_eq!((spend(&push, ctx), lifted), (wanted, wanted.is_some()), "{approvals:?}");
            // What needs no approval, and what none can lift, spends none.
            assert_eq!(spend(&call("filesystem", "list_directory", json!({ "path": "." })), ctx), None);
            assert_eq!(spend(&push, &Context { standing: Standing::ReadOnly, ..ctx.clone() }), None);
        });
    }
}

#[test]
fn what_ends_the_evaluation_is_no_read() {
    with_context(&[], &[], |ctx| {
        for text in ["rm -rf /", "", "cat ''"] {
            let ruling = rule(&call("code-sandbox", "run_command", json!({ "command": text })), ctx);
            assert!(ruling.code.starts_with("ERR_") && !ruling.reads_only, "{text}: {ruling:?}");
        }
    });
}

#[test]
fn without_a_plan_nothing_is_out_of_scope() {
    let write = call("filesystem", "write_file", json!({ "path": ".env", "content": "" }));
    with_context(&[], &[], |ctx| {
        let found = |standing| rule(&write, &Context { standing, ..ctx.clone() }).findings;
        assert_eq!(found(Standing::UnplannedHost), [ruling::STEP_PROTECTED_PATH]);
        assert_eq!(found(Standing::ReadOnly), [ruling::ERR_PLAN_READ_ONLY, ruling::STEP_PROTECTED_PATH]);
        let asked = [ruling::STEP_PROTECTED_PATH, ruling::STEP_OUT_OF_SCOPE_TOOL, ruling::STEP_OUT_OF_SCOPE_PATH];
        assert_eq!(found(Standing::UnplannedAsk), asked);
    });
}

#[test]
fn faulty_rows_are_named() {
    let cases = [
        (json!([{ "name": "plangate" }]), "server name `plangate` is reserved"),
        (json!([{ "name": "a", "is": "git" }]), "server `a` is said to be `git`, which is unknown"),
        (json!([{ "name": "a" }, { "name": "a" }]), "server `a` is listed twice"),
        (
            json!([{ "name": "a", "is": "fetch", "tools": [{ "name": "fetch", "kind": "net" }] }]),
            "tool `a/fetch` has a built-in row",
        ),
        (json!([{ "name": "a", "tools": [{ "name": "b", "args": {} }] }]), "tool `a/b` has arguments but no kind"),
        (
            json!([{ "name": "a", "tools": [{ "name": "b", "kind": "act", "args": { "x": "thing*" } }] }]),
            "tool `a/b` has the unknown role `thing`",
        ),
        (
            json!([{ "name": "a", "tools": [{ "name": "b", "kind": "docs", "args": { "x": "path-write" } }] }]),
            "tool `a/b`: role `path-write` of `x` does not suit its kind",
        ),
        (
            json!([{ "name": "a", "tools": [{ "name": "b", "kind": "read" }, { "name": "b", "kind": "read" }] }]),
            "tool `a/b` has two rows",
        ),
    ];
    for (servers, wanted) in cases {
        let servers: Vec<McpServer> = plangate::fit::read(&servers).unwrap();
        assert_eq!(Registry::new(&servers), Err(wanted.to_owned()));
    }
}

#[test]
fn the_plan_profile_holds_plain_readers() {
    let servers = json!([
        { "name": "files", "is": "filesystem", "tools": [
            { "name": "read_text_file" }, { "name": "read_file" }, { "name": "list_allowed_directories" },
            { "name": "write_file" }, { "name": "directory_tree", "annotations": { "readOnlyHint": false } },
            { "name": "list_directory", "annotations": { "readOnlyHint": "no" } }, { "name": "unheard_of" },
        ] },
        { "name": "context7", "tools": [{ "name": "query-docs", "annotations": { "openWorldHint": true } }] },
        { "name": "notes", "tools": [{ "name": "find", "kind": "read" }, { "name": "add", "kind": "act" }] },
    ]);
    let servers: Vec<McpServer> = plangate::fit::read(&servers).unwrap();
    let registry = Registry::new(&servers).unwrap();
    let visible: Vec<String> = servers
        .iter()
        .flat_map(|server| server.tools.iter().map(move |tool| (server, tool)))
        .filter(|(server, tool)| in_plan_profile(&registry, &server.name, tool))
        .map(|(server, tool)| format!("{}/{}", server.name, tool.name))
        .collect();
    assert_eq!(visible, ["files/read_text_file", "files/list_directory", "context7/query-docs", "notes/find"]);
    assert_eq!(registry.kind("files", "write_file"), Some(Kind::Write));
    assert_eq!(registry.kind("", "write_file"), None);
}

#[test]
fn void_entries_are_reported_as_written() {
    let list = |entries: &[&str]| entries.iter().map(|entry| (*entry).to_owned()).collect::<Vec<_>>();
    let void = Scope {
        paths: list(&[
            "",
            "**",
            "*/x",
            "/workspace/**",
            "/etc/x",
            "../x",
            "src/../x",
            "src/[ab]",
            "src/a**/x",
            "C:/x",
            "src\\x",
            "src/a.",
            "~/x",
            "src/{a,b}",
            "src/?",
            "/work*/src",
        ]),
        tools: list(&["write_file", "/x", "a/b/c", "a b/c"]),
        commands: list(&["", "a && b", "a > b", "echo $x", "a #b", "'a"]),
        network: list(&["localhost", "*.com", "127.0.0.1", "A.example.com", "https://a.b", "a.b:443", "packages:apt"]),
        resources: list(&["", "a/../b", "a%2fb"]),
    };
    let sound = Scope {
        paths: list(&["src/**", "src/*.ts", "/workspace/a", "./a//b", "a*/x", ".env", "src/**/b"]),
        tools: list(&["filesystem/write_file"]),
        commands: list(&["npm test", "pytest ...", "...", "a 2>&1", "'a b' > /dev/null"]),
        network: list(&["a.b", "*.a.b", "a.b:8443", "packages:npm"]),
        resources: list(&["app/*", "db:x"]),
    };
    let root = Some("/workspace");
    let all = [&void.paths[..], &void.tools, &void.commands, &void.network, &void.resources].concat();
    assert_eq!(scope::void_entries(&void, root, PathStyle::Posix), all);
    assert_eq!(scope::void_entries(&sound, root, PathStyle::Posix), Vec::<String>::new());
    assert_eq!(scope::void_entries(&sound, None, PathStyle::Posix), sound.paths);
    assert_eq!(scope::void_entries(&sound, Some("C:/workspace"), PathStyle::Windows), ["/workspace/a"]);
}

#[test]
fn a_shown_call_hides_nothing() {
    let odd =
        call("filesystem", "write_file", json!({ "content": "x".repeat(40_000), "path": "src/\u{430}\u{202e}.ts" }));
    let text = shown(&odd);
    assert!(text.starts_with("filesystem/write_file\npath: \"src/\\u{430}\\u{202e}.ts\"\ncontent: \"xxx"), "{text}");
    assert!(text.is_ascii() && text.len() < config::GATE_SHOWN_CHARS_MAX + 40 && text.ends_with(" more characters]"));
    let forged = call("a", "b", json!({ "x: 1\npath": "y\npath: z" }));
    assert_eq!(shown(&forged), "a/b\n\"x: 1\\npath\": \"y\\npath: z\"");
    let command = call("code-sandbox", "run_command", json!({ "command": "a".repeat(config::GATE_COMMAND_BYTES_MAX) }));
    assert!(!shown(&command).contains("more characters"));
}

#[test]
fn every_code_has_its_sentence() {
    let asks = |code: &&Code| code.starts_with("STEP_");
    for code in ruling::ALL.iter().filter(|code| !code.starts_with("ALLOW_")) {
        assert!(hint(code).contains("do not"), "{code}: {}", hint(code));
    }
    for code in ruling::ALL.iter().filter(asks) {
        assert!(recover(code).ends_with('.') && recover(code).is_ascii(), "{code}");
    }
}
