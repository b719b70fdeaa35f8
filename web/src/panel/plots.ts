// The curves over the timeline: one small plot for each series of the recording.
import type { App } from "./app";
import { byId, element, setText } from "./dom";
import { quantity } from "./format";

interface Range {
  low: number;
  high: number;
}

const padding = 3;

class Plot {
  private readonly canvas = element("canvas", { "aria-hidden": "true" });
  private readonly value = element("span", { class: "plot-value" });
  readonly root: HTMLElement;
  private readonly range: Range;

  constructor(
    private readonly app: App,
    series: number,
    private readonly values: (number | null)[],
    label: string,
    name: string,
  ) {
    this.range = rangeOf(values);
    this.root = element(
      "div",
      { class: `plot series-${series % 6}`, "data-testid": `plot-${name}` },
      element("div", { class: "plot-head" }, element("span", { class: "plot-label", title: label }, label), this.value),
      this.canvas,
    );
    this.canvas.addEventListener("pointerdown", (event) => this.drag(event));
    this.canvas.addEventListener("pointermove", (event) => event.buttons & 1 && this.drag(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  private drag(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    const share = (event.offsetX - padding) / Math.max(1, this.canvas.clientWidth - 2 * padding);
    this.app.goTo(Math.round(share * (this.values.length - 1)));
  }

  update(): void {
    const value = this.values[this.app.wantedFrame];
    setText(this.value, value === null || value === undefined ? "–" : quantity(value));
    this.draw();
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const pen = this.canvas.getContext("2d");
    if (!pen || width === 0) return;
    const density = window.devicePixelRatio;
    this.canvas.width = Math.round(width * density);
    this.canvas.height = Math.round(height * density);
    pen.scale(density, density);
    const style = getComputedStyle(this.root);
    this.drawBase(pen, width, height, style.getPropertyValue("--line"));
    this.drawCurve(pen, width, height, style.getPropertyValue("--series"));
    this.drawCursor(pen, width, height, style);
  }

  private x(frame: number, width: number): number {
    return padding + (frame / Math.max(1, this.values.length - 1)) * (width - 2 * padding);
  }

  private y(value: number, height: number): number {
    const { low, high } = this.range;
    return height - padding - ((value - low) / (high - low)) * (height - 2 * padding);
  }

  private drawBase(pen: CanvasRenderingContext2D, width: number, height: number, colour: string): void {
    pen.fillStyle = colour;
    pen.fillRect(0, Math.round(this.y(0, height)), width, 1);
  }

  private drawCurve(pen: CanvasRenderingContext2D, width: number, height: number, colour: string): void {
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = 1.5;
    pen.lineJoin = "round";
    pen.beginPath();
    let isDown = false;
    this.values.forEach((value, frame) => {
      if (value === null) {
        isDown = false;
        return;
      }
      if (isDown) pen.lineTo(this.x(frame, width), this.y(value, height));
      else pen.moveTo(this.x(frame, width), this.y(value, height));
      isDown = true;
    });
    pen.stroke();
  }

  private drawCursor(pen: CanvasRenderingContext2D, width: number, height: number, style: CSSStyleDeclaration): void {
    const frame = this.app.wantedFrame;
    const value = this.values[frame];
    const x = this.x(frame, width);
    pen.fillStyle = style.getPropertyValue("--quiet");
    pen.fillRect(x - 0.5, 0, 1, height);
    if (value === null || value === undefined) return;
    pen.fillStyle = style.getPropertyValue("--series");
    pen.beginPath();
    pen.arc(x, this.y(value, height), 3, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** From zero, so that heights compare. */
function rangeOf(values: (number | null)[]): Range {
  let low = 0;
  let high = 0;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high: high > low ? high : low + 1 };
}

export function makePlots(app: App): void {
  let plots: Plot[] = [];
  app.on("recording", () => {
    const { head, frames } = app.recording!;
    plots = head.series
      .map((series, at) => ({ ...series, at, values: frames.map((frame) => frame.values[at] ?? null) }))
      .filter(({ values }) => values.some((value) => value !== null))
      .map(({ at, values, label, name }) => new Plot(app, at, values, label || name, name));
    byId("plots").replaceChildren(...plots.map((plot) => plot.root));
    byId("plots").hidden = plots.length === 0;
  });
  app.on(["recording", "wanted", "frame", "settings"], () => plots.forEach((plot) => plot.update()));
}
