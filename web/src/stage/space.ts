// The stage has its own units, in which every scene is about as large as 1 and lies around zero: so cameras, depths and shaders work for scenes of any size.
import { Box3, Group, Sphere, Vector3 } from "three";

export class Space {
  /** Everything in the coordinates of the recording is a child of this. */
  readonly root = new Group();
  /** Around all there is, in units of the stage. */
  readonly bounds = new Sphere(new Vector3(), 1);
  private origin = new Vector3();

  /** Fits the units to a scene. */
  fit(box: Box3, origin: [number, number, number]): void {
    this.origin.fromArray(origin);
    const size = box.isEmpty() ? 0 : box.getSize(new Vector3()).length();
    const scale = size > 0 && Number.isFinite(size) ? 1 / size : 1;
    this.root.scale.setScalar(scale);
    this.root.position.set(0, 0, 0);
    if (!box.isEmpty()) this.root.position.copy(box.getCenter(new Vector3())).multiplyScalar(-scale);
    this.root.updateMatrixWorld(true);
    this.setBounds(box);
  }

  setBounds(box: Box3): void {
    (box.isEmpty() ? unitBox : this.boxToStage(box)).getBoundingSphere(this.bounds);
    this.bounds.radius = Math.max(this.bounds.radius, 1e-6);
  }

  get scale(): number {
    return this.root.scale.x;
  }

  toStage(point: Vector3): Vector3 {
    return point.clone().multiplyScalar(this.scale).add(this.root.position);
  }

  /** From the stage to the coordinates of the recording. */
  toRecording(point: Vector3): Vector3 {
    return point.clone().sub(this.root.position).divideScalar(this.scale);
  }

  /** From the coordinates of the recording to those of the file. */
  toFile(point: Vector3): [number, number, number] {
    return [point.x + this.origin.x, point.y + this.origin.y, point.z + this.origin.z];
  }

  boxToStage(box: Box3): Box3 {
    return new Box3(this.toStage(box.min), this.toStage(box.max));
  }
}

const unitBox = new Box3(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
