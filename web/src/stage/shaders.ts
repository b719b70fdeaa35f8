// What shaders share.

/** Shifts what lies on a surface a little towards the eye, without moving it in the picture. */
export const nearer = /* glsl */ `
vec4 nearer(vec4 p, float share) {
  bool isPerspective = projectionMatrix[2][3] == -1.0;
  return isPerspective ? vec4(p.xyz * (1.0 - share), 1.0) : vec4(p.xy, p.z + 3.0 * share / projectionMatrix[1][1], 1.0);
}
`;
