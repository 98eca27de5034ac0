// `<plangate-graph>`: the tasks of approved work as a picture: what waits for what, where each stands, and what proves it. Wide, it reads
// in layers from the beginning of the line to its end; narrow, as a list with its lines at the side. The list is the same in both, in
// topological order, and says in words what the lines show. What draws it is loaded when there are tasks first.
import type { Snapshot, Step, TaskNode } from "../types.js";
import { GateElement } from "./base.js";
import type { View } from "./box.js";
import { make, mark, show, write } from "./dom.js";
import type { Level } from "./layers.js";
import type { Square } from "./square.js";
import { type Criterion, criteria, inOrder, observed } from "./tasks.js";
import { type Texts, fill } from "./texts.js";

/** What draws: loaded once a page, and again where that has failed. */
let drawing: Promise<typeof import("./drawing.js")> | undefined;

/** More boxes than this help nobody, and take long to lay out. */
const SHOWN_MAX = 200;
/** From here on the picture scrolls within a window of its own. */
const LARGE = 40;
/** The least width of a box and the gap behind it, in letters' heights. */
const BOX_EM = 14.5;
/** As wide as any scroll bar, in pixels. */
const SCROLL_BAR = 24;
/** Where there is at least this much room, the layers may go on beyond it, as far again. */
const WIDE_EM = 64;
/** Beyond it there is no date, in ms. */
const TIME_MAX = 8.64e15;
const NEEDS_EYES = new Set(["running", "recovering", "blocked", "failed", "unknown"]);

/** The picture of the tasks. */
export class PlangateGraph extends GateElement {
  #title = make("strong", "title");
  #note = make("p", "hint");
  #scroller = make("div", "scroller", { role: "group" });
  #draws: typeof import("./drawing.js") | undefined;
  #root: Square | undefined;
  #observer = new ResizeObserver(() => this.#fit());
  #levels = new Map<string | null, Level>();
  #shape = "";
  #due = 0;
  #isFresh = true;
  #steps = new Map<string, Step>();
  #numbers = new Map<string, number>();
  #tasks = new Map<string, TaskNode>();

