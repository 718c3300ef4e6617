// The board's page side. It draws what Python hands over as `frame`, and says what the reader did.
// It knows no rules. Boards differ in how clicks and keys are read: `columns` is for Connect X,
// where a click drops a disc, `cells` for other games on cells, `moves` for those that have none;
// `render` is what they share. The pictures, discs and all, come from Python: see svg.py.

const FALL = 280; // milliseconds
const SIZE = 48; // of a cell, as in svg.py
const MOST_FRAMES = 12; // that wait
const PAUSE = 600; // milliseconds to look at each move of an agent's turn
const PATIENCE = 2500; // milliseconds until a silent kernel is mentioned
const THOUGHT = 3000; // milliseconds that an agent may think before the reader is told how to stop it
const STOP = " To stop, press the kernel's ■.";
const WORKING = "The kernel is still working out this position; then it hears you.";
const SILENT = "Waiting for the kernel: it is busy, or it was stopped and this cell must be run again.";
const GONE = "The kernel that played this game is gone: run this cell again.";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// JupyterLab must not take the keys that are pressed here for its own shortcuts.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function button(text, attributes, act) {
  const node = element("button", { type: "button", ...attributes, ...OWN_KEYS }, text);
  node.addEventListener("click", act);
  return node;
}

function animated(piece, frames, easing = "ease-in", duration = FALL) {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || document.hidden || !piece) return Promise.resolve();
  return piece.animate(frames, { duration, easing }).finished;
}

const comeFrom = (x, y) => [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
const fall = (disc) => animated(disc, comeFrom(0, -Number(disc.dataset.fall)));

// ---- three ways to read clicks and keys -----------------------------------------------------
//
// Each is handed the elements that it works on and `pick`, to play the move of a number, and gives
//   draw(frame)   what to do when a new picture is on the page
//   landing()     a promise, until which the next picture has to wait
//   keys(frame)   how the board is played by keys, if it can be now

function columns({ stage, aside, pick }) {
  let frame = null;
  let shownPly = null; // how many moves the page shows, a click's disc included
  let cursor = null; // the column chosen by the arrow keys
  let landed = Promise.resolve(); // until the reader's disc has fallen

  const open = () => [...stage.querySelectorAll("[data-move]")];
  const columnOf = (move) => stage.querySelector(`[data-move="${move}"]`);

  function play(column) {
    // The reader's disc is shown at once, before the kernel has heard of it.
    const number = open().indexOf(column);
    column.classList.add("c4-played");
    open().filter((other) => other !== column).forEach((other) => other.remove());
    column.removeAttribute("data-move");
    shownPly = frame.ply + 1;
    landed = fall(column.querySelector("[data-fall]"));
    pick(number);
  }

  function point(move) {
    open().forEach((column) => column.classList.remove("c4-cursor"));
    cursor = move;
    if (!columnOf(move)) return;
    columnOf(move).classList.add("c4-cursor");
    const outlook = frame.outlook[move];
    aside.textContent = `Column ${move + 1}` + (outlook ? `: ${outlook}` : "");
  }

  function step(by) {
    // To the next column that can be played; the first step goes to the middle.
    const moves = open().map((column) => Number(column.dataset.move));
    if (moves.length === 0) return;
    if (cursor === null) return point(moves[Math.floor(moves.length / 2)]);
    const further = moves.filter((move) => (by > 0 ? move > cursor : move < cursor));
    const around = by > 0 ? moves[0] : moves.at(-1);
    point((by > 0 ? further[0] : further.at(-1)) ?? around);
  }

  stage.addEventListener("click", (event) => {
    const column = event.target.closest("[data-move]");
    if (column) play(column);
  });

  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : null;
    const chosen = digit ? columnOf(digit - 1) : columnOf(cursor);
    if (digit || ["Enter", " ", "ArrowDown"].includes(event.key)) {
      if (chosen) play(chosen);
      else if (digit) aside.textContent = `Column ${digit} cannot be played.`;
    } else if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(+1);
    else return;
    event.preventDefault();
  });

  async function draw(next) {
    const dropped = frame !== null && next.plies > frame.plies && next.ply === shownPly + 1;
    frame = next;
    shownPly = next.ply;
    if (cursor !== null) point(cursor);
    const disc = stage.querySelector(".c4-last");
    if (dropped && disc) {
      stage.classList.add("c4-falling");
      await fall(disc);
      stage.classList.remove("c4-falling");
    }
  }

  return {
    draw,
    landing: () => landed,
    keys: () => (open().length ? " Arrow keys choose a column, Enter plays it." : ""),
  };
}

