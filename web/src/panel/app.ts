// The one place that knows what is shown. Panels ask it for changes and draw themselves anew when it tells of one.
import type { Frame, Recording } from "../recording/model";
import type { StageApi, Target } from "../stage/stage_api";
import { findingLists, layersOf, type FindingList } from "./findings";
import { plural } from "./format";
import { FrameLoader } from "./frame_loader";
import { Names } from "./names";
import { Player } from "./player";

/** What changed. "wanted": a frame was asked for; "frame": it is shown. */
export type Topic =
  | "recording"
  | "wanted"
  | "frame"
  | "selection"
  | "compare"
  | "settings"
  | "player"
  | "announcement"
  | "busy"
  | "error";

export interface Settings {
  wireframe: boolean;
  xray: boolean;
  orthographic: boolean;
  dark: boolean;
}

const noFrame: Frame = { number: 0, name: "", values: [], positions: new Map(), layers: [] };

export class App {
  private readonly listeners = new Map<Topic, (() => void)[]>();
  recording: Recording | null = null;
  names: Names | null = null;
  frame: Frame = noFrame;
  findings: FindingList[] = [];
  selection: Target | null = null;
  isComparing = false;
  divider = 0.5;
  readonly settings: Settings = { wireframe: false, xray: false, orthographic: false, dark: false };
  readonly player = new Player(this);
  /** The last thing to be read aloud, what is being waited for, and what went wrong; empty: nothing. */
  announcement = "";
  busy = "";
  error = "";

  private loader: FrameLoader | null = null;

  constructor(readonly stage: StageApi) {
    stage.onPick = (pick) => this.select(pick && { kind: "face", mesh: pick.mesh, face: pick.face });
  }

  on(topics: Topic | Topic[], listener: () => void): void {
    for (const topic of [topics].flat()) {
      this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
    }
  }

  emit(topic: Topic): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }

  /** Replaces what is shown, once its frame to begin with is there. */
  async open(recording: Recording): Promise<void> {
    const show = (frame: Frame) => this.showFrame(frame);
    const loader = new FrameLoader(recording, recording.shownFirst, show, (error) => this.stayHere(error));
    const frame = await loader.cache.get(recording.shownFirst);
    this.loader?.close();
    this.loader = loader;
    this.recording = recording;
    this.names = new Names(recording);
    this.selection = null;
    this.isComparing = false;
    this.stage.open(recording);
    this.stage.compareWith(null);
    this.setFrame(frame);
    this.applySettings();
    this.clearError();
    for (const topic of ["recording", "frame", "selection", "compare"] as const) this.emit(topic);
    this.announce(`${recording.head.title} is open.`);
  }

  get frameCount(): number {
    return this.recording?.frames.length ?? 0;
  }

  get wantedFrame(): number {
    return this.loader?.wanted ?? 0;
  }

  get loadMilliseconds(): number {
    return this.loader?.milliseconds ?? 0;
  }

  /** A frame someone chose. */
  goTo(number: number): void {
    this.show(Math.min(this.frameCount - 1, Math.max(0, number)));
    if (this.player.isPlaying) this.player.restartClock();
  }

  show(number: number): void {
    if (!this.loader || this.frameCount === 0 || number === this.loader.wanted) return;
    this.loader.want(number);
    this.emit("wanted");
  }

  prefetch(number: number): void {
    this.loader?.cache.prefetch(number);
  }

  private setFrame(frame: Frame): void {
    this.frame = frame;
    this.findings = this.recording && this.names ? findingLists(this.recording, frame, this.names) : [];
    this.stage.showFrame(frame);
  }

  private showFrame(frame: Frame): void {
    if (isFinding(this.selection)) this.select(null); // its number means something else in the new frame
    this.setFrame(frame);
    this.emit("frame");
    if (!this.player.isPlaying) this.announceFrame();
  }

  /** The frame that was asked for cannot be read; the timeline goes back to the one that is shown. */
  private stayHere(error: unknown): void {
    this.fail(error);
    this.emit("wanted");
  }

  /** A frame without a name is called by its number. */
  frameName(number: number): string {
    return this.recording?.frames[number]?.name || `${this.frameWord} ${number + 1}`;
  }

  get frameWord(): string {
    return this.recording?.head.frameWord || "frame";
  }

  /** "Frame 12 of 40: 13 pairs" */
  announceFrame(): void {
    const word = capitalised(this.frameWord);
    const pairs = layersOf(this.frame, "pairs")[0];
    const place = `${word} ${this.frame.number + 1} of ${this.frameCount}`;
    this.announce(pairs ? `${place}: ${plural(pairs.overlaps.length, "pair")}` : place);
  }

  select(target: Target | null, fly = false): void {
    this.selection = target;
    this.stage.select(target);
    if (target && fly) this.stage.flyTo(target);
    this.emit("selection");
  }

  async compare(on: boolean): Promise<void> {
    if (!this.loader || (on && this.frameCount < 2)) return this.announce("There is only one frame, and nothing to compare.");
    if (on && this.wantedFrame === 0) this.goTo(this.frameCount - 1);
    try {
      this.stage.compareWith(on ? await this.loader.cache.get(0) : null);
      this.isComparing = on;
      this.setDivider(this.divider);
    } catch (error) {
      this.fail(error);
    }
  }

  setDivider(share: number): void {
    this.divider = Math.min(1, Math.max(0, share));
    this.stage.setDivider(this.divider);
    this.emit("compare");
  }

  change(setting: keyof Settings, on: boolean): void {
    this.settings[setting] = on;
    this.applySettings();
  }

  private applySettings(): void {
    this.stage.setWireframe(this.settings.wireframe);
    this.stage.setXray(this.settings.xray);
    this.stage.setOrthographic(this.settings.orthographic);
    this.stage.setDark(this.settings.dark);
    this.emit("settings");
  }

  announce(text: string): void {
    this.announcement = text;
    this.emit("announcement");
  }

  setBusy(text: string): void {
    this.busy = text;
    this.emit("busy");
  }

  fail(error: unknown): void {
    if (this.player.isPlaying) this.player.pause();
    this.error = sentence(error);
    this.emit("error");
  }

  clearError(): void {
    this.error = "";
    this.emit("error");
  }
}

function isFinding(target: Target | null): boolean {
  return target?.kind === "pair" || target?.kind === "contour" || target?.kind === "contact";
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text || "Something went wrong, and nothing says what.";
}
