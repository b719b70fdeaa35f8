// Frames: playing, choosing, comparing, and reading no more of them than is shown.
import { FrameCache } from "../src/panel/frame_cache";
import type { Frame, Recording } from "../src/recording/model";
import { crossingSheets, small } from "./fixtures";
import { expect, test } from "./page";
import type { Members } from "./write_recording";
import { writeRecording } from "./write_recording";

test.use({ viewport: { width: 860, height: 600 } });

const sheets = () => crossingSheets(6, 8);

test("playing goes through the frames and stops at the last", async ({ viewer, page }) => {
  await viewer.show(sheets());
  await viewer.by("time-rate").selectOption("12");
  await page.evaluate(() => {
    const { state } = window.abut;
    const seen: number[] = [];
    state.on("frame", () => seen.push(state.frame.number));
    Object.assign(window, { seen });
  });
  await viewer.by("time-play").click();
  await expect(viewer.by("time-play")).toHaveAttribute("aria-label", "Pause");
  await viewer.rest();
  await expect(viewer.by("time-play")).toHaveAttribute("aria-label", "Play");
  expect(await viewer.frame()).toBe(5);
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  await expect(viewer.by("status")).toHaveText("Iteration 6 of 6: 0 pairs");
});

test("playing again and again begins anew until it is paused", async ({ viewer, page }) => {
  await viewer.show(sheets());
  await viewer.by("time-rate").selectOption("30");
  await viewer.by("time-loop").click();
  await viewer.by("time-play").click();
  await page.waitForFunction(() => window.abut.state.frame.number === 5);
  await page.waitForFunction(() => window.abut.state.frame.number < 5);
  await page.keyboard.press(" ");
  await viewer.rest();
  expect(await page.evaluate(() => window.abut.state.player.isPlaying)).toBe(false);
});

test("the scrubber, keys and plots choose frames", async ({ viewer, page }) => {
  const recording = sheets();
  await viewer.show(recording);
  const pairs = (frame: number) => (recording.frames[frame].values as number[])[0];
  const expectFrame = async (frame: number) => {
    await viewer.rest();
    expect(await viewer.frame()).toBe(frame);
    await expect(viewer.by("scrubber")).toHaveValue(String(frame));
    await expect(viewer.by("frame-place")).toHaveText(`${frame + 1} of 6`);
    await expect(viewer.by("frame-name")).toHaveText(`iteration ${frame}`);
    expect(await viewer.count("pairs")).toBe(pairs(frame));
    await expect(viewer.by("plot-pairs")).toContainText(String(pairs(frame)));
  };
  await expectFrame(0);
  await viewer.expectChange(() => viewer.by("scrubber").fill("3"), 0.005);
  await expectFrame(3);
  await viewer.by("scrubber").press("ArrowRight");
  await expectFrame(4);
  for (const [key, frame] of [[",", 3], [".", 4], [".", 5], [".", 5]] as const) {
    await page.keyboard.press(key);
    await expectFrame(frame);
  }
  await viewer.by("stage").focus();
  for (const [key, frame] of [["Home", 0], ["End", 5]] as const) {
    await page.keyboard.press(key);
    await expectFrame(frame);
  }
  const plot = viewer.by("plot-length").locator("canvas");
  const { width, height } = (await plot.boundingBox())!;
  await plot.click({ position: { x: 0.4 * width, y: height / 2 } });
  await expectFrame(2);
});

test("before and after, with a divider between them", async ({ viewer, page }) => {
  await viewer.show(sheets());
  await viewer.by("tool-compare").click();
  await viewer.rest();
  expect(await viewer.frame()).toBe(5); // compared with itself the first would show nothing
  await expect(viewer.by("label-before")).toHaveText("before: iteration 0");
  await expect(viewer.by("label-after")).toHaveText("after: iteration 5");
  const divider = viewer.by("compare-divider");
  await expect(divider).toHaveAttribute("aria-valuenow", "50");
  await divider.focus();
  await viewer.expectChange(async () => {
    for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
  }, 0.001);
  await expect(divider).toHaveAttribute("aria-valuenow", "60");
  await page.keyboard.press("Home");
  await expect(divider).toHaveAttribute("aria-valuenow", "0");
  const after = await viewer.picture();
  await page.keyboard.press("End");
  await expect(divider).toHaveAttribute("aria-valuenow", "100");
  expect(await viewer.difference(after, await viewer.picture())).toBeGreaterThan(0.005);
  await page.keyboard.press("c");
  await expect(divider).toBeHidden();
  expect(await viewer.difference(after, await viewer.picture())).toBe(0);
});

test("of many frames only those that are shown are read, and once", async ({ viewer, server }) => {
  const bytes = writeRecording(crossingSheets(300, 8));
  await viewer.show(bytes);
  expect(server.bytesGiven).toBeLessThan(0.15 * bytes.length);
  expect(server.pieces.length).toBeLessThan(40);
  const opening = server.bytesGiven;
  for (const frame of ["100", "200", "299"]) {
    await viewer.by("scrubber").fill(frame);
    await viewer.rest();
  }
  const visited = server.bytesGiven;
  expect(visited).toBeGreaterThan(opening);
  expect(visited - opening).toBeLessThan(0.03 * bytes.length);
  await viewer.by("scrubber").fill("100");
  await viewer.rest();
  expect(server.bytesGiven).toBe(visited);
  console.log(`  opened ${bytes.length} bytes of 300 frames by reading ${opening} in ${server.pieces.length} pieces`);
});

test("frames that were read are kept up to a limit", async () => {
  const loads: number[] = [];
  const makeFrame = (number: number): Frame => ({ number, name: "", values: [], positions: new Map([[0, new Float32Array(25)]]), layers: [] });
  const recording = { loadFrame: async (number: number) => (loads.push(number), makeFrame(number)) } as unknown as Recording;
  const cache = new FrameCache(recording, 350); // three frames of 100 bytes
  for (let number = 0; number < 10; ++number) await cache.get(number);
  expect([...Array(10).keys()].filter((number) => cache.has(number))).toEqual([7, 8, 9]);
  await cache.get(7);
  expect(loads).toHaveLength(10);
  await cache.get(0);
  expect([0, 7, 8, 9].map((number) => cache.has(number))).toEqual([true, true, false, true]); // the one used last stays
});

test("a damaged frame gets a sentence, and the one before stays", async ({ viewer }) => {
  const recording = small();
  (recording.frames[1].positions as Members[])[0].array = new Float32Array(3);
  await viewer.show(recording);
  await viewer.by("scrubber").fill("1");
  await expect(viewer.by("error")).toContainText(/frame 2.*\.$/);
  await expect(viewer.by("scrubber")).toHaveValue("0");
  await expect(viewer.by("frame-place")).toHaveText("1 of 2");
  expect(await viewer.count("pairs")).toBe(1);
});

test("a server that is gone gets a sentence", async ({ viewer, page, complaints }) => {
  complaints.expected.push(/Failed to load resource|net::ERR/);
  await viewer.show(sheets());
  await page.route("**/recording.abut", (route) => route.abort());
  await viewer.by("scrubber").fill("4");
  await expect(viewer.by("error")).toContainText("is abut view still running?");
  await expect(viewer.by("scrubber")).toHaveValue("0");
});
