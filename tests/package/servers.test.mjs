// The gate before real servers: files, documentation and a shell behind `mcp-proxy`, reached by clients of both protocol generations.
// A model that has an approved plan tries to write, delete or leak outside of it. What counts is the disk, hashed with everything that
// the servers could have touched, and what the servers were asked.
import assert from "node:assert/strict";
import { readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Model, approve, openGate, planText, planned, until, within } from "./page.mjs";
import { ROADS, SECRET, openPlace } from "./servers/place.mjs";
import { SCOPE, waysOf } from "./servers/ways.mjs";

const PLAN = planText({
  title: "A report",
  steps: [{ action: "Write the report and its data, then build", expected: "The files are there" }],
  scope: SCOPE,
});
const HOUR_MS = 3_600_000;

let place;
before(async () => (place = await openPlace()));
after(() => place?.close());

/** A client that notes what it is asked. */
function noted(client, asked) {
  return { listTools: (...words) => client.listTools(...words), callTool: (request, ...rest) => (asked.push(request), client.callTool(request, ...rest)) };
}

const lists = new WeakMap();

/** The servers as they describe themselves, asked once. */
function listed(clients) {
  const ask = async ([name, client]) => ({ name, tools: (await client.listTools()).tools.map(({ name: tool, annotations }) => ({ name: tool, ...(annotations && { annotations }) })) });
  if (!lists.has(clients)) lists.set(clients, Promise.all(Object.entries(clients).map(ask)));
  return lists.get(clients);
}

/** A gate with the approved plan, in the middle of its turn; `settings` beside the usual ones. */
async function executing(clients, settings = {}) {
  const model = new Model();
  model.answers.plan = PLAN;
  model.held = "execute";
  const asked = [];
  const { gate } = await openGate({
    model,
    ...settings,
    host: {
      mcp: { servers: () => listed(clients), applyServers: async () => undefined },
      world: async () => ({ workspacePath: place.work, projectId: "report", workspaceHash: await place.workHash(), realpaths: await place.links() }),
    },
  });
  await planned(gate);
  await approve(gate);
  const { tools, go } = await model.turn("execute");
  const through = (server, of = tools) => of.wrapMcpClient(noted(clients[server], asked), { server });
  const call = ({ server, tool, args }, of) => within(through(server, of).callTool({ name: tool, arguments: args }), tool, 10_000);
  return { gate, model, tools, go, asked, call };
}

const writing = (path, content) => ({ server: "filesystem", tool: "write_file", args: { path: join(place.work, path), content } });
const asks = (gate) => until(() => gate.getSnapshot().stepRequests[0], "a step request");
const codeOf = (answer) => answer.structuredContent?.code;

/** Nothing of the secret is in what the model was answered or the sink was sent. */
function assertKept(answer, what) {
  assert.equal(JSON.stringify([answer, place.leaked]).includes(SECRET), false, `${what}: the secret is out`);
}

for (const road of Object.keys(ROADS)) {
  test(`${road}: no way leads outside the plan, and what it declares works`, async (t) => {
    await place.lay();
    const clients = await place.connect(road);
    const before = await place.hash();
    const ways = waysOf(place);
    assert.ok(ways.length >= 40, `${ways.length} ways`);

    for (const way of ways) {
      await t.test(`${way.number}. ${way.name}`, async () => {
        const { gate, tools, asked, call } = await executing(clients);
        const { decision, code, findings } = tools.authorize(way);
        assert.deepEqual([decision, code], [way.code.startsWith("STEP_") ? "step_approval" : "deny", way.code], findings.join(" "));
        const answering = call(way);
        if (decision === "step_approval") {
          await within(gate.decideStep({ requestId: (await asks(gate)).requestId, granted: false }), "decideStep");
        }
        const answer = await answering;
        assert.equal(answer.structuredContent.refused, true);
        assertKept(answer, way.name);
        assert.deepEqual(asked, [], "what the servers were asked");
        await gate.dispose();
        assert.equal(await place.hash(), before, "the disk");
      });
    }

    const { asked, call } = await executing(clients);
    const entries = await place.entries();
    await call(writing("out/report.md", "the report"));
    await call(writing("out/data.json", "{}"));
    const built = await call({ server: "code-sandbox", tool: "run_command", args: { command: "node build.mjs" } });
    assert.equal(built.content[0].text, "built\n[exit 0]");
    assert.equal(asked.length, 3);
    const now = await place.entries();
    const changed = [...now.keys()].filter((name) => now.get(name) !== entries.get(name));
    assert.deepEqual(changed.sort(), ["work/out/data.json", "work/out/report.md"]);
    assert.deepEqual([...entries.keys()].filter((name) => !now.has(name)), []);
  });
}

test("without the gate these ways do lead there", async () => {
  await place.lay();
  const clients = await place.connect("2025-11-25 over Streamable HTTP");
  const before = await place.hash();
  let bites = 0;
  for (const { number, name, server, tool, args, bites: wanted } of waysOf(place)) {
    place.leaked.length = 0;
    const answer = await clients[server].callTool({ name: tool, arguments: args }).catch(({ message }) => message);
    const bit = (await place.hash()) !== before || JSON.stringify([answer, place.leaked]).includes(SECRET);
    assert.ok(bit || !wanted, `${number}. ${name} does nothing: ${JSON.stringify(answer)}`);
    bites += Number(bit);
    await place.lay();
  }
  place.leaked.length = 0;
  assert.ok(bites >= 40, `only ${bites} bite`);
});

