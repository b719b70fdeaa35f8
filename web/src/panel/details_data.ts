// What there is to say about what is selected.
import { contourShapes, overlapNames, type ContactsLayer, type Frame, type Recording } from "../recording/model";
import type { Target } from "../stage/stage_api";
import {
  contactFeatures,
  contactObjects,
  contourMeasures,
  contourObjects,
  fileVertex,
  layersOf,
  overlapTexts,
  pairObjects,
} from "./findings";
import { coordinates, count, quantity } from "./format";
import { meshName, type Names } from "./names";

export interface Link {
  text: string;
  target: Target;
}

export interface Details {
  title: string;
  facts: [string, string][];
  pointWord: string;
  points: { name: string; coordinates: string[] }[];
  linkWord: string;
  links: Link[];
  /** Of which `links` are the first. */
  linkCount: number;
}

export interface Scene {
  recording: Recording;
  frame: Frame;
  names: Names;
}

/** A face may take part in thousands of pairs; the first of them are listed. */
const maxLinks = 50;

const noPoints = { pointWord: "", points: [] };
const noLinks = { linkWord: "", links: [], linkCount: 0 };

export function describeTarget(scene: Scene, target: Target): Details | null {
  switch (target.kind) {
    case "face":
      return describeFace(scene, target.mesh, target.face);
    case "pair":
      return describePair(scene, target.index);
    case "contour":
      return describeContour(scene, target.index);
    case "contact":
      return describeContact(scene, target.layer, target.index);
    default:
      return null;
  }
}

function positionOf({ recording, frame }: Scene, mesh: number, vertex: number): Float32Array {
  const positions = frame.positions.get(mesh) ?? recording.meshes[mesh].positions;
  return positions.subarray(3 * vertex, 3 * vertex + 3);
}

function vertexPoint(scene: Scene, mesh: number, vertex: number): Details["points"][number] {
  return {
    name: String(fileVertex(scene.recording, mesh, vertex)),
    coordinates: coordinates(positionOf(scene, mesh, vertex), scene.recording.head.origin),
  };
}

function describeFace(scene: Scene, mesh: number, face: number): Details {
  const { recording, names } = scene;
  const info = recording.head.meshes[mesh];
  const data = recording.meshes[mesh];
  const part = info.parts[names.partOf(mesh, face)]?.name;
  const facts: [string, string][] = [["Mesh", meshName(info, mesh)]];
  if (part) facts.push(["Part", part]);
  facts.push(["Polygon", String(data.polygons?.[face] ?? face)]);
  const vertices = [...data.faces.subarray(3 * face, 3 * face + 3)];
  const links = faceLinks(scene, mesh, face);
  if (links.length === 0 && layersOf(scene.frame, "pairs").length > 0) facts.push(["Pairs", "none"]);
  return {
    title: `Face ${face}`,
    facts,
    pointWord: "Vertex",
    points: vertices.map((vertex) => vertexPoint(scene, mesh, vertex)),
    linkWord: "Takes part in",
    links: links.slice(0, maxLinks),
    linkCount: links.length,
  };
}

/** The contours and pairs a face takes part in. */
function faceLinks(scene: Scene, mesh: number, face: number): Link[] {
  const pairs = layersOf(scene.frame, "pairs")[0];
  const own = new Set<number>();
  for (let index = 0; index < (pairs?.overlaps.length ?? 0); index++) {
    const at = 4 * index;
    const isA = pairs.faces[at] === mesh && pairs.faces[at + 1] === face;
    if (isA || (pairs.faces[at + 2] === mesh && pairs.faces[at + 3] === face)) own.add(index);
  }
  return [...contourLinks(scene, own), ...[...own].map((index) => pairLink(scene, index, mesh, face))];
}

function contourLinks({ frame }: Scene, pairs: Set<number>): Link[] {
  const contours = layersOf(frame, "contours")[0];
  const links: Link[] = [];
  if (pairs.size === 0) return links;
  for (let index = 0; index < (contours?.shapes.length ?? 0); index++) {
    const own = contours.pairs.subarray(contours.pairStarts[index], contours.pairStarts[index + 1]);
    if (!own.some((pair) => pairs.has(pair))) continue;
    const shape = contourShapes[contours.shapes[index]];
    links.push({ text: `${shape} contour · ${contourMeasures(contours, index)}`, target: { kind: "contour", index } });
  }
  return links;
}

/** Named by the other face. */
function pairLink({ frame, names }: Scene, index: number, mesh: number, face: number): Link {
  const { faces, overlaps } = layersOf(frame, "pairs")[0];
  const at = 4 * index;
  const other = faces[at] === mesh && faces[at + 1] === face ? at + 2 : at;
  const where = names.all.length > 1 ? ` of ${names.all[names.objectOfFace(faces[other], faces[other + 1])]}` : "";
  const text = `face ${faces[other + 1]}${where} · ${overlapTexts[overlapNames[overlaps[index]]]}`;
  return { text, target: { kind: "pair", index } };
}

