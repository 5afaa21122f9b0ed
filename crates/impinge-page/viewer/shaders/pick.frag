#version 300 es
// The number of the body, one byte in each channel.
precision highp float;
centroid in vec3 world;
flat in uint body_number;
uniform vec4 section;
out vec4 color;

void main() {
  if (dot(section.xyz, world) > section.w) discard;
  uvec4 parts = (uvec4(body_number) >> uvec4(0u, 8u, 16u, 24u)) & 255u;
  color = vec4(parts) / 255.0;
}
