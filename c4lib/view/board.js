// The board's page side. It draws what Python hands over as `frame`, and says what the
// reader did. It knows no rules: the columns that can be played stand in the picture.

const FALL = 280; // milliseconds
const PATIENCE = 2500; // milliseconds until a silent kernel is mentioned
const THOUGHT = 3000; // milliseconds of an agent's thought until its end is mentioned
const STOP = " To stop, press the kernel's ■.";
const WORKING = "The kernel is still working out this position; then it hears you.";
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
  const fresh = button("New game", "Begin again", "new");
  const undo = button("Undo", "Take back your last move", "undo");
  const swap = button("Swap sides", "Play the other colour", "swap");
  const again = button("Ask again", "Let the player try once more", "ask");
  const agents = element("select", { "aria-label": "Opponent", ...OWN_KEYS });
  const hints = button("Hints", "Show what each column is worth", "set_hints", () => !frame.hints);
  const review = button("Review", "Go through the game beside perfect play", "set_review", () => !frame.review);
  const evaluation = button(
    "Evaluation", "Show how the player judges the position", "set_bar", () => !frame.bar,
  );
  const slider = element("input", {
    type: "range", min: "0", "aria-label": "Moves of the game", ...OWN_KEYS,
  });
  const back = element("button", { type: "button", "aria-label": "Previous move", ...OWN_KEYS }, "◀");
  const onward = element("button", { type: "button", "aria-label": "Next move", ...OWN_KEYS }, "▶");
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
  const load = element("button", { type: "button", title: "Put this game on the board", ...OWN_KEYS }, "Load");
  const relation = element("span");
  const against = element("label", {}, relation, agents);
  const root = element("div", { class: "c4-board" });
  root.append(
    element("div", { class: "c4-table" }, stage, meter, visits, unit),
    judgement, status, note, problem, aside,
    element("div", { class: "c4-controls" }, fresh, undo, swap, against, again),
    element("div", { class: "c4-moves" }, back, slider, onward, count, hints, review, evaluation),
    found,
    element("div", { class: "c4-moves" }, element("label", {}, "Game ", game), load),
  );
  el.append(root);

  let frame = null; // what is on the page
  let shownPly = null; // how many moves the page shows, a click's disc included
  let cursor = null; // the column chosen by the arrow keys
  let wanted = null; // the move that the slider asked for and that has not come yet
  let silence = null; // the timer that runs while the kernel owes an answer
  let thought = null; // the timer that runs while an agent thinks
  let landing = Promise.resolve(); // until the reader's disc has fallen
  let unheard = false; // whether the kernel owes an answer to a click on the board
  let newest = null; // the frame to be shown next
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

  function button(text, title, action, wish) {
    // A switch says what the reader `wish`es, on or off: said twice it is still the same.
    const node = element("button", { type: "button", title, ...OWN_KEYS }, text);
    node.addEventListener("click", () => {
      say(action, ...(wish ? [wish()] : []));
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
    unheard = true;
    say("move", move, frame.ply);
  }

  function point(move) {
    columns().forEach((column) => column.classList.remove("c4-cursor"));
    cursor = move;
    if (!columnOf(move)) return;
    columnOf(move).classList.add("c4-cursor");
    const outlook = frame.outlook[move];
    aside.textContent = `Column ${move + 1}` + (outlook ? `: ${outlook}` : "");
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
  slider.addEventListener("input", () => go(Number(slider.value)));
  back.addEventListener("click", () => go((wanted ?? frame.ply) - 1));
  onward.addEventListener("click", () => go((wanted ?? frame.ply) + 1));
  review.addEventListener("click", () => slider.focus({ preventScroll: true })); // the keys step
  load.addEventListener("click", () => say("load", game.value));
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
    const dropped = frame !== null && next.plies > frame.plies && next.ply === shownPly + 1;
    frame = next;
    shownPly = next.ply;
    stage.innerHTML = next.svg;
    stage.firstElementChild.setAttribute("aria-hidden", "true"); // the label says it all
    const keys = columns().length ? " Arrow keys choose a column, Enter plays it." : "";
    stage.setAttribute("aria-label", next.alt + keys);
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
    relation.textContent = next.swap ? "against " : "players: ";
    const held = root.contains(document.activeElement) ? document.activeElement : null;
    const empty = next.plies === next.first;
    for (const control of [fresh, again, agents, hints, evaluation, game, load]) control.disabled = next.thinking;
    undo.disabled = next.thinking || !next.undo;
    swap.disabled = next.thinking || !next.swap;
    review.disabled = next.thinking || empty;
    back.disabled = next.thinking || next.ply === next.first;
    onward.disabled = next.thinking || next.ply === next.plies;
    again.hidden = !next.ask;
    slider.disabled = next.thinking || empty;
    slider.min = next.first;
    slider.max = next.plies;
    count.textContent = `${next.ply} / ${next.plies}`;
    if (wanted === null || wanted === next.ply) {
      slider.value = next.ply;
      wanted = null;
    }
    // The keys must not go to JupyterLab because the button under the focus is disabled now.
    if (held?.disabled) (slider.disabled ? stage : slider).focus({ preventScroll: true });
    hints.setAttribute("aria-pressed", next.hints);
    review.setAttribute("aria-pressed", next.review);
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
      const attributes = { type: "button", title, "aria-label": title, ...OWN_KEYS };
      if (ply === next.ply) attributes["aria-current"] = "true";
      const chip = element("button", attributes, text);
      chip.addEventListener("click", () => go(ply));
      return chip;
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
    if (judgement.textContent !== bar.words) judgement.textContent = bar.words;
    visits.innerHTML = bar.visits;
    visits.setAttribute("aria-label", bar.alt);
  }

  function think() {
    // The picture stands: the kernel may now work out what is missing in it.
    try {
      model.send({ do: "think" });
    } catch {
      note.textContent = ""; // the kernel is gone, as the next click will say
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
    clearTimeout(thought);
    model.off("change:frame", update);
  };
}

export default { render };
