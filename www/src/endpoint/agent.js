// A turn with a real model: its messages, the tools that the gate lets it see, and rounds of calls until it has answered.
import { ModelTrouble, complete } from "./chat.js";

const ROUNDS_MAX = 40;
const OWN = "You are a helpful assistant in a chat with a workspace. Use tools where they help. Answer in the person's language.";

/** The answer to `turn`, in the shape that `callModel` returns. */
export async function answerByEndpoint(turn, { box, tools, gate, source, emit, signal, endpoint, model, key }) {
  if (endpoint === "" || model === "") throw new ModelTrouble("unset");
  const messages = [
    { role: "system", content: turn.agent === "planner" ? turn.system : [OWN, turn.system].filter((text) => text !== "").join("\n\n") },
    ...turn.messages.filter(({ role, content }) => (role === "user" || role === "assistant") && content !== "").map(({ role, content }) => ({ role, content })),
  ];
  // What a turn gets as history may end before the request, as with an execute turn that a plan came before.
  if (messages.at(-1)?.role !== "user") messages.push({ role: "user", content: turn.kind === "execute" ? "Carry out the approved plan now." : turn.request.content });
  let said = "";
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const offered = turn.kind === "explain" ? [] : offer(tools, gate, source);
    const body = { model, messages, ...(offered.length > 0 && { tools: offered.map(({ spec }) => spec) }) };
    const { text, calls, finishReason, model: name } = await complete({ endpoint, key, body, signal, onText: emit });
    said = said === "" || text === "" ? said + text : `${said}\n${text}`;
    if (calls.length === 0) return { text: said, ...(finishReason && { finishReason }), ...(name && { model: name }) };
    messages.push({ role: "assistant", content: text === "" ? null : text, tool_calls: calls.map(({ id, name: wire, raw }) => ({ id, type: "function", function: { name: wire, arguments: raw } })) });
    for (const call of calls) messages.push({ role: "tool", tool_call_id: call.id, content: await run(call, offered, box) });
  }
  throw new ModelTrouble("rounds", String(ROUNDS_MAX));
}

/** What the model may see now, by the gate's word. The names on the wire join server and tool. */
function offer(tools, gate, source) {
  const own = gate.modelTools().map(({ server, name, description, inputSchema }) => ({ server, name, description, inputSchema }));
  const theirs = source.tools.map(({ server, name, description, inputSchema }) => ({ server, name, description, inputSchema }));
  return tools.visibleTools([...theirs, ...own]).map(({ server, name, description, inputSchema }) => {
    const wire = `${server}__${name}`.replace(/[^\w-]/gu, "_").slice(0, 64);
    return { server, name, wire, spec: { type: "function", function: { name: wire, description: description ?? "", parameters: inputSchema ?? { type: "object" } } } };
  });
}

/** Runs one call by its name, offered or not: whether it may run is the gate's to say. */
async function run({ name, args }, offered, box) {
  const known = offered.find(({ wire }) => wire === name);
  const [server, ...rest] = name.split("__");
  const pair = known ?? { server, name: rest.join("__") };
  if (args === null) return "The arguments are no JSON.";
  const { text } = await box.callAny(pair.server, pair.name, args);
  return text;
}
