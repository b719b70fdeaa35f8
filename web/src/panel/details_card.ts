// The card of what is selected.
import type { App } from "./app";
import { iconButton } from "./button";
import { byId, element } from "./dom";
import { describeTarget, detailsText, type Details, type Link } from "./details_data";
import { count } from "./format";

export function makeDetailsCard(app: App): void {
  const card = byId("details");
  const update = () => {
    const { recording, frame, names, selection } = app;
    const details = recording && names && selection && describeTarget({ recording, frame, names }, selection);
    card.hidden = !details;
    card.replaceChildren(...(details ? content(app, details) : []));
  };
  app.on(["selection", "frame"], update);
}

function content(app: App, details: Details): Node[] {
  const copy = iconButton({
    icon: "copy",
    label: "Copy",
    testId: "details-copy",
    onClick: () => void copyText(app, detailsText(details)),
  });
  const fly = iconButton({ icon: "target", label: "Fly there", onClick: () => app.selection && app.stage.flyTo(app.selection) });
  const close = iconButton({ icon: "close", label: "Select nothing", keys: "Escape", onClick: () => app.select(null) });
  const parts: Node[] = [
    element("header", {}, element("h2", {}, details.title), fly, copy, close),
    element("dl", { class: "facts" }, ...details.facts.flatMap(fact)),
  ];
  if (details.points.length > 0) parts.push(pointTable(details));
  if (details.linkCount > 0) parts.push(element("h3", {}, details.linkWord), linkList(app, details));
  return parts;
}

function fact([name, value]: [string, string]): Node[] {
  return [element("dt", {}, name), element("dd", { title: value }, value)];
}

function pointTable(details: Details): HTMLElement {
  const head = [details.pointWord, "x", "y", "z"].map((text) => element("th", { scope: "col" }, text));
  const rows = details.points.map(({ name, coordinates }) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...coordinates.map((number) => element("td", {}, number))),
  );
  const top = element("thead", {}, element("tr", {}, ...head));
  const table = element("table", { class: "points" }, top, element("tbody", {}, ...rows));
  return element("div", { class: "points-frame" }, table);
}

function linkList(app: App, details: Details): HTMLElement {
  const rows = details.links.map((link) => element("li", {}, linkButton(app, link)));
  const left = details.linkCount - details.links.length;
  if (left > 0) rows.push(element("li", { class: "quiet" }, `and ${count(left)} more`));
  return element("ul", { class: "links" }, ...rows);
}

function linkButton(app: App, { text, target }: Link): HTMLElement {
  return element("button", { type: "button", class: "link", title: text, onclick: () => app.select(target, true) }, text);
}

async function copyText(app: App, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  app.announce("Copied.");
}

/** Pages that are not from a safe place have no clipboard of the new kind. */
function copyBySelection(text: string): void {
  const area = element("textarea", { class: "unseen" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
