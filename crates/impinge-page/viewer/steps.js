// The slider over the steps: by hand, by key, or playing.

import { showStep } from "./scene.js";
import { element, full, shown } from "./text.js";
import { changed, follow } from "./viewer.js";

// A run plays in about this time, but no step is shorter or longer than these.
const RUN_MS = 12000;
const SHORTEST_MS = 40;
const LONGEST_MS = 900;

// Returns `go`, which moves to a step counted from 0, or null where there are no steps.
export function createSteps(viewer) {
  const { scene } = viewer;
  const count = scene.steps.length;
  if (count === 0) return null;
  const find = (name) => document.getElementById(name);
  const slider = find("slider"), play = find("play");
  let timer = null;

  find("steps").hidden = false;
  slider.max = count - 1;
  window.addEventListener("resize", reserve);
  reserve();
  show();

  function go(step) {
    showStep(scene, step);
    show();
    changed(viewer);
    follow(viewer);
  }

  // Room for the longest text, so that the view does not change its height from step to step.
  function reserve() {
    const length = ({ caption, numbers }) => caption.length + String(numbers).length;
    const longest = scene.steps.reduce((a, b) => (length(b) > length(a) ? b : a));
    const place = find("told");
    place.style.minHeight = "";
    tell(longest);
    place.style.minHeight = `${place.offsetHeight}px`;
    tell(scene.steps[scene.step]);
  }

  function tell({ caption, numbers }) {
    find("caption").textContent = caption;
    find("numbers").replaceChildren(...numbers.map(([name, value]) => {
      const item = element("div");
      item.append(element("dt", "", name), element("dd", "", shown(value, true)));
      item.title = full(value);
      return item;
    }));
  }

  function show() {
    slider.value = scene.step;
    find("step-count").textContent = `Step ${scene.step + 1} of ${count}`;
    find("back").disabled = scene.step === 0;
    find("forth").disabled = scene.step === count - 1;
    tell(scene.steps[scene.step]);
    for (const mark of document.querySelectorAll(".step-mark")) {
      const x = Number(mark.dataset.zero) + scene.step * Number(mark.dataset.each);
      mark.setAttribute("x1", x);
      mark.setAttribute("x2", x);
    }
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    viewer.isPlaying = false;
    play.textContent = "Play";
  }

  function stopAt() {
    stop();
    follow(viewer);
  }

  function toggle() {
    if (timer !== null) return stopAt();
    viewer.isPlaying = true; // with all in sight
    if (scene.step === count - 1) go(0);
    else follow(viewer);
    play.textContent = "Pause";
    timer = setInterval(() => {
      if (scene.step < count - 1) go(scene.step + 1);
      if (scene.step === count - 1) stopAt();
    }, Math.max(SHORTEST_MS, Math.min(LONGEST_MS, RUN_MS / count)));
  }

  const byHand = (step) => { stop(); go(step); };
  slider.addEventListener("input", () => byHand(Number(slider.value)));
  find("back").addEventListener("click", () => byHand(scene.step - 1));
  find("forth").addEventListener("click", () => byHand(scene.step + 1));
  play.addEventListener("click", toggle);
  const keys = {
    ArrowLeft: () => byHand(scene.step - 1),
    ArrowRight: () => byHand(scene.step + 1),
    Home: () => byHand(0),
    End: () => byHand(count - 1),
    " ": toggle,
  };
  document.addEventListener("keydown", (event) => {
    const own = event.key === " " ? "input:not([type=range]), select, textarea, button, summary, tr" : "input, select, textarea";
    const taken = event.target.closest(own) || event.altKey || event.ctrlKey || event.metaKey;
    if (!keys[event.key] || taken) return;
    event.preventDefault();
    keys[event.key]();
  });
  return byHand;
}
