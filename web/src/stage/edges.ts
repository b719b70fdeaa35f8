// The edges of triangles, each once.

/** Two vertices for each edge, of the faces in these runs. */
export function findEdges(faces: Uint32Array, vertexCount: number, runs: { begin: number; end: number }[]): Uint32Array {
  const { starts, others } = bucketByLowerVertex(faces, vertexCount, runs);
  const edges = new Uint32Array(2 * others.length);
  const seen = new Int32Array(vertexCount).fill(-1); // by the lower vertex that met it last
  let count = 0;
  for (let vertex = 0; vertex < vertexCount; ++vertex) {
    for (let i = starts[vertex]; i < starts[vertex + 1]; ++i) {
      const other = others[i];
      if (seen[other] === vertex) continue;
      seen[other] = vertex;
      edges[count++] = vertex;
      edges[count++] = other;
    }
  }
  return edges.slice(0, count);
}

/** The higher vertices of all sides, in the order of the lower ones. */
function bucketByLowerVertex(faces: Uint32Array, vertexCount: number, runs: { begin: number; end: number }[]) {
  const starts = new Uint32Array(vertexCount + 1);
  forEachSide(faces, runs, (low) => ++starts[low + 1]);
  for (let vertex = 0; vertex < vertexCount; ++vertex) starts[vertex + 1] += starts[vertex];
  const others = new Uint32Array(starts[vertexCount]);
  const next = starts.slice();
  forEachSide(faces, runs, (low, high) => (others[next[low]++] = high));
  return { starts, others };
}

function forEachSide(faces: Uint32Array, runs: { begin: number; end: number }[], visit: (low: number, high: number) => void): void {
  for (const { begin, end } of runs) {
    for (let i = 3 * begin; i < 3 * end; i += 3) {
      const a = faces[i];
      const b = faces[i + 1];
      const c = faces[i + 2];
      visit(Math.min(a, b), Math.max(a, b));
      visit(Math.min(b, c), Math.max(b, c));
      visit(Math.min(c, a), Math.max(c, a));
    }
  }
}
