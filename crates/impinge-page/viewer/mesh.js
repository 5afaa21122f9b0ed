// Triangles made ready to draw: a normal for each corner, and the edges that an eye looks for.

import { emptyBox, growBox } from "./matrices.js";

// Faces that meet at a smaller angle are one smooth surface.
const SMOOTH = Math.cos((30 * Math.PI) / 180);
// Beyond this many triangles in all, a page opens sooner without smooth normals and edges.
const FINE_TRIANGLES = 400000;
// A vertex with more faces keeps flat ones: the work for it grows as their square.
const FINE_FACES = 256;

export function boxOf(positions) {
  const box = emptyBox();
  for (let i = 0; i < positions.length; i += 3) growBox(box, positions[i], positions[i + 1], positions[i + 2]);
  return box;
}

// For each geometry: position and normal of each corner of each triangle, and the ends of its edges. A normal of zero says "flat".
export function prepareAll(geometries) {
  const all = geometries.reduce((sum, geometry) => sum + geometry.triangles.length / 3, 0);
  return geometries.map((geometry) => prepare(geometry, all <= FINE_TRIANGLES));
}

function prepare({ positions, triangles }, fine) {
  const corners = new Float32Array(triangles.length * 6);
  for (let c = 0; c < triangles.length; c++)
    for (let k = 0; k < 3; k++) corners[6 * c + k] = positions[3 * triangles[c] + k];
  if (!fine) return { corners, edges: new Float32Array(0) };

  const { areas, normals } = faceNormals(corners);
  const { first, faces } = facesAround(triangles, positions.length / 3);
  const alike = (f, g) =>
    normals[3 * f] * normals[3 * g] + normals[3 * f + 1] * normals[3 * g + 1] + normals[3 * f + 2] * normals[3 * g + 2];
  const edges = [];
  for (let c = 0; c < triangles.length; c++) {
    const face = Math.floor(c / 3), vertex = triangles[c], next = triangles[c % 3 === 2 ? c - 2 : c + 1];
    const crowded = first[vertex + 1] - first[vertex] > FINE_FACES;
    let neighbor = -1, x = 0, y = 0, z = 0;
    for (let i = first[vertex]; i < first[vertex + 1] && !crowded; i++) {
      const other = faces[i];
      if (alike(face, other) > SMOOTH || other === face) {
        x += areas[other] * normals[3 * other];
        y += areas[other] * normals[3 * other + 1];
        z += areas[other] * normals[3 * other + 2];
      }
      const has = (v) => triangles[3 * other] === v || triangles[3 * other + 1] === v || triangles[3 * other + 2] === v;
      if (other !== face && has(next)) neighbor = other;
    }
    const length = Math.hypot(x, y, z);
    if (length > 0) corners.set([x / length, y / length, z / length], 6 * c + 3);
    const bent = neighbor < 0 ? !crowded : face < neighbor && areas[neighbor] > 0 && alike(face, neighbor) <= SMOOTH;
    if (bent && areas[face] > 0) for (const v of [vertex, next]) edges.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
  }
  return { corners, edges: new Float32Array(edges) };
}

function faceNormals(corners) {
  const count = corners.length / 18;
  const normals = new Float32Array(3 * count), areas = new Float32Array(count);
  for (let f = 0; f < count; f++) {
    const p = (corner, k) => corners[18 * f + 6 * corner + k];
    const u = [0, 1, 2].map((k) => p(1, k) - p(0, k)), v = [0, 1, 2].map((k) => p(2, k) - p(0, k));
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    areas[f] = Math.hypot(...n);
    if (areas[f] > 0) for (let k = 0; k < 3; k++) normals[3 * f + k] = n[k] / areas[f];
  }
  return { normals, areas };
}

// Which faces each vertex has: those from first[vertex] to first[vertex + 1] of one list.
function facesAround(triangles, vertices) {
  const first = new Uint32Array(vertices + 1);
  for (const vertex of triangles) first[vertex + 1]++;
  for (let v = 0; v < vertices; v++) first[v + 1] += first[v];
  const faces = new Uint32Array(triangles.length), next = first.slice();
  triangles.forEach((vertex, corner) => { faces[next[vertex]++] = Math.floor(corner / 3); });
  return { first, faces };
}
