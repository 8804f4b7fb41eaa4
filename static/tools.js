// What a person takes along from a simulator, and brings to it: links, files, the clipboard. All that is made of a text is made by the
// modules; here it is only handed on.

import { address, editor, sheets } from "./load.js";

/** How long the page waits after a change before it writes it into its address, in milliseconds. */
const PAUSE = 400;

/** The largest file that is read, in bytes: a scenario is at most 64 KiB, a JSON document of one at most 16 times that. */
const LARGEST = 1 << 20;

const FILES = {
  text: ["queue", "text/plain"],
  json: ["json", "application/json"],
  markdown: ["md", "text/markdown"],
  csv: ["csv", "text/csv"],
  rust: ["rs", "text/plain"],
  svg: ["svg", "image/svg+xml"],
  png: ["png", "image/png"],
};

/** What the page is to open: of a page that is loaded anew its text, else what its link says. Text and options. */
export async function found() {
  if (history.state?.text !== undefined) return [history.state.text, history.state.view];
  return opened(location.hash);
}

/** What a link opens; where it opens nothing, the default scenario, and why. */
async function opened(fragment) {
  try {
    const held = (await editor()).unlink(fragment);
    const end = held.startsWith("\n") ? 0 : held.indexOf("\n\n") + 1;
    return [held.slice(end + 1), held.slice(0, end)];
  } catch (error) {
    const why = typeof error === "string" ? `This link opens nothing: ${error}.` : `This link could not be opened: ${error.message}`;
    return [undefined, `notice ${why}`];
  }
}

let timer;

/** The text that a link of this page has put there: its address is right already. */
let untouched;

/** Keeps what is on the page in its address, so that it survives a reload and can be sent on. */
function keep(simulator) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const [text, view] = [simulator.text(), simulator.view()];
    if (text === untouched) return;
    untouched = undefined;
    const { link } = await sheets();
    let fragment = "";
    try {
      fragment = `#${link(text, view)}`;
    } catch {
      // Too long for a link: it is kept all the same.
    }
    history.replaceState({ text, view }, "", fragment || location.pathname + location.search);
  }, PAUSE);
}

/** Opens the link that the page has now. */
export async function follow(simulator) {
  // Without a link the page is as it was before there was one.
  if (location.hash.length < 2) return location.reload();
  const [text, options] = await opened(location.hash);
  if (text !== undefined) simulator.say(`write ${(untouched = text)}`);
  for (const line of options.split("\n")) simulator.say(line);
}

/** How far a key moves a mark, in pixels; with Shift, a tenth of it. */
const NUDGE = 10;

/** Lets the marks of what the script sends be taken hold of, and moved by keys. */
export function drags(simulator, root) {
  let held;
  const within = (event) => event.composedPath().find((it) => it.matches?.(".sent:not(.frozen) .arrival"));
  const to = (mark, pixels) => {
    const micros = Number(mark.dataset.at) + pixels * Number(mark.parentElement.dataset.microsPerPx);
    // Onto the grid that a pixel can tell apart.
    const grain = 10 ** Math.ceil(Math.log10(Number(mark.parentElement.dataset.microsPerPx)));
    return Math.max(0, Math.round(micros / grain) * grain);
  };
  const move = (mark, micros) => {
    const { line, at } = mark.dataset;
    if (micros !== Number(at)) simulator.say(`edit move\u001f\u001f${line}\u001f${micros}us`);
  };
  const drop = () => {
    if (!held) return;
    const { mark } = held;
    mark.classList.remove("dragged");
    mark.style.transform = "";
    held = undefined;
    return mark;
  };
  root.addEventListener("pointerdown", (event) => {
    const mark = within(event);
    if (!mark || event.button) return;
    mark.setPointerCapture(event.pointerId);
    held = { mark, from: event.clientX, by: 0 };
  });
  root.addEventListener("pointermove", (event) => {
    if (!held) return;
    held.by = event.clientX - held.from;
    if (Math.abs(held.by) < 3 && !held.mark.classList.contains("dragged")) return;
    held.mark.classList.add("dragged");
    held.mark.style.transform = `translateX(${held.by}px)`;
    held.mark.dataset.to = `${to(held.mark, held.by) / 1e6} s`;
  });
  root.addEventListener("pointerup", () => {
    const by = held?.by;
    const moved = held?.mark.classList.contains("dragged");
    const mark = drop();
    if (moved) move(mark, to(mark, by));
    else if (mark) simulator.say(`seek ${mark.dataset.at}`);
  });
  root.addEventListener("pointercancel", drop);
  root.addEventListener(
    "keydown",
    (event) => {
      const mark = within(event);
      if (!mark) return;
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === "Escape" && drop()) event.stopPropagation();
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      move(mark, to(mark, way * (event.shiftKey ? NUDGE / 10 : NUDGE)));
      const { line } = mark.dataset;
      // The line keeps its mark, which may have come to stand elsewhere in the script.
      setTimeout(() => root.querySelector(`.arrival[data-line="${line}"]`)?.focus(), 50);
    },
    true,
  );
}

