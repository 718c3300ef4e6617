// Names the sliders of a panel for screen readers: ipywidgets labels them for the eye alone.

function nameSliders(panel) {
  for (const handle of panel.querySelectorAll("[role=slider]:not([aria-label])")) {
    const label = handle.closest(".widget-hslider")?.querySelector("label");
    if (label?.textContent) handle.setAttribute("aria-label", label.textContent);
  }
}

function render({ el }) {
  let observer = null;
  let frame = requestAnimationFrame(function begin() {
    const panel = el.closest(".c4-panel");
    if (!panel) {
      frame = requestAnimationFrame(begin); // not on the page yet
      return;
    }
    nameSliders(panel);
    observer = new MutationObserver(() => nameSliders(panel));
    observer.observe(panel, { childList: true, subtree: true });
  });
  return () => {
    cancelAnimationFrame(frame);
    observer?.disconnect();
  };
}

export default { render };
