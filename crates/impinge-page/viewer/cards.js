// Tables that fit: where the columns have no room side by side, each row becomes a card with a line for each text.

// In a table narrower than this many pixels, no text is broken into more lines than this.
const NARROW_TABLE = 600;
const MOST_LINES = 3;
// Rows that are looked at.
const LOOKED_AT = 20;

// Returns what to call when rows changed.
export function fitTable(box, scroll, table) {
  let width = 0;
  const fit = () => {
    width = scroll.clientWidth;
    if (width === 0) return; // closed, or not in the page yet
    box.classList.remove("cards");
    box.classList.toggle("cards", table.scrollWidth > width || table.offsetWidth > width || isBroken(table, width));
  };
  new ResizeObserver(() => { if (scroll.clientWidth !== width) fit(); }).observe(box);
  return fit;
}

function isBroken(table, width) {
  if (width >= NARROW_TABLE) return false;
  const cells = [...table.tBodies[0].rows].slice(0, LOOKED_AT).flatMap((row) => [...row.querySelectorAll(".cell")]);
  if (cells.length === 0) return false;
  const line = parseFloat(getComputedStyle(cells[0]).lineHeight);
  return cells.some((cell) => cell.offsetHeight > (MOST_LINES + 0.5) * line);
}
