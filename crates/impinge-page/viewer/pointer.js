// Mouse, touch and wheel: one finger turns (or moves, in the plane), two fingers move and zoom, a click picks.

import { pan, turn, zoom } from "./camera.js";

// A pointer that moved farther than this many pixels did not click.
const CLICK_PX = 6;
const TURN_PER_HEIGHT = 4;
const WHEEL = 0.0015;

// `on.change` is called when the camera moved, `on.pick` with the place of a click in pixels of the page.
export function listen(canvas, camera, limit, on) {
  const down = new Map();
  let moved = 0;

  const place = (event) => {
    const area = canvas.getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top, height: area.height, width: area.width };
  };
  const fromMiddle = ({ x, y, width, height }) => [(x - width / 2) / height, (y - height / 2) / height];

  canvas.addEventListener("pointerdown", (event) => {
    if (down.size === 0) moved = 0;
    else moved = Infinity; // a second finger: no click
    down.set(event.pointerId, place(event));
    camera.travel = null;
    canvas.focus({ preventScroll: true });
  });

  window.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    const dx = (now.x - before.x) / now.height, dy = (now.y - before.y) / now.height;
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    down.set(event.pointerId, now);
    if (moved <= CLICK_PX) return;
    if (down.size === 2) pinch(event.pointerId, before, now);
    else if (camera.flat || event.shiftKey || event.buttons & 6) pan(camera, dx, dy);
    else turn(camera, dx * TURN_PER_HEIGHT, dy * TURN_PER_HEIGHT);
    on.change();
  });

  // Each finger moves the view by half; the view zooms as the fingers part.
  function pinch(id, before, now) {
    const [other] = [...down].filter(([key]) => key !== id).map(([, value]) => value);
    const apart = (a) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
    pan(camera, (now.x - before.x) / now.height / 2, (now.y - before.y) / now.height / 2);
    zoom(camera, apart(before) / apart(now), ...fromMiddle({ ...now, x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }), limit());
  }

  const up = (event) => {
    if (!down.delete(event.pointerId) || event.type === "pointercancel") return;
    if (moved <= CLICK_PX && event.button === 0) on.pick(place(event), event.ctrlKey || event.metaKey);
  };
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const amount = Math.max(-100, Math.min(100, event.deltaY * lines));
    camera.travel = null;
    zoom(camera, Math.exp(amount * WHEEL), ...fromMiddle(place(event)), limit());
    on.change();
  }, { passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}
