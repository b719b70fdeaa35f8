// Surfaces: flat faces by derivatives, both sides, in a calm light that goes with the camera. The back is a little darker and greyer.
import type { Vector3 } from "three";
import { Color, DoubleSide, GLSL3, ShaderMaterial } from "three";
import { nearer } from "./shaders";

const vertexShader = /* glsl */ `
uniform float nearness;
out vec3 inView;
${nearer}
#ifdef FACE_COLOURS
in vec3 faceColour;
flat out vec3 ownColour;
#endif
void main() {
  vec4 p = vec4(position, 1.0);
#ifdef USE_INSTANCING
  p = instanceMatrix * p;
#endif
#ifdef FACE_COLOURS
  ownColour = faceColour;
#endif
  p = nearer(modelViewMatrix * p, nearness);
  inView = p.xyz;
  gl_Position = projectionMatrix * p;
}
`;

const fragmentShader = /* glsl */ `
in vec3 inView;
#ifdef FACE_COLOURS
flat in vec3 ownColour;
#endif
uniform vec3 colour;
uniform vec3 upAxis;
uniform float opacity;
uniform float backTint;
uniform float evenness;
out vec4 result;

vec3 faceNormal() {
  return normalize(cross(normalize(dFdx(inView)), normalize(dFdy(inView))));
}

float light(vec3 normal) {
  vec3 up = normalize((viewMatrix * vec4(upAxis, 0.0)).xyz);
  float sky = 0.5 + 0.5 * dot(normal, up);
  float key = max(0.0, dot(normal, normalize(vec3(-0.35, 0.45, 0.8))));
  return 0.31 + 0.14 * sky + 0.63 * key;
}

void main() {
#ifdef FACE_COLOURS
  vec3 base = ownColour;
#else
  vec3 base = colour;
#endif
  if (!gl_FrontFacing) base = mix(base, 0.66 * mix(base, vec3(dot(base, vec3(0.33))), 0.3), backTint);
  result = vec4(base * mix(light(faceNormal()), 0.9, evenness), opacity);
  result = linearToOutputTexel(result);
}
`;

export function makeSurfaceMaterial(colour: string, upAxis: { value: Vector3 }, hasFaceColours = false): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader,
    fragmentShader,
    defines: hasFaceColours ? { FACE_COLOURS: "" } : {},
    uniforms: {
      colour: { value: new Color(colour) },
      opacity: { value: 1 },
      backTint: { value: 1 }, // 0: both sides alike
      evenness: { value: 0 }, // 1: the same in any light
      nearness: { value: 0 },
      upAxis,
    },
    side: DoubleSide,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

/** Surfaces one sees through hide nothing. */
export function setOpacity(material: ShaderMaterial, opacity: number): void {
  material.uniforms.opacity.value = opacity;
  material.transparent = opacity < 1;
  material.depthWrite = opacity === 1;
}
