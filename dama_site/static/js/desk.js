// A round by keyboard: arrows choose the table, 1, 2, 3 and 0 record. Every key presses the button that is there
// for everybody; what comes back is the page the button leads to, and the tables that changed are taken from it.
// What other screens do is asked for every few seconds and shown in the same way. Without this file the buttons
// work as they are.

const KEYS = { 1: "1-0", 2: "1/2-1/2", 3: "0-1", 0: "" };
const SECONDS = 10;
const said = document.getElementById("round-said");
let waiting = Promise.resolve();
const pending = new Map(); // tables on their way: how many results, and the last one
let isLeaving = false;

const pairings = () => [...document.querySelectorAll(".pairing")];
const quickForm = (pairing) => pairing.querySelector("form.result-form");
const choosable = () => pairings().filter(quickForm);
const here = () => document.querySelector(".pairing.here");

function choose(pairing, { scroll = true } = {}) {
  if (!pairing) return;
  here()?.classList.remove("here");
  pairing.classList.add("here");
  const form = quickForm(pairing);
  const button = form?.querySelector('[aria-pressed="true"]') ?? form?.querySelector("button");
  button?.focus({ preventScroll: true });
  if (scroll) pairing.scrollIntoView({ block: "nearest" });
}

function step(by) {
  const all = choosable();
  const at = all.indexOf(here());
  choose(all[Math.min(Math.max(at + by, 0), all.length - 1)]);
}

function nextOpen(after) {
  const all = choosable();
  const following = all.slice(all.indexOf(after) + 1);
  return following.find((each) => "open" in each.dataset && !each.classList.contains("busy"));
}

function mark(pairing, code) {
  for (const button of quickForm(pairing).querySelectorAll("[aria-pressed]")) {
    button.setAttribute("aria-pressed", String(button.value === code));
  }
  pairing.classList.add("busy");
}

// The games of a pairing share its version: what waits for one of them must not be stale because of another.
function shareVersion(fresh) {
  for (const game of document.querySelectorAll(`[data-pairing="${fresh.dataset.pairing}"]`)) {
    for (const input of game.querySelectorAll('[name="version"]')) input.value = fresh.dataset.version;
  }
}

// Take over the games that differ, except one that somebody is writing in or has to decide about. True when none
// was left out.
function refresh(page, recorded) {
  let isWhole = true;
  const all = [...page.querySelectorAll(".pairing")];
  for (const gone of pairings()) if (!page.getElementById(gone.id)) gone.remove();
  for (const [at, fresh] of all.entries()) {
    const old = document.getElementById(fresh.id);
    if (!old) {
      document.getElementById(all[at - 1]?.id)?.after(fresh);
      continue;
    }
    if (fresh.id === recorded && !fresh.querySelector(".refused")) shareVersion(fresh);
    const inUse = old.querySelector("details[open], .refused") || old.classList.contains("busy");
    if (fresh.id !== recorded && (inUse || old.dataset.version === fresh.dataset.version)) {
      if (old.dataset.version !== fresh.dataset.version) isWhole = false;
      continue;
    }
    const wasHere = old.classList.contains("here");
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(fresh);
    if (pending.has(fresh.id)) mark(fresh, pending.get(fresh.id).code);
    if (wasHere && hadFocus) choose(fresh, { scroll: false });
    else if (wasHere) fresh.classList.add("here");
    else if (hadFocus) fresh.querySelector("summary")?.focus({ preventScroll: true });
  }
  // The scores of matches of teams stand above their tables.
  for (const head of page.querySelectorAll(".match-head")) document.getElementById(head.id)?.replaceWith(head);
  const state = page.getElementById("round-state");
  if (state) document.getElementById("round-state").replaceWith(state);
  return isWhole;
}

function announce(page) {
  said.textContent = [...page.querySelectorAll(".messages .notice, .refused .notice")]
    .map((notice) => notice.textContent.trim().replace(/\s+/g, " ")).join(" ");
}

async function send(form, code) {
  const pairing = form.closest(".pairing");
  const body = new FormData(form);
  body.set("code", code);
  try {
    const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById(pairing.id)) throw new Error("another page");
    arrived(pairing.id);
    refresh(page, pairing.id);
    refreshReports(page);
    announce(page);
    const shown = document.getElementById(pairing.id);
    if (shown.querySelector(".refused")) choose(shown);
  } catch {
    // No network, or logged out, or the round is gone: the plain form leads where it can be seen.
    form.dataset.plain = "yes";
    isLeaving = true;
    const button = [...form.querySelectorAll("button")].find((each) => each.value === code);
    form.requestSubmit(button);
  }
}

const plainText = (element) => element.textContent.trim().replace(/\s+/g, " ");

// What players reported, unless a button of it is just being pressed.
function refreshReports(page) {
  const old = document.getElementById("live-reports");
  const fresh = page.getElementById("live-reports");
  if (!old || !fresh || old.contains(document.activeElement)) return;
  if (plainText(old) !== plainText(fresh)) old.replaceWith(fresh);
}

// Has another screen done something? Then the page is asked for again and what differs is taken from it.
async function look() {
  const live = document.getElementById("live");
  if (!live || document.hidden || pending.size) return;
  try {
    const { state } = await (await fetch(live.dataset.changes, { cache: "no-store" })).json();
    if (state === live.dataset.state) return;
    const answer = await fetch(live.dataset.page, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("live");
    // Somebody pressed a key meanwhile: the answer to that shows the rest.
    if (!fresh || pending.size) return;
    refreshReports(page);
    if (refresh(page, null)) live.dataset.state = fresh.dataset.state;
  } catch {
    // The hall's network is away, or somebody signed out: the next turn tries again.
  }
}

function record(pairing, code) {
  const { id } = pairing;
  mark(pairing, code);
  pending.set(id, { count: (pending.get(id)?.count ?? 0) + 1, code });
  // One after the other: each answer shows the page after the one before it.
  waiting = waiting.then(() => send(quickForm(document.getElementById(id)), code));
}

function arrived(id) {
  const left = pending.get(id);
  if (left.count > 1) left.count -= 1;
  else pending.delete(id);
}

function start() {
  const table = document.querySelector(".results");
  const keys = document.querySelector(".keys");
  if (!table || !keys) return;
  keys.hidden = false;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, details[open]")) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key in KEYS && here() && quickForm(here())) {
      event.preventDefault();
      const pairing = here();
      record(pairing, KEYS[event.key]);
      if (KEYS[event.key] !== "") choose(nextOpen(pairing) ?? pairing);
    }
  });

  // A press does the same as a key; the form's own way is left for when that fails.
  table.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches(".result-form") || form.dataset.plain || !event.submitter) return;
    event.preventDefault();
    event.stopPropagation();
    record(form.closest(".pairing"), event.submitter.value);
  });

  table.addEventListener("focusin", (event) => {
    const pairing = event.target.closest(".pairing");
    if (pairing && pairing !== here() && quickForm(pairing)) {
      here()?.classList.remove("here");
      pairing.classList.add("here");
    }
  });

  const named = location.hash && document.querySelector(location.hash);
  if (named && quickForm(named)) choose(named);
  else choose(choosable().find((each) => "open" in each.dataset), { scroll: false });
}

start();
// Results that were typed faster than they are sent would be lost with the page.
addEventListener("beforeunload", (event) => {
  if (pending.size && !isLeaving) event.preventDefault();
});
setInterval(look, SECONDS * 1000);
document.addEventListener("visibilitychange", look);

// An address that names an input puts the cursor there: after one player the next can be written.
const target = location.hash && document.querySelector(location.hash);
if (target instanceof HTMLInputElement) target.focus();
