// Numbers as a reader wants them, and elements that hold text.

// Six digits are what a reader can compare; the rest is in the title of the cell.
const DIGITS = 6;

// With as many digits as its error allows. A number that is its own error is a bound: it is rounded up, to one digit.
export function shownNumber(value, error = 0) {
  const number = Number(value);
  if (Number.isNaN(number)) return "not a number";
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "−∞";
  const short = Number(rounded(number, Number(error)).toPrecision(DIGITS));
  const size = Math.abs(short);
  const text = size !== 0 && (size < 1e-4 || size >= 1e9) ? short.toExponential() : String(short);
  return text.replaceAll("-", "−");
}

function rounded(number, error) {
  if (!(error > 0 && error < Infinity)) return number;
  const power = Math.floor(Math.log10(error));
  const round = (places) => Number(number.toFixed(Math.min(100, places)));
  if (number !== error) return power < 0 ? round(-power) : Math.round(number / 10 ** power) * 10 ** power;
  const digit = Math.ceil(error / 10 ** power - 1e-9);
  return Number(`${digit}e${power}`);
}

// Infinity and its like come as text, since JSON has no numbers for them.
const isNumber = (cell, numeric) => typeof cell === "number" || (numeric && /^(-?Infinity|NaN)$/.test(cell));

// A cell of a table or a number of a step: a text, a number, or a number and its error.
export const plain = (cell) => (Array.isArray(cell) ? cell[0] : cell);
export const shown = (cell, numeric) => (isNumber(plain(cell), numeric) ? shownNumber(plain(cell), Array.isArray(cell) ? cell[1] : 0) : cell);

// All digits, for a title.
export const full = (cell) => (Array.isArray(cell) && cell[0] !== cell[1] ? `${cell[0]} ± ${cell[1]}` : String(plain(cell)));

// An element with a class and text. Text comes in as text only, never as HTML.
export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

// Behind the signs that part the words of a name, but not in a number, and not before a short ending such as `.stl`.
const BREAKS = /(?<=[/\\_,:])(?=\S)|(?<=[\p{L}\d]-)(?<!\de-)(?=\S)|(?<=\.)(?<!\d\.(?=\d))(?=\S)(?!\w{1,5}(?:$|[\s,;)]))/u;

// Text that may break between the words of a name. A hyphen in a number would let it break, which a minus sign does not.
export function breakable(text) {
  const parts = String(text).replace(/(?<=\de)-(?=\d)/gu, "−").split(BREAKS);
  return parts.flatMap((part, i) => (i > 0 ? [document.createElement("wbr"), part] : [part]));
}
