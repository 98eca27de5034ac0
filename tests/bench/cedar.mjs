// The same decision by Cedar, as its manual recommends for speed: policies parsed once, no entities, and only what they look at in the
// request. It knows a small part of the rules: nothing of how shells, links and spellings get around a path.
import cedar from "@cedar-policy/cedar-wasm/nodejs";

const POLICIES = `
permit(principal, action == Action::"read", resource) when { context.path like "/w/*" };
permit(principal, action == Action::"write", resource == Tool::"filesystem/write_file")
  when { context.path == "/w/README.md" || context.path like "/w/src/*" };
permit(principal, action == Action::"run", resource == Tool::"code-sandbox/run_command")
  when { ["npm test", "npm run build", "git status"].contains(context.command) };
forbid(principal, action in [Action::"read", Action::"write"], resource)
  when { context.path like "*..*" || context.path like "*/.env" || context.path like "*.pem" || context.path like "*/.ssh/*" };
forbid(principal, action == Action::"write", resource)
  when { context.path like "*/.git/*" || context.path like "*/.github/*" || context.path like "*/.vscode/*" || context.path like "*/.npmrc" };
forbid(principal, action == Action::"run", resource)
  when { context.command like "*rm -rf*" || context.command like "*$*" || context.command like "*\`*" || context.command like "*|*" };
forbid(principal, action in [Action::"write", Action::"run"], resource)
  unless { context.planning == false && context.planHash == context.receiptHash && context.now < context.expiresAt };
`;

/** What a call needs to be known by, for these policies. */
const ACTIONS = { read_text_file: "read", write_file: "write", run_command: "run" };

export function openCedar() {
  const parsed = cedar.preparsePolicySet("gate", { staticPolicies: POLICIES });
  if (parsed.type !== "success") throw new Error(JSON.stringify(parsed));
  return ({ server, tool, args }) => {
    const answer = cedar.statefulIsAuthorized({
      principal: { type: "Session", id: "s1" },
      action: { type: "Action", id: ACTIONS[tool] },
      resource: { type: "Tool", id: `${server}/${tool}` },
      context: {
        path: args.path ?? "",
        command: args.command ?? "",
        planning: false,
        planHash: "h1",
        receiptHash: "h1",
        now: 1000,
        expiresAt: 2000,
      },
      preparsedPolicySetId: "gate",
      validateRequest: false,
      entities: [],
    });
    if (answer.type !== "success") throw new Error(JSON.stringify(answer));
    return answer.response.decision;
  };
}
