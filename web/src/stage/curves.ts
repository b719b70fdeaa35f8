// Outlines: corners joined by lines, or Bézier pieces in small steps.
import { Group } from "three";
import type { CurvesLayer } from "../recording/model";
import { makeLines } from "./marks";
import type { Materials } from "./materials";

const stepsPerPiece = 16;

export function makeCurves(layer: CurvesLayer, colour: string, materials: Materials): Group {
  const lines: number[] = [];
  for (let curve = 0; curve < layer.closed.length; ++curve) addCurve(lines, layer, curve);
  return new Group().add(makeLines(materials, new Float32Array(lines), { colour, width: 2.5 }));
}

function addCurve(lines: number[], layer: CurvesLayer, curve: number): void {
  const begin = layer.starts[curve];
  const count = layer.starts[curve + 1] - begin;
  const point = (i: number) => {
    const at = 3 * (begin + (i % count));
    return layer.points.subarray(at, at + 3);
  };
  const returns = layer.closed[curve] !== 0 && count % layer.degree === 0;
  const pieces = count === 0 ? 0 : returns ? count / layer.degree : Math.floor((count - 1) / layer.degree);
  for (let piece = 0; piece < pieces; ++piece) {
    const first = piece * layer.degree;
    if (layer.degree === 1) lines.push(...point(first), ...point(first + 1));
    else addPiece(lines, [point(first), point(first + 1), point(first + 2), point(first + 3)]);
  }
}

function addPiece(lines: number[], controls: Float32Array[]): void {
  for (let step = 0; step < stepsPerPiece; ++step) {
    addPoint(lines, controls, step / stepsPerPiece);
    addPoint(lines, controls, (step + 1) / stepsPerPiece);
  }
}

function addPoint(lines: number[], [a, b, c, d]: Float32Array[], t: number): void {
  const s = 1 - t;
  for (let k = 0; k < 3; ++k) lines.push(s * s * s * a[k] + 3 * s * s * t * b[k] + 3 * s * t * t * c[k] + t * t * t * d[k]);
}
