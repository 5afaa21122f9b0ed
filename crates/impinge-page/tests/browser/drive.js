// Drives the page as a reader would, and says what came of it.
const result = {};
const find = (name) => document.getElementById(name);
const canvas = find("canvas");
const nextFrame = () => new Promise(requestAnimationFrame);

// The picture, read in the frame in which it is drawn.
async function picture() {
  window.dispatchEvent(new Event("resize"));
  await nextFrame();
  return canvas.toDataURL();
}

// Its pixels, as whole numbers; the highest byte is the opacity.
async function pixels() {
  const copy = document.createElement("canvas").getContext("2d");
  Object.assign(copy.canvas, { width: canvas.width, height: canvas.height });
  await picture();
  copy.drawImage(canvas, 0, 0);
  return new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
}

// The picture once nothing moves any more.
async function still() {
  let last = await picture();
  for (let i = 0; i < 200; i++) {
    const now = await picture();
    if (now === last) return now;
    last = now;
  }
  throw new Error("the picture does not come to rest");
}

const set = (control, value) => { control.value = value; control.dispatchEvent(new Event("input", { bubbles: true })); };

function point(type, x, y, more = {}) {
  const area = canvas.getBoundingClientRect();
  const at = { clientX: area.left + x * area.width, clientY: area.top + y * area.height };
  canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, buttons: 1, ...at, ...more }));
}

const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const column = (i) => [...document.querySelectorAll("[data-table='0'] tbody tr")].map((row) => row.cells[i].textContent);

// Whether an action changes the picture; the picture after it is kept.
let before = await still();
async function changes(name, act) {
  await act();
  const after = await still();
  result[name] = after !== before;
  before = after;
}

try {
  result.drawn = before.length > 2000;
  result.labels = [...document.querySelectorAll(".label")].map((label) => label.textContent);
  const whole = await pixels();
  result.colors = new Set(whole).size;
  const covered = (all) => all.filter((pixel) => pixel >>> 24 > 0).length;

  await changes("slider", () => set(find("slider"), 2));
  result.caption = find("caption").textContent;
  result.numbers = [...find("numbers").querySelectorAll("dd")].map((item) => item.textContent);
  await changes("arrow key", () => key("ArrowLeft"));
  result.step = find("step-count").textContent;
  await changes("play", () => { key("Home"); key(" "); });
  await new Promise((done) => setTimeout(done, 6000));
  before = await still();
  result.played = find("step-count").textContent;
  result["play button"] = find("play").textContent;
  key("Home");

  await changes("pointer orbit", () => {
    point("pointerdown", 0.1, 0.1);
    point("pointermove", 0.3, 0.2);
    point("pointerup", 0.3, 0.2);
  });
  await changes("pan", () => {
    point("pointerdown", 0.5, 0.5, { shiftKey: true });
    point("pointermove", 0.55, 0.5, { shiftKey: true });
    point("pointerup", 0.55, 0.5);
  });
  await changes("wheel", () => canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -80, cancelable: true })));
  await changes("pinch", () => {
    const finger = (id) => ({ pointerId: id, pointerType: "touch" });
    point("pointerdown", 0.4, 0.5, finger(2));
    point("pointerdown", 0.6, 0.5, finger(3));
    point("pointermove", 0.3, 0.5, finger(2));
    point("pointermove", 0.7, 0.5, finger(3));
    point("pointerup", 0.3, 0.5, finger(2));
    point("pointerup", 0.7, 0.5, finger(3));
  });
  result["pinch picks nothing"] = find("picked").hidden;
  await changes("fit", () => find("fit").click());

  await changes("pick", () => {
    point("pointerdown", 0.5, 0.5);
    point("pointerup", 0.5, 0.5, { buttons: 0 });
  });
  result.picked = find("picked-name").textContent;
  result.facts = find("picked-facts").textContent;
  await changes("pick nothing", () => key("Escape"));
  result["card closed"] = find("picked").hidden;

  const check = document.querySelector(".body input");
  await changes("hide", () => check.click());
  await changes("show", () => check.click());
  const uncut = covered(await pixels());
  await changes("section", () => set(find("cut-axis"), "x"));
  const cut = covered(await pixels());
  result["half is cut away"] = cut > 0.2 * uncut && cut < 0.8 * uncut;
  await changes("section moved", () => set(find("cut-place"), 0.3));
  await changes("section off", () => set(find("cut-axis"), "off"));

  await changes("table row", () => document.querySelector("[data-table='0'] tbody tr").click());
  result["row marked"] = document.querySelectorAll("tr.current").length === 1;
  result["row picked"] = find("picked-name").textContent;
  key("Escape");
  before = await still();
  await changes("row with a step", () => document.querySelector("[data-table='1'] tbody tr").click());
  result["row step"] = find("step-count").textContent;
  const header = (i) => document.querySelectorAll("[data-table='0'] th button")[i];
  header(1).click();
  result.rising = column(1);
  header(1).click();
  result.falling = column(1);
  header(0).click();
  result.names = column(0);
  await changes("theme", () => find("theme").click());

  const gl = canvas.getContext("webgl2");
  result["no WebGL error"] = gl.getError() === gl.NO_ERROR;
  // The context is lost, and comes back with the same picture.
  const loss = gl.getExtension("WEBGL_lose_context");
  const told = (name) => new Promise((done) => canvas.addEventListener(name, done, { once: true }));
  const lost = told("webglcontextlost");
  loss.loseContext();
  await lost;
  await nextFrame();
  const back = told("webglcontextrestored");
  loss.restoreContext();
  await back;
  result.restored = (await still()) === before;
  result.done = true;
} catch (error) {
  window.errors.push(`drive: ${error.stack}`);
}
window.finish(result);