function cells({ root, stage, note, aside, pick }) {
  let frame = null;
  let clicks = []; // the cells that each move is clicked on; none once a move was played
  let chosen = []; // the cells clicked so far for a move of several clicks
  let cursor = null; // the cell under the focus ring
  let under = null; // the cell that the mouse points at, or where a piece would fall from there
  let landed = Promise.resolve(); // until the reader's piece has fallen
  let dropped = null; // the cell that it has fallen to, if the page did not wait for the kernel
  let pieces = new Map(); // what was on each cell before

  // Where pieces fall, any cell of a column stands for the one where a piece comes to lie.
  const placeOf = (cell) => frame.places[cell] ?? cell;
  const areas = () => stage.querySelectorAll("[data-cell]");
  const cellOf = (cell) => stage.querySelector(`[data-cell="${cell}"]`);
  const nameOf = (cell) => frame.cells[cell].split(":")[0];
  const begins = (cells) => chosen.every((cell, place) => cells[place] === cell);

  // The moves that begin with the clicks made so far, with the clicks that are left for each.
  function further() {
    return clicks
      .map((cells, move) => ({ move, rest: cells.slice(chosen.length), fits: begins(cells) }))
      .filter(({ fits, rest }) => fits && rest.length);
  }

  function choose(clicked) {
    const cell = placeOf(clicked);
    const next = further().filter(({ rest }) => rest[0] === cell);
    if (next.length) {
      const done = next.find(({ rest }) => rest.length === 1);
      chosen.push(cell);
      if (done) play(done.move, cell);
    } else if (chosen.at(-1) === cell) chosen.pop();
    else if (clicks.length) aside.textContent = `${nameOf(cell)} cannot be chosen now.`;
    showChoice();
  }

  function play(move, cell) {
    // The reader's piece is shown at once, before the kernel has heard of it, unless chance or
    // other pieces that move along have a say in where it comes to lie.
    if (frame.early[move]) {
      cellOf(cell).classList.add("c4c-played");
      if (frame.falling) {
        const ghost = cellOf(cell).querySelector(".c4c-ghost > .c4c-piece");
        landed = animated(ghost, comeFrom(0, -SIZE * (1 + Math.floor(cell / frame.width))));
        dropped = cell;
      }
    }
    clicks = [];
    chosen = [];
    pick(move);
  }

  function showChoice() {
    const next = further();
    const finals = next.filter(({ rest }) => rest.length === 1).map(({ rest }) => rest[0]);
    const open = next.map(({ rest }) => rest[0]);
    for (const area of areas()) {
      const cell = Number(area.dataset.cell);
      area.classList.toggle("c4c-open", open.includes(cell));
      area.classList.toggle("c4c-final", finals.includes(cell));
      area.classList.toggle("c4c-chosen", chosen.includes(cell));
      area.classList.toggle("c4c-cursor", cell === cursor);
      area.classList.toggle("c4c-under", cell === under);
    }
    const names = chosen.map(nameOf).join(", ");
    note.textContent = chosen.length
      ? `${names} taken: click where it goes in. Esc, or another click on it, puts it back.`
      : frame.note;
  }

  function point(cell) {
    cursor = cell;
    showChoice();
    const open = cellOf(placeOf(cell))?.classList.contains("c4c-open");
    aside.textContent = frame.cells[cell] + (open ? ", can be chosen" : "");
  }

  function step([across, down]) {
    // To the neighbouring cell, and around at the edges; the first step shows where the ring is.
    const { width } = frame;
    const height = frame.cells.length / width;
    if (cursor === null) return point(middle());
    const x = (cursor % width + across + width) % width;
    const y = (Math.floor(cursor / width) + down + height) % height;
    point(y * width + x);
  }

  function middle() {
    const height = frame.cells.length / frame.width;
    return Math.floor(height / 2) * frame.width + Math.floor(frame.width / 2);
  }

  function hover(event) {
    const area = event?.target.closest("[data-cell]");
    const cell = area ? placeOf(Number(area.dataset.cell)) : null;
    if (cell === under) return;
    under = cell;
    for (const each of areas()) each.classList.toggle("c4c-under", Number(each.dataset.cell) === under);
  }

  stage.addEventListener("click", (event) => {
    const area = event.target.closest("[data-cell]");
    if (!area) return;
    cursor = Number(area.dataset.cell);
    choose(cursor);
  });
  stage.addEventListener("pointermove", hover);
  stage.addEventListener("pointerleave", () => hover(null));
  stage.addEventListener("pointerdown", () => root.classList.remove("c4c-keys"));
  stage.addEventListener("focus", () => {
    if (!stage.matches(":focus-visible") || !frame) return;
    root.classList.add("c4c-keys");
    if (cursor === null) point(middle());
  });
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in STEPS) step(STEPS[event.key]);
    else if (event.key === "Enter" || event.key === " ") {
      if (cursor !== null) choose(cursor);
    } else if (event.key === "Escape" && chosen.length) {
      chosen.pop();
      showChoice();
    } else return;
    root.classList.add("c4c-keys");
    event.preventDefault();
  });

  const on = (cell) => stage.querySelector(`[data-at="${cell}"] > .c4c-piece`);

  async function draw(next) {
    const isNew = frame !== null && next.plies > frame.plies && next.ply === next.plies;
    const [before, fallen] = [pieces, dropped];
    const held = [...stage.querySelectorAll("[data-at]")].map((cell) => Number(cell.dataset.at));
    frame = next;
    clicks = next.clicks;
    pieces = new Map(held.map((cell) => [cell, on(cell)?.cloneNode(true)]));
    dropped = null;
    if (next.action !== "think") chosen = []; // a judgement that arrives changes no choice
    showChoice();
    if (!isNew) return;
    stage.classList.add("c4-falling");
    const steps = next.motion.steps.filter(([cell]) => cell !== fallen);
    await Promise.all([
      ...steps.map(([cell, x, y]) => animated(on(cell), comeFrom(SIZE * x, SIZE * y))),
      ...next.motion.flips.map((cell) => turn(on(cell), before.get(cell))),
    ]);
    stage.classList.remove("c4-falling");
  }

  async function turn(piece, old) {
    // The old side is seen until the piece stands on its edge.
    if (!piece || !old) return;
    piece.style.visibility = "hidden";
    piece.before(old);
    await animated(old, [{ transform: "none" }, { transform: "scaleX(0)" }], "ease-in", FALL / 2);
    old.remove();
    piece.style.visibility = "";
    await animated(piece, [{ transform: "scaleX(0)" }, { transform: "none" }], "ease-out", FALL / 2);
  }

  const canClick = (next) => next.clicks.some((cells) => cells.length);
  return {
    draw,
    landing: () => landed,
    keys: (next) => (canClick(next) ? " Arrow keys go to a cell, Enter chooses it." : ""),
  };
}

