// What can be said about a layer beyond on and off.
import type { BoxesLayer, SpheresLayer } from "../recording/model";
import type { App } from "./app";
import { element, setText } from "./dom";
import { plural, quantity } from "./format";

/** From a hundredth to a hundred times as long; the slider is the power of ten. */
export function arrowSlider(app: App): HTMLElement {
  const text = element("output", { class: "number" }, "× 1");
  const slider = element("input", {
    type: "range",
    min: -2,
    max: 2,
    step: 0.05,
    value: 0,
    "aria-label": "Length of arrows",
    title: "Length of arrows; double click: as recorded",
    "data-testid": "arrow-length",
    oninput: () => apply(Number(slider.value)),
    ondblclick: () => apply(0),
  });
  const apply = (power: number) => {
    slider.value = String(power);
    const factor = 10 ** power;
    app.stage.setArrowFactor(factor);
    setText(text, `× ${quantity(Number(factor.toPrecision(2)))}`);
    slider.setAttribute("aria-valuetext", text.textContent ?? "");
  };
  apply(0);
  return element("div", { class: "slider-row arrow-length" }, element("span", { class: "quiet" }, "Arrow length"), slider, text);
}

export function levelSelect(app: App, layer: SpheresLayer | BoxesLayer): HTMLElement {
  const counts: number[] = [];
  for (const level of layer.levels) counts[level] = (counts[level] ?? 0) + 1;
  const word = layer.kind === "spheres" ? ["sphere", "spheres"] : ["box", "boxes"];
  const options = counts.map((nodes, level) =>
    element("option", { value: level }, `Level ${level}: ${plural(nodes, word[0], word[1])}`),
  );
  const select = element(
    "select",
    {
      "aria-label": `Level of ${layer.label}`,
      "data-testid": `level-${layer.name}`,
      onchange: () => app.stage.setLevel(layer.name, select.value === "" ? null : Number(select.value)),
    },
    element("option", { value: "" }, "All levels"),
    ...options,
  );
  return element("div", { class: "slider-row" }, select);
}
