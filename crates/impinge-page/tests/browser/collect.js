// Runs before the page: keeps every error, and makes frames by a timer, since a browser whose time is virtual hardly makes any.
let asked = [];
window.requestAnimationFrame = (callback) => {
  if (asked.push(callback) > 1) return asked.length;
  setTimeout(() => {
    const now = asked;
    asked = [];
    for (const call of now) call(performance.now());
  }, 16);
  return 1;
};
window.errors = [];
window.addEventListener("error", (event) => window.errors.push(String(event.message)));
window.addEventListener("unhandledrejection", (event) => window.errors.push(String(event.reason)));
document.addEventListener("securitypolicyviolation", (event) => window.errors.push(`policy: ${event.blockedURI}`));
const report = console.error;
console.error = (...words) => { window.errors.push(words.join(" ")); report(...words); };
const warn = console.warn;
console.warn = (...words) => { window.errors.push(words.join(" ")); warn(...words); };

// Leaves the result where the test finds it: in the document, or in the one around it.
window.finish = (result) => {
  const all = { ...result, errors: window.errors, innerWidth, scrollWidth: document.documentElement.scrollWidth, ended: performance.now() };
  if (window.parent !== window) return window.parent.postMessage(JSON.stringify(all), "*");
  const place = document.createElement("pre");
  place.id = "result";
  place.textContent = JSON.stringify(all);
  document.body.append(place);
};
