// Which node of a hierarchy stands for each of its faces.
import type { Frame, Tree } from "./model";

/** A face that no node stands for. */
export const noNode = 0xffffffff;

/**
 * For each face, in the order of the tree, the smallest node around it down to a level; where the tree ends above the level, its last one.
 * With `visited`, of those nodes only.
 */
export function nodesOfLevel(tree: Tree, level: number, visited: Set<number> | null): Uint32Array {
  const nodes = new Uint32Array(tree.faces.length).fill(noNode);
  for (let node = 0; node < tree.begins.length; ++node) {
    if (tree.levels[node] <= level && (!visited || visited.has(node))) nodes.fill(node, tree.begins[node], tree.ends[node]);
  }
  return nodes;
}

/** The nodes of a mesh's hierarchy that the search of a frame looked at. */
export function visitedNodes(frame: Frame, mesh: number): Set<number> {
  const visited = new Set<number>();
  for (const layer of frame.layers) {
    if (layer.kind === "visits" && layer.mesh === mesh) for (const node of layer.nodes) visited.add(node);
  }
  return visited;
}

/** How many different nodes there are in a list where equal ones stand together. */
export function countNodes(nodes: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < nodes.length; ++i) if (nodes[i] !== noNode && nodes[i] !== nodes[i - 1]) ++count;
  return count;
}
