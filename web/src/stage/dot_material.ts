// Dots: round, of a fixed size in the picture, with a dark rim.
import { Color, GLSL3, ShaderMaterial } from "three";
import { casing } from "./palette";
import { nearer } from "./shaders";

const vertexShader = /* glsl */ `
uniform float size;
uniform float pixelRatio;
${nearer}
void main() {
  gl_Position = projectionMatrix * nearer(modelViewMatrix * vec4(position, 1.0), 0.007);
  gl_PointSize = size * pixelRatio;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform vec3 rim;
uniform float size;
uniform float opacity;
out vec4 result;
void main() {
  float radius = size * length(gl_PointCoord - 0.5);
  float inside = 1.0 - smoothstep(0.5 * size - 1.0, 0.5 * size, radius);
  float core = 1.0 - smoothstep(0.5 * size - 2.0, 0.5 * size - 1.2, radius);
  if (inside == 0.0) discard;
  result = linearToOutputTexel(vec4(mix(rim, colour, core), opacity * inside));
}
`;

export function makeDotMaterial(colour: string, size: number, pixelRatio: { value: number }): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader,
    fragmentShader,
    uniforms: {
      colour: { value: new Color(colour) },
      rim: { value: new Color(casing) },
      size: { value: size },
      opacity: { value: 1 },
      pixelRatio,
    },
    transparent: true,
    depthWrite: false,
  });
}
