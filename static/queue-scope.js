// <queue-scope>, a scenario as a figure that can be stepped through, and the same for fenced code blocks of the language
// `queuescope`. One line in a page does it:
//
//     <script type="module" src="…/queue-scope.js"></script>

import { lesson, load, scenario, shell, style, tools } from "./load.js";

/** The attributes that the simulator reads itself, under the same names. */
const OPTIONS = ["panels", "read-only", "step", "at", "select", "speed", "theme", "autoplay"];

/** How far from the window a figure is loaded. */
const NEAR = "600px";

let sheet;

/** What no style of the page around it gets at: what its elements pass on to those within them. */
const OWN =
  ":host { font-size: medium !important } :where(.figure-root) { all: initial; display: block; color-scheme: inherit }";

/** What stands for `rem`, which in a shadow root would be the host page's measure: the reader's own size of text. */
const REM = "--queuescope-rem";

/** A style as a shadow root takes it. */
function shadowed(style) {
  const made = new CSSStyleSheet();
  made.replaceSync(style.replace(/(-?[\d.]+)rem\b/g, `calc($1 * var(${REM}))`));
  return made;
}

/** The simulator's style for a shadow root. */
function sheetOfShadow() {
  sheet ??= (async () => {
    CSS.registerProperty({ name: REM, syntax: "<length>", inherits: true, initialValue: "16px" });
    return shadowed(`${OWN} :host { ${REM}: 1em }\n${await style()}`);
  })();
  sheet.catch(() => (sheet = undefined));
  return sheet;
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) target.load();
  },
  { rootMargin: NEAR },
);

/** A text without the indentation that all its lines have, and without empty lines around it. */
function dedented(text) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  while (lines.length && !lines[0].trim()) lines.shift();
  while (lines.length && !lines.at(-1).trim()) lines.pop();
  const indents = lines.filter((line) => line.trim()).map((line) => line.match(/^\s*/)[0].length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least) + "\n").join("");
}

/** Those of them that no figure has for a reader who wants things to stay where they are. */
const MOVING = ["autoplay"];

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What a comment of the scenario asks for: `# figure: step=5 panels=lanes,steps read-only`. */
function asked(text) {
  const said = /^[ \t]*#[ \t]*figure:(.*)$/m.exec(text)?.[1] ?? "";
  return said
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => [part.split("=", 1)[0], part.includes("=") ? part.slice(part.indexOf("=") + 1) : ""]);
}

/** Until simulators have done what they were told. */
const settled = () => new Promise((done) => setTimeout(done));

/** Until the places of those that are gone can be taken by others. */
let cleared;

function free(mounted) {
  if (!mounted) return;
  mounted.free();
  cleared = settled();
}

/** A number that a script has handed over. */
function number(name, value, fits, what) {
  if (typeof value === "number" && fits(value)) return value;
  throw new TypeError(`${name} takes ${what}, not ${typeof value === "string" ? JSON.stringify(value) : String(value)}`);
}

const whole = (name, count) => number(name, count, Number.isSafeInteger, "a whole number of steps");

class QueueScope extends HTMLElement {
  static observedAttributes = [...OPTIONS, "src", "lesson", "height"];

  #mounted;
  /** Whether it takes in what it is told. */
  #ready = false;
  /** The text to show in place of the one that is shown, or that is to be found. */
  #text;
  #readOnly = false;
  #wanted = false;
  #turn = 0;
  #calls = [];
  #calling = false;
  #faults = [];

