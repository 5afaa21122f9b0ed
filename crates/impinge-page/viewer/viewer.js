// The view: canvas and context, drawn only when something changed; what is picked, framed and cut.

import { aim, boxOfBodies } from "./aim.js";
import { advance, cameraMatrix, createCamera, framing, travelTo } from "./camera.js";
import { chooseCoarse, createCoarse, drawnTriangles } from "./coarse.js";
import { isEmpty } from "./matrices.js";
import { drawAxes, drawLabels } from "./overlay.js";
import { pickAt } from "./picking.js";
import { listen } from "./pointer.js";
import { createRenderer, draw, refresh } from "./renderer.js";
import { visibleBox } from "./scene.js";

const ROLES = 9;
// More pixels than this for one of the page cost time and show nothing.
const FINEST = 2;
// Beyond this many triangles in a picture, smooth borders cost too much where the processor draws.
const SMOOTH_TRIANGLES = 200000;

// Throws a sentence for the reader where there is no WebGL2. `listeners` are called when bodies, step or picks changed.
export function createViewer(canvas, scene) {
  const antialias = drawnTriangles(scene) <= SMOOTH_TRIANGLES;
  const gl = canvas.getContext("webgl2", { antialias, stencil: true, premultipliedAlpha: true });
  if (!gl) throw new Error("This browser cannot show the 3D view: it has no WebGL2, or it is switched off. Text, tables and figures are complete.");
  const viewer = { canvas, gl, scene, camera: createCamera(scene.flat), section: [0, 0, 0, Infinity], listeners: [], waiting: false, stale: false, isPlaying: false, renderer: null };
  readTheme(viewer);
  scene.coarse = createCoarse(scene);
  viewer.renderer = createRenderer(gl, scene);
  canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); viewer.renderer = null; });
  canvas.addEventListener("webglcontextrestored", () => { viewer.renderer = createRenderer(gl, scene); redraw(viewer); });
  listen(canvas, viewer.camera, () => framing(viewer.camera, scene.box).distance, {
    change: () => redraw(viewer),
    pick: ({ x, y, height }, more) => clicked(viewer, x, height - y, more),
  });
  // A canvas of another size is empty: it is drawn before anybody sees that.
  new ResizeObserver(() => { fit(viewer); drawNow(viewer); }).observe(canvas);
  window.addEventListener("resize", () => redraw(viewer));
  fit(viewer);
  return viewer;
}

// Colors come from the style sheet, so that light and dark are said once.
export function readTheme(viewer) {
  const probe = document.body.appendChild(document.createElement("i"));
  const color = (name) => {
    probe.style.color = `var(${name})`;
    const [red, green, blue, alpha = 1] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
    return [red / 255, green / 255, blue / 255, alpha];
  };
  viewer.colors = {
    palette: new Float32Array(Array.from({ length: ROLES }, (_, role) => color(`--role-${role}`).slice(0, 3)).flat()),
    edgeInk: color("--edge"),
    outlineInk: color("--outline"),
    pointInk: color("--point-rim"),
  };
  probe.remove();
}

export function redraw(viewer) {
  if (viewer.waiting) return;
  viewer.waiting = true;
  requestAnimationFrame((now) => {
    viewer.waiting = false;
    if (advance(viewer.camera, now)) redraw(viewer);
    drawNow(viewer);
  });
}

// Bodies, step or picks changed: the graphics card and all that lists them learn of it.
export function changed(viewer) {
  viewer.stale = true;
  for (const listener of viewer.listeners) listener();
  redraw(viewer);
}

export function drawNow(viewer) {
  if (!viewer.renderer) return;
  const shown = shownBy(viewer);
  if (viewer.scene.coarse && chooseCoarse(viewer.scene, shown, viewer.canvas.height)) viewer.stale = true;
  if (viewer.stale) refresh(viewer.renderer);
  viewer.stale = false;
  draw(viewer.renderer, shown);
  drawLabels(viewer, shown.matrix);
  drawAxes(viewer.camera);
}

function shownBy({ camera, scene, section, colors, canvas }) {
  return { ...cameraMatrix(camera, scene.box), section, ...colors, ratio: canvas.width / (canvas.clientWidth || 1) };
}

// As many pixels as the canvas has room for.
function fit(viewer) {
  const { canvas, camera } = viewer;
  const ratio = Math.min(window.devicePixelRatio || 1, FINEST);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.max(1, Math.round(size * ratio)));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  camera.aspect = width / height;
  if (!camera.moved) Object.assign(camera, aim(viewer), { travel: null });
}

// Another step: the camera goes along, unless the reader has moved it.
export function follow(viewer) {
  const { camera } = viewer;
  if (camera.moved) return;
  const to = aim(viewer), known = camera.travel?.to ?? camera;
  if (String([to.target, to.distance]) === String([known.target, known.distance])) return;
  travelTo(camera, to);
  redraw(viewer);
}

function clicked(viewer, x, y, more) {
  if (!viewer.renderer) return;
  const ratio = viewer.canvas.width / viewer.canvas.clientWidth;
  if (viewer.stale) refresh(viewer.renderer);
  const body = pickAt(viewer.renderer, shownBy(viewer), Math.floor(x * ratio), Math.floor(y * ratio));
  const before = more ? [...viewer.scene.picked] : [];
  pick(viewer, body < 0 ? before : [...before, body], false);
}

// Picks bodies and no others; `fade` makes the others ghosts.
export function pick(viewer, bodies, fade) {
  Object.assign(viewer.scene, { picked: new Set(bodies), fade, sides: null });
  changed(viewer);
}

// Shows the two sides of a pair alone: the first so many of the bodies, and the rest of them.
export function isolate(viewer, bodies, first) {
  Object.assign(viewer.scene, { picked: new Set(bodies), fade: true, sides: [bodies.slice(0, first), bodies.slice(first)] });
  changed(viewer);
}

export function frameAll(viewer) {
  travel(viewer, framing(viewer.camera, visibleBox(viewer.scene)));
}

// Sends the camera to a box, or to bodies.
export function frame(viewer, box) {
  if (isEmpty(box)) return;
  travel(viewer, framing(viewer.camera, box, true));
}

export function frameBodies(viewer, bodies) {
  frame(viewer, boxOfBodies(viewer.scene, bodies));
}

function travel(viewer, to) {
  viewer.camera.moved = true;
  travelTo(viewer.camera, to);
  redraw(viewer);
}
