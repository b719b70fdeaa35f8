// How many things a layer of a frame has.
import { contourShapes, type Frame, type Layer } from "../recording/model";

function sizeOf(layer: Layer): number {
  switch (layer.kind) {
    case "pairs":
      return layer.overlaps.length;
    case "contours":
      return layer.shapes.length;
    case "contacts":
      return layer.gaps.length;
    case "arrows":
      return layer.origins.length / 3;
    case "spheres":
      return layer.radii.length;
    case "boxes":
      return layer.levels.length;
    case "curves":
      return layer.closed.length;
    case "visits":
      return layer.nodes.length;
  }
}

/** Keys of the legend are names of layers or, of contours, a name and a shape: "contours:closed". */
export function countOf(frame: Frame, key: string): number {
  const layer = frame.layers.find(({ name }) => name === key);
  return layer ? sizeOf(layer) : countShape(frame, key);
}

function countShape(frame: Frame, key: string): number {
  const at = key.lastIndexOf(":");
  const shape = contourShapes.findIndex((name) => name === key.slice(at + 1));
  const layer = frame.layers.find(({ name }) => name === key.slice(0, at));
  return layer?.kind === "contours" ? layer.shapes.reduce((sum, number) => sum + (number === shape ? 1 : 0), 0) : 0;
}