/** Keeps the colours that somebody has chosen for the next visit. */
function keepTheme() {
  try {
    localStorage["queuescope.theme"] = document.documentElement.dataset.theme;
  } catch {
    // Who keeps nothing chooses again.
  }
}

/** Hears what is dropped on the page. */
export function attend(simulator) {
  keepTheme();
  new MutationObserver(keepTheme).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  drags(simulator, document);
  import("./tour.js").then((tour) => tour.offer());
  Promise.all([import("./assist.js"), editor()]).then(([{ assist }, module]) => assist(document, module), () => {});
  const files = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => files(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    if (event.dataTransfer.files[0]) bring(simulator, event.dataTransfer.files[0]);
  });
}

/** Takes a file as the scenario. */
async function bring(simulator, file) {
  try {
    if (file.size > LARGEST) throw `${file.name} is larger than any scenario: ${Math.ceil(file.size / 1024)} KB`;
    const text = await file.text();
    if (text.includes("\0")) throw `${file.name} is no text`;
    simulator.say(`write ${(await sheets()).import_(text)}`);
    simulator.say("sheet");
  } catch (error) {
    simulator.say(`notice ${why(error)}`);
  }
}

const why = (error) => (typeof error === "string" ? `That cannot be: ${error}.` : error.message);

/** The steps at which playing ends, as they were asked for, by simulator. */
const stops = new WeakMap();

/** Finds the steps at which playing ends: they are others where the text is another one. */
async function stop(simulator) {
  const asked = stops.get(simulator);
  if (asked === undefined) return;
  const steps = asked ? (await sheets()).stops(simulator.text(), asked) : [];
  simulator.say(`stops ${[...steps].join(" ")}`);
}

/** The text of the page, as it was last heard of. */
let latest;

/** Shows a fault of the program, with what somebody may have written. */
export async function failed(error) {
  const text = document.querySelector("#source")?.value ?? latest;
  if (text !== undefined) history.replaceState({ text, view: "" }, "");
  (await import("./fault.js")).show(error, text);
}

/** Whether the text of the page is no longer the one that it was opened with. */
let edited = false;

/** Hears that something else is on screen of the page, or that its text is another one. */
export async function told(simulator, what) {
  edited ||= what === "text";
  if (what === "text") latest = simulator.text();
  if (edited) keep(simulator);
  // A text with errors has no steps to stop at.
  if (what === "text") stop(simulator).catch(() => {});
  const shown = await beside;
  if (what === "text") await shown?.renew(simulator);
  shown?.follow(simulator, document);
}

/** What shows another run beside this one, once somebody has asked for it. */
let beside;

/** What asks for the text that there was before. */
const BEFORE = "before the last edit";

