#version 300 es
// A segment as wide as told in pixels: two triangles, and a third one as the head of an arrow.
precision highp float;
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in uvec4 look; // role, whether it is an arrow
uniform mat4 matrix;
uniform vec2 half_pixels; // half of the size of the view
uniform float line_width;
uniform vec3 eye;
uniform float pixel; // the size of a pixel at distance 1
uniform vec3 palette[9];
flat out vec3 line_color;

// Nearer to the eye by its width, so that the surface it lies on does not hide it.
vec4 lifted(vec3 point) {
  float size = line_width * pixel * abs((matrix * vec4(point, 1.0)).w);
  return matrix * vec4(point + size * normalize(eye - point), 1.0);
}

// Where a segment begins that starts behind the eye.
vec4 before_eye(vec4 a, vec4 b) {
  float least = 1e-5 * max(abs(a.w), abs(b.w));
  return a.w < least && b.w > least ? mix(a, b, (least - a.w) / (b.w - a.w)) : a;
}

void main() {
  vec4 a = lifted(from);
  vec4 b = lifted(to);
  vec4 start = before_eye(a, b);
  vec4 end = before_eye(b, a);
  vec2 span = (end.xy / end.w - start.xy / start.w) * half_pixels;
  float pixels = length(span);
  vec2 along = pixels > 0.0 ? span / pixels : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  bool arrow = look.y > 0u;
  float head = arrow ? min(5.5 * line_width, 0.6 * pixels) : 0.0;
  vec4 place;
  vec2 offset;
  if (gl_VertexID < 6) {
    bool far = gl_VertexID == 1 || gl_VertexID == 2 || gl_VertexID == 4;
    float side = gl_VertexID == 2 || gl_VertexID >= 4 ? 0.5 : -0.5;
    place = far ? end : start;
    offset = across * side * line_width - (far ? along * head * 0.9 : vec2(0.0));
  } else {
    place = end;
    float side = gl_VertexID == 6 ? 0.0 : gl_VertexID == 7 ? 0.42 : -0.42;
    offset = gl_VertexID == 6 ? vec2(0.0) : across * side * head - along * head;
  }
  line_color = palette[look.x];
  gl_Position = place + vec4(offset / half_pixels * place.w, 0.0, 0.0);
}
