// Puts the page together: data, view, steps, lists, tables, theme and keys.

import { createBodies, createCard } from "./bodies.js";
import { createLegend } from "./overlay.js";
import { createScene } from "./scene.js";
import { createSection } from "./section.js";
import { createSteps } from "./steps.js";
import { shownNumber } from "./text.js";
import { createTable, unmark } from "./tables.js";
import { createVolume } from "./volume.js";
import { createViewer, drawNow, frameAll, pick, readTheme, redraw } from "./viewer.js";

// Pixels above the view in its place, with its border, rounded up.
const STAGE_GAP = 14;

const data = JSON.parse(document.getElementById("page-data").textContent);
const viewer = data.view ? startView() : null;
const go = viewer ? createSteps(viewer) : null;
if (viewer) startControls();
if (data.view) startRoom();
data.tables.forEach((table, i) => {
  createTable(document.querySelector(`[data-table="${i}"]`), table, viewer, go);
});
startTheme();
// The first picture does not wait for the next frame of the browser.
if (viewer) drawNow(viewer);

function startView() {
  try {
    return createViewer(document.getElementById("canvas"), createScene(data.view));
  } catch (error) {
    const notice = document.getElementById("notice");
    notice.textContent = error.message;
    notice.hidden = false;
    document.getElementById("view").classList.add("missing");
    return null;
  }
}

function startControls() {
  document.getElementById("body-list").append(createBodies(viewer));
  createCard(viewer);
  createLegend(viewer, data.view.legend);
  viewer.listeners.push(() => { if (!viewer.scene.picked.size) unmark(); });
  const hint = document.getElementById("hint");
  hint.textContent = `Drag to ${data.view.flat ? "move" : "turn"}, pinch or scroll to zoom, click a body to pick it.`;
  viewer.canvas.addEventListener("pointerdown", () => { hint.hidden = true; }, { once: true });
  createSection(viewer);
  createVolume(viewer, data.view.volume);
  document.getElementById("fit").addEventListener("click", () => frameAll(viewer));
  document.getElementById("show-all").addEventListener("click", showAll);
  document.getElementById("rounding").textContent = roundingOf(data.view);
  const keys = {
    f: () => frameAll(viewer),
    h: () => document.getElementById("picked-hide").click(),
    Escape: () => pick(viewer, [], false),
  };
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    keys[event.key]?.();
  });
}

// The view with its controls ends where the window ends; on a phone, the view leaves room for the text of a step.
function startRoom() {
  const workspace = document.querySelector(".workspace");
  const height = (name) => document.getElementById(name).offsetHeight;
  const measure = () => {
    workspace.style.setProperty("--above", `${workspace.offsetTop}px`);
    workspace.style.setProperty("--below", `${STAGE_GAP + height("legend") + height("steps")}px`);
  };
  window.addEventListener("resize", measure);
  measure();
}

function showAll() {
  viewer.scene.hidden.fill(0);
  pick(viewer, [], false);
}

function roundingOf({ geometries: { count, rounding }, unit }) {
  if (count === 0) return "";
  return `Corners are drawn within ${shownNumber(rounding, rounding)}${unit ? ` ${unit}` : ""} of their place; numbers in tables are not rounded so.`;
}

// Light or dark as the system has it, until the reader says otherwise.
function startTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const button = document.getElementById("theme");
  const apply = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    if (viewer) { readTheme(viewer); redraw(viewer); }
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}
