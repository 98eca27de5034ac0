// What draws `<plangate-graph>`, in one module of its own: pages that never show it do not load it.
export { levels } from "./layers.js";
export { Square } from "./square.js";
