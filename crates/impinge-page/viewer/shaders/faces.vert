#version 300 es
// Corners of faces and ends of edges, for each body that shares the geometry.
precision highp float;
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 row_x;
layout(location = 3) in vec4 row_y;
layout(location = 4) in vec4 row_z;
layout(location = 5) in uvec4 look; // role, opacity
layout(location = 6) in uint body;  // its number, from 1
uniform mat4 matrix;
uniform vec2 shift; // in clip coordinates, for outlines
centroid out vec3 world; // never beyond the face, where the section plane might spare it
centroid out vec3 world_normal;
flat out uvec4 body_look;
flat out uint body_number;
flat out float handed; // -1 where the pose mirrors

void main() {
  vec4 point = vec4(position, 1.0);
  world = vec3(dot(row_x, point), dot(row_y, point), dot(row_z, point));
  // Normals turn by the cofactors of the matrix, which hold for any scale too.
  vec3 x = cross(row_y.xyz, row_z.xyz);
  world_normal = vec3(dot(x, normal), dot(cross(row_z.xyz, row_x.xyz), normal), dot(cross(row_x.xyz, row_y.xyz), normal));
  handed = sign(dot(row_x.xyz, x));
  world_normal *= handed;
  body_look = look;
  body_number = body;
  gl_Position = matrix * vec4(world, 1.0);
  gl_Position.xy += shift * gl_Position.w;
}
