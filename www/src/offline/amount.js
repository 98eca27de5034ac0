// Values of settings: what unit a name says, how code writes a number, how people read it.

/** Milliseconds of one unit of a setting, by its name; `null` where it only counts. */
export function unitOf(name) {
  if (/ms$|millis/iu.test(name)) return 1;
  if (/sec(?:onds?)?s?$/iu.test(name)) return 1_000;
  if (/min(?:utes?)?$/iu.test(name)) return 60_000;
  return /hours?$/iu.test(name) ? 3_600_000 : null;
}

export const numberOf = (literal) => Number(literal.replaceAll("_", ""));

/** A number as code writes it here: with `_` between thousands where the old one has them or it is long. */
export function literalOf(number, old) {
  const whole = String(Math.round(number * 1_000) / 1_000);
  return old.includes("_") || number >= 10_000 ? whole.replace(/\B(?=(\d{3})+(?!\d))/gu, "_") : whole;
}

/** A value for people. */
export function shown(name, number, speech) {
  const unit = unitOf(name);
  if (unit === null) return String(number);
  const ms = number * unit;
  if (ms % 60_000 === 0 && (ms >= 120_000 || unit === 60_000)) return speech.min(ms / 60_000);
  return ms % 1_000 === 0 ? speech.s(ms / 1_000) : speech.ms(ms);
}

/** What a person's amount is in the unit of the setting. Without a unit it is read as the one people use for it. */
export function inUnitOf(name, amount, now) {
  const unit = unitOf(name);
  if (unit === null) return Math.round(amount.number);
  if (amount.ms !== null) return Math.max(1, Math.round((amount.number * amount.ms) / unit));
  // "make it 60" of a setting that stands at 10 s in milliseconds means seconds.
  return unit === 1 && amount.number < 1_000 && now >= 1_000 ? amount.number * 1_000 : amount.number;
}

/** Three values worth offering. */
export function choices(now, direction) {
  const times = direction === "down" ? [0.5, 0.3, 0.2] : direction === "up" ? [2, 3, 6] : [0.5, 2, 3];
  const round = (value) => (now >= 1_000 ? Math.max(1_000, Math.round(value / 1_000) * 1_000) : Math.max(1, Math.round(value)));
  const values = [...new Set(times.map((factor) => round(now * factor)).filter((value) => value !== now))];
  for (let next = now + 1; values.length < 3; next += 1) if (!values.includes(next)) values.push(next);
  return values;
}
