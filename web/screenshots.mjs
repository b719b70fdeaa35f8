// Pictures of the page for README and docs: node screenshots.mjs OUT_DIR [NAME...]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const scratch = mkdtempSync(join(tmpdir(), "abut-screenshots-"));
const mostBytes = 250_000;

/** What to run, and what to do in its page before the picture is taken. */
const shots = {
  viewer_check: {
    args: ["check", "scene:poked"],
    colours: "light",
    prepare: async (page) => {
      await faceContour(page, 0);
      await page.locator('[data-row="0"]').click();
      await rest(page);
      await zoom(page, 2.6);
    },
  },
  viewer_untangle: {
    args: ["untangle", "scene:skirts", "-o", join(scratch, "out"), "--force"],
    colours: "dark",
    prepare: async (page) => {
      await page.getByTestId("tool-compare").click();
      await page.getByTestId("tool-xray").click();
      await turn(page, 0, -0.3);
      await page.evaluate(() => window.abut.stage.flyTo({ kind: "mesh", mesh: 1 }));
    },
  },
  viewer_levels: {
    args: ["check", "scene:poked"],
    colours: "light",
    prepare: async (page) => {
      await showHierarchy(page, "patches");
      await page.getByTestId("hierarchy-level").fill("7");
    },
  },
  viewer_visited: {
    args: ["check", "scene:poked"],
    colours: "light",
    prepare: (page) => showHierarchy(page, "visited"),
  },
};

async function showHierarchy(page, style) {
  await page.getByText("Layers", { exact: true }).click(); // it makes room
  await page.getByTestId(`hierarchy-${style}`).check({ force: true });
  await turn(page, 0, -0.3);
  await zoom(page, 0.6);
}

/** Turns around the upright axis until a contour is between it and the camera. */
async function faceContour(page, contour) {
  const [x, y] = await page.evaluate((contour) => {
    const { points, pointStarts } = window.abut.state.frame.layers.find(({ kind }) => kind === "contours");
    return [...points.subarray(3 * pointStarts[contour], 3 * pointStarts[contour] + 2)];
  }, contour);
  await page.evaluate(() => window.abut.stage.setView("front"));
  await turn(page, Math.atan2(x, -y), 0.15);
}

/** Until nothing moves. */
async function rest(page) {
  await page.waitForFunction(() => {
    const { stage, state } = window.abut;
    return !stage.status().isMoving && state.wantedFrame === state.frame.number;
  });
}

async function turn(page, right, up) {
  await rest(page);
  await page.evaluate(([right, up]) => window.abut.stage.orbit(right, up), [right, up]);
  await rest(page);
}

async function zoom(page, factor) {
  await page.evaluate((factor) => window.abut.stage.zoom(factor), factor);
  await rest(page);
}

/** Starts the program; resolves with the address of its page. */
function serve(args) {
  const running = spawn(process.env.ABUT_PROGRAM, [...args, "--view", "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = new Promise((resolve, reject) => {
    let output = "";
    running.stdout.on("data", (text) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(output);
      if (found) resolve(found[0]);
    });
    running.on("error", reject);
    running.on("exit", (code) => reject(new Error(`abut ${args.join(" ")} ended with ${code}`)));
  });
  return { running, address };
}

async function take(browser, name, { args, colours, prepare }, folder) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: colours, reducedMotion: "reduce" });
  const { running, address } = serve(args);
  try {
    const page = await context.newPage();
    await page.goto(await address);
    await page.waitForFunction(() => window.abut?.state.recording);
    await rest(page);
    await prepare(page);
    await page.locator("#status").evaluate((line) => line.classList.remove("is-fresh"));
    await page.mouse.move(0, 0);
    await rest(page);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > mostBytes) throw new Error(`${path} has ${size} bytes, more than ${mostBytes}`);
    console.log(`${path}: ${size} bytes`);
  } finally {
    running.removeAllListeners("exit");
    running.kill("SIGINT");
    await context.close();
  }
}

const [folder, ...names] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  for (const [name, shot] of Object.entries(shots)) if (names.length === 0 || names.includes(name)) await take(browser, name, shot, folder);
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
