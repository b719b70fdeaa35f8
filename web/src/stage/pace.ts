// Draws when something changed, at most once for each picture of the screen, and coarser while drawing cannot keep up with what changes.
const slow = 80; // milliseconds
const fast = 18;
const coarsest = 0.25;
const restAfter = 200;

export class Pace {
  drawMilliseconds = 0;
  /** A share of the full resolution. */
  resolution = 1;
  /** Large meshes are to be drawn with fewer faces. */
  isCoarse = false;
  private movingResolution = 1;
  private isCoarseMoving = false;
  private isAsked = false;
  private restTimer = 0;
  private isDrawing = false;
  private isNews = false; // how long the last draw took

  constructor(
    private readonly draw: (now: number) => void,
    private readonly context: WebGL2RenderingContext,
  ) {}

  ask(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    if (!this.isDrawing) requestAnimationFrame((now) => this.drawNow(now));
  }

  private drawNow(now: number): void {
    this.isAsked = false;
    const began = performance.now();
    const { resolution, isCoarse } = this;
    this.draw(now);
    this.isDrawing = true;
    this.whenDrawn(() => {
      this.isDrawing = false;
      this.drawMilliseconds = performance.now() - began;
      this.isNews = resolution === this.resolution && isCoarse === this.isCoarse;
      if (this.isAsked) requestAnimationFrame((later) => this.drawNow(later));
    });
  }

  /** The picture changes all the time: until it rests, speed is worth more than sharpness. */
  askMoving(): void {
    this.adapt();
    this.resolution = this.movingResolution;
    this.isCoarse = this.isCoarseMoving;
    clearTimeout(this.restTimer);
    this.restTimer = window.setTimeout(() => this.rest(), restAfter);
    this.ask();
  }

  private adapt(): void {
    if (!this.isNews) return;
    this.isNews = false;
    if (!this.isCoarse) this.isCoarseMoving = this.drawMilliseconds > slow;
    else if (this.resolution === 1 && this.drawMilliseconds < fast) this.isCoarseMoving = false; // it was slow only once
    if (this.resolution !== this.movingResolution || this.isCoarse !== this.isCoarseMoving) return;
    if (this.drawMilliseconds > slow) this.movingResolution = Math.max(coarsest, this.movingResolution / 2);
    else if (this.drawMilliseconds < fast) this.movingResolution = Math.min(1, this.movingResolution * 2);
  }

  private rest(): void {
    this.restTimer = this.isDrawing ? window.setTimeout(() => this.rest(), restAfter) : 0;
    if (this.isDrawing) return;
    this.resolution = 1;
    this.isCoarse = false;
    this.ask();
  }

  get isMoving(): boolean {
    return this.restTimer !== 0;
  }

  /** Pictures are not to queue up before a graphics card that is slow. */
  private whenDrawn(action: () => void): void {
    const { context } = this;
    const fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
    context.flush();
    const look = () => {
      const isBusy = fence !== null && context.clientWaitSync(fence, 0, 0) === context.TIMEOUT_EXPIRED;
      if (isBusy) return void setTimeout(look, 2);
      context.deleteSync(fence);
      action();
    };
    setTimeout(look);
  }
}
