#version 300 es
// Lit faces in the color of their role. Where the section plane opens a body, its inside is hatched as in a drawing.
precision highp float;
centroid in vec3 world;
centroid in vec3 world_normal;
flat in uvec4 body_look;
flat in float handed;
uniform vec3 palette[9];
uniform vec4 section; // what lies beyond the plane is cut away
uniform vec3 eye;
uniform vec3 right;
uniform vec3 up;
uniform float lit; // 0 in the plane
out vec4 color;

void main() {
#ifdef CUT
  if (dot(section.xyz, world) > section.w) discard;
#endif
  vec3 base = palette[body_look.x];
  float opacity = float(body_look.y) / 255.0;
  vec3 to_eye = normalize(eye - world);
  bool back = gl_FrontFacing != (handed > 0.0);
  vec3 normal = back ? -world_normal : world_normal;
  if (dot(normal, normal) == 0.0) {
    normal = cross(dFdx(world), dFdy(world));
    if (dot(normal, to_eye) < 0.0) normal = -normal;
  }
  normal = normalize(normal);
  vec3 light = normalize(to_eye + 0.55 * up - 0.35 * right);
  float shade = 0.60 + 0.42 * max(dot(normal, light), 0.0) + 0.06 * dot(normal, up);
  float gloss = pow(max(dot(normal, normalize(light + to_eye)), 0.0), 40.0) * 0.10;
  vec3 shaded = base * shade + gloss;
#ifdef CUT
  if (back) {
    float stripe = smoothstep(0.55, 0.75, abs(fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0) - 0.5) * 2.0);
    shaded = base * mix(0.72, 0.45, stripe);
  }
#endif
  shaded = mix(base, shaded, lit);
  color = vec4(shaded, 1.0) * opacity;
}
