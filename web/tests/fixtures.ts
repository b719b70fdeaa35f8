// Sample recordings of each view.
import type { Crossings, Plain, Point } from "./intersect";
import { corners, findCrossings, joinSegments } from "./intersect";
import { ball, grid, join, move, sheet, strip, table, tube } from "./shapes";
import type { Members, PlainRecording } from "./write_recording";

const u8 = (values: number[]) => new Uint8Array(values);
const u32 = (values: number[]) => new Uint32Array(values);
const f32 = (values: number[]) => new Float32Array(values);
const f64 = (values: number[]) => new Float64Array(values);

function makeHead(members: Members, meshes: Members[]): Members {
  const standard = { format: "abut-recording", abut: "1.0", command: "check", title: "", notes: [] };
  return { ...standard, dimension: 3, up: "z", origin: [0, 0, 0], frame_word: "frame", series: [], ...members, meshes };
}

function describe(name: string, mesh: Plain, role = "mesh", parts: Members[] = []): Members {
  return { name, role, vertices: mesh.positions.length / 3, faces: mesh.faces.length / 3, parts };
}

function meshChunk(number: number, mesh: Plain): Members {
  return { mesh: number, positions: f32(mesh.positions), faces: u32(mesh.faces) };
}

/** Halves at the middle of the longest side, down to four faces. */
export function makeTree(number: number, mesh: Plain): Members {
  const count = mesh.faces.length / 3;
  const centers = Array.from({ length: count }, (_, face) => corners(mesh, face).reduce((sum, p) => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]]));
  const order = Array.from({ length: count }, (_, face) => face);
  const begins = [0];
  const ends = [count];
  const levels = [0];
  for (let node = 0; node < begins.length; ++node) {
    const [begin, end] = [begins[node], ends[node]];
    if (end - begin <= 4) continue;
    const run = order.slice(begin, end);
    const spread = (k: number) => Math.max(...run.map((face) => centers[face][k])) - Math.min(...run.map((face) => centers[face][k]));
    const axis = [0, 1, 2].reduce((best, k) => (spread(k) > spread(best) ? k : best));
    run.sort((a, b) => centers[a][axis] - centers[b][axis]).forEach((face, i) => (order[begin + i] = face));
    const middle = (begin + end) >> 1;
    begins.push(begin, middle);
    ends.push(middle, end);
    levels.push(levels[node] + 1, levels[node] + 1);
  }
  return { mesh: number, faces: u32(order), begins: u32(begins), ends: u32(ends), levels: u8(levels) };
}

function pairsLayer(crossings: Crossings): Members {
  const faces: number[] = [];
  for (let i = 0; i < crossings.pairs.length; i += 2) faces.push(0, crossings.pairs[i], 1, crossings.pairs[i + 1]);
  return { kind: "pairs", name: "pairs", label: "Intersecting faces", faces: u32(faces), overlaps: u8(crossings.segments.map(() => 2)) };
}

function contoursLayer(crossings: Crossings): Members {
  const lists = { shapes: [] as number[], lengths: [] as number[], areas: [] as number[], points: [] as number[], segments: [] as number[], ends: [] as number[], pairs: [] as number[] };
  const starts = { points: [0], segments: [0], ends: [0], pairs: [0] };
  for (const chain of joinSegments(crossings.segments)) {
    const first = lists.points.length / 3;
    const length = (p: Point, q: Point) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    lists.shapes.push(chain.ends.length === 0 ? 0 : 1);
    lists.lengths.push(chain.segments.reduce((sum, [i, j]) => sum + length(chain.points[i], chain.points[j]), 0));
    lists.areas.push(0);
    lists.points.push(...chain.points.flat());
    lists.segments.push(...chain.segments.flat().map((point) => point + first));
    lists.ends.push(...chain.ends.map((point) => point + first));
    lists.pairs.push(...chain.pairs);
    starts.points.push(lists.points.length / 3);
    starts.segments.push(lists.segments.length / 2);
    starts.ends.push(lists.ends.length);
    starts.pairs.push(lists.pairs.length);
  }
  return {
    kind: "contours",
    name: "contours",
    label: "Contours",
    shapes: u8(lists.shapes),
    lengths: f64(lists.lengths),
    areas: f64(lists.areas),
    points: f32(lists.points),
    point_starts: u32(starts.points),
    segments: u32(lists.segments),
    segment_starts: u32(starts.segments),
    ends: u32(lists.ends),
    ends_on_boundary: u8(lists.ends.map(() => 1)),
    end_starts: u32(starts.ends),
    pairs: u32(lists.pairs),
    pair_starts: u32(starts.pairs),
  };
}

