// The side panel: it can give its room to the picture, and a divider shares it between its sections and the findings.
import { iconButton } from "./button";
import { makeDivider, showShare } from "./divider";
import { byId } from "./dom";

export function makeSidePanel(): () => void {
  const side = byId("side");
  const show = iconButton({ icon: "panel", label: "Show the side panel", keys: "B", testId: "panel-show", onClick: toggle });
  const hide = iconButton({ icon: "panel", label: "Hide the side panel", keys: "B", testId: "panel-hide", onClick: toggle });
  byId("panel-show").append(show);
  byId("side-buttons").append(hide);
  makeSplit(side);

  function toggle(): void {
    const hadFocus = side.contains(document.activeElement) || document.activeElement === show;
    const isClosed = document.body.classList.toggle("no-side");
    if (hadFocus) (isClosed ? show : hide).focus();
  }
  return toggle;
}

function makeSplit(side: HTMLElement): void {
  const handle = byId("split");
  let share = 0.6;
  const setShare = (wanted: number) => {
    share = Math.min(0.75, Math.max(0.2, wanted));
    side.style.setProperty("--split", String(share));
    showShare(handle, share);
  };
  makeDivider({ handle, area: side, axis: "y", share: () => share, setShare });
  setShare(share);
}
