// Spheres of a hierarchy, coloured by level; those a search looked at are stronger.
import { Color, IcosahedronGeometry, InstancedBufferAttribute, InstancedBufferGeometry, Mesh } from "three";
import type { SpheresLayer } from "../recording/model";
import type { Materials } from "./materials";
import { order } from "./marks";
import { levelColour } from "./palette";

export function makeSpheres(layer: SpheresLayer, level: number | null, materials: Materials): Mesh {
  const shown = [...layer.levels.keys()].filter((i) => level === null || layer.levels[i] === level);
  const balls = new Float32Array(4 * shown.length);
  const looks = new Float32Array(4 * shown.length);
  const colour = new Color();
  shown.forEach((sphere, i) => {
    balls.set(layer.centers.subarray(3 * sphere, 3 * sphere + 3), 4 * i);
    balls[4 * i + 3] = layer.radii[sphere];
    colour.set(levelColour(layer.levels[sphere])).toArray(looks, 4 * i);
    looks[4 * i + 3] = strength(layer, sphere);
  });
  const ball = new IcosahedronGeometry(1, shown.length > 5000 ? 2 : 5);
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", ball.getAttribute("position"));
  geometry.setAttribute("ball", new InstancedBufferAttribute(balls, 4));
  geometry.setAttribute("look", new InstancedBufferAttribute(looks, 4));
  geometry.instanceCount = shown.length;
  const mesh = new Mesh(geometry, materials.spheres());
  mesh.frustumCulled = false;
  mesh.renderOrder = order.spheres;
  return mesh;
}

function strength(layer: SpheresLayer, sphere: number): number {
  if (!layer.marks) return 0.5;
  return layer.marks[sphere] ? 0.85 : 0.22;
}
