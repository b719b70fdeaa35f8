// One frame as it is seen: surfaces, layers, hierarchies. There are two while frames are compared.
import type { Object3D } from "three";
import { Group } from "three";
import type { Frame, Layer, Recording } from "../recording/model";
import { makeArrows } from "./arrows";
import { makeBoxes } from "./boxes";
import { makeContacts } from "./contacts";
import { makeContours } from "./contours";
import { makeCurves } from "./curves";
import { dispose } from "./dispose";
import { makeIntersecting } from "./faces";
import { showTwins } from "./marks";
import type { Materials } from "./materials";
import { layerColour } from "./palette";
import type { Parts } from "./parts";
import { meanEdge, positionsOf } from "./poses";
import { makeSpheres } from "./spheres";
import type { TreeView } from "./stage_api";
import { Surface } from "./surfaces";
import { makeTreeView, replacesSurface } from "./trees";

/** What people chose to see; pictures share it. */
export class Choices {
  readonly hiddenLayers = new Set<string>();
  readonly levels = new Map<string, number | null>();
  trees: TreeView[] = [];
  hasWireframe = false;
  arrowFactor = 1;
}

export class Picture {
  readonly object = new Group();
  private readonly surfaces: Surface[];
  private readonly layers = new Map<string, Object3D>(); // by name, and for contours "name:shape"
  private trees: Object3D[] = [];
  private isCoarse = false;
  private readonly normalLength: number;

  constructor(
    private readonly recording: Recording,
    public frame: Frame,
    private readonly parts: Parts,
    private readonly choices: Choices,
    private readonly materials: Materials,
    sceneSize: number,
  ) {
    this.normalLength = Math.max(meanEdge(recording), 0.02 * sceneSize);
    this.surfaces = recording.meshes.map((mesh) => new Surface(mesh, materials));
    for (const surface of this.surfaces) this.object.add(surface.object);
    this.updateParts();
    this.updateWireframe();
    this.setFrame(frame);
  }

  setFrame(frame: Frame): void {
    const before = this.frame;
    this.frame = frame;
    this.surfaces.forEach((surface, mesh) => {
      const hasMoved = frame.positions.has(mesh) || before.positions.has(mesh);
      if (hasMoved) surface.setPositions(positionsOf(this.recording, frame, mesh));
    });
    this.removeLayers(() => true);
    for (const layer of frame.layers) this.addLayer(layer);
    this.updateTrees();
  }

  /** After parts were shown or hidden. */
  updateParts(): void {
    this.surfaces.forEach((surface, mesh) => surface.setRuns(this.parts.visibleRuns(mesh)));
  }

  updateWireframe(): void {
    for (const surface of this.surfaces) surface.setWireframe(this.choices.hasWireframe);
  }

  /** Large meshes and many lines are drawn in a simpler way. */
  setCoarse(on: boolean): void {
    for (const surface of this.surfaces) surface.setCoarse(on);
    if (on !== this.isCoarse) for (const object of this.layers.values()) showTwins(object, on);
    this.isCoarse = on;
  }

  updateTrees(): void {
    this.trees.forEach(dispose);
    const { recording, frame, parts, materials } = this;
    this.trees = this.choices.trees.map((view) => makeTreeView(view, { recording, frame, parts, materials }));
    if (this.trees.length > 0) this.object.add(...this.trees);
    const replaced = new Set(this.choices.trees.filter(replacesSurface).map((view) => view.tree.mesh));
    this.surfaces.forEach((surface, mesh) => surface.setReplaced(replaced.has(mesh)));
  }

  /** Draws layers anew, for their looks changed. */
  renewLayers(isConcerned: (layer: Layer) => boolean): void {
    this.removeLayers(isConcerned);
    for (const layer of this.frame.layers.filter(isConcerned)) this.addLayer(layer);
  }

  updateVisibility(): void {
    for (const [key, object] of this.layers) object.visible = this.isVisible(key);
  }

  private isVisible(key: string): boolean {
    const { hiddenLayers } = this.choices;
    return !hiddenLayers.has(key) && !hiddenLayers.has(key.replace(/:[a-z]+$/, ""));
  }

  private removeLayers(isConcerned: (layer: Layer) => boolean): void {
    for (const [key, object] of this.layers) {
      if (!isConcerned(object.userData.layer as Layer)) continue;
      dispose(object);
      this.layers.delete(key);
    }
  }

  private addLayer(layer: Layer): void {
    if (layer.kind === "contours") {
      for (const [shape, group] of makeContours(layer, this.materials)) this.addObject(`${layer.name}:${shape}`, layer, group);
      return;
    }
    const object = this.makeLayer(layer);
    if (object) this.addObject(layer.name, layer, object);
  }

  private addObject(key: string, layer: Layer, object: Object3D): void {
    object.userData.layer = layer;
    object.visible = this.isVisible(key);
    if (this.isCoarse) showTwins(object, true);
    this.layers.set(key, object);
    this.object.add(object);
  }

  private makeLayer(layer: Exclude<Layer, { kind: "contours" }>): Object3D | null {
    const { materials, choices } = this;
    const colour = layerColour(layer, this.frame);
    const level = choices.levels.get(layer.name) ?? null;
    switch (layer.kind) {
      case "pairs":
        return makeIntersecting(layer, this.recording, this.frame, this.parts, materials);
      case "contacts":
        return makeContacts(layer, colour, this.normalLength, materials);
      case "arrows":
        return makeArrows(layer.origins, layer.vectors, { colour, width: 2, scale: layer.scale * choices.arrowFactor }, materials);
      case "spheres":
        return makeSpheres(layer, level, materials);
      case "boxes":
        return makeBoxes(layer, level, materials);
      case "curves":
        return makeCurves(layer, colour, materials);
      case "visits":
        return null;
    }
  }

  dispose(): void {
    dispose(this.object);
  }
}
