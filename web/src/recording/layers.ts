// Layers: what was found in a frame. Kinds that are not known are skipped.
import { checkBelow, checkFaces, checkFeatures, checkStarts } from "./checks";
import type { Fields } from "./fields";
import type {
  ArrowsLayer,
  BoxesLayer,
  ContactsLayer,
  ContoursLayer,
  CurvesLayer,
  Layer,
  MeshInfo,
  PairsLayer,
  SpheresLayer,
  VisitsLayer,
} from "./model";

/** What numbers in layers refer to. */
export interface Scene {
  meshes: MeshInfo[];
  /** How many nodes the hierarchy of a mesh has. */
  nodeCounts: Map<number, number>;
}

type Base = { name: string; label: string };

export function readLayers(list: Fields[], scene: Scene): Layer[] {
  const layers = list.map((fields) => readLayer(fields, { name: fields.text("name"), label: fields.text("label") }, scene));
  const pairs = layers.find((layer) => layer?.kind === "pairs") as PairsLayer | undefined;
  layers.forEach((layer, i) => {
    if (layer?.kind === "contours") checkBelow(list[i], "pairs", layer.pairs, pairs?.overlaps.length ?? 0);
  });
  return layers.filter((layer) => layer !== null);
}

function readLayer(fields: Fields, base: Base, scene: Scene): Layer | null {
  switch (fields.text("kind")) {
    case "pairs":
      return readPairs(fields, base, scene);
    case "contours":
      return readContours(fields, base);
    case "contacts":
      return readContacts(fields, base, scene);
    case "arrows":
      return readArrows(fields, base);
    case "spheres":
      return readSpheres(fields, base);
    case "boxes":
      return readBoxes(fields, base);
    case "curves":
      return readCurves(fields, base);
    case "visits":
      return readVisits(fields, base, scene);
    default:
      return null;
  }
}

function readPairs(fields: Fields, base: Base, scene: Scene): PairsLayer {
  const faces = fields.tuples("faces", "u32", 4);
  const overlaps = fields.array("overlaps", "u8", faces.length / 4);
  checkFaces(fields, "faces", faces, scene.meshes);
  checkBelow(fields, "overlaps", overlaps, 4);
  return { kind: "pairs", ...base, faces, overlaps };
}

function readContours(fields: Fields, base: Base): ContoursLayer {
  const shapes = fields.array("shapes", "u8");
  const count = shapes.length;
  const ends = fields.array("ends", "u32");
  const layer: ContoursLayer = {
    kind: "contours",
    ...base,
    shapes,
    lengths: fields.array("lengths", "f64", count),
    areas: fields.array("areas", "f64", count),
    points: fields.tuples("points", "f32", 3),
    pointStarts: fields.array("point_starts", "u32", count + 1),
    segments: fields.tuples("segments", "u32", 2),
    segmentStarts: fields.array("segment_starts", "u32", count + 1),
    ends,
    endsOnBoundary: fields.array("ends_on_boundary", "u8", ends.length),
    endStarts: fields.array("end_starts", "u32", count + 1),
    pairs: fields.array("pairs", "u32"),
    pairStarts: fields.array("pair_starts", "u32", count + 1),
  };
  const points = layer.points.length / 3;
  checkBelow(fields, "shapes", shapes, 5);
  checkBelow(fields, "segments", layer.segments, points);
  checkBelow(fields, "ends", ends, points);
  checkStarts(fields, "point_starts", layer.pointStarts, points);
  checkStarts(fields, "segment_starts", layer.segmentStarts, layer.segments.length / 2);
  checkStarts(fields, "end_starts", layer.endStarts, ends.length);
  checkStarts(fields, "pair_starts", layer.pairStarts, layer.pairs.length);
  return layer;
}

function readContacts(fields: Fields, base: Base, scene: Scene): ContactsLayer {
  const featuresA = fields.tuples("features_a", "u32", 4);
  const count = featuresA.length / 4;
  const featuresB = fields.array("features_b", "u32", 4 * count);
  checkFeatures(fields, "features_a", featuresA, scene.meshes);
  checkFeatures(fields, "features_b", featuresB, scene.meshes);
  return {
    kind: "contacts",
    ...base,
    featuresA,
    featuresB,
    pointsA: fields.array("points_a", "f32", 3 * count),
    pointsB: fields.array("points_b", "f32", 3 * count),
    normals: fields.array("normals", "f32", 3 * count),
    gaps: fields.array("gaps", "f64", count),
    times: fields.has("times") ? fields.array("times", "f64", count) : null,
  };
}

function readArrows(fields: Fields, base: Base): ArrowsLayer {
  const origins = fields.tuples("origins", "f32", 3);
  const vectors = fields.array("vectors", "f32", origins.length);
  return { kind: "arrows", ...base, origins, vectors, scale: fields.number("scale") };
}

function readMarks(fields: Fields, count: number): Uint8Array | null {
  return fields.has("marks") ? fields.array("marks", "u8", count) : null;
}

function readSpheres(fields: Fields, base: Base): SpheresLayer {
  const radii = fields.array("radii", "f32");
  const count = radii.length;
  return {
    kind: "spheres",
    ...base,
    centers: fields.array("centers", "f32", 3 * count),
    radii,
    levels: fields.array("levels", "u8", count),
    marks: readMarks(fields, count),
  };
}

function readBoxes(fields: Fields, base: Base): BoxesLayer {
  const levels = fields.array("levels", "u8");
  const count = levels.length;
  return {
    kind: "boxes",
    ...base,
    centers: fields.array("centers", "f32", 3 * count),
    axes: fields.array("axes", "f32", 9 * count),
    halves: fields.array("halves", "f32", 3 * count),
    levels,
    marks: readMarks(fields, count),
  };
}

function readCurves(fields: Fields, base: Base): CurvesLayer {
  const degree = fields.count("degree");
  if (degree !== 1 && degree !== 3) fields.fail(`has curves of degree ${degree}, not 1 or 3`);
  const points = fields.tuples("points", "f32", 3);
  const closed = fields.array("closed", "u8");
  const starts = fields.array("starts", "u32", closed.length + 1);
  checkStarts(fields, "starts", starts, points.length / 3);
  return { kind: "curves", ...base, degree, points, starts, closed };
}

function readVisits(fields: Fields, base: Base, scene: Scene): VisitsLayer {
  const mesh = fields.count("mesh", scene.meshes.length);
  const nodes = fields.array("nodes", "u32");
  checkBelow(fields, "nodes", nodes, scene.nodeCounts.get(mesh) ?? 0);
  return { kind: "visits", ...base, mesh, nodes, counts: fields.array("counts", "u32", nodes.length) };
}
