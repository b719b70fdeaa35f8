// A million triangles: it opens, is picked, and turns. Times are those of drawing without a graphics card.
import { wavySheet } from "./fixtures";
import { expect, test } from "./page";

test.use({ viewport: { width: 860, height: 600 } });

test("a million triangles", async ({ viewer, page }) => {
  const recording = wavySheet(1_000_000);
  const times: Record<string, number> = {};
  const measure = async (name: string, action: () => Promise<unknown>) => {
    const began = performance.now();
    await action();
    times[name] = Math.round(performance.now() - began);
  };
  await measure("open", () => viewer.show(recording));
  expect(await viewer.count("triangles")).toBeGreaterThan(990_000);
  expect(await viewer.shareDrawn(await viewer.picture())).toBeGreaterThan(0.1);

  await measure("pick", async () => {
    await viewer.by("stage").click();
    await expect(viewer.by("details").locator("h2")).toHaveText(/^Face \d+$/);
  });
  expect(times.pick).toBeLessThan(1000);
  await viewer.rest();
  await measure("orbit step", () =>
    page.evaluate(() => {
      const { stage } = window.abut;
      stage.orbit(0.1, 0);
      return new Promise<void>((resolve) => (stage.onDraw = resolve));
    }),
  );
  await measure("rest", () => viewer.rest());
  console.log(`  ${(await viewer.count("triangles")).toLocaleString("en")} triangles: ${Object.entries(times).map(([name, time]) => `${name} ${time} ms`).join(", ")}`);
});