  connectedCallback() {
    if (this.#mounted) return;
    if (!this.shadowRoot) this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
    if (Object.hasOwn(this, "scenario")) {
      // It was set before this script was there.
      const { scenario } = this;
      delete this.scenario;
      this.scenario = scenario;
    }
    if (this.#wanted) this.#again();
    else near.observe(this);
  }

  disconnectedCallback() {
    near.unobserve(this);
    // One that is only moved is back by then.
    queueMicrotask(() => {
      if (!this.isConnected) this.#remove();
    });
  }

  attributeChangedCallback(name) {
    if (name === "height") return this.#measure();
    this.#text = name === "src" || name === "lesson" ? undefined : (this.#text ?? this.#mounted?.text());
    if (this.#wanted) this.#again();
  }

  /** Loads the figure, if it is not there yet. It does so by itself when it comes near the window. */
  load() {
    if (this.#wanted) return;
    this.#wanted = true;
    near.unobserve(this);
    this.#again();
  }

  /** The text of the scenario. */
  get scenario() {
    return this.#text ?? this.#mounted?.text() ?? this.#content;
  }

  set scenario(text) {
    if (typeof text !== "string") throw new TypeError(`scenario is a text, not ${String(text)}`);
    this.#text = text;
    if (this.#ready && !this.#readOnly) {
      this.#call(async (mounted) => {
        mounted.say(`write ${text}`);
        await settled();
        if (this.#text === text) this.#text = undefined;
      });
    } else if (this.#wanted) {
      // One that takes in no text, or has failed, or is about to show another one, is made anew.
      this.#again();
    }
  }

  /** The number of the step on screen, from 1 on; 0 while there is none. */
  get position() {
    return this.#state[0];
  }

  /** How many steps there are. */
  get steps() {
    return this.#state[1];
  }

  /** The instant of the step on screen, in seconds. */
  get time() {
    return this.#state[2] / 1e6;
  }

  get playing() {
    return this.#state[3] === 1;
  }

  /** Goes so many steps on. */
  step(count = 1) {
    this.#go(whole("step", count));
  }

  /** Goes so many steps back. */
  back(count = 1) {
    this.#go(-whole("back", count));
  }

  /** Goes to the last step at or before an instant, in seconds. */
  seek(seconds) {
    const fits = (value) => Number.isFinite(value) && value >= 0;
    const at = number("seek", seconds, fits, "an instant in seconds, from 0 on");
    this.#call((mounted) => mounted.say(`seek ${Math.round(at * 1e6)}`));
  }

  play() {
    this.#play(true);
  }

  pause() {
    this.#play(false);
  }

  #play(on) {
    this.#call((mounted) => mounted.say(on ? "play" : "pause"));
  }

  #go(by) {
    // No run has so many.
    const most = 1e9;
    this.#call((mounted) => mounted.say(`by ${Math.max(-most, Math.min(by, most))}`));
  }

  /** Lets the simulator do something, as soon as there is one. */
  #call(call) {
    this.#calls.push(call);
    this.#carryOut();
  }

  async #carryOut() {
    if (this.#calling) return;
    this.#calling = true;
    try {
      while (this.#ready && this.#calls.length) await this.#calls.shift()(this.#mounted);
    } finally {
      this.#calling = false;
    }
  }

  /** Number of the step, number of steps, microseconds, whether it plays; then what is wrong, in words. */
  get #state() {
    const [at, of, now, playing, ...faults] = this.#mounted?.state().split("\n") ?? [0, 0, 0, 0];
    return [+at, +of, +now, +playing, faults];
  }

  #again() {
    const turn = ++this.#turn;
    this.#ready = false;
    // Several attributes may change at once.
    queueMicrotask(() => {
      if (turn === this.#turn && this.isConnected) this.#mount(turn);
    });
  }

