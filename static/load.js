// Loads what the simulator is made of, once for all simulators of a document. Every address counts from this file, which
// may be served from another place than the document.

const here = (path) => new URL(path, import.meta.url);

/** Fetches a module once; where that failed, anew for the next who asks. */
function once(address) {
  let module;
  let tries = 0;
  return () => {
    module ??= (async () => {
      // A browser does not try a module again that it could not fetch, unless it has another address.
      const fetched = await import(`${address}${tries++ ? `?${tries}` : ""}`);
      await fetched.default();
      return fetched;
    })();
    module.catch(() => (module = undefined));
    return module;
  };
}

/** The module that draws simulators. */
export const load = once("./page/queuescope-page.js");

/** The module that edits texts, explains their errors and opens links. */
export const editor = once("./editor/queuescope-editor.js");

/** The module that draws sheets, and makes of a text what can be taken along. */
export const sheets = once("./sheets/queuescope-sheets.js");

/** What a person takes along and brings. */
export const tools = () => import("./tools.js");

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

/** Where the simulator is. */
export const address = here("./").href;

/** The style of the sheets. */
const sheetsStyle = () => text(here("sheets.css"));

/**
 * What a simulator asks of the script around it: `told` hears what happens in it, `said` what it says for this script, `wear` puts a style on.
 */
export const shell = (told, said, wear) => {
  let worn;
  return {
    editor,
    sheets: async () => {
      const [{ sheet }, style] = await Promise.all([sheets(), sheetsStyle()]);
      if (!worn) wear((worn = style));
      return { sheet: (name, text, state) => sheet(name, text, `${state}address ${address}\n`) };
    },
    lesson,
    said: (words) => queueMicrotask(() => said(words)),
    // The simulator is in the middle of something when it tells.
    told: (what) => queueMicrotask(() => told(what)),
  };
};
