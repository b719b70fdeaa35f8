// What the program shows is what it reports.
import { mkdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import type { Point } from "./intersect";
import { writeObj } from "./mesh_files";
import { expect, test } from "./page";
import { distance } from "./places";
import { noProgram, program, readJson, run, ServingProgram } from "./program";
import { join, move, sheet, strip } from "./shapes";
import type { Viewer } from "./viewer";

test.skip(program === "", noProgram);

interface Mesh {
  vertices: number;
  triangles: number;
}
interface Report {
  meshes: Mesh[];
  intersecting_pairs: number;
  contours: { box: [Point, Point] }[];
}

/** Runs a command that ends with its page, looks at the page, interrupts; gives the exit code. */
async function showing(viewer: Viewer, args: string[], look: () => Promise<void>): Promise<number | null> {
  const running = new ServingProgram(args);
  let code: number | null = null;
  try {
    await viewer.open(await running.address());
    await look();
  } finally {
    code = await running.interrupt();
  }
  return code;
}

async function expectMeshes(viewer: Viewer, { meshes }: { meshes: Mesh[] }): Promise<void> {
  const sum = (count: (mesh: Mesh) => number) => meshes.reduce((total, mesh) => total + count(mesh), 0);
  expect(await viewer.count("triangles")).toBe(sum((mesh) => mesh.triangles));
  expect(await viewer.count("vertices")).toBe(sum((mesh) => mesh.vertices));
}

/** A strip above a sheet, lowered into it step by step. */
function writeFrames(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return [0.9, 0.6, 0.3, 0].map((height, i) => {
    const file = `${folder}/frame_${i}.obj`;
    writeFileSync(file, writeObj(join([sheet(10), move(strip(5), [0, 0, height])])));
    return file;
  });
}

test("abut check --view", async ({ viewer, page }, info) => {
  const json = info.outputPath("report.json");
  const code = await showing(viewer, ["check", "scene:poked:4000", "--view", "--json", json], async () => {
    const report = readJson<Report>(json);
    expect(await viewer.count("pairs")).toBe(report.intersecting_pairs);
    expect(await viewer.count("contours")).toBe(report.contours.length);
    await expectMeshes(viewer, report);
    await expect(page).toHaveTitle("torso, garment – abut");
    await expect(viewer.by("summary")).toContainText(`${report.intersecting_pairs} intersecting pairs`);
    await expect(viewer.by("timeline")).toBeHidden();
    expect(await viewer.shareDrawn(await viewer.picture())).toBeGreaterThan(0.05);
    await viewer.by("findings-list").locator('[data-index="2"]').click();
    await viewer.rest();
    const [low, high] = report.contours[2].box;
    const middle = low.map((x, k) => (x + high[k]) / 2);
    expect(distance((await viewer.status()).cameraTarget, middle)).toBeLessThan(distance(low, high));
  });
  expect(code).toBe(1);
});

test("abut untangle --view", async ({ viewer, page }, info) => {
  interface State {
    pairs: number;
    crossings: number;
    contours: number;
    length: number;
  }
  const json = info.outputPath("report.json");
  const args = ["untangle", "scene:skirts", "-o", info.outputPath("out"), "--force", "--view", "--json", json];
  const code = await showing(viewer, args, async () => {
    const report = readJson<Report & { before: State; steps: State[] }>(json);
    await expectMeshes(viewer, report);
    const { frames, head } = await page.evaluate(() => window.abut.state.recording!);
    expect(frames).toHaveLength(report.steps.length + 1); // the states before iterations, and the result
    expect(head.series.map(({ name }) => name)).toEqual(expect.arrayContaining(["crossings", "length"]));
    frames.slice(0, -1).forEach(({ values }, i) => {
      const { pairs, crossings, contours, length } = report.steps[i];
      expect(values.slice(0, 3)).toEqual([pairs, crossings, contours]);
      expect(values[3]).toBeCloseTo(length, 9);
    });
    for (const name of ["crossings", "length"]) await expect(viewer.by(`plot-${name}`)).toBeVisible();
    await viewer.by("time-firstFrame").click();
    await viewer.rest();
    expect(await viewer.count("pairs")).toBe(report.before.pairs);
    expect(await viewer.count("contours")).toBe(report.before.contours);
    await expect(viewer.by("plot-crossings")).toContainText(String(report.before.crossings));
    await viewer.by("time-lastFrame").click();
    await viewer.rest();
    expect(await viewer.count("pairs")).toBe(report.intersecting_pairs);
    expect(await viewer.count("contours")).toBe(0);
    await expect(viewer.by("frame-name")).toHaveText("result");
  });
  expect(code).toBe(0);
});

test("abut check --within --view", async ({ viewer }, info) => {
  const json = info.outputPath("report.json");
  const code = await showing(viewer, ["check", "scene:skirts", "--within", "0.005", "--view", "--json", json], async () => {
    const report = readJson<Report & { proximity_count: number }>(json);
    expect(await viewer.count("contacts")).toBe(report.proximity_count);
    expect(await viewer.legend()).toEqual({ near: report.proximity_count });
    await expectMeshes(viewer, report);
  });
  expect(code).toBe(1);
});

test("abut check --motion --view opens at the end of the way", async ({ viewer, page }, info) => {
  const json = info.outputPath("report.json");
  const [above, , , inside] = writeFrames(info.outputPath("frames"));
  const code = await showing(viewer, ["check", "--motion", above, inside, "--view", "--json", json], async () => {
    const report = readJson<Report & { impact_count: number }>(json);
    const frames = await page.evaluate(() => window.abut.state.frameCount);
    expect(await viewer.frame()).toBe(frames - 1);
    expect(report.impact_count).toBeGreaterThan(0);
    expect(await viewer.count("contacts")).toBe(report.impact_count);
    await page.keyboard.press("Home");
    await viewer.rest();
    expect(await viewer.count("contacts")).toBe(0);
  });
  expect(code).toBe(1);
});

test("abut check of an animation --view", async ({ viewer, page }, info) => {
  const json = info.outputPath("report.json");
  writeFrames(info.outputPath("frames"));
  const code = await showing(viewer, ["check", info.outputPath("frames"), "--view", "--json", json], async () => {
    const report = readJson<{ frames: { name: string; intersecting_pairs: number; contours: number }[]; meshes: Mesh[] }>(json);
    await expectMeshes(viewer, report);
    expect(report.frames.map((frame) => frame.intersecting_pairs > 0)).toEqual([false, false, true, true]);
    await page.keyboard.press("Home");
    for (const frame of report.frames) {
      await viewer.rest();
      await expect(viewer.by("frame-name")).toHaveText(frame.name);
      expect(await viewer.count("pairs")).toBe(frame.intersecting_pairs);
      expect(await viewer.count("contours")).toBe(frame.contours);
      await page.keyboard.press(".");
    }
  });
  expect(code).toBe(1);
});

test("abut view of a mesh", async ({ viewer }, info) => {
  const [file] = writeFrames(info.outputPath("frames"));
  const code = await showing(viewer, ["view", file], async () => {
    expect(await viewer.count("triangles")).toBe(250);
    await expect(viewer.by("findings")).toBeHidden();
    await expect(viewer.by("object-mesh")).toContainText("frame_0.obj");
    expect(await viewer.shareDrawn(await viewer.picture())).toBeGreaterThan(0.05);
  });
  expect(code).toBe(0);
});

test("abut view of a recording", async ({ viewer }, info) => {
  const [recording, json] = [info.outputPath("result.abut"), info.outputPath("report.json")];
  expect(run(["check", "scene:alpha:2000", "--record", recording, "--json", json]).code).toBe(1);
  const code = await showing(viewer, ["view", recording], async () => {
    const report = readJson<Report>(json);
    expect(await viewer.count("pairs")).toBe(report.intersecting_pairs);
    expect(await viewer.count("contours")).toBe(report.contours.length);
    await expect(viewer.by("hierarchy")).toBeVisible();
  });
  expect(code).toBe(0);
});

test("a cut recording is shown up to the cut", async ({ viewer }, info) => {
  const recording = info.outputPath("cut.abut");
  writeFrames(info.outputPath("frames"));
  run(["check", info.outputPath("frames"), "--record", recording]);
  truncateSync(recording, statSync(recording).size - 5000);
  await showing(viewer, ["view", recording], async () => {
    await expect(viewer.by("troubles")).toContainText("cut short");
  });
});
