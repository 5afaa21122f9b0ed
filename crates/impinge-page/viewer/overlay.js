// What is written over the picture: what colors mean, labels of points, and the cross of axes in the corner.

import { axes } from "./camera.js";
import { project } from "./matrices.js";
import { isMarked, SIDE_ROLES } from "./scene.js";
import { element } from "./text.js";

const MOST_LABELS = 200;
// Pixels from a point to its label, as high as the style sheet has it; and the widths of labels by their text.
const LABEL_GAP = 9;
const LABEL_HEIGHT = 18;
const widths = new Map();

// What colors mean: those of the page, or, while a pair is shown alone, those of its two sides.
export function createLegend(viewer, legend) {
  const { scene, listeners } = viewer;
  const place = document.getElementById("legend");
  const entry = (color, meaning) => {
    const item = element("span");
    item.appendChild(element("i", "dot")).style.background = color;
    item.append(meaning);
    return item;
  };
  const usual = legend.map(([role, meaning]) => entry(`var(--role-${role})`, meaning));
  const ghost = entry("color-mix(in srgb, var(--role-0) 30%, transparent)", "all others, as ghosts");
  let sides = {};
  const show = () => {
    if (scene.sides === sides) return;
    sides = scene.sides;
    const name = (bodies) => [...new Set(bodies.map((body) => scene.names[body]))].join(", ");
    const pair = sides?.map((bodies, i) => entry(`var(--role-${SIDE_ROLES[i]})`, name(bodies)));
    place.replaceChildren(...(pair ? [...pair, ghost] : usual));
    place.hidden = !pair && usual.length === 0;
  };
  listeners.push(show);
  show();
}

export function drawLabels({ scene, canvas }, matrix) {
  const layer = document.getElementById("labels");
  const { positions, labels } = scene.points;
  let used = 0;
  const placed = [];
  for (let i = 0; i < labels.length && used < MOST_LABELS; i++) {
    if (!labels[i] || !isMarked(scene, scene.points, i)) continue;
    const [x, y, z, w] = project(matrix, positions.subarray(3 * i, 3 * i + 3));
    if (!(w > 0 && Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= w)) continue;
    const label = layer.children[used++] ?? layer.appendChild(element("span", "label"));
    label.textContent = labels[i];
    const at = beside(((x / w + 1) / 2) * canvas.clientWidth, ((1 - y / w) / 2) * canvas.clientHeight, widthOf(label), placed);
    label.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
  }
  while (layer.children.length > used) layer.lastChild.remove();
}

// A place for a label beside its point, on which no other label stands: to the right of it, to the left, above or below.
function beside(x, y, width, placed) {
  const places = [[x + LABEL_GAP, y - LABEL_HEIGHT / 2], [x - LABEL_GAP - width, y - LABEL_HEIGHT / 2], [x - width / 2, y - LABEL_GAP - LABEL_HEIGHT], [x - width / 2, y + LABEL_GAP]];
  const isFree = ([left, top]) => placed.every(([l, t, w]) => left >= l + w || left + width <= l || top >= t + LABEL_HEIGHT || top + LABEL_HEIGHT <= t);
  const at = places.find(isFree) ?? places[0];
  placed.push([...at, width]);
  return at;
}

function widthOf(label) {
  const text = label.textContent;
  if (!widths.has(text)) widths.set(text, label.offsetWidth);
  return widths.get(text);
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
