// Helps with the text of a scenario: what could stand at the caret, and what a word means. The editor's module says both; here they are
// shown beside the text.

/** What stands between the parts of an entry, and behind one: as `queuescope-editor` writes them down. */
const FIELD = "\u001f";
const ENTRY = "\u001e";

/** How long the pointer rests on a word before its help is shown, and how long that stays when the pointer leaves, in milliseconds. */
const REST = 400;
const LEAVE = 250;

let count = 0;

/**
 * Helps with `textarea#source` wherever it is within `root`, a document or a shadow root, whenever it is drawn anew.
 * `editor` is the editor's module. Returns what takes the help away again.
 */
export function assist(root, editor) {
  const ended = new AbortController();
  const inner = root === document ? document.body : root;
  const id = `assist-${++count}`;
  const list = made("ul", "assist", { id, role: "listbox", "aria-label": "What could stand here" });
  const help = made("div", "assist-help", { id: `${id}-help`, role: "tooltip", "aria-live": "polite" });
  inner.append(list, help);
  // In a figure the colours are those of its root, beside which these are.
  const dress = (element) => {
    const { theme } = root.querySelector("[data-theme]")?.dataset ?? {};
    if (theme) element.dataset.theme = theme;
  };

  /** The area, what is offered in it and the place among that, where something is. */
  let open;
  /** The area of the help on screen, and the place that it is about. */
  let told;
  let resting;
  let leaving;
  let inserting = false;

  const source = (event) => (event.target?.id === "source" ? event.target : undefined);

  function offer(area, asked) {
    const caret = area.selectionEnd;
    if (area.readOnly || caret !== area.selectionStart) return close();
    const offers = entries(editor.complete(area.value, caret));
    const begun = offers.length ? area.value.slice(offers[0].from, caret) : "";
    const whole = (one) => one.insert.trimEnd() === area.value.slice(one.from, one.to);
    const others = offers.filter((one) => !whole(one));
    // Nobody who only types is stopped: nothing opens before a word has begun.
    if (!others.length || (!asked && !/[\p{L}\p{N}_]/u.test(begun))) return close();
    unhelp();
    open = { area, offers: others, from: others[0].from, at: -1 };
    list.replaceChildren(
      ...others.map((one, place) => {
        const row = made("li", "", { id: `${id}-${place}`, role: "option", "aria-selected": "false" });
        row.append(made("b", "", {}, one.label), made("span", "", {}, one.what));
        return row;
      }),
    );
    dress(list);
    list.hidden = false;
    list.scrollTop = 0;
    area.setAttribute("aria-autocomplete", "list");
    area.setAttribute("aria-controls", id);
    area.setAttribute("aria-expanded", "true");
    // A word that is whole already may be what is meant: Enter ends its line then.
    mark(offers.length === others.length ? 0 : -1);
    place(list, area, others[0].from);
  }

  function mark(at) {
    open.at = at;
    [...list.children].forEach((row, place) => row.setAttribute("aria-selected", String(place === at)));
    if (at < 0) return open.area.removeAttribute("aria-activedescendant");
    list.children[at].scrollIntoView({ block: "nearest" });
    open.area.setAttribute("aria-activedescendant", `${id}-${at}`);
  }

  function close() {
    if (!open) return;
    for (const name of ["aria-controls", "aria-expanded", "aria-activedescendant"]) open.area.removeAttribute(name);
    open = undefined;
    list.hidden = true;
  }

  function take(at) {
    const { area, offers } = open;
    const { from, to, insert } = offers[at];
    close();
    area.focus();
    area.setSelectionRange(from, to);
    inserting = true;
    // So it can be taken back as what is typed; where the browser has no such way, the page hears of it all the same.
    if (!document.execCommand("insertText", false, insert)) {
      area.setRangeText(insert, from, to, "end");
      area.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: insert }));
    }
    inserting = false;
  }

  /** Shows what the word at a place means; `asked` for by a key, it is read aloud as well. */
  function explain(area, offset, asked) {
    const [from, to, word, what, example] = editor.help_at(area.value, offset).split(FIELD);
    if (!what) return unhelp();
    if (told?.area === area && told.from === +from && !help.hidden) return;
    unhelp();
    told = { area, from: +from, to: +to };
    help.replaceChildren(made("b", "", {}, word), made("p", "", {}, what));
    if (example) help.append(made("pre", "", {}, example));
    dress(help);
    help.hidden = false;
    if (asked) describe(area, (ids) => [...ids, help.id]);
    place(help, area, told.from);
  }

  function unhelp() {
    clearTimeout(resting);
    clearTimeout(leaving);
    if (!told) return;
    describe(told.area, (ids) => ids.filter((one) => one !== help.id));
    told = undefined;
    help.hidden = true;
  }

  function keyed(event) {
    const area = source(event);
    if (!area || event.isComposing) return;
    const { key } = event;
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.ctrlKey && (key === " " || event.code === "Space")) {
      done();
      offer(area, true);
    } else if (key === "F1" || (event.ctrlKey && !event.shiftKey && key.toLowerCase() === "i")) {
      done();
      close();
      explain(area, area.selectionEnd, true);
    } else if (key === "Escape" && (open || told)) {
      done();
      close();
      unhelp();
    } else if (open && plain && (key === "ArrowDown" || key === "ArrowUp")) {
      done();
      const step = key === "ArrowDown" ? 1 : -1;
      const { length } = open.offers;
      mark(open.at < 0 ? (step > 0 ? 0 : length - 1) : (open.at + step + length) % length);
    } else if (open && plain && !event.shiftKey && ((key === "Enter" && open.at >= 0) || key === "Tab")) {
      done();
      take(Math.max(open.at, 0));
    } else if (!["Shift", "Control", "Alt", "Meta"].includes(key)) {
      unhelp();
      // What is typed says by itself what becomes of the list.
      if (key.length > 1 && key !== "Backspace" && key !== "Delete") close();
    }
  }

  function typed(event) {
    const area = source(event);
    if (!area) return;
    unhelp();
    const types = /^(insertText|deleteContent)/.test(event.inputType ?? "");
    // A word that is only made shorter opens nothing, but what is open follows it.
    const begins = event.inputType === "insertText" || open;
    if (inserting || event.isComposing || !types || !begins) return close();
    offer(area, false);
  }

  function moved(event) {
    if (event.pointerType === "touch") return;
    if (help.contains(event.target)) return clearTimeout(leaving);
    const area = source(event);
    clearTimeout(resting);
    const offset = area && !open ? under(area, event.clientX, event.clientY) : undefined;
    const stays = told && offset !== undefined && offset >= told.from && offset <= told.to;
    if (stays) return clearTimeout(leaving);
    if (offset !== undefined) resting = setTimeout(() => area.isConnected && !open && explain(area, offset, false), REST);
    // Time enough to come to the help itself.
    clearTimeout(leaving);
    if (told) leaving = setTimeout(unhelp, LEAVE);
  }

  const hear = (target, name, heard) =>
    target.addEventListener(name, heard, { capture: true, signal: ended.signal });
  hear(root, "keydown", keyed);
  hear(root, "input", typed);
  hear(root, "pointermove", moved);
  hear(root, "pointerdown", (event) => {
    if (list.contains(event.target)) return;
    close();
    if (!help.contains(event.target)) unhelp();
  });
  hear(root, "focusout", (event) => {
    if (!source(event)) return;
    close();
    unhelp();
  });
  hear(root, "scroll", () => {
    if (open) place(list, open.area, open.from);
    if (told) place(help, told.area, told.from);
  });
  hear(window, "scroll", () => {
    if (open) place(list, open.area, open.from);
    if (told) place(help, told.area, told.from);
  });
  hear(window, "resize", () => (close(), unhelp()));
  // The focus stays in the text.
  hear(list, "pointerdown", (event) => event.preventDefault());
  hear(list, "mousedown", (event) => event.preventDefault());
  hear(list, "click", (event) => {
    const row = event.target.closest("li");
    if (row && open) take([...list.children].indexOf(row));
  });
  hear(help, "pointerleave", () => (leaving = setTimeout(unhelp, LEAVE)));

  return () => {
    close();
    unhelp();
    ended.abort();
    list.remove();
    help.remove();
  };
}

