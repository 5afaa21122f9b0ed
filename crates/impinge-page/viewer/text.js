// Numbers as a reader wants them, and elements that hold text.

// Six digits are what a reader can compare; the rest is in the title of the cell.
const DIGITS = 6;

export function shownNumber(value) {
  const number = Number(value);
  if (Number.isNaN(number)) return "not a number";
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "−∞";
  const short = Number(number.toPrecision(DIGITS));
  const size = Math.abs(short);
  const text = size !== 0 && (size < 1e-4 || size >= 1e9) ? short.toExponential() : String(short);
  return text.replaceAll("-", "−");
}

// Infinity and its like come as text, since JSON has no numbers for them.
export const isNumber = (cell, numeric) => typeof cell === "number" || (numeric && /^(-?Infinity|NaN)$/.test(cell));

// An element with a class and text. Text comes in as text only, never as HTML.
export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}
