// Small bodies of crowded pictures, drawn as boxes: what is a few pixels wide shows no more, and a processor that draws has less to do.

// From this many triangles in a picture on it is crowded, and there are boxes until there are no more than that.
const CROWDED = 1000000;
// Bodies up to this many pixels are boxes; the least of these that is enough.
const SIZES_PX = [4, 8, 16, 32];
const BOX_TRIANGLES = 12;

// A box from -1 to 1, beside the geometries of a scene.
export const UNIT_BOX = {
  positions: new Float32Array([-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1]),
  triangles: new Uint32Array([0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5]),
};

export function drawnTriangles({ geometry, geometries }) {
  return geometry.reduce((sum, kind) => sum + geometries[kind].triangles.length / 3, 0);
}

// Which bodies are boxes: none of a picture that is not crowded; at first all, as nothing is known of the camera.
export function createCoarse(scene) {
  return drawnTriangles(scene) > CROWDED ? new Uint8Array(scene.names.length).fill(1) : null;
}

// Chooses by the camera; whether the choice changed.
export function chooseCoarse(scene, { eye, back, tangent }, height) {
  const { coarse, geometry, geometries, poses } = scene;
  const sizes = Float32Array.from(geometry, (kind, body) => extent(geometries[kind].box, poses, 12 * body, eye, back) * (height / tangent));
  const drawn = (limit) =>
    sizes.reduce((sum, size, body) => sum + (size <= limit ? BOX_TRIANGLES : geometries[geometry[body]].triangles.length / 3), 0);
  const limit = SIZES_PX.find((size) => drawn(size) <= CROWDED) ?? SIZES_PX.at(-1);
  let changed = false;
  sizes.forEach((size, body) => {
    const small = size <= limit && geometries[geometry[body]].triangles.length / 3 > BOX_TRIANGLES ? 1 : 0;
    if (coarse[body] !== small) changed = true;
    coarse[body] = small;
  });
  return changed;
}

// Half the diagonal of a box at a pose, by its distance along the line of sight.
function extent([least, most], p, at, eye, back) {
  const half = Math.hypot(most[0] - least[0], most[1] - least[1], most[2] - least[2]) / 2;
  const scale = Math.max(...[0, 1, 2].map((k) => Math.hypot(p[at + k], p[at + 4 + k], p[at + 8 + k])));
  const depth = (eye[0] - p[at + 3]) * back[0] + (eye[1] - p[at + 7]) * back[1] + (eye[2] - p[at + 11]) * back[2];
  return (half * scale) / Math.max(depth - half * scale, half * scale, 1e-30);
}

// The pose that makes the unit box the box of a geometry, where the body stands.
export function boxPose([least, most], p, at) {
  const rows = new Float32Array(12);
  const half = [0, 1, 2].map((k) => (most[k] - least[k]) / 2);
  const thinnest = 1e-6 * Math.max(...half); // a flat box has no normals
  for (let row = 0; row < 12; row += 4) {
    rows[row + 3] = p[at + row + 3];
    for (let k = 0; k < 3; k++) {
      rows[row + k] = p[at + row + k] * Math.max(half[k], thinnest);
      rows[row + 3] += (p[at + row + k] * (least[k] + most[k])) / 2;
    }
  }
  return rows;
}
