// Do the numbers of a recording name things that exist? Plain loops: there are millions.
import type { Fields } from "./fields";
import type { MeshInfo } from "./model";
import { none } from "./model";

export function checkBelow(fields: Fields, name: string, values: Uint32Array | Uint8Array, limit: number): void {
  let highest = -1;
  for (let i = 0; i < values.length; ++i) if (values[i] > highest) highest = values[i];
  if (highest >= limit) fields.fail(`names ${highest} in "${name}", but there are only ${limit}`);
}

/** Starts of runs in a list: one more than runs, from 0 up to the list's length. */
export function checkStarts(fields: Fields, name: string, starts: Uint32Array, total: number): void {
  let isFine = starts.length > 0 && starts[0] === 0 && starts[starts.length - 1] === total;
  for (let i = 1; i < starts.length; ++i) if (starts[i] < starts[i - 1]) isFine = false;
  if (!isFine) fields.fail(`has "${name}" that do not fit`);
}

/** Pairs of a mesh and a face of it. */
export function checkFaces(fields: Fields, name: string, values: Uint32Array, meshes: MeshInfo[]): void {
  const limits = meshes.map((mesh) => mesh.faceCount);
  for (let i = 0; i < values.length; i += 2) {
    if (values[i] >= limits.length || values[i + 1] >= limits[values[i]]) fields.fail(`has "${name}" that do not exist`);
  }
}

/** A mesh and one to three vertices of it, the missing ones last; or nothing at all. */
export function checkFeatures(fields: Fields, name: string, values: Uint32Array, meshes: MeshInfo[]): void {
  const limits = meshes.map((mesh) => mesh.vertexCount);
  for (let i = 0; i < values.length; i += 4) {
    const limit = values[i] < limits.length ? limits[values[i]] : 0;
    let isFine = values[i + 1] < limit || (values[i] === none && values[i + 1] === none);
    for (let j = i + 2; j < i + 4; ++j) {
      if (values[j] !== none && (values[j] >= limit || values[j - 1] === none)) isFine = false;
    }
    if (!isFine) fields.fail(`has "${name}" that do not exist`);
  }
}
