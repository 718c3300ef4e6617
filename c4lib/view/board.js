// The board's page side. It draws what Python hands over as `frame`, and says what the
// reader did. It knows no rules: the columns that can be played stand in the picture.

const FALL = 280; // milliseconds
const PATIENCE = 2500; // milliseconds until a silent kernel is mentioned
const SILENT = "Waiting for the kernel: it is busy, or it was stopped and this cell must be run again.";
const GONE = "The kernel that played this game is gone: run this cell again.";

// JupyterLab must not take the keys that are pressed here for its own shortcuts.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function fall(disc) {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || document.hidden) return Promise.resolve();
  const from = { transform: `translateY(${-Number(disc.dataset.fall)}px)` };
  return disc.animate([from, { transform: "none" }], { duration: FALL, easing: "ease-in" }).finished;
}

function render({ model, el }) {
  const stage = element("div", {
    class: "c4-stage", tabindex: "0", role: "application",
    "aria-roledescription": "board", ...OWN_KEYS,
  });
  const status = element("div", { class: "c4-status", role: "status", "aria-live": "polite" });
  const problem = element("div", { class: "c4-problem", role: "alert" });
  const aside = element("div", { class: "c4-unseen", "aria-live": "polite" });
  const fresh = button("New game", "Begin again", "new");
  const undo = button("Undo", "Take back your last move", "undo");
  const swap = button("Swap sides", "Play the other colour", "swap");
  const again = button("Ask again", "Let the player try once more", "ask");
  const agents = element("select", { "aria-label": "Opponent", ...OWN_KEYS });
  const slider = element("input", {
    type: "range", min: "0", "aria-label": "Moves of the game", ...OWN_KEYS,
  });
  const count = element("span", { class: "c4-count" });
  const against = element("label", {}, "against ", agents);
  const controls = element("div", { class: "c4-controls" }, fresh, undo, swap, against, again);
  const moves = element("label", { class: "c4-moves" }, "Moves ", slider, count);
  const root = element("div", { class: "c4-board" });
  root.append(stage, status, problem, aside, controls, moves);
  el.append(root);

  let frame = null; // what is on the page
  let shownPly = null; // how many moves the page shows, a click's disc included
  let cursor = null; // the column chosen by the arrow keys
  let wanted = null; // the move that the slider asked for and that has not come yet
  let silence = null; // the timer that runs while the kernel owes an answer
  let landing = Promise.resolve(); // until the reader's disc has fallen
  let newest = null; // the frame to be shown next
  let showing = false;

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

  function button(text, title, action) {
    const node = element("button", { type: "button", title, ...OWN_KEYS }, text);
    node.addEventListener("click", () => {
      say(action);
      stage.focus({ preventScroll: true }); // so that the keys play on
    });
    return node;
  }

  const columns = () => [...stage.querySelectorAll("[data-move]")];
  const columnOf = (move) => stage.querySelector(`[data-move="${move}"]`);

  function play(column) {
    // The reader's disc is shown at once, before the kernel has heard of it.
    const move = Number(column.dataset.move);
    column.classList.add("c4-played");
    columns().filter((other) => other !== column).forEach((other) => other.remove());
    column.removeAttribute("data-move");
    shownPly = frame.ply + 1;
    landing = fall(column.querySelector("[data-fall]"));
    say("move", move, frame.ply);
  }

  function point(move) {
    columns().forEach((column) => column.classList.remove("c4-cursor"));
    cursor = move;
    if (!columnOf(move)) return;
    columnOf(move).classList.add("c4-cursor");
    aside.textContent = `Column ${move + 1}`;
  }

  function step(by) {
    // To the next column that can be played; the first step goes to the middle.
    const open = columns().map((column) => Number(column.dataset.move));
    if (open.length === 0) return;
    if (cursor === null) return point(open[Math.floor(open.length / 2)]);
    const further = by > 0 ? open.filter((move) => move > cursor) : open.filter((move) => move < cursor);
    const around = by > 0 ? open[0] : open.at(-1);
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

  agents.addEventListener("change", () => say("choose", agents.selectedIndex));
  slider.addEventListener("input", () => {
    wanted = Number(slider.value);
    say("show", wanted);
  });

  // ---- what the kernel hands over ---------------------------------------------------------

  async function show(next) {
    clearTimeout(silence);
    const dropped = frame !== null && next.plies > frame.plies && next.ply === shownPly + 1;
    frame = next;
    shownPly = next.ply;
    stage.innerHTML = next.svg;
    stage.firstElementChild.setAttribute("aria-hidden", "true"); // the label says it all
    const keys = columns().length ? " Arrow keys choose a column, Enter plays it." : "";
    stage.setAttribute("aria-label", next.alt + keys);
    root.classList.toggle("c4-thinking", next.thinking);
    status.textContent = next.status;
    problem.textContent = next.problem;
    showControls(next);
    if (cursor !== null) point(cursor);
    const disc = stage.querySelector(".c4-last");
    if (dropped && disc) {
      stage.classList.add("c4-falling");
      await fall(disc);
      stage.classList.remove("c4-falling");
    }
  }

  function showControls(next) {
    agents.replaceChildren(...next.agents.map((name) => element("option", {}, name)));
    agents.selectedIndex = next.agent;
    if (next.thinking && controls.contains(document.activeElement)) stage.focus();
    for (const control of [fresh, swap, again, agents]) control.disabled = next.thinking;
    undo.disabled = next.thinking || !next.undo;
    again.hidden = !next.problem;
    slider.disabled = next.thinking || next.plies === 0;
    slider.max = next.plies;
    count.textContent = `${next.ply} / ${next.plies}`;
    if (wanted === null || wanted === next.ply) {
      slider.value = next.ply;
      wanted = null;
    }
  }

  async function update() {
    // Frames that come while a disc falls wait, and only the newest of them is shown.
    newest = model.get("frame");
    if (showing) return;
    showing = true;
    try {
      while (newest !== null) {
        await landing;
        const next = newest;
        newest = null;
        await show(next);
      }
    } finally {
      showing = false;
    }
  }

  model.on("change:frame", update);
  update();
  return () => {
    clearTimeout(silence);
    model.off("change:frame", update);
  };
}

export default { render };
