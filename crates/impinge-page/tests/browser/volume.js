// Slices of a volume: there from the start, moved with the section plane, with the value under the pointer.
const find = (name) => document.getElementById(name);
const canvas = find("slice-canvas"), text = () => find("slice-value").textContent;
const set = (control, value) => { control.value = value; control.dispatchEvent(new Event("input")); };
const inks = () => canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data.join();
const pointAt = (x, y) => {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: left + x * width, clientY: top + y * height }));
  return text();
};
const result = { shown: !find("slice").hidden, name: find("slice-name").textContent, axis: find("cut-axis").value, first: text() };
const scale = document.querySelector(".scale canvas");
const paint = (part) => scale.getContext("2d").getImageData(part * scale.width, 0, 1, 1).data;
result.scale = document.querySelector(".scale p").textContent;
result.numbers = [...document.querySelectorAll(".scale span")].map((item) => item.textContent);
result.sides = [paint(0.02)[0] > paint(0.02)[2], paint(0.98)[2] > paint(0.98)[0]];
const before = inks();
result.middle = pointAt(0.5, 0.5);
result.corner = pointAt(1, 0);
set(find("cut-place"), 0.1);
result.moved = inks() !== before;
set(find("cut-axis"), "x");
result.wide = canvas.width / canvas.height;
canvas.dispatchEvent(new PointerEvent("pointerleave"));
result.left = text();
window.finish(result);
