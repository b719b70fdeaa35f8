// What the page has to tell: errors, troubles of the file, what it waits for, what just happened.
import { sentence, type App } from "./app";
import { iconButton } from "./button";
import { byId, debounced, element, setText } from "./dom";

export function makeNotices(app: App): void {
  makeErrorBanner(app);
  makeTroublesBanner(app);
  app.on("busy", () => {
    byId("busy").hidden = app.busy === "";
    setText(byId("busy-text"), app.busy);
  });
  makeStatusLine(app);
  window.addEventListener("error", (event) => {
    const isHarmless = event.message.startsWith("ResizeObserver loop"); // sizes are looked at again in the next picture
    if (!isHarmless) app.fail(event.error ?? event.message);
  });
  window.addEventListener("unhandledrejection", (event) => app.fail(event.reason));
}

/** The line fades from sight after a while; who listens has heard it. */
function makeStatusLine(app: App): void {
  const line = byId("status");
  const fade = debounced(4000, () => line.classList.remove("is-fresh"));
  app.on("announcement", () => {
    setText(line, app.announcement);
    line.classList.add("is-fresh");
    fade();
  });
}

function makeErrorBanner(app: App): void {
  byId("error").append(iconButton({ icon: "close", label: "Close", keys: "Escape", onClick: () => app.clearError() }));
  app.on("error", () => {
    byId("error").hidden = app.error === "";
    setText(byId("error-text"), app.error);
  });
}

/** Where there is no app to tell it, as in a browser without WebGL. */
export function showError(error: unknown): void {
  byId("error").hidden = false;
  setText(byId("error-text"), sentence(error));
}

function makeTroublesBanner(app: App): void {
  const banner = byId("troubles");
  const text = element("div", {});
  banner.append(text, iconButton({ icon: "close", label: "Close", onClick: () => (banner.hidden = true) }));
  app.on("recording", () => {
    const troubles = app.recording?.troubles ?? [];
    banner.hidden = troubles.length === 0;
    text.replaceChildren(...troubles.map((trouble) => element("p", {}, trouble)));
  });
}
