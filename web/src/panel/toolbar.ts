// The buttons over the picture.
import type { App, Settings } from "./app";
import { iconButton, setPressed, tooltip } from "./button";
import { views, type CommandName, type Commands } from "./commands";
import { byId, element, keepFocus } from "./dom";
import { icon, type IconName } from "./icons";

type Entry = [CommandName, IconName] | "views" | "gap";

const entries: Entry[] = [
  ["fit", "fit"],
  "views",
  ["orthographic", "orthographic"],
  "gap",
  ["wireframe", "wireframe"],
  ["xray", "xray"],
  "gap",
  ["compare", "compare"],
  ["screenshot", "camera"],
  "gap",
  ["theme", "theme"],
  ["help", "help"],
];

const switches = ["wireframe", "xray", "orthographic", "compare"];

export function makeToolbar(app: App, commands: Commands): void {
  const bar = byId("toolbar");
  const buttons = new Map<string, HTMLButtonElement>();
  for (const entry of entries) {
    if (entry === "gap") bar.append(element("span", { class: "gap", role: "separator" }));
    else if (entry === "views") bar.append(...viewsMenu(app));
    else buttons.set(entry[0], bar.appendChild(commandButton(commands, ...entry)));
  }
  const update = () => {
    for (const name of ["wireframe", "xray", "orthographic"] as (keyof Settings)[]) {
      setPressed(buttons.get(name)!, app.settings[name]);
    }
    setPressed(buttons.get("compare")!, app.isComparing);
    buttons.get("compare")!.hidden = app.frameCount < 2;
  };
  app.on(["recording", "settings", "compare"], update);
  update();
}

function commandButton(commands: Commands, name: CommandName, iconName: IconName): HTMLButtonElement {
  const { label, keys, run } = commands[name];
  const pressed = switches.includes(name) ? false : undefined;
  return iconButton({ icon: iconName, label, keys, testId: `tool-${name}`, pressed, onClick: run });
}

/** A button and the menu it opens; the browser closes it by itself. */
function viewsMenu(app: App): HTMLElement[] {
  const label = "Standard views";
  const menu = element("div", { id: "views-menu", class: "menu", popover: "auto", role: "group", "aria-label": label });
  const button = element(
    "button",
    {
      type: "button",
      class: "icon-button",
      popovertarget: "views-menu",
      "aria-label": label,
      title: tooltip(label, "1, 3, 7"),
      "data-testid": "tool-views",
    },
    icon("view"),
  );
  keepFocus(button);
  for (const { digit, view, label, opposite, oppositeLabel } of views) {
    menu.append(viewItem(app, menu, label, digit, view), viewItem(app, menu, oppositeLabel, `Ctrl+${digit}`, opposite));
  }
  return [button, menu];
}

function viewItem(app: App, menu: HTMLElement, label: string, keys: string, view: (typeof views)[number]["view"]): HTMLElement {
  const choose = () => {
    app.stage.setView(view);
    menu.hidePopover();
  };
  return element(
    "button",
    { type: "button", class: "menu-item", title: tooltip(label, keys), onclick: choose },
    label,
    element("kbd", {}, keys),
  );
}
