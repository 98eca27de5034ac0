// Where `plangate-graph` puts its boxes and lines, without a browser: the two pure files of the layout, on graphs made from seeds.
// A failure names the seed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const root = new URL("../../pkg-config/", import.meta.url);
const esbuild = createRequire(new URL("package.json", root))("esbuild");

/** A TypeScript file that imports nothing, as a module. */
async function load(name) {
  const source = readFileSync(new URL(`ts/elements/${name}.ts`, root), "utf8");
  const { code } = esbuild.transformSync(source, { loader: "ts", format: "esm" });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}

const { levels, rails } = await load("layers");
const { across, down, railWidth, PORT } = await load("lines");

const SEEDS = Number(process.env.PLANGATE_SEEDS ?? 300);

/** Numbers in [0, 1) that are the same each time (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A graph without circles, its tasks in any order; some are within others. */
function woven(seed) {
  const next = random(seed);
  const count = 1 + Math.floor(next() * 40);
  const density = next() * 0.3;
  const nests = next() < 0.5;
  const tasks = Array.from({ length: count }, (_, index) => {
    const before = Array.from({ length: index }, (_, other) => other);
    return {
      id: `t${index}`,
      parent: nests && index > 0 && next() < 0.3 ? `t${Math.floor(next() * index)}` : null,
      dependsOn: before.filter(() => next() < density).map((other) => `t${other}`),
    };
  });
  return seed % 2 === 0 ? tasks : tasks.map((task) => ({ task, at: next() })).sort((one, other) => one.at - other.at).map(({ task }) => task);
}

const chain = (count) => Array.from({ length: count }, (_, index) => ({ id: `t${index}`, parent: null, dependsOn: index === 0 ? [] : [`t${index - 1}`] }));

/** What must hold of every level. */
function look(level, what) {
  const at = new Map(level.tasks.map((task, index) => [task.id, { ...task, index }]));
  assert.equal(at.size, level.tasks.length, `${what}: each task once`);
  const taken = new Map(level.tasks.map(({ id, layer, row }) => [`${layer} ${row}`, id]));
  assert.equal(taken.size, level.tasks.length, `${what}: no box on another`);
  for (const { layer, row } of level.tasks) {
    assert.ok(row >= 0 && row < level.rows && layer < level.widths.length, `${what}: within the picture`);
  }
  for (const { from, to, via } of level.lines) {
    const [start, end] = [at.get(from), at.get(to)];
    assert.ok(end.layer > start.layer, `${what}: ${to} stands after ${from}`);
    assert.ok(end.index > start.index, `${what}: the list is in topological order`);
    assert.equal(via.length, end.layer - start.layer - 1, `${what}: a row for each layer between`);
    for (const [index, row] of via.entries()) {
      assert.equal(taken.get(`${start.layer + 1 + index} ${row}`), undefined, `${what}: ${from} to ${to} runs through a box`);
    }
  }
  // Lines that pass the same place are of one task.
  const passing = new Map();
  for (const { from, via } of level.lines) {
    for (const [index, row] of via.entries()) {
      const key = `${at.get(from).layer + 1 + index} ${row}`;
      assert.equal(passing.get(key) ?? from, from, `${what}: two tasks' lines on each other`);
      passing.set(key, from);
    }
  }
  const { rails: found, lanes } = rails(level);
  assert.deepEqual(found.map(({ from, to }) => [from, to]), level.lines.map(({ from, to }) => [from, to]), what);
  const held = new Map();
  for (const { from, to, lane } of found) {
    const [start, end] = [at.get(from).index, at.get(to).index];
    if (lane === null) {
      assert.equal(end, start + 1, `${what}: straight down is to the next`);
      continue;
    }
    assert.ok(lane >= 0 && lane < lanes, what);
    for (let row = start; row < end; row += 1) {
      assert.equal(held.get(`${lane} ${row}`) ?? from, from, `${what}: two tasks' lines on one rail`);
      held.set(`${lane} ${row}`, from);
    }
  }
}

test("in every graph lines go to later layers, no box or line lies on another, and it comes out the same again", () => {
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const tasks = woven(seed);
    const made = levels(tasks);
    for (const [parent, level] of made) look(level, `seed ${seed}, in ${parent}`);
    assert.deepEqual([...made], [...levels(tasks)], `seed ${seed}: the same again`);
    const seen = [...made.values()].flatMap((level) => level.tasks.map(({ id }) => id)).sort();
    assert.deepEqual(seen, tasks.map(({ id }) => id).sort(), `seed ${seed}: every task`);
    for (const [parent, level] of made) {
      const within = level.tasks.map(({ id }) => tasks.find((task) => task.id === id).parent);
      assert.deepEqual([...new Set(within)], [parent], `seed ${seed}: in their containers`);
    }
  }
});

