// Mouse, wheel and fingers: what they do to the camera.
import type { Camera } from "./camera";

export interface ControlEvents {
  /** The camera moved. */
  onMove(): void;
  /** A click that was no drag; x and y from -1 to 1. */
  onClick(x: number, y: number): void;
  onDoubleClick(x: number, y: number): void;
}

interface Finger {
  x: number;
  y: number;
}

const clickSlack = 4; // pixels

export class Controls {
  private readonly fingers = new Map<number, Finger>();
  private travelled = 0;
  private isPanning = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    private readonly events: ControlEvents,
  ) {
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => this.turnWheel(event), { passive: false });
    canvas.addEventListener("dblclick", (event) => events.onDoubleClick(...this.place(event)));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  get isDragging(): boolean {
    return this.fingers.size > 0 && this.travelled > clickSlack;
  }

  private place(event: MouseEvent): [number, number] {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return [(2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height];
  }

  private press(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    if (this.fingers.size === 0) this.travelled = 0;
    else this.travelled = Infinity; // two fingers never click
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.isPanning = event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey || this.camera.isFlat;
    if (event.button === 1) event.preventDefault(); // the browser would scroll
  }

  private drag(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const moved = { x: event.clientX - finger.x, y: event.clientY - finger.y };
    this.travelled += Math.abs(moved.x) + Math.abs(moved.y);
    if (this.travelled <= clickSlack) return;
    if (this.fingers.size > 1) this.pinch(event, moved);
    else if (this.isPanning) this.pan(moved.x, moved.y);
    else this.rotate(moved.x, moved.y);
    finger.x = event.clientX;
    finger.y = event.clientY;
    this.events.onMove();
  }

  private rotate(x: number, y: number): void {
    const perPixel = (1.6 * Math.PI) / this.canvas.clientHeight;
    this.camera.orbit(-x * perPixel, y * perPixel);
  }

  private pan(x: number, y: number): void {
    this.camera.pan(-x / this.canvas.clientHeight, y / this.canvas.clientHeight);
  }

  /** Two fingers move what is between them, and zoom by how far they are apart. */
  private pinch(event: PointerEvent, moved: Finger): void {
    const finger = this.fingers.get(event.pointerId)!;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)![1];
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    this.pan(moved.x / 2, moved.y / 2);
    if (before > 0 && after > 0) this.camera.zoom(before / after, ...this.place(event));
  }

  private release(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.travelled <= clickSlack && event.button === 0) this.events.onClick(...this.place(event));
    else this.events.onMove();
  }

  private turnWheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
    const strength = event.ctrlKey ? 0.01 : 0.0015; // pinches on touch pads come as small steps with Ctrl
    const delta = Math.max(-400, Math.min(400, event.deltaY * pixels));
    this.camera.zoom(Math.exp(delta * strength), ...this.place(event));
    this.events.onMove();
  }
}
