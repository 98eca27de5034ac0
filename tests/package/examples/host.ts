// A complete small host page: one model, one MCP client, a text box, and the cards as plain text.
import { createPlanGate, type Call, type Snapshot } from "plangate";

declare function myModel(turn: { system: string; messages: readonly { role: string; content: string }[] }): Promise<Call | string>;
declare const myClient: { callTool(request: { name: string; arguments: Call["args"] }): Promise<unknown> };

const gate = await createPlanGate({
  sessionId: "chat-1",
  locale: "en",
  host: {
    async callModel(turn, { signal, tools, emit }) {
      const messages: { role: string; content: string }[] = [...turn.messages];
      while (!signal.aborted) {
        const step = await myModel({ system: turn.system, messages });
        if (typeof step === "string") return step;
        const outcome = await tools.callTool(step, ({ tool, args }) => myClient.callTool({ name: tool, arguments: args }));
        messages.push({ role: "tool", content: JSON.stringify(outcome.ok ? outcome.result : outcome.refusal) });
        emit(".");
      }
      return "";
    },
    world: () => ({ workspacePath: "/work", projectId: "shop", workspaceHash: document.title }),
  },
});

function show(shot: Snapshot): void {
  const cards = shot.stepRequests.map((request) => `May it? ${request.shown} (${request.code})`);
  document.body.innerText = [...shot.messages.map((message) => message.content), ...cards, shot.status].join("\n\n");
}

gate.subscribe(() => show(gate.getSnapshot()));
document.querySelector("input")?.addEventListener("change", (event) => {
  const text = (event.target as HTMLInputElement).value;
  gate.send({ text }).catch((error: unknown) => alert(error instanceof Error ? error.message : "failed"));
});
