// A conversation in the terminal, played from the installed package: question, plan, a hold, a change, an approval in words,
// gated work, a reload. The host is scripted; everything that decides is the package.
import { createPlanGate } from "plangate";

const tty = process.stdout.isTTY;
const paint = (code, text) => (tty ? `\x1b[${code}m${text}\x1b[0m` : text);
const say = (who, text) => console.log(`${paint(1, `${who.padEnd(8)}│`)} ${text.replaceAll("\n", `\n${" ".repeat(8)}${paint(1, "│")} `)}`);

const fence = (label, value) => `\`\`\`${label}\n${JSON.stringify(value)}\n\`\`\``;
const steps = (second) => [
  { action: "Read src/login.ts and find the timeout.", expected: "The constant is known." },
  { action: second, expected: "The change is in place." },
  { action: "Run the login tests.", expected: "They pass." },
];
const plan = (second) =>
  fence("plan", {
    title: "Longer login timeout",
    aim: "People on slow lines can log in.",
    steps: steps(second),
    libraries: [],
    sandbox: null,
    scope: { paths: ["src/login.ts"], tools: ["filesystem/write_file"], commands: [], network: [] },
  });

/** What the planner answers, turn by turn. */
const PLANNER = [
  fence("plan-questions", {
    questions: [{ id: "limit", question: "How long should the timeout be?", options: ["30 s", "60 s", "No limit"] }],
  }),
  plan("Set the timeout in src/login.ts to 60 s."),
  plan("Write unit tests for the timeout first, then set it."),
];

const files = new Map([["src/login.ts", "const TIMEOUT = 10_000;\n"]]);
const write = async (tools, path) => {
  const call = { server: "filesystem", tool: "write_file", args: { path, content: "const TIMEOUT = 60_000;\n" }, stepId: "s2-v2" };
  const outcome = await tools.callTool(call, async ({ args }) => void files.set(args.path, args.content));
  say("gate", `write ${path}: ${outcome.ok ? paint(32, "done") : paint(31, outcome.refusal.code)}`);
};

const host = {
  async callModel(turn, { tools }) {
    say("model", paint(2, `${turn.kind} turn`));
    if (turn.kind === "plan") {
      await write(tools, "src/login.ts");
      return PLANNER.shift() ?? "";
    }
    if (turn.kind === "explain") return "Step 3 proves that the change works.";
    await write(tools, "src/login.ts");
    await write(tools, ".env");
    return "Both done as far as I may.";
  },
  world: () => ({ workspacePath: "/work", projectId: "demo", workspaceHash: [...files].join() }),
};

/** One store for both openings of the session. */
const data = new Map();
const storage = {
  get: async (key) => data.get(key) ?? null,
  set: async (key, value) => void data.set(key, value),
  delete: async (key) => void data.delete(key),
  list: async (prefix) => [...data.keys()].filter((key) => key.startsWith(prefix)),
  compareAndSet: async (key, expected, value) => {
    if ((data.get(key) ?? null) !== expected) return false;
    data.set(key, value);
    return true;
  },
};
const open = () => createPlanGate({ sessionId: "demo", storage, host });

let gate = await open();
const state = async () => {
  const shot = await gate.settled();
  const work = shot.execution ? `, work ${shot.execution.state}` : "";
  const version = shot.plan ? `, plan v${shot.plan.ref.version} ${shot.plan.status}` : "";
  say("state", paint(36, `${shot.mode}${version}${work}`));
  return shot;
};
const tell = async (text) => {
  say("person", text);
  const { route, reply } = await gate.send({ text });
  say("gate", paint(2, reply ? `read as ${reply.intent}${reply.hold ? ", a hold" : ""} (${reply.reasonCode})` : route));
  return state();
};

await tell("Raise the login timeout, people on slow lines can not log in.");
say("person", "answers the card: 60 s");
await gate.answer({ limit: { option: 1 } });
let shot = await state();
say("plan", shot.messages.at(-1).content);
await tell("可以，但先别执行");
await tell("Замени второй шаг: сначала тесты.");
await tell("Why do we need step 3?");
say("page", "is reloaded");
await gate.dispose();
gate = await open();
await state();
await tell("ок, запускай");
for (const request of gate.getSnapshot().stepRequests) {
  say("gate", `asks about ${paint(33, request.shown)} (${request.code})`);
  say("person", "no");
  await gate.decideStep({ requestId: request.requestId, granted: false });
}
shot = await state();
const { receipt } = gate.authority() ?? {};
say("receipt", receipt ? `v${receipt.version}, by ${receipt.source}: “${receipt.words}”, until ${receipt.expiresAt}` : "none counts");
say("file", files.get("src/login.ts").trim());
await gate.dispose();
if (shot.execution?.state !== "interrupted" || files.has(".env") || !files.get("src/login.ts").includes("60_000")) {
  console.error("the conversation did not end as it should");
  process.exitCode = 1;
}
