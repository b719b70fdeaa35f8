// The members of an object in a chunk's JSON, each checked when it is taken.
import { RecordingError } from "./model";

const arrayTypes = { u8: Uint8Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };
type ArrayTypes = { u8: Uint8Array; u32: Uint32Array; f32: Float32Array; f64: Float64Array };

export class Fields {
  private readonly members: Record<string, unknown>;

  constructor(
    members: unknown,
    private readonly numbers: Uint8Array,
    private readonly place: string,
  ) {
    if (typeof members !== "object" || members === null || Array.isArray(members)) this.fail("is not an object");
    this.members = members as Record<string, unknown>;
  }

  fail(what: string): never {
    throw new RecordingError(`The recording is damaged: ${this.place} ${what}.`);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.members, name) && this.members[name] !== null;
  }

  text(name: string): string {
    const value = this.members[name];
    return typeof value === "string" ? value : this.fail(`has no text "${name}"`);
  }

  texts(name: string): string[] {
    const values = this.items(name);
    return values.every((value) => typeof value === "string") ? (values as string[]) : this.fail(`has no texts "${name}"`);
  }

  number(name: string): number {
    const value = this.members[name];
    return typeof value === "number" && Number.isFinite(value) ? value : this.fail(`has no number "${name}"`);
  }

  /** A whole number from 0 up to, but without, the limit. */
  count(name: string, limit = Number.MAX_SAFE_INTEGER): number {
    const value = this.members[name];
    const isCount = typeof value === "number" && Number.isInteger(value) && value >= 0 && value < limit;
    return isCount ? value : this.fail(`has no valid number "${name}"`);
  }

  numbersOrNull(name: string, length: number): (number | null)[] {
    const values = this.items(name);
    const fits = values.length === length && values.every((value) => value === null || typeof value === "number");
    return fits ? (values as (number | null)[]) : this.fail(`has no ${length} values "${name}"`);
  }

  object(name: string): Fields {
    return new Fields(this.members[name], this.numbers, `"${name}" of ${this.place}`);
  }

  objects(name: string): Fields[] {
    return this.items(name).map((item, i) => new Fields(item, this.numbers, `${i + 1} of "${name}" of ${this.place}`));
  }

  /** The array of this name, with so many numbers if that is said. */
  array<T extends keyof ArrayTypes>(name: string, type: T, count?: number): ArrayTypes[T] {
    const described = this.object(name);
    if (described.text("type") !== type) described.fail(`is not of type ${type}`);
    const offset = described.count("offset");
    const length = described.count("count");
    const view = arrayTypes[type];
    if (offset % 8 !== 0) described.fail("does not begin at a multiple of 8");
    if (offset > this.numbers.length || length > (this.numbers.length - offset) / view.BYTES_PER_ELEMENT) described.fail("does not lie in its chunk");
    if (count !== undefined && length !== count) described.fail(`has ${length} numbers instead of ${count}`);
    return new view(this.numbers.buffer as ArrayBuffer, this.numbers.byteOffset + offset, length) as ArrayTypes[T];
  }

  /** Coordinates of so many points, which can be drawn. */
  positions(name: string, points: number): Float32Array {
    const values = this.array(name, "f32", 3 * points);
    for (let i = 0; i < values.length; ++i) if (!(Math.abs(values[i]) < Infinity)) this.fail(`has "${name}" that are no numbers, or too large to be drawn`);
    return values;
  }

  /** An array with so many numbers for each thing; how many things there are is its own affair. */
  tuples<T extends keyof ArrayTypes>(name: string, type: T, width: number): ArrayTypes[T] {
    const values = this.array(name, type);
    return values.length % width === 0 ? values : this.fail(`has ${values.length} numbers "${name}", which is no multiple of ${width}`);
  }

  private items(name: string): unknown[] {
    const value = this.members[name];
    return Array.isArray(value) ? value : this.fail(`has no list "${name}"`);
  }
}
