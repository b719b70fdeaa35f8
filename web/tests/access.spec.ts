// For everybody: names, focus, contrast, narrow windows, stillness.
import type { Page } from "@playwright/test";
import { crossingSheets } from "./fixtures";
import { expect, test } from "./page";
import type { Viewer } from "./viewer";

test.use({ viewport: { width: 1000, height: 700 } });

const sheets = () => crossingSheets(4, 8);

/** With as much on the page as it can show at once. */
async function showMuch(viewer: Viewer): Promise<void> {
  await viewer.show(sheets());
  await viewer.page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    window.abut.state.select({ kind: "face", mesh: 1, face: 3 });
    window.abut.state.fail(new Error("A sentence about what went wrong."));
    window.abut.state.announce("Something happened.");
  });
  await viewer.by("hierarchy-patches").check({ force: true });
  await viewer.by("tool-compare").click();
  await viewer.rest();
}

test("every control has a name", async ({ viewer, page, context }) => {
  await showMuch(viewer);
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const roles = ["button", "checkbox", "radio", "slider", "combobox", "searchbox", "textbox", "tab", "listbox", "option", "splitter", "application", "dialog"];
  const controls = nodes.filter((node) => !node.ignored && roles.includes(String(node.role?.value)));
  expect(controls.length).toBeGreaterThan(30);
  const nameless = controls.filter((node) => !String(node.name?.value ?? "").trim());
  expect(nameless.map((node) => node.role?.value)).toEqual([]);
});

/** Remembers how everything looks without the focus; then asks whether what has it looks otherwise. */
async function rememberLooks(page: Page): Promise<() => Promise<{ name: string; isSeen: boolean } | null>> {
  const looks = await page.evaluateHandle(() => {
    (document.activeElement as HTMLElement).blur();
    const describe = (style: CSSStyleDeclaration) => [style.outlineStyle, style.outlineColor, style.boxShadow, style.background, style.borderColor];
    const look = (element: Element) => {
      const beside = element.nextElementSibling ?? element; // what stands for an unseen radio button
      return [getComputedStyle(element), getComputedStyle(element, "::before"), getComputedStyle(element, "::after"), getComputedStyle(beside)].map(describe).join();
    };
    const before = new Map([...document.querySelectorAll("body *")].map((element) => [element, look(element)]));
    return { look, before };
  });
  return () =>
    looks.evaluate(({ look, before }) => {
      const element = document.activeElement!;
      const text = before.get(element);
      before.delete(element);
      if (text === undefined) return null; // the page itself, or the second time
      const name = `${element.tagName} ${element.id} ${element.className} ${element.getAttribute("aria-label") ?? element.textContent}`;
      return { name, isSeen: look(element) !== text };
    });
}

test("the focus is seen wherever it goes", async ({ viewer, page }) => {
  await showMuch(viewer);
  const lookAtFocus = await rememberLooks(page);
  const visited: string[] = [];
  for (let presses = 0; presses < 80; ++presses) {
    await page.keyboard.press("Tab");
    const focus = await lookAtFocus();
    if (!focus) continue;
    visited.push(focus.name);
    expect(focus.isSeen, focus.name).toBe(true);
  }
  expect(visited.length, visited.join("\n")).toBeGreaterThan(40);
});

interface Poor {
  text: string;
  contrast: number;
}

/** Text on its ground with less than this contrast (WCAG 2), everywhere on the page. */
function findPoorText(page: Page, least: number): Promise<Poor[]> {
  return page.evaluate((least) => {
    type Colour = [number, number, number, number];
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
    const parse = (text: string): Colour => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = text;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = (top: Colour, below: Colour): Colour => [0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3])).concat(1) as Colour;
    const groundOf = (element: Element | null): Colour => {
      if (!element) return [255, 255, 255, 1];
      const own = parse(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
    };
    const opacityOf = (element: Element | null): number => (element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1);
    const luminance = (colour: Colour) => {
      const [r, g, b] = colour.slice(0, 3).map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const poor: Poor[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent!.trim()).join("");
      if (!text || !element.checkVisibility({ visibilityProperty: true }) || element.matches(":disabled, option")) continue;
      const ground = groundOf(element);
      const colour = parse(getComputedStyle(element).color);
      colour[3] *= opacityOf(element);
      const [a, b] = [luminance(over(colour, ground)), luminance(ground)];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < least) poor.push({ text, contrast });
    }
    return poor;
  }, least);
}