function describePair(scene: Scene, index: number): Details | null {
  const pairs = layersOf(scene.frame, "pairs")[0];
  if (!pairs || index >= pairs.overlaps.length) return null;
  const [meshA, faceA, meshB, faceB] = pairs.faces.subarray(4 * index, 4 * index + 4);
  const facts: [string, string][] = [["Overlap", overlapTexts[overlapNames[pairs.overlaps[index]]]]];
  const objects = scene.names.describe(...pairObjects(pairs, index, scene.names));
  if (objects) facts.unshift(["Objects", objects]);
  const faces: Link[] = [
    { text: faceText(scene, meshA, faceA), target: { kind: "face", mesh: meshA, face: faceA } },
    { text: faceText(scene, meshB, faceB), target: { kind: "face", mesh: meshB, face: faceB } },
  ];
  const links = [...faces, ...contourLinks(scene, new Set([index]))];
  return { title: `Pair ${index}`, facts, ...noPoints, linkWord: "Faces and contour", links, linkCount: links.length };
}

function faceText({ recording, names }: Scene, mesh: number, face: number): string {
  const where = names.all.length > 1 ? ` of ${names.all[names.objectOfFace(mesh, face)]}` : "";
  const polygon = recording.meshes[mesh].polygons?.[face] ?? face;
  return `face ${face}${where} · polygon ${polygon}`;
}

function describeContour(scene: Scene, index: number): Details | null {
  const contours = layersOf(scene.frame, "contours")[0];
  if (!contours || index >= contours.shapes.length) return null;
  const pairs = layersOf(scene.frame, "pairs")[0];
  const shape = contourShapes[contours.shapes[index]];
  const facts: [string, string][] = [["Shape", shape]];
  if (shape === "area") facts.push(["Area", quantity(contours.areas[index])]);
  else if (shape !== "point") facts.push(["Length", quantity(contours.lengths[index])]);
  const objects = contourObjects(contours, index, pairs, scene.names);
  if (objects) facts.unshift(["Objects", objects]);
  const ends = describeEnds(contours.endsOnBoundary.subarray(contours.endStarts[index], contours.endStarts[index + 1]));
  if (ends) facts.push(["Ends", ends]);
  const own = contours.pairs.subarray(contours.pairStarts[index], contours.pairStarts[index + 1]);
  const links = [...own.subarray(0, maxLinks)].map(
    (pair): Link => ({ text: pairText(scene, pair), target: { kind: "pair", index: pair } }),
  );
  return { title: `Contour ${index}`, facts, ...noPoints, linkWord: "Pairs", links, linkCount: own.length };
}

/** "2 on a boundary, 1 inside" */
function describeEnds(onBoundary: Uint8Array): string {
  const outside = onBoundary.reduce((sum, flag) => sum + (flag ? 1 : 0), 0);
  const inside = onBoundary.length - outside;
  return [outside > 0 && `${count(outside)} on a boundary`, inside > 0 && `${count(inside)} inside`].filter(Boolean).join(", ");
}

function pairText({ frame }: Scene, index: number): string {
  const { faces, overlaps } = layersOf(frame, "pairs")[0];
  return `face ${faces[4 * index + 1]} × face ${faces[4 * index + 3]} · ${overlapTexts[overlapNames[overlaps[index]]]}`;
}

function describeContact(scene: Scene, name: string, index: number): Details | null {
  const layer = layersOf(scene.frame, "contacts").find((candidate) => candidate.name === name);
  if (!layer || index >= layer.gaps.length) return null;
  const facts: [string, string][] = [["Gap", quantity(layer.gaps[index])]];
  if (layer.times) facts.unshift(["Time", quantity(layer.times[index])]);
  const objects = scene.names.describe(...contactObjects(layer, index, scene.names));
  if (objects) facts.unshift(["Objects", objects]);
  facts.push(["Features", contactFeatures(scene.recording, layer, index)]);
  if (layer.label) facts.push(["Layer", layer.label]);
  return {
    title: `Contact ${index}`,
    facts,
    pointWord: "Point",
    points: contactPoints(scene, layer, index),
    ...noLinks,
  };
}

function contactPoints(scene: Scene, layer: ContactsLayer, index: number): Details["points"] {
  const { origin } = scene.recording.head;
  const at = (points: Float32Array) => coordinates(points.subarray(3 * index, 3 * index + 3), origin);
  return [
    { name: "a", coordinates: at(layer.pointsA) },
    { name: "b", coordinates: at(layer.pointsB) },
    { name: "normal", coordinates: coordinates(layer.normals.subarray(3 * index, 3 * index + 3), [0, 0, 0]) },
  ];
}

/** The same as plain text, for the clipboard. */
export function detailsText(details: Details): string {
  const lines = [details.title, ...details.facts.map(([name, value]) => `${name}: ${value}`)];
  for (const { name, coordinates: numbers } of details.points) lines.push(`${name}: ${numbers.join(" ")}`);
  for (const { text } of details.links) lines.push(text);
  return lines.join("\n");
}
