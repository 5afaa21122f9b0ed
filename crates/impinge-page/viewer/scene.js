// What is to be seen now: the data of the page, changed by the step and by what the reader hides and picks.

import { bytes, decodeGeometries, floats, words } from "./decode.js";
import { emptyBox, growBox, growByPosed } from "./matrices.js";
import { boxOf } from "./mesh.js";

export function createScene(view) {
  const geometries = decodeGeometries(view.geometries).map((geometry) => ({ ...geometry, box: boxOf(geometry.positions) }));
  const { names, facts, ...coded } = view.bodies;
  const scene = {
    flat: view.flat,
    unit: view.unit,
    geometries,
    groups: view.groups,
    names,
    facts,
    geometry: words(coded.geometries),
    group: words(coded.groups),
    ofStep: words(coded.steps), // 0 for all steps, or the number of the only step counted from 1
    poses: floats(coded.poses),
    roles: bytes(coded.roles),
    opacities: bytes(coded.opacities),
    hidden: bytes(coded.hidden),
    away: new Set(), // hidden by the step
    picked: new Set(),
    fade: false, // all but the picked bodies are ghosts
    sides: null, // a pair shown alone: the bodies of each of its two sides
    lines: { ends: floats(view.lines.ends), roles: bytes(view.lines.roles), arrows: bytes(view.lines.arrows), pairs: words(view.lines.pairs), ofStep: words(view.lines.steps) },
    points: { positions: floats(view.points.positions), roles: bytes(view.points.roles), pairs: words(view.points.pairs), ofStep: words(view.points.steps), labels: view.points.labels },
    steps: view.steps.map((step) => ({
      caption: step.caption,
      numbers: step.numbers,
      moved: words(step.moved),
      poses: floats(step.poses),
      colored: words(step.colored),
      roles: bytes(step.roles),
      hidden: words(step.hidden),
      focus: [...words(step.focus)],
    })),
    focus: [...words(view.focus)],
    step: -1,
  };
  scene.first = { poses: scene.poses.slice(), roles: scene.roles.slice() };
  scene.box = wholeBox(scene);
  if (scene.steps.length) showStep(scene, view.start);
  return scene;
}

// Changes the scene to a step: back to the beginning, then what the step says.
export function showStep(scene, step) {
  const left = scene.steps[scene.step];
  if (left) {
    for (const body of left.moved) scene.poses.set(scene.first.poses.subarray(12 * body, 12 * body + 12), 12 * body);
    for (const body of left.colored) scene.roles[body] = scene.first.roles[body];
  }
  scene.step = Math.max(0, Math.min(step, scene.steps.length - 1));
  const { moved, poses, colored, roles, hidden } = scene.steps[scene.step];
  moved.forEach((body, i) => scene.poses.set(poses.subarray(12 * i, 12 * i + 12), 12 * body));
  colored.forEach((body, i) => { scene.roles[body] = roles[i]; });
  scene.away = new Set(hidden);
}

export const isNow = (scene, ofStep) => ofStep === 0 || ofStep === scene.step + 1;

// Whether others are picked, so that a body is only a ghost.
export const isGhost = (scene, body) => scene.fade && scene.picked.size > 0 && !scene.picked.has(body);

// Whether a line or a point is drawn: those of a pair, unless one of the two is a ghost.
export function isMarked(scene, { pairs, ofStep }, i) {
  const [a, b] = [pairs[2 * i], pairs[2 * i + 1]];
  return isNow(scene, ofStep[i]) && !(a && isGhost(scene, a - 1)) && !(b && isGhost(scene, b - 1));
}

// The color of a body: in a pair that is shown alone, that of its side.
export const SIDE_ROLES = [2, 3];
export function roleOf(scene, body) {
  const side = scene.sides ? scene.sides.findIndex((bodies) => bodies.includes(body)) : -1;
  return side < 0 ? scene.roles[body] : SIDE_ROLES[side];
}

export function isVisible(scene, body) {
  return isNow(scene, scene.ofStep[body]) && !scene.hidden[body] && !scene.away.has(body) && scene.opacities[body] > 0;
}

export function bodyBox(scene, body, box = emptyBox()) {
  growByPosed(box, scene.geometries[scene.geometry[body]].box, scene.poses, 12 * body);
  return box;
}

export function visibleBox(scene) {
  const box = emptyBox();
  scene.names.forEach((_, body) => { if (isVisible(scene, body)) bodyBox(scene, body, box); });
  growByMarks(scene, box, (ofStep) => isNow(scene, ofStep));
  return box;
}

// All that any step shows, so that the first picture has room for it.
function wholeBox(scene) {
  const box = emptyBox();
  scene.names.forEach((_, body) => { if (!scene.hidden[body]) bodyBox(scene, body, box); });
  for (const { moved, poses } of scene.steps)
    moved.forEach((body, i) => growByPosed(box, scene.geometries[scene.geometry[body]].box, poses, 12 * i));
  growByMarks(scene, box, () => true);
  return box;
}

function growByMarks({ lines, points }, box, counts) {
  for (let i = 0; i < lines.ends.length; i += 3)
    if (counts(lines.ofStep[Math.floor(i / 6)])) growBox(box, lines.ends[i], lines.ends[i + 1], lines.ends[i + 2]);
  for (let i = 0; i < points.positions.length; i += 3)
    if (counts(points.ofStep[i / 3])) growBox(box, points.positions[i], points.positions[i + 1], points.positions[i + 2]);
}
