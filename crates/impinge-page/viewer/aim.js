// Where the camera looks before the reader moves it.

import { framing } from "./camera.js";
import { bodyBox, visibleBox } from "./scene.js";

// At the bodies that the step or the view is about; where every body is of one step, at those of this step; else at all that any step shows.
export function aim({ camera, scene, isPlaying }) {
  const { steps, step, focus } = scene;
  const about = isPlaying ? [] : steps[step]?.focus.length ? steps[step].focus : focus;
  if (about.length) return framing(camera, boxOfBodies(scene, about), true);
  const isOwn = scene.ofStep.length > 0 && scene.ofStep.every((of) => of > 0);
  return framing(camera, isOwn ? visibleBox(scene) : scene.box);
}

export function boxOfBodies(scene, bodies) {
  const box = bodyBox(scene, bodies[0]);
  for (const body of bodies) bodyBox(scene, body, box);
  return box;
}
