// The page side of a prediction: what the reader says, and what opens beside it. It works without
// a kernel; what was said is kept in the widget's state.

// JupyterLab must not take the keys that are pressed here for its own shortcuts.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// "1,000", "about 2.5 million", "10^6", "3 · 10^6", "1/3" and "50 %" are numbers, too.
const TIMES = { thousand: 1e3, k: 1e3, million: 1e6, m: 1e6, billion: 1e9 };
const NUMBER = /^[^\d.+-]*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*(?:(\^|\/|\*10\^)\s*(-?\d+))?\s*([^\s.,?!]*)/;

function read(text, percent) {
  const plain = text.toLowerCase().replace(/(\d)[\s,_'](?=\d{3}(\D|$))/g, "$1").replace(/[−–]/g, "-");
  const found = plain.replace(/\*\*/g, "^").replace(/\s*[·×x*]\s*(?=10\s*\^)/g, "*").match(NUMBER);
  if (!found) return NaN;
  const [base, sign, other, word] = [Number(found[1]), found[2], Number(found[3]), found[4]];
  const value = { "^": base ** other, "/": base / other, "*10^": base * 10 ** other }[sign] ?? base;
  return value * (word.startsWith("%") ? percent : (TIMES[word] ?? 1));
}

// How far a number is from the result, in words.
function distance(said, number, inPoints, percent) {
  if (said === number) return "Exactly right.";
  const ratio = said / number;
  if (!(ratio > 0) || !Number.isFinite(ratio)) return "";
  const [factor, where] = ratio > 1 ? [ratio, "high"] : [1 / ratio, "low"];
  if (factor < 1.005) return "As good as right.";
  const points = Math.round(Math.abs(said - number) / percent);
  if (inPoints) return points ? `${points} percentage point${points > 1 ? "s" : ""} too ${where}.` : "Very close.";
  if (factor < 2) return `${Math.round(100 * Math.abs(ratio - 1))} % too ${where}.`;
  const digits = factor < 10 ? 1 : 0;
  const shown = factor.toLocaleString("en", { maximumFractionDigits: digits });
  return `Too ${where} by a factor of ${factor < 1e9 ? shown : factor.toExponential(1)}.`;
}

// What one percent is of what is asked for: of a share, 0.01; of eleven, 0.11.
const percentOf = ({ most, in_points }) => (in_points ? 1 : most ? most / 100 : 0.01);

// Why a number cannot be said: there are not so many.
function refusal(asked, said) {
  const value = read(said, percentOf(asked));
  const fits = asked.most === null || asked.choices.length || !(value < 0 || value > asked.most);
  return fits ? "" : `${said}? It is a number from 0 to ${asked.most.toLocaleString("en")}. Say another.`;
}

// "You said 300. It is 238. 26 % too high." Choices are not near or far: they may be columns.
function sentences(asked, said) {
  const { answer, result, number, choices } = asked;
  if (!said) return [result && "It is ", result, result && "."];
  if (answer && said.toLowerCase() === answer.toLowerCase()) return ["You said ", said, ", and that is right."];
  const inPoints = asked.in_points || (said.includes("%") && asked.most === null);
  const isLabel = number === null || choices.length > 0;
  const far = isLabel ? "" : distance(read(said, percentOf(asked)), number, inPoints, percentOf(asked));
  return [`You said ${said.replace(/\.$/, "")}. `, result && "It is ", result, result && `. ${far}`];
}

function render({ model, el }) {
  const asked = model.get("asked");
  const name = element("span", { class: "c4p-label" }, `${asked.label}:`);
  const controls = element("div", { class: "c4p-controls", role: "group", "aria-label": asked.label }, name);
  const verdict = element("p", { class: "c4p-verdict", role: "status" });
  const shown = element("div", { class: "c4p-shown" });
  el.append(element("div", { class: "c4p" }, controls, verdict, shown));

  const buttons = asked.choices.map((choice) => button(choice, () => say(choice)));
  const kind = asked.number === null ? "a few words" : "a number";
  const field = element("input", { type: "text", placeholder: kind, "aria-label": asked.label, ...OWN_KEYS });
  field.classList.toggle("c4p-words", asked.number === null);
  field.addEventListener("keydown", (event) => event.key === "Enter" && say(field.value.trim()));
  const show = button("Show", () => say(asked.choices.length ? model.get("said") : field.value.trim()));
  controls.append(...(asked.choices.length ? buttons : [field]), show);

  function button(text, onClick) {
    const node = element("button", { type: "button", ...OWN_KEYS }, text);
    node.addEventListener("click", onClick);
    return node;
  }

  function say(words) {
    const refused = refusal(asked, words);
    if (refused) return verdict.replaceChildren(refused);
    model.set({ said: words, is_open: true });
    model.save_changes();
    draw();
  }

  function draw() {
    const [said, open] = [model.get("said"), model.get("is_open")];
    if (!asked.choices.length && said) field.value = said;
    for (const each of buttons) {
      each.setAttribute("aria-pressed", String(said === each.textContent));
      each.classList.toggle("c4p-right", open && asked.answer === each.textContent);
    }
    shown.hidden = !open;
    if (!open) return;
    const parts = sentences(asked, said).filter(Boolean);
    verdict.replaceChildren(
      ...parts.map((part) => (part === asked.result ? element("b", {}, part) : part)),
    );
    if (!shown.hasChildNodes()) shown.innerHTML = asked.shown;
  }

  model.on("change:said change:is_open", draw);
  draw();
}

export default { render };
