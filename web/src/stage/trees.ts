// A level of a hierarchy: the patches of its nodes, or of those the last search looked at, or their boxes.
import type { Mesh, Object3D } from "three";
import { Box3, BufferAttribute, Color } from "three";
import type { Frame, Recording } from "../recording/model";
import { nodesOfLevel, visitedNodes } from "../recording/tree_levels";
import { fillColour, numbersPerBox, writeBox } from "./boxes";
import { copyCorners, makeFaces } from "./faces";
import { makeLines } from "./marks";
import type { Materials } from "./materials";
import { patchColour } from "./palette";
import type { Parts } from "./parts";
import { expandByVertex, positionsOf } from "./poses";
import type { TreeView } from "./stage_api";

interface Scene {
  recording: Recording;
  frame: Frame;
  parts: Parts;
  materials: Materials;
}

/** Whether it stands in place of the surface. */
export function replacesSurface(view: TreeView): boolean {
  return view.style !== "boxes";
}

export function makeTreeView(view: TreeView, scene: Scene): Object3D {
  const visited = view.style === "visited" ? visitedNodes(scene.frame, view.tree.mesh) : null;
  const nodes = nodesOfLevel(view.tree, view.level, visited);
  return view.style === "boxes" ? makeNodeBoxes(view, nodes, scene) : makePatches(view, nodes, scene);
}

function makePatches(view: TreeView, nodes: Uint32Array, { recording, frame, parts, materials }: Scene): Mesh {
  const { tree } = view;
  const { faces } = recording.meshes[tree.mesh];
  const positions = positionsOf(recording, frame, tree.mesh);
  const mask = parts.mask(tree.mesh);
  const corners = new Float32Array(9 * tree.faces.length);
  const colours = new Float32Array(9 * tree.faces.length);
  const colour = new Color();
  let at = 0;
  let last = -1;
  for (let i = 0; i < tree.faces.length; ++i) {
    if (mask && !mask[tree.faces[i]]) continue;
    if (nodes[i] !== last) colour.set(patchColour((last = nodes[i])));
    for (let k = at; k < at + 9; k += 3) colour.toArray(colours, k);
    at = copyCorners(positions, faces, tree.faces[i], corners, at);
  }
  const mesh = makeFaces(corners.subarray(0, at), materials.faceColours());
  mesh.geometry.setAttribute("faceColour", new BufferAttribute(colours.subarray(0, at), 3));
  return mesh;
}

function makeNodeBoxes({ tree }: TreeView, nodes: Uint32Array, { recording, frame, parts, materials }: Scene): Object3D {
  const boxes = boxesOfNodes(nodes, tree.faces, tree.mesh, recording, frame, parts.mask(tree.mesh));
  const lines = new Float32Array(numbersPerBox * boxes.size);
  const colours = new Float32Array(numbersPerBox * boxes.size);
  let at = 0;
  for (const [node, { min, max }] of boxes) {
    writeBox(lines, at, (x, y, z) => [x < 0 ? min.x : max.x, y < 0 ? min.y : max.y, z < 0 ? min.z : max.z]);
    fillColour(colours, at, at + numbersPerBox, patchColour(node));
    at += numbersPerBox;
  }
  return makeLines(materials, lines, { colour: "", colours, width: 1.75 });
}

function boxesOfNodes(nodes: Uint32Array, order: Uint32Array, mesh: number, recording: Recording, frame: Frame, mask: Uint8Array | null): Map<number, Box3> {
  const boxes = new Map<number, Box3>();
  const positions = positionsOf(recording, frame, mesh);
  const { faces } = recording.meshes[mesh];
  for (let i = 0; i < nodes.length; ++i) {
    if (mask && !mask[order[i]]) continue;
    let box = boxes.get(nodes[i]);
    if (!box) boxes.set(nodes[i], (box = new Box3()));
    for (let corner = 3 * order[i]; corner < 3 * order[i] + 3; ++corner) expandByVertex(box, positions, faces[corner]);
  }
  return boxes;
}
