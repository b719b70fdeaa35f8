// The page as tests use it: open something, wait until it rests, look at the picture.
import type { JSHandle, Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type {} from "../src/main";
import type { StageStatus } from "../src/stage/stage_api";
import type { Server } from "./server";
import type { PlainRecording } from "./write_recording";
import { writeRecording } from "./write_recording";

export type Picture = JSHandle<ImageData>;

export class Viewer {
  constructor(
    readonly page: Page,
    readonly server: Server,
  ) {}

  by(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  /** Serves a recording and opens the page on it. */
  async show(recording: PlainRecording | Uint8Array): Promise<void> {
    this.server.give(recording instanceof Uint8Array ? recording : writeRecording(recording));
    await this.open(this.server.address);
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.opened();
  }

  async opened(): Promise<void> {
    await this.page.waitForFunction(() => window.abut?.state.recording && !window.abut.state.busy);
    await this.rest();
  }

  /** The page with nothing in it, from the disk. */
  async openEmpty(): Promise<void> {
    await this.page.goto(`file://${process.env.ABUT_PAGE}`);
    await expect(this.by("empty")).toBeVisible();
  }

  /** Until nothing moves and the wanted frame is drawn. */
  async rest(): Promise<void> {
    await this.page.waitForFunction(() => {
      const { stage, state } = window.abut;
      return !stage.status().isMoving && !state.player.isPlaying && state.wantedFrame === state.frame.number;
    });
    await this.drawn();
  }

  async drawn(): Promise<void> {
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  status(): Promise<StageStatus> {
    return this.page.evaluate(() => window.abut.stage.status());
  }

  frame(): Promise<number> {
    return this.page.evaluate(() => window.abut.state.frame.number);
  }

  /** The 3D picture alone, with a pixel for each of the page; letters and controls over it are not in it. */
  async picture(): Promise<Picture> {
    await this.rest();
    return this.page.evaluateHandle(async () => {
      const image = new Image();
      image.src = window.abut.stage.screenshot();
      await image.decode();
      const { clientWidth: width, clientHeight: height } = document.getElementById("stage")!;
      const pen = new OffscreenCanvas(width, height).getContext("2d")!;
      pen.drawImage(image, 0, 0, width, height);
      return pen.getImageData(0, 0, width, height);
    });
  }

  /** The same as a PNG. */
  async png(): Promise<Buffer> {
    const picture = await this.picture();
    const url = await picture.evaluate((pixels) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [pixels.width, pixels.height];
      canvas.getContext("2d")!.putImageData(pixels, 0, 0);
      return canvas.toDataURL("image/png");
    });
    return Buffer.from(url.split(",")[1], "base64");
  }

  /** The share of pixels that differ for people, not only for machines. */
  difference(a: Picture, b: Picture): Promise<number> {
    return this.page.evaluate(
      ([a, b]) => {
        if (a.width !== b.width || a.height !== b.height) return 1;
        let changed = 0;
        for (let i = 0; i < a.data.length; i += 4) {
          const apart = (k: number) => Math.abs(a.data[i + k] - b.data[i + k]);
          if (Math.max(apart(0), apart(1), apart(2)) > 24) ++changed;
        }
        return changed / (a.width * a.height);
      },
      [a, b] as const,
    );
  }

  /** The share of pixels that are not the ground, which the corner is taken for. */
  shareDrawn(picture: Picture): Promise<number> {
    return picture.evaluate(({ data, width, height }) => {
      let drawn = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] !== data[0] || data[i + 1] !== data[1] || data[i + 2] !== data[2]) ++drawn;
      }
      return drawn / (width * height);
    });
  }

  /** Does something and expects the picture to change by at least this share of its pixels. */
  async expectChange(action: () => Promise<unknown>, share = 0.001): Promise<void> {
    const before = await this.picture();
    await action();
    expect(await this.difference(before, await this.picture())).toBeGreaterThan(share);
  }

  async count(name: string): Promise<number> {
    return Number(await this.by(`count-${name}`).getAttribute("data-value"));
  }

  /** Layers by their keys, with how many things they have. */
  legend(): Promise<Record<string, number>> {
    return this.by("legend").evaluate((legend) => {
      const rows = [...legend.querySelectorAll<HTMLElement>(".legend-entry")];
      return Object.fromEntries(
        rows.map((row) => [row.dataset.testid!.replace("legend-", ""), Number(row.querySelector<HTMLElement>(".number")!.dataset.value)]),
      );
    });
  }
}
