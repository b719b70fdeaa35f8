// Before and after, or then and now: the first frame left of a divider, the current one right of it.
import type { App } from "./app";
import { makeDivider, showShare } from "./divider";
import { byId, setText } from "./dom";

/** Frames that lead from an input to a result; those of an animation are just other times. */
function isWay(app: App): boolean {
  return app.recording?.head.command === "untangle" && app.frameWord !== "frame";
}

export function makeCompare(app: App): void {
  const layer = byId("compare");
  const handle = byId("divider");
  makeDivider({
    handle,
    area: byId("stage-area"),
    axis: "x",
    share: () => app.divider,
    setShare: (share) => app.setDivider(share),
  });
  app.on(["compare", "frame", "recording"], () => {
    layer.hidden = !app.isComparing;
    if (!app.isComparing) return;
    layer.style.setProperty("--divider", `${100 * app.divider}%`);
    showShare(handle, app.divider);
    const [left, right] = isWay(app) ? ["before", "after"] : ["first", "now"];
    setText(byId("label-before"), `${left}: ${app.frameName(0)}`);
    setText(byId("label-after"), `${right}: ${app.frameName(app.frame.number)}`);
  });
}
