// The legend, which is also the switchboard: every layer with its sign, a checkbox, and how many there are.
import type { Frame } from "../recording/model";
import { legend, type LegendEntry } from "../stage/palette";
import type { App } from "./app";
import { byId, element, setText } from "./dom";
import { count } from "./format";
import { arrowSlider, levelSelect } from "./layer_controls";
import { countOf } from "./layer_counts";
import { swatch } from "./swatch";

class LegendRow {
  readonly root: HTMLElement;
  private readonly number = element("span", { class: "number" });
  private sign: Element = element("span");

  constructor(
    app: App,
    private entry: LegendEntry,
  ) {
    const { key, label } = entry;
    const box = element("input", {
      type: "checkbox",
      checked: entry.isShown,
      onchange: () => app.stage.setLayerVisible(key, box.checked),
    });
    const name = element("span", { class: "name", title: label }, label);
    const row = element("label", { class: "legend-entry", "data-testid": `legend-${key}` }, box, this.sign, name, this.number);
    this.root = element("div", {}, row);
  }

  /** A layer may change its place among its kind, and so its colour. */
  setEntry(entry: LegendEntry): void {
    if (this.sign instanceof SVGElement && entry.colour === this.entry.colour) return;
    this.entry = entry;
    const sign = swatch(entry);
    this.sign.replaceWith(sign);
    this.sign = sign;
  }

  update(frame: Frame): void {
    const total = countOf(frame, this.entry.key);
    this.number.dataset.value = String(total);
    setText(this.number, count(total));
    this.root.classList.toggle("is-nothing", total === 0);
  }
}

/** Rows stay when a frame has nothing of their layer, so that the legend holds still while frames play. */
export class LayersPanel {
  private readonly rows = new Map<string, LegendRow>();
  private readonly root = byId("legend");

  constructor(private readonly app: App) {
    app.on("recording", () => this.reset());
    app.on("frame", () => this.update());
  }

  private reset(): void {
    this.rows.clear();
    this.root.replaceChildren();
  }

  private update(): void {
    const { recording, frame } = this.app;
    let last: LegendRow | null = null;
    for (const entry of legend(recording!, frame)) last = this.keep(entry, last);
    for (const row of this.rows.values()) row.update(frame);
    byId("layers").hidden = this.rows.size === 0;
  }

  private keep(entry: LegendEntry, before: LegendRow | null): LegendRow {
    const row = this.rows.get(entry.key) ?? this.add(entry, before);
    row.setEntry(entry);
    return row;
  }

  private add(entry: LegendEntry, before: LegendRow | null): LegendRow {
    const row = new LegendRow(this.app, entry);
    this.rows.set(entry.key, row);
    this.app.stage.setLayerVisible(entry.key, entry.isShown);
    if (before) before.root.after(row.root);
    else this.root.prepend(row.root);
    const layer = this.app.frame.layers.find(({ name }) => name === entry.key);
    if (layer?.kind === "spheres" || layer?.kind === "boxes") row.root.append(levelSelect(this.app, layer));
    if (layer?.kind === "arrows" && !this.root.querySelector(".arrow-length")) this.root.append(arrowSlider(this.app));
    return row;
  }
}
