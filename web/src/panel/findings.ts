// What was found in a frame, as lists of rows: contours, pairs and contacts.
import {
  contourShapes,
  none,
  overlapNames,
  type ContactsLayer,
  type ContoursLayer,
  type Frame,
  type Layer,
  type PairsLayer,
  type Recording,
} from "../recording/model";
import type { Target } from "../stage/stage_api";
import { count, plural, quantity } from "./format";
import type { Names } from "./names";

export interface Row {
  lead: string;
  rest: string;
  objects: string;
}

/** Says of each row whether a word of the search box is about it. */
export type Matcher = (index: number) => boolean;

export interface FindingList {
  key: string;
  label: string;
  count: number;
  row(index: number): Row;
  target(index: number): Target;
  matcher(word: string): Matcher;
}

export function layersOf<Kind extends Layer["kind"]>(frame: Frame, kind: Kind): Extract<Layer, { kind: Kind }>[] {
  return frame.layers.filter((layer): layer is Extract<Layer, { kind: Kind }> => layer.kind === kind);
}

export const overlapTexts: Record<(typeof overlapNames)[number], string> = {
  point: "touch in a point",
  edge: "touch along an edge",
  crossing: "crossing",
  area: "overlap in a plane",
};

export function findingLists(recording: Recording, frame: Frame, names: Names): FindingList[] {
  const pairs = layersOf(frame, "pairs")[0];
  const contours = layersOf(frame, "contours")[0];
  const lists: FindingList[] = [];
  if (contours) lists.push(contourList(contours, pairs, names));
  if (pairs) lists.push(pairList(pairs, names));
  for (const layer of layersOf(frame, "contacts")) lists.push(contactList(layer, recording, names));
  return lists;
}

/** Which of these texts have the word in them. */
function hits(texts: readonly string[], word: string): boolean[] {
  return texts.map((text) => text.toLowerCase().includes(word));
}

/** A number that was typed, with or without "#" and thousands separators; -1: none. */
function typedNumber(word: string): number {
  return /^#?\d[\d,]*$/.test(word) ? Number(word.replace(/[#,]/g, "")) : -1;
}

export function pairObjects(pairs: PairsLayer, index: number, names: Names): [number, number] {
  const at = 4 * index;
  return [
    names.objectOfFace(pairs.faces[at], pairs.faces[at + 1]),
    names.objectOfFace(pairs.faces[at + 2], pairs.faces[at + 3]),
  ];
}

function pairList(pairs: PairsLayer, names: Names): FindingList {
  return {
    key: pairs.name,
    label: "Pairs",
    count: pairs.overlaps.length,
    row: (index) => ({
      lead: `face ${count(pairs.faces[4 * index + 1])} × face ${count(pairs.faces[4 * index + 3])}`,
      rest: overlapTexts[overlapNames[pairs.overlaps[index]]] ?? "",
      objects: names.describe(...pairObjects(pairs, index, names)),
    }),
    target: (index) => ({ kind: "pair", index }),
    matcher: (word) => pairMatcher(pairs, names, word),
  };
}

function pairMatcher(pairs: PairsLayer, names: Names, word: string): Matcher {
  const number = typedNumber(word);
  const objects = hits(names.all, word);
  const overlaps = hits(overlapNames.map((name) => overlapTexts[name]), word);
  return (index) => {
    const [a, b] = pairObjects(pairs, index, names);
    if (objects[a] || objects[b] || overlaps[pairs.overlaps[index]]) return true;
    return number >= 0 && (pairs.faces[4 * index + 1] === number || pairs.faces[4 * index + 3] === number);
  };
}

/** "dress × body", and how many other pairs of objects the contour is between. */
export function contourObjects(contours: ContoursLayer, index: number, pairs: PairsLayer | undefined, names: Names): string {
  if (!pairs || names.all.length === 1) return "";
  const found = new Set<number>();
  let first = "";
  for (let at = contours.pairStarts[index]; at < contours.pairStarts[index + 1]; at++) {
    const [a, b] = pairObjects(pairs, contours.pairs[at], names);
    first ||= names.describe(a, b);
    found.add(a * names.all.length + b);
  }
  return found.size > 1 ? `${first} and ${count(found.size - 1)} more` : first;
}

function contourList(contours: ContoursLayer, pairs: PairsLayer | undefined, names: Names): FindingList {
  return {
    key: contours.name,
    label: "Contours",
    count: contours.shapes.length,
    row: (index) => ({
      lead: contourShapes[contours.shapes[index]],
      rest: contourMeasures(contours, index),
      objects: contourObjects(contours, index, pairs, names),
    }),
    target: (index) => ({ kind: "contour", index }),
    matcher: (word) => contourMatcher(contours, pairs, names, word),
  };
}

