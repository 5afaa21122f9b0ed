// Vectors of three numbers, 4×4 matrices by columns as WebGL takes them, and boxes as [least, greatest].

export const add = (a, b, scale = 1) => [a[0] + b[0] * scale, a[1] + b[1] * scale, a[2] + b[2] * scale];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const mix = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export function multiply(a, b) {
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 4; k++) out[4 * column + row] += a[4 * k + row] * b[4 * column + k];
  return out;
}

// From the world to the eye: the axes of the camera and where it stands. It looks along -back.
export function lookFrom(eye, { right, up, back }) {
  return new Float32Array([
    right[0], up[0], back[0], 0,
    right[1], up[1], back[1], 0,
    right[2], up[2], back[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(back, eye), 1,
  ]);
}

export function perspective(tangent, aspect, near, far) {
  const depth = 1 / (near - far);
  return new Float32Array([
    1 / (tangent * aspect), 0, 0, 0,
    0, 1 / tangent, 0, 0,
    0, 0, (near + far) * depth, -1,
    0, 0, 2 * near * far * depth, 0,
  ]);
}

export function orthographic(halfHeight, aspect, near, far) {
  const depth = 1 / (near - far);
  return new Float32Array([
    1 / (halfHeight * aspect), 0, 0, 0,
    0, 1 / halfHeight, 0, 0,
    0, 0, 2 * depth, 0,
    0, 0, (near + far) * depth, 1,
  ]);
}

// A point in clip coordinates: x, y and z from -1 to 1 where w is positive, once divided by it.
export function project(matrix, [x, y, z]) {
  return [0, 1, 2, 3].map((row) => matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row]);
}

export const emptyBox = () => [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
export const isEmpty = (box) => !(box[0][0] <= box[1][0]);

export function growBox(box, x, y, z) {
  if (!Number.isFinite(x + y + z)) return;
  box[0][0] = Math.min(box[0][0], x); box[1][0] = Math.max(box[1][0], x);
  box[0][1] = Math.min(box[0][1], y); box[1][1] = Math.max(box[1][1], y);
  box[0][2] = Math.min(box[0][2], z); box[1][2] = Math.max(box[1][2], z);
}

// Adds a box that a pose (12 numbers, by rows, from `at` on) carries: its center, and its half extents by absolute values.
export function growByPosed(box, [least, greatest], poses, at) {
  if (!(least[0] <= greatest[0])) return;
  const from = [0, 0, 0], to = [0, 0, 0];
  for (let row = 0; row < 3; row++) {
    let center = poses[at + 4 * row + 3], half = 0;
    for (let k = 0; k < 3; k++) {
      const m = poses[at + 4 * row + k];
      center += m * (least[k] + greatest[k]) / 2;
      half += Math.abs(m) * (greatest[k] - least[k]) / 2;
    }
    from[row] = center - half;
    to[row] = center + half;
  }
  growBox(box, ...from);
  growBox(box, ...to);
}