  async #mount(turn) {
    try {
      const [page, sheet, text] = await Promise.all([load(), sheetOfShadow(), this.#find()]);
      for (let seen; seen !== cleared; ) await (seen = cleared);
      if (turn !== this.#turn || !this.isConnected) return;
      const before = this.#mounted;
      this.#text = undefined;
      const given = new Map(asked(text));
      if (!this.hasAttribute("height") && given.has("height")) this.setAttribute("height", given.get("height"));
      given.delete("height");
      // An element has attributes of its own as well; what the comment says is all for the figure.
      for (const name of OPTIONS) if (this.hasAttribute(name)) given.set(name, this.getAttribute(name));
      if (still.matches) for (const name of MOVING) given.delete(name);
      this.#readOnly = given.has("read-only");
      const options = [...given].map(([name, value]) => `${name} ${value}`);
      const root = document.createElement("div");
      root.className = "figure-root";
      this.shadowRoot.adoptedStyleSheets = [sheet];
      this.shadowRoot.replaceChildren(root);
      this.#measure();
      const told = (what) => {
        if (turn === this.#turn) this.#tell(what);
      };
      this.#mounted = page.mount(root, root, this.#shell(told), text, ["figure", ...options].join("\n"));
      free(before);
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** What the simulator asks of this script. */
  #shell(told) {
    const said = async (words) => (await tools()).said(this.#mounted, words, this.shadowRoot);
    const wear = (style) => this.shadowRoot.adoptedStyleSheets.push(shadowed(style));
    return shell(told, said, wear);
  }

  /** The text that is to be shown. */
  async #find() {
    if (this.#text !== undefined) return this.#text;
    if (this.hasAttribute("lesson")) return lesson(this.getAttribute("lesson"));
    if (this.hasAttribute("src")) return scenario(new URL(this.getAttribute("src"), document.baseURI));
    return this.#content;
  }

  /** What the element holds, of which a `<pre>` keeps the lines where there is no script. */
  get #content() {
    return dedented((this.querySelector("pre") ?? this).textContent);
  }

  #tell(what) {
    if (!this.#mounted) return;
    this.#ready = true;
    if (what === "text") return this.#send("change", { scenario: this.scenario });
    const { position, steps, time, playing } = this;
    this.#send("step", { position, steps, time, playing });
    const messages = this.#state[4];
    if (messages.length && messages.join("\n") !== this.#faults.join("\n")) {
      console.warn("queue-scope:", ...messages);
      this.#send("error", { messages });
    }
    this.#faults = messages;
    this.#carryOut();
  }

  #send(name, detail) {
    // Under the name of `error` a window hears of scripts that have failed, which is none of this.
    const bubbles = name !== "error";
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles, composed: true }));
  }

  /** Without the simulator the text stays, and with it why. */
  #fail(error) {
    this.#unmount();
    const said = document.createElement("p");
    said.setAttribute("role", "alert");
    said.textContent = `The figure cannot be shown: ${error.message}`;
    this.shadowRoot.replaceChildren(said, document.createElement("slot"));
    this.#send("error", { messages: [error.message] });
  }

  #measure() {
    const root = this.shadowRoot?.querySelector(".figure-root");
    if (!root) return;
    const height = this.getAttribute("height");
    root.style.height = height ? (/^\d+$/.test(height) ? `${height}px` : height) : "";
  }

  #unmount() {
    free(this.#mounted);
    this.#mounted = undefined;
  }

  #remove() {
    this.#turn += 1;
    this.#ready = false;
    this.#wanted = false;
    this.#text ??= this.#mounted?.text();
    this.#unmount();
    this.shadowRoot.replaceChildren(document.createElement("slot"));
  }
}

if (!customElements.get("queue-scope")) customElements.define("queue-scope", QueueScope);

/** Code blocks as mdBook, Docusaurus, MkDocs, Hugo and plain HTML write them. */
const BLOCKS =
  "pre:has(> code.language-queuescope), pre.language-queuescope, .language-queuescope pre, .highlight-queuescope pre, pre[lang=queuescope]";

/** The text of a code block, whatever the page's style makes of it. Highlighters end lines by elements. */
function textOf(code) {
  const copy = code.cloneNode(true);
  for (const end of copy.querySelectorAll("br")) end.replaceWith("\n");
  for (const line of copy.querySelectorAll("div")) if (!line.textContent.endsWith("\n")) line.append("\n");
  return copy.textContent;
}

/** Puts a figure behind each code block, which is then no longer shown. It stays where it is: others may look after it. */
function upgrade(within) {
  for (const block of within.querySelectorAll(BLOCKS)) {
    if (block.dataset.queuescope !== undefined || block.closest("queue-scope")) continue;
    block.dataset.queuescope = "";
    const figure = document.createElement("queue-scope");
    // Around the code there may be buttons.
    figure.scenario = dedented(textOf(block.querySelector("code") ?? block));
    block.style.display = "none";
    block.after(figure);
  }
}

new MutationObserver(() => upgrade(document)).observe(document, { childList: true, subtree: true });
upgrade(document);