function arrowsLayer(name: string, label: string, mesh: Plain, faces: number[], vector: (p: Point) => Point, scale: number): Members {
  const vertices = [...new Set(faces.flatMap((face) => mesh.faces.slice(3 * face, 3 * face + 3)))];
  const origins = vertices.map((vertex) => mesh.positions.slice(3 * vertex, 3 * vertex + 3) as Point);
  return { kind: "arrows", name, label, origins: f32(origins.flat()), vectors: f32(origins.flatMap(vector)), scale };
}

function visitsLayer(tree: Members, faces: Set<number>): Members {
  const [order, begins, ends] = [tree.faces, tree.begins, tree.ends] as Uint32Array[];
  const nodes: number[] = [];
  const counts: number[] = [];
  begins.forEach((begin, node) => {
    const hit = order.subarray(begin, ends[node]).filter((face) => faces.has(face)).length;
    if (hit === 0) return;
    nodes.push(node);
    counts.push(hit);
  });
  return { kind: "visits", name: "visits", label: "Looked at", mesh: 0, nodes: u32(nodes), counts: u32(counts) };
}

/** A strip and a tube stuck in a sheet are lifted out of it; the origin is far away. */
export function crossingSheets(frameCount = 20, cells = 24): PlainRecording {
  const below = sheet(cells);
  const stripMesh = strip(cells >> 1);
  const above = join([stripMesh, tube(cells >> 1)]);
  const tree = makeTree(0, below);
  const frames: Members[] = [];
  for (let i = 0; i < frameCount; ++i) {
    const lifted = move(above, [0, 0, (0.62 * i) / Math.max(1, frameCount - 1)]);
    const crossings = findCrossings(below, lifted);
    const faces = crossings.pairs.filter((_, k) => k % 2 === 1);
    const contours = contoursLayer(crossings);
    frames.push({
      name: `iteration ${i}`,
      values: [crossings.segments.length, (contours.lengths as Float64Array).reduce((sum, x) => sum + x, 0)],
      positions: i === 0 ? [] : [{ mesh: 1, array: f32(lifted.positions) }],
      layers: [
        pairsLayer(crossings),
        contours,
        arrowsLayer("G", "Direction of least intersection (G)", lifted, faces, ([x, y]) => [0.4 * x, 0.4 * y, 1], 0.2),
        arrowsLayer("H", "Untangling vectors (H)", lifted, faces, ([x, y]) => [-y, x, 0.4], 0.15),
        visitsLayer(tree, new Set(crossings.pairs.filter((_, k) => k % 2 === 0))),
      ],
    });
  }
  const half = below.faces.length / 6;
  const stripFaces = stripMesh.faces.length / 3;
  const rest = above.faces.length / 3 - stripFaces;
  const floor = table(-0.5);
  const head = makeHead(
    {
      command: "untangle",
      title: "A strip and a tube in a sheet",
      notes: ["3 vertices were welded."],
      origin: [1000, 2000, 3000],
      frame_word: "iteration",
      series: [
        { name: "pairs", label: "Intersecting pairs" },
        { name: "length", label: "Length of contours" },
      ],
    },
    [
      describe("sheet", below, "mesh", [{ name: "south", first_face: 0, faces: half }, { name: "north", first_face: half, faces: half }]),
      describe("pieces", above, "mesh", [{ name: "strip", first_face: 0, faces: stripFaces }, { name: "tube", first_face: stripFaces, faces: rest }]),
      describe("table", floor, "obstacle"),
    ],
  );
  const summary = ["2 contours, one open and one closed.", "After 19 iterations nothing intersects."];
  return { summary, head, meshes: [meshChunk(0, below), meshChunk(1, above), meshChunk(2, floor)], trees: [tree], frames };
}

