// The camera turns about an upright axis around a point it looks at; it flies from pose to pose.
import type { Sphere } from "three";
import { Box3, Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { StandardView } from "./stage_api";

export interface Pose {
  target: Vector3;
  yaw: number;
  pitch: number;
  distance: number;
}

const fieldOfView = 35;
const halfTangent = Math.tan((fieldOfView * Math.PI) / 360);
const flightMilliseconds = 400;
const limits = { nearest: 1e-6, farthest: 50 };

const views: Record<StandardView, [yaw: number, pitch: number]> = {
  front: [0, 0],
  back: [Math.PI, 0],
  right: [Math.PI / 2, 0],
  left: [-Math.PI / 2, 0],
  top: [0, Math.PI / 2],
  bottom: [0, -Math.PI / 2],
};
const firstView: [number, number] = [0.6, 0.5];

interface Flight {
  from: Pose;
  to: Pose;
  began: number;
}

export class Camera {
  readonly pose: Pose = { target: new Vector3(), yaw: 0, pitch: 0, distance: 2 };
  isOrthographic = false;
  /** Scenes in the plane are looked at from above. */
  isFlat = false;
  /** Which axis points up; y in the plane. */
  isYUp = false;
  private aspect = 1;
  private flight: Flight | null = null;
  private readonly perspective = new PerspectiveCamera(fieldOfView);
  private readonly orthographic = new OrthographicCamera();
  private readonly axes = { right: new Vector3(), up: new Vector3(), back: new Vector3() };

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isOrthographic || this.isFlat ? this.orthographic : this.perspective;
  }

  get isFlying(): boolean {
    return this.flight !== null;
  }

  setAspect(aspect: number): void {
    this.aspect = aspect;
  }

  /** The height of what is seen at the distance of the target. */
  get height(): number {
    return 2 * halfTangent * this.pose.distance;
  }

  private isUpright(): boolean {
    return this.isYUp || this.isFlat;
  }

  /** From z up, in which poses are meant, to the axis that is up. */
  private turnUp(vector: Vector3): Vector3 {
    return this.isUpright() ? vector.set(vector.x, vector.z, -vector.y) : vector;
  }

  private fillAxes({ yaw, pitch } = this.pose): void {
    const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
    this.turnUp(this.axes.right.set(cy, sy, 0));
    this.turnUp(this.axes.up.set(-sp * sy, sp * cy, cp));
    this.turnUp(this.axes.back.set(cp * sy, -cp * cy, sp));
  }

  /** From the target to the eye. */
  direction(): Vector3 {
    this.fillAxes();
    return this.axes.back.clone();
  }

  /** What points up in the scene. */
  upAxis(): Vector3 {
    return this.turnUp(new Vector3(0, 0, 1));
  }

  /** Puts the three.js camera where it is to be, with all of the scene between its planes. */
  update(bounds: Sphere): void {
    const { target, distance } = this.pose;
    const { camera } = this;
    this.fillAxes();
    const { right, up, back } = this.axes;
    camera.position.copy(target).addScaledVector(back, distance);
    camera.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(right, up, back));
    const middle = camera.position.clone().sub(bounds.center).dot(back);
    const reach = 1.01 * bounds.radius + 1e-3 * distance;
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = this.aspect;
      camera.near = Math.max(middle - reach, 2e-3 * distance);
      camera.far = Math.max(middle + reach, 2 * camera.near);
    } else {
      camera.top = this.height / 2;
      camera.bottom = -camera.top;
      camera.right = camera.top * this.aspect;
      camera.left = -camera.right;
      camera.near = middle - reach;
      camera.far = middle + reach;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld(true);
  }

  /** Moves on a flight; true while there is one. */
  advance(now: number): boolean {
    if (!this.flight) return false;
    const { from, to, began } = this.flight;
    const t = Math.min(1, (now - began) / flightMilliseconds);
    const share = t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
    this.pose.target.lerpVectors(from.target, to.target, share);
    this.pose.yaw = from.yaw + share * (to.yaw - from.yaw);
    this.pose.pitch = from.pitch + share * (to.pitch - from.pitch);
    this.pose.distance = from.distance * (to.distance / from.distance) ** share;
    if (t === 1) this.flight = null;
    return true;
  }

  /** Where it is, or is about to be. */
  private get goal(): Pose {
    return this.flight?.to ?? this.pose;
  }

  /** What is not given stays, or goes where an earlier flight was to bring it. */
  fly(to: Partial<Pose>): void {
    const from = { ...this.pose, target: this.pose.target.clone() };
    const goal = { ...this.goal, target: this.goal.target.clone(), ...to };
    goal.yaw = from.yaw + wrap(goal.yaw - from.yaw);
    this.flight = { from, to: goal, began: prefersStillness() ? -Infinity : performance.now() };
  }

  /** Goes along with what it looks at. */
  follow(way: Vector3): void {
    for (const { target } of [this.pose, ...(this.flight ? [this.flight.from, this.flight.to] : [])]) target.add(way);
  }

  /** Stays where it is. */
  stop(): void {
    this.flight = null;
  }

  /** The pose from which points fill the picture, seen from where the camera is (or is about to be), or from another side. */
  framing(points: Vector3[], side: Partial<Pose> = {}): Partial<Pose> {
    this.fillAxes({ ...this.goal, ...side });
    const { right, up, back } = this.axes;
    const seen = points.map((point) => new Vector3(point.dot(right), point.dot(up), point.dot(back)));
    const middle = new Box3().setFromPoints(seen).getCenter(new Vector3());
    const depth = this.camera instanceof PerspectiveCamera ? halfTangent : 0;
    let half = 0;
    for (let round = 0; round < 4; ++round) half = this.centre(seen, middle, depth, half);
    const target = new Vector3().addScaledVector(right, middle.x).addScaledVector(up, middle.y).addScaledVector(back, middle.z);
    return { ...side, target, distance: clampDistance((1.05 * half) / halfTangent) };
  }

  /** Moves the middle to that of what is seen from the distance at which this half height is seen; returns a better half height. */
  private centre(points: Vector3[], middle: Vector3, depth: number, half: number): number {
    let [left, right, bottom, top, needed] = [Infinity, -Infinity, Infinity, -Infinity, 0];
    for (const { x, y, z } of points) {
      const nearness = depth * (z - middle.z); // nearer points look larger
      const scale = half > nearness ? half / (half - nearness) : 1;
      left = Math.min(left, (x - middle.x) * scale);
      right = Math.max(right, (x - middle.x) * scale);
      bottom = Math.min(bottom, (y - middle.y) * scale);
      top = Math.max(top, (y - middle.y) * scale);
      needed = Math.max(needed, Math.abs(y - middle.y) + nearness, Math.abs(x - middle.x) / this.aspect + nearness);
    }
    middle.x += (left + right) / 2;
    middle.y += (bottom + top) / 2;
    return needed;
  }

  /** Looks at all of a scene for the first time. */
  begin(points: Vector3[]): void {
    this.flight = null;
    const [yaw, pitch] = this.isFlat ? [0, 0] : firstView;
    Object.assign(this.pose, this.framing(points, { yaw, pitch }));
  }

  standardView(view: StandardView): Partial<Pose> {
    const [yaw, pitch] = views[view];
    return this.isFlat ? {} : { yaw, pitch };
  }

  /** Turned so that a surface with this normal is not seen edge-on; either side will do. */
  facing(normal: Vector3): Partial<Pose> {
    if (this.isFlat) return {};
    const direction = this.direction();
    const side = normal.clone().normalize();
    if (side.dot(direction) < 0) side.negate();
    if (side.dot(direction) > Math.cos((75 * Math.PI) / 180)) return {};
    const turned = direction.add(side).normalize();
    if (this.isUpright()) turned.set(turned.x, -turned.z, turned.y);
    return { yaw: Math.atan2(turned.x, -turned.y), pitch: Math.asin(Math.max(-1, Math.min(1, turned.z))) };
  }

  orbit(right: number, up: number): void {
    if (this.isFlat) return;
    this.stop();
    this.pose.yaw += right;
    this.pose.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.pose.pitch + up));
  }

  /** By shares of the height of the picture. */
  pan(right: number, up: number): void {
    this.stop();
    this.fillAxes();
    this.pose.target.addScaledVector(this.axes.right, right * this.height).addScaledVector(this.axes.up, up * this.height);
  }

  /** Towards or away from a place of the picture, which stays where it is: x and y from -1 to 1. */
  zoom(factor: number, x = 0, y = 0): void {
    this.stop();
    const { pose } = this;
    const before = this.height;
    pose.distance = clampDistance(pose.distance * factor);
    const shift = (before - this.height) / 2 / this.height;
    this.pan(x * this.aspect * shift, y * shift);
  }

  rayFrom(x: number, y: number): { origin: Vector3; direction: Vector3 } {
    const { camera } = this;
    const origin = new Vector3(x, y, -1).unproject(camera);
    const direction = new Vector3(x, y, 1).unproject(camera).sub(origin).normalize();
    return { origin, direction };
  }
}

function clampDistance(distance: number): number {
  return Math.min(limits.farthest, Math.max(limits.nearest, distance));
}

function wrap(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

function prefersStillness(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
