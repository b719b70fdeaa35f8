// The 3D picture: what the panels ask for, put together from the files beside this one.
import type { Box3, Group } from "three";
import { Color, Scene, Vector3 } from "three";
import type { Frame, Recording } from "../recording/model";
import type { Pose } from "./camera";
import { Camera } from "./camera";
import { Controls } from "./controls";
import { dispose } from "./dispose";
import { Materials } from "./materials";
import { Pace } from "./pace";
import { darkTheme, lightTheme } from "./palette";
import type { Theme } from "./palette";
import { Parts } from "./parts";
import { findHit } from "./picking";
import type { Hit } from "./picking";
import { Choices, Picture } from "./picture";
import { boxOfFrame, commonMotion, cornersOf, meanEdge, samplePoints } from "./poses";
import type { View } from "./renderer";
import { Drawer } from "./renderer";
import { makeSelection } from "./selection";
import { Space } from "./space";
import type { Pick, StageApi, StageStatus, StandardView, Target, TreeView } from "./stage_api";
import { outlineOf } from "./targets";

/** Of the size of the scene. */
const farAway = 0.25;

export class Stage implements StageApi {
  onPick: (pick: Pick | null) => void = () => {};
  onDraw: () => void = () => {};

  private readonly drawer: Drawer;
  private readonly scene = new Scene();
  private readonly space = new Space();
  private readonly materials = new Materials();
  private readonly camera = new Camera();
  private readonly controls: Controls;
  private readonly pace: Pace;
  private theme: Theme = lightTheme;
  private recording: Recording | null = null;
  private parts: Parts | null = null;
  private choices = new Choices();
  private picture: Picture | null = null;
  private compared: Picture | null = null;
  private divider = 0.5;
  private selected: Target | null = null;
  private selection: Group | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.drawer = new Drawer(canvas);
    this.scene.add(this.space.root);
    this.pace = new Pace((now) => this.draw(now), this.drawer.context);
    this.controls = new Controls(canvas, this.camera, {
      onMove: () => this.pace.askMoving(),
      onClick: (x, y) => this.onPick(this.pick(x, y)),
      onDoubleClick: (x, y) => this.centre(x, y),
    });
    canvas.addEventListener("webglcontextrestored", () => this.pace.ask());
    this.setDark(false);
    this.resize();
  }

  open(recording: Recording): void {
    this.clear();
    this.recording = recording;
    this.parts = new Parts(recording.head);
    this.camera.isFlat = recording.head.dimension === 2;
    this.camera.isYUp = recording.head.up === "y";
  }

  clear(): void {
    this.select(null);
    this.compareWith(null);
    this.picture?.dispose();
    this.picture = null;
    this.recording = null;
    this.parts = null;
    this.choices = Object.assign(new Choices(), { hasWireframe: this.choices.hasWireframe, arrowFactor: this.choices.arrowFactor });
    this.pace.ask();
  }

  showFrame(frame: Frame): void {
    if (!this.recording) return;
    if (this.picture) {
      this.camera.follow(commonMotion(this.recording, this.picture.frame, frame).multiplyScalar(this.space.scale));
      this.picture.setFrame(frame);
      this.space.setBounds(boxOfFrame(this.recording, frame));
      this.placeCompared();
    } else this.begin(this.recording, frame);
    this.renewSelection();
    this.pace.askMoving();
  }

  private begin(recording: Recording, frame: Frame): void {
    this.fitToPage();
    this.space.fit(boxOfFrame(recording, frame), recording.head.origin);
    this.picture = this.makePicture(recording, frame);
    this.camera.begin(this.allPoints());
  }

  private makePicture(recording: Recording, frame: Frame): Picture {
    const picture = new Picture(recording, frame, this.parts!, this.choices, this.materials, 1 / this.space.scale);
    this.space.root.add(picture.object);
    return picture;
  }

  compareWith(frame: Frame | null): void {
    if (frame && this.compared) this.compared.setFrame(frame);
    else if (frame && this.recording) this.compared = this.makePicture(this.recording, frame);
    else {
      this.compared?.dispose();
      this.compared = null;
    }
    this.placeCompared();
    this.pace.ask();
  }

  /** Someone who has walked out of sight is compared in the place of now. */
  private placeCompared(): void {
    if (!this.recording || !this.picture || !this.compared) return;
    const way = commonMotion(this.recording, this.compared.frame, this.picture.frame);
    const isFar = way.length() * this.space.scale > farAway;
    this.compared.object.position.copy(isFar ? way : way.set(0, 0, 0));
  }

  setDivider(share: number): void {
    this.divider = Math.min(1, Math.max(0, share));
    this.pace.askMoving();
  }

  private forPictures(action: (picture: Picture) => void): void {
    for (const picture of [this.picture, this.compared]) if (picture) action(picture);
    this.pace.ask();
  }

  setPartVisible(mesh: number, part: number, visible: boolean): void {
    this.parts?.setVisible(mesh, part, visible);
    this.forPictures((picture) => {
      picture.updateParts();
      picture.updateTrees();
      picture.renewLayers((layer) => layer.kind === "pairs");
    });
  }

  setLayerVisible(name: string, visible: boolean): void {
    if (visible) this.choices.hiddenLayers.delete(name);
    else this.choices.hiddenLayers.add(name);
    this.forPictures((picture) => picture.updateVisibility());
  }

  setWireframe(on: boolean): void {
    this.choices.hasWireframe = on;
    this.materials.setWireframe(on);
    this.forPictures((picture) => picture.updateWireframe());
  }

  setXray(on: boolean): void {
    this.materials.setXray(on);
    this.pace.ask();
  }

  setArrowFactor(factor: number): void {
    this.choices.arrowFactor = factor;
    this.forPictures((picture) => picture.renewLayers((layer) => layer.kind === "arrows"));
  }

  showTrees(views: TreeView[]): void {
    this.choices.trees = views;
    this.forPictures((picture) => picture.updateTrees());
  }

  setLevel(layer: string, level: number | null): void {
    this.choices.levels.set(layer, level);
    this.forPictures((picture) => picture.renewLayers(({ name }) => name === layer));
  }

  select(target: Target | null): void {
    this.selected = target;
    this.renewSelection();
    this.pace.ask();
  }

  private renewSelection(): void {
    if (this.selection) dispose(this.selection);
    this.selection = null;
    if (!this.selected || !this.recording || !this.picture) return;
    const outline = outlineOf(this.selected, this.recording, this.picture.frame);
    if (!outline) return;
    this.selection = makeSelection(outline, this.theme.selection, this.materials);
    this.picture.object.add(this.selection);
  }

  flyTo(target: Target): void {
    if (!this.recording || !this.picture) return;
    const outline = outlineOf(target, this.recording, this.picture.frame);
    if (!outline || outline.box.isEmpty()) return;
    const side = outline.normal ? this.camera.facing(outline.normal) : {};
    this.fly(this.framing(this.withSurroundings(target, outline.box), side));
  }

  /** Small things are seen with what is around them. */
  private withSurroundings(target: Target, box: Box3): Vector3[] {
    const around = this.space.boxToStage(box);
    const size = around.getSize(new Vector3()).length();
    const isWhole = target.kind === "mesh" || target.kind === "part";
    const least = 2 * meanEdge(this.recording!) * this.space.scale;
    return cornersOf(around.expandByScalar(isWhole ? 0 : Math.max(0.15 * size, least, 1e-6)));
  }

  /** From where points fill the picture as large as the page has it now. */
  private framing(points: Vector3[], side?: Partial<Pose>): Partial<Pose> {
    this.fitToPage();
    return this.camera.framing(points, side);
  }

  private allPoints(): Vector3[] {
    if (!this.recording || !this.picture) return [];
    return samplePoints(this.recording, this.picture.frame).map((point) => this.space.toStage(point));
  }

  fit(): void {
    this.fly(this.framing(this.allPoints()));
  }

  setView(view: StandardView): void {
    this.fly(this.framing(this.allPoints(), this.camera.standardView(view)));
  }

  private fly(to: Parameters<Camera["fly"]>[0]): void {
    this.camera.fly(to);
    this.pace.askMoving();
  }

  setOrthographic(on: boolean): void {
    this.camera.isOrthographic = on;
    this.pace.ask();
  }

  orbit(right: number, up: number): void {
    this.camera.orbit(right, up);
    this.pace.askMoving();
  }

  pan(right: number, up: number): void {
    this.camera.pan(right, up);
    this.pace.askMoving();
  }

  zoom(factor: number): void {
    this.camera.zoom(factor);
    this.pace.askMoving();
  }

  setDark(on: boolean): void {
    this.theme = on ? darkTheme : lightTheme;
    this.scene.background = new Color(this.theme.background);
    this.materials.edges().color.set(this.theme.edges);
    this.renewSelection();
    this.pace.ask();
  }

  resize(): void {
    this.pace.ask();
  }

  screenshot(): string {
    this.draw(performance.now());
    return this.canvas.toDataURL("image/png");
  }

  status(): StageStatus {
    return {
      triangles: this.parts?.visibleFaces ?? 0,
      drawMilliseconds: this.pace.drawMilliseconds,
      isMoving: this.camera.isFlying || this.controls.isDragging || this.pace.isMoving,
      cameraTarget: this.space.toFile(this.space.toRecording(this.camera.pose.target)),
      cameraDistance: this.camera.pose.distance / this.space.scale,
    };
  }

  private hitAt(x: number, y: number): { hit: Hit; point: Vector3 } | null {
    const isLeft = (x + 1) / 2 < this.divider;
    const picture = this.compared && isLeft ? this.compared : this.picture;
    if (!picture || !this.recording || !this.parts) return null;
    const { origin, direction } = this.camera.rayFrom(x, y);
    const ray = { origin: this.space.toRecording(origin).sub(picture.object.position), direction: direction.divideScalar(this.space.scale) };
    const hit = findHit(ray, this.recording, picture.frame, this.parts);
    return hit && { hit, point: ray.origin.addScaledVector(ray.direction, hit.distance) };
  }

  private pick(x: number, y: number): Pick | null {
    const found = this.hitAt(x, y);
    if (!found) return null;
    const { mesh, face } = found.hit;
    return { mesh, part: this.parts!.partOf(mesh, face), face, point: this.space.toFile(found.point) };
  }

  private centre(x: number, y: number): void {
    const found = this.hitAt(x, y);
    if (found) this.fly({ target: this.space.toStage(found.point) });
  }

  private fitToPage(): void {
    this.camera.setAspect(this.drawer.fit(this.pace.resolution));
  }

  private draw(now: number): void {
    this.fitToPage();
    for (const picture of [this.picture, this.compared]) picture?.setCoarse(this.pace.isCoarse);
    const isFlying = this.camera.advance(now);
    this.camera.update(this.space.bounds);
    const pixelsPerUnit = (this.canvas.clientHeight / this.camera.height) * this.space.scale;
    this.materials.prepare(this.drawer.pixelRatio, pixelsPerUnit, this.camera.upAxis());
    this.drawer.render(this.scene, this.camera.camera, this.views());
    if (isFlying) this.pace.askMoving();
    this.onDraw();
  }

  /** The compared frame is left of the divider. */
  private views(): View[] {
    const middle = this.compared ? this.divider : 0;
    const views: View[] = [];
    if (this.compared) views.push({ object: this.compared.object, left: 0, right: middle });
    if (this.picture) views.push({ object: this.picture.object, left: middle, right: 1 });
    return views;
  }
}
