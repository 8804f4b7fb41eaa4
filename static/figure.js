// The page of one figure, for an iframe. Its address asks for what the attributes of the element ask for, under the same
// names; `text` is the scenario itself.

import "./queue-scope.js";

const figure = document.createElement("queue-scope");
const { observedAttributes } = customElements.get("queue-scope");
for (const [name, value] of new URLSearchParams(location.search)) {
  if (name === "text") {
    const text = document.createElement("pre");
    text.textContent = value;
    figure.replaceChildren(text);
  } else if (observedAttributes.includes(name)) {
    figure.setAttribute(name, value);
  } else {
    console.warn(`queue-scope: There is no option \`${name}\`.`);
  }
}

/** For who does not see that it is one figure. */
const heading = document.createElement("h1");
Object.assign(heading.style, { position: "absolute", width: "1px", height: "1px", margin: 0, overflow: "hidden", clipPath: "inset(50%)" });

/** The document is called what the figure is. */
const name = () => {
  document.title = figure.shadowRoot?.querySelector(".caption b")?.textContent ?? document.title;
  heading.textContent = document.title;
};
name();
figure.addEventListener("step", name);
figure.addEventListener("change", name);

let told;
/** Tells the page around it how high the figure is, which it cannot see. */
const tell = () => {
  const height = Math.ceil(figure.getBoundingClientRect().height);
  if (height !== told) parent.postMessage({ type: "queue-scope:height", height }, "*");
  told = height;
};
if (parent !== window) {
  new ResizeObserver(tell).observe(figure);
  // A frame that is out of sight observes nothing.
  figure.addEventListener("step", tell);
}

const { theme } = Object.fromEntries(new URLSearchParams(location.search));
if (/^(light|dark)$/.test(theme)) document.documentElement.style.colorScheme = theme;
document.body.style.margin = 0;
Object.assign(figure.style, { display: "block", margin: 0 });
const main = document.createElement("main");
main.append(heading, figure);
document.body.append(main);
// An iframe is fetched early or late as the page around it wants: there is nothing to wait for here.
figure.load();
