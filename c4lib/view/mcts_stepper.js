// What the stepper has beyond the microscope: buttons for whole iterations. This stands behind
// microscope.js, in place of its last line, and moves the slider as a reader would.

function renderSteps({ model, el }) {
  const end = render({ model, el });
  const root = el.querySelector(".c4m");
  root.classList.add("c4s");
  const controls = root.querySelector(".c4m-controls");
  const slider = controls.querySelector("input");
  const [, back, , , last] = controls.querySelectorAll("button");

  function go(step) {
    slider.value = step + 1;
    slider.dispatchEvent(new Event("input"));
  }

  function backward() {
    const step = Number(slider.value) - 1;
    go(model.get("frame").rounds.findLast((first) => first < step) ?? 0);
  }

  function forward() {
    const { rounds, steps } = model.get("frame");
    const step = Number(slider.value) - 1;
    go(rounds.find((first) => first > step) ?? steps - 1);
  }

  const earlier = button("◀ iteration", "Back one iteration", backward);
  const later = button("iteration ▶", "Forward one iteration", forward);
  back.before(earlier);
  last.before(later);

  function update() {
    const { step, steps } = model.get("frame");
    earlier.setAttribute("aria-disabled", step === 0);
    later.setAttribute("aria-disabled", step === steps - 1);
  }

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    if (event.key === "PageUp") backward();
    else if (event.key === "PageDown") forward();
    else return;
    event.preventDefault();
  });
  model.on("change:frame", update);
  update();
  return () => {
    model.off("change:frame", update);
    end();
  };
}

export default { render: renderSteps };
