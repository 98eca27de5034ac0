// What differs between two texts, line by line.
const LINES_MAX = 2_000;

/** Lines of both texts in order, each `same`, `gone` or `new`, with its number in the text it is of. */
export function lineDiff(before, after) {
  const old = before === "" ? [] : before.split("\n");
  const now = after === "" ? [] : after.split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const middle = between(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const same = (lines) => lines.map((text) => ({ kind: "same", text }));
  return [...same(old.slice(0, head)), ...middle, ...same(tail === 0 ? [] : old.slice(-tail))];
}

/** Longest common subsequence; past the limit all old lines are gone and all new ones new. */
function between(old, now) {
  if (old.length * now.length > LINES_MAX * LINES_MAX) {
    return [...old.map((text) => ({ kind: "gone", text })), ...now.map((text) => ({ kind: "new", text }))];
  }
  const width = now.length + 1;
  const best = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      best[i * width + j] =
        old[i] === now[j] ? best[(i + 1) * width + j + 1] + 1 : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
    }
  }
  const lines = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: "same", text: old[i] });
      i += 1;
      j += 1;
    } else if (j === now.length || (i < old.length && best[(i + 1) * width + j] >= best[i * width + j + 1])) {
      lines.push({ kind: "gone", text: old[i] });
      i += 1;
    } else {
      lines.push({ kind: "new", text: now[j] });
      j += 1;
    }
  }
  return lines;
}
