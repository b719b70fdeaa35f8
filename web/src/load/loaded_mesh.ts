// A mesh as a loader gives it, and a recording of such meshes.
import type { Frame, MeshData, MeshInfo, Part, Recording } from "../recording/model";

export interface LoadedMesh {
  name: string;
  parts: Part[];
  positions: ArrayLike<number>; // in the precision of the file
  faces: Uint32Array;
  polygons: Uint32Array | null;
}

/** A still recording in which nothing was looked for. */
export function makeRecording(meshes: LoadedMesh[]): Recording {
  const origin = chooseOrigin(meshes);
  const title = meshes.map((mesh) => mesh.name).join(", ");
  const frame: Frame = { number: 0, name: title, values: [], positions: new Map(), layers: [] };
  return {
    head: {
      abut: "",
      command: "view",
      title,
      notes: [],
      dimension: 3,
      up: isYUp(meshes) ? "y" : "z",
      origin,
      frameWord: "frame",
      series: [],
      meshes: meshes.map(describe),
    },
    meshes: meshes.map((mesh) => makeData(mesh, origin)),
    frames: [{ name: frame.name, values: [] }],
    summary: [],
    shownFirst: 0,
    troubles: [],
    treeMeshes: [],
    loadTree: () => Promise.reject(new Error("A mesh has no hierarchy.")),
    loadFrame: () => Promise.resolve(frame),
  };
}

type Origin = [number, number, number];

/** Floats are sharpest around zero; what lies far from it is seen from its middle. */
function chooseOrigin(meshes: LoadedMesh[]): Origin {
  const lower = [Infinity, Infinity, Infinity];
  const upper = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let i = 0; i < positions.length; ++i) {
      lower[i % 3] = Math.min(lower[i % 3], positions[i]);
      upper[i % 3] = Math.max(upper[i % 3], positions[i]);
    }
  }
  const size = Math.max(...upper.map((value, axis) => value - lower[axis]));
  const middle = lower.map((value, axis) => (value + upper[axis]) / 2);
  return middle.some((value) => Math.abs(value) > 8 * size) ? (middle as Origin) : [0, 0, 0];
}

function makeData({ positions, faces, polygons }: LoadedMesh, origin: Origin): MeshData {
  const near = new Float32Array(positions.length);
  for (let i = 0; i < near.length; ++i) near[i] = positions[i] - origin[i % 3];
  return { positions: near, faces, polygons, fileVertices: null };
}

/** Files of these kinds have y up by habit. */
function isYUp(meshes: LoadedMesh[]): boolean {
  return meshes.some((mesh) => /\.(glb|obj)$/i.test(mesh.name));
}

function describe(mesh: LoadedMesh): MeshInfo {
  return {
    name: mesh.name,
    role: "mesh",
    vertexCount: mesh.positions.length / 3,
    faceCount: mesh.faces.length / 3,
    parts: mesh.parts,
  };
}
