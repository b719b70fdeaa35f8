// The keyboard: commands everywhere but where one types, and the camera where the picture has the focus.
import type { App } from "./app";
import { views, type Commands } from "./commands";

const typing = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]';
const takesSpace = "button, a, summary, input, select, textarea, [role=tab], [role=option]";
const takesHome = 'input[type="range"], [role=listbox], [role=tablist], [role=separator]';

/** What an empty page can do. */
const alwaysThere = ["?", "t", "escape"];

/** A 64th of a turn, a twentieth of the height. */
const orbitStep = Math.PI / 32;
const panStep = 0.05;

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function listenToKeys(app: App, canvas: HTMLElement, commands: Commands): void {
  canvas.addEventListener("keydown", (event) => {
    if (moveCamera(app, event)) event.preventDefault();
  });
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.metaKey || document.querySelector("dialog[open], :popover-open")) return;
    if (pressed(app, commands, event)) event.preventDefault();
  });
}

function moveCamera(app: App, event: KeyboardEvent): boolean {
  const direction = directions[event.key];
  if (!direction || event.ctrlKey || event.altKey || event.metaKey) return false;
  const [right, up] = direction;
  if (event.shiftKey) app.stage.pan(right * panStep, up * panStep);
  else app.stage.orbit(right * orbitStep, up * orbitStep);
  return true;
}

function focusIsOn(selector: string): boolean {
  return document.activeElement?.matches(selector) ?? false;
}

function pressed(app: App, commands: Commands, event: KeyboardEvent): boolean {
  if (event.key !== "Escape" && focusIsOn(typing)) return false;
  if (!app.recording && !alwaysThere.includes(event.key.toLowerCase())) return false;
  if (turnTo(app, event) || zoom(app, event)) return true;
  if (event.ctrlKey) return false;
  if (event.key === " " && focusIsOn(takesSpace)) return false;
  if ((event.key === "Home" || event.key === "End") && focusIsOn(takesHome)) return false;
  const name = event.key === " " ? "space" : event.key.toLowerCase();
  const command = Object.values(commands).find(({ keys }) => keys.toLowerCase() === name);
  command?.run();
  return command !== undefined;
}

function turnTo(app: App, event: KeyboardEvent): boolean {
  const found = views.find(({ digit }) => event.key === digit || event.code === `Digit${digit}`);
  if (!found) return false;
  const isOpposite = event.ctrlKey || (event.shiftKey && event.key !== found.digit);
  app.stage.setView(isOpposite ? found.opposite : found.view);
  return true;
}

function zoom(app: App, event: KeyboardEvent): boolean {
  if (event.ctrlKey) return false; // the browser's own zoom
  if (event.key === "+" || event.key === "=") app.stage.zoom(1 / 1.2);
  else if (event.key === "-") app.stage.zoom(1.2);
  else return false;
  return true;
}
