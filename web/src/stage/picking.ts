// Which face a ray hits first. Plain loops over plain numbers: a million faces take some milliseconds.
import type { Vector3 } from "three";
import type { Recording } from "../recording/model";
import type { Frame } from "../recording/model";
import type { Parts } from "./parts";
import { positionsOf } from "./poses";

export interface Ray {
  origin: Vector3;
  direction: Vector3;
}

export interface Hit {
  mesh: number;
  face: number;
  distance: number; // in lengths of the ray's direction
}

export function findHit(ray: Ray, recording: Recording, frame: Frame, parts: Parts): Hit | null {
  let best: Hit | null = null;
  recording.meshes.forEach(({ faces }, mesh) => {
    const positions = positionsOf(recording, frame, mesh);
    for (const run of parts.visibleRuns(mesh)) {
      const hit = hitFaces(ray, positions, faces, run.begin, run.end, best?.distance ?? Infinity);
      if (hit) best = { mesh, ...hit };
    }
  });
  return best;
}

/** Möller and Trumbore, both sides. */
function hitFaces(ray: Ray, positions: Float32Array, faces: Uint32Array, begin: number, end: number, limit: number): { face: number; distance: number } | null {
  const { x: ox, y: oy, z: oz } = ray.origin;
  const { x: dx, y: dy, z: dz } = ray.direction;
  let best = limit;
  let found = -1;
  for (let face = begin; face < end; ++face) {
    const a = 3 * faces[3 * face];
    const b = 3 * faces[3 * face + 1];
    const c = 3 * faces[3 * face + 2];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const ux = positions[b] - ax;
    const uy = positions[b + 1] - ay;
    const uz = positions[b + 2] - az;
    const vx = positions[c] - ax;
    const vy = positions[c + 1] - ay;
    const vz = positions[c + 2] - az;
    const px = dy * vz - dz * vy;
    const py = dz * vx - dx * vz;
    const pz = dx * vy - dy * vx;
    const determinant = ux * px + uy * py + uz * pz;
    if (determinant === 0) continue;
    const sx = ox - ax;
    const sy = oy - ay;
    const sz = oz - az;
    const u = (sx * px + sy * py + sz * pz) / determinant;
    if (!(u >= 0 && u <= 1)) continue;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const v = (dx * qx + dy * qy + dz * qz) / determinant;
    if (!(v >= 0 && u + v <= 1)) continue;
    const distance = (vx * qx + vy * qy + vz * qz) / determinant;
    if (!(distance > 0 && distance < best)) continue;
    best = distance;
    found = face;
  }
  return found < 0 ? null : { face: found, distance: best };
}
