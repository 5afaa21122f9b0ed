#version 300 es
precision highp float;
flat in vec3 line_color;
uniform float strength;
out vec4 color;

void main() {
  color = vec4(line_color, 1.0) * strength;
}
