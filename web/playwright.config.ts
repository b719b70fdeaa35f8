// Tests of the page, in the Chromium that is installed; nothing is downloaded. WebGL is computed without a GPU.
import { defineConfig, devices } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  globalSetup: "./tests/prepare.ts",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  workers: 1,
  timeout: 30_000,
  forbidOnly: !!process.env.CI,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: {
      executablePath: process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    },
  },
});
