// Tables that fit: where the columns have no room side by side, each row becomes a card with a line for each cell.

// Returns what to call when rows changed.
export function fitTable(box, scroll, table) {
  let width = 0;
  const fit = () => {
    width = scroll.clientWidth;
    if (width === 0) return; // closed, or not in the page yet
    box.classList.remove("cards");
    box.classList.toggle("cards", table.scrollWidth > width || table.offsetWidth > width);
  };
  new ResizeObserver(() => { if (scroll.clientWidth !== width) fit(); }).observe(box);
  return fit;
}
