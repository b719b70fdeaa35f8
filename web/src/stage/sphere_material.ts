// Spheres like soap bubbles: clear in the middle, their rims seen. Each is an instance with a centre, a radius, a colour and a strength.
import { GLSL3, ShaderMaterial } from "three";

const vertexShader = /* glsl */ `
in vec4 ball; // centre and radius
in vec4 look; // colour and strength
flat out vec4 ownLook;
out vec3 normalInView;
out vec3 toEye;
void main() {
  vec4 p = modelViewMatrix * vec4(ball.xyz + ball.w * position, 1.0);
  normalInView = normalize((modelViewMatrix * vec4(position, 0.0)).xyz);
  toEye = projectionMatrix[2][3] == -1.0 ? -p.xyz : vec3(0.0, 0.0, 1.0);
  ownLook = look;
  gl_Position = projectionMatrix * p;
}
`;

const fragmentShader = /* glsl */ `
flat in vec4 ownLook;
in vec3 normalInView;
in vec3 toEye;
out vec4 result;
void main() {
  float facing = abs(dot(normalize(normalInView), normalize(toEye)));
  float rim = pow(1.0 - facing, 2.0);
  float alpha = ownLook.a * (0.16 + 0.84 * rim);
  vec3 colour = ownLook.rgb * (0.75 + 0.25 * facing);
  result = linearToOutputTexel(vec4(colour, alpha));
}
`;

export function makeSphereMaterial(): ShaderMaterial {
  return new ShaderMaterial({ glslVersion: GLSL3, vertexShader, fragmentShader, transparent: true, depthWrite: false });
}
