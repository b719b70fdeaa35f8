// Files dropped on the page, without a browser.
import { File as NodeFile } from "node:buffer";
import { expect, test } from "@playwright/test";
import { openFiles } from "../src/load/open_files";
import { RecordingError } from "../src/recording/model";
import { small } from "./fixtures";
import { writeRecording } from "./write_recording";

function file(name: string, content: string | Uint8Array): File {
  return new NodeFile([content], name) as unknown as File;
}

const obj = "o base\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .5 .5 1\nf 1 2 3 4\no roof\nf 1/1 2/2 5/3\nf -1 -2 -3\n";

const ply = `ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
1 1 0
0 1 0
4 0 1 2 3
`;

/** A pentagon, with a colour and a list that are passed over. */
function makeBinaryPly(isLittle: boolean): Uint8Array {
  const header = `ply\nformat binary_${isLittle ? "little" : "big"}_endian 1.0\ncomment of a test\nelement vertex 5\nproperty double x\nproperty uchar red\nproperty double y\nproperty double z\nelement face 1\nproperty list uchar float weights\nproperty list uchar int vertex_indices\nend_header\n`;
  const bytes = Buffer.alloc(5 * 25 + 1 + 4 + 1 + 20);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let i = 0; i < 5; ++i) {
    view.setFloat64(25 * i, i, isLittle);
    view.setFloat64(25 * i + 9, i * i, isLittle);
  }
  view.setUint8(125, 1);
  view.setFloat32(126, 0.5, isLittle);
  view.setUint8(130, 5);
  for (let i = 0; i < 5; ++i) view.setInt32(131 + 4 * i, i, isLittle);
  return Buffer.concat([Buffer.from(header), bytes]);
}

/** A triangle, moved by its node. */
function makeGlb(): Uint8Array {
  const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const json = JSON.stringify({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "leaf", mesh: 0, translation: [5, 0, 0] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const word = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);
  const header = [Buffer.from("glTF"), word(2, 12 + 8 + text.length + 8 + 36)];
  return Buffer.concat([...header, word(text.length), Buffer.from("JSON"), text, word(36), Buffer.from("BIN\0"), Buffer.from(positions.buffer)]);
}

test("an OBJ keeps the numbers of its polygons and the names of its objects", async () => {
  const { head, meshes } = await openFiles([file("house.obj", obj)]);
  expect(head.command).toBe("view");
  expect(head.meshes[0].parts).toEqual([
    { name: "base", firstFace: 0, faceCount: 2 },
    { name: "roof", firstFace: 2, faceCount: 2 },
  ]);
  expect([...meshes[0].faces]).toEqual([0, 1, 2, 0, 2, 3, 0, 1, 4, 4, 3, 2]);
  expect([...meshes[0].polygons!]).toEqual([0, 0, 1, 2]);
});

test("what lies far from zero stays sharp", async () => {
  const { head, meshes } = await openFiles([file("far.obj", "v 1e8 0 0\nv 100000001 0 0\nv 1e8 1 0\nf 1 2 3\n")]);
  const { positions } = meshes[0];
  expect([0, 3, 6].map((at) => positions[at] + head.origin[0])).toEqual([1e8, 100000001, 1e8]);
});

test("several files are several meshes", async () => {
  const { head, frames } = await openFiles([file("a.ply", ply), file("b.obj", obj)]);
  expect(head.meshes.map((mesh) => [mesh.name, mesh.faceCount])).toEqual([["a.ply", 2], ["b.obj", 4]]);
  expect(frames).toHaveLength(1);
});

for (const isLittle of [true, false]) {
  test(`a PLY in binary, ${isLittle ? "little" : "big"} end first, keeps polygons of many corners`, async () => {
    const bytes = makeBinaryPly(isLittle);
    const { meshes } = await openFiles([file("p.ply", bytes)]);
    expect([...meshes[0].faces]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4]);
    expect([...meshes[0].polygons!]).toEqual([0, 0, 0]);
    expect([...meshes[0].positions.subarray(12)]).toEqual([4, 16, 0]);
    for (let length = 0; length < bytes.length; ++length) {
      await expect(openFiles([file("p.ply", bytes.subarray(0, length))])).rejects.toBeInstanceOf(RecordingError);
    }
  });
}

test("a GLB stands where its nodes put it", async () => {
  const { head, meshes } = await openFiles([file("c.glb", makeGlb())]);
  expect(head.meshes[0].parts[0].name).toBe("leaf");
  expect([...meshes[0].positions]).toEqual([5, 0, 0, 6, 0, 0, 5, 1, 0]);
});

test("a recording is known by its bytes, whatever its name", async () => {
  const recording = await openFiles([file("result.bin", writeRecording(small()))]);
  expect(recording.head.title).toBe("Two triangles");
});

const refused: [string, string | Uint8Array, RegExp][] = [
  ["notes.txt", "hello", /neither a recording/],
  ["a.ply", "ply\nnonsense", /header has no end/],
  ["b.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\nx\n", /"x" is no number/],
  ["c.ply", "ply\nelement vertex many\nend_header\n", /the line "element vertex many"/],
  ["d.ply", "ply\nformat ascii 1.0\nelement vertex 99999999999999\nend_header\n", /no vertices|cut short/],
  ["a.glb", "glTFxxxx", /cannot be read/],
  ["a.obj", "v 1 2\n", /line 1/],
  ["b.obj", "f 1 2 3\n", /line 1 names the vertex "1"/],
  ["c.obj", "nothing at all", /no faces/],
  ["a.abut", "junk and more junk", /begins with "junk and"/],
  ["b.abut", "", /is empty/],
];
for (const [name, content, says] of refused) {
  test(`${name} gets a sentence: ${says.source}`, async () => {
    const error = await openFiles([file(name, content)]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RecordingError);
    expect((error as Error).message).toMatch(says);
  });
}
