// The colours of the picture and what they mean. Strong ones are those of Okabe and Ito, which colour-blind people can tell apart.
import type { Frame, Head, Layer, Recording } from "../recording/model";
import { contourShapes } from "../recording/model";
import { noNode } from "../recording/tree_levels";

export const strong = {
  orange: "#E69F00",
  sky: "#56B4E9",
  green: "#009E73",
  yellow: "#F0E442",
  blue: "#0072B2",
  vermilion: "#D55E00",
  purple: "#CC79A7",
} as const;

/** Surfaces stay quiet, so that what was found on them is seen. */
const quiet = ["#b4c4d8", "#ddcfae", "#b5cfb9", "#d2bdd6", "#a9cdd0", "#dfbfb0", "#c5c9a2", "#bdbfe0"];
const obstacleColour = "#a3a3a0";

export interface Theme {
  background: string;
  edges: string;
  selection: string;
}
export const lightTheme: Theme = { background: "#f5f6f8", edges: "#39424e", selection: "#d6006c" };
export const darkTheme: Theme = { background: "#14171c", edges: "#0c0e11", selection: "#ff5cab" };

/** Around lines and dots, so that bright ones are seen before bright surfaces. */
export const casing = "#15181c";
export const intersecting = strong.orange;

export const shapeColours = {
  closed: strong.vermilion,
  open: strong.yellow,
  branched: strong.green,
  point: "#ffffff",
  area: strong.purple,
} as const;

const arrowColours = [strong.green, strong.purple, strong.blue, strong.orange];
const contactColours = [strong.vermilion, strong.blue, strong.purple, strong.green];
const curveColours = [strong.blue, strong.sky, strong.green, strong.purple];
const levelColours = [strong.orange, strong.purple, strong.green, strong.sky, strong.vermilion, strong.yellow, strong.blue];
const patchColours = [...levelColours, "#9AA5B1", "#8C6D46", "#B8D977"];

export function levelColour(level: number): string {
  return levelColours[level % levelColours.length];
}

const noPatch = "#c3c7cc";

/** Neighbours have numbers that follow each other, so numbers are scattered. */
export function patchColour(node: number): string {
  if (node === noNode) return noPatch;
  const hash = Math.imul(node + 1, 0x9e3779b1) >>> 0;
  return patchColours[hash % patchColours.length];
}

/** Of a part of a mesh, or, for -1, of what belongs to no part. */
export function partColour(head: Head, mesh: number, part: number): string {
  if (head.meshes[mesh].role === "obstacle") return obstacleColour;
  let number = Math.max(0, part);
  for (let i = 0; i < mesh; ++i) if (head.meshes[i].role !== "obstacle") number += Math.max(1, head.meshes[i].parts.length);
  return quiet[number % quiet.length];
}

/** Of a layer, by its place among those of its kind. */
export function layerColour(layer: Layer, frame: Frame): string {
  const place = frame.layers.filter((other) => other.kind === layer.kind).indexOf(layer);
  const pick = (colours: readonly string[]) => colours[Math.max(0, place) % colours.length];
  switch (layer.kind) {
    case "pairs":
      return intersecting;
    case "contours":
      return shapeColours.closed;
    case "contacts":
      return pick(contactColours);
    case "arrows":
      return pick(arrowColours);
    case "curves":
      return pick(curveColours);
    default:
      return levelColours[0];
  }
}

export type LegendForm = "fill" | "line" | "dashes" | "branches" | "dot" | "area" | "link" | "arrow" | "sphere" | "box" | "curve";

export interface LegendEntry {
  key: string; // what setLayerVisible takes: a layer's name, and for contours "name:shape"
  label: string;
  colour: string;
  form: LegendForm;
  isShown: boolean; // unless people ask for it
}

const shapeForms: Record<(typeof contourShapes)[number], LegendForm> = { closed: "line", open: "dashes", branched: "branches", point: "dot", area: "area" };
const kindForms: Record<Exclude<Layer["kind"], "contours" | "visits">, LegendForm> = {
  pairs: "fill",
  contacts: "link",
  arrows: "arrow",
  spheres: "sphere",
  boxes: "box",
  curves: "curve",
};

/** What is in a frame and how it looks, in the order of its layers; visits are seen with the hierarchy only. */
export function legend(_recording: Recording, frame: Frame): LegendEntry[] {
  return frame.layers.flatMap((layer): LegendEntry[] => {
    if (layer.kind === "visits") return [];
    if (layer.kind !== "contours") return [{ key: layer.name, label: layer.label, colour: layerColour(layer, frame), form: kindForms[layer.kind], isShown: layer.kind !== "arrows" }];
    const present = contourShapes.filter((_, shape) => layer.shapes.includes(shape));
    return present.map((shape) => ({ key: `${layer.name}:${shape}`, label: `${layer.label}: ${shape}`, colour: shapeColours[shape], form: shapeForms[shape], isShown: true }));
  });
}
