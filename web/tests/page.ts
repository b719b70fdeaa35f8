// A test with a page that must stay silent and keep to itself: no errors, no warnings, no requests to elsewhere.
import type { Page } from "@playwright/test";
import { test as plain } from "@playwright/test";
import { Server } from "./server";
import { Viewer } from "./viewer";

export { expect } from "@playwright/test";

/** Of Chromium's software rendering, when a picture is read back. */
const harmless = /GPU stall due to ReadPixels/;

export interface Complaints {
  list: string[];
  /** What a test provokes. */
  expected: RegExp[];
}

function watch(page: Page): Complaints {
  const complaints: Complaints = { list: [], expected: [harmless] };
  page.on("pageerror", (error) => complaints.list.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.list.push(`${message.type()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    const to = new URL(request.url());
    const isOwn = ["data:", "blob:"].includes(to.protocol) || request.isNavigationRequest() || to.origin === new URL(page.url()).origin;
    if (!isOwn) complaints.list.push(`request to ${request.url()}`);
  });
  return complaints;
}

interface Fixtures {
  complaints: Complaints;
  viewer: Viewer;
}

export const test = plain.extend<Fixtures, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints = watch(page);
      await use(complaints);
      const unexpected = complaints.list.filter((text) => !complaints.expected.some((pattern) => pattern.test(text)));
      plain.expect(unexpected, "what the page complained about").toEqual([]);
    },
    { auto: true },
  ],
  viewer: async ({ page, server, complaints: _ }, use) => use(new Viewer(page, server)),
});
