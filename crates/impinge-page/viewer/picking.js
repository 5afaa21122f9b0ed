// What is under the pointer: every body is drawn in its number as a color, out of sight, and the pixel is read.

import { drawFaces } from "./batches.js";
import { finite, useProgram } from "./renderer.js";

// Which body is seen at a pixel counted from the lower left, or -1. What one looks through counts where nothing solid is behind it.
export function pickAt(renderer, values, x, y) {
  const { gl, scene, batches } = renderer;
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
  for (const pass of scene.flat ? ["clear", "solid", "ghost"] : ["solid", "clear", "ghost"]) {
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    useProgram(renderer, "pick", { ...values, shift: [0, 0], section: finite(values.section) });
    drawFaces(gl, batches, pass);
    gl.readPixels(x, y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    body = new Uint32Array(pixel.buffer)[0];
    if (body) break;
  }
  gl.disable(gl.SCISSOR_TEST);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return body - 1;
}
