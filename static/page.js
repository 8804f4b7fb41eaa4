// The simulator's own page.

import { load, shell } from "./load.js";

const around = shell(() => {});
const { mount } = await load();

/** Kept for as long as the page is: what nobody has in hand is taken off the page. */
export const simulator = mount(document.documentElement, document.body, around, undefined, "");

// The editor is fetched when there is nothing else to do. Where that fails, the first who needs it tries again.
(globalThis.requestIdleCallback ?? setTimeout)(() => around.editor().catch(() => {}));
