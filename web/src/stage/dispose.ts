// Gives back what an object holds on the graphics card; materials are shared and stay.
import type { BufferGeometry, InstancedMesh, Object3D } from "three";

export function dispose(object: Object3D): void {
  object.removeFromParent();
  object.traverse((child) => {
    (child as { geometry?: BufferGeometry }).geometry?.dispose();
    if ((child as InstancedMesh).isInstancedMesh) (child as InstancedMesh).dispose();
  });
}
