// The list of bodies by group, to hide and to pick, and the card of what is picked.

import { isNow, roleOf } from "./scene.js";
import { PIECE } from "./tables.js";
import { element, shownNumber } from "./text.js";
import { changed, frameBodies, pick } from "./viewer.js";

const LONG_LIST = 12;
// With more bodies, groups are closed at first.
const FEW = 60;

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
  const list = box.appendChild(element("div", "bodies scroll"));
  let limit = PIECE, step = scene.step;
  const opened = new Set(scene.names.length <= FEW ? scene.groups.keys() : []);
  // A row for each body, and one for each group, of those that are drawn now.
  let lines = new Map(), heads = new Map();

  field.addEventListener("input", () => { limit = PIECE; build(); });
  viewer.listeners.push(() => { if (scene.step !== step && stepsMatter(scene)) build(); else update(); });
  build();

  function build() {
    step = scene.step;
    lines = new Map();
    heads = new Map();
    const sought = field.value.toLowerCase();
    const groups = scene.groups.map(() => []);
    scene.names.forEach((name, body) => {
      if (isNow(scene, scene.ofStep[body]) && name.toLowerCase().includes(sought)) groups[scene.group[body]].push(body);
    });
    const items = [];
    groups.forEach((members, group) => {
      const open = sought !== "" || opened.has(group) || !scene.groups[group];
      if (members.length && scene.groups[group]) items.push(() => makeHead(group, members, open));
      if (open) for (const body of members) items.push(() => makeLine(body));
    });
    list.replaceChildren(...items.slice(0, limit).map((make) => make()));
    if (items.length > limit) {
      const more = list.appendChild(element("button", "more", `Show more (${items.length - limit} left)`));
      more.addEventListener("click", () => { limit += 5 * PIECE; build(); });
    }
    field.hidden = sought === "" && scene.names.filter((_, body) => isNow(scene, scene.ofStep[body])).length <= LONG_LIST;
    const found = groups.reduce((sum, members) => sum + members.length, 0);
    count.textContent = sought ? `${found} of ${scene.names.length}` : found;
    update();
  }

  function makeHead(group, members, open) {
    const head = element("div", "group");
    const check = makeCheck(() => { for (const body of members) scene.hidden[body] = check.checked ? 0 : 1; });
    check.setAttribute("aria-label", `Show ${scene.groups[group]}`);
    const name = element("button", "name", `${open ? "▾" : "▸"} ${scene.groups[group]}`);
    name.setAttribute("aria-expanded", open);
    name.append(element("span", "count", members.length));
    name.addEventListener("click", () => {
      if (open) opened.delete(group);
      else opened.add(group);
      build();
    });
    head.append(check, name);
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
      dot.style.background = `var(--role-${roleOf(scene, body)})`;
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
    find("picked-clear").title = scene.fade ? "Show all (Esc)" : "Pick nothing (Esc)";
  };
  viewer.listeners.push(show);
  find("picked-hide").addEventListener("click", () => {
    for (const body of scene.picked) scene.hidden[body] = 1;
    pick(viewer, [], false);
  });
  find("picked-frame").addEventListener("click", () => frameBodies(viewer, [...scene.picked]));
  find("picked-clear").addEventListener("click", () => pick(viewer, [], false));
  find("others").addEventListener("change", (event) => pick(viewer, [...scene.picked], event.target.checked));
  show();
}

function factsOf(scene, body) {
  const group = scene.groups[scene.group[body]];
  const position = [3, 7, 11].slice(0, scene.flat ? 2 : 3).map((at) => shownNumber(scene.poses[12 * body + at]));
  const unit = scene.unit ? ` ${scene.unit}` : "";
  return [...(group ? [["group", group]] : []), ["position", position.join(", ") + unit], ...(scene.facts[body] ?? [])];
}
