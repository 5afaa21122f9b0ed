// Slices through a volume of values: the one where the section plane is, and the value under the pointer.

import { floats } from "./decode.js";
import { isEmpty } from "./matrices.js";
import { createScale, evenStep, paintValue } from "./scale.js";
import { shownNumber } from "./text.js";

// Pixels along the longer side of a slice.
const SLICE_PIXELS = 400;
// About so many lines of equal value from the surface to the farthest point.
const SLICE_LINES = 8;

export function createVolume(viewer, data) {
  if (!data) return;
  const find = (name) => document.getElementById(name);
  const volume = { ...data, values: floats(data.values) };
  volume.least = volume.values.reduce((a, b) => Math.min(a, b), 0);
  volume.most = volume.values.reduce((a, b) => Math.max(a, b), 0);
  volume.step = evenStep(Math.max(volume.most, -volume.least) / SLICE_LINES);
  const canvas = find("slice-canvas"), axis = find("cut-axis"), place = find("cut-place");
  const box = isEmpty(viewer.scene.box) ? [volume.low, volume.high] : viewer.scene.box;
  let slice = null, pointer = null;

  find("slice").hidden = false;
  find("slice-name").textContent = volume.name;
  const { unit } = viewer.scene, measured = unit ? ` ${unit}` : "";
  find("slice-scale").replaceChildren(createScale(volume, unit));
  axis.value = "z";
  axis.dispatchEvent(new Event("input"));
  show();

  function show() {
    const k = axis.value === "off" ? slice?.k ?? 2 : "xyz".indexOf(axis.value);
    const at = box[0][k] + (box[1][k] - box[0][k]) * Number(place.value);
    slice = { k, at, across: [[1, 2], [0, 2], [0, 1]][k] };
    drawSlice(canvas, volume, slice);
    read();
  }

  function read() {
    const where = `${"xyz"[slice.k]} = ${shownNumber(slice.at.toPrecision(4))}${measured}`;
    if (!pointer) {
      find("slice-value").textContent = `${where}. Point at the slice to read a value.`;
      return;
    }
    const value = valueAt(volume, pointer);
    const [x, y, z] = pointer.map((coordinate) => shownNumber(coordinate.toPrecision(4)));
    const side = value < 0 ? "inside" : value > 0 ? "outside" : "on the surface";
    find("slice-value").textContent = `${shownNumber(value.toPrecision(4))}${measured} ${side}, at (${x}, ${y}, ${z})`;
  }

  const follow = (event) => {
    const frame = canvas.getBoundingClientRect();
    const [u, v] = slice.across;
    pointer = [slice.at, slice.at, slice.at];
    pointer[u] = volume.low[u] + (volume.high[u] - volume.low[u]) * ((event.clientX - frame.left) / frame.width);
    pointer[v] = volume.high[v] - (volume.high[v] - volume.low[v]) * ((event.clientY - frame.top) / frame.height);
    read();
  };
  canvas.addEventListener("pointermove", follow);
  canvas.addEventListener("pointerdown", follow);
  canvas.addEventListener("pointerleave", () => { pointer = null; read(); });
  for (const control of [axis, place]) control.addEventListener("input", show);
}

function drawSlice(canvas, volume, { k, at, across: [u, v] }) {
  const size = (axis) => volume.high[axis] - volume.low[axis];
  const pixel = Math.max(size(u), size(v)) / SLICE_PIXELS;
  const [width, height] = [u, v].map((axis) => Math.max(1, Math.round(size(axis) / pixel)));
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d"), image = context.createImageData(width, height);
  const point = [at, at, at];
  for (let y = 0; y < height; y++) {
    point[v] = volume.high[v] - (y + 0.5) * pixel;
    for (let x = 0; x < width; x++) {
      point[u] = volume.low[u] + (x + 0.5) * pixel;
      paintValue(image.data, 4 * (y * width + x), valueAt(volume, point), volume, pixel);
    }
  }
  context.putImageData(image, 0, 0);
}

// The value at a point of the box, from the eight points of the grid around it.
function valueAt({ low, high, counts, values }, point) {
  let index = 0, stride = 1;
  const parts = [0, 0, 0], strides = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const last = counts[k] - 1;
    const along = Math.max(0, Math.min(last, ((point[k] - low[k]) / (high[k] - low[k])) * last));
    const cell = Math.min(Math.floor(along), last - 1);
    parts[k] = along - cell;
    strides[k] = stride;
    index += cell * stride;
    stride *= counts[k];
  }
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    let weight = 1, at = index;
    for (let k = 0; k < 3; k++) {
      const high = (corner >> k) & 1;
      weight *= high ? parts[k] : 1 - parts[k];
      at += high * strides[k];
    }
    sum += weight * values[at];
  }
  return sum;
}
