// A listbox that makes elements only for the rows in sight, so that a million rows cost no more than thirty.
import { element } from "./dom";

/** Browsers cannot lay out elements of more than some 17 million pixels; beyond this, scrolling goes in larger steps. */
const maxHeight = 12_000_000;

export interface ListOptions {
  label: string;
  testId: string;
  fill(row: HTMLElement, index: number): void;
  /** The row the arrow keys went to. */
  onMove(index: number): void;
  /** A click or Enter. */
  onChoose(index: number): void;
}

let listCount = 0;

export class VirtualList {
  readonly root: HTMLElement;
  private readonly sheet = element("div", { class: "rows", role: "presentation" });
  private readonly id = `list-${listCount++}`;
  private rowCount = 0;
  private rowHeight = 26;
  active = -1;

  constructor(private readonly options: ListOptions) {
    this.root = element(
      "div",
      {
        class: "list",
        role: "listbox",
        tabindex: 0,
        "aria-label": options.label,
        "data-testid": options.testId,
        onscroll: () => this.draw(),
        onkeydown: (event: KeyboardEvent) => this.pressed(event),
        onclick: (event: MouseEvent) => this.clicked(event),
      },
      this.sheet,
    );
    new ResizeObserver(() => this.draw()).observe(this.root);
  }

  setRowHeight(pixels: number): void {
    this.rowHeight = pixels;
  }

  /** Other rows: back to the top, none active. */
  reset(count: number): void {
    this.rowCount = count;
    this.active = -1;
    this.root.scrollTop = 0;
    this.draw();
  }

  setActive(index: number): void {
    this.active = index;
    if (index >= 0) this.reveal(index);
    this.draw();
  }

  private get viewHeight(): number {
    return this.root.clientHeight;
  }

  private get fullHeight(): number {
    return this.rowCount * this.rowHeight;
  }

  private get sheetHeight(): number {
    return Math.min(this.fullHeight, maxHeight);
  }

  /** Pixels of all rows for each pixel of scrolling. */
  private get stretch(): number {
    const room = this.sheetHeight - this.viewHeight;
    return room > 0 ? Math.max(1, (this.fullHeight - this.viewHeight) / room) : 1;
  }

  private reveal(index: number): void {
    const begin = index * this.rowHeight;
    const top = this.root.scrollTop * this.stretch;
    const lowest = begin + this.rowHeight - this.viewHeight;
    if (begin < top) this.root.scrollTop = begin / this.stretch;
    else if (lowest > top) this.root.scrollTop = Math.ceil(lowest / this.stretch);
  }

  draw(): void {
    const { rowHeight } = this;
    this.sheet.style.height = `${this.sheetHeight}px`;
    const scrolled = this.root.scrollTop;
    const top = scrolled * this.stretch;
    const first = Math.max(0, Math.floor(top / rowHeight) - 2);
    const last = Math.min(this.rowCount, Math.ceil((top + this.viewHeight) / rowHeight) + 2);
    while (this.sheet.children.length > last - first) this.sheet.lastElementChild?.remove();
    for (let index = first; index < last; index++) {
      const row = this.sheet.children[index - first] as HTMLElement | undefined;
      this.drawRow(row ?? this.addRow(), index, scrolled + index * rowHeight - top);
    }
    if (this.active >= first && this.active < last) this.root.setAttribute("aria-activedescendant", this.rowId(this.active));
    else this.root.removeAttribute("aria-activedescendant");
  }

  private rowId(index: number): string {
    return `${this.id}-row-${index}`;
  }

  private addRow(): HTMLElement {
    const row = element("div", { class: "row", role: "option" });
    this.sheet.append(row);
    return row;
  }

  private drawRow(row: HTMLElement, index: number, y: number): void {
    row.style.height = `${this.rowHeight}px`;
    row.style.transform = `translateY(${y}px)`;
    row.id = this.rowId(index);
    row.dataset.row = String(index);
    row.setAttribute("aria-posinset", String(index + 1));
    row.setAttribute("aria-setsize", String(this.rowCount));
    row.setAttribute("aria-selected", String(index === this.active));
    this.options.fill(row, index);
  }

  private clicked(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>("[data-row]");
    if (row) this.options.onChoose(Number(row.dataset.row));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.rowCount === 0) return;
    if (event.key === "Enter" && this.active >= 0) this.options.onChoose(this.active);
    else if (this.stepOf(event.key) !== null) this.move(this.stepOf(event.key)!);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private stepOf(key: string): number | null {
    const page = Math.max(1, Math.floor(this.viewHeight / this.rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.rowCount,
      End: this.rowCount,
    };
    return steps[key] ?? null;
  }

  private move(step: number): void {
    const next = Math.min(this.rowCount - 1, Math.max(0, this.active + step));
    this.setActive(next);
    this.options.onMove(next);
  }
}
