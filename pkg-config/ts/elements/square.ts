// One level of `<plangate-graph>`: the list of its boxes, put in their places, and the lines between them, drawn from where the boxes are.
// The style decides how large they are; this measures.
import { TaskBox, type View } from "./box.js";
import { List, make, mark, show } from "./dom.js";
import { type Level, rails } from "./layers.js";
import { type Box, PORT, across, down, railWidth } from "./lines.js";

const SVG = "http://www.w3.org/2000/svg";
/** The least and the most width of a box, in rem. */
const WIDTHS = [8.75, 18] as const;

/** The tasks of one level and the lines between them. */
export class Square {
  readonly node: HTMLElement;
  readonly #lines = document.createElementNS(SVG, "g");
  readonly #items = make("ul", "tasks");
  readonly #view: View;
  readonly #boxes = new Map<HTMLElement, TaskBox>();
  readonly #inner = new Map<HTMLElement, Square>();
  readonly #paths = new Map<string, SVGPathElement>();
  #levels: ReadonlyMap<string | null, Level> = new Map();
  #level: Level | undefined;
  #placed = new Map<string, HTMLElement>();
  readonly #list = new List<Level["tasks"][number]>(
    this.#items,
    () => {
      const box = new TaskBox(this.#view);
      this.#boxes.set(box.node, box);
      return box.node;
    },
    (node, { id, layer, row }) => {
      const task = this.#view.task(id);
      if (task !== undefined) this.#boxes.get(node)?.set(task);
      this.#nest(node, id);
      node.style.setProperty("--layer", String(layer + 1));
      node.style.setProperty("--row", String(row + 1));
      this.#placed.set(id, node);
    },
  );

  constructor(view: View) {
    this.#view = view;
    const picture = document.createElementNS(SVG, "svg");
    mark(picture, "aria-hidden", "true");
    mark(picture, "data-part", "lines");
    picture.append(this.#lines);
    this.node = make("div", "square", {}, this.#items);
    this.node.prepend(picture);
  }

  set(levels: ReadonlyMap<string | null, Level>, parent: string | null): void {
    const level = levels.get(parent);
    show(this.node, level);
    [this.#levels, this.#level, this.#placed] = [levels, level, new Map()];
    this.#list.set(level?.tasks ?? [], ({ id }) => id);
    for (const node of this.#boxes.keys()) {
      if (node.parentNode !== null) continue;
      this.#boxes.delete(node);
      this.#inner.delete(node);
    }
    if (level === undefined) return;
    const { style } = this.#items;
    style.setProperty("--columns", level.widths.map((boxes) => `minmax(${boxes * WIDTHS[0]}rem, ${boxes * WIDTHS[1]}rem)`).join(" "));
    style.setProperty("--rows", String(level.rows));
    style.setProperty("--rail", `${railWidth(rails(level).lanes)}px`);
  }

  /** What is within a task stands in its box. */
  #nest(node: HTMLElement, id: string): void {
    let inner = this.#inner.get(node);
    if (inner === undefined && this.#levels.has(id)) {
      inner = new Square(this.#view);
      this.#inner.set(node, inner);
      node.append(inner.node);
    }
    inner?.set(this.#levels, id);
  }

  /** Draws the lines from box to box, where those are now. */
  route(isWide: boolean): void {
    const level = this.#level;
    if (level === undefined) return;
    for (const inner of this.#inner.values()) inner.route(isWide);
    const square = this.#items.getBoundingClientRect();
    const style = getComputedStyle(this.#items);
    const isTurned = style.direction === "rtl";
    const boxes = new Map(
      [...this.#placed].map(([id, node]): [string, Box] => {
        const { left, right, top, width, height } = node.getBoundingClientRect();
        return [id, { x: isTurned ? square.right - right : left - square.left, y: top - square.top, width, height }];
      }),
    );
    const ways = isWide ? wide(level, boxes, style) : narrow(level, boxes);
    const gone = new Map(this.#paths);
    for (const [index, { from, to }] of level.lines.entries()) {
      const key = `${from} ${to}`;
      const path = this.#paths.get(key) ?? document.createElementNS(SVG, "path");
      gone.delete(key);
      this.#paths.set(key, path);
      mark(path, "d", ways[index] ?? "");
      mark(path, "data-from", from);
      mark(path, "data-to", to);
      mark(path, "data-status", this.#view.task(from)?.status ?? null);
      if (path.parentNode === null) this.#lines.append(path);
    }
    for (const [key, path] of gone) {
      this.#paths.delete(key);
      path.remove();
    }
    mark(this.#lines, "transform", isTurned ? `translate(${square.width} 0) scale(-1 1)` : null);
  }
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The lines of a level whose layers stand side by side. */
function wide({ tasks, lines }: Level, boxes: ReadonlyMap<string, Box>, style: CSSStyleDeclaration): string[] {
  const tracks = (sizes: string, gap: string): [start: number, size: number][] => {
    let start = 0;
    return sizes.split(" ").map((size) => {
      const track: [number, number] = [start, parseFloat(size)];
      start += track[1] + (parseFloat(gap) || 0);
      return track;
    });
  };
  const columns = tracks(style.gridTemplateColumns, style.columnGap);
  const rows = tracks(style.gridTemplateRows, style.rowGap);
  const layer = new Map(tasks.map((task) => [task.id, task.layer]));
  return lines.map(({ from, to, via }) => {
    const first = layer.get(from) ?? 0;
    const [start, size] = columns[first] ?? [0, 0];
    const passed = via.map((row, index) => {
      const [x, width] = columns[first + 1 + index] ?? [0, 0];
      return { x, width, y: (rows[row]?.[0] ?? 0) + PORT, height: 0 };
    });
    return across(boxes.get(from) ?? NOWHERE, boxes.get(to) ?? NOWHERE, passed, start + size);
  });
}

/** The lines of a level whose tasks stand below each other. */
function narrow(level: Level, boxes: ReadonlyMap<string, Box>): string[] {
  const { rails: found, lanes } = rails(level);
  return found.map(({ from, to, lane }) => down(boxes.get(from) ?? NOWHERE, boxes.get(to) ?? NOWHERE, lane, lanes));
}

