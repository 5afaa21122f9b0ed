// Bodies in the memory of the graphics card: one batch for each geometry, one draw call for each batch and pass.

import { createBuffer, createVertexArray, fill } from "./program.js";
import { isVisible } from "./scene.js";

// Words of 4 bytes for each body: a pose of 12, its look, its number.
const WORDS = 14;
// Opacity of bodies that are not picked while others are to stand out, of 255.
const PALE = 26;

// Solid bodies, those that one looks through, and the picked ones once more for their outline.
const PASSES = ["solid", "clear", "picked"];

export function createBatches(gl, meshes) {
  return meshes.map(({ corners, edges }) => ({
    corners: createBuffer(gl, corners),
    edges: createBuffer(gl, edges),
    cornerCount: corners.length / 6,
    edgeCount: edges.length / 3,
    passes: {},
  }));
}

// Sends all bodies that are to be seen now.
export function fillBatches(gl, batches, scene) {
  const members = batches.map(() => ({ solid: [], clear: [], picked: [] }));
  for (let body = 0; body < scene.names.length; body++) {
    if (!isVisible(scene, body)) continue;
    const lists = members[scene.geometry[body]];
    lists[opacityOf(scene, body) < 255 ? "clear" : "solid"].push(body);
    if (scene.picked.has(body)) lists.picked.push(body);
  }
  batches.forEach((batch, i) => {
    for (const pass of PASSES) fillPass(gl, batch, pass, members[i][pass], scene);
  });
}

function opacityOf(scene, body) {
  const pale = scene.fade && scene.picked.size > 0 && !scene.picked.has(body);
  return pale ? Math.min(PALE, scene.opacities[body]) : scene.opacities[body];
}

function fillPass(gl, batch, pass, bodies, scene) {
  if (bodies.length === 0) {
    if (batch.passes[pass]) batch.passes[pass].count = 0;
    return;
  }
  const numbers = new Float32Array(WORDS * bodies.length);
  const looks = new Uint32Array(numbers.buffer);
  bodies.forEach((body, i) => {
    numbers.set(scene.poses.subarray(12 * body, 12 * body + 12), WORDS * i);
    looks[WORDS * i + 12] = scene.roles[body] | (opacityOf(scene, body) << 8);
    looks[WORDS * i + 13] = body + 1;
  });
  const made = (batch.passes[pass] ??= createPass(gl, batch));
  made.count = bodies.length;
  fill(gl, made.buffer, numbers);
}

function createPass(gl, batch) {
  const buffer = createBuffer(gl);
  const rows = [[2, 4, 0], [3, 4, 16], [4, 4, 32], [5, 4, 48, gl.UNSIGNED_BYTE], [6, 1, 52, gl.UNSIGNED_INT]];
  const bodies = [buffer, 4 * WORDS, 1, rows];
  return {
    buffer,
    count: 0,
    faces: createVertexArray(gl, [[batch.corners, 24, 0, [[0, 3, 0], [1, 3, 12]]], bodies]),
    edges: createVertexArray(gl, [[batch.edges, 12, 0, [[0, 3, 0]]], bodies]),
  };
}

export function drawFaces(gl, batches, pass) {
  drawPass(gl, batches, pass, "faces", gl.TRIANGLES, "cornerCount");
}

export function drawEdges(gl, batches, pass) {
  drawPass(gl, batches, pass, "edges", gl.LINES, "edgeCount");
}

function drawPass(gl, batches, pass, array, mode, corners) {
  for (const batch of batches) {
    const drawn = batch.passes[pass];
    if (!drawn?.count || !batch[corners]) continue;
    gl.bindVertexArray(drawn[array]);
    gl.drawArraysInstanced(mode, 0, batch[corners], drawn.count);
  }
}

export const hasAny = (batches, pass) => batches.some((batch) => batch.passes[pass]?.count > 0);
