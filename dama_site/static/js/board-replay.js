// Stepping through a recorded game without loading the page again. Every link works without this file.
import { BoardPicture, after } from "./board.js";

const root = document.getElementById("replay");
const data = JSON.parse(document.getElementById("game-data").textContent);
const picture = new BoardPicture(document.getElementById("board"), data.descriptions);
const status = document.getElementById("step-status");
const list = root.querySelector(".move-list");
const last = data.steps.length;

const positions = [data.pieces];
for (const step of data.steps) positions.push(after(positions[positions.length - 1], step));

let ply = data.ply;
let flipped = root.dataset.flipped === "yes";

function turnAt(number) {
  const other = data.first === "white" ? "black" : "white";
  return number % 2 === 0 ? data.first : other;
}

function address(number, isFlipped) {
  return `?ply=${number}${isFlipped ? "&flip=1" : ""}`;
}

function show(wanted) {
  const next = Math.max(0, Math.min(last, wanted));
  const step = next > 0 ? data.steps[next - 1] : null;
  if (next === ply + 1) picture.travel(positions[next], turnAt(next), step);
  else picture.draw(positions[next], turnAt(next), step);
  ply = next;
  say(step);
  mark();
}

function say(step) {
  status.textContent = step
    ? data.words.after.replace("%(ply)s", ply).replace("%(last)s", last).replace("%(move)s", numbered(step))
    : data.words.start;
}

// As score sheets number moves: "2. d4xf6", "2… g7xe5".
function numbered(step) {
  const half = ply - 1 + data.offset;
  return `${Math.floor(half / 2) + 1}${half % 2 === 0 ? "." : "…"} ${step.said}`;
}

function mark() {
  const targets = { first: 0, previous: Math.max(0, ply - 1), next: Math.min(last, ply + 1), last };
  for (const link of root.querySelectorAll("[data-step]")) {
    const name = link.dataset.step;
    link.href = name === "flip" ? address(ply, !flipped) : address(targets[name], flipped);
    link.toggleAttribute("aria-disabled", name !== "flip" && targets[name] === ply);
    if (link.hasAttribute("aria-disabled")) link.setAttribute("aria-disabled", "true");
  }
  for (const link of list.querySelectorAll("[data-ply]")) {
    if (Number(link.dataset.ply) === ply) {
      link.setAttribute("aria-current", "true");
      keepInSight(link);
    } else {
      link.removeAttribute("aria-current");
    }
  }
  history.replaceState(null, "", address(ply, flipped));
}

// Only the list scrolls, never the page: on a phone the list is below the board.
function keepInSight(link) {
  if (list.scrollHeight <= list.clientHeight) return;
  const top = link.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + link.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

function flip() {
  flipped = !flipped;
  picture.turnAround();
  picture.draw(positions[ply], turnAt(ply), ply > 0 ? data.steps[ply - 1] : null);
  mark();
}

const STEPS = {
  first: () => show(0), previous: () => show(ply - 1), next: () => show(ply + 1), last: () => show(last), flip,
};
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-step], [data-ply]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.step) STEPS[link.dataset.step]();
  else show(Number(link.dataset.ply));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select")) return;
  const step = KEYS[event.key];
  if (!step) return;
  event.preventDefault();
  STEPS[step]();
});

// The list opens at the move that is shown.
const current = list.querySelector("[aria-current]");
if (current) keepInSight(current);
