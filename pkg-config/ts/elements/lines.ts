// The way of a line from box to box, as the `d` of an SVG path: first the line itself, then its head. Pure; x runs in the
// direction of reading, which the caller turns where that is from right to left.

/** A box, or a place in a layer where a line passes, in pixels. */
export type Box = { x: number; y: number; width: number; height: number };

/** How far below the upper edge of a box its lines begin and end. */
export const PORT = 22;
/** Lines that leave a box at the side where others come in keep this far from them. */
const APART = 6;
const HEAD = 5;
const CORNER = 8;
const LANE = 11;
const INDENT = 20;

/** The room that `lanes` rails take beside a list. */
export function railWidth(lanes: number): number {
  return lanes === 0 ? 0 : CORNER + lanes * pitch(lanes) + HEAD;
}

/** From the end of one box to the beginning of another in a later layer; `passed` are the places between them, `edge` where the first layer ends. */
export function across(from: Box, to: Box, passed: readonly Box[], edge: number): string {
  let way = `M${at(from.x + from.width, from.y + PORT)}`;
  let [x, y] = [Math.max(edge, from.x + from.width), from.y + PORT];
  way += `H${round(x)}`;
  for (const place of [...passed, { ...to, y: to.y + PORT, width: 0 }]) {
    const middle = (x + place.x) / 2;
    way += y === place.y ? `H${round(place.x)}` : `C${at(middle, y)} ${at(middle, place.y)} ${at(place.x, place.y)}`;
    [x, y] = [place.x + place.width, place.y];
    if (place.width > 0) way += `H${round(x)}`;
  }
  return way + head(x, y, 1, 0);
}

/** From one box down to the next in the list, or round those between them on a rail at their side. */
export function down(from: Box, to: Box, lane: number | null, lanes: number): string {
  if (lane === null) {
    const x = from.x + INDENT;
    return `M${at(x, from.y + from.height)}V${round(to.y)}${head(x, to.y, 0, 1)}`;
  }
  const x = from.x - CORNER - HEAD - lane * pitch(lanes);
  const [start, end] = [from.y + PORT + APART, to.y + PORT - APART];
  return (
    `M${at(from.x, start)}H${round(x + CORNER)}Q${at(x, start)} ${at(x, start + CORNER)}` +
    `V${round(end - CORNER)}Q${at(x, end)} ${at(x + CORNER, end)}H${round(to.x)}${head(to.x, end, 1, 0)}`
  );
}

/** Many rails stand closer together. */
function pitch(lanes: number): number {
  return Math.min(LANE, 88 / lanes);
}

/** An arrow head that points to `x`, `y`. */
function head(x: number, y: number, right: number, below: number): string {
  const [back, side] = [HEAD, HEAD * 0.8];
  const left = at(x - right * back - below * side, y - below * back - right * side);
  return `M${left}L${at(x, y)}L${at(x - right * back + below * side, y - below * back + right * side)}`;
}

function at(x: number, y: number): string {
  return `${round(x)} ${round(y)}`;
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
