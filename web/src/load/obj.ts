// Wavefront OBJ. Vertices and polygons keep the numbers they have in the file, which three's loader forgets.
import type { Part } from "../recording/model";
import type { LoadedMesh } from "./loaded_mesh";
import { addFan } from "./polygons";

export function readObj(text: string, name: string): LoadedMesh {
  const positions: number[] = [];
  const faces: number[] = [];
  const polygons: number[] = [];
  const parts: Part[] = [];
  let polygon = 0;
  let lineNumber = 0;
  for (const line of text.replace(/\\\r?\n/g, " ").split("\n")) {
    ++lineNumber;
    const words = line.trim().split(/\s+/);
    if (words[0] === "v") addVertex(positions, words, lineNumber);
    else if (words[0] === "f") addPolygon(faces, polygons, words, polygon++, positions.length / 3, lineNumber);
    else if (words[0] === "o" || words[0] === "g") beginPart(parts, words.slice(1).join(" "), polygons.length);
  }
  endPart(parts, polygons.length);
  return { name, parts: parts.filter((part) => part.faceCount > 0), positions, faces: new Uint32Array(faces), polygons: new Uint32Array(polygons) };
}

function fail(line: number, what: string): never {
  throw new Error(`line ${line} ${what}`);
}

function addVertex(positions: number[], words: string[], line: number): void {
  for (let i = 1; i <= 3; ++i) {
    const value = Number(words[i]);
    if (!Number.isFinite(value)) fail(line, "is no vertex with three coordinates");
    positions.push(value);
  }
}

function addPolygon(faces: number[], polygons: number[], words: string[], polygon: number, vertices: number, line: number): void {
  const corners: number[] = [];
  for (let i = 1; i < words.length; ++i) {
    const number = parseInt(words[i], 10);
    const corner = number < 0 ? vertices + number : number - 1;
    if (!(corner >= 0 && corner < vertices)) fail(line, `names the vertex "${words[i]}", which does not exist`);
    corners.push(corner);
  }
  addFan(corners, polygon, faces, polygons);
}

function endPart(parts: Part[], faces: number): void {
  const last = parts[parts.length - 1];
  if (last) last.faceCount = faces - last.firstFace;
}

function beginPart(parts: Part[], name: string, faces: number): void {
  endPart(parts, faces);
  parts.push({ name, firstFace: faces, faceCount: 0 });
}
