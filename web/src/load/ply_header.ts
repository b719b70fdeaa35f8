// The header of a PLY file: what it promises.
type Read = (view: DataView, at: number, isLittle: boolean) => number;
const type = (size: number, read: Read) => ({ size, read });
const int8 = type(1, (view, at) => view.getInt8(at));
const uint8 = type(1, (view, at) => view.getUint8(at));
const int16 = type(2, (view, at, isLittle) => view.getInt16(at, isLittle));
const uint16 = type(2, (view, at, isLittle) => view.getUint16(at, isLittle));
const int32 = type(4, (view, at, isLittle) => view.getInt32(at, isLittle));
const uint32 = type(4, (view, at, isLittle) => view.getUint32(at, isLittle));
const float32 = type(4, (view, at, isLittle) => view.getFloat32(at, isLittle));
const float64 = type(8, (view, at, isLittle) => view.getFloat64(at, isLittle));

/** Each has two names. */
export const plyTypes = {
  char: int8, int8, uchar: uint8, uint8, short: int16, int16, ushort: uint16, uint16,
  int: int32, int32, uint: uint32, uint32, float: float32, float32, double: float64, float64,
};
type TypeName = keyof typeof plyTypes;

export interface PlyProperty {
  name: string;
  type: TypeName;
  countType: TypeName | null; // of a list
}

export interface PlyElement {
  name: string;
  count: number;
  properties: PlyProperty[];
}

export interface PlyHeader {
  format: "ascii" | "binary_little_endian" | "binary_big_endian";
  elements: PlyElement[];
  end: number; // where the numbers begin
}

const formats = ["ascii", "binary_little_endian", "binary_big_endian"] as const;
const longestHeader = 1 << 20;

function fail(line: string): never {
  throw new Error(`its header has the line "${line.trim().slice(0, 60)}"`);
}

export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, longestHeader));
  const found = /(^|\n)end_header[ \t]*\r?\n/.exec(text);
  if (!found) throw new Error("its header has no end");
  const header: PlyHeader = { format: "ascii", elements: [], end: found.index + found[0].length };
  for (const line of text.slice(0, found.index).split("\n").slice(1)) addLine(header, line);
  return header;
}

function addLine(header: PlyHeader, line: string): void {
  const words = line.trim().split(/\s+/);
  if (words[0] === "format") header.format = formats.find((format) => format === words[1]) ?? fail(line);
  else if (words[0] === "element") header.elements.push(readElement(words, line));
  else if (words[0] === "property") (header.elements[header.elements.length - 1] ?? fail(line)).properties.push(readProperty(words, line));
  else if (!["", "comment", "obj_info"].includes(words[0])) fail(line);
}

function readElement(words: string[], line: string): PlyElement {
  const count = Number(words[2]);
  if (words.length !== 3 || !Number.isInteger(count) || count < 0) fail(line);
  return { name: words[1], count, properties: [] };
}

function readProperty(words: string[], line: string): PlyProperty {
  const typeOf = (word: string): TypeName => (Object.hasOwn(plyTypes, word) ? (word as TypeName) : fail(line));
  if (words[1] === "list") return { name: words[4] ?? fail(line), type: typeOf(words[3]), countType: typeOf(words[2]) };
  return { name: words[2] ?? fail(line), type: typeOf(words[1]), countType: null };
}
