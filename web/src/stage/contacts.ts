// Contacts: a line between the two points, and from the second an arrow the way they are to be kept apart.
import { Group } from "three";
import type { ContactsLayer } from "../recording/model";
import { makeArrows } from "./arrows";
import { makeDots, makeLines } from "./marks";
import type { Materials } from "./materials";

/** Arrows of normals are this long, in units of the recording. */
export function makeContacts(layer: ContactsLayer, colour: string, normalLength: number, materials: Materials): Group {
  const group = new Group();
  group.add(makeLines(materials, joinPoints(layer), { colour, width: 2.5, hasGhost: true }));
  group.add(makeDots(materials, layer.pointsB, "#ffffff", 8), makeDots(materials, layer.pointsA, colour, 9));
  return group.add(makeArrows(layer.pointsB, layer.normals, { colour, width: 1.5, scale: normalLength }, materials));
}

function joinPoints(layer: ContactsLayer): Float32Array {
  const lines = new Float32Array(2 * layer.pointsA.length);
  for (let i = 0; i < layer.pointsA.length; i += 3) {
    lines.set(layer.pointsB.subarray(i, i + 3), 2 * i);
    lines.set(layer.pointsA.subarray(i, i + 3), 2 * i + 3);
  }
  return lines;
}