/** A ball close above a sheet. */
export function contacts(): PlainRecording {
  const ground = sheet(24);
  const over = ball([0, 0, 0.42], [0.4, 0.4, 0.36], 14);
  const none = 4294967295;
  const [featuresA, featuresB, pointsA, pointsB, normals, gaps]: number[][] = [[], [], [], [], [], []];
  for (let vertex = 0; vertex < over.positions.length / 3; ++vertex) {
    const [x, y, z] = over.positions.slice(3 * vertex, 3 * vertex + 3);
    const u = (x + 1) / 2;
    const v = (y + 1) / 2;
    const height = 0.12 * Math.sin(5 * u + 1) * Math.cos(4 * v);
    if (z - height > 0.09) continue;
    const face = 2 * (Math.floor(v * 24) * 24 + Math.floor(u * 24));
    featuresA.push(1, vertex, none, none);
    featuresB.push(0, ...ground.faces.slice(3 * face, 3 * face + 3));
    pointsA.push(x, y, z);
    pointsB.push(x, y, height);
    normals.push(0, 0, 1);
    gaps.push(z - height);
  }
  const layer = {
    kind: "contacts",
    name: "near",
    label: "Nearer than 0.09",
    features_a: u32(featuresA),
    features_b: u32(featuresB),
    points_a: f32(pointsA),
    points_b: f32(pointsB),
    normals: f32(normals),
    gaps: f64(gaps),
  };
  const head = makeHead({ title: "A ball close to a sheet" }, [describe("sheet", ground), describe("ball", over)]);
  const frame = { name: "frame 1", values: [], positions: [], layers: [layer] };
  const summary = [`${gaps.length} features are near.`];
  return { summary, head, meshes: [meshChunk(0, ground), meshChunk(1, over)], trees: [], frames: [frame] };
}

/** Spheres around an ellipsoid: its box cut in eight, four times. */
export function sphereTree(): PlainRecording {
  const body = ball([0, 0, 0], [1, 0.7, 0.5], 24);
  const centers: number[] = [];
  const radii: number[] = [];
  const levels: number[] = [];
  const marks: number[] = [];
  for (let level = 0; level < 4; ++level) {
    const cells = 2 ** level;
    const size = 2 / cells;
    const cell = (x: number) => Math.min(cells - 1, Math.floor((x + 1) / size));
    const taken = new Set<number>();
    for (let i = 0; i < body.positions.length; i += 3) {
      taken.add(cell(body.positions[i]) + cells * (cell(body.positions[i + 1]) + cells * cell(body.positions[i + 2])));
    }
    for (const number of [...taken].sort((a, b) => a - b)) {
      const center = [number % cells, Math.floor(number / cells) % cells, Math.floor(number / cells / cells)].map((k) => (k + 0.5) * size - 1);
      centers.push(...center);
      radii.push(0.58 * size);
      levels.push(level);
      marks.push(center[0] > 0.2 ? 1 : 0);
    }
  }
  const layer = { kind: "spheres", name: "spheres", label: "Sphere tree", centers: f32(centers), radii: f32(radii), levels: u8(levels), marks: u8(marks) };
  const head = makeHead({ title: "A tree of spheres" }, [describe("body", body)]);
  return { head, meshes: [meshChunk(0, body)], trees: [], frames: [{ name: "frame 1", values: [], positions: [], layers: [layer] }] };
}

