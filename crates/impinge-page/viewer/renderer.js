// One picture: solid bodies, their edges, bodies that one looks through, lines and points, and the outline of what is picked.

import { createBatches, drawEdges, drawFaces, fillBatches, hasAny } from "./batches.js";
import { createMarks, drawLines, drawPoints, fillMarks } from "./marks.js";
import { prepareAll } from "./mesh.js";
import { createProgram, use } from "./program.js";

// Widths in pixels of the page.
const LINE_PX = 2.5;
const POINT_PX = 11;
const OUTLINE_PX = 2.5;
// Strength of marks that a body hides.
const HIDDEN_MARKS = 0.3;
const OUTLINE_DIRECTIONS = 12;

// All that the graphics card holds for a scene. After a loss of the context, it is made anew.
export function createRenderer(gl, scene) {
  const programs = {
    faces: createProgram(gl, "faces.vert", "faces.frag"),
    cutFaces: createProgram(gl, "faces.vert", "faces.frag", "CUT"),
    plain: createProgram(gl, "faces.vert", "plain.frag"),
    pick: createProgram(gl, "faces.vert", "pick.frag"),
    lines: createProgram(gl, "lines.vert", "lines.frag"),
    points: createProgram(gl, "points.vert", "points.frag"),
  };
  const batches = createBatches(gl, prepareAll(scene.geometries));
  const marks = createMarks(gl);
  const renderer = { gl, scene, programs, batches, marks, target: null };
  refresh(renderer);
  return renderer;
}

// To be called when other things are to be seen: a step, hidden or picked bodies.
export function refresh({ gl, batches, marks, scene }) {
  fillBatches(gl, batches, scene);
  fillMarks(gl, marks, scene);
}

// `shown` has the matrix of the camera and its axes, the section plane, the palette, and how many pixels are one of the page.
export function draw(renderer, shown) {
  const { gl, scene, programs, batches, marks } = renderer;
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
    use(gl, whole ? programs.faces : programs.cutFaces, values);
    drawFaces(gl, batches, pass, whole && pass === "solid");
    gl.disable(gl.POLYGON_OFFSET_FILL);
    use(gl, programs.plain, { ...values, ink: shown.edgeInk });
    drawEdges(gl, batches, pass);
  }
  gl.depthMask(false);
  if (hasAny(batches, "picked")) outline(renderer, values);
  // First what bodies hide, faintly, then what is in sight.
  for (const [hidden, strength] of scene.flat ? [[false, 1]] : [[true, HIDDEN_MARKS], [false, 1]]) {
    gl.depthFunc(hidden ? gl.GREATER : gl.LEQUAL);
    const sized = { ...values, strength, half_pixels: [width / 2, height / 2], line_width: LINE_PX * shown.ratio };
    use(gl, programs.lines, sized);
    drawLines(gl, marks);
    use(gl, programs.points, { ...sized, point_size: POINT_PX * shown.ratio, ink: shown.pointInk });
    drawPoints(gl, marks);
  }
  gl.bindVertexArray(null);
}

// An outline seen through all bodies: the picked ones fill the stencil, then are drawn around it, shifted.
function outline({ gl, programs, batches, scene }, values) {
  const { width, height } = gl.canvas;
  gl.disable(gl.DEPTH_TEST);
  gl.enable(gl.STENCIL_TEST);
  gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
  gl.stencilFunc(gl.ALWAYS, 1, 255);
  gl.colorMask(false, false, false, false);
  use(gl, programs.plain, { ...values, ink: values.outlineInk });
  drawFaces(gl, batches, "picked");
  gl.colorMask(true, true, true, true);
  gl.stencilFunc(gl.NOTEQUAL, 1, 255);
  const reach = 2 * OUTLINE_PX * values.ratio;
  for (let i = 0; i < OUTLINE_DIRECTIONS; i++) {
    const angle = (2 * Math.PI * i) / OUTLINE_DIRECTIONS;
    use(gl, programs.plain, { shift: [(Math.cos(angle) * reach) / width, (Math.sin(angle) * reach) / height] });
    drawFaces(gl, batches, "picked");
  }
  gl.disable(gl.STENCIL_TEST);
  if (!scene.flat) gl.enable(gl.DEPTH_TEST);
}

// Which body is seen at a pixel counted from the lower left, or -1. What one looks through counts where nothing solid is behind it.
export function pickAt(renderer, values, x, y) {
  const { gl, scene, programs, batches } = renderer;
  const { width, height } = gl.canvas;
  const target = (renderer.target ??= { frame: gl.createFramebuffer(), color: gl.createRenderbuffer(), depth: gl.createRenderbuffer() });
  gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
  const attach = (part, buffer, format) => {
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, part, gl.RENDERBUFFER, buffer);
  };
  attach(gl.COLOR_ATTACHMENT0, target.color, gl.RGBA8);
  attach(gl.DEPTH_ATTACHMENT, target.depth, gl.DEPTH_COMPONENT24);
  gl.viewport(0, 0, width, height);
  gl.enable(gl.SCISSOR_TEST); // one pixel is enough
  gl.scissor(x, y, 1, 1);
  gl.disable(gl.BLEND);
  gl.depthMask(true);
  gl.depthFunc(gl.LEQUAL);
  const pixel = new Uint8Array(4);
  let body = 0;
  for (const pass of scene.flat ? ["clear", "solid"] : ["solid", "clear"]) {
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    use(gl, programs.pick, { ...values, shift: [0, 0], section: finite(values.section) });
    drawFaces(gl, batches, pass);
    gl.readPixels(x, y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    body = new Uint32Array(pixel.buffer)[0];
    if (body) break;
  }
  gl.disable(gl.SCISSOR_TEST);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return body - 1;
}

// Shaders know no infinity: a plane that cuts nothing has no normal either.
const finite = (section) => (section[3] < Infinity ? section : [0, 0, 0, 1]);
