// Where the bytes of a recording come from: the server of `abut view`, a file, or the page itself.
import { RecordingError } from "./model";

export interface ByteSource {
  readonly size: number;
  /** Exactly these bytes, at the beginning of a buffer of their own. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function cutShort(): RecordingError {
  return new RecordingError("The recording is cut short: it ends before all of it is there.");
}

export function fileBytes(file: Blob): ByteSource {
  return {
    size: file.size,
    async read(offset, length) {
      const buffer = await readBlob(file.slice(offset, offset + length));
      if (buffer.byteLength !== length) throw cutShort();
      return new Uint8Array(buffer);
    },
  };
}

async function readBlob(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer();
  } catch {
    throw new RecordingError("The file can no longer be read: it was moved or changed since it was opened.");
  }
}

/** A file a server gives in pieces; one that gives all or nothing is read at once. */
export async function servedBytes(url: string): Promise<ByteSource> {
  const first = await request(url, 0, 16);
  const size = sizeOf(first);
  if (size === null) return fileBytes(await first.blob());
  return { size, read: (offset, length) => readServed(url, offset, length) };
}

/** A server may answer with fewer bytes than it was asked for. */
async function readServed(url: string, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const piece = await (await request(url, offset + done, length - done)).arrayBuffer();
    if (piece.byteLength === 0 || piece.byteLength > length - done) throw cutShort();
    bytes.set(new Uint8Array(piece), done);
    done += piece.byteLength;
  }
  return bytes;
}

async function request(url: string, offset: number, length: number): Promise<Response> {
  const range = `bytes=${offset}-${offset + length - 1}`;
  const response = await fetch(url, { headers: { Range: range } }).catch(() => {
    throw new RecordingError("The server of this page does not answer: is abut view still running?");
  });
  if (!response.ok) throw new RecordingError(`The server of this page does not give the recording (answer ${response.status}).`);
  if (offset > 0 && response.status !== 206) throw new RecordingError("The server of this page does not give pieces of files.");
  return response;
}

function sizeOf(response: Response): number | null {
  const match = /\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "");
  return response.status === 206 && match ? Number(match[1]) : null;
}

interface Piece {
  begin: number;
  end: number;
  element: Element;
}

/** The recording inside a page written by --html; null if there is none. */
export function embeddedBytes(page: Document): ByteSource | null {
  const elements = [...page.querySelectorAll('script[type="application/x-abut-recording"]')];
  if (elements.length === 0) return null;
  const pieces = elements.map(makePiece).sort((a, b) => a.begin - b.begin);
  const size = pieces[pieces.length - 1].end;
  return {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let covered = 0;
      for (const piece of pieces) covered += copyOverlap(piece, offset, bytes);
      if (covered !== length) throw cutShort();
      return bytes;
    },
  };
}

function textOf(element: Element): string {
  return (element.textContent ?? "").replace(/\s+/g, "");
}

function makePiece(element: Element): Piece {
  const begin = Number(element.getAttribute("data-offset") ?? NaN);
  if (!Number.isSafeInteger(begin) || begin < 0) throw new RecordingError("The recording in this page is damaged: a piece does not say where it begins.");
  const text = textOf(element);
  if (text.length % 4 !== 0) throw notBase64();
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return { begin, end: begin + (text.length / 4) * 3 - padding, element };
}

/** Decodes only what is asked for; returns how many bytes that was. */
function copyOverlap(piece: Piece, offset: number, into: Uint8Array): number {
  const begin = Math.max(piece.begin, offset);
  const end = Math.min(piece.end, offset + into.length);
  if (begin >= end) return 0;
  const firstGroup = Math.floor((begin - piece.begin) / 3);
  const lastGroup = Math.ceil((end - piece.begin) / 3);
  const decoded = decodeBase64(textOf(piece.element).slice(4 * firstGroup, 4 * lastGroup));
  const skip = begin - piece.begin - 3 * firstGroup;
  for (let i = begin; i < end; ++i) into[i - offset] = decoded.charCodeAt(skip + i - begin);
  return end - begin;
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    throw notBase64();
  }
}

function notBase64(): RecordingError {
  return new RecordingError("The recording in this page is damaged: a piece of it is not base64.");
}