/** A square, a star and a round outline in the plane, with boxes around them and the least distances. */
export function outlines(): PlainRecording {
  const star = Array.from({ length: 10 }, (_, i): Point => {
    const radius = i % 2 === 0 ? 0.8 : 0.35;
    return [1.6 + radius * Math.cos(0.2 * Math.PI * i), radius * Math.sin(0.2 * Math.PI * i), 0];
  });
  const square: Point[] = [[-0.6, -0.6, 0], [0.5, -0.5, 0], [0.45, 0.6, 0], [-0.55, 0.5, 0]];
  const k = 0.35;
  const round: Point[] = [[0.6, 1.8, 0], [0.6, 1.8 + k, 0], [k, 2.4, 0], [0, 2.4, 0], [-k, 2.4, 0], [-0.6, 1.8 + k, 0], [-0.6, 1.8, 0], [-0.6, 1.8 - k, 0], [-k, 1.2, 0], [0, 1.2, 0], [k, 1.2, 0], [0.6, 1.8 - k, 0]];
  const none = 4294967295;
  const layers: Members[] = [
    { kind: "curves", name: "polygons", label: "Polygons", degree: 1, points: f32([...square.flat(), ...star.flat()]), starts: u32([0, 4, 14]), closed: u8([1, 1]) },
    { kind: "curves", name: "round", label: "Round outlines", degree: 3, points: f32(round.flat()), starts: u32([0, 12]), closed: u8([1]) },
    {
      kind: "boxes",
      name: "boxes",
      label: "Boxes",
      centers: f32([0.7, 0.8, 0, -0.05, 0, 0, 1.6, 0, 0, 0, 1.8, 0]),
      axes: f32([1, 0, 0, 0, 1, 0, 0, 0, 1, 0.995, 0.0998, 0, -0.0998, 0.995, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
      halves: f32([1.75, 1.7, 0, 0.6, 0.6, 0, 0.82, 0.78, 0, 0.6, 0.6, 0]),
      levels: u8([0, 1, 1, 1]),
      marks: u8([1, 1, 1, 0]),
    },
    {
      kind: "contacts",
      name: "clearance",
      label: "Clearance",
      features_a: u32(new Array<number>(8).fill(none)),
      features_b: u32(new Array<number>(8).fill(none)),
      points_a: f32([0.8, 0, 0, 0, 1.2, 0]),
      points_b: f32([0.477, 0, 0, 0, 0.555, 0]),
      normals: f32([1, 0, 0, 0, 1, 0]),
      gaps: f64([0.323, 0.645]),
    },
  ];
  const head = makeHead({ title: "Outlines in the plane", dimension: 2 }, []);
  return { head, meshes: [], trees: [], frames: [{ name: "frame 1", values: [], positions: [], layers }] };
}

/** The smallest recording that has something of all kinds: two triangles that cross. */
export function small(): PlainRecording {
  const mesh: Plain = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -0.5, 0.3, 0.2, 0.5, 0.2, 0.3, 0.5], faces: [0, 1, 2, 3, 4, 5] };
  const segment: [Point, Point] = [[0.25, 0.2, 0], [0.2, 0.25, 0]];
  const contours = contoursLayer({ pairs: [0, 1], segments: [segment] });
  const pairs = { kind: "pairs", name: "pairs", label: "Intersecting faces", faces: u32([0, 0, 0, 1]), overlaps: u8([2]) };
  const visits = { kind: "visits", name: "visits", label: "Looked at", mesh: 0, nodes: u32([0, 1]), counts: u32([1, 2]) };
  const tree = { mesh: 0, faces: u32([1, 0]), begins: u32([0, 0, 1]), ends: u32([2, 1, 2]), levels: u8([0, 1, 1]) };
  const moved = { mesh: 0, array: f32(mesh.positions.map((x) => x + 1)) };
  const head = makeHead({ title: "Two triangles", series: [{ name: "pairs", label: "Pairs" }] }, [describe("two", mesh, "mesh", [{ name: "first", first_face: 0, faces: 1 }])]);
  const chunk = { ...meshChunk(0, mesh), polygons: u32([7, 8]), file_vertices: u32([0, 1, 2, 5, 4, 3]) };
  return {
    head,
    meshes: [chunk],
    trees: [tree],
    frames: [
      { name: "one", values: [1], positions: [], layers: [pairs, contours, visits] },
      { name: "two", values: [null], positions: [moved], layers: [{ kind: "of another time", name: "new", label: "New" }] },
    ],
  };
}

/** A wavy sheet with about so many triangles, for measurements. */
export function wavySheet(triangles: number): PlainRecording {
  const cells = Math.round(Math.sqrt(triangles / 2));
  const mesh = grid(cells, cells, (u, v) => [2 * u - 1, 2 * v - 1, 0.1 * Math.sin(20 * u) * Math.cos(17 * v)]);
  const head = makeHead({ title: `A sheet of ${2 * cells * cells} triangles` }, [describe("sheet", mesh)]);
  return { head, meshes: [meshChunk(0, mesh)], trees: [], frames: [{ name: "frame 1", values: [], positions: [], layers: [] }] };
}
