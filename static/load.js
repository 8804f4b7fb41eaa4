// Loads what the simulator is made of, once for all simulators of a document. Every address counts from this file, which
// may be served from another place than the document.

const here = (path) => new URL(path, import.meta.url);

let page;

/** The module that draws simulators. */
export function load() {
  page ??= (async () => {
    const module = await import("./page/queuescope-page.js");
    await module.default();
    return module;
  })();
  // Asked for again, it is fetched again.
  page.catch(() => (page = undefined));
  return page;
}

let editor;
let tries = 0;

async function fetchEditor() {
  // A browser does not try a module again that it could not fetch, unless it has another address.
  const module = await import(`./editor/queuescope-editor.js${tries++ ? `?${tries}` : ""}`);
  await module.default();
  return module;
}

async function text(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be had: ${answer.status} ${answer.statusText}`);
  return answer.text();
}

/** The text of a lesson. */
export const lesson = async (name) => {
  if (!/^[a-z0-9-]+$/.test(name)) throw new Error(`there is no lesson ${name}`);
  return text(here(`scenarios/${name}.queue`));
};

/** The text at an address. */
export const scenario = text;

/** The style of the simulator. */
export const style = () => text(here("queuescope.css"));

/** Where the simulator's own page is. */
export const simulator = here("./");

/** What a simulator asks of the script around it; `told` hears what happens in it. */
export const shell = (told) => ({
  editor() {
    editor ??= fetchEditor();
    editor.catch(() => (editor = undefined));
    return editor;
  },
  lesson,
  // The simulator is in the middle of something when it tells.
  told: (what) => queueMicrotask(() => told(what)),
});