  protected override build(card: HTMLElement): void {
    card.append(this.#title, this.#note, this.#scroller);
    this.#observer.observe(this.#scroller);
  }

  /** What draws, or nothing until it is loaded; then this is drawn anew. */
  #drawing(): typeof import("./drawing.js") | undefined {
    if (this.#draws !== undefined) return this.#draws;
    drawing ??= import("./drawing.js");
    drawing.then(
      (draws) => {
        if (this.#draws !== undefined) return;
        this.#draws = draws;
        this.#root = new draws.Square(this.#view());
        this.#scroller.append(this.#root.node);
        this.#observer.observe(this.#root.node);
        this.redraw();
      },
      () => {
        // OK because the list of tasks is elsewhere too: the next snapshot tries again.
        drawing = undefined;
      },
    );
    return undefined;
  }

  protected override forget(): void {
    this.#isFresh = true;
  }

  protected override reads({ tasks, plan }: Snapshot): readonly unknown[] {
    return [tasks, plan];
  }

  protected override draw(snapshot: Snapshot, texts: Texts): boolean {
    const { plan } = snapshot;
    const tasks = inOrder(snapshot.tasks, plan);
    if (tasks.length === 0) return false;
    const draws = this.#drawing();
    if (draws === undefined) return false;
    const own = texts.graph;
    this.name(own.label);
    mark(this.#scroller, "aria-label", own.label);
    write(this.#title, own.label);
    this.#steps = new Map(plan?.steps.map((step) => [step.id, step]));
    this.#numbers = new Map(tasks.map(({ id }, index) => [id, index + 1]));
    this.#tasks = new Map(tasks.map((task) => [task.id, task]));
    const shown = chosen(tasks);
    write(this.#note, fill(own.shown, { shown: shown.length, total: tasks.length }));
    show(this.#note, shown.length < tasks.length);
    mark(this.#scroller, "data-large", shown.length > LARGE ? "" : null);
    const shape = JSON.stringify(shown.map(({ id, parent, dependsOn }) => [id, parent, dependsOn]));
    if (shape !== this.#shape) this.#levels = draws.levels(shown);
    this.#shape = shape;
    this.#root?.set(this.#levels, null);
    cancelAnimationFrame(this.#due);
    this.#due = requestAnimationFrame(() => this.#fit());
    return true;
  }

  #about(task: TaskNode): ReturnType<View["about"]> {
    const { id, status, dependsOn } = task;
    const list = (done: boolean): string =>
      dependsOn
        .filter((first) => done === (status === "done" || this.#tasks.get(first)?.status === "done"))
        .map((first) => this.#numbers.get(first) ?? first)
        .join(", ");
    const seen = observed(task);
    const wanted = criteria(id, this.#steps.get(id));
    const is = (one: Criterion) => (other: Criterion) => one.kind === other.kind && one.ref === other.ref;
    return {
      number: this.#numbers.get(id) ?? 0,
      waits: list(false),
      after: list(true),
      proofs: [
        ...wanted.map((asked) => ({ asked, seen: seen.find(is(asked)) })),
        ...seen.filter((item) => !wanted.some(is(item))).map((item) => ({ asked: item, seen: item })),
      ],
    };
  }

  /** What the boxes ask for. */
  #view(): View {
    return {
      texts: () => this.words,
      locale: () => this.locale,
      task: (id) => this.#tasks.get(id),
      about: (task) => this.#about(task),
      when: (at) => this.time(typeof at === "number" && Math.abs(at) < TIME_MAX ? new Date(at).toISOString() : String(at)),
    };
  }

  /** Chooses between wide and narrow by the room there is, and draws the lines between boxes that stand. */
  #fit(): void {
    const { clientWidth } = this.#scroller;
    if (clientWidth === 0) return;
    const em = parseFloat(getComputedStyle(this.#scroller).fontSize);
    const boxes = this.#levels.get(null)?.widths.reduce((sum, width) => sum + width, 0) ?? 0;
    // OK because a change of the layout may bring or take the page's scroll bar, which must not turn it back.
    const width = clientWidth - (this.dataset["layout"] === "down" ? SCROLL_BAR : 0);
    const isWide = boxes * BOX_EM * em <= width * (width >= WIDE_EM * em ? 2 : 1);
    mark(this, "data-layout", isWide ? "across" : "down");
    this.#root?.route(isWide);
    // What scrolls can be reached by keyboard.
    const { scrollWidth, scrollHeight, clientHeight } = this.#scroller;
    mark(this.#scroller, "tabindex", scrollWidth > clientWidth || scrollHeight > clientHeight ? "0" : null);
    if (this.#isFresh) this.#bring(this.#scroller.querySelector('[data-status="running"]'));
    this.#isFresh = false;
  }

  /** At first the picture shows the place where work goes on, without moving the page. */
  #bring(box: Element | null): void {
    if (box === null) return;
    const [at, frame] = [box.getBoundingClientRect(), this.#scroller.getBoundingClientRect()];
    const isSeen = at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom;
    const middle = (from: number, to: number): number => (from + to) / 2;
    if (isSeen) return;
    this.#scroller.scrollBy(
      middle(at.left, at.right) - middle(frame.left, frame.right),
      middle(at.top, at.bottom) - middle(frame.top, frame.bottom),
    );
  }
}

/** Those that are drawn: all, or of too many those first that need somebody's eyes, then what is not done. */
function chosen(tasks: readonly TaskNode[]): readonly TaskNode[] {
  if (tasks.length <= SHOWN_MAX) return tasks;
  const rank = ({ status }: TaskNode): number => (NEEDS_EYES.has(status) ? 0 : status === "done" ? 2 : 1);
  const first = new Set([0, 1, 2].flatMap((wanted) => tasks.filter((task) => rank(task) === wanted)).slice(0, SHOWN_MAX));
  return tasks.filter((task) => first.has(task));
}
