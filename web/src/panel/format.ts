// Numbers as people read them.

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** 12,345 */
export function count(value: number): string {
  return grouped.format(value);
}

/** "1 pair", "12,345 pairs" */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

function withoutTrailingZeros(text: string): string {
  return text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}

/** Four digits that matter, but whole numbers in full: 0.4821, 12,345, 1.2e-7 */
export function quantity(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "–";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return signed(count(size), value);
  if (size >= 1000 && size < 1e15) return signed(count(size), value);
  if (size < 1e-4 || size >= 1e15) return signed(withoutTrailingZeros(size.toExponential(2)), value);
  return signed(withoutTrailingZeros(size.toPrecision(4)), value);
}

function signed(text: string, value: number): string {
  return value < 0 ? `−${text}` : text;
}

/** The digits a 32-bit number near `size` holds after the point. */
function decimals(size: number): number {
  if (size === 0) return 9;
  const step = 2 ** (Math.floor(Math.log2(size)) - 23);
  return Math.min(20, Math.max(0, Math.floor(-Math.log10(step))));
}

/** A point of the file: its f32 position beyond the origin, with the digits it holds and no more. Plain digits, to be copied. */
export function coordinates(local: ArrayLike<number>, origin: ArrayLike<number>): string[] {
  const size = Math.max(...[0, 1, 2].map((axis) => Math.abs(local[axis])));
  const digits = decimals(size);
  return [0, 1, 2].map((axis) => {
    const text = (local[axis] + origin[axis]).toFixed(digits);
    const short = digits > 0 ? withoutTrailingZeros(text) : text;
    return short === "-0" ? "0" : short;
  });
}

/** The last step of a path: meshes are named by their files. */
export function shortName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1) || name;
}
