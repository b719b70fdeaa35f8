// Pages that stand alone, files that are dropped, and files that are not what they should be.
import type { Page } from "@playwright/test";
import { readFileSync, writeFileSync } from "node:fs";
import { contacts, crossingSheets, small } from "./fixtures";
import { writeBinaryPly, writeGlb, writeObj, writePly } from "./mesh_files";
import { expect, test } from "./page";
import { noProgram, program, readJson, run } from "./program";
import { ball, sheet } from "./shapes";
import type { Viewer } from "./viewer";
import type { PlainRecording } from "./write_recording";
import { writeEmbedded, writeRecording } from "./write_recording";

test.use({ viewport: { width: 860, height: 600 } });

interface Dropped {
  name: string;
  content: string | Uint8Array;
}

/** Files are let go over the page, as if they came from a folder. */
async function drop(page: Page, files: Dropped[]): Promise<void> {
  const plain = files.map(({ name, content }) => ({ name, base64: Buffer.from(content as Uint8Array).toString("base64") }));
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of files) transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    return transfer;
  }, plain);
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await expect(page.getByTestId("drop-zone")).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await expect(page.getByTestId("drop-zone")).toBeHidden();
}

async function waitForTitle(viewer: Viewer, title: string): Promise<void> {
  await expect(viewer.page.locator("#title")).toHaveText(title);
  await viewer.opened();
}

function writePage(file: string, recording: PlainRecording, change = (text: string) => text): void {
  const page = readFileSync(process.env.ABUT_PAGE!, "utf8");
  writeFileSync(file, page.replace("<!--abut-recording-->", () => change(writeEmbedded(recording))));
}

test("a page of the program opens from the disk, without any network", async ({ viewer, context }, info) => {
  test.skip(program === "", noProgram);
  const [html, json] = [info.outputPath("result.html"), info.outputPath("report.json")];
  expect(run(["check", "scene:poked:4000", "--html", html, "--json", json]).code).toBe(1);
  const report = readJson<{ intersecting_pairs: number; contours: unknown[] }>(json);
  await context.setOffline(true);
  await viewer.open(`file://${html}`);
  expect(await viewer.count("pairs")).toBe(report.intersecting_pairs);
  expect(await viewer.count("contours")).toBe(report.contours.length);
  expect(await viewer.shareDrawn(await viewer.picture())).toBeGreaterThan(0.05);
  await viewer.by("hierarchy-patches").check({ force: true });
  await expect(viewer.by("hierarchy-nodes")).toContainText("patches");
});

test("an embedded recording is read frame by frame", async ({ viewer, context }, info) => {
  const recording = crossingSheets(4, 8);
  const file = info.outputPath("page.html");
  writePage(file, recording);
  await context.setOffline(true);
  await viewer.open(`file://${file}`);
  for (const frame of [3, 1, 0]) {
    await viewer.by("scrubber").fill(String(frame));
    await viewer.rest();
    expect(await viewer.count("pairs")).toBe((recording.frames[frame].values as number[])[0]);
  }
});

