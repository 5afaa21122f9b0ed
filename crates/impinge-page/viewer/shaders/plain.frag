#version 300 es
// One color for all: edges and outlines.
precision highp float;
centroid in vec3 world;
flat in uvec4 body_look;
uniform vec4 section;
uniform vec4 ink;
out vec4 color;

void main() {
  if (dot(section.xyz, world) > section.w) discard;
  float opacity = ink.a * min(1.0, float(body_look.y) / 255.0 * 1.6);
  color = vec4(ink.rgb, 1.0) * opacity;
}
