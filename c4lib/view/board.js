// The board's page side. It draws what Python hands over as `frame`, and says what the
// reader did. It knows no rules: the columns that can be played stand in the picture.

const FALL = 280; // milliseconds
const PATIENCE = 2500; // milliseconds until a silent kernel is mentioned

// JupyterLab must not take the keys that are pressed here for its own shortcuts.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function button(text, title, action) {
  const node = element("button", { type: "button", title, ...OWN_KEYS }, text);
  node.addEventListener("click", action);
  return node;
}

function render({ model, el }) {
  const say = (action, ...args) => model.send({ do: action, with: args });

  const stage = element("div", { class: "c4-stage", tabindex: "0", role: "group", ...OWN_KEYS });
  const status = element("div", { class: "c4-status", role: "status", "aria-live": "polite" });
  const problem = element("div", { class: "c4-problem", role: "alert" });
  const cursorText = element("div", { class: "c4-unseen", "aria-live": "polite" });
  const doing = (action) => () => {
    say(action);
    stage.focus({ preventScroll: true }); // so that the keys play on
  };
  const fresh = button("New game", "Begin again", doing("new"));
  const undo = button("Undo", "Take back your last move", doing("undo"));
  const swap = button("Swap sides", "Play the other colour", doing("swap"));
  const again = button("Ask again", "Let the player try once more", doing("ask"));
  const agents = element("select", { "aria-label": "Opponent", ...OWN_KEYS });
  agents.addEventListener("change", () => say("choose", agents.selectedIndex));
  const slider = element("input", {
    type: "range", min: "0", "aria-label": "Moves of the game", ...OWN_KEYS,
  });
  slider.addEventListener("input", () => say("show", Number(slider.value)));
  const count = element("output", { class: "c4-count" });
  const against = element("label", {}, "against ", agents);
  const controls = element("div", { class: "c4-controls" }, fresh, undo, swap, against, again);
  const moves = element("label", { class: "c4-moves" }, "Moves ", slider, count);

  const root = element("div", { class: "c4-board" });
  root.append(stage, status, problem, cursorText, controls, moves);
  el.append(root);

  let frame = null; // what is on the page
  let shownPly = null; // how many moves the page shows, a click's disc included
  let cursor = null; // the column chosen by the arrow keys
  let silence = null; // the timer that runs while the kernel owes an answer
  let queue = Promise.resolve(); // frames wait here until the disc before them has landed

  const columns = () => [...stage.querySelectorAll("[data-move]")];
  const columnOf = (move) => stage.querySelector(`[data-move="${move}"]`);

  function fall(disc) {
    const height = Number(disc.dataset.fall);
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still || document.hidden) return Promise.resolve();
    const frames = [{ transform: `translateY(${-height}px)` }, { transform: "none" }];
    return disc.animate(frames, { duration: FALL, easing: "ease-in" }).finished;
  }

  function play(column) {
    // The reader's disc is shown at once, before the kernel has heard of it.
    const move = Number(column.dataset.move);
    column.classList.add("c4-played");
    columns().filter((other) => other !== column).forEach((other) => other.remove());
    column.removeAttribute("data-move");
    say("move", move, frame.ply);
    shownPly = frame.ply + 1;
    const landed = fall(column.querySelector("[data-fall]"));
    queue = queue.then(() => landed);
    silence = setTimeout(() => {
      status.textContent =
        "Waiting for the kernel: it is busy, or it was stopped and this cell must be run again.";
    }, PATIENCE);
  }

  function point(move) {
    columns().forEach((column) => column.classList.remove("c4-cursor"));
    cursor = move;
    if (move === null || !columnOf(move)) return;
    columnOf(move).classList.add("c4-cursor");
    cursorText.textContent = `Column ${move + 1}`;
  }

  function step(by) {
    const open = columns().map((column) => Number(column.dataset.move));
    if (open.length === 0) return;
    const from = open.indexOf(cursor);
    const start = by > 0 ? -1 : open.length;
    const to = (from < 0 ? (cursor === null ? Math.floor(open.length / 2) : start + by) : from + by);
    point(open[(to + open.length) % open.length]);
  }

  stage.addEventListener("click", (event) => {
    const column = event.target.closest("[data-move]");
    if (column) play(column);
  });

  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = /^[1-9]$/.test(event.key) ? columnOf(Number(event.key) - 1) : null;
    if (chosen) play(chosen);
    else if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(+1);
    else if (["Enter", " ", "ArrowDown"].includes(event.key)) {
      if (cursor !== null && columnOf(cursor)) play(columnOf(cursor));
    } else return;
    event.preventDefault();
  });

  async function show(next) {
    clearTimeout(silence);
    const dropped = shownPly !== null && next.ply === shownPly + 1;
    frame = next;
    shownPly = next.ply;
    stage.innerHTML = next.svg;
    const keys = columns().length ? " Arrow keys choose a column, Enter plays it." : "";
    stage.setAttribute("aria-label", next.alt + keys);
    root.classList.toggle("c4-thinking", next.thinking);
    status.textContent = next.status;
    problem.textContent = next.problem;
    again.hidden = !next.problem;
    slider.max = next.plies;
    slider.value = next.ply;
    count.textContent = `${next.ply} / ${next.plies}`;
    agents.replaceChildren(...next.agents.map((name) => element("option", {}, name)));
    agents.selectedIndex = next.agent;
    for (const control of [fresh, swap, again, agents]) control.disabled = next.thinking;
    undo.disabled = next.thinking || !next.undo;
    slider.disabled = next.thinking || next.plies === 0;
    if (cursor !== null && document.activeElement === stage) point(cursor);
    const disc = stage.querySelector(".c4-last");
    if (dropped && disc) {
      stage.classList.add("c4-falling");
      await fall(disc);
      stage.classList.remove("c4-falling");
    }
  }

  const update = () => {
    const next = model.get("frame");
    queue = queue.then(() => show(next)).catch((error) => console.error(error));
  };
  model.on("change:frame", update);
  update();
  return () => model.off("change:frame", update);
}

export default { render };
