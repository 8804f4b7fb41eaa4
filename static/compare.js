// Two runs side by side on one playhead: the one on the page, and beside it a figure of another version of the scenario.

import { address, sheets } from "./load.js";
import "./queue-scope.js";

/** What is beside a simulator, by the simulator. */
const beside = new WeakMap();

/** Ends a comparison, if there is one. */
export function close(simulator) {
  beside.get(simulator)?.remove();
  beside.delete(simulator);
}

/** Shows another version beside the simulator: how its text is made, what it is called, and what is to be done when it is closed. */
export async function open(simulator, root, make, called, ended) {
  const other = await make();
  close(simulator);
  const page = root.querySelector(".main");
  const card = document.createElement("section");
  card.className = "card other";
  card.setAttribute("aria-label", called);
  const head = document.createElement("div");
  head.className = "card-head";
  const title = document.createElement("h2");
  title.textContent = called;
  const end = document.createElement("button");
  end.className = "small";
  end.textContent = "Close";
  const finish = () => {
    close(simulator);
    ended();
  };
  end.onclick = finish;
  const space = document.createElement("span");
  space.className = "grow";
  head.append(title, space, end);
  const figure = document.createElement("queue-scope");
  figure.setAttribute("panels", "lanes,timeline");
  figure.setAttribute("read-only", "");
  figure.setAttribute("bare", "");
  figure.scenario = other;
  card.append(head, figure);
  page.append(card);
  // A figure tells its steps by events.
  const step = () => follow(simulator, root);
  const change = () => renew(simulator);
  root.host?.addEventListener("step", step);
  root.host?.addEventListener("change", change);
  const remove = () => {
    root.host?.removeEventListener("step", step);
    root.host?.removeEventListener("change", change);
    card.remove();
    mark(root, new Set());
  };
  const compared = { other, figure, make, finish, remove };
  beside.set(simulator, compared);
  figure.addEventListener("step", () => show(simulator, root));
  figure.load();
  follow(simulator, root);
  end.focus();
}

/** The simulator has another text: what is beside it is a version of that, as soon as it has no errors; where there is none, the end of it. */
export async function renew(simulator) {
  const compared = beside.get(simulator);
  const wrong = () => simulator.state().split("\n").length > 4;
  if (!compared || wrong()) return;
  try {
    const other = await compared.make();
    if (other !== compared.other) compared.figure.scenario = compared.other = other;
  } catch {
    if (beside.get(simulator) === compared && !wrong()) compared.finish();
  }
}

/** Brings what is beside a simulator to its instant. */
export function follow(simulator, root) {
  const compared = beside.get(simulator);
  if (!compared) return;
  compared.figure.seek(Number(simulator.state().split("\n")[2]) / 1e6);
  show(simulator, root);
}

/** Marks the messages that are elsewhere in the other run. */
async function show(simulator, root) {
  const compared = beside.get(simulator);
  if (!compared) return;
  const { differing } = await sheets();
  const now = Number(simulator.state().split("\n")[2]);
  const names = new Set(differing(simulator.text(), compared.other, now).split("\n"));
  mark(root, names);
  const shown = compared.figure.shadowRoot;
  if (!shown) return;
  mark(shown, names);
  // Its parts have the names of those of the page: as landmarks they would be there twice.
  for (const part of shown.querySelectorAll("section, [role=region]")) part.setAttribute("role", "group");
}

function mark(root, names) {
  for (const shown of root.querySelectorAll("#lanes [data-message]")) {
    shown.toggleAttribute("data-differs", names.has(shown.dataset.message));
  }
}
