// The camera: it turns about the z axis around a target, or looks down on the plane.

import { add, cross, dot, isEmpty, lookFrom, mix, multiply, orthographic, perspective } from "./matrices.js";

// Tangent of half the angle of view from bottom to top.
const TANGENT = Math.tan((17 * Math.PI) / 180);
const STEEPEST = (89 * Math.PI) / 180;
const TRAVEL_MS = 350;
// Room around all, and around what a reader goes to: some of its neighborhood.
const MARGIN = 1.12;
const CONTEXT = 1.7;

export function createCamera(flat) {
  return { flat, target: [0, 0, 0], distance: 5, yaw: -1.0, pitch: flat ? Math.PI / 2 : 0.5, aspect: 1, travel: null, moved: false };
}

export function axes({ yaw, pitch, flat }) {
  if (flat) return { right: [1, 0, 0], up: [0, 1, 0], back: [0, 0, 1] };
  const back = [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
  const right = [-Math.sin(yaw), Math.cos(yaw), 0];
  return { right, up: cross(back, right), back };
}

// From the world to the screen. Near and far go around the box of all there is, for the best use of the depth buffer.
export function cameraMatrix(camera, box) {
  const frame = axes(camera);
  const eye = add(camera.target, frame.back, camera.distance);
  const [center, radius] = sphere(box);
  const depth = dot(add(eye, center, -1), frame.back);
  const halfHeight = camera.distance * TANGENT;
  const far = Math.max(depth + radius, camera.distance) * 1.01;
  const near = Math.max((depth - radius) * 0.99, far * 1e-4);
  const projection = camera.flat
    ? orthographic(halfHeight, camera.aspect, depth - radius - 1, depth + radius + 1)
    : perspective(TANGENT, camera.aspect, near, far);
  return { matrix: multiply(projection, lookFrom(eye, frame)), eye, tangent: TANGENT, ...frame };
}

function sphere(box) {
  if (isEmpty(box)) return [[0, 0, 0], 1];
  const half = add(box[1], box[0], -1).map((x) => x / 2);
  return [add(box[0], half), Math.hypot(...half) || 1];
}

// Target and distance at which all corners of the box are in sight, seen from where the camera looks now.
export function framing(camera, box, close = false) {
  const [center, radius] = sphere(box);
  const { right, up, back } = axes(camera);
  let distance = radius * 1e-3;
  for (let corner = 0; corner < 8 && !isEmpty(box); corner++) {
    const from = add([0, 1, 2].map((k) => box[(corner >> k) & 1][k]), center, -1);
    const toward = camera.flat ? 0 : dot(from, back);
    const wide = Math.abs(dot(from, right)) / (TANGENT * camera.aspect);
    const high = Math.abs(dot(from, up)) / TANGENT;
    distance = Math.max(distance, toward + Math.max(wide, high) * (close ? CONTEXT : MARGIN));
  }
  return { target: center, distance: isEmpty(box) || distance === 0 ? 5 : distance };
}

// Sets out for a place; `advance` takes the camera along.
export function travelTo(camera, { target, distance }) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  camera.travel = { from: { target: camera.target, distance: camera.distance }, to: { target, distance }, start: null, still };
}

// Whether the camera is still on its way.
export function advance(camera, now) {
  const travel = camera.travel;
  if (!travel) return false;
  travel.start ??= now;
  const part = travel.still ? 1 : Math.min(1, (now - travel.start) / TRAVEL_MS);
  const eased = part * part * (3 - 2 * part);
  camera.target = mix(travel.from.target, travel.to.target, eased);
  camera.distance = travel.from.distance * (travel.to.distance / travel.from.distance) ** eased;
  if (part === 1) camera.travel = null;
  return camera.travel !== null;
}

export function turn(camera, dx, dy) {
  camera.moved = true;
  camera.yaw -= dx;
  camera.pitch = Math.max(-STEEPEST, Math.min(STEEPEST, camera.pitch + dy));
}

// Moves what is seen by a part of the height of the view.
export function pan(camera, dx, dy) {
  const { right, up } = axes(camera);
  const height = 2 * TANGENT * camera.distance;
  camera.target = add(add(camera.target, right, -dx * height), up, dy * height);
  camera.moved = true;
}

// Comes nearer or goes away; the place under the pointer, in parts of the height from the middle, stays where it is.
export function zoom(camera, factor, x, y, limit) {
  const distance = Math.max(limit * 1e-4, Math.min(limit * 20, camera.distance * factor));
  const moved = 1 - distance / camera.distance;
  pan(camera, -x * moved, -y * moved);
  camera.distance = distance;
}