/** An element that is not shown yet where it is one of its own. */
function made(tag, name, attributes, text) {
  const element = document.createElement(tag);
  if (name) [element.className, element.hidden] = [name, true];
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function entries(written) {
  return written.split(ENTRY).slice(0, -1).map((entry) => {
    const [from, to, label, insert, what] = entry.split(FIELD);
    return { from: +from, to: +to, label, insert, what };
  });
}

/** Changes which elements describe an area. */
function describe(area, change) {
  const ids = change((area.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean));
  if (ids.length) area.setAttribute("aria-describedby", ids.join(" "));
  else area.removeAttribute("aria-describedby");
}

/** How the letters of an area lie: where they begin, how high a line is, how wide a part of one. */
function measure(area) {
  const style = getComputedStyle(area);
  const box = area.getBoundingClientRect();
  measure.pen ??= document.createElement("canvas").getContext("2d");
  measure.pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const tab = Number.parseInt(style.tabSize, 10) || 8;
  const wide = (text) => {
    let line = "";
    for (const part of text.split(/(\t)/)) line += part === "\t" ? " ".repeat(tab - (line.length % tab)) : part;
    return measure.pen.measureText(line).width;
  };
  return {
    left: box.left + Number.parseFloat(style.paddingLeft) - area.scrollLeft,
    top: box.top + Number.parseFloat(style.paddingTop) - area.scrollTop,
    high: Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.5,
    wide,
  };
}

/** The place of the text under a point; none: there is none. */
function under(area, x, y) {
  const { left, top, high, wide } = measure(area);
  const lines = area.value.split("\n");
  const number = Math.floor((y - top) / high);
  const line = lines[number];
  if (line === undefined || x < left || x > left + wide(line)) return undefined;
  let [least, most] = [0, line.length];
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (left + wide(line.slice(0, middle)) <= x) least = middle;
    else most = middle - 1;
  }
  return lines.slice(0, number).reduce((sum, before) => sum + before.length + 1, least);
}

/** Puts an element below a place of the text; above it, where there is no room below. */
function place(element, area, offset) {
  const { left, top, high, wide } = measure(area);
  const before = area.value.slice(0, offset).split("\n");
  const line = top + (before.length - 1) * high;
  const [right, bottom] = [document.documentElement.clientWidth, window.innerHeight];
  element.style.left = "0";
  const { offsetWidth, offsetHeight } = element;
  const x = Math.max(4, Math.min(left + wide(before.at(-1)), right - offsetWidth - 4));
  const below = line + high + 3;
  const y = below + offsetHeight > bottom && line - offsetHeight - 3 > 0 ? line - offsetHeight - 3 : below;
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  // What is scrolled out of sight takes its list along.
  const frame = (area.closest(".editor") ?? area).getBoundingClientRect();
  element.style.visibility = line + high < frame.top || line > frame.bottom ? "hidden" : "";
}