test("a broken recording in a page gets a sentence", async ({ viewer, page }, info) => {
  const changes: [string, (text: string) => string, RegExp][] = [
    ["no base64", (text) => text.replace(/">[A-Za-z0-9+/]{8}/g, '">********'), /not base64/],
    ["a piece is missing", (text) => text.replace(text.split("\n")[2], ""), /cut short/],
    ["no places", (text) => text.replace(/ data-offset="\d+"/g, ""), /does not say where it begins/],
    ["other version", (text) => text.replace(/(data-offset="0">.{12})..../, "$1BwcH"), /version/],
  ];
  for (const [name, change, says] of changes) {
    const file = info.outputPath(`${name}.html`);
    writePage(file, small(), change);
    await page.goto(`file://${file}`);
    await expect(viewer.by("error"), name).toContainText(says);
    await expect(viewer.by("empty")).toBeVisible(); // and another file can be opened
  }
});

test("meshes and recordings are dropped on the page", async ({ viewer, page }) => {
  const mesh = ball([0, 0, 0], [1, 0.7, 0.5], 8);
  const [triangles, vertices] = [mesh.faces.length / 3, mesh.positions.length / 3];
  await viewer.openEmpty();
  const dropped: Dropped[] = [
    { name: "ball.obj", content: writeObj(mesh, "ball") },
    { name: "text.ply", content: writePly(mesh) },
    { name: "binary.ply", content: writeBinaryPly(mesh) },
    { name: "ball.glb", content: writeGlb(mesh) },
  ];
  for (const file of dropped) {
    await drop(page, [file]);
    await waitForTitle(viewer, file.name);
    expect(await viewer.count("triangles"), file.name).toBe(triangles);
    expect(await viewer.count("vertices"), file.name).toBe(vertices);
    expect(await viewer.shareDrawn(await viewer.picture()), file.name).toBeGreaterThan(0.1);
  }
  const recording = contacts();
  await drop(page, [{ name: "result.abut", content: writeRecording(recording) }]);
  await waitForTitle(viewer, recording.head.title as string);
  expect(await viewer.count("contacts")).toBeGreaterThan(0);
  await drop(page, [dropped[0], { name: "sheet.ply", content: writePly(sheet(6)) }]);
  await waitForTitle(viewer, "ball.obj, sheet.ply");
  expect(await viewer.count("triangles")).toBe(triangles + 72);
  await expect(viewer.by("object-mesh")).toHaveCount(2);
  await expect(viewer.by("findings")).toBeHidden();
});

test("files are chosen, the same one twice", async ({ viewer }) => {
  await viewer.openEmpty();
  const file = { name: "sheet.obj", mimeType: "", buffer: Buffer.from(writeObj(sheet(6))) };
  for (let i = 0; i < 2; ++i) {
    await viewer.by("file-input").setInputFiles(file);
    await waitForTitle(viewer, "sheet.obj");
  }
  expect(await viewer.count("triangles")).toBe(72);
});

test("what cannot be read gets a sentence, and what is shown stays", async ({ viewer, page }) => {
  const whole = writeRecording(small());
  const glb = writeGlb(sheet(2));
  const bad: [Dropped[], RegExp][] = [
    [[{ name: "new.abut", content: writeRecording(small(), 7) }], /version 7/],
    [[{ name: "cut.abut", content: whole.slice(0, 700) }], /cut short/],
    [[{ name: "picture.abut", content: "GIF89a is not ours" }], /not an abut recording/],
    [[{ name: "empty.abut", content: "" }], /empty/],
    [[{ name: "empty.obj", content: "" }], /no faces/],
    [[{ name: "garbage.obj", content: "v 1 2 3\nv one two three\nf 1 2 9\n" }], /line 2/],
    [[{ name: "far.obj", content: "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n" }], /line 4 names the vertex "9"/],
    [[{ name: "garbage.glb", content: Buffer.concat([Buffer.from("glTF"), Buffer.alloc(40, 7)]) }], /garbage\.glb cannot be read/],
    [[{ name: "cut.glb", content: glb.subarray(0, glb.length - 60) }], /cut\.glb (cannot be read|is damaged)/],
    [[{ name: "cut.ply", content: writeBinaryPly(sheet(2)).subarray(0, 300) }], /cut short/],
    [[{ name: "garbage.ply", content: "ply\nformat ascii 1.0\nend_header\n" }], /garbage.ply cannot be read/],
    [[{ name: "letter.txt", content: "Dear abut," }], /letter\.txt is neither/],
    [[{ name: "two.abut", content: whole }, { name: "sheet.obj", content: writeObj(sheet(2)) }], /alone/],
  ];
  await viewer.openEmpty();
  await drop(page, bad[0][0]);
  await expect(viewer.by("error")).toContainText(bad[0][1]);
  await expect(viewer.by("empty")).toBeVisible();
  await drop(page, [{ name: "sheet.obj", content: writeObj(sheet(6)) }]);
  await waitForTitle(viewer, "sheet.obj");
  await expect(viewer.by("error")).toBeHidden();
  const before = await viewer.picture();
  for (const [files, says] of bad) {
    await drop(page, files);
    await expect(viewer.by("error"), files[0].name).toContainText(says);
    expect((await viewer.by("error").innerText()).trim(), files[0].name).toMatch(/\.$/);
    await expect(page.locator("#title")).toHaveText("sheet.obj");
    expect(await viewer.count("triangles")).toBe(72);
    await page.keyboard.press("Escape");
    await expect(viewer.by("error")).toBeHidden();
  }
  expect(await viewer.difference(before, await viewer.picture())).toBe(0);
});

test("a recording that is cut after a whole frame is shown up to there", async ({ viewer, page }) => {
  const recording = crossingSheets(4, 8);
  const bytes = writeRecording(recording);
  await viewer.openEmpty();
  await drop(page, [{ name: "cut.abut", content: bytes.slice(0, bytes.length - 4000) }]);
  await waitForTitle(viewer, recording.head.title as string);
  await expect(viewer.by("troubles")).toContainText(/cut short after iteration \d/);
  expect(await viewer.count("pairs")).toBe((recording.frames[0].values as number[])[0]);
  await viewer.by("troubles").getByRole("button", { name: "Close" }).click();
  await expect(viewer.by("troubles")).toBeHidden();
});
