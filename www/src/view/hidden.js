// Views that are hidden at first, fetched when they are asked for.
export { MachineryView } from "./machinery.js";
export { SettingsView } from "./settings.js";
