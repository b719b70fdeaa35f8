// The lists of what was found, one tab for each, with a search box.
import type { Target } from "../stage/stage_api";
import type { App } from "./app";
import { byId, debounced, element, setText } from "./dom";
import { filterRows, type FindingList, type Row } from "./findings";
import { count, plural } from "./format";
import { VirtualList } from "./virtual_list";

export class FindingsPanel {
  private readonly tabs = byId("finding-tabs");
  private readonly search = byId<HTMLInputElement>("finding-search");
  private readonly note = byId("finding-note");
  private readonly view: VirtualList;
  private tab = "";
  private rows: Uint32Array | null = null; // those the search left; null: all

  constructor(private readonly app: App) {
    this.view = new VirtualList({
      label: "Findings",
      testId: "findings-list",
      fill: (row, at) => this.fill(row, at),
      onMove: (at) => this.choose(at, false),
      onChoose: (at) => this.choose(at, true),
    });
    byId("finding-list").append(this.view.root);
    this.search.addEventListener("input", debounced(120, () => this.refresh()));
    this.search.addEventListener("keydown", (event) => this.leaveSearch(event));
    this.tabs.addEventListener("keydown", (event) => this.stepTab(event));
    app.on("recording", () => {
      this.tab = "";
      this.search.value = "";
    });
    app.on("frame", () => this.refresh());
    app.on("selection", () => this.showSelection(true));
  }

  /** N and P: from the row that is chosen, or the first. */
  step(by: number): void {
    if (this.shownCount === 0) return this.app.announce("Nothing was found here.");
    const next = Math.min(this.shownCount - 1, Math.max(0, this.view.active + by));
    this.choose(next, true);
    const { lead, rest, objects } = this.list!.row(this.indexOf(next));
    this.app.announce(`${next + 1} of ${count(this.shownCount)}: ${[lead, rest, objects].filter(Boolean).join(", ")}`);
  }

  private get list(): FindingList | undefined {
    return this.app.findings.find(({ key }) => key === this.tab);
  }

  private get shownCount(): number {
    return this.rows?.length ?? this.list?.count ?? 0;
  }

  private indexOf(at: number): number {
    return this.rows ? this.rows[at] : at;
  }

  private refresh(): void {
    const lists = this.app.findings;
    if (!this.list) this.tab = (lists.find((list) => list.count > 0) ?? lists[0])?.key ?? "";
    const isStill = this.app.frameCount < 2;
    byId("findings").hidden = lists.length === 0 || (isStill && lists.every((list) => list.count === 0));
    this.drawTabs();
    this.rows = this.list ? filterRows(this.list, this.search.value) : null;
    this.view.setRowHeight(this.app.names!.all.length > 1 ? 42 : 26);
    this.view.reset(this.shownCount);
    this.drawNote();
    this.showSelection(false);
  }

  private drawNote(): void {
    const total = this.list?.count ?? 0;
    this.note.hidden = total > 0 && !this.rows;
    if (total === 0) setText(this.note, "None found.");
    else if (this.rows) setText(this.note, `${plural(this.rows.length, "match", "matches")} of ${count(total)}`);
  }

  private drawTabs(): void {
    const hadFocus = this.tabs.contains(document.activeElement);
    this.tabs.replaceChildren(...this.app.findings.map((list) => this.makeTab(list)));
    if (hadFocus) this.tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }

  private makeTab(list: FindingList): HTMLElement {
    const isChosen = list.key === this.tab;
    return element(
      "button",
      {
        type: "button",
        role: "tab",
        "aria-selected": String(isChosen),
        "aria-controls": "finding-list",
        tabindex: isChosen ? 0 : -1,
        "data-testid": `tab-${list.key}`,
        title: list.label,
        onclick: () => this.openTab(list.key),
      },
      element("span", { class: "tab-label" }, list.label),
      element("span", { class: "number" }, count(list.count)),
    );
  }

  private openTab(key: string): void {
    this.tab = key;
    this.refresh();
  }

  private stepTab(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const lists = this.app.findings;
    if (step === 0 || lists.length === 0) return;
    const at = lists.findIndex(({ key }) => key === this.tab);
    this.openTab(lists[(at + step + lists.length) % lists.length].key);
    event.preventDefault();
  }

  /** Down goes from the search box into the list, Escape empties it. */
  private leaveSearch(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.search.value) {
      this.search.value = "";
      this.refresh();
    } else if (event.key === "ArrowDown" || event.key === "Enter") this.view.root.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private fill(row: HTMLElement, at: number): void {
    const index = this.indexOf(at);
    const { lead, rest, objects } = this.list!.row(index);
    const key = `${this.tab} ${index}`;
    row.dataset.index = String(index);
    if (row.dataset.key === key && row.dataset.frame === String(this.app.frame.number)) return;
    row.dataset.key = key;
    row.dataset.frame = String(this.app.frame.number);
    row.title = [lead, rest, objects].filter(Boolean).join(" · ");
    row.replaceChildren(...rowContent({ lead, rest, objects }));
  }

  private choose(at: number, fly: boolean): void {
    this.view.setActive(at);
    this.app.select(this.list!.target(this.indexOf(at)), fly);
  }

  /** Marks the row of what is selected, wherever it was selected. */
  private showSelection(mayOpenTab: boolean): void {
    const target = this.app.selection;
    const list = this.app.findings.find((candidate) => isIn(candidate, target));
    if (!target || !list || !("index" in target)) return this.view.setActive(-1);
    if (list.key !== this.tab) return mayOpenTab ? this.openTab(list.key) : this.view.setActive(-1);
    if (this.rows) this.view.setActive(this.rows.indexOf(target.index));
    else this.view.setActive(target.index);
  }
}

function isIn(list: FindingList, target: Target | null): boolean {
  if (!target || list.count === 0) return false;
  const own = list.target(0);
  return own.kind === target.kind && (own.kind !== "contact" || own.layer === (target as typeof own).layer);
}

function rowContent({ lead, rest, objects }: Row): Node[] {
  const first = element("div", { class: "line" }, element("span", { class: "lead" }, lead), rest && ` · ${rest}`);
  return objects ? [first, element("div", { class: "line objects" }, objects)] : [first];
}
