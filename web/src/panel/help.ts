// The page of keys and mouse habits.
import { views, type Commands } from "./commands";
import { byId, element } from "./dom";
import { iconButton } from "./button";

type Line = [string, string];

const mouse: Line[] = [
  ["Left drag", "Orbit"],
  ["Right drag, Shift + left drag", "Pan"],
  ["Wheel", "Zoom to the pointer"],
  ["Click", "Select a face"],
  ["Double click", "Fly there"],
  ["Drop files", "Open OBJ, PLY, GLB or .abut"],
];

const camera: Line[] = [
  ["Arrows", "Orbit"],
  ["Shift + arrows", "Pan"],
  ["+ −", "Zoom"],
  ...views.map(({ digit, label }): Line => [digit, label]),
  ["Ctrl or Shift + 1, 3, 7", "The opposite side"],
];

const arrowNote = "Arrows are the camera's while the picture has the focus: click it, or press Tab until it is framed.";

const lists: Line[] = [
  ["↑ ↓", "Move in a list"],
  ["Enter", "Fly there"],
  ["Tab", "Next control"],
];

export function makeHelp(commands: Commands): () => void {
  const dialog = byId<HTMLDialogElement>("help");
  const all = Object.values(commands).map(({ keys, label }): Line => [keys, label]);
  const close = iconButton({ icon: "close", label: "Close", keys: "Escape", onClick: () => dialog.close() });
  dialog.append(
    element("header", {}, element("h2", { id: "help-title" }, "Keys and mouse"), close),
    element(
      "div",
      { class: "help-columns" },
      element("div", {}, group("Mouse", mouse), group("Camera", camera), element("p", { class: "quiet" }, arrowNote)),
      element("div", {}, group("Commands", all), group("Lists", lists)),
    ),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside the sheet
  });
  return () => (dialog.open ? dialog.close() : dialog.showModal());
}

function group(title: string, lines: Line[]): HTMLElement {
  const rows = lines.map(([keys, meaning]) =>
    element("div", {}, element("dt", {}, element("kbd", {}, keys)), element("dd", {}, meaning)),
  );
  return element("section", {}, element("h3", {}, title), element("dl", { class: "keys" }, ...rows));
}
