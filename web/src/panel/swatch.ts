// The sign of a layer in the legend: its colour in the form it has in the picture.
import { casing, type LegendEntry, type LegendForm } from "../stage/palette";

interface Drawing {
  path: string;
  isFilled?: boolean;
  /** Lines on surfaces have a dark rim there, and so here. */
  isCased?: boolean;
}

const drawings: Record<LegendForm, Drawing> = {
  fill: { path: "M11 1.5 17.5 11H4.5z", isFilled: true },
  line: { path: "M3 6H19", isCased: true },
  dashes: { path: "M3.5 6H8M14 6H18.5", isCased: true },
  branches: { path: "M3 6H11L18 2.5M11 6 18 9.5", isCased: true },
  dot: { path: "M11 8.6a2.6 2.6 0 1 0 0-5.2a2.6 2.6 0 0 0 0 5.2z", isFilled: true, isCased: true },
  area: { path: "M4 10 7 2H18L15 10z", isFilled: true },
  link: { path: "M3.5 6H18.5M3.5 4.5v3M18.5 4.5v3" },
  arrow: { path: "M2.5 6H13M13 3 19.5 6 13 9z", isFilled: true },
  sphere: { path: "M11 10.5a4.5 4.5 0 1 0 0-9a4.5 4.5 0 0 0 0 9zM6.5 6c2.5 2 6.5 2 9 0" },
  box: { path: "M5 2H17V10H5z" },
  curve: { path: "M3 9C7-2 14 14 19 3" },
};

const space = "http://www.w3.org/2000/svg";

function drawPath(path: string, stroke: string, width: number, fill: string): SVGPathElement {
  const made = document.createElementNS(space, "path");
  made.setAttribute("d", path);
  made.setAttribute("stroke", stroke);
  made.setAttribute("stroke-width", String(width));
  made.setAttribute("fill", fill);
  return made;
}

export function swatch({ colour, form }: LegendEntry): SVGSVGElement {
  const { path, isFilled, isCased } = drawings[form];
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 22 12");
  svg.setAttribute("class", "swatch");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.form = form;
  const fill = isFilled ? colour : "none";
  const width = isCased && !isFilled ? 2.4 : 1.5;
  if (isCased) svg.append(drawPath(path, casing, width + 2, fill));
  svg.append(drawPath(path, colour, width, fill));
  return svg;
}
