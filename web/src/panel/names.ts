// What to call the objects of a recording: each mesh, and each part of meshes that have several.
import type { MeshData, MeshInfo, Recording } from "../recording/model";
import { shortName } from "./format";

/** The parts of one mesh by their first face; objects are numbered through all meshes, the mesh itself first. */
class MeshObjects {
  private readonly order: number[];
  private vertexObjects: Uint32Array | null = null;

  constructor(
    readonly first: number,
    private readonly info: MeshInfo,
    private readonly data: MeshData,
  ) {
    this.order = info.parts.map((_, part) => part).sort((a, b) => info.parts[a].firstFace - info.parts[b].firstFace);
  }

  partOf(face: number): number {
    let low = 0;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.info.parts[this.order[middle]].firstFace <= face) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return -1;
    const part = this.order[low - 1];
    return face < this.info.parts[part].firstFace + this.info.parts[part].faceCount ? part : -1;
  }

  objectOfFace(face: number): number {
    return this.info.parts.length < 2 ? this.first : this.first + 1 + this.partOf(face);
  }

  objectOfVertex(vertex: number): number {
    if (this.info.parts.length < 2) return this.first;
    this.vertexObjects ??= this.makeVertexObjects();
    return this.vertexObjects[vertex];
  }

  private makeVertexObjects(): Uint32Array {
    const objects = new Uint32Array(this.data.positions.length / 3).fill(this.first);
    const faces = this.data.faces;
    for (let corner = faces.length - 1; corner >= 0; corner--) {
      objects[faces[corner]] = this.objectOfFace(Math.floor(corner / 3));
    }
    return objects;
  }
}

export class Names {
  private readonly meshes: MeshObjects[] = [];
  /** Of all objects. */
  readonly all: string[] = [];

  constructor(recording: Recording) {
    const infos = recording.head.meshes;
    infos.forEach((info, mesh) => {
      this.meshes.push(new MeshObjects(this.all.length, info, recording.meshes[mesh]));
      const name = meshName(info, mesh);
      const single = info.parts.length === 1 && infos.length === 1 ? info.parts[0].name : "";
      this.all.push(single || name);
      if (info.parts.length < 2) return;
      for (const part of info.parts) this.all.push(infos.length > 1 ? `${name} [${part.name}]` : part.name || name);
    });
  }

  partOf(mesh: number, face: number): number {
    return this.meshes[mesh].partOf(face);
  }

  objectOfFace(mesh: number, face: number): number {
    return this.meshes[mesh].objectOfFace(face);
  }

  /** -1 if it is of no mesh. */
  objectOfVertex(mesh: number, vertex: number): number {
    return this.meshes[mesh]?.objectOfVertex(vertex) ?? -1;
  }

  /** "dress × body", or one name if both are the same; nothing if there is only one object, or one is of no mesh. */
  describe(a: number, b: number): string {
    if (this.all.length === 1 || a < 0 || b < 0) return "";
    return a === b ? `within ${this.all[a]}` : `${this.all[a]} × ${this.all[b]}`;
  }
}

export function meshName(info: MeshInfo, mesh: number): string {
  return shortName(info.name) || `mesh ${mesh}`;
}
