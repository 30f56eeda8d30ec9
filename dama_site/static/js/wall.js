// The wall: shows the tables page by page, turns them by itself, and asks for them again as long as it hangs
// there. The server answers "not modified" until something has changed. Without this file the page has all
// rows and loads itself anew.
const root = document.documentElement;
const main = document.getElementById("wall");
const where = document.querySelector("[data-where]");
const state = document.querySelector("[data-state]");
const seconds = Number(main.dataset.seconds);
const FRESH = 20; // seconds a new result stays marked
const IDLE = 4; // seconds until the tools go away
const SIZES = [1.6, 1.4, 1.2, 1]; // of the text, times what the screen gives
const NARROW = 700; // pixels of a phone

let pages = []; // each: the panel, and the groups of rows on it (null: a panel without a table)
let shown = 0;
let paused = false;
let lostAt = null;
let turnTimer, idleTimer;

// The groups that fit a screen together. A match stays in one piece unless it is longer than the screen.
function pagesOf(panel) {
  const table = panel.querySelector("table");
  if (!table) return [{ panel, rows: null }];
  const top = (table.tBodies[0] ?? table).getBoundingClientRect().top;
  const room = main.getBoundingClientRect().bottom - top;
  const groups = [...table.tBodies].flatMap((body) =>
    body.offsetHeight > room ? [...body.rows] : [body]);
  const found = [];
  let page = [], used = 0;
  for (const group of groups) {
    const height = group.getBoundingClientRect().height;
    if (page.length && used + height > room) {
      found.push({ panel, rows: page });
      page = [];
      used = 0;
    }
    page.push(group);
    used += height;
  }
  found.push({ panel, rows: page });
  return found;
}

// A few rows are written as large as one page of them allows; on a narrow screen they stay as they are.
function largest(panel) {
  const sizes = innerWidth > NARROW ? SIZES : [1];
  for (const size of sizes) {
    panel.style.fontSize = `${size}em`;
    const found = pagesOf(panel);
    const fits = found.length === 1 && panel.getBoundingClientRect().bottom <= main.getBoundingClientRect().bottom;
    if (fits || size === 1) return found;
  }
}

function measure() {
  for (const each of main.querySelectorAll("[hidden]")) each.hidden = false;
  const panels = [...main.querySelectorAll(".panel")];
  pages = panels.flatMap((panel) => {
    for (const other of panels) other.hidden = other !== panel;
    return largest(panel);
  });
  show(Math.min(shown, pages.length - 1));
}

function show(index) {
  shown = (index + pages.length) % pages.length;
  const page = pages[shown];
  for (const panel of main.querySelectorAll(".panel")) panel.hidden = panel !== page.panel;
  for (const each of pages) {
    if (each.panel !== page.panel || !each.rows) continue;
    for (const row of each.rows) row.hidden = each !== page;
  }
  where.textContent = pages.length > 1 ? `${shown + 1} / ${pages.length}` : "";
}

function turn(by) {
  show(shown + by);
  wait();
}

function wait() {
  clearTimeout(turnTimer);
  root.classList.remove("running");
  if (paused || pages.length < 2) return;
  void main.offsetWidth; // so that the line of time begins anew
  root.classList.add("running");
  turnTimer = setTimeout(() => turn(1), seconds * 1000);
}

function say() {
  const time = lostAt?.toLocaleTimeString(root.lang, { hour: "2-digit", minute: "2-digit" });
  const said = [lostAt ? `${main.dataset.lost} ${time}` : "", paused ? main.dataset.paused : ""];
  const text = said.filter(Boolean).join(" · ");
  if (state.textContent !== text) state.textContent = text;
}

function pause() {
  paused = !paused;
  document.querySelector('[data-do="pause"]').setAttribute("aria-pressed", String(paused));
  say();
  wait();
}

function theme() {
  const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "bright" : "dark");
  root.dataset.theme = now === "dark" ? "bright" : "dark";
}

function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen?.().catch(() => {}); // a browser that forbids it stays as it is
}

const texts = () => new Map([...main.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, row.textContent]));

function replace(text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  const before = texts();
  main.replaceChildren(fresh.content);
  const changed = [...main.querySelectorAll("[data-key]")].filter(
    (row) => before.has(row.dataset.key) && before.get(row.dataset.key) !== row.textContent);
  for (const row of changed) row.classList.add("fresh");
  setTimeout(() => changed.forEach((row) => row.classList.remove("fresh")), FRESH * 1000);
  measure();
  if (pages.length < 2 || !root.classList.contains("running")) wait();
}

// Of what is shown. It is kept here: a browser's cache answers 200 for what the server says has not changed.
let tag = main.dataset.tag;

async function refresh() {
  try {
    const response = await fetch(main.dataset.source, { cache: "no-store", headers: { "If-None-Match": tag } });
    if (response.status !== 304 && !response.ok) throw new Error(String(response.status));
    lostAt = null;
    if (response.status === 200) {
      replace(await response.text());
      tag = response.headers.get("ETag");
    }
  } catch {
    lostAt ??= new Date(); // the hall's network is away: what is known stays on the wall
  }
  say();
  setTimeout(refresh, Number(main.dataset.poll) * 1000);
}

function wake() {
  root.classList.remove("idle");
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => root.classList.add("idle"), IDLE * 1000);
}

const actions = { back: () => turn(-1), on: () => turn(1), pause, theme, full };
const keys = { ArrowRight: "on", ArrowDown: "on", PageDown: "on", " ": "on", ArrowLeft: "back", ArrowUp: "back",
  PageUp: "back", p: "pause", f: "full", t: "theme" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // Space presses the button that has the focus.
  if (event.key === " " && event.target.closest?.("button, a")) return;
  const action = keys[event.key] ?? keys[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  actions[action]();
});
for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => actions[button.dataset.do]());
}
document.addEventListener("pointermove", wake);
document.addEventListener("focusin", wake);
addEventListener("resize", () => { measure(); wait(); });

document.querySelector("[data-tools]").hidden = false;
root.classList.add("turning");
root.style.setProperty("--seconds", `${seconds}s`);
measure();
wait();
wake();
setTimeout(refresh, Number(main.dataset.poll) * 1000);
