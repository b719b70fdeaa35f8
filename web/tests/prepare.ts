// Before all tests: the page they look at, unless ABUT_PAGE names one that was built, and a line about what cannot be tested.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { noProgram, program } from "./program";

function buildPage(): string {
  const web = new URL("../", import.meta.url);
  execFileSync("node", ["build.mjs", "dist"], { cwd: web });
  return fileURLToPath(new URL("dist/viewer.html", web));
}

export default function prepare(): void {
  process.env.ABUT_PAGE ??= buildPage();
  if (program === "") console.log(`Skipped: ${noProgram}.`);
}
