// The list of bodies by group, to hide and to pick, and the card of what is picked.

import { isNow } from "./scene.js";
import { PIECE } from "./tables.js";
import { element, shownNumber } from "./text.js";
import { changed, frameBodies, pick } from "./viewer.js";

const LONG_LIST = 12;

export function createBodies(viewer) {
  const { scene } = viewer;
  const box = element("details", "block");
  box.open = true;
  const summary = box.appendChild(element("summary", "", "Bodies"));
  const count = summary.appendChild(element("span", "count"));
  const field = box.appendChild(element("input", "filter"));
  field.type = "search";
  field.placeholder = "Filter";
  field.setAttribute("aria-label", "Filter bodies");
  field.hidden = scene.names.length <= LONG_LIST;
  const list = box.appendChild(element("div", "bodies scroll"));
  let limit = PIECE, step = scene.step;
  // A row for each body, and a box for each group, of those that are drawn now.
  let lines = new Map(), heads = new Map();

  field.addEventListener("input", () => { limit = PIECE; build(); });
  viewer.listeners.push(() => { if (scene.step !== step && stepsMatter(scene)) build(); else update(); });
  build();

  function build() {
    step = scene.step;
    lines = new Map();
    heads = new Map();
    const sought = field.value.toLowerCase();
    const found = [];
    scene.names.forEach((name, body) => { if (isNow(scene, scene.ofStep[body]) && name.toLowerCase().includes(sought)) found.push(body); });
    found.sort((a, b) => scene.group[a] - scene.group[b] || a - b);
    const items = [];
    found.slice(0, limit).forEach((body) => {
      const group = scene.group[body];
      if (!heads.has(group) && scene.groups[group]) items.push(makeHead(group, found));
      items.push(makeLine(body));
    });
    if (found.length > limit) {
      const more = element("button", "more", `Show more (${found.length - limit} left)`);
      more.addEventListener("click", () => { limit += 5 * PIECE; build(); });
      items.push(more);
    }
    list.replaceChildren(...items);
    count.textContent = sought ? `${found.length} of ${scene.names.length}` : found.length;
    update();
  }

  function makeHead(group, found) {
    const members = found.filter((body) => scene.group[body] === group);
    const head = element("label", "group");
    const check = makeCheck(() => { for (const body of members) scene.hidden[body] = check.checked ? 0 : 1; });
    head.append(check, element("span", "", scene.groups[group]), element("span", "count", members.length));
    heads.set(group, { check, members });
    return head;
  }

  function makeLine(body) {
    const line = element("div", "body");
    const check = makeCheck(() => { scene.hidden[body] = check.checked ? 0 : 1; });
    check.setAttribute("aria-label", `Show ${scene.names[body]}`);
    const name = element("button", "name");
    const dot = name.appendChild(element("i", "dot"));
    name.append(scene.names[body]);
    name.addEventListener("click", (event) => {
      const others = event.ctrlKey || event.metaKey ? [...scene.picked] : [];
      pick(viewer, scene.picked.has(body) && scene.picked.size === 1 ? [] : [...others, body], false);
    });
    line.append(check, name);
    lines.set(body, { line, check, dot });
    return line;
  }

  function makeCheck(act) {
    const check = element("input");
    check.type = "checkbox";
    check.addEventListener("change", () => { act(); changed(viewer); });
    return check;
  }

  function update() {
    for (const [body, { line, check, dot }] of lines) {
      check.checked = !scene.hidden[body];
      line.classList.toggle("current", scene.picked.has(body));
      dot.style.background = `var(--role-${scene.roles[body]})`;
    }
    for (const { check, members } of heads.values()) {
      const shown = members.filter((body) => !scene.hidden[body]).length;
      check.checked = shown > 0;
      check.indeterminate = shown > 0 && shown < members.length;
    }
  }
  return box;
}

const stepsMatter = (scene) => scene.ofStep.some((step) => step > 0);

// Name and numbers of what is picked.
export function createCard(viewer) {
  const { scene } = viewer;
  const card = document.getElementById("picked");
  const find = (name) => document.getElementById(name);
  const show = () => {
    const bodies = [...scene.picked];
    card.hidden = bodies.length === 0;
    if (card.hidden) return;
    find("picked-name").textContent = bodies.slice(0, 4).map((body) => scene.names[body]).join(" · ") + (bodies.length > 4 ? ` and ${bodies.length - 4} more` : "");
    const facts = bodies.length === 1 ? factsOf(scene, bodies[0]) : [];
    find("picked-facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]));
    find("others").checked = scene.fade;
  };
  viewer.listeners.push(show);
  find("picked-hide").addEventListener("click", () => {
    for (const body of scene.picked) scene.hidden[body] = 1;
    pick(viewer, [], false);
  });
  find("picked-frame").addEventListener("click", () => frameBodies(viewer, [...scene.picked]));
  find("picked-clear").addEventListener("click", () => pick(viewer, [], false));
  find("others").addEventListener("change", (event) => { scene.fade = event.target.checked; changed(viewer); });
  show();
}

function factsOf(scene, body) {
  const group = scene.groups[scene.group[body]];
  const position = [3, 7, 11].slice(0, scene.flat ? 2 : 3).map((at) => shownNumber(scene.poses[12 * body + at]));
  return [...(group ? [["group", group]] : []), ["position", position.join(", ")], ...(scene.facts[body] ?? [])];
}
