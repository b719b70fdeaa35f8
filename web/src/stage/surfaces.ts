// The meshes: one geometry for each, of which the positions change from frame to frame and the faces when parts are hidden.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, LineSegments, Mesh } from "three";
import type { MeshData } from "../recording/model";
import { coarsen, findKeepers, isLarge } from "./coarse";
import { dispose } from "./dispose";
import { findEdges } from "./edges";
import type { Materials } from "./materials";
import { order } from "./marks";
import type { Run } from "./parts";

export class Surface {
  readonly object = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly mesh: Mesh;
  private readonly positions: Float32Array;
  private coarse: Mesh | null = null;
  private keepers: Uint32Array | null = null;
  private isCoarse = false;
  private isReplaced = false;
  private edges: LineSegments | null = null;
  private hasEdges = false;
  private runs: Run[] = [];

  constructor(
    private readonly data: MeshData,
    private readonly materials: Materials,
  ) {
    this.positions = data.positions.slice();
    this.geometry.setAttribute("position", makePositions(this.positions));
    this.geometry.setIndex(new BufferAttribute(new Uint32Array(data.faces.length), 1));
    this.mesh = new Mesh(this.geometry, []);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order.surfaces;
    this.object.add(this.mesh);
  }

  setPositions(positions: Float32Array): void {
    this.positions.set(positions);
    this.geometry.getAttribute("position").needsUpdate = true;
    for (const other of [this.edges, this.coarse]) {
      if (other) other.geometry.getAttribute("position").needsUpdate = true;
    }
  }

  /** Faces of a colour are drawn together, however many parts there are. */
  setRuns(runs: Run[]): void {
    this.runs = runs;
    const index = this.geometry.index!;
    const colours = [...new Set(runs.map((run) => run.colour))];
    this.geometry.clearGroups();
    let done = 0;
    colours.forEach((colour, material) => {
      const begin = done;
      for (const run of runs) {
        if (run.colour !== colour) continue;
        index.array.set(this.data.faces.subarray(3 * run.begin, 3 * run.end), done);
        done += 3 * (run.end - run.begin);
      }
      this.geometry.addGroup(begin, done - begin, material);
    });
    index.needsUpdate = true;
    this.mesh.material = colours.map((colour) => this.materials.surface(colour));
    this.renewEdges();
    this.renewCoarse();
  }

  /** Something else shows the faces, such as the patches of a hierarchy. */
  setReplaced(on: boolean): void {
    this.isReplaced = on;
    this.updateVisibility();
  }

  /** A large mesh is drawn with fewer faces, and without edges. */
  setCoarse(on: boolean): void {
    if (on === this.isCoarse || !isLarge(this.data.faces)) return;
    this.isCoarse = on;
    if (!this.coarse) this.renewCoarse();
    this.updateVisibility();
  }

  private updateVisibility(): void {
    this.mesh.visible = !this.isReplaced && !this.isCoarse;
    if (this.coarse) this.coarse.visible = !this.isReplaced && this.isCoarse;
    if (this.edges) this.edges.visible = !this.isCoarse;
  }

  /** Made when it is first needed. */
  private renewCoarse(): void {
    if (this.coarse) dispose(this.coarse);
    this.coarse = this.isCoarse ? this.makeCoarse() : null;
    if (this.coarse) this.object.add(this.coarse);
  }

  private makeCoarse(): Mesh {
    this.keepers ??= findKeepers(this.positions);
    const { groups, index } = this.geometry;
    const end = groups.reduce((last, group) => Math.max(last, group.start + group.count), 0);
    const { corners, starts } = coarsen(index!.array, [...groups.map((group) => group.start), end], this.keepers);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", makePositions(this.positions));
    geometry.setIndex(new BufferAttribute(corners, 1));
    groups.forEach((group, i) => geometry.addGroup(starts[i], starts[i + 1] - starts[i], group.materialIndex));
    const mesh = new Mesh(geometry, this.mesh.material);
    mesh.frustumCulled = false;
    mesh.renderOrder = order.surfaces;
    return mesh;
  }

  setWireframe(on: boolean): void {
    if (on === this.hasEdges) return;
    this.hasEdges = on;
    this.renewEdges();
  }

  private renewEdges(): void {
    if (this.edges) dispose(this.edges);
    this.edges = this.hasEdges ? this.makeEdges() : null;
    if (this.edges) this.object.add(this.edges);
    this.updateVisibility();
  }

  private makeEdges(): LineSegments {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", makePositions(this.positions));
    geometry.setIndex(new BufferAttribute(findEdges(this.data.faces, this.positions.length / 3, this.runs), 1));
    const lines = new LineSegments(geometry, this.materials.edges());
    lines.frustumCulled = false;
    return lines;
  }

  dispose(): void {
    dispose(this.object);
  }
}

function makePositions(positions: Float32Array): BufferAttribute {
  return new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage);
}
