// The colors of a slice: inside, outside, the surface and lines of equal value; and the scale that says which is which.

import { element, shownNumber } from "./text.js";

// Next to the surface and far from it, inside and outside; and the surface itself.
const SLICE_INSIDE = [[255, 226, 178], [196, 78, 18]], SLICE_OUTSIDE = [[238, 245, 253], [46, 103, 178]];
const SLICE_DARK = [26, 32, 39];
// Pixels of the scale, and about so many numbers on it.
const SCALE_PIXELS = 600;
const SCALE_NUMBERS = 4;

export function paintValue(pixels, place, value, { least, most, step }, pixel) {
  const far = value < 0 ? least : most, [near, deep] = value < 0 ? SLICE_INSIDE : SLICE_OUTSIDE;
  const part = far === 0 ? 0 : Math.sqrt(Math.min(1, value / far));
  const covers = (off, width) => Math.max(0, Math.min(1, width + 0.5 - off / pixel));
  const off = Math.abs(value / step - Math.round(value / step)) * step;
  const ink = Math.max(covers(Math.abs(value), 0.9), 0.35 * covers(off, 0.4));
  for (let i = 0; i < 3; i++) {
    const plain = near[i] + (deep[i] - near[i]) * part;
    pixels[place + i] = plain + (SLICE_DARK[i] - plain) * ink;
  }
  pixels[place + 3] = 255;
}

// From the least value at the left to the greatest at the right, with round numbers below, and the unit.
export function createScale(volume, unit) {
  const { least, most } = volume;
  const box = element("div", "scale"), canvas = box.appendChild(element("canvas")), numbers = box.appendChild(element("div"));
  Object.assign(canvas, { width: SCALE_PIXELS, height: 1 });
  const context = canvas.getContext("2d"), image = context.createImageData(SCALE_PIXELS, 1);
  const pixel = (most - least) / SCALE_PIXELS || 1;
  for (let x = 0; x < SCALE_PIXELS; x++) paintValue(image.data, 4 * x, least + (x + 0.5) * pixel, volume, pixel);
  context.putImageData(image, 0, 0);
  const each = evenStep((most - least) / SCALE_NUMBERS);
  for (let i = Math.ceil(least / each - 1e-9); i * each <= most + 1e-9 * each; i++) {
    const part = most > least ? (i * each - least) / (most - least) : 0;
    const number = numbers.appendChild(element("span", "", shownNumber((i * each).toPrecision(6))));
    number.style.left = `${100 * part}%`;
    number.style.transform = `translate(${-100 * part}%)`;
  }
  box.append(element("p", "", `${unit ? `In ${unit}; negative` : "Negative"} inside, 0 on the surface; lines every ${shownNumber(volume.step)}.`));
  return box;
}

// 1, 2 or 5 times a power of ten, near a number.
export function evenStep(about) {
  if (!(about > 0 && about < Infinity)) return 1;
  const power = 10 ** Math.floor(Math.log10(about));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= about * 0.999);
}
