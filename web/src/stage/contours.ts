// Contours: each shape has a colour and a form of its own.
import { Group } from "three";
import type { ContoursLayer } from "../recording/model";
import { contourShapes } from "../recording/model";
import { makeDots, makeLines } from "./marks";
import type { Materials } from "./materials";
import { shapeColours } from "./palette";

export const contourWidth = 3;

/** A group for each shape that is present. */
export function makeContours(layer: ContoursLayer, materials: Materials): Map<string, Group> {
  const groups = new Map<string, Group>();
  contourShapes.forEach((name, shape) => {
    const contours = [...layer.shapes.keys()].filter((contour) => layer.shapes[contour] === shape);
    if (contours.length > 0) groups.set(name, makeShape(layer, contours, name, materials));
  });
  return groups;
}

function makeShape(layer: ContoursLayer, contours: number[], name: (typeof contourShapes)[number], materials: Materials): Group {
  const colour = shapeColours[name];
  const group = new Group();
  if (name === "point") return group.add(makeDots(materials, gather(layer, contours, pointsOf), colour, 10));
  const isDashed = name === "open";
  const width = name === "area" ? 1.5 * contourWidth : contourWidth;
  group.add(makeLines(materials, gather(layer, contours, isDashed ? walk : segmentsOf), { colour, width, isDashed, isCased: true, hasGhost: true }));
  if (name !== "closed") group.add(makeDots(materials, gather(layer, contours, endsOf), colour, 9));
  return group;
}

/** The places of numbers into the layer's points, contour by contour. */
function gather(layer: ContoursLayer, contours: number[], numbersOf: (layer: ContoursLayer, contour: number) => ArrayLike<number>): Float32Array {
  const lists = contours.map((contour) => numbersOf(layer, contour));
  const places = new Float32Array(3 * lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; ++i) {
      const point = 3 * list[i];
      places[at++] = layer.points[point];
      places[at++] = layer.points[point + 1];
      places[at++] = layer.points[point + 2];
    }
  }
  return places;
}

function segmentsOf(layer: ContoursLayer, contour: number): Uint32Array {
  return layer.segments.subarray(2 * layer.segmentStarts[contour], 2 * layer.segmentStarts[contour + 1]);
}

function endsOf(layer: ContoursLayer, contour: number): Uint32Array {
  return layer.ends.subarray(layer.endStarts[contour], layer.endStarts[contour + 1]);
}

function pointsOf(layer: ContoursLayer, contour: number): number[] {
  const [begin, end] = [layer.pointStarts[contour], layer.pointStarts[contour + 1]];
  return Array.from({ length: end - begin }, (_, i) => begin + i);
}

/** All its places, two for each segment or one for a lone point. */
export function contourPlaces(layer: ContoursLayer, contour: number): { segments: Float32Array; points: Float32Array } {
  return { segments: gather(layer, [contour], segmentsOf), points: gather(layer, [contour], pointsOf) };
}

/** The segments one after the other from an end on, so that dashes are even. */
function walk(layer: ContoursLayer, contour: number): number[] {
  const segments = segmentsOf(layer, contour);
  const at = new Map<number, number[]>();
  for (let i = 0; i < segments.length; ++i) {
    const list = at.get(segments[i]);
    if (list) list.push(i >> 1);
    else at.set(segments[i], [i >> 1]);
  }
  const ordered: number[] = [];
  const isDone = new Uint8Array(segments.length / 2);
  const follow = (point: number) => {
    for (let next = at.get(point)?.find((segment) => !isDone[segment]); next !== undefined; next = at.get(point)?.find((segment) => !isDone[segment])) {
      isDone[next] = 1;
      const other = segments[2 * next] === point ? segments[2 * next + 1] : segments[2 * next];
      ordered.push(point, other);
      point = other;
    }
  };
  for (const end of endsOf(layer, contour)) follow(end);
  for (const point of segments) follow(point);
  return ordered;
}
