// Materials are made once for each look and used for all frames, so that no shader is compiled while frames play.
import type { Material, ShaderMaterial } from "three";
import { LineBasicMaterial, Vector3 } from "three";
import type { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { makeDotMaterial } from "./dot_material";
import type { LineStyle } from "./line_material";
import { makeLineMaterial, setDashes } from "./line_material";
import { casing } from "./palette";
import { makeSphereMaterial } from "./sphere_material";
import { makeSurfaceMaterial, setOpacity } from "./surface_material";

const ghostOpacity = 0.3;
const xrayOpacity = 0.28;

export class Materials {
  private readonly made = new Map<string, Material>();
  private readonly surfaces: ShaderMaterial[] = [];
  private readonly pixelRatio = { value: 1 };
  private readonly upAxis = { value: new Vector3(0, 0, 1) };
  private isXray = false;
  private hasEdges = false;

  private take<M extends Material>(key: string, make: () => M): M {
    const found = this.made.get(key) as M | undefined;
    if (found) return found;
    const material = make();
    this.made.set(key, material);
    return material;
  }

  surface(colour: string): ShaderMaterial {
    return this.take(`surface ${colour}`, () => this.addSurface(makeSurfaceMaterial(colour, this.upAxis)));
  }

  faceColours(): ShaderMaterial {
    return this.take("faces", () => this.addSurface(makeSurfaceMaterial("#fff", this.upAxis, true)));
  }

  private addSurface(material: ShaderMaterial): ShaderMaterial {
    this.surfaces.push(material);
    setOpacity(material, this.isXray ? xrayOpacity : 1);
    material.polygonOffset = this.hasEdges;
    return material;
  }

  /** Faces on top of surfaces, never seen through. */
  overlay(colour: string): ShaderMaterial {
    return this.take(`overlay ${colour}`, () => {
      const material = makeSurfaceMaterial(colour, this.upAxis);
      material.uniforms.backTint.value = 0.2;
      material.uniforms.evenness.value = 0.5;
      material.uniforms.nearness.value = 0.001;
      return material;
    });
  }

  solid(colour: string): ShaderMaterial {
    return this.take(`solid ${colour}`, () => makeSurfaceMaterial(colour, this.upAxis));
  }

  line(style: LineStyle): LineMaterial {
    return this.take(`line ${style.colour} ${style.width} ${style.isDashed}`, () => makeLineMaterial(style));
  }

  /** A dark rim, never before a line. */
  casing(width: number): LineMaterial {
    return this.take(`casing ${width}`, () => {
      const material = makeLineMaterial({ colour: casing, width });
      material.depthWrite = false;
      return material;
    });
  }

  /** Lines as they are seen through surfaces. */
  ghostLine(style: LineStyle): LineMaterial {
    return this.take(`ghost ${style.colour} ${style.width} ${style.isDashed}`, () => makeGhost(makeLineMaterial(style)));
  }

  thinLine(colour: string): LineBasicMaterial {
    return this.take(`thin ${colour}`, () => new LineBasicMaterial(colour ? { color: colour } : { vertexColors: true }));
  }

  edges(): LineBasicMaterial {
    return this.take("edges", () => new LineBasicMaterial({ transparent: true, opacity: 0.55 }));
  }

  dots(colour: string, size: number): ShaderMaterial {
    return this.take(`dots ${colour} ${size}`, () => makeDotMaterial(colour, size, this.pixelRatio));
  }

  ghostDots(colour: string, size: number): ShaderMaterial {
    return this.take(`ghost dots ${colour} ${size}`, () => {
      const material = makeGhost(makeDotMaterial(colour, size, this.pixelRatio));
      material.uniforms.opacity.value = ghostOpacity;
      return material;
    });
  }

  spheres(): ShaderMaterial {
    return this.take("spheres", makeSphereMaterial);
  }

  /** Seen through everything, at full strength. */
  selectionLine(colour: string): LineMaterial {
    return this.take(`selection ${colour}`, () => {
      const material = makeLineMaterial({ colour, width: 3.5 });
      material.depthTest = false;
      material.transparent = true; // drawn after all that is opaque
      return material;
    });
  }

  selectionDots(colour: string): ShaderMaterial {
    return this.take(`selection dots ${colour}`, () => {
      const material = makeDotMaterial(colour, 11, this.pixelRatio);
      material.depthTest = false;
      return material;
    });
  }

  setXray(on: boolean): void {
    this.isXray = on;
    for (const material of this.surfaces) setOpacity(material, on ? xrayOpacity : 1);
  }

  /** Surfaces stand back behind their edges, but only then: pushed back, a steep face falls behind the one it hides. */
  setWireframe(on: boolean): void {
    this.hasEdges = on;
    for (const material of this.surfaces) material.polygonOffset = on;
  }

  /** Before each draw. */
  prepare(pixelRatio: number, pixelsPerUnit: number, upAxis: Vector3): void {
    this.pixelRatio.value = pixelRatio;
    this.upAxis.value.copy(upAxis);
    for (const material of this.made.values()) {
      if ((material as LineMaterial).isLineMaterial && (material as LineMaterial).dashed) setDashes(material as LineMaterial, pixelsPerUnit);
    }
  }
}

function makeGhost<M extends Material>(material: M): M {
  material.opacity = ghostOpacity;
  material.transparent = true;
  material.depthTest = false;
  material.depthWrite = false;
  return material;
}
