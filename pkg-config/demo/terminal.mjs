// A conversation in the terminal with a scripted host, played from the installed package.
import { init, version } from "plangate";

const bold = (text) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text);

/** What the person and the host say, in order: each act prints itself and returns when it is over. */
const ACTS = [
  ["load the core", () => init()],
  ["ask its version", () => console.log(`  plangate ${version()}`)],
];

for (const [name, act] of ACTS) {
  console.log(bold(`▸ ${name}`));
  await act();
}
