// How fast a call is judged, beside Cedar on parsed policies. Both run in this one process, in turns, from the call as the page holds it
// to the answer that the page looks at. `gate.authorize` under an approved plan; `authorizeCall`, which is handed the whole context each
// time; and the peer. Prints a Markdown table; times are never asserted.
import { authorizeCall, createPlanGate, init } from "plangate";

import { openCedar } from "./cedar.mjs";

const ROUNDS = 25;
const ROUND_MS = 8;
const SCOPE = {
  paths: ["src/**", "README.md"],
  tools: ["filesystem/write_file", "code-sandbox/run_command"],
  commands: ["npm test", "npm run build", "git status"],
  network: [],
};
const CONTEXT = {
  mode: "normal", root: "/w", pathStyle: "posix", shell: "sh", now: 1000,
  plan: { planId: "p1", version: 1, hash: "h1" },
  receipt: { planId: "p1", version: 1, hash: "h1", expiresAt: 2000, workspaceHash: "w1", projectId: "prj1" },
  workspaceHash: "w1", projectId: "prj1", stepId: "s1", blockedSteps: [], refused: [], stepApprovals: [], realpaths: {},
  sandboxIsolated: false, toolHashes: null, exposed: null,
};
const write = (path, bytes) => ({ server: "filesystem", tool: "write_file", args: { path, content: "x".repeat(bytes) } });
const CASES = [
  ["a read", { server: "filesystem", tool: "read_text_file", args: { path: "/w/src/app.ts" } }, "allow"],
  ["a declared write, 100 bytes", write("/w/src/app.ts", 100), "allow"],
  ["a declared write, 20 KB", write("/w/src/app.ts", 20_000), "allow"],
  ["a declared write, 1 MB", write("/w/src/app.ts", 1_000_000), "allow"],
  ["an undeclared write, 1 MB", write("/w/lib/app.ts", 1_000_000), "step_approval"],
  ["a declared command", { server: "code-sandbox", tool: "run_command", args: { command: "npm test" } }, "allow"],
  ["an undeclared command", { server: "code-sandbox", tool: "run_command", args: { command: "npm publish" } }, "step_approval"],
];

/** A gate in the middle of the turn that carries an approved plan out; its tools. */
async function inForce() {
  const plan = { title: "A plan", aim: "An aim", steps: [{ action: "Write", expected: "Written" }], libraries: [], sandbox: null, scope: SCOPE };
  let begun;
  const running = new Promise((resolve) => (begun = resolve));
  const gate = await createPlanGate({
    sessionId: "bench",
    storage: "memory",
    trigger: "manual",
    host: {
      callModel: async (turn, { tools }) => {
        if (turn.kind !== "execute") return `\`\`\`plan\n${JSON.stringify(plan)}\n\`\`\``;
        begun(tools);
        return new Promise(() => undefined);
      },
      world: () => ({ workspacePath: "/w", projectId: "prj1", workspaceHash: "w1" }),
    },
  });
  await gate.send({ text: "Move the settings.", plan: true });
  const { plan: pending } = await gate.settled();
  await gate.decide({ planRef: pending.ref, intent: "approve" });
  return { gate, tools: await running };
}

/** Microseconds a call, over as many as one round has time for. */
function timed(judge, call) {
  const start = performance.now();
  let calls = 0;
  let now = start;
  while (now - start < ROUND_MS) {
    for (let left = 20; left > 0; left -= 1) judge(call);
    calls += 20;
    now = performance.now();
  }
  return ((now - start) / calls) * 1000;
}

await init();
const { gate, tools } = await inForce();
const cedar = openCedar();
const JUDGES = {
  "gate.authorize": (call) => tools.authorize(call).decision,
  authorizeCall: (call) => authorizeCall(SCOPE, call, CONTEXT).decision,
  Cedar: cedar,
};
const lines = [
  "| call | gate.authorize, µs | authorizeCall, µs | Cedar, µs | gate.authorize is faster | authorizeCall is faster |",
  "| --- | ---: | ---: | ---: | ---: | ---: |",
];
for (const [name, call, wanted] of CASES) {
  for (const [judge, decide] of Object.entries(JUDGES)) {
    const expected = judge === "Cedar" && wanted !== "allow" ? "deny" : wanted;
    if (decide(call) !== expected) throw new Error(`${judge} says ${decide(call)} of ${name}, not ${expected}`);
  }
  const times = Object.fromEntries(Object.keys(JUDGES).map((judge) => [judge, Infinity]));
  // The fastest round of each: a cold compiler and whatever else runs on the machine only add to it.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [judge, decide] of Object.entries(JUDGES)) times[judge] = Math.min(times[judge], timed(decide, call));
  }
  const { "gate.authorize": own, authorizeCall: pure, Cedar: peer } = times;
  lines.push(`| ${name} | ${own.toFixed(1)} | ${pure.toFixed(1)} | ${peer.toFixed(1)} | ${(peer / own).toFixed(1)} × | ${(peer / pure).toFixed(1)} × |`);
}
console.log(lines.join("\n"));
await gate.dispose();
process.exit(0);
