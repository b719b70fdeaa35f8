// What the recording is, what came out, and how much of everything the shown frame has.
import { contourShapes, type ContoursLayer, type MeshData } from "../recording/model";
import type { App } from "./app";
import { byId, element, setText } from "./dom";
import { layersOf } from "./findings";
import { count, plural } from "./format";

class CountRow {
  private readonly value = element("dd", {});
  private readonly note = element("dd", { class: "note", hidden: true });
  readonly root: HTMLElement;

  constructor(name: string, label: string, width: "full" | "half" = "full") {
    this.value.dataset.testid = `count-${name}`;
    const style = width === "half" ? "count is-half" : "count";
    this.root = element("div", { class: style }, element("dt", {}, label), this.note, this.value);
  }

  /** Null: nothing of the kind was looked for, so there is no number to tell. */
  set(value: number | null, note = ""): void {
    this.root.hidden = value === null;
    this.value.dataset.value = value === null ? "" : String(value);
    setText(this.value, value === null ? "–" : count(value));
    setText(this.note, note);
    this.note.hidden = note === "";
  }
}

export function makeSummaryPanel(app: App): void {
  const rows = {
    pairs: new CountRow("pairs", "Intersecting pairs"),
    contours: new CountRow("contours", "Contours"),
    contacts: new CountRow("contacts", "Contacts"),
    triangles: new CountRow("triangles", "Triangles", "half"),
    vertices: new CountRow("vertices", "Vertices", "half"),
  };
  byId("counts").append(...Object.values(rows).map((row) => row.root));
  app.on("recording", () => {
    showTexts(app);
    const meshes = app.recording?.meshes ?? [];
    const total = (count: (mesh: MeshData) => number) => (meshes.length > 0 ? meshes.reduce((sum, mesh) => sum + count(mesh), 0) : null);
    rows.triangles.set(total((mesh) => mesh.faces.length / 3));
    rows.vertices.set(total((mesh) => mesh.positions.length / 3));
  });
  app.on("frame", () => {
    const present = new Set(app.frame.layers.map((layer) => layer.kind));
    const pairs = layersOf(app.frame, "pairs").reduce((sum, layer) => sum + layer.overlaps.length, 0);
    const contours = layersOf(app.frame, "contours");
    const contacts = layersOf(app.frame, "contacts").reduce((sum, layer) => sum + layer.gaps.length, 0);
    rows.pairs.set(present.has("pairs") ? pairs : null);
    rows.contours.set(present.has("contours") ? totalContours(contours) : null, describeShapes(contours));
    rows.contacts.set(present.has("contacts") ? contacts : null);
  });
}

function totalContours(layers: ContoursLayer[]): number {
  return layers.reduce((sum, layer) => sum + layer.shapes.length, 0);
}

/** "8 closed · 3 open" */
function describeShapes(layers: ContoursLayer[]): string {
  const counts = contourShapes.map(() => 0);
  for (const layer of layers) for (const shape of layer.shapes) counts[shape]++;
  const texts = contourShapes.map((shape, number) => (counts[number] > 0 ? `${count(counts[number])} ${shape}` : ""));
  return texts.filter(Boolean).join(" · ");
}

function paragraphs(texts: string[]): HTMLElement[] {
  return texts.map((text) => element("p", {}, text.trim()));
}

const leadLines = 3;

/** The first lines of a report say what it comes to; after a colon there are lists, which few read at once. */
function leadOf(report: string): string[] {
  const lines = report.trim().split("\n");
  const heading = lines.findIndex((line) => line.endsWith(":"));
  const end = heading < 0 ? leadLines : Math.min(leadLines, heading + 1);
  return lines.slice(0, end).map((line) => line.replace(/:$/, "."));
}

function showReport(reports: string[]): void {
  const leads = reports.map(leadOf);
  const hasMore = reports.some((report, i) => report.trim().split("\n").length > leads[i].length);
  byId("summary").replaceChildren(...paragraphs(leads.flat()));
  byId("summary").hidden = reports.length === 0;
  byId("report").hidden = !hasMore;
  setText(byId("report-text"), reports.map((report) => report.trim()).join("\n\n"));
}

function showTexts(app: App): void {
  const { head, summary } = app.recording!;
  setText(byId("title"), head.title);
  byId("title").title = head.title;
  document.title = head.title ? `${head.title} – abut` : "abut";
  showReport(summary);
  byId("notes").hidden = head.notes.length === 0;
  byId("notes-list").replaceChildren(...paragraphs(head.notes));
  setText(byId("notes-count"), plural(head.notes.length, "note"));
}
