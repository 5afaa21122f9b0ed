#version 300 es
// A round marker, as large as told in pixels.
precision highp float;
layout(location = 0) in vec3 position;
layout(location = 2) in uvec4 look; // role
uniform mat4 matrix;
uniform float point_size;
uniform vec3 eye;
uniform float pixel; // the size of a pixel at distance 1
uniform vec3 palette[9];
flat out vec3 point_color;

void main() {
  point_color = palette[look.x];
  // Nearer to the eye by its own size, so that the surface it lies on does not hide half of it.
  float size = point_size * pixel * (matrix * vec4(position, 1.0)).w;
  gl_Position = matrix * vec4(position + size * normalize(eye - position), 1.0);
  gl_PointSize = point_size;
}
