// Arrows: shafts as lines, heads as cones.
import { ConeGeometry, Group, InstancedMesh, Matrix4, Quaternion, Vector3 } from "three";
import { makeLines } from "./marks";
import type { Materials } from "./materials";

/** Of the length of an arrow, unless it is far longer than the others: heads are to be seen, not to be in the way. */
const headLength = 0.3;
const headRadius = 0.09;

export interface ArrowStyle {
  colour: string;
  width: number;
  scale: number; // of the vectors
}

export function makeArrows(origins: Float32Array, vectors: Float32Array, style: ArrowStyle, materials: Materials): Group {
  const shafts = new Float32Array(2 * origins.length);
  const count = origins.length / 3;
  const heads = new InstancedMesh(makeHead(), materials.solid(style.colour), count);
  heads.frustumCulled = false;
  const origin = new Vector3();
  const vector = new Vector3();
  const matrix = new Matrix4();
  const longest = headLength * 1.5 * medianLength(vectors) * style.scale;
  for (let i = 0; i < count; ++i) {
    origin.fromArray(origins, 3 * i);
    vector.fromArray(vectors, 3 * i).multiplyScalar(style.scale);
    const head = Math.min(headLength, longest / vector.length()); // of its own length
    heads.setMatrixAt(i, placeHead(matrix, origin, vector, head));
    origin.toArray(shafts, 6 * i);
    origin.addScaledVector(vector, 1 - 0.9 * head).toArray(shafts, 6 * i + 3);
  }
  return new Group().add(makeLines(materials, shafts, { colour: style.colour, width: style.width }), heads);
}

function medianLength(vectors: Float32Array): number {
  const lengths = new Float32Array(vectors.length / 3);
  for (let i = 0; i < lengths.length; ++i) lengths[i] = Math.hypot(vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]);
  return lengths.sort()[lengths.length >> 1] ?? 0;
}

/** From its foot at zero to its tip at 1 above. */
function makeHead(): ConeGeometry {
  return new ConeGeometry(headRadius / headLength, 1, 10).translate(0, 0.5, 0) as ConeGeometry;
}

const upwards = new Vector3(0, 1, 0);
const turn = new Quaternion();
const foot = new Vector3();
const size = new Vector3();
const direction = new Vector3();

function placeHead(matrix: Matrix4, origin: Vector3, vector: Vector3, head: number): Matrix4 {
  const length = vector.length();
  if (!(length > 0 && length < Infinity)) return matrix.makeScale(0, 0, 0);
  turn.setFromUnitVectors(upwards, direction.copy(vector).divideScalar(length));
  foot.copy(origin).addScaledVector(vector, 1 - head);
  return matrix.compose(foot, turn, size.setScalar(head * length));
}
