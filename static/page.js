// The simulator's own page.

import { editor, load, shell, tools } from "./load.js";

/** Kept for as long as the page is: what nobody has in hand is taken off the page. */
export let simulator;

/** Whether there is anything to hear of. */
let heard;

const told = async (what) => {
  if ((heard ||= what === "text")) (await tools()).told(simulator, what);
};

const said = async (words) => {
  heard = true;
  (await tools()).said(simulator, words);
};

const wear = (style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
};

// A fault of the program shows itself, and never as an empty page.
for (const what of ["error", "unhandledrejection"])
  addEventListener(what, async ({ error, reason = error }) => {
    if (!simulator || reason instanceof WebAssembly.RuntimeError) (await tools()).failed(reason);
  });

const page = load();
// A link, or what was there before the page was loaded anew.
const [text, options = ""] = location.hash[1] || history.state ? await tools().then((it) => it.found(), () => []) : [];

const root = document.documentElement;
let theme = "auto";
try {
  theme = localStorage["queuescope.theme"] ?? theme;
} catch {
  // Nothing is kept then.
}
const around = shell(told, said, wear);

simulator = (await page).mount(root, document.body, around, text, `theme ${theme}\n${options}`);

addEventListener("hashchange", async () => (await tools()).follow(simulator));

// The rest is fetched when somebody does something for the first time. Where that fails, the first who needs it tries again.
const begun = new AbortController();
const begin = async () => {
  begun.abort();
  editor().catch(() => {});
  around.sheets().catch(() => {});
  (await tools()).attend(simulator);
};
for (const what of ["pointermove", "pointerdown", "keydown", "dragenter"])
  addEventListener(what, begin, { signal: begun.signal, capture: true });

// When there is nothing else to do, all is kept for when there is no network.
(globalThis.requestIdleCallback ?? setTimeout)(() => navigator.serviceWorker?.register("sw.js").catch(() => {}));
