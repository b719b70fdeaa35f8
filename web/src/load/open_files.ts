// Files people drop on the page: a recording, or meshes.
import { beginsLikeRecording } from "../recording/beginning";
import { fileBytes } from "../recording/bytes";
import type { Recording } from "../recording/model";
import { RecordingError } from "../recording/model";
import { openRecording } from "../recording/reader";
import { readGlb } from "./glb";
import type { LoadedMesh } from "./loaded_mesh";
import { makeRecording } from "./loaded_mesh";
import { readObj } from "./obj";
import { readPly } from "./ply";

export async function openFiles(files: File[]): Promise<Recording> {
  const recordings: File[] = [];
  for (const file of files) if (await isRecording(file)) recordings.push(file);
  if (recordings.length === 0) return makeRecording(await readMeshes(files));
  if (files.length > 1) throw new RecordingError("A recording can only be opened alone: drop one file, or only meshes.");
  return openRecording(fileBytes(files[0]));
}

async function isRecording(file: File): Promise<boolean> {
  return file.name.toLowerCase().endsWith(".abut") || beginsLikeRecording(await firstBytes(file));
}

async function firstBytes(file: File): Promise<Uint8Array> {
  const source = fileBytes(file);
  return source.read(0, Math.min(16, source.size));
}

async function readMeshes(files: File[]): Promise<LoadedMesh[]> {
  const meshes: LoadedMesh[] = [];
  for (const file of files) meshes.push(await readMesh(file));
  return meshes;
}

async function readMesh(file: File): Promise<LoadedMesh> {
  const mesh = await parse(file).catch((error: unknown) => {
    if (error instanceof RecordingError) throw error;
    throw new RecordingError(`${file.name} cannot be read: ${reason(error)}.`);
  });
  const { positions, faces } = mesh;
  if (faces.length === 0) throw new RecordingError(`${file.name} has no faces to show.`);
  const vertices = positions.length / 3;
  if (faces.some((vertex) => vertex >= vertices)) throw new RecordingError(`${file.name} is damaged: a face names a vertex that does not exist.`);
  return mesh;
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^THREE\.\w+: /, "").replace(/\.$/, "");
}

async function parse(file: File): Promise<LoadedMesh> {
  const beginning = String.fromCharCode(...(await firstBytes(file)));
  if (beginning.startsWith("glTF")) return readGlb(await file.arrayBuffer(), file.name);
  if (/^ply\s/.test(beginning)) return readPly(await file.arrayBuffer(), file.name);
  if (file.name.toLowerCase().endsWith(".obj")) return readObj(await file.text(), file.name);
  throw new RecordingError(`${file.name} is neither a recording (.abut) nor a mesh this page reads (.obj, .ply, .glb); abut view may read it.`);
}
