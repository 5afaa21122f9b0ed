// When the first picture is there: drawn, and waited for by reading a pixel of it.
const gl = document.getElementById("canvas").getContext("webgl2");
gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
const first = performance.now();
window.finish({ first, rows: document.querySelectorAll("tr").length, bodies: document.querySelector("#body-list .count").textContent });
