// Lines, arrows and points in the memory of the graphics card: those of all steps and of this one.

import { createBuffer, createVertexArray, fill } from "./program.js";
import { isMarked } from "./scene.js";

// Words of 4 bytes: two ends and a look for a line, a position and a look for a point.
const LINE_WORDS = 7;
const POINT_WORDS = 4;
// Two triangles for the line, one for the head of an arrow.
const LINE_CORNERS = 9;

export function createMarks(gl) {
  const lines = createBuffer(gl), points = createBuffer(gl);
  const look = (offset) => [2, 4, offset, gl.UNSIGNED_BYTE];
  return {
    lines: { buffer: lines, count: 0, array: createVertexArray(gl, [[lines, 4 * LINE_WORDS, 1, [[0, 3, 0], [1, 3, 12], look(24)]]]) },
    points: { buffer: points, count: 0, array: createVertexArray(gl, [[points, 4 * POINT_WORDS, 0, [[0, 3, 0], look(12)]]]) },
  };
}

export function fillMarks(gl, marks, scene) {
  const { lines, points } = scene;
  fillKind(gl, marks.lines, scene, lines, lines.ends, LINE_WORDS, (i) => lines.roles[i] | (lines.arrows[i] << 8));
  fillKind(gl, marks.points, scene, points, points.positions, POINT_WORDS, (i) => points.roles[i]);
}

function fillKind(gl, kind, scene, all, numbers, words, lookOf) {
  const shown = [];
  all.ofStep.forEach((_, i) => { if (isMarked(scene, all, i)) shown.push(i); });
  const data = new Float32Array(words * shown.length), looks = new Uint32Array(data.buffer);
  shown.forEach((mark, i) => {
    data.set(numbers.subarray((words - 1) * mark, (words - 1) * (mark + 1)), words * i);
    looks[words * i + words - 1] = lookOf(mark);
  });
  kind.count = shown.length;
  fill(gl, kind.buffer, data);
}

export function drawLines(gl, { lines }) {
  gl.bindVertexArray(lines.array);
  gl.drawArraysInstanced(gl.TRIANGLES, 0, LINE_CORNERS, lines.count);
}

export function drawPoints(gl, { points }) {
  gl.bindVertexArray(points.array);
  gl.drawArrays(gl.POINTS, 0, points.count);
}