/** Shows the run beside what it would be; of nothing, ends that. */
async function compare(simulator, what, root) {
  beside ??= import("./compare.js");
  beside.catch(() => (beside = undefined));
  const [{ close, open }, { link, other }] = await Promise.all([beside, sheets()]);
  const make = async () => {
    if (what !== BEFORE) return other(simulator.text(), what);
    const text = simulator.before();
    if (text === undefined) throw "nothing was edited yet";
    simulator.say(`field before ${link(text, "")}`);
    return text;
  };
  const ended = () => ["other", "both"].forEach((field) => simulator.say(`field ${field} `));
  close(simulator);
  if (!what) return ended();
  await make();
  simulator.say("panel compare");
  simulator.say(`field other ${what}`);
  simulator.say("field both on");
  await open(simulator, root, make, what, ended);
}

/** Does what a sheet asks for. `root` is where the simulator is. */
export async function said(simulator, words, root = document) {
  const [name, kind] = words.split(" ");
  try {
    if (name === "copy") {
      await copy(await made(simulator, kind, root));
      simulator.say(`field copied ${kind}`);
    } else if (name === "save") {
      save(await made(simulator, kind, root), await fileName(simulator, kind));
    } else if (name === "simulate") {
      open(await made(simulator, "link", root), "_blank", "noopener");
    } else if (name === "tour") {
      simulator.say("sheet");
      (await import("./tour.js")).begin();
    } else if (name === "stops") {
      stops.set(simulator, words.slice("stops ".length));
      simulator.say(`field ${words}`);
      await stop(simulator);
    } else if (name === "compare") {
      await compare(simulator, words.slice("compare ".length), root);
    } else if (name === "open") {
      const picker = document.createElement("input");
      picker.type = "file";
      picker.accept = ".queue,.json,.txt,text/plain,application/json";
      picker.onchange = () => picker.files[0] && bring(simulator, picker.files[0]);
      picker.click();
    }
  } catch (error) {
    simulator.say(`notice ${why(error)}`);
  }
}

/** The scenario in another form: a text, or a picture. */
async function made(simulator, kind, root) {
  const { link, export_, embedded } = await sheets();
  const text = simulator.text();
  switch (kind) {
    case "link":
      return `${address}#${link(text, simulator.view())}`;
    case "embed":
      return embedded(text, address);
    case "svg":
      return picture(root).written;
    case "png":
      return pixels(picture(root));
    default:
      return export_(text, kind);
  }
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error("The browser does not let this page use the clipboard. Download it instead.");
  }
}

function save(content, name) {
  const [, type] = Object.values(FILES).find(([ending]) => name.endsWith(`.${ending}`));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A file's name of the scenario's title. */
async function fileName(simulator, kind) {
  const title = /^title\s+"(.*)"/m.exec(simulator.text())?.[1] ?? "";
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["scenario"];
  return `${words.slice(0, 8).join("-").slice(0, 60)}.${FILES[kind][0]}`;
}

/** What of an element's style makes a picture. */
const STYLE = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "opacity", "display", "visibility", "text-anchor", "dominant-baseline", "paint-order", "font-family", "font-size", "font-weight",
  "font-variant-numeric", "letter-spacing",
];

/** The timeline as a picture that stands for itself: its colours and letters are written into it. */
function picture(root) {
  const drawn = root.querySelector("#timeline svg");
  if (!drawn) throw new Error("There is no timeline on screen.");
  const copy = drawn.cloneNode(true);
  const from = [drawn, ...drawn.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, place) => {
    const style = getComputedStyle(element);
    for (const name of STYLE) to[place].setAttribute(name, style.getPropertyValue(name));
    to[place].removeAttribute("class");
  });
  const [width, height] = ["width", "height"].map((name) => Number(drawn.getAttribute(name)));
  const ground = document.createElementNS(drawn.namespaceURI, "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(drawn.closest(".card")).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute("xmlns", drawn.namespaceURI);
  return { written: new XMLSerializer().serializeToString(copy), width, height };
}

/** A picture in pixels, twice as many as on screen. */
async function pixels({ written, width, height }) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([written], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width * 2, height * 2];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture is too large for this browser.")))),
    );
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
