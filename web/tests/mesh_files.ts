// Mesh files of the kinds the page reads.
import type { Plain } from "./intersect";

const triples = (numbers: number[]) => Array.from({ length: numbers.length / 3 }, (_, i) => numbers.slice(3 * i, 3 * i + 3));

export function writeObj(mesh: Plain, part = ""): string {
  const vertices = triples(mesh.positions).map((point) => `v ${point.join(" ")}`);
  const faces = triples(mesh.faces).map((face) => `f ${face.map((vertex) => vertex + 1).join(" ")}`);
  return [...vertices, ...(part ? [`o ${part}`] : []), ...faces, ""].join("\n");
}

function plyHeader(format: string, mesh: Plain): string {
  const properties = ["x", "y", "z"].map((axis) => `property float ${axis}`);
  return ["ply", `format ${format} 1.0`, `element vertex ${mesh.positions.length / 3}`, ...properties, `element face ${mesh.faces.length / 3}`, "property list uchar int vertex_indices", "end_header", ""].join("\n");
}

export function writePly(mesh: Plain): string {
  const lines = [...triples(mesh.positions).map((point) => point.join(" ")), ...triples(mesh.faces).map((face) => `3 ${face.join(" ")}`)];
  return plyHeader("ascii", mesh) + lines.join("\n") + "\n";
}

export function writeBinaryPly(mesh: Plain): Buffer {
  const faces = triples(mesh.faces).map((face) => Buffer.concat([Buffer.from([3]), Buffer.from(new Int32Array(face).buffer)]));
  return Buffer.concat([Buffer.from(plyHeader("binary_little_endian", mesh)), Buffer.from(new Float32Array(mesh.positions).buffer), ...faces]);
}

export function writeGlb(mesh: Plain): Buffer {
  const positions = Buffer.from(new Float32Array(mesh.positions).buffer);
  const faces = Buffer.from(new Uint32Array(mesh.faces).buffer);
  const bound = (pick: (...values: number[]) => number) => [0, 1, 2].map((axis) => pick(...triples(mesh.positions).map((point) => Math.fround(point[axis]))));
  const description = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: "node" }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: positions.length / 12, type: "VEC3", min: bound(Math.min), max: bound(Math.max) },
      { bufferView: 1, componentType: 5125, count: faces.length / 4, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.length },
      { buffer: 0, byteOffset: positions.length, byteLength: faces.length },
    ],
    buffers: [{ byteLength: positions.length + faces.length }],
  };
  const json = JSON.stringify(description);
  const text = Buffer.from(json.padEnd(4 * Math.ceil(json.length / 4)));
  const chunk = (kind: string, bytes: Buffer) => Buffer.concat([Buffer.from(new Uint32Array([bytes.length]).buffer), Buffer.from(kind, "latin1"), bytes]);
  const chunks = Buffer.concat([chunk("JSON", text), chunk("BIN\0", Buffer.concat([positions, faces]))]);
  return Buffer.concat([Buffer.from("glTF"), Buffer.from(new Uint32Array([2, 12 + chunks.length]).buffer), chunks]);
}
