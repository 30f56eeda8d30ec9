// The picture of a board: redraws the server's SVG after a step. Pieces and marks are copied from the
// picture in <template id="board-parts">, so their looks are written down once, on the server.
const DRAWN = ".piece, .move-from, .move-to, .move-path, .captured";
const STEP_TIME = 180; // milliseconds for one leg of a move
const CALM = window.matchMedia("(prefers-reduced-motion: reduce)");

const PARTS = {
  wm: ".piece.white.man", wk: ".piece.white.king", bm: ".piece.black.man", bk: ".piece.black.king",
  from: ".move-from", to: ".move-to", path: ".move-path", captured: ".captured",
};
// Where the marks stand in the server's picture of the parts.
const PARTS_FROM = "a3";
const PARTS_TO = "e3";

/** The pieces after a step; `pieces` is a map of squares and stays as it is. */
export function after(pieces, step) {
  const next = { ...pieces };
  const from = step.path[0];
  const to = step.path[step.path.length - 1];
  const piece = next[from];
  delete next[from];
  for (const square of step.captured) delete next[square];
  next[to] = step.crowned ? `${piece[0]}k` : piece;
  return next;
}

export class BoardPicture {
  /** `holder` contains the server's <svg>; `descriptions` are its words by the side to move. */
  constructor(holder, descriptions) {
    this.holder = holder;
    this.svg = holder.querySelector("svg");
    this.descriptions = descriptions;
    this.size = this.svg.viewBox.baseVal.width;
    const source = document.getElementById("board-parts").content;
    this.parts = {};
    for (const [name, selector] of Object.entries(PARTS)) this.parts[name] = source.querySelector(selector);
    this.origin = {
      from: corner(source.querySelector(`rect[data-square="${PARTS_FROM}"]`)),
      to: corner(source.querySelector(`rect[data-square="${PARTS_TO}"]`)),
    };
    this.drawing = 0;
  }

  square(name) {
    return this.svg.querySelector(`rect[data-square="${name}"]`);
  }

  centre(name) {
    const rect = this.square(name);
    const half = rect.width.baseVal.value / 2;
    const [x, y] = corner(rect);
    return [x + half, y + half];
  }

  /** Draw a position; `step` is the move that led to it and is marked (null: none). */
  draw(pieces, turn, step) {
    this.drawing += 1;
    for (const old of this.svg.querySelectorAll(DRAWN)) old.remove();
    if (step) this.#mark(step);
    for (const [square, piece] of Object.entries(pieces)) this.#put(square, piece);
    if (step) for (const square of step.captured) this.#place("captured", square);
    this.#describe(pieces, turn);
  }

  /** Let the piece of a step travel over the board, then draw what it led to. */
  async travel(pieces, turn, step) {
    const piece = this.svg.querySelector(`.piece[data-square="${step.path[0]}"]`);
    if (!piece || CALM.matches) {
      this.draw(pieces, turn, step);
      return;
    }
    const mine = (this.drawing += 1);
    this.svg.append(piece); // above the pieces it passes
    const frames = step.path.map((square) => {
      const [x, y] = this.centre(square);
      return { transform: `translate(${x}px, ${y}px)` };
    });
    const time = STEP_TIME * Math.max(1, Math.min(step.path.length - 1, 3));
    await piece.animate(frames, { duration: time, easing: "ease-in-out" }).finished.catch(() => undefined);
    // Somebody was quicker than the piece: what he asked for is drawn already.
    if (this.drawing === mine) this.draw(pieces, turn, step);
  }

  /** Turn the board around: every square and every letter goes to the opposite place. */
  turnAround() {
    for (const rect of this.svg.querySelectorAll("rect.dark")) {
      const side = rect.width.baseVal.value;
      const [x, y] = corner(rect);
      rect.setAttribute("x", this.size - side - x);
      rect.setAttribute("y", this.size - side - y);
    }
    this.#turnCoordinates();
  }

  // Labels stay where they are and say what the other end of the board would.
  #turnCoordinates() {
    const labels = [...this.svg.querySelectorAll(".coordinates text")];
    for (const anchor of ["start", "end"]) {
      const edge = labels.filter((label) => label.getAttribute("text-anchor") === anchor);
      const texts = edge.map((label) => label.textContent).reverse();
      edge.forEach((label, index) => { label.textContent = texts[index]; });
    }
    for (const label of labels.filter((each) => !each.hasAttribute("text-anchor"))) {
      label.setAttribute("x", this.size - 100 - (label.x.baseVal[0].value - 4) + 4);
      label.setAttribute("y", this.size - 100 - (label.y.baseVal[0].value - 18) + 18);
    }
  }

  #mark(step) {
    const before = this.svg.querySelector(".coordinates");
    const from = step.path[0];
    const to = step.path[step.path.length - 1];
    for (const [name, square] of [["from", from], ["to", to]]) {
      const mark = this.parts[name].cloneNode(true);
      const [x, y] = corner(this.square(square));
      mark.setAttribute("transform", `translate(${x - this.origin[name][0]} ${y - this.origin[name][1]})`);
      this.svg.insertBefore(mark, before);
    }
    if (step.path.length > 2) {
      const line = this.parts.path.cloneNode(true);
      line.setAttribute("points", step.path.map((square) => this.centre(square).join(",")).join(" "));
      this.svg.insertBefore(line, before);
    }
  }

  #put(square, piece) {
    this.#place(piece, square).dataset.square = square;
  }

  #place(name, square) {
    const part = this.parts[name].cloneNode(true);
    part.setAttribute("transform", `translate(${this.centre(square).join(" ")})`);
    this.svg.append(part);
    return part;
  }

  #describe(pieces, turn) {
    const sides = { w: [], b: [] };
    for (const square of Object.keys(pieces).sort(fromWhitesSide)) {
      const piece = pieces[square];
      sides[piece[0]].push((piece[1] === "k" ? "K" : "") + square);
    }
    const words = this.descriptions[turn]
      .replace("%(white)s", sides.w.join(", ") || "-").replace("%(black)s", sides.b.join(", ") || "-");
    this.svg.setAttribute("aria-label", words);
    this.svg.querySelector("title").textContent = words;
  }
}

// The order in which the server lists squares: row by row from White's side.
function fromWhitesSide(one, other) {
  return Number(one.slice(1)) - Number(other.slice(1)) || one.localeCompare(other);
}

function corner(rect) {
  return [Number(rect.getAttribute("x")), Number(rect.getAttribute("y"))];
}