test("an approval of one step is not a key: replayed, changed or late, it opens nothing", async (t) => {
  await place.lay();
  const clients = await place.connect("2025-11-25 over Streamable HTTP");
  const undeclared = writing("notes.txt", "granted");

  await t.test("granted once, it runs once", async () => {
    const { gate, asked, call } = await executing(clients);
    const first = call(undeclared);
    const { requestId } = await asks(gate);
    await within(gate.decideStep({ requestId, granted: true }), "decideStep");
    await first;
    assert.equal(await readFile(join(place.work, "notes.txt"), "utf8"), "granted");
    const hash = await place.hash();
    const again = call(undeclared);
    const second = await asks(gate);
    assert.notEqual(second.requestId, requestId);
    await assert.rejects(within(gate.decideStep({ requestId, granted: true }), "decideStep"), { code: "ERR_ALREADY_RESOLVED" });
    assert.equal(asked.length, 1);
    await within(gate.decideStep({ requestId: second.requestId, granted: false }), "decideStep");
    assert.equal(codeOf(await again), "ERR_REFUSED_ACTION");
    assert.deepEqual([asked.length, await place.hash()], [1, hash]);
  });

  await t.test("what was granted runs, not what the caller has made of it since", async () => {
    const { gate, tools, asked } = await executing(clients);
    const hash = await place.hash();
    const args = { path: join(place.work, "notes.txt"), content: "judged" };
    const request = { name: "write_file", arguments: args };
    const wrapped = tools.wrapMcpClient(noted(clients.filesystem, asked), { server: "filesystem" });
    const answering = within(wrapped.callTool(request), "write_file");
    const { requestId } = await asks(gate);
    Object.assign(args, { path: join(place.base, "outside/victim.txt"), content: "swapped" });
    request.name = "create_directory";
    await within(gate.decideStep({ requestId, granted: true }), "decideStep");
    await answering;
    assert.deepEqual(asked, [{ name: "write_file", arguments: { path: join(place.work, "notes.txt"), content: "judged" } }]);
    assert.equal(await readFile(join(place.work, "notes.txt"), "utf8"), "judged");
    assert.notEqual(await place.hash(), hash);
    assert.match(await readFile(join(place.base, "outside/victim.txt"), "utf8"), /^outside /u);
  });

  await t.test("a request that its turn leaves behind can no longer be granted", async () => {
    const { gate, model, asked, call } = await executing(clients);
    const hash = await place.hash();
    const waiting = call(undeclared);
    const { requestId } = await asks(gate);
    model.held = null;
    await within(gate.cancel(), "cancel");
    assert.equal(codeOf(await waiting), "ERR_TURN_OVER");
    await assert.rejects(within(gate.decideStep({ requestId, granted: true }), "decideStep"), { code: "ERR_ALREADY_RESOLVED" });
    assert.deepEqual([asked, await place.hash()], [[], hash]);
  });
});

test("a plan ends: after its time, after a change from outside, after an edit and after its turn nothing is written", async (t) => {
  await place.lay();
  const clients = await place.connect("2026-07-28 over Streamable HTTP");
  const hash = await place.hash();
  const declared = writing("out/report.md", "too late");
  let late = 0;
  const clock = { now: () => Date.now() + late, setTimeout, clearTimeout };
  const ends = {
    "after its time": [() => (late = 9 * HOUR_MS), ["ERR_RECEIPT_EXPIRED"]],
    "after a change from outside": [({ gate }) => gate.updateWorld({ workspaceHash: "other" }), ["ERR_TURN_OVER"]],
    "after a change of the project": [({ gate }) => gate.updateWorld({ projectId: "other" }), ["ERR_TURN_OVER"]],
    "after an edit of the plan": [({ gate }) => gate.editPlan({ planRef: gate.getSnapshot().plan.ref, plan: { title: "Another" } }), ["ERR_TURN_OVER"]],
    "after its turn": [async ({ gate, go }) => (go(), gate.settled()), ["ERR_TURN_OVER"]],
    "after cancel": [({ gate }) => gate.cancel(), ["ERR_TURN_OVER"]],
    "after the gate": [({ gate }) => gate.dispose(), ["ERR_TURN_OVER"]],
  };
  for (const [name, [end, codes]] of Object.entries(ends)) {
    await t.test(name, async () => {
      late = 0;
      const page = await executing(clients, { clock });
      assert.equal(page.tools.authorize(declared).code, "ALLOW_IN_SCOPE");
      page.model.held = null;
      await within(Promise.resolve(end(page)), name);
      const answer = await page.call(declared);
      assert.ok(codes.includes(codeOf(answer)), codeOf(answer));
      assert.deepEqual([page.asked, await place.hash()], [[], hash]);
    });
  }
});

test("a declared file that is a link leads nowhere", async () => {
  await place.lay();
  await rm(join(place.work, "out/data.json"), { force: true });
  await symlink("../../outside/victim.txt", join(place.work, "out/data.json"));
  const clients = await place.connect("2025-11-25 over Streamable HTTP");
  const hash = await place.hash();
  const { gate, tools, asked, call } = await executing(clients);
  const through = writing("out/data.json", "sly");
  assert.equal(tools.authorize(through).code, "STEP_SYMLINK_ESCAPE");
  const answering = call(through);
  await within(gate.decideStep({ requestId: (await asks(gate)).requestId, granted: false }), "decideStep");
  assert.equal((await answering).structuredContent.refused, true);
  assert.deepEqual([asked, await place.hash()], [[], hash]);
});
