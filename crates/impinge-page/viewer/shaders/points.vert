#version 300 es
// A round marker, as large as told in pixels.
precision highp float;
layout(location = 0) in vec3 position;
layout(location = 2) in uvec4 look; // role
uniform mat4 matrix;
uniform float point_size;
uniform vec3 palette[8];
flat out vec3 point_color;

void main() {
  point_color = palette[look.x];
  gl_Position = matrix * vec4(position, 1.0);
  gl_PointSize = point_size;
  gl_Position.z -= 2e-4 * gl_Position.w; // before the surface that it lies on
}
