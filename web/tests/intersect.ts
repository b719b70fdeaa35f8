// Where two small meshes intersect, for fixtures: every face against every other.

export interface Plain {
  positions: number[]; // three for each vertex
  faces: number[]; // three for each face
}
export type Point = [number, number, number];

export interface Crossings {
  pairs: number[]; // face a, face b
  segments: [Point, Point][];
}

const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export function corners(mesh: Plain, face: number): Point[] {
  return [0, 1, 2].map((i) => {
    const at = 3 * mesh.faces[3 * face + i];
    return [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]];
  });
}

/** Where the line from p to q passes through a triangle. */
function pierce(p: Point, q: Point, [a, b, c]: Point[]): Point | null {
  const direction = subtract(q, p);
  const ab = subtract(b, a);
  const ac = subtract(c, a);
  const h = cross(direction, ac);
  const determinant = dot(ab, h);
  if (Math.abs(determinant) < 1e-14) return null;
  const s = subtract(p, a);
  const u = dot(s, h) / determinant;
  const k = cross(s, ab);
  const v = dot(direction, k) / determinant;
  const t = dot(ac, k) / determinant;
  if (u < 0 || v < 0 || u + v > 1 || t < 0 || t > 1) return null;
  return [p[0] + t * direction[0], p[1] + t * direction[1], p[2] + t * direction[2]];
}

function boxesApart(s: Point[], t: Point[]): boolean {
  for (let k = 0; k < 3; ++k) {
    if (Math.max(s[0][k], s[1][k], s[2][k]) < Math.min(t[0][k], t[1][k], t[2][k])) return true;
    if (Math.max(t[0][k], t[1][k], t[2][k]) < Math.min(s[0][k], s[1][k], s[2][k])) return true;
  }
  return false;
}

export function findCrossings(a: Plain, b: Plain): Crossings {
  const found: Crossings = { pairs: [], segments: [] };
  for (let i = 0; i < a.faces.length / 3; ++i) {
    const s = corners(a, i);
    for (let j = 0; j < b.faces.length / 3; ++j) {
      const t = corners(b, j);
      if (boxesApart(s, t)) continue;
      const edges = [0, 1, 2].flatMap((k) => [pierce(s[k], s[(k + 1) % 3], t), pierce(t[k], t[(k + 1) % 3], s)]);
      const points = edges.filter((point) => point !== null);
      if (points.length < 2) continue;
      found.pairs.push(i, j);
      found.segments.push([points[0], points[1]]);
    }
  }
  return found;
}

export interface Chain {
  points: Point[];
  segments: [number, number][]; // numbers into points
  pairs: number[]; // numbers of the segments
  ends: number[]; // numbers into points
}

/** Joins segments at equal points. */
export function joinSegments(segments: [Point, Point][]): Chain[] {
  const key = (point: Point) => point.map((x) => Math.round(x * 1e6)).join(" ");
  const at = new Map<string, number[]>();
  segments.forEach((segment, i) => segment.forEach((point) => at.set(key(point), [...(at.get(key(point)) ?? []), i])));
  const isDone = new Set<number>();
  const chains: Chain[] = [];
  for (let first = 0; first < segments.length; ++first) {
    if (isDone.has(first)) continue;
    const chain: Chain = { points: [], segments: [], pairs: [], ends: [] };
    const numbers = new Map<string, number>();
    const numberOf = (point: Point) => {
      if (!numbers.has(key(point))) numbers.set(key(point), chain.points.push(point) - 1);
      return numbers.get(key(point))!;
    };
    const waiting = [first];
    isDone.add(first);
    while (waiting.length > 0) {
      const i = waiting.pop()!;
      chain.pairs.push(i);
      chain.segments.push([numberOf(segments[i][0]), numberOf(segments[i][1])]);
      for (const next of segments[i].flatMap((point) => at.get(key(point))!)) {
        if (!isDone.has(next)) waiting.push(next);
        isDone.add(next);
      }
    }
    for (const [text, number] of numbers) if (at.get(text)!.length === 1) chain.ends.push(number);
    chains.push(chain);
  }
  return chains;
}
