// One picture: solid bodies, their edges, bodies that one looks through, ghosts, lines and points, and the outline of what is picked.

import { createBatches, drawEdges, drawFaces, fillBatches, hasAny, hasFewEdges } from "./batches.js";
import { UNIT_BOX } from "./coarse.js";
import { createMarks, drawLines, drawPoints, fillMarks } from "./marks.js";
import { prepareAll } from "./mesh.js";
import { createProgram, use } from "./program.js";

// Widths in pixels of the page.
const LINE_PX = 2.5;
const POINT_PX = 11;
const OUTLINE_PX = 2.5;
// Strength of marks that a body hides.
const HIDDEN_MARKS = 0.45;
const OUTLINE_DIRECTIONS = 12;

// All that the graphics card holds for a scene. After a loss of the context, it is made anew.
export function createRenderer(gl, scene) {
  const batches = createBatches(gl, prepareAll([...scene.geometries, UNIT_BOX]));
  const marks = createMarks(gl);
  const renderer = { gl, scene, programs: {}, batches, marks, target: null };
  refresh(renderer);
  return renderer;
}

// Shaders by the name of their program. They are compiled when they are first needed: the first picture needs few.
const PROGRAMS = {
  faces: ["faces.vert", "faces.frag"],
  cutFaces: ["faces.vert", "faces.frag", "CUT"],
  plain: ["faces.vert", "plain.frag"],
  pick: ["faces.vert", "pick.frag"],
  lines: ["lines.vert", "lines.frag"],
  points: ["points.vert", "points.frag"],
};

export function useProgram({ gl, programs }, name, values) {
  programs[name] ??= createProgram(gl, ...PROGRAMS[name]);
  use(gl, programs[name], values);
}

// To be called when other things are to be seen: a step, hidden or picked bodies.
export function refresh({ gl, batches, marks, scene }) {
  fillBatches(gl, batches, scene);
  fillMarks(gl, marks, scene);
}

// `shown` has the matrix of the camera and its axes, the section plane, the palette, and how many pixels are one of the page.
export function draw(renderer, shown) {
  const { gl, scene, batches, marks } = renderer;
  const { width, height } = gl.canvas;
  const whole = shown.section[3] === Infinity;
  const values = { ...shown, shift: [0, 0], lit: scene.flat ? 0 : 1, section: finite(shown.section) };
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.viewport(0, 0, width, height);
  gl.clearColor(0, 0, 0, 0);
  gl.depthMask(true);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  if (scene.flat) gl.disable(gl.DEPTH_TEST);
  else gl.enable(gl.DEPTH_TEST);
  gl.depthFunc(gl.LEQUAL);

  for (const pass of ["solid", "clear"]) {
    if (!hasAny(batches, pass)) continue;
    gl.depthMask(pass === "solid");
    gl.enable(gl.POLYGON_OFFSET_FILL); // faces behind their own edges
    gl.polygonOffset(1, 1);
    useProgram(renderer, whole ? "faces" : "cutFaces", values);
    drawFaces(gl, batches, pass, whole);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    if (!hasFewEdges(batches, pass)) continue;
    useProgram(renderer, "plain", { ...values, ink: shown.edgeInk });
    drawEdges(gl, batches, pass);
  }
  if (hasAny(batches, "ghost")) ghosts(renderer, values, whole);
  gl.depthMask(false);
  if (hasAny(batches, "picked")) outline(renderer, values);
  // First what bodies hide, faintly, then what is in sight.
  for (const [hidden, strength] of scene.flat ? [[false, 1]] : [[true, HIDDEN_MARKS], [false, 1]]) {
    gl.depthFunc(hidden ? gl.GREATER : gl.LEQUAL);
    const sized = { ...values, strength, half_pixels: [width / 2, height / 2], pixel: (2 * shown.tangent) / height, line_width: LINE_PX * shown.ratio };
    if (marks.lines.count) {
      useProgram(renderer, "lines", sized);
      drawLines(gl, marks);
    }
    if (marks.points.count) {
      useProgram(renderer, "points", { ...sized, point_size: POINT_PX * shown.ratio, ink: shown.pointInk });
      drawPoints(gl, marks);
    }
  }
  gl.bindVertexArray(null);
}

// Ghosts lie over all as one thin layer, however many are behind one another: first their depth alone, then the nearest of them. What
// is in sight behind them counts as in sight for lines and points.
function ghosts(renderer, values, whole) {
  const { gl, batches, scene } = renderer;
  const deep = (pass) => {
    gl.depthMask(true);
    gl.colorMask(false, false, false, false);
    useProgram(renderer, whole ? "faces" : "cutFaces", values);
    drawFaces(gl, batches, pass, whole);
    gl.colorMask(true, true, true, true);
  };
  deep("ghost");
  gl.depthMask(false);
  useProgram(renderer, whole ? "faces" : "cutFaces", values);
  drawFaces(gl, batches, "ghost", whole);
  if (hasFewEdges(batches, "ghost")) {
    useProgram(renderer, "plain", { ...values, ink: values.edgeInk });
    drawEdges(gl, batches, "ghost");
  }
  if (scene.flat) return;
  gl.depthMask(true);
  gl.clear(gl.DEPTH_BUFFER_BIT);
  deep("solid");
}

// An outline seen through all bodies: the picked ones fill the stencil, then are drawn around it, shifted.
function outline(renderer, values) {
  const { gl, batches, scene } = renderer;
  const { width, height } = gl.canvas;
  gl.disable(gl.DEPTH_TEST);
  gl.enable(gl.STENCIL_TEST);
  gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
  gl.stencilFunc(gl.ALWAYS, 1, 255);
  gl.colorMask(false, false, false, false);
  useProgram(renderer, "plain", { ...values, ink: values.outlineInk });
  drawFaces(gl, batches, "picked");
  gl.colorMask(true, true, true, true);
  gl.stencilFunc(gl.NOTEQUAL, 1, 255);
  const reach = 2 * OUTLINE_PX * values.ratio;
  for (let i = 0; i < OUTLINE_DIRECTIONS; i++) {
    const angle = (2 * Math.PI * i) / OUTLINE_DIRECTIONS;
    useProgram(renderer, "plain", { shift: [(Math.cos(angle) * reach) / width, (Math.sin(angle) * reach) / height] });
    drawFaces(gl, batches, "picked");
  }
  gl.disable(gl.STENCIL_TEST);
  if (!scene.flat) gl.enable(gl.DEPTH_TEST);
}

// Shaders know no infinity: a plane that cuts nothing has no normal either.
export const finite = (section) => (section[3] < Infinity ? section : [0, 0, 0, 1]);
