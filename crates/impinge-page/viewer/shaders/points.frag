#version 300 es
precision highp float;
flat in vec3 point_color;
uniform float strength;
uniform vec4 ink;
out vec4 color;

void main() {
  float radius = length(gl_PointCoord - 0.5) * 2.0;
  if (radius > 1.0) discard;
  color = vec4(radius > 0.68 ? ink.rgb : point_color, 1.0) * strength;
}
