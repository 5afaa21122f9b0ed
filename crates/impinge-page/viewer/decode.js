// Arrays of numbers from the base64 text of the page.

export function bytes(text) {
  const binary = atob(text);
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

export const floats = (text) => new Float32Array(bytes(text).buffer);
export const words = (text) => new Uint32Array(bytes(text).buffer);
