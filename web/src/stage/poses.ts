// Where the vertices of a frame are, and boxes around them.
import { Box3, Vector3 } from "three";
import type { BoxesLayer, Frame, Layer, Recording, SpheresLayer } from "../recording/model";

export function positionsOf(recording: Recording, frame: Frame, mesh: number): Float32Array {
  return frame.positions.get(mesh) ?? recording.meshes[mesh].positions;
}

export function expandBox(box: Box3, positions: Float32Array): void {
  for (let vertex = 0; vertex < positions.length / 3; ++vertex) expandByVertex(box, positions, vertex);
}

/** Numbers that are none, as damaged files have them, are left out. */
export function expandByVertex({ min, max }: Box3, positions: Float32Array, vertex: number): void {
  const x = positions[3 * vertex];
  const y = positions[3 * vertex + 1];
  const z = positions[3 * vertex + 2];
  if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) < Infinity)) return;
  if (x < min.x) min.x = x;
  if (x > max.x) max.x = x;
  if (y < min.y) min.y = y;
  if (y > max.y) max.y = y;
  if (z < min.z) min.z = z;
  if (z > max.z) max.z = z;
}

export function boxOfFaces(recording: Recording, frame: Frame, mesh: number, begin: number, end: number): Box3 {
  const box = new Box3();
  const positions = positionsOf(recording, frame, mesh);
  const { faces } = recording.meshes[mesh];
  for (let i = 3 * begin; i < 3 * end; ++i) expandByVertex(box, positions, faces[i]);
  return box;
}

/** Everything there is to see. */
export function boxOfFrame(recording: Recording, frame: Frame): Box3 {
  const box = new Box3();
  recording.meshes.forEach((_, mesh) => expandBox(box, positionsOf(recording, frame, mesh)));
  for (const layer of frame.layers) expandByLayer(box, layer);
  return box;
}

function expandByLayer(box: Box3, layer: Layer): void {
  if (layer.kind === "curves" || layer.kind === "contours") expandBox(box, layer.points);
  else if (layer.kind === "contacts") expandBox(box, layer.pointsA);
  else if (layer.kind === "spheres") layer.radii.forEach((radius, i) => expandAround(box, layer.centers, i, [radius, radius, radius]));
  else if (layer.kind === "boxes") layer.levels.forEach((_, i) => expandAround(box, layer.centers, i, reachOf(layer, i)));
}

function expandAround(box: Box3, centers: Float32Array, index: number, reach: number[]): void {
  const around = new Box3();
  expandByVertex(around, centers, index);
  if (!around.isEmpty() && reach.every(Number.isFinite)) box.union(around.expandByVector(new Vector3(...reach)));
}

/** How far an oriented box reaches along x, y and z. */
function reachOf({ axes, halves }: BoxesLayer, box: number): number[] {
  const along = (axis: number, k: number) => Math.abs(axes[9 * box + 3 * axis + k]) * halves[3 * box + axis];
  return [0, 1, 2].map((k) => along(0, k) + along(1, k) + along(2, k));
}

/** Some points at which one sees how large a frame is. */
export function samplePoints(recording: Recording, frame: Frame): Vector3[] {
  const points: Vector3[] = [];
  recording.meshes.forEach((_, mesh) => {
    const positions = positionsOf(recording, frame, mesh);
    const step = Math.max(1, Math.floor(positions.length / 3 / 4096));
    for (let vertex = 0; vertex < positions.length / 3; vertex += step) points.push(pointAt(positions, vertex));
  });
  for (const layer of frame.layers) points.push(...(layer.kind === "spheres" ? pointsAround(layer) : cornersOfLayer(layer)));
  return points.filter((point) => Number.isFinite(point.lengthSq()));
}

/** How far the vertices have gone in the mean, where all meshes move, as those of someone who walks; else nothing. */
export function commonMotion(recording: Recording, from: Frame, to: Frame): Vector3 {
  const way = new Vector3();
  let count = 0;
  for (let mesh = 0; mesh < recording.meshes.length; ++mesh) {
    const [before, after] = [from.positions.get(mesh), to.positions.get(mesh)];
    if (!before && !after) return way.set(0, 0, 0);
    const [a, b] = [positionsOf(recording, from, mesh), positionsOf(recording, to, mesh)];
    const step = Math.max(1, Math.floor(a.length / 3 / 4096));
    for (let vertex = 0; vertex < a.length / 3; vertex += step, ++count) way.add(pointAt(b, vertex)).sub(pointAt(a, vertex));
  }
  return count > 0 && Number.isFinite(way.lengthSq()) ? way.divideScalar(count) : way.set(0, 0, 0);
}

function cornersOfLayer(layer: Layer): Vector3[] {
  const box = new Box3();
  expandByLayer(box, layer);
  return box.isEmpty() ? [] : cornersOf(box);
}

/** Corners of cubes between those in the spheres and those around them. */
function pointsAround({ centers, radii }: SpheresLayer): Vector3[] {
  const points: Vector3[] = [];
  const step = Math.max(1, Math.floor(radii.length / 512));
  for (let i = 0; i < radii.length; i += step) {
    const center = pointAt(centers, i);
    points.push(...cornersOf(new Box3(center, center.clone()).expandByScalar(0.8 * radii[i])));
  }
  return points;
}

export function cornersOf({ min, max }: Box3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
}

/** The mean length of edges, of some thousand faces. */
export function meanEdge(recording: Recording): number {
  let sum = 0;
  let count = 0;
  for (const { positions, faces } of recording.meshes) {
    const step = 3 * Math.max(1, Math.floor(faces.length / 3 / 4096));
    for (let i = 0; i < faces.length; i += step) {
      const length = distance(positions, faces[i], faces[i + 1]);
      if (!Number.isFinite(length)) continue;
      sum += length;
      ++count;
    }
  }
  return count > 0 ? sum / count : 0;
}

function distance(positions: Float32Array, a: number, b: number): number {
  const at = (vertex: number, k: number) => positions[3 * vertex + k];
  return Math.hypot(at(a, 0) - at(b, 0), at(a, 1) - at(b, 1), at(a, 2) - at(b, 2));
}

export function pointAt(positions: Float32Array, index: number): Vector3 {
  return new Vector3().fromArray(positions, 3 * index);
}
