// Bodies in the memory of the graphics card: one batch for each geometry, one draw call for each batch and pass. The last batch has
// boxes, for bodies that are too small to show more.

import { boxPose } from "./coarse.js";
import { createBuffer, createVertexArray, fill } from "./program.js";
import { isGhost, isVisible, roleOf } from "./scene.js";

// Words of 4 bytes for each body: a pose of 12, its look, its number.
const WORDS = 14;
// Opacity of ghosts, of 255: of all of them together, as only the nearest one is drawn at a place.
const PALE = 34;
const MOST_EDGES = 150000;

// Solid bodies, those that one looks through, ghosts, and the picked ones once more for their outline.
const PASSES = ["solid", "clear", "ghost", "picked"];

export function createBatches(gl, meshes) {
  return meshes.map(({ vertices, indices, edges, closed }) => ({
    vertices: createBuffer(gl, vertices),
    indices: createBuffer(gl, indices, gl.ELEMENT_ARRAY_BUFFER),
    edges: createBuffer(gl, edges),
    corners: indices.length,
    ends: edges.length / 3,
    closed,
    passes: {},
  }));
}

// Sends all bodies that are to be seen now.
export function fillBatches(gl, batches, scene) {
  const members = batches.map(() => ({ solid: [], clear: [], ghost: [], picked: [] }));
  for (let body = 0; body < scene.names.length; body++) {
    if (!isVisible(scene, body)) continue;
    const lists = members[scene.geometry[body]];
    const drawn = scene.coarse?.[body] ? members.at(-1) : lists;
    drawn[isGhost(scene, body) ? "ghost" : scene.opacities[body] < 255 ? "clear" : "solid"].push(body);
    if (scene.picked.has(body) && !scene.sides) lists.picked.push(body); // two colors need no outline
  }
  batches.forEach((batch, i) => {
    for (const pass of PASSES) fillPass(gl, batch, pass, members[i][pass], scene, i === batches.length - 1);
  });
}

function opacityOf(scene, body) {
  return isGhost(scene, body) ? Math.min(PALE, scene.opacities[body]) : scene.opacities[body];
}

function fillPass(gl, batch, pass, bodies, scene, boxes) {
  if (bodies.length === 0) {
    if (batch.passes[pass]) batch.passes[pass].count = 0;
    return;
  }
  const numbers = new Float32Array(WORDS * bodies.length);
  const looks = new Uint32Array(numbers.buffer);
  bodies.forEach((body, i) => {
    const at = 12 * body;
    const pose = boxes ? boxPose(scene.geometries[scene.geometry[body]].box, scene.poses, at) : scene.poses.subarray(at, at + 12);
    numbers.set(pose, WORDS * i);
    looks[WORDS * i + 12] = roleOf(scene, body) | (opacityOf(scene, body) << 8);
    looks[WORDS * i + 13] = body + 1;
  });
  const made = (batch.passes[pass] ??= createPass(gl, batch));
  made.count = bodies.length;
  made.mirrored = bodies.some((body) => mirrors(scene.poses, 12 * body));
  fill(gl, made.buffer, numbers);
}

function createPass(gl, batch) {
  const buffer = createBuffer(gl);
  const rows = [[2, 4, 0], [3, 4, 16], [4, 4, 32], [5, 4, 48, gl.UNSIGNED_BYTE], [6, 1, 52, gl.UNSIGNED_INT]];
  const bodies = [buffer, 4 * WORDS, 1, rows];
  return {
    buffer,
    count: 0,
    faces: createVertexArray(gl, [[batch.vertices, 24, 0, [[0, 3, 0], [1, 3, 12]]], bodies], batch.indices),
    edges: createVertexArray(gl, [[batch.edges, 12, 0, [[0, 3, 0]]], bodies]),
  };
}

// Where bodies are whole, the backs of closed ones are not drawn, as they are never seen; of clear ones they come first, so that the
// fronts lie over them.
export function drawFaces(gl, batches, pass, whole = false) {
  for (const { passes, corners, closed } of batches) {
    const drawn = passes[pass];
    if (!drawn?.count || !corners) continue;
    gl.bindVertexArray(drawn.faces);
    const sorted = whole && closed && !drawn.mirrored && pass !== "ghost";
    if (sorted) gl.enable(gl.CULL_FACE);
    for (const culled of sorted && pass === "clear" ? [gl.FRONT, gl.BACK] : [gl.BACK]) {
      gl.cullFace(culled);
      gl.drawElementsInstanced(gl.TRIANGLES, corners, gl.UNSIGNED_INT, 0, drawn.count);
    }
    gl.disable(gl.CULL_FACE);
  }
}

// Too many edges would blacken the picture and slow it down.
export function hasFewEdges(batches, pass) {
  return batches.reduce((sum, { passes, ends }) => sum + ((passes[pass]?.count ?? 0) * ends) / 2, 0) <= MOST_EDGES;
}

export function drawEdges(gl, batches, pass) {
  for (const { passes, ends } of batches) {
    if (!passes[pass]?.count || !ends) continue;
    gl.bindVertexArray(passes[pass].edges);
    gl.drawArraysInstanced(gl.LINES, 0, ends, passes[pass].count);
  }
}

export const hasAny = (batches, pass) => batches.some((batch) => batch.passes[pass]?.count > 0);

// Whether the pose that begins at this place turns right hands into left ones.
function mirrors(p, at) {
  const minor = (i, j) => p[at + 4 + i] * p[at + 8 + j] - p[at + 4 + j] * p[at + 8 + i];
  return p[at] * minor(1, 2) + p[at + 1] * minor(2, 0) + p[at + 2] * minor(0, 1) < 0;
}
