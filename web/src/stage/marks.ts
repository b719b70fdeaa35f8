// Lines and dots, the pieces all layers are drawn with.
import type { Object3D } from "three";
import { BufferAttribute, BufferGeometry, Group, LineSegments, Points } from "three";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { LineStyle } from "./line_material";
import type { Materials } from "./materials";

/** More than these are drawn thin: fat ones would take too long. */
const mostFatLines = 100_000;
/** More than these are drawn thin while the picture moves and drawing is slow. */
const manyFatLines = 2_000;

/** What is drawn later covers what was drawn before, where depth does not decide. */
export const order = { surfaces: 0, spheres: 1, ghosts: 2, casings: 3, lines: 4, dots: 5, selection: 6 };

export interface LineOptions extends LineStyle {
  isCased?: boolean; // with a dark rim
  hasGhost?: boolean; // faintly seen through surfaces
  colours?: Float32Array; // of each end, with colour ""
}

/** Six numbers for each segment. */
export function makeLines(materials: Materials, positions: Float32Array, options: LineOptions): Group {
  const group = new Group();
  if (positions.length === 0) return group;
  if (positions.length / 6 > mostFatLines) return group.add(makeThinLines(materials, positions, options));
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(positions);
  if (options.colours) geometry.setColors(options.colours);
  const add = (line: LineSegments2, renderOrder: number) => {
    line.frustumCulled = false;
    line.renderOrder = renderOrder;
    group.add(line);
  };
  if (options.isCased) add(new LineSegments2(geometry, materials.casing(options.width + 2.4)), order.casings);
  if (options.hasGhost) add(new LineSegments2(geometry, materials.ghostLine(options)), order.ghosts);
  const line = new LineSegments2(geometry, materials.line(options));
  if (options.isDashed) line.computeLineDistances();
  add(line, order.lines);
  if (positions.length / 6 > manyFatLines) addTwin(group, makeThinLines(materials, positions, options));
  return group;
}

/** What stands in for all else in the group while the picture is coarse. */
function addTwin(group: Group, twin: LineSegments): void {
  for (const fine of group.children) fine.userData.isFine = true;
  twin.userData.isTwin = true;
  twin.visible = false;
  group.add(twin);
}

export function showTwins(object: Object3D, on: boolean): void {
  object.traverse((part) => {
    if (part.userData.isFine || part.userData.isTwin) part.visible = on === !!part.userData.isTwin;
  });
}

function makeThinLines(materials: Materials, positions: Float32Array, options: LineOptions): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  if (options.colours) geometry.setAttribute("color", new BufferAttribute(options.colours, 3));
  const lines = new LineSegments(geometry, materials.thinLine(options.colour));
  lines.frustumCulled = false;
  lines.renderOrder = order.lines;
  return lines;
}

export function makeDots(materials: Materials, positions: Float32Array, colour: string, size: number): Group {
  const group = new Group();
  if (positions.length === 0) return group;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  for (const [material, renderOrder] of [
    [materials.ghostDots(colour, size), order.ghosts],
    [materials.dots(colour, size), order.dots],
  ] as const) {
    const points = new Points(geometry, material);
    points.frustumCulled = false;
    points.renderOrder = renderOrder;
    group.add(points);
  }
  return group;
}
