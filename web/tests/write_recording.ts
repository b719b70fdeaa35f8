// Writes recordings from plain objects, by docs/recording.md alone: it shares nothing with the reader it tests.

export type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array;
export type Value = string | number | boolean | null | Numbers | Value[] | { [name: string]: Value };
export type Members = { [name: string]: Value };

export interface PlainChunk {
  kind: string;
  members: Members;
}

export interface PlainRecording {
  summary?: string[];
  shownFirst?: number;
  head: Members;
  meshes: Members[];
  trees: Members[];
  frames: Members[];
}

const types = new Map<Function, string>([
  [Uint8Array, "u8"],
  [Uint32Array, "u32"],
  [Float32Array, "f32"],
  [Float64Array, "f64"],
]);

const pad = (length: number) => (8 - (length % 8)) % 8;

function join(pieces: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Replaces each array by its description, and lays its numbers down. */
function layDown(value: Value, numbers: Uint8Array[]): unknown {
  if (ArrayBuffer.isView(value)) {
    const offset = numbers.reduce((sum, piece) => sum + piece.length, 0);
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    numbers.push(bytes, new Uint8Array(pad(bytes.length)));
    return { type: types.get(value.constructor), offset, count: value.length };
  }
  if (Array.isArray(value)) return value.map((item) => layDown(item, numbers));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, layDown(item, numbers)]));
}

export function writeChunk({ kind, members }: PlainChunk): Uint8Array {
  const numbers: Uint8Array[] = [];
  const json = new TextEncoder().encode(JSON.stringify(layDown(members, numbers)));
  const body = join([json, new Uint8Array(numbers.length > 0 ? pad(json.length) : 0), ...numbers]);
  const header = new Uint8Array(16);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode(kind), 0);
  view.setUint32(4, json.length, true);
  view.setBigUint64(8, BigInt(body.length), true);
  return join([header, body, new Uint8Array(pad(body.length))]);
}

function writeBeginning(version: number): Uint8Array {
  const bytes = new Uint8Array([0x89, 0x41, 0x42, 0x55, 0x54, 0x0d, 0x0a, 0x1a, 0, 0, 0, 0, 0, 0, 0, 0]);
  new DataView(bytes.buffer).setUint32(8, version, true);
  return bytes;
}

function writeEnd(index: number): Uint8Array {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(index), true);
  bytes.set(new TextEncoder().encode("ABUT.END"), 8);
  return bytes;
}

/** The pieces of the file: the beginning, each chunk, the end. */
export function writePieces(recording: PlainRecording, version = 1): Uint8Array[] {
  const chunks: PlainChunk[] = [
    { kind: "HEAD", members: recording.head },
    ...recording.meshes.map((members) => ({ kind: "MESH", members })),
    ...recording.trees.map((members) => ({ kind: "TREE", members })),
    ...recording.frames.map((members) => ({ kind: "FRAM", members })),
  ];
  const pieces = [writeBeginning(version)];
  const entries: Members[] = [];
  let offset = 16;
  for (const chunk of chunks) {
    const piece = writeChunk(chunk);
    entries.push({ kind: chunk.kind, offset });
    pieces.push(piece);
    offset += piece.length;
  }
  const frames = recording.frames.map(({ name, values }) => ({ name, values }));
  pieces.push(writeChunk({ kind: "INDX", members: { summary: recording.summary ?? [], shown_first: recording.shownFirst ?? 0, chunks: entries, frames } }), writeEnd(offset));
  return pieces;
}

export function writeRecording(recording: PlainRecording, version = 1): Uint8Array {
  return join(writePieces(recording, version));
}

/** The script elements of a page that stands alone, to be put in place of its mark. */
export function writeEmbedded(recording: PlainRecording): string {
  let offset = 0;
  return writePieces(recording)
    .map((piece) => {
      const element = `<script type="application/x-abut-recording" data-offset="${offset}">${Buffer.from(piece).toString("base64")}</script>\n`;
      offset += piece.length;
      return element;
    })
    .join("");
}
