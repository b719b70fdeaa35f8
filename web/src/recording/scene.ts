// What does not change from frame to frame: the head, the meshes and their hierarchies.
import { checkBelow } from "./checks";
import type { Fields } from "./fields";
import type { Head, MeshData, MeshInfo, Part, Tree } from "./model";

export function readHead(fields: Fields): Head {
  if (fields.text("format") !== "abut-recording") fields.fail('is not of the format "abut-recording"');
  return {
    abut: fields.text("abut"),
    command: fields.text("command"),
    title: fields.text("title"),
    notes: fields.texts("notes"),
    dimension: readDimension(fields),
    up: fields.text("up") === "y" ? "y" : "z",
    origin: readOrigin(fields),
    frameWord: fields.text("frame_word"),
    series: fields.objects("series").map((series) => ({ name: series.text("name"), label: series.text("label") })),
    meshes: fields.objects("meshes").map(readMeshInfo),
  };
}

function readDimension(fields: Fields): 2 | 3 {
  const dimension = fields.count("dimension");
  return dimension === 2 || dimension === 3 ? dimension : fields.fail(`has dimension ${dimension}, not 2 or 3`);
}

function readOrigin(fields: Fields): [number, number, number] {
  const origin = fields.numbersOrNull("origin", 3);
  return origin.every(Number.isFinite) ? (origin as [number, number, number]) : fields.fail('has no numbers "origin"');
}

function readMeshInfo(fields: Fields): MeshInfo {
  const role = fields.text("role");
  const faceCount = fields.count("faces");
  return {
    name: fields.text("name"),
    role: role === "mesh" || role === "obstacle" ? role : fields.fail(`has the role "${role}", which is not known`),
    vertexCount: fields.count("vertices"),
    faceCount,
    parts: fields.objects("parts").map((part) => readPart(part, faceCount)),
  };
}

function readPart(fields: Fields, faces: number): Part {
  const firstFace = fields.count("first_face", faces + 1);
  return { name: fields.text("name"), firstFace, faceCount: fields.count("faces", faces - firstFace + 1) };
}

export function readMesh(fields: Fields, info: MeshInfo): MeshData {
  const mesh: MeshData = {
    positions: fields.positions("positions", info.vertexCount),
    faces: fields.array("faces", "u32", 3 * info.faceCount),
    polygons: fields.has("polygons") ? fields.array("polygons", "u32", info.faceCount) : null,
    fileVertices: fields.has("file_vertices") ? fields.array("file_vertices", "u32", info.vertexCount) : null,
  };
  checkBelow(fields, "faces", mesh.faces, info.vertexCount);
  return mesh;
}

export function readTree(fields: Fields, meshes: MeshInfo[]): Tree {
  const mesh = fields.count("mesh", meshes.length);
  const begins = fields.array("begins", "u32");
  const faces = fields.array("faces", "u32");
  const tree: Tree = {
    mesh,
    faces,
    begins,
    ends: fields.array("ends", "u32", begins.length),
    levels: fields.array("levels", "u8", begins.length),
  };
  checkBelow(fields, "faces", tree.faces, meshes[mesh].faceCount);
  checkRuns(fields, tree);
  return tree;
}

function checkRuns(fields: Fields, tree: Tree): void {
  const { begins, ends, faces } = tree;
  for (let i = 0; i < begins.length; ++i) {
    if (begins[i] > ends[i] || ends[i] > faces.length) fields.fail(`has a node ${i} that is no run of its faces`);
  }
}
