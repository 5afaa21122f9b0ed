// Tables: a click on a header sorts, a click on a row jumps, a field filters the long ones.

import { fitTable } from "./cards.js";
import { floats } from "./decode.js";
import { breakable, element, full, plain, shown } from "./text.js";
import { frame, frameBodies, isolate, pick } from "./viewer.js";

// Rows that are drawn at once, and the length from which on a table has a field to filter.
export const PIECE = 200;
const LONG = 12;
// With more columns, a table is as wide as the page.
const NARROW = 4;

const inOrder = new Intl.Collator("en", { numeric: true });

// `viewer` and `go` may be null: then rows jump nowhere.
export function createTable(place, { title, columns, rows }, viewer, go) {
  const box = element("details", "block");
  box.open = true;
  const summary = element("summary", "", title);
  const count = element("span", "count");
  summary.append(count);
  const scroll = element("div", "scroll");
  const table = scroll.appendChild(element("table"));
  const head = table.createTHead().insertRow();
  const body = table.createTBody();
  const more = element("button", "more");
  let order = rows.map((_, i) => i), found = order, sortedBy = -1, direction = 1, drawn = 0;

  columns.forEach(({ name, numeric }, i) => {
    const cell = head.appendChild(element("th", numeric ? "number" : ""));
    cell.scope = "col";
    const button = cell.appendChild(element("button", "sort", name));
    button.addEventListener("click", () => sort(i));
  });
  if (rows.length > LONG) {
    const field = box.appendChild(element("input", "filter"));
    field.type = "search";
    field.placeholder = "Filter";
    field.setAttribute("aria-label", `Filter ${title}`);
    field.addEventListener("input", () => show(field.value.toLowerCase()));
  }
  box.prepend(summary);
  scroll.append(more);
  box.append(scroll);
  place.append(box);
  if (columns.length > NARROW) box.classList.add("wide");
  more.addEventListener("click", () => draw(drawn + 5 * PIECE));
  const fit = fitTable(box, scroll, table);
  show("");

  function sort(column) {
    direction = sortedBy === column ? -direction : 1;
    sortedBy = column;
    const { numeric } = columns[column];
    const value = (i) => plain(rows[i].cells[column]);
    const compare = numeric ? compareNumbers : (a, b) => inOrder.compare(a, b);
    order.sort((a, b) => direction * compare(value(a), value(b)) || a - b);
    [...head.cells].forEach((cell, i) => {
      if (i === column) cell.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
    });
    show(box.querySelector(".filter")?.value.toLowerCase() ?? "");
  }

  function show(words) {
    found = words ? order.filter((i) => rows[i].cells.some((cell) => String(plain(cell)).toLowerCase().includes(words))) : order;
    count.textContent = words ? `${found.length} of ${rows.length}` : rows.length;
    draw(PIECE);
  }

  function draw(until) {
    drawn = Math.min(until, found.length);
    body.replaceChildren(...found.slice(0, drawn).map(makeRow));
    more.hidden = drawn === found.length;
    more.textContent = `Show more (${found.length - drawn} left)`;
    fit();
  }

  function makeRow(index) {
    const row = rows[index];
    const line = element("tr");
    row.cells.forEach((cell, i) => {
      const { name, numeric } = columns[i];
      const item = line.appendChild(element("td", numeric ? "number" : ""));
      item.dataset.name = name;
      item.appendChild(element("span", "cell")).append(...(numeric ? [shown(cell, numeric)] : breakable(cell)));
      if (numeric) item.title = full(cell);
    });
    if (viewer && (row.bodies || row.frame || row.step !== undefined)) makeJumping(line, row);
    return line;
  }

  function makeJumping(line, row) {
    line.className = "jumps";
    line.tabIndex = 0;
    const act = () => {
      const again = line.classList.contains("current") && viewer.scene.fade;
      if (again) return pick(viewer, [], false);
      jump(row);
      mark(line);
    };
    const keys = {
      Enter: act,
      " ": act,
      ArrowDown: () => line.nextElementSibling?.focus(),
      ArrowUp: () => line.previousElementSibling?.focus(),
    };
    line.addEventListener("click", act);
    line.addEventListener("keydown", (event) => {
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  function jump(row) {
    if (row.step !== undefined && go) go(row.step);
    const known = (row.bodies ?? []).filter((body) => body < viewer.scene.names.length);
    for (const body of known) viewer.scene.hidden[body] = 0;
    if (known.length && row.pair !== undefined) isolate(viewer, known, row.pair);
    else if (known.length) pick(viewer, known, true);
    if (row.frame) { const [a, b, c, d, e, f] = floats(row.frame); frame(viewer, [[a, b, c], [d, e, f]]); }
    else if (known.length) frameBodies(viewer, known);
    viewer.canvas.scrollIntoView({ block: "nearest", behavior: "smooth" }); // on a phone the table is far below
  }
}

// What was clicked last stays marked, in all tables, until all is shown again.
function mark(line) {
  unmark();
  line.classList.add("current");
}

export function unmark() {
  for (const old of document.querySelectorAll("tr.current")) old.classList.remove("current");
}

// Numbers by value; what is no number comes last.
function compareNumbers(a, b) {
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  return x < y ? -1 : x > y ? 1 : 0;
}
