// Clicks the first row of each table, and says what came of it.
const canvas = document.getElementById("canvas");
const picture = async () => {
  window.dispatchEvent(new Event("resize"));
  await new Promise(requestAnimationFrame);
  return canvas.toDataURL();
};
async function still() {
  let last = await picture();
  for (let i = 0; i < 200; i++) {
    const now = await picture();
    if (now === last) return now;
    last = now;
  }
  throw new Error("the picture does not come to rest");
}
const result = { tables: [], changed: [] };
try {
  let before = await still();
  for (const table of document.querySelectorAll("[data-table]")) {
    const row = table.querySelector("tbody tr");
    result.tables.push([...row.cells].map((cell) => cell.textContent));
    row.click();
    const after = await still();
    result.changed.push(after !== before);
    before = after;
  }
  result.picked = document.getElementById("picked-name").textContent;
  result.done = true;
} catch (error) {
  window.errors.push(`rows: ${error.stack}`);
}
window.finish(result);
