// Which parts of the meshes are shown, as runs of faces.
import type { Head, MeshInfo } from "../recording/model";
import { partColour } from "./palette";

export interface Run {
  part: number; // -1: of no part
  begin: number;
  end: number;
  colour: string;
}

export class Parts {
  private readonly runs: Run[][];
  private readonly hidden: Set<number>[];

  constructor(private readonly head: Head) {
    this.runs = head.meshes.map((info, mesh) => this.makeRuns(info, mesh));
    this.hidden = head.meshes.map(() => new Set());
  }

  /** The parts, and what lies between them. */
  private makeRuns(info: MeshInfo, mesh: number): Run[] {
    const runs: Run[] = [];
    const add = (part: number, begin: number, end: number) => {
      if (begin < end) runs.push({ part, begin, end, colour: partColour(this.head, mesh, part) });
    };
    let done = 0;
    const ordered = info.parts.map((part, number) => ({ ...part, number })).sort((a, b) => a.firstFace - b.firstFace);
    for (const { number, firstFace, faceCount } of ordered) {
      add(-1, done, firstFace);
      add(number, Math.max(done, firstFace), firstFace + faceCount);
      done = Math.max(done, firstFace + faceCount);
    }
    add(-1, done, info.faceCount);
    return runs;
  }

  /** -1: all of the mesh. */
  setVisible(mesh: number, part: number, visible: boolean): void {
    const concerned = part === -1 ? [-1, ...this.head.meshes[mesh].parts.keys()] : [part];
    for (const number of concerned) {
      if (visible) this.hidden[mesh].delete(number);
      else this.hidden[mesh].add(number);
    }
  }

  visibleRuns(mesh: number): Run[] {
    return this.runs[mesh].filter((run) => !this.hidden[mesh].has(run.part));
  }

  partOf(mesh: number, face: number): number {
    return this.runs[mesh].find((run) => face >= run.begin && face < run.end)?.part ?? -1;
  }

  /** 1 for each face that is shown; null if all are. */
  mask(mesh: number): Uint8Array | null {
    if (this.hidden[mesh].size === 0) return null;
    const mask = new Uint8Array(this.head.meshes[mesh].faceCount);
    for (const run of this.visibleRuns(mesh)) mask.fill(1, run.begin, run.end);
    return mask;
  }

  get visibleFaces(): number {
    return this.runs.reduce((sum, _, mesh) => sum + this.visibleRuns(mesh).reduce((faces, run) => faces + run.end - run.begin, 0), 0);
  }
}
