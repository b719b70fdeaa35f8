// Single faces on top of the meshes they belong to.
import { BufferAttribute, BufferGeometry, Mesh } from "three";
import type { Material } from "three";
import type { Frame, PairsLayer, Recording } from "../recording/model";
import type { Materials } from "./materials";
import { intersecting } from "./palette";
import type { Parts } from "./parts";
import { positionsOf } from "./poses";

/** Copies the corners of a face, nine numbers, and returns where the next go. */
export function copyCorners(from: Float32Array, faces: Uint32Array, face: number, to: Float32Array, at: number): number {
  for (let corner = 3 * face; corner < 3 * face + 3; ++corner) {
    const vertex = 3 * faces[corner];
    to[at] = from[vertex];
    to[at + 1] = from[vertex + 1];
    to[at + 2] = from[vertex + 2];
    at += 3;
  }
  return at;
}

export function makeFaces(positions: Float32Array, material: Material): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}

/** The faces that intersect, as far as they are shown, each once. */
export function makeIntersecting(layer: PairsLayer, recording: Recording, frame: Frame, parts: Parts, materials: Materials): Mesh {
  const marked = markFaces(layer, recording, parts);
  const count = marked.reduce((sum, marks) => sum + marks.reduce((marksSum, mark) => marksSum + mark, 0), 0);
  const corners = new Float32Array(9 * count);
  let at = 0;
  marked.forEach((marks, mesh) => {
    const positions = positionsOf(recording, frame, mesh);
    for (let face = 0; face < marks.length; ++face) {
      if (marks[face]) at = copyCorners(positions, recording.meshes[mesh].faces, face, corners, at);
    }
  });
  return makeFaces(corners, materials.overlay(intersecting));
}

function markFaces(layer: PairsLayer, recording: Recording, parts: Parts): Uint8Array[] {
  const marked = recording.head.meshes.map((info) => new Uint8Array(info.faceCount));
  const masks = recording.head.meshes.map((_, mesh) => parts.mask(mesh));
  const { faces } = layer;
  for (let i = 0; i < faces.length; i += 2) {
    const mask = masks[faces[i]];
    marked[faces[i]][faces[i + 1]] = mask ? mask[faces[i + 1]] : 1;
  }
  return marked;
}
