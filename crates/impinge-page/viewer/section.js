// The section plane: an axis, a place on it, and which side is cut away.

import { axes } from "./camera.js";
import { isEmpty } from "./matrices.js";
import { redraw } from "./viewer.js";

export function createSection(viewer) {
  const find = (name) => document.getElementById(name);
  const axis = find("cut-axis"), place = find("cut-place"), flip = find("cut-flip");
  const { box, flat } = viewer.scene;
  find("section").hidden = flat || isEmpty(box);

  function apply() {
    const chosen = axis.value;
    place.disabled = flip.disabled = chosen === "off";
    find("section").classList.toggle("off", chosen === "off");
    if (chosen === "off") viewer.section = [0, 0, 0, Infinity];
    else {
      const k = "xyz".indexOf(chosen), side = flip.checked ? -1 : 1;
      const at = box[0][k] + (box[1][k] - box[0][k]) * Number(place.value);
      viewer.section = [0, 0, 0, side * at];
      viewer.section[k] = side;
    }
    redraw(viewer);
  }
  // Opens the side that the camera sees.
  axis.addEventListener("input", () => { flip.checked = axes(viewer.camera).back["xyz".indexOf(axis.value)] < 0; });
  for (const control of [axis, place, flip]) control.addEventListener("input", apply);
  apply();
}
