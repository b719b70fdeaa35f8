// Plays frames by the clock: what comes too late is left out.
import type { App } from "./app";

export const rates = [1, 2, 4, 8, 12, 24, 30, 60];

/** A short recording plays slowly enough to be followed. */
function rateFor(frameCount: number): number {
  const slowEnough = rates.filter((rate) => rate <= 24 && frameCount / rate >= 4);
  return slowEnough.at(-1) ?? 2;
}

export class Player {
  isPlaying = false;
  isLooping = false;
  rate = 24;
  private beginTime = 0;
  private beginFrame = 0;

  constructor(private readonly app: App) {
    app.on("recording", () => {
      this.isPlaying = false;
      this.rate = rateFor(app.frameCount);
    });
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  pause(): void {
    this.isPlaying = false;
    this.app.emit("player");
    this.app.announceFrame();
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.restartClock();
    this.app.emit("player");
  }

  setLooping(on: boolean): void {
    this.isLooping = on;
    this.app.emit("player");
  }

  /** After someone else chose a frame, playing goes on from there. */
  restartClock(): void {
    this.beginTime = performance.now();
    this.beginFrame = this.app.wantedFrame;
  }

  private play(): void {
    if (this.app.frameCount < 2) return;
    if (this.app.wantedFrame === this.app.frameCount - 1) this.app.goTo(0);
    this.isPlaying = true;
    this.restartClock();
    this.app.emit("player");
    requestAnimationFrame(() => this.tick());
  }

  private tick(): void {
    if (!this.isPlaying) return;
    const count = this.app.frameCount;
    const passed = Math.floor(((performance.now() - this.beginTime) * this.rate) / 1000);
    const number = this.beginFrame + passed;
    if (number >= count && !this.isLooping) {
      this.app.show(count - 1);
      this.pause();
      return;
    }
    this.app.show(number % count);
    this.prefetch(number);
    requestAnimationFrame(() => this.tick());
  }

  /** The frame the clock will be at when it has come. */
  private prefetch(number: number): void {
    const ahead = Math.max(1, Math.ceil((this.app.loadMilliseconds * this.rate) / 1000));
    const next = number + ahead;
    if (next < this.app.frameCount || this.isLooping) this.app.prefetch(next % this.app.frameCount);
  }
}
