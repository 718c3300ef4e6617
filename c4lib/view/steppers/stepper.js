// The stepper's page side. It draws what Python hands over as `frame`, and asks for the
// step that the reader wants to see. It knows nothing of searches.

const PATIENCE = 2500; // milliseconds until a silent kernel is mentioned
const SILENT = "Waiting for the kernel: it is busy, or it was stopped and this cell must be run again.";
const GONE = "The kernel that ran this search is gone: run this cell again.";
const SPEEDS = { slow: 2500, normal: 1200, fast: 400, "very fast": 60 }; // milliseconds a step

// JupyterLab must not take the keys that are pressed here for its own shortcuts.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function button(text, label, onClick) {
  const attributes = { type: "button", title: label, "aria-label": label, ...OWN_KEYS };
  const node = element("button", attributes, text);
  node.addEventListener("click", onClick);
  return node;
}

function render({ model, el }) {
  const tree = element("div", {
    class: "c4s-tree", tabindex: "0", role: "application",
    "aria-roledescription": "search tree", ...OWN_KEYS,
  });
  const turn = element("div", { class: "c4s-turn" });
  const board = element("div", { class: "c4s-board" });
  const side = element("div", { class: "c4s-side" }, turn, board);
  const sentence = element("div", { class: "c4s-sentence", role: "status", "aria-live": "polite" });
  const first = button("|◀", "To the start", () => goByHand(0));
  const back = button("◀", "Step back", () => goByHand(target() - 1));
  const earlier = button("◀ iteration", "Back one iteration", () => goByHand(roundBefore()));
  const later = button("iteration ▶", "Forward one iteration", () => goByHand(roundAfter()));
  const play = button("Play", "Play", () => (playing ? pause() : start()));
  const forth = button("▶", "Step forward", () => goByHand(target() + 1));
  const last = button("▶|", "To the end", () => goByHand(frame.steps - 1));
  const slider = element("input", { type: "range", min: "1", "aria-label": "Step", ...OWN_KEYS });
  const count = element("span", { class: "c4s-count" });
  const speed = element("select", { "aria-label": "Speed", ...OWN_KEYS });
  speed.append(...Object.keys(SPEEDS).map((name) => element("option", {}, name)));
  speed.value = "normal";
  play.classList.add("c4s-play");
  const controls = element("div", { class: "c4s-controls" });
  controls.append(first, earlier, back, play, forth, later, last, slider, count, speed);
  const view = element("div", { class: "c4s-view" }, tree, side);
  const detail = element("div", { class: "c4s-detail", role: "img" });
  const code = element("div", { class: "c4s-code", role: "group", "aria-label": "Pseudocode" });
  const root = element("div", { class: "c4s" }, view, sentence, controls, detail, code);
  el.append(root);

  let frame = null; // what is on the page
  let wanted = null; // the step asked for that has not come yet
  let playing = false;
  let tick = null; // the timer until the next step
  let silence = null; // the timer that runs while the kernel owes an answer

  // ---- what the reader does ---------------------------------------------------------------

  const target = () => wanted ?? frame.step;
  const roundBefore = () => frame.rounds.findLast((step) => step < target()) ?? 0;
  const roundAfter = () => frame.rounds.find((step) => step > target()) ?? frame.steps - 1;

  function go(step) {
    // One question at a time: what is asked for meanwhile is asked when the answer is here.
    const waiting = wanted !== null;
    wanted = Math.min(Math.max(step, 0), frame.steps - 1);
    slider.value = wanted + 1;
    if (!waiting) ask();
  }

  function ask() {
    clearTimeout(silence);
    if (wanted === null || wanted === frame.step) {
      wanted = null;
      return;
    }
    silence = setTimeout(() => fail(SILENT), PATIENCE);
    try {
      model.send({ do: "show", with: [wanted] });
    } catch {
      fail(GONE);
    }
  }

  function fail(text) {
    clearTimeout(silence);
    wanted = null;
    pause();
    sentence.textContent = text;
  }

  const goByHand = (step) => { pause(); go(step); };

  function start() {
    playing = true;
    showPlaying();
    go(target() === frame.steps - 1 ? 0 : target() + 1);
  }

  function pause() {
    playing = false;
    clearTimeout(tick);
    showPlaying();
  }

  function showPlaying() {
    play.textContent = playing ? "Pause" : "Play";
    for (const name of ["title", "aria-label"]) play.setAttribute(name, play.textContent);
  }

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === speed) return;
    if (event.key === "ArrowLeft") goByHand(target() - 1);
    else if (event.key === "ArrowRight") goByHand(target() + 1);
    else if (event.key === "Home") goByHand(0);
    else if (event.key === "End") goByHand(frame.steps - 1);
    else if (event.key === "PageUp" && frame.rounds.length) goByHand(roundBefore());
    else if (event.key === "PageDown" && frame.rounds.length) goByHand(roundAfter());
    else if (event.key === " " && event.target.tagName !== "BUTTON") play.click();
    else return;
    event.preventDefault();
  });
  slider.addEventListener("input", () => goByHand(Number(slider.value) - 1));

  // ---- what the kernel hands over ---------------------------------------------------------

  function update() {
    frame = model.get("frame");
    tree.innerHTML = frame.tree;
    tree.firstElementChild.setAttribute("aria-hidden", "true"); // the label says it all
    tree.setAttribute("aria-label", `${frame.alt} Arrow keys step, space plays and pauses.`);
    turn.textContent = frame.turn;
    board.innerHTML = frame.board;
    sentence.textContent = frame.sentence;
    detail.innerHTML = frame.detail;
    detail.hidden = !frame.detail;
    detail.setAttribute("aria-label", frame.detail_alt);
    for (const node of [earlier, later]) node.hidden = !frame.rounds.length;
    code.replaceChildren(...frame.code.map(column));
    slider.max = frame.steps;
    count.textContent = `${frame.step + 1} / ${frame.steps}`;
    for (const node of [first, earlier, back]) node.setAttribute("aria-disabled", frame.step === 0);
    const atEnd = frame.step === frame.steps - 1;
    for (const node of [forth, later, last]) node.setAttribute("aria-disabled", atEnd);
    ask();
    if (wanted === null) slider.value = frame.step + 1;
    if (playing && atEnd) pause();
    clearTimeout(tick);
    if (playing) tick = setTimeout(() => go(frame.step + 1), SPEEDS[speed.value]);
  }

  function column(lines, number) {
    const running = (line) => number === frame.column && frame.lines.includes(line);
    const rows = lines.map((text, line) =>
      element("div", running(line) ? { class: "c4s-running", "aria-current": "step" } : {}, text));
    return element("pre", {}, ...rows);
  }

  model.on("change:frame", update);
  update();
  return () => {
    clearTimeout(tick);
    clearTimeout(silence);
    model.off("change:frame", update);
  };
}

export default { render };
