// Makes one page of all sources, and a C++ file that holds it: node build.mjs OUT_DIR
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** Where the program puts the recording of a page that stands alone. */
const recordingMark = "<!--abut-recording-->";

/** Nothing is fetched but the recording, from where the page itself is from. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "connect-src 'self' blob: data:",
  "worker-src blob:",
].join("; ");

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, entry)],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    charset: "ascii",
    legalComments: "inline",
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

/** Text inside a script element ends at the first "</script" and changes its meaning at "<!--". */
function safeInScript(code) {
  return code.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "\\x3c!--");
}

function safeInStyle(css) {
  return css.replace(/<\/(style)/gi, "<\\/$1");
}

/** Replaces what stands exactly once. */
function replaceOnce(page, pattern, text) {
  const found = page.match(new RegExp(pattern, "g"))?.length ?? 0;
  if (found !== 1) throw new Error(`index.html has ${pattern} ${found} times instead of once`);
  return page.replace(pattern, () => text);
}

async function makePage() {
  const script = safeInScript(await bundle("src/main.ts"));
  const style = safeInStyle(await bundle("src/style.css"));
  let page = readFileSync(join(here, "index.html"), "utf8");
  page = replaceOnce(page, /<link [^>]*href="[^"]*src\/style\.css"[^>]*>/, `<style>${style}</style>`);
  page = replaceOnce(page, /<script [^>]*src="[^"]*src\/main\.ts"[^>]*><\/script>/, `<script type="module">${script}</script>`);
  page = replaceOnce(page, /<head>/, `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
  checkMark(page);
  return page;
}

function checkMark(page) {
  const at = page.indexOf(recordingMark);
  if (at < 0 || at !== page.lastIndexOf(recordingMark)) throw new Error(`the page must have ${recordingMark} once`);
  if (at > page.indexOf('<script type="module">')) throw new Error(`${recordingMark} must stand before the script`);
}

/** A byte as C++ has it in a literal; three digits, so that no digit after them belongs to it. */
function escapeByte(byte) {
  const character = String.fromCharCode(byte);
  if (character === "\n") return "\\n";
  if (character === '"' || character === "\\" || character === "?") return `\\${character}`; // "??" could begin a trigraph
  if (byte >= 32 && byte < 127) return character;
  return `\\${byte.toString(8).padStart(3, "0")}`;
}

/** Compilers limit the length of a literal, so the page is joined of pieces when it is first asked for. */
function makeSource(page) {
  const bytes = Buffer.from(page, "utf8");
  const pieceSize = 8000;
  const pieces = [];
  for (let begin = 0; begin < bytes.length; begin += pieceSize) {
    const piece = bytes.subarray(begin, begin + pieceSize);
    pieces.push(`    "${Array.from(piece, escapeByte).join("")}"sv,\n`);
  }
  return `// Made by web/build.mjs of the sources in web/; do not edit.
#include "viewer_page.h"

#include <string>
#include <string_view>

namespace abut {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view pieces[] = {
${pieces.join("")}};

std::string join_pieces() {
  std::string page;
  page.reserve(${bytes.length});
  for (const std::string_view piece : pieces) page += piece;
  return page;
}

}  // namespace

std::string_view viewer_page() {
  static const std::string page = join_pieces();
  return page;
}

}  // namespace abut
`;
}

const outDir = process.argv[2];
if (!outDir) {
  console.error("node build.mjs OUT_DIR");
  process.exit(2);
}
const page = await makePage();
mkdirSync(resolve(outDir), { recursive: true });
writeFileSync(join(outDir, "viewer.html"), page);
writeFileSync(join(outDir, "viewer_page.cpp"), makeSource(page));
