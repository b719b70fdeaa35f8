// Recordings that are not as they should be, and what the reader must say of them.
import { small } from "./fixtures";
import type { Members, PlainRecording } from "./write_recording";
import { writeRecording } from "./write_recording";

const u8 = (values: number[]) => new Uint8Array(values);
const u32 = (values: number[]) => new Uint32Array(values);
const f32 = (values: number[]) => new Float32Array(values);
const f64 = (values: number[]) => new Float64Array(values);

/** Recordings that cannot be opened at all, and a word their sentence must have. */
export function broken(): { name: string; bytes: Uint8Array; says: RegExp }[] {
  const text = (content: string) => new TextEncoder().encode(content);
  const change = (name: string, says: RegExp, edit: (recording: PlainRecording) => void) => {
    const recording = small();
    edit(recording);
    return { name, bytes: writeRecording(recording), says };
  };
  const mesh = (recording: PlainRecording) => recording.meshes[0];
  return [
    { name: "empty", bytes: new Uint8Array(0), says: /^This is not an abut recording: it is empty\.$/ },
    { name: "wrong magic", bytes: text("solid cube of text"), says: /^This is not an abut recording: it begins with "solid cu"\.$/ },
    { name: "a PNG", bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), says: /begins with the bytes 89 50 4e 47/ },
    { name: "other version", bytes: writeRecording(small(), 7), says: /^This recording has version 7; this page reads version 1\./ },
    { name: "only a beginning", bytes: writeRecording(small()).slice(0, 16), says: /cut short/ },
    change("vertex out of range", /"faces"/, (recording) => (mesh(recording).faces = u32([0, 1, 2, 3, 4, 6]))),
    change("too few positions", /instead of 18/, (recording) => (mesh(recording).positions = f32([1, 2, 3]))),
    change("absurd count", /does not lie in its chunk/, (recording) => (mesh(recording).positions = { type: "f32", offset: 0, count: 2 ** 50 })),
    change("absurd offset", /does not lie in its chunk/, (recording) => (mesh(recording).faces = { type: "u32", offset: 2 ** 40, count: 6 })),
    change("fraction as count", /valid number/, (recording) => (mesh(recording).faces = { type: "u32", offset: 0, count: 1.5 })),
    change("crooked offset", /multiple of 8/, (recording) => (mesh(recording).faces = { type: "u32", offset: 4, count: 6 })),
    change("other type", /type u32/, (recording) => (mesh(recording).faces = f32([0, 1, 2, 3, 4, 5]))),
    change("part beyond the faces", /valid number/, (recording) => (recording.head.meshes = [{ name: "two", role: "mesh", vertices: 6, faces: 2, parts: [{ name: "first", first_face: 1, faces: 2 }] }])),
    change("absurd mesh", /instead of/, (recording) => (recording.head.meshes = [{ name: "two", role: "mesh", vertices: 4e9, faces: 2, parts: [] }])),
    change("dimension 4", /dimension 4/, (recording) => (recording.head.dimension = 4)),
    change("other format", /format/, (recording) => (recording.head.format = "else")),
    change("a mesh is missing", /0 of 1 meshes/, (recording) => (recording.meshes = [])),
    change("no frames", /no frame/, (recording) => (recording.frames = [])),
  ];
}

/** Recordings that open, but whose first frame is damaged. */
export function brokenFrames(): { name: string; bytes: Uint8Array; says: RegExp }[] {
  const change = (name: string, says: RegExp, edit: (layers: Members[]) => void) => {
    const recording = small();
    edit(recording.frames[0].layers as Members[]);
    return { name, bytes: writeRecording(recording), says };
  };
  const contactsOf = (features: number[]): Members => ({
    kind: "contacts",
    name: "c",
    label: "c",
    features_a: u32(features),
    features_b: u32([0, 0, 4294967295, 4294967295]),
    points_a: f32([0, 0, 0]),
    points_b: f32([0, 0, 0]),
    normals: f32([0, 0, 1]),
    gaps: f64([0]),
  });
  return [
    change("a face that is not there", /"faces"/, ([pairs]) => (pairs.faces = u32([0, 0, 0, 2]))),
    change("a mesh that is not there", /"faces"/, ([pairs]) => (pairs.faces = u32([1, 0, 0, 1]))),
    change("seven numbers for pairs", /multiple of 4/, ([pairs]) => (pairs.faces = u32([0, 0, 0, 1, 0, 0, 0]))),
    change("an overlap of kind 4", /"overlaps"/, ([pairs]) => (pairs.overlaps = u8([4]))),
    change("a point that is not there", /"segments"/, ([, contours]) => (contours.segments = u32([0, 2]))),
    change("a pair that is not there", /"pairs"/, ([, contours]) => (contours.pairs = u32([1]))),
    change("starts that go back", /"point_starts"/, ([, contours]) => (contours.point_starts = u32([2, 0]))),
    change("a node that is not there", /"nodes"/, ([, , visits]) => (visits.nodes = u32([0, 3]))),
    change("a vertex that is not there", /"features_a"/, (layers) => layers.push(contactsOf([0, 6, 4294967295, 4294967295]))),
    change("a feature of no vertices", /"features_a"/, (layers) => layers.push(contactsOf([0, 4294967295, 1, 2]))),
    change("curves of degree 2", /degree 2/, (layers) => layers.push({ kind: "curves", name: "c", label: "c", degree: 2 })),
    change("a layer without a name", /"name"/, ([pairs]) => delete pairs.name),
  ];
}
