// A page with a table that has no room for its names, and steps that the camera goes along with: what fits, what is broken, and where the
// camera looks.
const result = {};
const find = (name) => document.getElementById(name);
const canvas = find("canvas");
// No travels of the camera: each would be many pictures.
window.matchMedia = () => ({ matches: true });

// How many pixels of the picture are red, once two pictures agree.
async function red() {
  const copy = document.createElement("canvas").getContext("2d");
  let last = -1;
  for (let i = 0; i < 200; i++) {
    Object.assign(copy.canvas, { width: canvas.width, height: canvas.height });
    window.dispatchEvent(new Event("resize"));
    await new Promise(requestAnimationFrame);
    copy.drawImage(canvas, 0, 0);
    const all = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    let count = 0;
    for (let k = 0; k < all.length; k += 4) if (all[k] > all[k + 1] + 80 && all[k] > all[k + 2] + 80 && all[k + 3] > 200) count++;
    if (count === last) return count;
    last = count;
  }
  throw new Error("the picture does not come to rest");
}

const area = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range.getBoundingClientRect(); };
const heightOf = (node) => area(node).height;

try {
  const table = document.querySelector("table");
  result.cards = document.querySelectorAll(".cards").length;
  // Room in the head that no header fills, and lines of the longest cell.
  const heads = [...table.tHead.querySelectorAll("button")];
  result.spare = table.tHead.offsetHeight - Math.max(...heads.map(heightOf));
  const cells = [...document.querySelectorAll("td .cell")];
  const line = parseFloat(getComputedStyle(cells[0]).lineHeight);
  result.lines = Math.max(...cells.map((cell) => Math.round(cell.offsetHeight / line)));
  result.numberLines = Math.max(...[...table.querySelectorAll("td.number .cell")].map((cell) => Math.round(heightOf(cell) / line)));
  // Texts between the places at which they may break.
  result.pieces = [...document.querySelectorAll("td .cell")].flatMap((cell) => [...cell.childNodes].map((node) => node.textContent)).filter((text) => text);
  // A click on a header marks it, and the table keeps its size.
  const size = () => [table.offsetWidth, table.tHead.offsetHeight];
  const before = String(size());
  heads[0].click();
  result.steady = String(size()) === before;

  result.toldAt = find("told").getBoundingClientRect().bottom + scrollY;
  result.legend = [...find("legend").children].map((item) => item.textContent);

  result.near = await red();
  find("forth").click();
  result.all = await red();
  const labels = [...document.querySelectorAll(".label")].map((label) => label.getBoundingClientRect());
  result.overlaps = labels.flatMap((a, i) => labels.slice(i + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
  result.labels = labels.length;
  find("back").click();
  result.nearAgain = await red();
  find("play").click();
  result.playing = await red();
  find("play").click();
  result.paused = await red();
  canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: 300, cancelable: true }));
  const moved = await red();
  find("forth").click();
  result.kept = (await red()) === moved;
  result.done = true;
} catch (error) {
  window.errors.push(`story: ${error.stack}`);
}
window.finish(result);
