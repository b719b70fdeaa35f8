// What is selected, outlined through everything before it.
import { BufferAttribute, BufferGeometry, Group, Points } from "three";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { order } from "./marks";
import type { Materials } from "./materials";
import type { Outline } from "./targets";

export function makeSelection(outline: Outline, colour: string, materials: Materials): Group {
  const group = new Group();
  if (outline.lines.length > 0) {
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(outline.lines);
    group.add(new LineSegments2(geometry, materials.selectionLine(colour)));
  }
  if (outline.dots.length > 0) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(outline.dots, 3));
    group.add(new Points(geometry, materials.selectionDots(colour)));
  }
  for (const child of group.children) {
    child.frustumCulled = false;
    child.renderOrder = order.selection;
  }
  return group;
}
