// Large meshes with fewer faces, for while the picture moves: vertices in one cell of a grid become one of them. Positions stay the mesh's own,
// so that it holds for every frame.

/** Fewer faces than this are no burden. */
const manyFaces = 150_000;
/** Cells along the longest side. */
const cells = 96;

export function isLarge(faces: Uint32Array): boolean {
  return faces.length / 3 > manyFaces;
}

/** For each vertex the one that stands for its cell. */
export function findKeepers(positions: Float32Array): Uint32Array {
  const [lower, size] = bounds(positions);
  const scale = size > 0 ? (cells - 1e-3) / size : 0;
  const keepers = new Int32Array(cells ** 3).fill(-1);
  const keeperOf = new Uint32Array(positions.length / 3);
  for (let vertex = 0, at = 0; vertex < keeperOf.length; ++vertex, at += 3) {
    const x = ((positions[at] - lower[0]) * scale) | 0;
    const y = ((positions[at + 1] - lower[1]) * scale) | 0;
    const z = ((positions[at + 2] - lower[2]) * scale) | 0;
    const cell = (z * cells + y) * cells + x;
    if (keepers[cell] < 0) keepers[cell] = vertex;
    keeperOf[vertex] = keepers[cell];
  }
  return keeperOf;
}

function bounds(positions: Float32Array): [lower: number[], size: number] {
  const lower = [Infinity, Infinity, Infinity];
  const upper = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; ++at) {
    const axis = at % 3;
    if (positions[at] < lower[axis]) lower[axis] = positions[at];
    if (positions[at] > upper[axis]) upper[axis] = positions[at];
  }
  return [lower, Math.max(...upper.map((value, axis) => value - lower[axis]))];
}

/** The corners, in runs of faces that begin at `starts`, of those faces that are left; and where their runs begin. */
export function coarsen(corners: ArrayLike<number>, starts: number[], keeperOf: Uint32Array): { corners: Uint32Array; starts: number[] } {
  const kept = new Uint32Array(corners.length);
  const keptStarts = [0];
  let count = 0;
  for (let run = 0; run + 1 < starts.length; ++run) {
    for (let at = starts[run]; at < starts[run + 1]; at += 3) {
      const a = keeperOf[corners[at]];
      const b = keeperOf[corners[at + 1]];
      const c = keeperOf[corners[at + 2]];
      if (a === b || b === c || c === a) continue;
      kept[count++] = a;
      kept[count++] = b;
      kept[count++] = c;
    }
    keptStarts.push(count);
  }
  return { corners: kept.slice(0, count), starts: keptStarts };
}
