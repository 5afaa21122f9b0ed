// Triangles made ready to draw: a normal for each corner, and the edges that an eye looks for.

import { emptyBox, growBox } from "./matrices.js";

// Faces that meet at a smaller angle are one smooth surface.
const SMOOTH = Math.cos((30 * Math.PI) / 180);
// Beyond this many triangles in all, a page opens sooner without smooth normals and edges.
const FINE_TRIANGLES = 400000;
// A vertex with more faces keeps flat ones: the work for it grows as their square.
const FINE_FACES = 256;
// Cosine from which on two normals are one.
const SAME = 0.9999;
// Area by squares of sides from which on a triangle has a direction that single precision knows.
const SLIVER = 1e-5;

export function boxOf(positions) {
  const box = emptyBox();
  for (let i = 0; i < positions.length; i += 3) growBox(box, positions[i], positions[i + 1], positions[i + 2]);
  return box;
}

// For each geometry: vertices (position and normal), triangles by their indices, the ends of its edges, and whether it is closed and
// looks outward, so that its back is never seen. A normal of zero says "flat".
export function prepareAll(geometries) {
  const all = geometries.reduce((sum, geometry) => sum + geometry.triangles.length / 3, 0);
  return geometries.map((geometry) => (all <= FINE_TRIANGLES ? prepare(geometry) : prepareFlat(geometry)));
}

function prepareFlat({ positions, triangles }) {
  const vertices = new Float32Array(2 * positions.length);
  for (let i = 0; i < positions.length; i += 3) vertices.set(positions.subarray(i, i + 3), 2 * i);
  return { vertices, indices: triangles, edges: new Float32Array(0), closed: false };
}

function prepare({ positions, triangles }) {
  const { areas, normals, volume } = faceNormals(positions, triangles);
  const { first, faces } = facesAround(triangles, positions.length / 3);
  const alike = (f, g) =>
    normals[3 * f] * normals[3 * g] + normals[3 * f + 1] * normals[3 * g + 1] + normals[3 * f + 2] * normals[3 * g + 2];
  const pool = createPool(positions, triangles.length);
  const indices = new Uint32Array(triangles.length);
  const edges = [];
  let closed = volume > 0;
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
      const has = triangles[3 * other] === next || triangles[3 * other + 1] === next || triangles[3 * other + 2] === next;
      if (has && other !== face) neighbor = other;
    }
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    indices[c] = pool.index(vertex, x / length, y / length, z / length);
    if (areas[face] === 0) continue;
    if (neighbor < 0) closed = false;
    const sharp = neighbor < 0 ? !crowded : face < neighbor && areas[neighbor] > 0 && alike(face, neighbor) <= SMOOTH;
    if (sharp) for (const v of [vertex, next]) edges.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
  }
  return { vertices: pool.vertices(), indices, edges: new Float32Array(edges), closed };
}

// Vertices with normals, each kept once: a chain of them for each vertex of the geometry.
function createPool(positions, most) {
  const kept = new Float32Array(6 * most), after = new Int32Array(most);
  const heads = new Int32Array(positions.length / 3).fill(-1);
  let count = 0;
  return {
    index(vertex, x, y, z) {
      const flat = x === 0 && y === 0 && z === 0;
      for (let i = heads[vertex]; i >= 0; i = after[i]) {
        const a = kept[6 * i + 3], b = kept[6 * i + 4], c = kept[6 * i + 5];
        if (flat ? a === 0 && b === 0 && c === 0 : a * x + b * y + c * z > SAME) return i;
      }
      for (let k = 0; k < 3; k++) kept[6 * count + k] = positions[3 * vertex + k];
      kept[6 * count + 3] = x;
      kept[6 * count + 4] = y;
      kept[6 * count + 5] = z;
      after[count] = heads[vertex];
      heads[vertex] = count;
      return count++;
    },
    vertices: () => kept.slice(0, 6 * count),
  };
}

// Normals and areas (twice over) of all faces, and their volume (six times). Slivers have neither.
function faceNormals(positions, triangles) {
  const count = triangles.length / 3;
  const normals = new Float32Array(3 * count), areas = new Float32Array(count);
  let volume = 0;
  for (let f = 0; f < count; f++) {
    const a = 3 * triangles[3 * f], b = 3 * triangles[3 * f + 1], c = 3 * triangles[3 * f + 2];
    const x = positions[a], y = positions[a + 1], z = positions[a + 2];
    const ux = positions[b] - x, uy = positions[b + 1] - y, uz = positions[b + 2] - z;
    const vx = positions[c] - x, vy = positions[c + 1] - y, vz = positions[c + 2] - z;
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    volume += x * nx + y * ny + z * nz;
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(area > SLIVER * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz))) continue;
    areas[f] = area;
    normals[3 * f] = nx / area;
    normals[3 * f + 1] = ny / area;
    normals[3 * f + 2] = nz / area;
  }
  return { normals, areas, volume };
}

// Which faces each vertex has: those from first[vertex] to first[vertex + 1] of one list.
function facesAround(triangles, vertices) {
  const first = new Uint32Array(vertices + 1);
  for (const vertex of triangles) first[vertex + 1]++;
  for (let v = 0; v < vertices; v++) first[v + 1] += first[v];
  const faces = new Uint32Array(triangles.length), next = first.slice();
  for (let corner = 0; corner < triangles.length; corner++) faces[next[triangles[corner]]++] = Math.floor(corner / 3);
  return { first, faces };
}
