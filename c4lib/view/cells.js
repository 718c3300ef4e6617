// The page side of boards of cells. This stands behind board.js, in place of its last line, and
// shares its helpers. It knows no rules: `frame.clicks` says which cells each move is clicked on.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function renderCells({ model, el }) {
  const stage = element("div", {
    class: "c4-stage", tabindex: "0", role: "application",
    "aria-roledescription": "board", ...OWN_KEYS,
  });
  const status = element("div", { class: "c4-status", role: "status", "aria-live": "polite" });
  const note = element("div", { class: "c4-note", "aria-live": "polite" });
  const problem = element("div", { class: "c4-problem", role: "alert" });
  const aside = element("div", { class: "c4-unseen", "aria-live": "polite" });
  const fresh = button("New game", "Begin again", () => say("new"));
  const undo = button("Undo", "Take back your last move", () => say("undo"));
  const swap = button("Swap sides", "Play the other side", () => say("swap"));
  const again = button("Ask again", "Let the player try once more", () => say("ask"));
  const agents = element("select", { "aria-label": "Opponent", ...OWN_KEYS });
  const relation = element("span");
  const slider = element("input", {
    type: "range", min: "0", "aria-label": "Moves of the game", ...OWN_KEYS,
  });
  const back = element("button", { type: "button", "aria-label": "Previous move", ...OWN_KEYS }, "◀");
  const onward = element("button", { type: "button", "aria-label": "Next move", ...OWN_KEYS }, "▶");
  const count = element("span", { class: "c4-count" });
  const passes = element("div", { class: "c4-controls c4c-passes", role: "group", "aria-label": "Other moves" });
  const root = element("div", { class: "c4-board c4c" });
  root.append(
    stage, status, note, problem, aside,
    element("div", { class: "c4-controls" }, passes, fresh, undo, swap, element("label", {}, relation, agents), again),
    element("div", { class: "c4-moves" }, back, slider, onward, count),
  );
  el.append(root);

  let frame = null; // what is on the page
  let chosen = []; // the cells clicked so far for a move of several clicks
  let cursor = null; // the cell under the focus ring
  let under = null; // the cell that the mouse points at, or where a piece would fall from there
  let wanted = null; // the position that the slider asked for and that has not come yet
  let silence = null; // the timer that runs while the kernel owes an answer
  let thought = null; // the timer that runs while an agent thinks

  // ---- what the reader does ---------------------------------------------------------------

  function say(action, ...args) {
    clearTimeout(silence);
    silence = setTimeout(() => { status.textContent = SILENT; }, PATIENCE);
    try {
      model.send({ do: action, with: args });
    } catch {
      clearTimeout(silence);
      status.textContent = GONE;
    }
  }

  function button(text, title, act) {
    const node = element("button", { type: "button", title, ...OWN_KEYS }, text);
    node.addEventListener("click", () => {
      act();
      stage.focus({ preventScroll: true }); // so that the keys play on
    });
    return node;
  }

  // Where pieces fall, any cell of a column stands for the one where a piece comes to lie.
  const placeOf = (cell) => frame.places?.[cell] ?? cell;
  const cellOf = (cell) => stage.querySelector(`[data-cell="${cell}"]`);
  const nameOf = (cell) => frame.cells[cell].split(":")[0];
  const begins = (cells) => chosen.every((cell, place) => cells[place] === cell);

  // The clicks of each move that go on from those made, after these: [] for a move that is done.
  function further() {
    return frame.clicks
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
    else if (frame.clicks.length) aside.textContent = `${nameOf(cell)} cannot be chosen now.`;
    showChoice();
  }

  function play(move, cell) {
    // The reader's piece is shown at once, before the kernel has heard of it.
    if (cell !== undefined) cellOf(cell).classList.add("c4c-played");
    const { number } = frame;
    frame = { ...frame, clicks: [], buttons: [] };
    chosen = [];
    passes.replaceChildren();
    say("pick", move, number);
  }

  function showChoice() {
    const next = further();
    const finals = next.filter(({ rest }) => rest.length === 1).map(({ rest }) => rest[0]);
    const open = next.map(({ rest }) => rest[0]);
    for (const area of stage.querySelectorAll("[data-cell]")) {
      const cell = Number(area.dataset.cell);
      area.classList.toggle("c4c-open", open.includes(cell));
      area.classList.toggle("c4c-final", finals.includes(cell));
      area.classList.toggle("c4c-chosen", chosen.includes(cell));
      area.classList.toggle("c4c-cursor", cell === cursor);
      area.classList.toggle("c4c-under", cell === under);
    }
    const names = chosen.map(nameOf).join(", ");
    note.textContent = chosen.length
      ? `${names} chosen: now the next cell. Esc, or another click on it, takes it back.`
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

  stage.addEventListener("click", (event) => {
    const area = event.target.closest("[data-cell]");
    if (!area) return;
    cursor = Number(area.dataset.cell);
    choose(cursor);
  });
  function hover(event) {
    const area = event?.target.closest("[data-cell]");
    const cell = area ? placeOf(Number(area.dataset.cell)) : null;
    if (cell === under || !frame) return;
    under = cell;
    for (const each of stage.querySelectorAll("[data-cell]")) {
      each.classList.toggle("c4c-under", Number(each.dataset.cell) === under);
    }
  }

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

  agents.addEventListener("change", () => say("choose", agents.selectedIndex));
  slider.addEventListener("input", () => go(Number(slider.value)));
  back.addEventListener("click", () => go((wanted ?? frame.ply) - 1));
  onward.addEventListener("click", () => go((wanted ?? frame.ply) + 1));

  function go(ply) {
    wanted = Math.min(Math.max(ply, 0), frame.plies);
    slider.value = wanted;
    say("show", wanted);
  }

  // ---- what the kernel hands over ---------------------------------------------------------

  function show() {
    clearTimeout(silence);
    clearTimeout(thought);
    frame = model.get("frame");
    chosen = [];
    stage.innerHTML = frame.svg;
    stage.firstElementChild.setAttribute("aria-hidden", "true"); // the label says it all
    const keys = frame.clicks.some((cells) => cells.length) ? " Arrow keys go to a cell, Enter chooses it." : "";
    stage.setAttribute("aria-label", frame.alt + keys);
    root.classList.toggle("c4-thinking", frame.thinking);
    status.textContent = frame.status;
    if (frame.thinking) thought = setTimeout(() => { status.textContent += STOP; }, THOUGHT);
    problem.textContent = frame.problem;
    showChoice();
    showControls();
  }

  function showControls() {
    const held = root.contains(document.activeElement) ? document.activeElement : null;
    const { thinking, ply, plies } = frame;
    passes.replaceChildren(...frame.buttons.map(
      ({ move, text }) => button(text, "Play this move", () => play(move)),
    ));
    agents.replaceChildren(...frame.agents.map((name) => element("option", {}, name)));
    agents.selectedIndex = frame.agent;
    relation.textContent = frame.swap ? "against " : "players: ";
    for (const control of [fresh, again, agents]) control.disabled = thinking;
    undo.disabled = thinking || !frame.undo;
    swap.disabled = thinking || !frame.swap;
    again.hidden = !frame.ask;
    back.disabled = thinking || ply === 0;
    onward.disabled = thinking || ply === plies;
    slider.disabled = thinking || plies === 0;
    slider.max = plies;
    count.textContent = `${ply} / ${plies}`;
    if (wanted === null || wanted === ply) {
      slider.value = ply;
      wanted = null;
    }
    // The keys must not go to JupyterLab because what had the focus is disabled or gone now.
    if (held && (held.disabled || !root.contains(held))) stage.focus({ preventScroll: true });
  }

  model.on("change:frame", show);
  show();
  return () => {
    clearTimeout(silence);
    clearTimeout(thought);
    model.off("change:frame", show);
  };
}

export default { render: renderCells };
