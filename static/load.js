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

/** The module that edits texts and explains their errors. */
const editor = once("./editor/queuescope-editor.js");

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

/** What a simulator asks of the script around it; `told` hears what happens in it. */
export const shell = (told) => ({
  editor,
  lesson,
  // The simulator is in the middle of something when it tells.
  told: (what) => queueMicrotask(() => told(what)),
});
