// Where the installed package lies: the one that `cargo xtask test` names, else the one linked beside these tests.
import { fileURLToPath } from "node:url";

export const packageFolder = process.env.PLANGATE_PACKAGE ?? fileURLToPath(new URL("node_modules/plangate", import.meta.url));
