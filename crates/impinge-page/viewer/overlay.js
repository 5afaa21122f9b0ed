// What is written over the picture: what colors mean, labels of points, and the cross of axes in the corner.

import { axes } from "./camera.js";
import { project } from "./matrices.js";
import { isNow } from "./scene.js";
import { element } from "./text.js";

const MOST_LABELS = 200;

export function createLegend(legend) {
  document.getElementById("legend").replaceChildren(...legend.map(([role, meaning]) => {
    const item = element("span");
    item.appendChild(element("i", "dot")).style.background = `var(--role-${role})`;
    item.append(meaning);
    return item;
  }));
}

export function drawLabels({ scene, canvas }, matrix) {
  const layer = document.getElementById("labels");
  const { positions, labels, ofStep } = scene.points;
  let used = 0;
  for (let i = 0; i < labels.length && used < MOST_LABELS; i++) {
    if (!labels[i] || !isNow(scene, ofStep[i])) continue;
    const [x, y, z, w] = project(matrix, positions.subarray(3 * i, 3 * i + 3));
    if (!(w > 0 && Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= w)) continue;
    const label = layer.children[used++] ?? layer.appendChild(element("span", "label"));
    label.textContent = labels[i];
    label.style.transform = `translate(${((x / w + 1) / 2) * canvas.clientWidth + 9}px, ${((1 - y / w) / 2) * canvas.clientHeight - 9}px)`;
  }
  while (layer.children.length > used) layer.lastChild.remove();
}

// Half the size of the cross, as its view box has it.
const REACH = 26;

export function drawAxes(camera) {
  const { right, up, back } = axes(camera);
  ["x", "y", "z"].forEach((name, axis) => {
    const [x, y] = [right[axis] * REACH, -up[axis] * REACH];
    const part = document.getElementById(`axis-${name}`);
    part.style.opacity = back[axis] < -0.2 ? 0.45 : Math.hypot(x, y) < 1 ? 0 : 1;
    const [line, text] = part.children;
    line.setAttribute("x2", x);
    line.setAttribute("y2", y);
    text.setAttribute("x", x * 1.32);
    text.setAttribute("y", y * 1.32);
  });
}
