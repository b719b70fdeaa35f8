// Where recordings come from: the page itself, its server, or files people choose or drop.
import { openFiles } from "../load/open_files";
import { embeddedBytes, servedBytes, type ByteSource } from "../recording/bytes";
import type { Recording } from "../recording/model";
import { openRecording } from "../recording/reader";
import type { App } from "./app";
import { byId, setText } from "./dom";
import { plural } from "./format";

const servedName = "recording.abut";

export function makeOpening(app: App): void {
  const input = byId<HTMLInputElement>("file-input");
  for (const button of document.querySelectorAll("[data-open]")) button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    void openChosen(app, [...(input.files ?? [])]);
    input.value = ""; // so that the same file can be chosen again
  });
  listenToDrops(app);
  app.on("recording", () => showContent(true));
}

/** With nothing to show, the empty page asks for a file. */
export async function openAtStart(app: App): Promise<void> {
  const source = await load(app, "Looking for a recording…", findSource);
  if (source) await open(app, "Reading the recording…", () => openRecording(source));
  if (!app.recording) showContent(false);
}

async function findSource(): Promise<ByteSource | null> {
  const embedded = embeddedBytes(document);
  if (embedded || !/^https?:$/.test(location.protocol)) return embedded;
  return (await isServed()) ? servedBytes(servedName) : null;
}

/** A page on any other server simply has no recording; other refusals are worth telling when it is read. */
async function isServed(): Promise<boolean> {
  const response = await fetch(servedName, { method: "HEAD", headers: { Range: "bytes=0-15" } });
  return response.status !== 404;
}

async function openChosen(app: App, files: File[]): Promise<void> {
  if (files.length === 0) return;
  const what = files.length === 1 ? files[0].name : plural(files.length, "file");
  await open(app, `Reading ${what}…`, () => openFiles(files));
}

let newest = 0;

/** If others are chosen meanwhile, only the last are shown. */
async function open(app: App, text: string, read: () => Promise<Recording>): Promise<void> {
  const number = ++newest;
  await load(app, text, async () => {
    const recording = await read();
    if (number === newest) await app.open(recording);
  });
}

/** Says what is going on; what fails is told, and what was shown stays. */
async function load<Result>(app: App, text: string, action: () => Promise<Result>): Promise<Result | null> {
  app.clearError();
  app.setBusy(text);
  await painted();
  try {
    return await action();
  } catch (error) {
    app.fail(error);
    return null;
  } finally {
    if (app.busy === text) app.setBusy("");
  }
}

/** Large meshes keep the page busy; it should be seen to be. Hidden pages are not painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

function showContent(on: boolean): void {
  document.body.classList.toggle("is-empty", !on);
  byId("empty").hidden = on;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

function listenToDrops(app: App): void {
  const zone = byId("drop-zone");
  const show = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    zone.hidden = false;
    setText(byId("drop-text"), app.recording ? "Drop to open it instead" : "Drop to open");
  };
  window.addEventListener("dragenter", show);
  window.addEventListener("dragover", show);
  window.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) zone.hidden = true; // it left the window
  });
  window.addEventListener("drop", (event) => {
    zone.hidden = true;
    if (!hasFiles(event)) return;
    event.preventDefault();
    void openChosen(app, [...(event.dataTransfer?.files ?? [])]);
  });
}
