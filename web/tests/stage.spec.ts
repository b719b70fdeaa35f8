// The picture, in the page as it is shipped.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { Frame, Recording } from "../src/recording/model";
import type { StageApi, Target } from "../src/stage/stage_api";
import * as fixtures from "./fixtures";
import type { PlainRecording } from "./write_recording";
import { writeEmbedded } from "./write_recording";

declare const window: { abut: { stage: StageApi; state: { recording: Recording; frame: Frame } }; draws: number };

const folder = mkdtempSync(join(tmpdir(), "abut-stage-"));

test.beforeAll(() => {
  execFileSync("node", [fileURLToPath(new URL("../build.mjs", import.meta.url)), folder]);
});

async function open(page: Page, name: string, recording: PlainRecording): Promise<void> {
  const html = readFileSync(join(folder, "viewer.html"), "utf8").replace("<!--abut-recording-->", () => writeEmbedded(recording));
  const path = join(folder, `${name}.html`);
  writeFileSync(path, html);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(() => window.abut?.state.recording);
  await rest(page);
  expect(problems).toEqual([]);
}

async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() => !window.abut.stage.status().isMoving);
}

/** How many different colours a coarse grid of the picture has. */
function countColours(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const image = new Image();
    image.src = window.abut.stage.screenshot();
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [160, 100];
    const context = canvas.getContext("2d")!;
    context.imageSmoothingEnabled = false;
    context.drawImage(image, 0, 0, 160, 100);
    return new Set(new Uint32Array(context.getImageData(0, 0, 160, 100).data.buffer)).size;
  });
}

for (const [name, make, least] of [
  ["crossing", () => fixtures.crossingSheets(3, 16), 100],
  ["contacts", fixtures.contacts, 100],
  ["spheres", fixtures.sphereTree, 100],
  ["outlines", fixtures.outlines, 5],
] as const) {
  test(`${name} is drawn`, async ({ page }) => {
    await open(page, name, make());
    expect(await countColours(page)).toBeGreaterThan(least);
  });
}

test("nothing is drawn while nothing changes", async ({ page }) => {
  await open(page, "idle", fixtures.contacts());
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    window.draws = 0;
    window.abut.stage.onDraw = () => ++window.draws;
  });
  await page.waitForTimeout(1000);
  expect(await page.evaluate(() => window.draws)).toBe(0);
});

test("flights bring targets to the middle, in the coordinates of the file", async ({ page }) => {
  await open(page, "flights", fixtures.crossingSheets(3, 16));
  const targets: Target[] = [
    { kind: "pair", index: 0 },
    { kind: "contour", index: 1 },
    { kind: "face", mesh: 0, face: 3 },
    { kind: "part", mesh: 1, part: 1 },
    { kind: "mesh", mesh: 2 },
  ];
  const places = new Set<string>();
  for (const target of targets) {
    await page.evaluate((to) => window.abut.stage.flyTo(to), target);
    await rest(page);
    const { cameraTarget, cameraDistance } = await page.evaluate(() => window.abut.stage.status());
    places.add(cameraTarget.map((x) => x.toFixed(3)).join(" "));
    [1000, 2000, 3000].forEach((origin, k) => expect(Math.abs(cameraTarget[k] - origin)).toBeLessThan(1.5));
    expect(cameraDistance).toBeLessThan(12);
  }
  expect(places.size).toBe(targets.length);
});

test("a click names the face under it, a drag turns instead, and hidden parts are clicked through", async ({ page }) => {
  await open(page, "picks", fixtures.contacts());
  await page.evaluate(() => window.abut.stage.flyTo({ kind: "mesh", mesh: 1 }));
  await rest(page);
  const picks = await page.evaluateHandle(() => {
    const list: unknown[] = [];
    window.abut.stage.onPick = (pick) => list.push(pick && pick.mesh);
    return list;
  });
  const { x, y, width, height } = (await page.locator("#stage").boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 80, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await page.evaluate(() => window.abut.stage.setPartVisible(1, -1, false));
  await rest(page);
  await page.mouse.click(x + width / 2, y + height / 2 + 20);
  expect(await picks.jsonValue()).toEqual([1, 0]);
  expect(await page.evaluate(() => window.abut.stage.status().triangles)).toBe(2 * 24 * 24);
});

test("hierarchies, comparison and all switches draw without complaint", async ({ page }) => {
  await open(page, "switches", fixtures.crossingSheets(3, 16));
  const before = await countColours(page);
  await page.evaluate(async () => {
    const { stage, state } = window.abut;
    const tree = await state.recording.loadTree(0);
    for (const style of ["patches", "boxes", "visited"] as const) {
      for (const level of [0, 4, 200]) stage.showTrees([{ tree, level, style }]);
      stage.screenshot();
    }
    stage.showTrees([]);
    stage.setWireframe(true);
    stage.setXray(true);
    stage.setOrthographic(true);
    stage.setArrowFactor(2);
    stage.setDark(true);
    stage.compareWith(await state.recording.loadFrame(2));
    stage.setDivider(0.3);
    stage.screenshot();
    stage.compareWith(null);
    stage.setLayerVisible("contours:open", false);
    stage.setLayerVisible("pairs", false);
    for (const view of ["front", "back", "left", "right", "top", "bottom"] as const) stage.setView(view);
    stage.screenshot();
    stage.clear();
  });
  expect(before).toBeGreaterThan(100);
  expect(await countColours(page)).toBe(1);
});
