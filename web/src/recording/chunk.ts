// Chunks: a kind, JSON, and numbers that the JSON names.
import type { ByteSource } from "./bytes";
import { Fields } from "./fields";
import { RecordingError } from "./model";

export interface ChunkHeader {
  kind: string;
  offset: number;
  jsonLength: number;
  length: number; // after the header, without padding
}

const headerLength = 16;

export function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

/** Where the next chunk begins. */
export function chunkEnd(header: ChunkHeader): number {
  return header.offset + headerLength + padded(header.length);
}

/** Null if there is no whole chunk at this place. */
export async function readChunkHeader(source: ByteSource, offset: number): Promise<ChunkHeader | null> {
  if (!Number.isSafeInteger(offset) || offset < headerLength || offset % 8 !== 0) return null;
  if (offset + headerLength > source.size) return null;
  const bytes = await source.read(offset, headerLength);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header: ChunkHeader = {
    kind: String.fromCharCode(...bytes.subarray(0, 4)),
    offset,
    jsonLength: view.getUint32(4, true),
    length: Number(view.getBigUint64(8, true)),
  };
  const isWhole = /^[ -~]{4}$/.test(header.kind) && header.jsonLength <= header.length && header.length <= source.size - offset - headerLength;
  return isWhole ? header : null;
}

/** A chunk with its JSON only: arrays of it cannot be read. */
export async function readChunkJson(source: ByteSource, header: ChunkHeader, place: string): Promise<Fields> {
  const json = await source.read(header.offset + headerLength, header.jsonLength);
  return new Fields(parseMembers(json, place), new Uint8Array(0), place);
}

export async function readChunk(source: ByteSource, header: ChunkHeader, place: string): Promise<Fields> {
  const bytes = await source.read(header.offset + headerLength, header.length);
  const members = parseMembers(bytes.subarray(0, header.jsonLength), place);
  return new Fields(members, bytes.subarray(Math.min(padded(header.jsonLength), bytes.length)), place);
}

function parseMembers(bytes: Uint8Array, place: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new RecordingError(`The recording is damaged: ${place} is not JSON.`);
  }
}
