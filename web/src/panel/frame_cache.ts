// Frames that were read, the ones used last, up to a number of bytes.
import type { Frame, Recording } from "../recording/model";

function addBuffers(value: unknown, buffers: Set<ArrayBufferLike>): void {
  if (ArrayBuffer.isView(value)) buffers.add(value.buffer);
}

/** Arrays may be views of one buffer, which then is kept whole. */
function sizeOf(frame: Frame): number {
  const buffers = new Set<ArrayBufferLike>();
  for (const positions of frame.positions.values()) addBuffers(positions, buffers);
  for (const layer of frame.layers) for (const value of Object.values(layer)) addBuffers(value, buffers);
  let size = 0;
  for (const buffer of buffers) size += buffer.byteLength;
  return size;
}

export class FrameCache {
  private readonly frames = new Map<number, { frame: Frame; size: number }>(); // the one used last stands last
  private readonly loading = new Map<number, Promise<Frame>>();
  private size = 0;

  constructor(
    private readonly recording: Recording,
    private readonly limit = 512 * 1024 * 1024,
  ) {}

  has(number: number): boolean {
    return this.frames.has(number);
  }

  get(number: number): Promise<Frame> {
    const kept = this.frames.get(number);
    if (kept) {
      this.frames.delete(number);
      this.frames.set(number, kept);
      return Promise.resolve(kept.frame);
    }
    return this.loading.get(number) ?? this.load(number);
  }

  /** Reads ahead; what goes wrong is told when the frame is asked for. */
  prefetch(number: number): void {
    if (!this.has(number) && this.loading.size < 2) this.get(number).catch(() => undefined);
  }

  private load(number: number): Promise<Frame> {
    const promise = this.recording
      .loadFrame(number)
      .then((frame) => this.keep(number, frame))
      .finally(() => this.loading.delete(number));
    this.loading.set(number, promise);
    return promise;
  }

  private keep(number: number, frame: Frame): Frame {
    const size = sizeOf(frame);
    this.frames.set(number, { frame, size });
    this.size += size;
    for (const [oldest, kept] of this.frames) {
      if (this.size <= this.limit || oldest === number) break;
      this.frames.delete(oldest);
      this.size -= kept.size;
    }
    return frame;
  }
}
