// Playing a game in on the board: the moves go into the text field of the form, which works without this file.
import { BoardPicture, after } from "./board.js";

const root = document.getElementById("play");
if (root) start();

function start() {
  const words = JSON.parse(document.getElementById("play-words").textContent);
  let state = JSON.parse(document.getElementById("play-data").textContent);
  const { ruleset, start: from, offset, descriptions, names } = state;
  const holder = document.getElementById("board");
  const picture = new BoardPicture(holder, descriptions);
  const form = document.getElementById("submit-form");
  const field = form.elements.pdn;
  const status = document.getElementById("play-status");
  const fault = document.getElementById("play-fault");
  const refusal = document.getElementById("play-refusal");
  const choices = document.getElementById("play-choices");
  const undo = document.getElementById("play-undo");
  let chosen = null;
  let asked = 0;
  let isOpen = true; // whether the board stands where the text does, so that a move can be tried

  // How people call a square of this ruleset: by its letters or its number.
  function called(square) {
    return names[square] ?? square;
  }

  function movetext(moves) {
    return moves.map((move, index) => numbered(move, index + offset, index === 0)).join(" ");
  }

  // A set-up with the second side to move begins in the middle of a numbered move.
  function numbered(move, ply, isFirst) {
    if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`;
    return isFirst ? `${(ply + 1) / 2}... ${move}` : move;
  }

  // The position after a text, null when it does not come or is no longer wanted. The answer to an `attempt`
  // says in `refused` why that move cannot be played.
  async function position(text, attempt = "") {
    const mine = (asked += 1);
    holder.setAttribute("aria-busy", "true");
    const body = new URLSearchParams({ ruleset, start: from, text, attempt, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
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
    isOpen = true;
    refuse("");
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

  function refuse(text, square = null) {
    refusal.textContent = text;
    for (const each of picture.svg.querySelectorAll(".refused")) each.classList.remove("refused");
    if (square) picture.square(square).classList.add("refused");
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
    refuse("");
    isOpen = false;
    const hadFocus = holder.contains(document.activeElement);
    offer();
    const travel = picture.travel(after(state.pieces, step), turn, step);
    const [answer] = await Promise.all([position(field.value), travel]);
    receive(answer);
    if (hadFocus) holder.querySelector('[role="button"][tabindex="0"]')?.focus({ preventScroll: true });
  }

  // A move that is none of the legal ones: the server says why, and the board stays as it is.
  async function attempt(square) {
    const tried = `${called(chosen)}-${called(square)}`;
    refuse("");
    const answer = await position(movetext(state.moves), tried);
    if (answer) refuse(answer.refused, square);
  }

  // Every square can be pressed, so that a wrong move is answered; Tab stops where a legal one is.
  function offer() {
    choices.hidden = true;
    for (const rect of picture.svg.querySelectorAll("rect.dark")) {
      if (isOpen) open(rect.dataset.square);
      else for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) rect.removeAttribute(name);
    }
    for (const hint of picture.svg.querySelectorAll(".hint")) hint.remove();
    for (const piece of picture.svg.querySelectorAll(".piece")) piece.classList.remove("can-move", "chosen");
    if (!isOpen) return;
    for (const square of origins()) piece(square)?.classList.add("can-move");
    if (!chosen) return;
    piece(chosen)?.classList.remove("can-move");
    piece(chosen)?.classList.add("chosen");
    for (const square of targets(chosen)) picture.svg.append(dot(square));
  }

  function open(square) {
    const rect = picture.square(square);
    const leads = origins().has(square) || square === chosen || targets(chosen).has(square);
    rect.setAttribute("role", "button");
    rect.setAttribute("tabindex", leads ? "0" : "-1");
    rect.setAttribute("aria-label", `${called(square)}, ${words[state.pieces[square] ?? "empty"]}`);
    if (square === chosen) rect.setAttribute("aria-pressed", "true");
    else rect.removeAttribute("aria-pressed");
  }

  function origins() {
    return new Set(state.legal.map((step) => step.path[0]));
  }

  function targets(square) {
    return new Set(steps(square).map(target));
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
    else if (!chosen || square === chosen || isMovers(square)) pick(square);
    else attempt(square);
  }

  // Take up a piece, or put it down again. Any piece: why it cannot move is said when it is tried.
  function pick(square) {
    if (!state.pieces[square]) return;
    chosen = square === chosen ? null : square;
    refuse("");
    offer();
    if (chosen) picture.square(chosen).focus({ preventScroll: true });
  }

  function isMovers(square) {
    return state.pieces[square]?.[0] === state.turn[0];
  }

  // Two captures of one piece may end on one square and take different pieces.
  function choose(ending) {
    const title = document.createElement("p");
    title.textContent = words.choose;
    choices.replaceChildren(title, ...ending.map((step) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = step.said; // the whole way where from and to leave two
      button.addEventListener("click", () => play(step));
      return button;
    }));
    choices.hidden = false;
    choices.querySelector("button").focus();
  }

  // The arrows go along a row to its next square, and from row to row within a pair of columns, where every
  // row has one dark square.
  function walk(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = event.target.closest("[role='button']");
    if (!way || !here) return;
    event.preventDefault();
    const [x, y] = picture.centre(here.dataset.square);
    const width = here.width.baseVal.value;
    let best = null;
    let least = Infinity;
    for (const rect of picture.svg.querySelectorAll("[role='button']")) {
      const [atX, atY] = picture.centre(rect.dataset.square);
      const along = (atX - x) * way[0] + (atY - y) * way[1];
      const across = Math.abs((atX - x) * way[1]) + Math.abs((atY - y) * way[0]);
      const isAside = way[0] ? across > 0 : across >= width && pairOf(atX, width) !== pairOf(x, width);
      // The nearest row comes first, then the nearest square of it.
      if (along > 0 && !isAside && along + across / width < least) {
        best = rect;
        least = along + across / width;
      }
    }
    if (best) best.focus({ preventScroll: true });
  }

  function pairOf(x, width) {
    return Math.floor(x / (2 * width));
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
