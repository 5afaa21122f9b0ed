// Arrays of numbers and geometries from the base64 text of the page.

export function bytes(text) {
  const binary = atob(text);
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

export const floats = (text) => new Float32Array(bytes(text).buffer);
export const words = (text) => new Uint32Array(bytes(text).buffer);

// Geometries in their code, which `src/coded.rs` describes.
export function decodeGeometries({ count, size, bytes: text }) {
  const all = bytes(text), numbers = new DataView(all.buffer);
  let at = 0;
  const variable = () => {
    let number = 0, factor = 1, byte;
    do {
      byte = all[at++];
      number += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return number;
  };
  const float = () => numbers.getFloat32((at += 4) - 4, true);
  const decode = () => {
    const positions = new Float32Array(3 * variable()), triangles = new Uint32Array(3 * variable());
    const low = [float(), float(), float()], step = [float(), float(), float()];
    for (let i = 0; i < positions.length; i++, at += size)
      positions[i] = low[i % 3] + step[i % 3] * (all[at] | (all[at + 1] << 8) | (size > 2 ? all[at + 2] << 16 : 0));
    for (let i = 0, last = 0; i < triangles.length; i++) {
      const code = variable();
      triangles[i] = last += code % 2 ? -(code + 1) / 2 : code / 2;
    }
    return { positions, triangles };
  };
  return Array.from({ length: count }, decode);
}
