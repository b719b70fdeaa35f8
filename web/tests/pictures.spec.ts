// Two scenes look as they did (tests/pictures; `npm run update-pictures` makes them anew). What another Chromium may draw
// otherwise, such as smoothed edges, is within the tolerance; a contour that is missing or a colour that is wrong is not.
import { crossingSheets } from "./fixtures";
import { expect, test } from "./page";
import type { Viewer } from "./viewer";

test.use({ viewport: { width: 800, height: 600 }, deviceScaleFactor: 1, contextOptions: { reducedMotion: "reduce" }, colorScheme: "light" });

const tolerance = { threshold: 0.1, maxDiffPixelRatio: 0.0008 };

async function showSheets(viewer: Viewer): Promise<void> {
  await viewer.show(crossingSheets(1, 16));
  await viewer.page.keyboard.press("b"); // the picture has all of the page
  await viewer.page.waitForFunction(() => document.querySelector("canvas")!.clientWidth === window.innerWidth);
  await viewer.rest();
  await viewer.page.evaluate(() => window.abut.stage.flyTo({ kind: "mesh", mesh: 1 }));
  await viewer.rest();
  await viewer.page.keyboard.press("+");
  await viewer.rest();
}

test("findings", async ({ viewer }) => {
  await showSheets(viewer);
  const show = (layer: string, on: boolean) => viewer.page.evaluate(([layer, on]) => window.abut.stage.setLayerVisible(layer, on), [layer, on] as const);
  await show("G", true);
  expect(await viewer.png()).toMatchSnapshot("findings.png", tolerance);
  for (const layer of ["contours:closed", "contours:open", "pairs", "G"]) {
    await show(layer, false);
    expect(await viewer.png(), `without ${layer}`).not.toMatchSnapshot("findings.png", tolerance);
    await show(layer, true);
  }
  await viewer.page.keyboard.press("t");
  expect(await viewer.png(), "dark").not.toMatchSnapshot("findings.png", tolerance);
});

test("hierarchy", async ({ viewer, page }) => {
  await showSheets(viewer);
  const showTree = (level: number, style: "patches" | "visited") =>
    page.evaluate(
      async ([level, style]) => window.abut.stage.showTrees([{ tree: await window.abut.state.recording!.loadTree(0), level, style }]),
      [level, style] as const,
    );
  await showTree(4, "patches");
  await page.keyboard.press("7");
  await page.keyboard.press("f");
  expect(await viewer.png()).toMatchSnapshot("hierarchy.png", tolerance);
  await showTree(5, "patches");
  expect(await viewer.png(), "another level").not.toMatchSnapshot("hierarchy.png", tolerance);
  await showTree(4, "visited");
  expect(await viewer.png(), "other colours").not.toMatchSnapshot("hierarchy.png", tolerance);
});
