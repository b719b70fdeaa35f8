// The renderer: how sharp it draws, and which part of the canvas shows what.
import type { Camera, Object3D, Scene } from "three";
import { Vector2, WebGLRenderer } from "three";

/** What is shown in a strip of the canvas, in shares of its width. */
export interface View {
  object: Object3D;
  left: number;
  right: number;
}

export class Drawer {
  private readonly renderer: WebGLRenderer;
  private readonly isSoftware = isComputed();
  private readonly size = new Vector2();

  constructor(private readonly canvas: HTMLCanvasElement) {
    try {
      // Without a graphics card, smoothing every edge costs more than drawing more pixels, which can be left out while things move.
      this.renderer = new WebGLRenderer({ canvas, antialias: !this.isSoftware, powerPreference: "high-performance" });
    } catch {
      throw new Error("This page needs WebGL 2, which this browser does not offer or has switched off.");
    }
  }

  get context(): WebGL2RenderingContext {
    return this.renderer.getContext() as WebGL2RenderingContext;
  }

  get pixelRatio(): number {
    return this.renderer.getPixelRatio();
  }

  /** Takes the size of the canvas in the page, at a share of the full resolution; returns its width by its height. */
  fit(resolution: number): number {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = (this.isSoftware ? 2 : Math.min(2, window.devicePixelRatio)) * resolution;
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
    this.renderer.getSize(this.size);
    if (this.size.x !== width || this.size.y !== height) this.renderer.setSize(width, height, false);
    this.size.set(width, height);
    return width / Math.max(1, height);
  }

  /** Views beside each other; of their objects each sees only its own. */
  render(scene: Scene, camera: Camera, views: View[]): void {
    this.renderer.setScissorTest(views.length > 1);
    if (views.length === 0) this.renderer.render(scene, camera);
    for (const { object, left, right } of views) {
      for (const view of views) view.object.visible = view.object === object;
      const [begin, end] = [Math.round(left * this.size.x), Math.round(right * this.size.x)];
      if (begin >= end) continue;
      this.renderer.setScissor(begin, 0, end - begin, this.size.y);
      this.renderer.render(scene, camera);
    }
  }
}

function isComputed(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) return false;
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const name = names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "";
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
