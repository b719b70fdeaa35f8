// Puts the page together.
import { App } from "./panel/app";
import { makeCommands } from "./panel/commands";
import { makeCompare } from "./panel/compare";
import { makeDetailsCard } from "./panel/details_card";
import { byId } from "./panel/dom";
import { FindingsPanel } from "./panel/findings_panel";
import { makeHelp } from "./panel/help";
import { HierarchyPanel } from "./panel/hierarchy_panel";
import { listenToKeys } from "./panel/keys";
import { LayersPanel } from "./panel/layers_panel";
import { makeNotices, showError } from "./panel/notices";
import { makeObjectsPanel } from "./panel/objects_panel";
import { makeSidePanel } from "./panel/side_panel";
import { makeOpening, openAtStart } from "./panel/start";
import { makeSummaryPanel } from "./panel/summary_panel";
import { makeTheme } from "./panel/theme";
import { makeTimeline } from "./panel/timeline";
import { makeToolbar } from "./panel/toolbar";
import { Stage } from "./stage/stage";

declare global {
  interface Window {
    /** For tests, and for the curious. */
    abut: { stage: Stage; state: App };
  }
}

function escape(app: App): void {
  if (app.error) app.clearError();
  else app.select(null);
}

async function begin(): Promise<void> {
  const canvas = byId<HTMLCanvasElement>("stage");
  const stage = new Stage(canvas);
  const app = new App(stage);
  window.abut = { stage, state: app };
  makeNotices(app);
  makeSummaryPanel(app);
  makeObjectsPanel(app);
  new LayersPanel(app);
  new HierarchyPanel(app);
  const findings = new FindingsPanel(app);
  makeDetailsCard(app);
  makeCompare(app);
  const toggleTheme = makeTheme(app);
  const togglePanel = makeSidePanel();
  const commands = makeCommands(app, {
    toggleTheme,
    togglePanel,
    openHelp: () => openHelp(),
    stepFinding: (step) => findings.step(step),
    escape: () => escape(app),
  });
  const openHelp = makeHelp(commands);
  makeToolbar(app, commands);
  makeTimeline(app, commands);
  listenToKeys(app, canvas, commands);
  new ResizeObserver(() => stage.resize()).observe(canvas);
  makeOpening(app);
  await openAtStart(app);
}

begin().catch(showError);
