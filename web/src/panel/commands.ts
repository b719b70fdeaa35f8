// Everything a key or a button can do, once: the toolbar, the keys and the help page read it from here.
import type { StandardView } from "../stage/stage_api";
import type { App, Settings } from "./app";

export interface Command {
  keys: string;
  label: string;
  run(): void;
}

export type Commands = ReturnType<typeof makeCommands>;
export type CommandName = keyof Commands;

/** What belongs to the panels and not to the app. */
export interface PanelActions {
  openHelp(): void;
  toggleTheme(): void;
  togglePanel(): void;
  stepFinding(step: number): void;
  escape(): void;
}

export function makeCommands(app: App, panels: PanelActions) {
  const toggle = (name: keyof Settings) => () => app.change(name, !app.settings[name]);
  const step = (by: number) => () => app.goTo(app.wantedFrame + by);
  return {
    fit: { keys: "F", label: "Show everything", run: () => app.stage.fit() },
    wireframe: { keys: "W", label: "Edges of the faces", run: toggle("wireframe") },
    xray: { keys: "X", label: "See through surfaces", run: toggle("xray") },
    orthographic: { keys: "O", label: "Without perspective", run: toggle("orthographic") },
    compare: { keys: "C", label: "Compare with the first frame", run: () => void app.compare(!app.isComparing) },
    screenshot: { keys: "S", label: "Save a picture", run: () => savePicture(app) },
    theme: { keys: "T", label: "Light or dark", run: panels.toggleTheme },
    help: { keys: "?", label: "Keys and mouse", run: panels.openHelp },
    panel: { keys: "B", label: "Show or hide the side panel", run: panels.togglePanel },
    play: { keys: "Space", label: "Play or pause", run: () => app.player.toggle() },
    previousFrame: { keys: ",", label: "Previous frame", run: step(-1) },
    nextFrame: { keys: ".", label: "Next frame", run: step(1) },
    firstFrame: { keys: "Home", label: "First frame", run: () => app.goTo(0) },
    lastFrame: { keys: "End", label: "Last frame", run: () => app.goTo(app.frameCount - 1) },
    nextFinding: { keys: "N", label: "Next finding", run: () => panels.stepFinding(1) },
    previousFinding: { keys: "P", label: "Previous finding", run: () => panels.stepFinding(-1) },
    escape: { keys: "Escape", label: "Close, or select nothing", run: panels.escape },
  } satisfies Record<string, Command>;
}

/** As in Blender: the key alone, and with Ctrl (or Shift, where a browser keeps Ctrl for itself) the opposite side. */
export const views: { digit: string; view: StandardView; label: string; opposite: StandardView; oppositeLabel: string }[] = [
  { digit: "1", view: "front", label: "Front", opposite: "back", oppositeLabel: "Back" },
  { digit: "3", view: "right", label: "Right", opposite: "left", oppositeLabel: "Left" },
  { digit: "7", view: "top", label: "Top", opposite: "bottom", oppositeLabel: "Bottom" },
];

function savePicture(app: App): void {
  const title = app.recording?.head.title ?? "abut";
  const safe = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "abut";
  const place = app.frameCount > 1 ? `-${app.frame.number + 1}` : "";
  const link = document.createElement("a");
  link.href = app.stage.screenshot();
  link.download = `${safe.slice(0, 80)}${place}.png`;
  link.click();
  app.announce(`Saved ${link.download}.`);
}
