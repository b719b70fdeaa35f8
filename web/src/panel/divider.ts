// A line between two areas that can be dragged, or moved with the arrow keys.
export interface DividerOptions {
  handle: HTMLElement;
  /** What the share is of. */
  area: HTMLElement;
  axis: "x" | "y";
  share(): number;
  setShare(share: number): void;
}

const keyStep = 0.02;

function shareAfter(key: string, share: number): number | null {
  if (key === "ArrowLeft" || key === "ArrowUp") return share - keyStep;
  if (key === "ArrowRight" || key === "ArrowDown") return share + keyStep;
  if (key === "Home") return 0;
  return key === "End" ? 1 : null;
}

export function makeDivider({ handle, area, axis, share, setShare }: DividerOptions): void {
  const moveTo = (event: PointerEvent) => {
    const box = area.getBoundingClientRect();
    setShare(axis === "x" ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height);
  };
  handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) moveTo(event);
  });
  handle.addEventListener("keydown", (event) => {
    const next = shareAfter(event.key, share());
    if (next === null) return;
    setShare(next);
    event.preventDefault();
  });
}

export function showShare(handle: HTMLElement, share: number): void {
  handle.setAttribute("aria-valuenow", String(Math.round(100 * share)));
}
