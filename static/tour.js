// The tour of a first visit: five stops, each at a part of the page.

/** Where it is kept that nobody wants to see it again. */
const SEEN = "queuescope.tour";

const STOPS = [
  ["#narration", "One step, in a sentence", "Each step says what happened and what follows. Step on and back with the arrow keys: going back is exact."],
  ["#lanes", "Groups and their gates", "Messages wait in their lane, the head beside the gate, with the reason below. A solid gate lets one through at a time."],
  ["#lanes .pill", "You are the worker", "Open a message to read its story and to act on it: ack, nack, reject, crash its worker. What you do becomes a line of the text."],
  ["#timeline", "Every delivery is a bar", "What is ahead is pale. Take hold of a dot of what is sent to move it, or use the arrow keys on it."],
  [".tabs", "The scenario is a text", "Edit it, and the run follows. Beside it are a form, a message's story, metrics, a search, and a second run to compare with."],
];

const seen = () => {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    // Who keeps nothing is not asked each time.
    return true;
  }
};

const never = () => {
  try {
    localStorage.setItem(SEEN, "seen");
  } catch {
    // Then it is offered in the help only, as before.
  }
  document.querySelector(".tools .tour")?.remove();
};

/** Offers the tour to who has not seen it. */
export function offer() {
  const tools = document.querySelector(".tools");
  if (!tools || seen() || tools.querySelector(".tour")) return;
  const button = document.createElement("button");
  button.className = "small tour";
  button.textContent = "Tour";
  button.title = "Five stops";
  button.onclick = () => begin();
  tools.append(button);
}

/** Begins the tour. */
export function begin() {
  document.querySelector(".tour-card")?.remove();
  const from = document.activeElement;
  const card = document.createElement("div");
  card.className = "tour-card";
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-labelledby", "tour-title");
  const title = document.createElement("h2");
  title.id = "tour-title";
  title.tabIndex = -1;
  const words = document.createElement("p");
  const count = document.createElement("small");
  const button = (word, does, first) => {
    const made = document.createElement("button");
    made.className = first ? "act primary" : "act";
    made.textContent = word;
    made.onclick = does;
    return made;
  };
  let at = 0;
  let marked;
  const mark = (element) => {
    marked?.removeAttribute("data-toured");
    marked = element;
    marked?.setAttribute("data-toured", "");
    marked?.scrollIntoView({ block: "nearest" });
  };
  const end = () => {
    mark();
    card.remove();
    never();
    from?.focus?.();
  };
  const go = (to) => {
    if (to === STOPS.length) return end();
    at = to;
    const [where, heading, said] = STOPS[at];
    mark(document.querySelector(where));
    title.textContent = heading;
    words.textContent = said;
    count.textContent = `${at + 1} of ${STOPS.length}`;
    back.disabled = at === 0;
    on.textContent = at + 1 === STOPS.length ? "Done" : "Next";
    title.focus();
  };
  const back = button("Back", () => go(at - 1));
  const on = button("Next", () => go(at + 1), true);
  const skip = button("Skip for ever", end);
  const foot = document.createElement("div");
  foot.className = "acts";
  foot.append(on, back, skip, count);
  card.append(title, words, foot);
  card.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end();
  });
  document.body.append(card);
  go(0);
}
