// Where findings of a recording are, from what was written.
import type { Point } from "./intersect";
import type { Members, PlainRecording } from "./write_recording";

export interface Place {
  center: Point;
  size: number; // the diagonal of the box
}

function placeOf(points: number[][]): Place {
  const low = [0, 1, 2].map((k) => Math.min(...points.map((point) => point[k])));
  const high = [0, 1, 2].map((k) => Math.max(...points.map((point) => point[k])));
  return { center: [0, 1, 2].map((k) => (low[k] + high[k]) / 2) as Point, size: Math.hypot(...high.map((x, k) => x - low[k])) };
}

const triple = (numbers: Float32Array, i: number, origin: number[]) => [0, 1, 2].map((k) => numbers[3 * i + k] + origin[k]);

function layerOf(recording: PlainRecording, frame: number, kind: string): Members {
  return (recording.frames[frame].layers as Members[]).find((layer) => layer.kind === kind)!;
}

export function contourPlace(recording: PlainRecording, frame: number, contour: number): Place {
  const { points, point_starts } = layerOf(recording, frame, "contours") as { points: Float32Array; point_starts: Uint32Array };
  const own = Array.from({ length: point_starts[contour + 1] - point_starts[contour] }, (_, i) => point_starts[contour] + i);
  return placeOf(own.map((point) => triple(points, point, recording.head.origin as number[])));
}

/** Of both faces of a pair; of meshes that have not moved. */
export function pairPlace(recording: PlainRecording, pair: number): Place {
  const pairs = layerOf(recording, 0, "pairs").faces as Uint32Array;
  const corners = (side: number) => {
    const mesh = recording.meshes[pairs[4 * pair + 2 * side]] as { positions: Float32Array; faces: Uint32Array };
    const face = pairs[4 * pair + 2 * side + 1];
    return [0, 1, 2].map((k) => triple(mesh.positions, mesh.faces[3 * face + k], recording.head.origin as number[]));
  };
  return placeOf([...corners(0), ...corners(1)]);
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
