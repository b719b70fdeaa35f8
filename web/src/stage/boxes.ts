// Boxes as their twelve edges.
import { Color, Group } from "three";
import type { BoxesLayer } from "../recording/model";
import { makeLines } from "./marks";
import type { Materials } from "./materials";
import { levelColour } from "./palette";

/** Corners are numbered by bits, one for each axis. */
const edgeCorners = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];
export const numbersPerBox = 3 * edgeCorners.length;

/** Writes the edges of a box given by a function from a corner's signs to its place. */
export function writeBox(to: Float32Array, at: number, corner: (x: number, y: number, z: number) => [number, number, number]): void {
  for (const number of edgeCorners) {
    to.set(corner(number & 1 ? 1 : -1, number & 2 ? 1 : -1, number & 4 ? 1 : -1), at);
    at += 3;
  }
}

/** Oriented boxes, coloured by level; those a search looked at have thicker lines. */
export function makeBoxes(layer: BoxesLayer, level: number | null, materials: Materials): Group {
  const shown = [...layer.levels.keys()].filter((i) => level === null || layer.levels[i] === level);
  const isMarked = (box: number) => layer.marks !== null && layer.marks[box] !== 0;
  return new Group().add(
    makeSome(layer, shown.filter((box) => !isMarked(box)), 1.5, materials),
    makeSome(layer, shown.filter(isMarked), 3, materials),
  );
}

function makeSome(layer: BoxesLayer, boxes: number[], width: number, materials: Materials): Group {
  const lines = new Float32Array(numbersPerBox * boxes.length);
  const colours = new Float32Array(numbersPerBox * boxes.length);
  boxes.forEach((box, i) => {
    writeBox(lines, numbersPerBox * i, (x, y, z) => cornerOf(layer, box, x, y, z));
    fillColour(colours, numbersPerBox * i, numbersPerBox * (i + 1), levelColour(layer.levels[box]));
  });
  return makeLines(materials, lines, { colour: "", colours, width });
}

const colour = new Color();

export function fillColour(colours: Float32Array, begin: number, end: number, name: string): void {
  colour.set(name);
  for (let i = begin; i < end; i += 3) colour.toArray(colours, i);
}

function cornerOf({ centers, axes, halves }: BoxesLayer, box: number, x: number, y: number, z: number): [number, number, number] {
  const place = (k: number) =>
    centers[3 * box + k] +
    x * halves[3 * box] * axes[9 * box + k] +
    y * halves[3 * box + 1] * axes[9 * box + 3 + k] +
    z * halves[3 * box + 2] * axes[9 * box + 6 + k];
  return [place(0), place(1), place(2)];
}
