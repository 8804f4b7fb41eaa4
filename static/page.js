// The simulator's own page.

import { load, shell } from "./load.js";

const { mount } = await load();
mount(document.documentElement, document.body, shell(() => {}), undefined, "");
