// Everything a recording can hold is seen, counted, and can be switched off.
import { contacts, crossingSheets, outlines, sphereTree } from "./fixtures";
import { expect, test } from "./page";
import type { Viewer } from "./viewer";
import type { Members, PlainRecording } from "./write_recording";

test.use({ viewport: { width: 860, height: 600 } });

/** Lines are thin. */
const someLines = 0.0003;

const sheets = () => crossingSheets(3, 12);

const firstLayers = (recording: PlainRecording) => recording.frames[0].layers as Members[];
const lengthOf = (recording: PlainRecording, layer: number, array: string) => (firstLayers(recording)[layer][array] as Uint8Array).length;

/** With each layer switched the picture is another one, and switched again the same. */
async function expectSwitches(viewer: Viewer): Promise<void> {
  const before = await viewer.picture();
  for (const key of Object.keys(await viewer.legend())) {
    const box = viewer.by(`legend-${key}`).getByRole("checkbox");
    const isShown = await box.isChecked();
    await box.setChecked(!isShown);
    expect(await viewer.difference(before, await viewer.picture()), `${key} switched`).toBeGreaterThan(someLines);
    await box.setChecked(isShown);
    expect(await viewer.difference(before, await viewer.picture()), `${key} switched back`).toBe(0);
  }
}

async function expectDrawn(viewer: Viewer, share: number): Promise<void> {
  expect(await viewer.shareDrawn(await viewer.picture())).toBeGreaterThan(share);
}

test("crossing sheets: pairs, contours and arrows", async ({ viewer }) => {
  const recording = sheets();
  await viewer.show(recording);
  await expectDrawn(viewer, 0.05);
  const pairs = lengthOf(recording, 0, "overlaps");
  const arrows = lengthOf(recording, 2, "origins") / 3;
  expect(await viewer.legend()).toEqual({ pairs, "contours:closed": 1, "contours:open": 1, G: arrows, H: arrows });
  expect(await viewer.count("pairs")).toBe(pairs);
  expect(await viewer.count("contours")).toBe(2);
  expect(await viewer.count("triangles")).toBe(recording.meshes.reduce((sum, mesh) => sum + (mesh.faces as Uint32Array).length / 3, 0));
  await expect(viewer.by("notes")).toContainText("1 note");
  await expectSwitches(viewer);
  await viewer.by("legend-G").getByRole("checkbox").check();
  await viewer.expectChange(() => viewer.by("arrow-length").fill("0.5"), someLines);
  await viewer.by("time-lastFrame").click();
  await viewer.rest();
  expect(await viewer.legend()).toEqual({ pairs: 0, "contours:closed": 0, "contours:open": 0, G: 0, H: 0 });
});

test("contacts", async ({ viewer }) => {
  const recording = contacts();
  const near = lengthOf(recording, 0, "gaps");
  await viewer.show(recording);
  await expectDrawn(viewer, 0.05);
  expect(await viewer.legend()).toEqual({ near });
  expect(await viewer.count("contacts")).toBe(near);
  await expect(viewer.by("tab-near")).toContainText(String(near));
  await expect(viewer.by("count-pairs")).toBeHidden();
  await viewer.by("tool-xray").click();
  await expectSwitches(viewer);
});

test("a tree of spheres, level by level", async ({ viewer }) => {
  const recording = sphereTree();
  await viewer.show(recording);
  await expectDrawn(viewer, 0.1);
  expect(await viewer.legend()).toEqual({ spheres: lengthOf(recording, 0, "radii") });
  const levels = viewer.by("level-spheres");
  await expect(levels.locator("option")).toHaveCount(5);
  for (const level of ["0", "1", "2", "3", ""]) await viewer.expectChange(() => levels.selectOption(level), 0.01);
  await expectSwitches(viewer);
});

test("outlines, boxes and distances in the plane", async ({ viewer, page }) => {
  await viewer.show(outlines());
  await expectDrawn(viewer, 0.005);
  expect(await viewer.legend()).toEqual({ polygons: 2, round: 1, boxes: 4, clearance: 2 });
  await expectSwitches(viewer);
  for (const level of ["0", "1", ""]) await viewer.expectChange(() => viewer.by("level-boxes").selectOption(level), 0.001);
  const before = await viewer.picture();
  await page.keyboard.press("3"); // in the plane there is no other side
  expect(await viewer.difference(before, await viewer.picture())).toBe(0);
});

test("the hierarchy: patches, boxes and visits by level", async ({ viewer }) => {
  await viewer.show(sheets());
  await expect(viewer.by("hierarchy-level")).toBeHidden();
  const plain = await viewer.picture();
  const level = viewer.by("hierarchy-level");
  for (const style of ["patches", "boxes", "visited"]) {
    await viewer.expectChange(async () => {
      await viewer.by(`hierarchy-${style}`).check({ force: true }); // the radio itself is unseen
      await expect(level).toBeVisible();
    });
    for (const number of ["1", "3", "5"]) await viewer.expectChange(() => level.fill(number), 0.0005);
    await expect(viewer.by("hierarchy-nodes")).toHaveText(/^level 5 · \d+ patches$/);
  }
  await viewer.by("hierarchy-off").check({ force: true });
  expect(await viewer.difference(plain, await viewer.picture())).toBe(0);
});

test("objects come and go, and take their findings with them", async ({ viewer }) => {
  await viewer.show(sheets());
  const everything = await viewer.picture();
  const { triangles } = await viewer.status();
  const [sheet, pieces, table] = [0, 1, 2].map((mesh) => viewer.by("object-mesh").nth(mesh).getByRole("checkbox"));
  const [south, north] = [0, 1].map((part) => viewer.by("object-part").nth(part).getByRole("checkbox"));
  await expect(viewer.by("object-mesh").nth(2)).toContainText("obstacle");
  await viewer.expectChange(() => table.uncheck(), 0.01);
  expect((await viewer.status()).triangles).toBe(triangles - 32);
  await viewer.expectChange(() => south.uncheck(), 0.01);
  expect(await sheet.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await north.uncheck();
  await expect(sheet).not.toBeChecked();
  await viewer.expectChange(() => pieces.uncheck(), 0.01);
  expect((await viewer.status()).triangles).toBe(0);
  for (const box of [sheet, pieces, table]) await box.check();
  await expect(south).toBeChecked();
  expect(await viewer.difference(everything, await viewer.picture())).toBe(0);
});

test("edges, x-ray, no perspective, sides, dark and light", async ({ viewer, page }) => {
  await viewer.show(sheets());
  for (const name of ["wireframe", "xray", "orthographic"]) {
    const button = viewer.by(`tool-${name}`);
    await viewer.expectChange(() => button.click(), 0.005);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await viewer.expectChange(() => button.click(), 0.005);
    await expect(button).toHaveAttribute("aria-pressed", "false");
  }
  for (const keys of ["1", "Control+1", "3", "7"]) await viewer.expectChange(() => page.keyboard.press(keys), 0.01);
  await viewer.expectChange(() => viewer.by("tool-theme").click(), 0.1);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await viewer.opened();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark"); // what was chosen is remembered
});

test("a picture is saved under the name of what it shows", async ({ viewer, page }) => {
  await viewer.show(sheets());
  const download = page.waitForEvent("download");
  await viewer.by("tool-screenshot").click();
  expect((await download).suggestedFilename()).toBe("A-strip-and-a-tube-in-a-sheet-1.png");
  await expect(viewer.by("status")).toContainText("Saved");
});
