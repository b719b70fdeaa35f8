// What the panels ask of the stage: the 3D picture. They know nothing of three.js, and the stage nothing of panels.
import type { Frame, Recording, Tree } from "../recording/model";

/** A face under the pointer. */
export interface Pick {
  mesh: number;
  part: number; // -1: none
  face: number;
  point: [number, number, number]; // in the coordinates of the file
}

/** Something of the frame that is shown, to be emphasised and flown to. */
export type Target =
  | { kind: "pair"; index: number }
  | { kind: "contour"; index: number }
  | { kind: "contact"; layer: string; index: number }
  | { kind: "face"; mesh: number; face: number }
  | { kind: "mesh"; mesh: number }
  | { kind: "part"; mesh: number; part: number };

export type TreeStyle = "patches" | "boxes" | "visited";

/** A level of the hierarchy of a mesh, as coloured patches, as boxes, or as the patches the last search looked at. */
export interface TreeView {
  tree: Tree;
  level: number;
  style: TreeStyle;
}

export type StandardView = "front" | "back" | "left" | "right" | "top" | "bottom";

export interface StageApi {
  /** Takes over everything; the camera shows all of it. */
  open(recording: Recording): void;
  /** Takes everything away. */
  clear(): void;
  showFrame(frame: Frame): void;
  /** Shows another frame left of the divider, which is at this share of the width; null: no comparison. */
  compareWith(frame: Frame | null): void;
  setDivider(share: number): void;

  setPartVisible(mesh: number, part: number, visible: boolean): void; // part -1: all of the mesh
  setLayerVisible(name: string, visible: boolean): void;
  setWireframe(on: boolean): void;
  /** Surfaces are seen through. */
  setXray(on: boolean): void;
  /** Arrows are drawn this many times as long as the recording says. */
  setArrowFactor(factor: number): void;
  showTrees(views: TreeView[]): void; // none: no hierarchy
  /** Spheres and boxes of this level only; null: all levels. */
  setLevel(layer: string, level: number | null): void;

  select(target: Target | null): void;
  flyTo(target: Target): void;
  fit(): void;
  setView(view: StandardView): void;
  setOrthographic(on: boolean): void;
  orbit(right: number, up: number): void; // radians
  pan(right: number, up: number): void; // shares of the height
  zoom(factor: number): void; // below 1: nearer

  setDark(on: boolean): void;
  resize(): void;
  /** A PNG of what is seen, as a data URL. */
  screenshot(): string;
  /** For tests and the status line. */
  status(): StageStatus;

  onPick: (pick: Pick | null) => void;
  /** After the camera came to rest or the picture was drawn anew. */
  onDraw: () => void;
}

export interface StageStatus {
  triangles: number;
  drawMilliseconds: number;
  isMoving: boolean;
  cameraTarget: [number, number, number]; // in the coordinates of the file
  cameraDistance: number;
}
