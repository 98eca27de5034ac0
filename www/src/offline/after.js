// What the offline model does after its first card, fetched then: it changes a plan, carries it out, and talks.
export { revise } from "./revise.js";
export { explain, tell } from "./talk.js";
export { carryOut, perform } from "./work.js";
