// Brings the frame that is wanted now. While one is being read others may be wanted; only the last of them is read next.
import type { Frame, Recording } from "../recording/model";
import { FrameCache } from "./frame_cache";

export class FrameLoader {
  readonly cache: FrameCache;
  private isBusy = false;
  private isClosed = false;
  private shown: number;
  /** How long the last frame took to come. */
  milliseconds = 0;

  constructor(
    recording: Recording,
    first: number,
    private readonly onFrame: (frame: Frame) => void,
    private readonly onError: (error: unknown) => void,
  ) {
    this.cache = new FrameCache(recording);
    this.wanted = this.shown = first;
  }

  wanted: number;

  want(number: number): void {
    this.wanted = number;
    if (!this.isBusy) void this.catchUp();
  }

  /** Nothing it still reads will be shown. */
  close(): void {
    this.isClosed = true;
  }

  private async catchUp(): Promise<void> {
    this.isBusy = true;
    while (this.wanted !== this.shown && !this.isClosed) await this.bring(this.wanted);
    this.isBusy = false;
  }

  private async bring(number: number): Promise<void> {
    const begin = performance.now();
    try {
      const frame = await this.cache.get(number);
      this.milliseconds = performance.now() - begin;
      if (this.isClosed) return;
      this.shown = number;
      this.onFrame(frame);
    } catch (error) {
      this.wanted = this.shown;
      if (!this.isClosed) this.onError(error);
    }
  }
}
