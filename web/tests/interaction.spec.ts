// Findings and faces: by mouse, and by keyboard alone.
import { crossingSheets, small } from "./fixtures";
import { writeObj } from "./mesh_files";
import { expect, test } from "./page";
import type { Place } from "./places";
import { contourPlace, distance, pairPlace } from "./places";
import { grid } from "./shapes";
import type { Viewer } from "./viewer";

test.use({ viewport: { width: 860, height: 600 } });

const sheets = crossingSheets(6, 12);

/** A place is well within the picture, which is 0.63 times as high as it is far away, and neither too near nor too small. */
async function expectAt(viewer: Viewer, place: Place): Promise<void> {
  await viewer.rest();
  const { cameraTarget, cameraDistance } = await viewer.status();
  expect(distance(cameraTarget, place.center)).toBeLessThan(0.16 * cameraDistance);
  expect(cameraDistance).toBeGreaterThan(place.size);
  expect(cameraDistance).toBeLessThan(12 * place.size);
}

function row(viewer: Viewer, index: number) {
  return viewer.by("findings-list").locator(`[data-index="${index}"]`);
}

/** Clicks a point of a scene that is looked at without perspective, with x to the right and y up. */
async function clickPoint(viewer: Viewer, x: number, y: number): Promise<void> {
  await viewer.rest();
  const { width, height } = (await viewer.by("stage").boundingBox())!;
  const { cameraTarget, cameraDistance } = await viewer.status();
  const pixels = height / (2 * Math.tan((17.5 * Math.PI) / 180) * cameraDistance);
  await viewer.by("stage").click({ position: { x: width / 2 + (x - cameraTarget[0]) * pixels, y: height / 2 - (y - cameraTarget[1]) * pixels } });
}

test("a click on a finding flies there", async ({ viewer, page }) => {
  await viewer.show(sheets);
  const far = (await viewer.status()).cameraDistance;
  for (const contour of [0, 1]) {
    await row(viewer, contour).click();
    await expectAt(viewer, contourPlace(sheets, 0, contour));
    await expect(row(viewer, contour)).toHaveAttribute("aria-selected", "true");
    await expect(viewer.by("details")).toContainText(`Contour ${contour}`);
  }
  await viewer.by("tab-pairs").click();
  await row(viewer, 3).click();
  await expectAt(viewer, pairPlace(sheets, 3));
  await expect(viewer.by("details")).toContainText("Pair 3");
  await viewer.by("tool-fit").click();
  await viewer.rest();
  expect((await viewer.status()).cameraDistance).toBeGreaterThan(0.7 * far);
  await page.keyboard.press("Escape");
  await expect(viewer.by("details")).toBeHidden();
});

test("a finding is flown to where it is in its frame", async ({ viewer, page }) => {
  await viewer.show(sheets);
  await page.keyboard.press(".");
  await viewer.rest();
  await row(viewer, 0).click();
  await expectAt(viewer, contourPlace(sheets, 1, 0));
  await page.keyboard.press(".");
  await viewer.rest();
  await expect(viewer.by("details")).toBeHidden(); // its number means another contour now
});

test("a clicked face has the numbers of the file", async ({ viewer, page }) => {
  const recording = small();
  recording.frames = [{ name: "one", values: [1], positions: [], layers: [] }];
  await viewer.show(recording);
  for (const key of ["o", "7"]) await page.keyboard.press(key);
  await clickPoint(viewer, 0.6, 0.1);
  const card = viewer.by("details");
  await expect(card.locator("h2")).toHaveText("Face 0");
  await expect(card.locator(".facts")).toHaveText("MeshtwoPartfirstPolygon7");
  expect(await card.locator("tbody tr").allInnerTexts()).toEqual(["0\t0\t0\t0", "1\t1\t0\t0", "2\t0\t1\t0"]);
  await page.evaluate(() => window.abut.state.select({ kind: "face", mesh: 0, face: 1 }, true));
  expect(await card.locator("tbody th").allInnerTexts()).toEqual(["5", "4", "3"]);
  const nothing = (await viewer.by("stage").boundingBox())!;
  await page.mouse.click(nothing.x + 5, nothing.y + nothing.height - 5);
  await expect(card).toBeHidden();
});

test("polygons of an OBJ keep their numbers", async ({ viewer, page }) => {
  const quads = grid(4, 4, (u, v) => [u, v, 0]);
  const lines = writeObj({ ...quads, faces: [] }) + "f 1 2 7 6\nf 2 3 8 7\nf 3 4 9 8\n";
  await viewer.openEmpty();
  await viewer.by("file-input").setInputFiles({ name: "quads.obj", mimeType: "", buffer: Buffer.from(lines) });
  await viewer.opened();
  for (const key of ["o", "1"]) await page.keyboard.press(key);
  await clickPoint(viewer, 0.55, 0.15);
  await expect(viewer.by("details").locator("h2")).toHaveText("Face 5");
  await expect(viewer.by("details").locator(".facts")).toHaveText("Meshquads.objPolygon2");
  expect(await viewer.by("details").locator("tbody th").allInnerTexts()).toEqual(["2", "8", "7"]);
});

