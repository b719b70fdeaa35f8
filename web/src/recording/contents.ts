// Which chunks a recording has: from its index or, where that is missing, from looking at one chunk after the other.
import type { ByteSource } from "./bytes";
import type { ChunkHeader } from "./chunk";
import { chunkEnd, readChunk, readChunkHeader, readChunkJson } from "./chunk";
import type { Fields } from "./fields";
import type { FrameInfo } from "./model";
import { RecordingError } from "./model";

export interface Contents {
  head: ChunkHeader;
  meshes: ChunkHeader[];
  trees: ChunkHeader[];
  frames: ChunkHeader[];
  /** What is known only through the index; null if it is not there. */
  index: Index | null;
  /** The bytes end before the recording does. */
  isCutShort: boolean;
}

export interface Index {
  summary: string[];
  shownFirst: number;
  frames: Fields[];
}

const firstChunk = 16;
const endMark = "ABUT.END";

export async function readContents(source: ByteSource): Promise<Contents> {
  const indexOffset = await readTrailer(source);
  if (indexOffset === null) return scan(source, true);
  try {
    return await readIndex(source, indexOffset);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return scan(source, false);
  }
}

async function readTrailer(source: ByteSource): Promise<number | null> {
  if (source.size < firstChunk + 16) return null;
  const bytes = await source.read(source.size - 16, 16);
  if (String.fromCharCode(...bytes.subarray(8)) !== endMark) return null;
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
}

async function readIndex(source: ByteSource, offset: number): Promise<Contents> {
  const header = await readChunkHeader(source, offset);
  if (header?.kind !== "INDX") throw new RecordingError("The recording is damaged: its index is not where it should be.");
  const index = await readChunk(source, header, "the index");
  const chunks: ChunkHeader[] = [];
  for (const entry of index.objects("chunks")) chunks.push(await readEntry(source, entry));
  const frames = index.objects("frames");
  const shownFirst = index.count("shown_first", Math.max(1, frames.length));
  const contents = sort(chunks, { summary: index.texts("summary"), shownFirst, frames }, false);
  if (frames.length !== contents.frames.length) index.fail("names other frames than there are");
  return contents;
}

/** Frames are many and may never be looked at, so their headers are read with them. */
async function readEntry(source: ByteSource, entry: Fields): Promise<ChunkHeader> {
  const kind = entry.text("kind");
  const offset = entry.count("offset", source.size);
  if (kind === "FRAM") return { kind, offset, jsonLength: 0, length: 0 };
  const header = await readChunkHeader(source, offset);
  return header?.kind === kind ? header : entry.fail("is not where the index says");
}

async function scan(source: ByteSource, isCutShort: boolean): Promise<Contents> {
  const chunks: ChunkHeader[] = [];
  let header = await readChunkHeader(source, firstChunk);
  while (header && header.kind !== "INDX") {
    chunks.push(header);
    header = await readChunkHeader(source, chunkEnd(header));
  }
  return sort(chunks, null, isCutShort);
}

function sort(chunks: ChunkHeader[], index: Index | null, isCutShort: boolean): Contents {
  const ofKind = (kind: string) => chunks.filter((chunk) => chunk.kind === kind);
  const head = ofKind("HEAD")[0];
  if (!head) throw new RecordingError(`The recording is ${isCutShort ? "cut short" : "damaged"}: not even its head is whole.`);
  return { head, meshes: ofKind("MESH"), trees: ofKind("TREE"), frames: ofKind("FRAM"), index, isCutShort };
}

export function readFrameInfo(fields: Fields, series: number): FrameInfo {
  return { name: fields.text("name"), values: fields.numbersOrNull("values", series) };
}

/** Names and values of all frames; of a recording without an index up to the first damaged one. */
export async function readFrameInfos(source: ByteSource, contents: Contents, series: number): Promise<FrameInfo[]> {
  if (contents.index) return contents.index.frames.map((fields) => readFrameInfo(fields, series));
  const infos: FrameInfo[] = [];
  try {
    for (const header of contents.frames) {
      infos.push(readFrameInfo(await readChunkJson(source, header, `frame ${infos.length + 1}`), series));
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
  }
  return infos;
}
