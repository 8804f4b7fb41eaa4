// <queue-scope>, a scenario as a figure that can be stepped through, and the same for fenced code blocks of the language
// `queuescope`. One line in a page does it:
//
//     <script type="module" src="…/queue-scope.js"></script>

import { lesson, load, scenario, shell, style } from "./load.js";

/** The attributes that the simulator reads itself, under the same names. */
const OPTIONS = ["panels", "read-only", "step", "at", "select", "speed", "theme", "autoplay"];

/** How far from the window a figure is loaded. */
const NEAR = "600px";

let sheet;

/** What stands for `rem`, which in a shadow root would be the host page's measure: the reader's own size of text. */
const REM = "--queuescope-rem";

/** The simulator's style for a shadow root. */
function sheetOfShadow() {
  sheet ??= (async () => {
    const made = new CSSStyleSheet();
    CSS.registerProperty({ name: REM, syntax: "<length>", inherits: true, initialValue: "16px" });
    const text = `:host { ${REM}: 1em }\n${await style()}`;
    return made.replace(text.replace(/(-?[\d.]+)rem\b/g, `calc($1 * var(${REM}))`));
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

class QueueScope extends HTMLElement {
  static observedAttributes = [...OPTIONS, "src", "lesson", "height"];

  #mounted;
  #text;
  #wanted = false;
  #turn = 0;
  #faults = [];

  connectedCallback() {
    if (this.#mounted) return;
    if (!this.shadowRoot) this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
    near.observe(this);
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
    if (name === "src" || name === "lesson") this.#text = undefined;
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
    return this.#mounted?.text() ?? this.#text ?? this.#content;
  }

  set scenario(text) {
    if (this.#mounted) this.#mounted.write(String(text));
    else this.#text = String(text);
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
    this.#mounted?.step(count);
  }

  /** Goes so many steps back. */
  back(count = 1) {
    this.#mounted?.step(-count);
  }

  /** Goes to the last step at or before an instant, in seconds. */
  seek(seconds) {
    this.#mounted?.seek(Math.round(seconds * 1e6));
  }

  play() {
    this.#mounted?.play(true);
  }

  pause() {
    this.#mounted?.play(false);
  }

  /** Number of the step, number of steps, microseconds, whether it plays; then what is wrong, in words. */
  get #state() {
    const [at, of, now, playing, ...faults] = this.#mounted?.state().split("\n") ?? [0, 0, 0, 0];
    return [+at, +of, +now, +playing, faults];
  }

  #again() {
    const turn = ++this.#turn;
    // Several attributes may change at once.
    queueMicrotask(() => {
      if (turn === this.#turn && this.isConnected) this.#mount(turn);
    });
  }

  async #mount(turn) {
    try {
      const [page, sheet, text] = await Promise.all([load(), sheetOfShadow(), this.#find()]);
      if (turn !== this.#turn || !this.isConnected) return;
      this.#unmount();
      this.#text = text;
      const given = new Map(asked(text));
      if (!this.hasAttribute("height") && given.has("height")) this.setAttribute("height", given.get("height"));
      given.delete("height");
      // An element has attributes of its own as well; what the comment says is all for the figure.
      for (const name of OPTIONS) if (this.hasAttribute(name)) given.set(name, this.getAttribute(name));
      if (still.matches) for (const name of MOVING) given.delete(name);
      const options = [...given].map(([name, value]) => `${name} ${value}`);
      const root = document.createElement("div");
      root.className = "figure-root";
      this.shadowRoot.adoptedStyleSheets = [sheet];
      this.shadowRoot.replaceChildren(root);
      this.#measure();
      this.#mounted = page.mount(root, root, shell((what) => this.#tell(what)), text, ["figure", ...options].join("\n"));
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
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
    const send = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    if (what === "text") return send("change", { scenario: this.scenario });
    const { position, steps, time, playing } = this;
    send("step", { position, steps, time, playing });
    const messages = this.#state[4];
    if (messages.length && messages.join("\n") !== this.#faults.join("\n")) {
      console.warn("queue-scope:", ...messages);
      send("error", { messages });
    }
    this.#faults = messages;
  }

  /** Without the simulator the text stays, and with it why. */
  #fail(error) {
    this.#unmount();
    const said = document.createElement("p");
    said.setAttribute("role", "alert");
    said.textContent = `The figure cannot be shown: ${error.message}`;
    this.shadowRoot.replaceChildren(said, document.createElement("slot"));
    this.dispatchEvent(new CustomEvent("error", { detail: { messages: [error.message] }, bubbles: true, composed: true }));
  }

  #measure() {
    const root = this.shadowRoot?.querySelector(".figure-root");
    if (!root) return;
    const height = this.getAttribute("height");
    root.style.height = height ? (/^\d+$/.test(height) ? `${height}px` : height) : "";
  }

  #unmount() {
    if (!this.#mounted) return;
    this.#text = this.#mounted.text();
    this.#mounted.free();
    this.#mounted = undefined;
  }

  #remove() {
    this.#turn += 1;
    this.#wanted = false;
    this.#unmount();
    this.shadowRoot.replaceChildren(document.createElement("slot"));
  }
}

if (!customElements.get("queue-scope")) customElements.define("queue-scope", QueueScope);

/** Code blocks as mdBook, Docusaurus, MkDocs, Hugo and plain HTML write them. */
const BLOCKS =
  "pre:has(> code.language-queuescope), pre.language-queuescope, .language-queuescope pre, .highlight-queuescope pre, pre[lang=queuescope]";

/** Puts a figure behind each code block, which is then no longer shown. It stays where it is: others may look after it. */
function upgrade(within) {
  for (const block of within.querySelectorAll(BLOCKS)) {
    if (block.dataset.queuescope !== undefined || block.closest("queue-scope")) continue;
    block.dataset.queuescope = "";
    const figure = document.createElement("queue-scope");
    // Around the code there may be buttons.
    figure.scenario = dedented((block.querySelector("code") ?? block).innerText);
    block.style.display = "none";
    block.after(figure);
  }
}

new MutationObserver(() => upgrade(document)).observe(document, { childList: true, subtree: true });
upgrade(document);