test("text stands out from its ground, in light and dark", async ({ viewer, page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await showMuch(viewer);
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    expect(await findPoorText(page, 4.5)).toEqual([]);
    expect((await findPoorText(page, 21)).length).toBeGreaterThan(20); // it does look
    await page.evaluate(() => window.abut.state.clearError());
    await page.keyboard.press("?");
    expect(await findPoorText(page, 4.5)).toEqual([]);
  }
  await viewer.openEmpty();
  expect(await findPoorText(page, 4.5)).toEqual([]);
});

test("the help lists every key, and goes away", async ({ viewer, page }) => {
  await viewer.show(sheets());
  await page.keyboard.press("?");
  const help = viewer.by("help");
  await expect(help).toBeVisible();
  const keys = await help.locator("kbd").allInnerTexts();
  for (const key of ["F", "W", "X", "O", "C", "S", "T", "B", "Space", ",", ".", "Home", "End", "N", "P", "Escape", "?", "Arrows", "Enter", "Tab", "1", "3", "7"]) {
    expect(keys).toContain(key);
  }
  await page.keyboard.press("w"); // keys behind the sheet do nothing
  expect(await page.evaluate(() => window.abut.state.settings.wireframe)).toBe(false);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await viewer.by("tool-help").click();
  await expect(help).toBeVisible();
  await help.getByRole("button", { name: "Close" }).click();
  await expect(help).toBeHidden();
});

test("nothing is out of reach in a small window", async ({ viewer, page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await showMuch(viewer);
  const wide = await page.evaluate(() => {
    const scrolls = (element: Element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible";
    const hidesText = (element: Element) => getComputedStyle(element).textOverflow === "ellipsis";
    return [...document.querySelectorAll("html, body, body *")].filter((element) => scrolls(element) && !hidesText(element)).map((element) => `${element.tagName} ${element.id} ${element.className}`);
  });
  expect(wide).toEqual([]);
  for (const id of ["toolbar", "timeline", "details", "side"]) {
    const box = (await page.locator(`#${id}`).boundingBox())!;
    expect(box.x, id).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, id).toBeLessThanOrEqual(900);
    expect(box.y + box.height, id).toBeLessThanOrEqual(700);
  }
  for (const button of await page.locator("#toolbar > button, #time-controls button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("b");
  await expect(page.locator("#side")).toBeHidden();
  await expect(viewer.by("panel-show")).toBeVisible();
});

test("who prefers stillness sees no flights", async ({ viewer, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await viewer.show(sheets());
  const [soon, end] = await page.evaluate(async () => {
    const { stage } = window.abut;
    stage.flyTo({ kind: "contour", index: 0 });
    await new Promise<void>((resolve) => (stage.onDraw = resolve));
    const soon = stage.status().cameraDistance;
    await new Promise((resolve) => setTimeout(resolve, 500)); // longer than a flight
    return [soon, stage.status().cameraDistance];
  });
  expect(soon).toBe(end);
  const moving = await page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(",").map(parseFloat));
    return [...document.querySelectorAll("body *")]
      .filter((element) => {
        const style = getComputedStyle(element);
        return seconds(style.transitionDuration) > 0.01 || (style.animationName !== "none" && seconds(style.animationDuration) > 0.01);
      })
      .map((element) => `${element.tagName} ${element.id} ${element.className}`);
  });
  expect(moving).toEqual([]);
});