/** "length 0.482 · 213 pairs" */
export function contourMeasures(contours: ContoursLayer, index: number): string {
  const shape = contourShapes[contours.shapes[index]];
  const pairCount = contours.pairStarts[index + 1] - contours.pairStarts[index];
  const measures = [plural(pairCount, "pair")];
  if (shape === "area") measures.unshift(`area ${quantity(contours.areas[index])}`);
  else if (shape !== "point") measures.unshift(`length ${quantity(contours.lengths[index])}`);
  return measures.join(" · ");
}

function contourMatcher(contours: ContoursLayer, pairs: PairsLayer | undefined, names: Names, word: string): Matcher {
  const number = typedNumber(word);
  const shapes = hits(contourShapes, word);
  const ofPair = pairs ? pairMatcher(pairs, names, word) : () => false;
  return (index) => {
    if (index === number || shapes[contours.shapes[index]]) return true;
    for (let at = contours.pairStarts[index]; at < contours.pairStarts[index + 1]; at++) {
      if (ofPair(contours.pairs[at])) return true;
    }
    return false;
  };
}

/** The vertices of one side of a contact. */
function featureVertices(features: Uint32Array, index: number): number[] {
  return [...features.subarray(4 * index + 1, 4 * index + 4)].filter((vertex) => vertex !== none);
}

export function fileVertex(recording: Recording, mesh: number, vertex: number): number {
  return recording.meshes[mesh].fileVertices?.[vertex] ?? vertex;
}

/** "vertex 12", "edge 3–4", "face 3–4–5": vertices as the file numbers them; of outlines just "point". */
function featureText(recording: Recording, features: Uint32Array, index: number): string {
  const numbers = featureVertices(features, index).map((vertex) =>
    count(fileVertex(recording, features[4 * index], vertex)),
  );
  if (numbers.length === 0) return "point";
  if (numbers.length === 1) return `vertex ${numbers[0]}`;
  return numbers.length === 2 ? `edge ${numbers.join("–")}` : `face ${numbers.join("–")}`;
}

export function contactObjects(layer: ContactsLayer, index: number, names: Names): [number, number] {
  const at = 4 * index;
  return [
    names.objectOfVertex(layer.featuresA[at], layer.featuresA[at + 1]),
    names.objectOfVertex(layer.featuresB[at], layer.featuresB[at + 1]),
  ];
}

function contactList(layer: ContactsLayer, recording: Recording, names: Names): FindingList {
  return {
    key: layer.name,
    label: layer.label || "Contacts",
    count: layer.gaps.length,
    row: (index) => ({
      lead: contactMeasures(layer, index),
      rest: contactFeatures(recording, layer, index),
      objects: names.describe(...contactObjects(layer, index, names)),
    }),
    target: (index) => ({ kind: "contact", layer: layer.name, index }),
    matcher: (word) => contactMatcher(layer, recording, names, word),
  };
}

/** "vertex 12 × face 3–4–5" */
export function contactFeatures(recording: Recording, layer: ContactsLayer, index: number): string {
  return `${featureText(recording, layer.featuresA, index)} × ${featureText(recording, layer.featuresB, index)}`;
}

function contactMeasures(layer: ContactsLayer, index: number): string {
  const gap = `gap ${quantity(layer.gaps[index])}`;
  return layer.times ? `time ${quantity(layer.times[index])} · ${gap}` : gap;
}

function contactMatcher(layer: ContactsLayer, recording: Recording, names: Names, word: string): Matcher {
  const number = typedNumber(word);
  const objects = hits(names.all, word);
  const hasVertex = (features: Uint32Array, index: number) =>
    featureVertices(features, index).some((vertex) => fileVertex(recording, features[4 * index], vertex) === number);
  return (index) => {
    const [a, b] = contactObjects(layer, index, names);
    if (objects[a] || objects[b]) return true;
    return number >= 0 && (hasVertex(layer.featuresA, index) || hasVertex(layer.featuresB, index));
  };
}

/** The rows all words of the search box are about; null: all rows. */
export function filterRows(list: FindingList, text: string): Uint32Array | null {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const matchers = words.map((word) => list.matcher(word));
  const rows = new Uint32Array(list.count);
  let found = 0;
  for (let index = 0; index < list.count; index++) {
    if (matchers.every((matches) => matches(index))) rows[found++] = index;
  }
  return rows.slice(0, found);
}
