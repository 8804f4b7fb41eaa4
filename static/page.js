// The simulator's own page.

import { load, shell } from "./load.js";

const { mount } = await load();

/** Kept for as long as the page is: what nobody has in hand is taken off the page. */
export const simulator = mount(document.documentElement, document.body, shell(() => {}), undefined, "");