test("where nothing is nested, every dependency has its line and the layer is the longest way", () => {
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const tasks = woven(seed).map((task) => ({ ...task, parent: null }));
    const level = levels(tasks).get(null);
    const wanted = tasks.flatMap(({ id, dependsOn }) => dependsOn.map((first) => `${first} ${id}`)).sort();
    assert.deepEqual(level.lines.map(({ from, to }) => `${from} ${to}`).sort(), wanted, `seed ${seed}`);
    const layer = new Map(level.tasks.map((task) => [task.id, task.layer]));
    for (const { id, dependsOn } of tasks) {
      assert.equal(layer.get(id), 1 + Math.max(-1, ...dependsOn.map((first) => layer.get(first))), `seed ${seed}: ${id}`);
    }
  }
});

test("an order that is topological stays, and a chain is one straight row", () => {
  const tasks = woven(8).map((task) => ({ ...task, parent: null }));
  assert.deepEqual(levels(tasks).get(null).tasks.map(({ id }) => id), tasks.map(({ id }) => id));
  const level = levels(chain(12)).get(null);
  assert.equal(level.rows, 1);
  assert.deepEqual(level.tasks.map(({ layer }) => layer), Array.from({ length: 12 }, (_, index) => index));
  assert.deepEqual(rails(level).lanes, 0);
});

test("a diamond is as wide as it must be, and a line that skips it goes beside it", () => {
  const tasks = [["a", []], ["b", ["a"]], ["c", ["a"]], ["d", ["b", "c", "a"]]].map(([id, dependsOn]) => ({ id, parent: null, dependsOn }));
  const { lines, rows, widths } = levels(tasks).get(null);
  assert.deepEqual([rows, widths], [3, [1, 1, 1]]);
  assert.equal(lines.find(({ from, to }) => from === "a" && to === "d").via.length, 1);
});

test("a container holds its parts; lines into it end at it; parts that wait for each other both ways do no harm", () => {
  const task = (id, parent, ...dependsOn) => ({ id, parent, dependsOn });
  const made = levels([task("a", null), task("box", null), task("one", "box", "a"), task("two", "box", "one"), task("z", null, "two"), task("lost", "nobody", "gone")]);
  assert.deepEqual(made.get(null).lines.map(({ from, to }) => [from, to]), [["a", "box"], ["box", "z"]]);
  assert.deepEqual(made.get("box").lines.map(({ from, to }) => [from, to]), [["one", "two"]]);
  assert.deepEqual(made.get(null).widths, [1, 2, 1]);
  assert.ok(made.get(null).tasks.some(({ id }) => id === "lost"));
  // The second part waits for what waits for the first: the container stands on both sides of it.
  const both = levels([task("box", null), task("one", "box"), task("out", null, "one"), task("two", "box", "out")]);
  assert.equal(both.get(null).lines.length, 1);
  look(both.get(null), "both ways");
});

test("ten thousand tasks in a chain, in one layer, or in a nest are no deep stack", () => {
  const timed = (name, tasks) => {
    const start = performance.now();
    const made = levels(tasks);
    process.stdout.write(`   ${name}: ${Math.round(performance.now() - start)} ms\n`);
    return made;
  };
  assert.equal(timed("chain of 10,000", chain(10_000)).get(null).widths.length, 10_000);
  const fan = Array.from({ length: 10_000 }, (_, index) => ({ id: `t${index}`, parent: null, dependsOn: index === 0 ? [] : ["t0"] }));
  assert.equal(timed("fan of 10,000", fan).get(null).rows, 9_999);
  const nest = Array.from({ length: 3_000 }, (_, index) => ({ id: `t${index}`, parent: index === 0 ? null : `t${index - 1}`, dependsOn: [] }));
  assert.equal(timed("nest of 3,000", nest).size, 3_000);
});

test("a line begins at one box and ends at the other, and passes between", () => {
  const box = (x, y) => ({ x, y, width: 100, height: 60 });
  const parts = (way) => way.split("M").slice(1).map((part) => part.match(/-?[\d.]+/g).map(Number));
  const [line, head] = parts(across(box(0, 0), box(300, 200), [{ x: 150, y: 100, width: 100, height: 0 }], 110));
  assert.deepEqual(line.slice(0, 3), [100, PORT, 110]);
  assert.deepEqual(line.slice(-2), [300, 200 + PORT]);
  assert.deepEqual(head.slice(2, 4), [300, 200 + PORT]);
  const [straight] = parts(down(box(50, 0), box(50, 80), null, 0));
  assert.deepEqual([straight[1], straight[2]], [60, 80]);
  const [round] = parts(down(box(50, 0), box(50, 200), 1, 2));
  assert.equal(round[0], 50);
  assert.equal(round.at(-1), 50);
  assert.equal(railWidth(0), 0);
  assert.ok(railWidth(500) < 110, "however many rails there are, the words keep their room");
});