function moves({ stage }) {
  let plies = null;

  async function draw(next) {
    const isNew = plies !== null && next.plies > plies && next.ply === next.plies;
    plies = next.plies;
    if (!isNew) return;
    const die = stage.querySelector(".c4-die");
    await animated(die, [{ transform: "rotate(-200deg) scale(0.5)" }, { transform: "none" }], "ease-out");
    if (next.thinking) await new Promise((done) => setTimeout(done, PAUSE));
  }

  return { draw, landing: () => Promise.resolve(), keys: () => "" };
}

// ---- the board ----------------------------------------------------------------------------

function render({ model, el }) {
  const stage = element("div", {
    class: "c4-stage", tabindex: "0", role: "application",
    "aria-roledescription": "board", ...OWN_KEYS,
  });
  const status = element("div", { class: "c4-status", role: "status", "aria-live": "polite" });
  const part = element("div", { class: "c4-part" });
  const track = element("div", { class: "c4-track" }, part);
  const ends = [element("div"), element("div")]; // X's end of the bar is its foot, O's its head
  const meter = element("div", { class: "c4-meter", "aria-hidden": "true" }, ends[1], track, ends[0]);
  const visits = element("div", { class: "c4-visits", role: "img" });
  const unit = element("div", { class: "c4-unit", "aria-hidden": "true" }, "visits");
  const judgement = element("div", { class: "c4-judgement", "aria-live": "polite" });
  const problem = element("div", { class: "c4-problem", role: "alert" });
  const note = element("div", { class: "c4-note" });
  const aside = element("div", { class: "c4-unseen", "aria-live": "polite" });
  const passes = element("div", { class: "c4-controls c4c-passes", role: "group", "aria-label": "Other moves" });
  const fresh = asking("New game", "Begin again", "new");
  const undo = asking("Undo", "Take back your last move", "undo");
  const swap = asking("Swap sides", "Play the other side", "swap");
  const again = asking("Ask again", "Let the player try once more", "ask");
  const agents = element("select", { "aria-label": "Opponent", ...OWN_KEYS });
  const hints = asking("Hints", "Show what each column is worth", "set_hints", () => !frame.hints);
  const review = asking("Review", "Go through the game beside perfect play", "set_review", () => !frame.review);
  const evaluation = asking(
    "Evaluation", "Show what the player thinks of the position", "set_bar", () => !frame.bar,
  );
  const slider = element("input", {
    type: "range", min: "0", "aria-label": "Moves of the game", ...OWN_KEYS,
  });
  const back = button("◀", { "aria-label": "Previous move" }, () => go((wanted ?? frame.ply) - 1));
  const onward = button("▶", { "aria-label": "Next move" }, () => go((wanted ?? frame.ply) + 1));
  const count = element("span", { class: "c4-count" });
  const verdict = element("div");
  const faults = element("div", {
    class: "c4-controls", role: "group", "aria-label": "Moves that changed the outcome",
  });
  const found = element("div", { class: "c4-found" }, verdict, faults);
  const game = element("input", {
    type: "text", spellcheck: "false", autocomplete: "off", placeholder: "4453",
    "aria-label": "The game as a move string", title: "The game so far; copy it, or paste another",
    ...OWN_KEYS,
  });
  const load = button("Load", { title: "Put this game on the board" }, () => say("load", game.value));
  const loading = element("div", { class: "c4-moves" }, element("label", {}, "Game ", game), load);
  const relation = element("span");
  const against = element("label", {}, relation, agents);
  const kind = model.get("frame").kind;
  const looks = { columns: "c4-board", cells: "c4-board c4c", moves: "c4-board c4m" };
  const root = element("div", { class: looks[kind] });
  if (kind === "moves") {
    stage.setAttribute("tabindex", "-1");
    stage.setAttribute("role", "img");
    stage.removeAttribute("aria-roledescription");
    passes.setAttribute("aria-label", "Moves");
  }
  root.append(
    element("div", { class: "c4-table" }, stage, meter, visits, unit),
    judgement, status, note, problem, aside,
    kind === "moves" ? passes : "",
    element("div", { class: "c4-controls" }, kind === "moves" ? "" : passes, fresh, undo, swap, against, again),
    element("div", { class: "c4-moves" }, back, slider, onward, count, hints, review, evaluation),
    found, loading,
  );
  el.append(root);

  const reader = { columns, cells, moves }[kind]({ root, stage, note, aside, pick });
  let frame = null; // what is on the page
  let wanted = null; // the move that the slider asked for and that has not come yet
  let silence = null; // the timer that runs while the kernel owes an answer
  let thought = null; // the timer that runs while an agent thinks
  let pressed = null; // the button of the last move that was played by one
  let unheard = false; // whether the kernel owes an answer to a click on the board
  let coming = []; // the frames to be shown next
  let showing = false;

  // ---- what the reader does ---------------------------------------------------------------

  function say(action, ...args) {
    clearTimeout(silence);
    silence = setTimeout(() => { status.textContent = frame?.wants ? WORKING : SILENT; }, PATIENCE);
    try {
      model.send({ do: action, with: args });
    } catch {
      clearTimeout(silence);
      status.textContent = GONE;
    }
  }

  function pick(number) {
    unheard = true;
    passes.replaceChildren();
    say("pick", number, frame.plies);
  }

  function asking(text, title, action, wish) {
    // A switch says what the reader `wish`es, on or off: said twice it is still the same.
    return button(text, { title }, () => {
      say(action, ...(wish ? [wish()] : []));
      stage.focus({ preventScroll: true }); // so that the keys play on
    });
  }

  agents.addEventListener("change", () => say("choose", agents.selectedIndex));
  slider.addEventListener("input", () => go(Number(slider.value)));
  review.addEventListener("click", () => slider.focus({ preventScroll: true })); // the keys step
  game.addEventListener("keydown", (event) => {
    if (event.key === "Enter") say("load", game.value);
  });

  function go(ply) {
    wanted = Math.min(Math.max(ply, frame.first), frame.plies);
    slider.value = wanted;
    say("show", wanted);
  }

  // ---- what the kernel hands over ---------------------------------------------------------

  async function show(next) {
    if (unheard && next.action === "think") return; // older than the click
    unheard = false;
    clearTimeout(silence);
    clearTimeout(thought);
    frame = next;
    stage.innerHTML = next.svg;
    stage.firstElementChild.setAttribute("aria-hidden", "true"); // the label says it all
    stage.setAttribute("aria-label", next.alt + reader.keys(next));
    root.classList.toggle("c4-thinking", next.thinking);
    root.classList.toggle("c4-helped", next.hints || next.review); // keeps room for the note
    status.textContent = next.status;
    if (next.thinking) thought = setTimeout(() => { status.textContent += STOP; }, THOUGHT);
    problem.textContent = next.problem;
    note.textContent = next.note;
    note.setAttribute("aria-live", next.wants ? "off" : "polite"); // progress is not read out
    showControls(next);
    showReview(next);
    showBar(next);
    if (next.wants) think();
    await reader.draw(next);
  }

  function showControls(next) {
    const held = root.contains(document.activeElement) ? document.activeElement : null;
    const { thinking, first, ply, plies } = next;
    const last = passes.contains(held) ? held.textContent : kind === "moves" && held === stage && pressed;
    passes.replaceChildren(...next.buttons.map(({ move, text }) => button(text, { title: "Play this move" }, () => {
      pressed = text;
      pick(move);
      stage.focus({ preventScroll: true });
    })));
    if (last) {
      const same = [...passes.children].find((each) => each.textContent === last);
      (same ?? passes.firstElementChild)?.focus({ preventScroll: true });
    }
    agents.replaceChildren(...next.agents.map((name) => element("option", {}, name)));
    agents.selectedIndex = next.agent;
    relation.textContent = next.swap ? "against " : "players: ";
    for (const control of [fresh, again, agents, hints, evaluation, game, load]) control.disabled = thinking;
    hints.hidden = review.hidden = loading.hidden = next.game === null;
    undo.disabled = thinking || !next.undo;
    swap.disabled = thinking || !next.swap;
    review.disabled = slider.disabled = thinking || plies === first;
    back.disabled = thinking || ply === first;
    onward.disabled = thinking || ply === plies;
    again.hidden = !next.ask;
    slider.min = first;
    slider.max = plies;
    count.textContent = `${ply} / ${plies}`;
    if (wanted === null || wanted === ply) {
      slider.value = ply;
      wanted = null;
    }
    // The keys must not go to JupyterLab because what had the focus is disabled or gone now.
    if (held && (held.disabled || !root.contains(document.activeElement))) {
      (slider.disabled ? stage : slider).focus({ preventScroll: true });
    }
    hints.setAttribute("aria-pressed", next.hints);
    review.setAttribute("aria-pressed", next.review);
    if (next.game !== null) showGame(next);
  }

  function showGame(next) {
    // What the reader has typed stays until another game is on the board.
    if (next.game !== game.dataset.shown || game.value === game.dataset.shown) game.value = next.game;
    game.dataset.shown = next.game;
    game.setAttribute("aria-invalid", next.action === "load" && next.problem !== "");
  }

  function showReview(next) {
    const focused = [...faults.children].indexOf(document.activeElement);
    found.hidden = !next.verdict;
    verdict.textContent = next.verdict;
    faults.replaceChildren(...next.faults.map(({ ply, text, title }) => {
      const current = ply === next.ply ? { "aria-current": "true" } : {};
      return button(text, { title, "aria-label": title, ...current }, () => go(ply));
    }));
    faults.children[focused]?.focus({ preventScroll: true });
  }

  function showBar({ bar, judges }) {
    evaluation.hidden = !judges;
    evaluation.setAttribute("aria-pressed", Boolean(bar));
    meter.hidden = judgement.hidden = !bar;
    visits.hidden = unit.hidden = !bar?.visits;
    if (!bar) return;
    track.classList.toggle("c4-unknown", bar.share === null);
    part.style.height = `${100 * (bar.share ?? 0.5)}%`;
    ["X", "O"].forEach((symbol, player) => {
      ends[player].replaceChildren(element("b", {}, symbol), element("br"), bar.ends[player] || "\u00a0");
    });
    const words = `${bar.words} ${bar.legend}`.trim();
    if (judgement.textContent !== words) judgement.textContent = words;
    visits.innerHTML = bar.visits;
    visits.setAttribute("aria-label", bar.alt);
  }

  function think() {
    // The picture stands: the kernel may now work out what is missing in it.
    try {
      model.send({ do: "think", with: [] });
    } catch {
      note.textContent = ""; // the kernel is gone, as the next click will say
    }
  }

  async function update() {
    // Frames that come while a disc falls wait, and only the newest after each move is shown.
    const latest = model.get("frame");
    if (coming.at(-1)?.plies === latest.plies || coming.length > MOST_FRAMES) coming.pop();
    coming.push(latest);
    if (showing) return;
    showing = true;
    try {
      while (coming.length) {
        await reader.landing();
        await show(coming.shift());
      }
    } finally {
      showing = false;
    }
  }

  model.on("change:frame", update);
  update();
  return () => {
    clearTimeout(silence);
    clearTimeout(thought);
    model.off("change:frame", update);
  };
}

export default { render };
