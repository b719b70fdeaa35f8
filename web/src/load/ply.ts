// Stanford PLY, as text or in either order of bytes. Polygons may have any number of corners; three's loader drops those with more than four.
import type { LoadedMesh } from "./loaded_mesh";
import { addFan } from "./polygons";
import type { PlyElement, PlyProperty } from "./ply_header";
import { plyTypes, readPlyHeader } from "./ply_header";

/** Gives one number after the other. */
type NextNumber = (type: keyof typeof plyTypes) => number;

export function readPly(bytes: ArrayBuffer, name: string): LoadedMesh {
  const header = readPlyHeader(new Uint8Array(bytes));
  const next = header.format === "ascii" ? textNumbers(bytes, header.end) : binaryNumbers(bytes, header.end, header.format === "binary_little_endian");
  const positions: number[] = [];
  const faces: number[] = [];
  const polygons: number[] = [];
  for (const element of header.elements.filter(({ properties }) => properties.length > 0)) {
    for (let row = 0; row < element.count; ++row) {
      const corners = readRow(element, next, positions);
      if (element.name === "face") addFan(corners, row, faces, polygons);
    }
  }
  if (positions.length === 0) throw new Error("it has no vertices");
  return { name, parts: [], positions, faces: new Uint32Array(faces), polygons: new Uint32Array(polygons) };
}

/** Adds a vertex, or returns the corners of a face; what else there is is passed over. */
function readRow(element: PlyElement, next: NextNumber, positions: number[]): number[] {
  const point = [0, 0, 0];
  let corners: number[] = [];
  for (const property of element.properties) {
    if (property.countType) corners = readList(property, next, corners);
    else {
      const axis = "xyz".indexOf(property.name);
      const value = next(property.type);
      if (axis >= 0 && property.name.length === 1) point[axis] = value;
    }
  }
  if (element.name === "vertex") positions.push(...point);
  return corners;
}

function readList(property: PlyProperty, next: NextNumber, before: number[]): number[] {
  const count = next(property.countType!);
  const values: number[] = [];
  for (let i = 0; i < count; ++i) values.push(next(property.type));
  return /^vertex_ind(ex|ices)$/.test(property.name) ? values : before;
}

function cutShort(): never {
  throw new Error("it is cut short, and ends before all that its header promises");
}

function textNumbers(bytes: ArrayBuffer, begin: number): NextNumber {
  const words = new TextDecoder("latin1").decode(new Uint8Array(bytes, begin)).split(/\s+/).filter(Boolean);
  let at = 0;
  return () => {
    if (at >= words.length) cutShort();
    const value = Number(words[at++]);
    if (Number.isNaN(value)) throw new Error(`"${words[at - 1].slice(0, 20)}" is no number`);
    return value;
  };
}

function binaryNumbers(bytes: ArrayBuffer, begin: number, isLittle: boolean): NextNumber {
  const view = new DataView(bytes);
  let at = begin;
  return (type) => {
    const { size, read } = plyTypes[type];
    if (at + size > bytes.byteLength) cutShort();
    const value = read(view, at, isLittle);
    at += size;
    return value;
  };
}
