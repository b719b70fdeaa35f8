// Opens recordings: docs/recording.md.
import { checkBeginning } from "./beginning";
import type { ByteSource } from "./bytes";
import type { ChunkHeader } from "./chunk";
import { readChunk, readChunkHeader, readChunkJson } from "./chunk";
import type { Contents } from "./contents";
import { readContents, readFrameInfo, readFrameInfos } from "./contents";
import type { Scene } from "./layers";
import { readLayers } from "./layers";
import type { Frame, FrameInfo, Head, MeshData, MeshInfo, Recording, Tree } from "./model";
import { RecordingError } from "./model";
import { readHead, readMesh, readTree } from "./scene";

export async function openRecording(source: ByteSource): Promise<Recording> {
  await checkBeginning(source);
  const contents = await readContents(source);
  const head = readHead(await readChunk(source, contents.head, "the head"));
  const meshes = await readMeshes(source, contents, head);
  const frames = await readFrameInfos(source, contents, head.series.length);
  if (frames.length === 0) throw missing(contents, "no frame of it is whole");
  const trees = await readTreePlaces(source, contents, head.meshes);
  const scene: Scene = { meshes: head.meshes, nodeCounts: new Map([...trees].map(([mesh, place]) => [mesh, place.nodeCount])) };
  return {
    head,
    meshes,
    frames,
    summary: contents.index?.summary ?? [],
    shownFirst: contents.index?.shownFirst ?? 0,
    troubles: findTroubles(contents, head, frames),
    treeMeshes: [...trees.keys()],
    loadTree: (mesh) => loadTree(source, trees.get(mesh), head.meshes, mesh),
    loadFrame: (number) => loadFrame(source, contents, head, scene, number),
  };
}

function missing(contents: Contents, what: string): RecordingError {
  return new RecordingError(`The recording is ${contents.isCutShort ? "cut short" : "damaged"}: ${what}.`);
}

async function readMeshes(source: ByteSource, contents: Contents, head: Head): Promise<MeshData[]> {
  const meshes: MeshData[] = [];
  for (const header of contents.meshes) {
    const fields = await readChunk(source, header, `mesh ${meshes.length + 1}`);
    const mesh = fields.count("mesh", head.meshes.length);
    if (mesh !== meshes.length) fields.fail("is not the one that comes next");
    meshes.push(readMesh(fields, head.meshes[mesh]));
  }
  if (meshes.length !== head.meshes.length) throw missing(contents, `it has ${meshes.length} of ${head.meshes.length} meshes`);
  return meshes;
}

interface TreePlace {
  header: ChunkHeader;
  nodeCount: number;
}

/** Of each mesh that has a hierarchy. */
async function readTreePlaces(source: ByteSource, contents: Contents, meshes: MeshInfo[]): Promise<Map<number, TreePlace>> {
  const places = new Map<number, TreePlace>();
  for (const header of contents.trees) {
    const fields = await readChunkJson(source, header, `hierarchy ${places.size + 1}`);
    const mesh = fields.count("mesh", meshes.length);
    if (places.has(mesh)) fields.fail(`is a second one of mesh ${mesh + 1}`);
    places.set(mesh, { header, nodeCount: fields.object("begins").count("count") });
  }
  return places;
}

function findTroubles(contents: Contents, head: Head, frames: FrameInfo[]): string[] {
  const { name } = frames[frames.length - 1];
  const last = `${head.frameWord} ${frames.length}${name ? ` (“${name}”)` : ""}`;
  if (contents.isCutShort) return [`The recording is cut short after ${last}: what was written before is shown.`];
  if (!contents.index) return ["The index of the recording is damaged: what was found without it is shown."];
  return [];
}

async function loadTree(source: ByteSource, place: TreePlace | undefined, meshes: MeshInfo[], mesh: number): Promise<Tree> {
  if (!place) throw new RecordingError(`The recording has no hierarchy of mesh ${mesh + 1}.`);
  return readTree(await readChunk(source, place.header, `the hierarchy of mesh ${mesh + 1}`), meshes);
}

async function loadFrame(source: ByteSource, contents: Contents, head: Head, scene: Scene, number: number): Promise<Frame> {
  const place = `frame ${number + 1}`;
  const header = await readChunkHeader(source, contents.frames[number]?.offset ?? -1);
  if (header?.kind !== "FRAM") throw new RecordingError(`The recording is damaged: ${place} is not whole.`);
  const fields = await readChunk(source, header, place);
  const positions = new Map<number, Float32Array>();
  for (const moved of fields.objects("positions")) {
    const mesh = moved.count("mesh", head.meshes.length);
    positions.set(mesh, moved.positions("array", head.meshes[mesh].vertexCount));
  }
  return { number, ...readFrameInfo(fields, head.series.length), positions, layers: readLayers(fields.objects("layers"), scene) };
}
