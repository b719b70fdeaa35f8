// Fat lines, a little in front of the surfaces they lie on.
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { nearer } from "./shaders";

export interface LineStyle {
  colour: string; // "": each segment has its own
  width: number; // pixels
  isDashed?: boolean;
}

const startAndEnd = "vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );";

export function makeLineMaterial(style: LineStyle): LineMaterial {
  const material = new LineMaterial({ linewidth: style.width, dashed: style.isDashed ?? false, vertexColors: style.colour === "" });
  if (style.colour) material.color.set(style.colour);
  if (!material.vertexShader.includes(startAndEnd)) throw new Error("three's lines are not as expected");
  material.vertexShader = material.vertexShader
    .replace("void main() {", `${nearer}\nvoid main() {`)
    .replace(startAndEnd, `${startAndEnd}\nstart = nearer(start, 0.006);\nend = nearer(end, 0.006);`);
  return material;
}

/** Dashes of a fixed length in the picture. */
export function setDashes(material: LineMaterial, pixelsPerUnit: number): void {
  material.dashScale = pixelsPerUnit;
  material.dashSize = 9;
  material.gapSize = 6;
}
