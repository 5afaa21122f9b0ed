// A pair alone and back, by mouse, key and button; what legend, numbers and units say; and whether anything is cut off.
const result = {};
const find = (name) => document.getElementById(name);
const canvas = find("canvas");
// No travels of the camera: each would be many pictures.
window.matchMedia = () => ({ matches: true });

async function pixels() {
  const copy = document.createElement("canvas").getContext("2d");
  Object.assign(copy.canvas, { width: canvas.width, height: canvas.height });
  window.dispatchEvent(new Event("resize"));
  await new Promise(requestAnimationFrame);
  copy.drawImage(canvas, 0, 0);
  return copy.getImageData(0, 0, canvas.width, canvas.height).data;
}

// How many pixels are solid and blue, pink, or red, once two pictures agree.
async function colors() {
  let last = "";
  for (let i = 0; i < 200; i++) {
    const all = await pixels();
    const count = { blue: 0, pink: 0, red: 0 };
    for (let k = 0; k < all.length; k += 4) {
      const [r, g, b, a] = all.subarray(k, k + 4);
      if (a < 200) continue;
      if (b > r + 50 && b > g + 30) count.blue++;
      else if (r > g + 40 && b > g + 20) count.pink++;
      else if (r > g + 80 && r > b + 80) count.red++;
    }
    const now = JSON.stringify(count);
    if (now === last) return count;
    last = now;
  }
  throw new Error("the picture does not come to rest");
}

const legend = () => [...find("legend").children].map((item) => item.textContent);
const row = document.querySelector("[data-table] tbody tr");
const key = (name) => row.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
// What sticks out of its table, or of the page.
const cut = () => {
  const out = [];
  for (const scroll of document.querySelectorAll(".scroll")) {
    if (scroll.scrollWidth > scroll.clientWidth) out.push(`table ${scroll.scrollWidth} > ${scroll.clientWidth}`);
    const { right } = scroll.getBoundingClientRect();
    for (const cell of scroll.querySelectorAll(".cell"))
      if (cell.getBoundingClientRect().right > right + 0.5 || cell.scrollWidth > cell.clientWidth + 1) out.push(cell.textContent);
  }
  if (document.documentElement.scrollWidth > innerWidth) out.push("page");
  return out;
};

try {
  result.legend = legend();
  result.cells = [...row.cells].map((cell) => cell.textContent);
  result.titles = [...row.cells].map((cell) => cell.title);
  result.cut = cut();
  result.cards = document.querySelectorAll(".cards").length;
  result.foot = find("rounding").textContent;
  result.before = await colors();
  row.click();
  result.alone = await colors();
  result.pair = legend();
  result.marked = row.classList.contains("current");
  row.click();
  result.after = await colors();
  result.back = legend();
  result.unmarked = !row.classList.contains("current");
  key("Enter");
  result.byKey = legend();
  key("Enter");
  result.keyAgain = legend();
  key("Enter");
  key("Escape");
  result.escaped = legend();
  key("Enter");
  find("show-all").click();
  result.shown = legend();
  document.querySelector(".body .name").click();
  result.facts = find("picked-facts").textContent;
  result.done = true;
} catch (error) {
  window.errors.push(`pair: ${error.stack}`);
}
window.finish(result);
