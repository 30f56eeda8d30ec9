// Playing a game in on the board: the moves go into the text field of the form, which works without this file.
import { BoardPicture, after } from "./board.js";

const root = document.getElementById("play");
if (root) start();

function start() {
  const words = JSON.parse(document.getElementById("play-words").textContent);
  let state = JSON.parse(document.getElementById("play-data").textContent);
  const { ruleset, descriptions } = state;
  const holder = document.getElementById("board");
  const picture = new BoardPicture(holder, descriptions);
  const form = document.getElementById("submit-form");
  const field = form.elements.pdn;
  const status = document.getElementById("play-status");
  const fault = document.getElementById("play-fault");
  const choices = document.getElementById("play-choices");
  const undo = document.getElementById("play-undo");
  let chosen = null;
  let asked = 0;

  function movetext(moves) {
    return moves.map((move, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : move)).join(" ");
  }

  // The position after a text, null when it does not come or is no longer wanted.
  async function position(text) {
    const mine = (asked += 1);
    holder.setAttribute("aria-busy", "true");
    const body = new URLSearchParams({ ruleset, text, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
    try {
      const response = await fetch(root.dataset.legal, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(response.statusText);
      const answer = await response.json();
      // An older question answered late must not undo a newer answer.
      return mine === asked ? answer : null;
    } catch {
      complain(words.failed);
      return null;
    } finally {
      if (mine === asked) holder.removeAttribute("aria-busy");
    }
  }

  async function ask(text) {
    receive(await position(text));
  }

  function receive(answer) {
    if (!answer) return;
    state = answer;
    chosen = null;
    picture.draw(state.pieces, state.turn, state.last);
    status.textContent = state.status;
    complain(state.error);
    undo.disabled = state.moves.length === 0;
    offer();
  }

  function complain(text) {
    fault.textContent = text || "";
    fault.hidden = !text;
  }

  function write(moves) {
    field.value = movetext(moves);
    form.elements.source.value = "board";
  }

  async function play(step) {
    const moves = [...state.moves, step.said];
    chosen = null;
    const turn = state.turn === "white" ? "black" : "white";
    write(moves);
    choices.hidden = true;
    state.legal = [];
    const hadFocus = holder.contains(document.activeElement);
    offer();
    const travel = picture.travel(after(state.pieces, step), turn, step);
    const [answer] = await Promise.all([position(field.value), travel]);
    receive(answer);
    if (hadFocus) holder.querySelector('[role="button"]')?.focus({ preventScroll: true });
  }

  // Which squares can be clicked: pieces that have a move and, once one is chosen, where it goes.
  function offer() {
    choices.hidden = true;
    for (const rect of picture.svg.querySelectorAll("rect.dark")) {
      for (const name of ["role", "tabindex", "aria-label"]) rect.removeAttribute(name);
    }
    for (const hint of picture.svg.querySelectorAll(".hint")) hint.remove();
    for (const piece of picture.svg.querySelectorAll(".piece")) piece.classList.remove("can-move", "chosen");
    const origins = new Set(state.legal.map((step) => step.path[0]));
    for (const square of origins) {
      open(square);
      piece(square)?.classList.add(square === chosen ? "chosen" : "can-move");
    }
    if (!chosen) return;
    for (const square of new Set(steps(chosen).map(target))) {
      open(square);
      picture.svg.append(dot(square));
    }
  }

  function open(square) {
    const rect = picture.square(square);
    rect.setAttribute("role", "button");
    rect.setAttribute("tabindex", "0");
    rect.setAttribute("aria-label", `${square}, ${words[state.pieces[square] ?? "empty"]}`);
  }

  function piece(square) {
    return picture.svg.querySelector(`.piece[data-square="${square}"]`);
  }

  function dot(square) {
    const [x, y] = picture.centre(square);
    const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of Object.entries({ class: "hint", cx: x, cy: y, r: 16, fill: "#f2c230" })) circle.setAttribute(name, value);
    return circle;
  }

  function steps(square) {
    return state.legal.filter((step) => step.path[0] === square);
  }

  function target(step) {
    return step.path[step.path.length - 1];
  }

  function press(square) {
    const ending = chosen ? steps(chosen).filter((step) => target(step) === square) : [];
    if (ending.length === 1) play(ending[0]);
    else if (ending.length > 1) choose(ending);
    else if (steps(square).length) {
      chosen = square === chosen ? null : square;
      offer();
      if (chosen) picture.square(chosen).focus({ preventScroll: true });
    }
  }

  // Two captures of one piece may end on one square and take different pieces.
  function choose(ending) {
    const title = document.createElement("p");
    title.textContent = words.choose;
    choices.replaceChildren(title, ...ending.map((step) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = step.path.join("x");
      button.addEventListener("click", () => play(step));
      return button;
    }));
    choices.hidden = false;
    choices.querySelector("button").focus();
  }

  // The arrows go from one square that can be pressed to the nearest one in that direction.
  function walk(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = event.target.closest("[role='button']");
    if (!way || !here) return;
    event.preventDefault();
    const [x, y] = picture.centre(here.dataset.square);
    let best = null;
    let least = Infinity;
    for (const rect of picture.svg.querySelectorAll("[role='button']")) {
      const [dx, dy] = picture.centre(rect.dataset.square).map((value, axis) => value - [x, y][axis]);
      const along = dx * way[0] + dy * way[1];
      const across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along > 0 && along + 2 * across < least) {
        best = rect;
        least = along + 2 * across;
      }
    }
    if (best) best.focus({ preventScroll: true });
  }

  picture.svg.addEventListener("click", (event) => {
    const rect = event.target.closest("[role='button']");
    if (rect) press(rect.dataset.square);
  });
  picture.svg.addEventListener("keydown", (event) => {
    const rect = event.target.closest("[role='button']");
    if (rect && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      press(rect.dataset.square);
    } else {
      walk(event);
    }
  });
  undo.addEventListener("click", () => {
    const moves = state.moves.slice(0, -1);
    write(moves);
    ask(field.value);
  });
  document.getElementById("play-flip").addEventListener("click", () => {
    picture.turnAround();
    picture.draw(state.pieces, state.turn, state.last);
    offer();
  });
  document.getElementById("play-read").addEventListener("click", () => ask(field.value));

  // Squares become buttons, so the picture is no longer one image for a screen reader.
  picture.svg.setAttribute("role", "group");
  holder.classList.add("playing");
  for (const tools of root.querySelectorAll(".play-tools")) tools.hidden = false;
  undo.disabled = state.moves.length === 0;
  offer();
}
