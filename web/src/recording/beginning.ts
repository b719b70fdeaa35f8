// The first bytes of a recording.
import type { ByteSource } from "./bytes";
import { RecordingError } from "./model";

const magic = [0x89, 0x41, 0x42, 0x55, 0x54, 0x0d, 0x0a, 0x1a];
const version = 1;

/** Whether a file with these first bytes is a recording, or the beginning of one. */
export function beginsLikeRecording(bytes: Uint8Array): boolean {
  return bytes.length > 0 && magic.slice(0, bytes.length).every((byte, i) => bytes[i] === byte);
}

export async function checkBeginning(source: ByteSource): Promise<void> {
  const problem = findProblem(await source.read(0, Math.min(16, source.size)));
  if (problem) throw new RecordingError(problem);
}

function findProblem(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return "This is not an abut recording: it is empty.";
  if (!beginsLikeRecording(bytes)) return `This is not an abut recording: it begins with ${describe(bytes.subarray(0, 8))}.`;
  if (bytes.length < 16) return `The recording is cut short: it has only ${bytes.length} bytes.`;
  const found = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  if (found === version) return null;
  return `This recording has version ${found}; this page reads version ${version}. Use the abut that wrote it, or a newer page.`;
}

function describe(bytes: Uint8Array): string {
  const isText = bytes.every((byte) => byte >= 32 && byte < 127);
  if (isText) return `"${String.fromCharCode(...bytes)}"`;
  return `the bytes ${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ")}`;
}
