// What a target is in the picture: its box, the lines and dots around it, and which way its surface looks.
import { Box3, Vector3 } from "three";
import type { ContactsLayer, ContoursLayer, Frame, PairsLayer, Recording } from "../recording/model";
import { none } from "../recording/model";
import { numbersPerBox, writeBox } from "./boxes";
import { contourPlaces } from "./contours";
import { boxOfFaces, expandBox, pointAt, positionsOf } from "./poses";
import type { Target } from "./stage_api";

export interface Outline {
  box: Box3;
  lines: Float32Array; // six numbers for each
  dots: Float32Array;
  normal: Vector3 | null;
}

/** Null if the frame does not have it. */
export function outlineOf(target: Target, recording: Recording, frame: Frame): Outline | null {
  switch (target.kind) {
    case "pair":
      return outlinePair(findLayer(frame, "pairs"), target.index, recording, frame);
    case "contour":
      return outlineContour(findLayer(frame, "contours"), target.index, recording, frame);
    case "contact":
      return outlineContact(findContacts(frame, target.layer), target.index, recording, frame);
    case "face":
      return target.face < recording.head.meshes[target.mesh].faceCount ? outlineFaces([[target.mesh, target.face]], recording, frame) : null;
    case "mesh":
      return outlineBox(boxOfFaces(recording, frame, target.mesh, 0, recording.head.meshes[target.mesh].faceCount));
    case "part": {
      const { firstFace, faceCount } = recording.head.meshes[target.mesh].parts[target.part];
      return outlineBox(boxOfFaces(recording, frame, target.mesh, firstFace, firstFace + faceCount));
    }
  }
}

function findLayer(frame: Frame, kind: "pairs"): PairsLayer | undefined;
function findLayer(frame: Frame, kind: "contours"): ContoursLayer | undefined;
function findLayer(frame: Frame, kind: string) {
  return frame.layers.find((layer) => layer.kind === kind);
}

function findContacts(frame: Frame, name: string): ContactsLayer | undefined {
  return frame.layers.find((layer): layer is ContactsLayer => layer.kind === "contacts" && layer.name === name);
}

function outlinePair(layer: PairsLayer | undefined, pair: number, recording: Recording, frame: Frame): Outline | null {
  if (!layer || pair >= layer.overlaps.length) return null;
  const [meshA, faceA, meshB, faceB] = layer.faces.subarray(4 * pair, 4 * pair + 4);
  return outlineFaces([[meshA, faceA], [meshB, faceB]], recording, frame);
}

function outlineFaces(faces: [mesh: number, face: number][], recording: Recording, frame: Frame): Outline {
  const lines: number[] = [];
  for (const [mesh, face] of faces) addLoop(lines, cornersOf(mesh, face, recording, frame));
  const [a, b, c] = cornersOf(...faces[0], recording, frame);
  return { ...outlineLines(new Float32Array(lines)), normal: b.sub(a).cross(c.sub(a)) };
}

function cornersOf(mesh: number, face: number, recording: Recording, frame: Frame): Vector3[] {
  const positions = positionsOf(recording, frame, mesh);
  return [...recording.meshes[mesh].faces.subarray(3 * face, 3 * face + 3)].map((vertex) => pointAt(positions, vertex));
}

function addLoop(lines: number[], points: Vector3[]): void {
  points.forEach((point, i) => lines.push(...point, ...points[(i + 1) % points.length]));
}

function outlineLines(lines: Float32Array, dots: Float32Array = new Float32Array(0)): Outline {
  const box = new Box3();
  expandBox(box, lines);
  expandBox(box, dots);
  return { box, lines, dots, normal: null };
}

function outlineContour(layer: ContoursLayer | undefined, contour: number, recording: Recording, frame: Frame): Outline | null {
  if (!layer || contour >= layer.shapes.length) return null;
  const { segments, points } = contourPlaces(layer, contour);
  const first = layer.pairs[layer.pairStarts[contour]];
  const pair = first === undefined ? null : outlinePair(findLayer(frame, "pairs"), first, recording, frame);
  return { ...outlineLines(segments, segments.length > 0 ? undefined : points), normal: pair?.normal ?? null };
}

function outlineContact(layer: ContactsLayer | undefined, contact: number, recording: Recording, frame: Frame): Outline | null {
  if (!layer || contact >= layer.gaps.length) return null;
  const points = [pointAt(layer.pointsB, contact), pointAt(layer.pointsA, contact)];
  const lines: number[] = [...points[0], ...points[1]];
  for (const features of [layer.featuresA, layer.featuresB]) {
    const [mesh, ...vertices] = features.subarray(4 * contact, 4 * contact + 4);
    const corners = vertices.filter((vertex) => vertex !== none).map((vertex) => pointAt(positionsOf(recording, frame, mesh), vertex));
    if (corners.length > 1) addLoop(lines, corners);
  }
  return outlineLines(new Float32Array(lines), new Float32Array(points.flatMap((point) => [...point])));
}

function outlineBox(box: Box3): Outline | null {
  if (box.isEmpty()) return null;
  const lines = new Float32Array(numbersPerBox);
  const { min, max } = box;
  writeBox(lines, 0, (x, y, z) => [x < 0 ? min.x : max.x, y < 0 ? min.y : max.y, z < 0 ? min.z : max.z]);
  return { box, lines, dots: new Float32Array(0), normal: null };
}
