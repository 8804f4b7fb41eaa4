// What is shown when the program itself has failed: what happened, the scenario as it stood, a report to copy.

/** Shows a fault over the page. `text` is the scenario as it stood, if it is known. */
export function show(error, text) {
  if (document.querySelector(".fault")) return;
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("sheets.css", import.meta.url);
  document.head.append(style);
  const dialog = document.createElement("dialog");
  dialog.className = "fault";
  dialog.setAttribute("aria-labelledby", "fault-title");
  const made = (tag, words, attributes = {}) => Object.assign(document.createElement(tag), { textContent: words, ...attributes });
  const report = [`Queuescope failed: ${error?.message ?? error}`, error?.stack ?? "", navigator.userAgent, text ?? ""].join("\n\n");
  const copy = made("button", "Copy a report", { className: "act" });
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(report);
      copy.textContent = "Copied";
    } catch {
      shown.textContent = report;
    }
  };
  const again = made("button", "Load the page anew", { className: "act primary" });
  again.onclick = () => location.reload();
  const shown = made("pre", text ?? "", { tabIndex: 0 });
  const acts = made("div", "", { className: "acts" });
  acts.append(again, copy);
  dialog.append(
    made("h2", "That is a fault of this page", { id: "fault-title" }),
    made("p", `It has stopped: ${error?.message ?? error}. It is not your scenario's fault. ${text ? "The scenario is below, and still there when the page is loaded anew." : ""}`),
    acts,
    ...(text ? [shown] : []),
  );
  document.body.append(dialog);
  dialog.showModal();
}