test("from a face to its findings and back, and to the clipboard", async ({ viewer, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await viewer.show(sheets);
  await viewer.by("tab-pairs").click();
  await row(viewer, 0).click();
  const card = viewer.by("details");
  await card.getByRole("button", { name: /^face \d+ of sheet/ }).click();
  await expect(card.locator("h2")).toHaveText(/^Face \d+$/);
  const face = await card.locator("h2").innerText();
  await viewer.by("details-copy").click();
  await expect(viewer.by("status")).toHaveText("Copied.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n")[0]).toBe(face);
  expect(copied).toMatch(/\nMesh: sheet\nPart: (south|north)\nPolygon: \d+\n\d+: [-\d.]+ [-\d.]+ [-\d.]+\n/);
  await card.getByRole("button", { name: /contour/ }).click();
  await expect(card.locator("h2")).toHaveText(/^Contour \d$/);
  await expect(viewer.by("tab-contours")).toHaveAttribute("aria-selected", "true");
});

test("without a mouse", async ({ viewer, page }) => {
  await viewer.show(sheets);
  const list = viewer.by("findings-list");
  for (let presses = 0; presses < 60 && !(await list.evaluate((element) => element === document.activeElement)); ++presses) {
    await page.keyboard.press("Tab");
  }
  await expect(list).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(row(viewer, 0)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expectAt(viewer, contourPlace(sheets, 0, 0));
  await page.keyboard.press("n");
  await expectAt(viewer, contourPlace(sheets, 0, 1));
  await expect(viewer.by("status")).toContainText("2 of 2: ");
  await page.keyboard.press("p");
  await expectAt(viewer, contourPlace(sheets, 0, 0));

  await viewer.by("stage").focus();
  for (const key of ["ArrowLeft", "ArrowUp", "Shift+ArrowRight", "+"]) await viewer.expectChange(() => page.keyboard.press(key), 0.01);
  const { cameraDistance } = await viewer.status();
  await page.keyboard.press("-");
  expect((await viewer.status()).cameraDistance).toBeGreaterThan(cameraDistance);
  await page.keyboard.press("f");
  await page.keyboard.press(" ");
  await expect(viewer.by("time-play")).toHaveAttribute("aria-label", "Pause");
  await page.keyboard.press(" ");
  await expect(viewer.by("time-play")).toHaveAttribute("aria-label", "Play");
});

test("the search box narrows the list, and keys typed there are text", async ({ viewer, page }) => {
  await viewer.show(sheets);
  const search = viewer.by("finding-search");
  const rows = viewer.by("findings-list").getByRole("option");
  await search.fill("closed");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("closed");
  await viewer.by("tab-pairs").click();
  const face = (sheets.frames[0].layers as { faces: Uint32Array }[])[0].faces[1];
  await search.fill(`#${face}`);
  await expect(page.locator("#finding-note")).toContainText(/^\d+ match(es)? of \d+$/);
  for (const text of await rows.allInnerTexts()) expect(text).toContain(`face ${face} `);
  await search.fill("nothing is called so");
  await expect(rows).toHaveCount(0);
  await search.fill("");
  await search.press("w");
  expect(await page.evaluate(() => window.abut.state.settings.wireframe)).toBe(false);
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await search.press("ArrowDown");
  await expect(viewer.by("findings-list")).toBeFocused();
});

test("the mouse orbits, pans and zooms, and a double click looks there", async ({ viewer, page }) => {
  await viewer.show(sheets);
  const { x, y, width, height } = (await viewer.by("stage").boundingBox())!;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const drag = async (button: "left" | "right") => {
    await page.mouse.move(middleX, middleY);
    await page.mouse.down({ button });
    await page.mouse.move(middleX + 60, middleY + 20, { steps: 3 });
    await page.mouse.up({ button });
  };
  const begin = await viewer.status();
  await viewer.expectChange(() => drag("left"), 0.01);
  expect(distance((await viewer.status()).cameraTarget, begin.cameraTarget)).toBeLessThan(1e-6);
  await expect(viewer.by("details")).toBeHidden(); // a drag selects nothing
  await viewer.expectChange(() => drag("right"), 0.01);
  expect(distance((await viewer.status()).cameraTarget, begin.cameraTarget)).toBeGreaterThan(0.05);
  await viewer.expectChange(() => page.mouse.wheel(0, -300), 0.01);
  expect((await viewer.status()).cameraDistance).toBeLessThan(begin.cameraDistance);
  await page.mouse.dblclick(middleX - 60, middleY + 40);
  await viewer.rest();
  await page.mouse.click(middleX, middleY);
  await expect(viewer.by("details").locator("h2")).toHaveText(/^Face/);
});

test("keys in a row all count, though flights take a while", async ({ viewer, page }) => {
  await viewer.show(sheets);
  for (const key of ["7", "f"]) {
    await page.keyboard.press(key);
    await viewer.rest();
  }
  const oneByOne = await viewer.picture();
  await page.keyboard.press("1");
  await viewer.rest();
  await page.keyboard.press("7");
  await page.keyboard.press("f");
  expect(await viewer.difference(oneByOne, await viewer.picture())).toBeLessThan(0.001);
});
