// Binary glTF: all meshes of the scene where its nodes put them, each as a part.
import type { BufferGeometry, Mesh, Object3D } from "three";
import { Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import type { Part } from "../recording/model";
import type { LoadedMesh } from "./loaded_mesh";

export async function readGlb(bytes: ArrayBuffer, name: string): Promise<LoadedMesh> {
  const { scene } = await new GLTFLoader().parseAsync(bytes, "");
  scene.updateMatrixWorld(true);
  const meshes: Mesh[] = [];
  scene.traverse((object: Object3D) => {
    if ((object as Mesh).isMesh) meshes.push(object as Mesh);
  });
  return joinMeshes(meshes, name);
}

function joinMeshes(meshes: Mesh[], name: string): LoadedMesh {
  const count = (size: (geometry: BufferGeometry) => number) => meshes.reduce((sum, mesh) => sum + size(mesh.geometry), 0);
  const positions = new Float32Array(3 * count((geometry) => geometry.getAttribute("position").count));
  const faces = new Uint32Array(count(indexCount));
  const parts: Part[] = [];
  let vertex = 0;
  let corner = 0;
  for (const mesh of meshes) {
    parts.push({ name: mesh.name, firstFace: corner / 3, faceCount: indexCount(mesh.geometry) / 3 });
    corner = copyFaces(mesh.geometry, faces, corner, vertex);
    vertex = copyPositions(mesh, positions, vertex);
  }
  return { name, parts, positions, faces, polygons: null };
}

function indexCount(geometry: BufferGeometry): number {
  const corners = geometry.index ? geometry.index.count : geometry.getAttribute("position").count;
  return corners - (corners % 3);
}

function copyFaces(geometry: BufferGeometry, faces: Uint32Array, corner: number, firstVertex: number): number {
  const count = indexCount(geometry);
  for (let i = 0; i < count; ++i) faces[corner + i] = firstVertex + (geometry.index ? geometry.index.getX(i) : i);
  return corner + count;
}

function copyPositions(mesh: Mesh, positions: Float32Array, firstVertex: number): number {
  const attribute = mesh.geometry.getAttribute("position");
  const point = new Vector3();
  for (let i = 0; i < attribute.count; ++i) {
    point.fromBufferAttribute(attribute, i).applyMatrix4(mesh.matrixWorld).toArray(positions, 3 * (firstVertex + i));
  }
  return firstVertex + attribute.count;
}
