// A recording as the page sees it: docs/recording.md, decoded and checked.

export interface Part {
  name: string;
  firstFace: number;
  faceCount: number;
}

export interface MeshInfo {
  name: string;
  role: "mesh" | "obstacle";
  vertexCount: number;
  faceCount: number;
  parts: Part[];
}

export interface Series {
  name: string;
  label: string;
}

export interface Head {
  abut: string;
  command: string;
  title: string;
  notes: string[];
  dimension: 2 | 3;
  up: "y" | "z";
  origin: [number, number, number];
  frameWord: string;
  series: Series[];
  meshes: MeshInfo[];
}

/** Numbers of polygons and of vertices in the file are null where they equal those of faces and vertices. */
export interface MeshData {
  positions: Float32Array;
  faces: Uint32Array;
  polygons: Uint32Array | null;
  fileVertices: Uint32Array | null;
}

/** The hierarchy over the faces of a mesh; nodes are runs of `faces`, parents before children. */
export interface Tree {
  mesh: number;
  faces: Uint32Array;
  begins: Uint32Array;
  ends: Uint32Array;
  levels: Uint8Array;
}

interface LayerBase {
  name: string;
  label: string;
}

export interface PairsLayer extends LayerBase {
  kind: "pairs";
  faces: Uint32Array; // mesh a, face a, mesh b, face b
  overlaps: Uint8Array;
}
export const overlapNames = ["point", "edge", "crossing", "area"] as const;

export interface ContoursLayer extends LayerBase {
  kind: "contours";
  shapes: Uint8Array;
  lengths: Float64Array;
  areas: Float64Array;
  points: Float32Array;
  pointStarts: Uint32Array;
  segments: Uint32Array;
  segmentStarts: Uint32Array;
  ends: Uint32Array;
  endsOnBoundary: Uint8Array;
  endStarts: Uint32Array;
  pairs: Uint32Array;
  pairStarts: Uint32Array;
}
export const contourShapes = ["closed", "open", "branched", "point", "area"] as const;

export interface ContactsLayer extends LayerBase {
  kind: "contacts";
  featuresA: Uint32Array; // mesh, then up to three vertices; none where there are fewer, or no mesh
  featuresB: Uint32Array;
  pointsA: Float32Array;
  pointsB: Float32Array;
  normals: Float32Array;
  gaps: Float64Array;
  times: Float64Array | null;
}
export const none = 0xffffffff;

export interface ArrowsLayer extends LayerBase {
  kind: "arrows";
  origins: Float32Array;
  vectors: Float32Array;
  scale: number;
}

export interface SpheresLayer extends LayerBase {
  kind: "spheres";
  centers: Float32Array;
  radii: Float32Array;
  levels: Uint8Array;
  marks: Uint8Array | null;
}

export interface BoxesLayer extends LayerBase {
  kind: "boxes";
  centers: Float32Array;
  axes: Float32Array;
  halves: Float32Array;
  levels: Uint8Array;
  marks: Uint8Array | null;
}

export interface CurvesLayer extends LayerBase {
  kind: "curves";
  degree: 1 | 3;
  points: Float32Array;
  starts: Uint32Array;
  closed: Uint8Array;
}

export interface VisitsLayer extends LayerBase {
  kind: "visits";
  mesh: number;
  nodes: Uint32Array;
  counts: Uint32Array;
}

export type Layer =
  | PairsLayer
  | ContoursLayer
  | ContactsLayer
  | ArrowsLayer
  | SpheresLayer
  | BoxesLayer
  | CurvesLayer
  | VisitsLayer;

export interface FrameInfo {
  name: string;
  values: (number | null)[];
}

export interface Frame extends FrameInfo {
  number: number;
  /** Of the meshes that are not where their MeshData has them. */
  positions: Map<number, Float32Array>;
  layers: Layer[];
}

/** Everything but trees and frames is in memory; those are read when asked for. */
export interface Recording {
  head: Head;
  meshes: MeshData[];
  frames: FrameInfo[];
  /** Texts about the result, of several lines each. */
  summary: string[];
  /** The number of the frame to begin with. */
  shownFirst: number;
  /** Sentences about what is wrong with the file, if it can be shown all the same. */
  troubles: string[];
  /** Meshes that have a hierarchy. */
  treeMeshes: number[];
  loadTree(mesh: number): Promise<Tree>;
  loadFrame(number: number): Promise<Frame>;
}

/** What is wrong with a file, in a sentence for people. */
export class RecordingError extends Error {}
