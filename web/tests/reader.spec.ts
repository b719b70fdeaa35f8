// The reader of recordings, without a browser.
import { expect, test } from "@playwright/test";
import type { ByteSource } from "../src/recording/bytes";
import { fileBytes, servedBytes } from "../src/recording/bytes";
import { RecordingError } from "../src/recording/model";
import { openRecording } from "../src/recording/reader";
import { broken, brokenFrames } from "./broken";
import * as fixtures from "./fixtures";
import type { Members, Numbers, PlainRecording } from "./write_recording";
import { writeChunk, writePieces, writeRecording } from "./write_recording";

function bytesOf(bytes: Uint8Array): ByteSource {
  return fileBytes(new Blob([bytes as Uint8Array<ArrayBuffer>]));
}

function open(recording: PlainRecording) {
  return openRecording(bytesOf(writeRecording(recording)));
}

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function expectSame(read: object, written: Members): void {
  for (const [name, value] of Object.entries(written)) {
    expect((read as Record<string, unknown>)[camel(name)], name).toEqual(value);
  }
}

async function sentence(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RecordingError);
  const { message } = error as Error;
  expect(message).toMatch(/^[A-Z].*\.$/);
  return message;
}

const samples = {
  small: fixtures.small,
  crossingSheets: () => fixtures.crossingSheets(4, 12),
  contacts: fixtures.contacts,
  sphereTree: fixtures.sphereTree,
  outlines: fixtures.outlines,
};

for (const [name, make] of Object.entries(samples)) {
  test(`${name}: what is read is what was written`, async () => {
    const written = make();
    const recording = await open(written);
    expect(recording.troubles).toEqual([]);
    expect(recording.head.title).toBe(written.head.title);
    expect(recording.head.origin).toEqual(written.head.origin);
    expect(recording.frames).toEqual(written.frames.map((frame) => ({ name: frame.name, values: frame.values })));
    expect(recording.treeMeshes).toEqual(written.trees.map((tree) => tree.mesh));
    written.meshes.forEach(({ mesh: _, ...arrays }, i) => expectSame(recording.meshes[i], arrays));
    for (const tree of written.trees) expectSame(await recording.loadTree(tree.mesh as number), tree);
    for (let i = 0; i < written.frames.length; ++i) {
      const frame = await recording.loadFrame(i);
      const layers = (written.frames[i].layers as Members[]).filter((layer) => layer.kind !== "of another time");
      expect(frame.layers.length).toBe(layers.length);
      layers.forEach((layer, k) => expectSame(frame.layers[k], layer));
      const moved = written.frames[i].positions as { mesh: number; array: Numbers }[];
      expect([...frame.positions]).toEqual(moved.map(({ mesh, array }) => [mesh, array]));
    }
  });
}

test("numbers of polygons and vertices may be missing", async () => {
  const { meshes } = await open(fixtures.contacts());
  expect(meshes[0].polygons).toBeNull();
  expect(meshes[0].fileVertices).toBeNull();
});

for (const { name, bytes, says } of broken()) {
  test(`broken: ${name}`, async () => expect(await sentence(openRecording(bytesOf(bytes)))).toMatch(says));
}

for (const { name, bytes, says } of brokenFrames()) {
  test(`broken frame: ${name}`, async () => {
    const recording = await openRecording(bytesOf(bytes));
    expect(await sentence(recording.loadFrame(0))).toMatch(says);
    expect((await recording.loadFrame(1)).name).toBe("two");
  });
}

test("a frame and a hierarchy that are not there get a sentence", async () => {
  const recording = await open(fixtures.small());
  await sentence(recording.loadFrame(2));
  await sentence(recording.loadTree(1));
});

test("a recording cut short anywhere is shown up to there, or gets a sentence", async () => {
  const whole = writeRecording(fixtures.small());
  const outcomes = { shown: 0, refused: 0 };
  for (let length = 0; length < whole.length; ++length) {
    const opened = await openRecording(bytesOf(whole.slice(0, length))).catch((error: unknown) => error);
    if (opened instanceof RecordingError) {
      ++outcomes.refused;
      continue;
    }
    const recording = opened as Awaited<ReturnType<typeof openRecording>>;
    ++outcomes.shown;
    expect(recording.troubles).toHaveLength(1);
    for (let i = 0; i < recording.frames.length; ++i) expect((await recording.loadFrame(i)).name).toBe(recording.frames[i].name);
  }
  expect(outcomes.shown).toBeGreaterThan(100);
  expect(outcomes.refused).toBeGreaterThan(100);
});

test("the sentence about a cut says after which frame it is", async () => {
  const pieces = writePieces(fixtures.crossingSheets(4, 6));
  const before = pieces.slice(0, -4).reduce((sum, piece) => sum + piece.length, 0); // without two frames, index and end
  const bytes = writeRecording(fixtures.crossingSheets(4, 6)).slice(0, before + 100);
  const recording = await openRecording(bytesOf(bytes));
  expect(recording.troubles).toEqual(["The recording is cut short after iteration 2 (“iteration 1”): what was written before is shown."]);
});

test("any byte may be wrong", async () => {
  const whole = writeRecording(fixtures.small());
  for (let at = 0; at < whole.length; at += 3) {
    const bytes = whole.slice();
    bytes[at] ^= 0xff;
    try {
      const recording = await openRecording(bytesOf(bytes));
      for (let i = 0; i < recording.frames.length; ++i) await recording.loadFrame(i);
      for (const mesh of recording.treeMeshes) await recording.loadTree(mesh);
    } catch (error) {
      expect(error, `byte ${at}`).toBeInstanceOf(RecordingError);
    }
  }
});

test("chunks of kinds that are not known are skipped", async () => {
  const pieces = writePieces(fixtures.small());
  const unknown = writeChunk({ kind: "NEWS", members: { a: new Uint8Array([1]) } });
  const bytes = Buffer.concat([...pieces.slice(0, 3), unknown, ...pieces.slice(3, -2)]);
  const recording = await openRecording(bytesOf(bytes));
  expect(recording.frames).toHaveLength(2);
});

test("a server may give less than it was asked for, or only everything", async () => {
  const bytes = writeRecording(fixtures.small());
  const fetchBefore = globalThis.fetch;
  try {
    for (const givesPieces of [true, false]) {
      globalThis.fetch = async (_, init) => serve(bytes, new Headers(init?.headers).get("Range"), givesPieces);
      const recording = await openRecording(await servedBytes("recording.abut"));
      expect((await recording.loadFrame(1)).name).toBe("two");
    }
    globalThis.fetch = async () => new Response(null, { status: 404 });
    expect(await sentence(servedBytes("recording.abut"))).toMatch(/404/);
  } finally {
    globalThis.fetch = fetchBefore;
  }
});

function serve(bytes: Uint8Array, range: string | null, givesPieces: boolean): Response {
  if (!givesPieces) return new Response(bytes.slice());
  const [first, last] = /bytes=(\d+)-(\d+)/.exec(range ?? "")!.slice(1).map(Number);
  const end = Math.min(last + 1, first + 100, bytes.length);
  const headers = { "Content-Range": `bytes ${first}-${end - 1}/${bytes.length}` };
  return new Response(bytes.slice(first, end), { status: 206, headers });
}
