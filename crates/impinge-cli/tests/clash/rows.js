// Clicks the first row of each table, and says what came of it: the pair alone, in two colors.
const canvas = document.getElementById("canvas");
const picture = async () => {
  window.dispatchEvent(new Event("resize"));
  await new Promise(requestAnimationFrame);
  return canvas.toDataURL();
};
// A canvas that has got another size is empty until it is drawn again.
const empty = () => {
  const { width, height } = canvas;
  return Object.assign(document.createElement("canvas"), { width, height }).toDataURL();
};
async function still() {
  let last = await picture();
  for (let i = 0; i < 200; i++) {
    const now = await picture();
    if (now === last && now !== empty()) return now;
    last = now;
  }
  throw new Error("the picture does not come to rest");
}
const legend = () => [...document.getElementById("legend").children].map((item) => item.textContent);
// What sticks out of its table.
const cut = () => [...document.querySelectorAll(".scroll")].flatMap((scroll) => {
  const { right } = scroll.getBoundingClientRect();
  const out = [...scroll.querySelectorAll(".cell")].filter((cell) => cell.getBoundingClientRect().right > right + 0.5);
  return scroll.scrollWidth > scroll.clientWidth ? ["table", ...out] : out.map((cell) => cell.textContent);
});
const result = { titles: [], columns: [], tables: [], changed: [], legend: legend(), pairs: [], cut: cut() };
try {
  result.intro = [...document.querySelectorAll("header p")].map((item) => item.textContent);
  let before = await still();
  for (const table of document.querySelectorAll("[data-table]")) {
    const row = table.querySelector("tbody tr");
    result.titles.push(table.querySelector("summary").textContent);
    result.columns.push([...table.querySelectorAll("th")].map((cell) => cell.textContent));
    result.tables.push([...row.cells].map((cell) => cell.textContent));
    if (!row.classList.contains("jumps")) continue;
    row.click();
    const after = await still();
    result.changed.push(after !== before);
    result.pairs.push(legend());
    result.picked = document.getElementById("picked-name").textContent;
    before = after;
  }
  document.getElementById("show-all").click();
  result.all = legend();
  result.done = true;
} catch (error) {
  window.errors.push(`rows: ${error.stack}`);
}
window.finish(result);
