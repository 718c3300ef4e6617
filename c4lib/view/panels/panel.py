"""The panel: controls, and the words and pictures that are computed from what they are set to.

Every panel of the course is one of these. A subclass names its controls and says what to
compute; `knobs` makes one of any function. Colours follow the theme of the page.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
from ipywidgets.widgets.widget_description import DescriptionWidget

from c4lib.players.legible import described, legible
from c4lib.search.common import check_whole
from c4lib.view.boards.svg import RUN_ME, Picture
from c4lib.view.folds import html_of
from c4lib.view.main_thread import on_main_thread

SIDE, CONTROL = "350px", "340px"  # how wide the controls' column is, and a control in it
WIDEST = 600  # pixels of a slider below which a picture stands


@dataclass(frozen=True)
class Shown:
    """What a panel shows: words in HTML, and pictures, which may be whatever a cell can show."""

    words: str = ""
    pictures: Sequence[object] = ()


class SliderNames(anywidget.AnyWidget):
    """An invisible part of a panel: names its sliders for screen readers, brings its style."""

    _esm = Path(__file__).with_name("names.js").read_text("utf-8")
    _css = """.c4-panel th, .c4-panel td { padding: 3px 10px; }
        .c4-panel img { max-width: 100%; height: auto; }
        [data-jp-theme-light="false"] .c4-panel select {
            appearance: auto; background-image: none; color-scheme: dark; }"""  # a light arrow


class Panel(ipywidgets.Box):  # type: ignore[misc]
    """Controls, and what `compute` makes of them.

    It is computed on the kernel's main thread, where the stop button works; an error is shown
    in place of the words. Settings do not queue up: a slider in the page sends nothing while
    its last message is being worked on, and then only its latest value.
    """

    title = "panel"
    flow = "row wrap"  # the picture stands beside the controls if there is room; or "column"

    def __init__(
        self,
        controls: Mapping[str, ipywidgets.ValueWidget],
        buttons: Sequence[ipywidgets.Button] = (),
        beside: ipywidgets.Widget | None = None,
    ) -> None:
        self.controls = dict(controls)
        self.message, self.picture = ipywidgets.HTML(), ipywidgets.HTML()
        _align(self.controls.values())
        parts = [*self.controls.values(), ipywidgets.HBox(list(buttons)), self.message]
        side = ipywidgets.VBox(parts, layout={"width": SIDE if "row" in self.flow else "auto"})
        layout = {"flex_flow": self.flow, "align_items": "flex-start", "grid_gap": "8px"}
        names = SliderNames(layout={"display": "none"})
        super().__init__([side, beside or self.picture, names], layout=layout)
        self.add_class("c4-panel")
        for control in self.controls.values():
            control.observe(self.update, names="value")
        self.show()

    def compute(self) -> Shown:
        """What the controls amount to, as they are set now."""
        raise NotImplementedError(f"{type(self).__name__} must say what to compute")

    @property
    def values(self) -> dict[str, Any]:
        """What the controls are set to; the page may send 0.7500000000000001 for 0.75."""
        return {
            name: round(control.value, 9) if isinstance(control.value, float) else control.value
            for name, control in self.controls.items()
        }

    def update(self, _: object = None) -> None:
        """Compute again, on the kernel's main thread, and show it."""
        on_main_thread(self.show)

    def show(self) -> None:
        """Compute again and show it, on this thread."""
        try:
            self.shown = self.compute()
        except (KeyboardInterrupt, Exception) as error:
            self.shown = Shown(failure(error))
        self.draw(self.shown.pictures)
        self.message.layout.display = None if self.shown.words else "none"
        words = f'<div style="line-height: 1.4">{self.shown.words}</div>'
        self.message.value = legible(words)

    def draw(self, pictures: Sequence[object]) -> None:
        """Show the pictures, drawn in the colours of the page's theme."""
        self.picture.value = legible("".join(map(themed, pictures)))

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"<{self.title}: {settings}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live panel, and beside it what a page without a kernel shows."""
        data = super()._repr_mimebundle_(**kwargs)
        pictures = "<br>".join(map(html_of, self.shown.pictures))
        html = f"<p>{escape(repr(self)[1:-1])}.</p>{self.shown.words}{pictures}{RUN_ME}"
        return {**data, **legible({"text/plain": repr(self), "text/html": html})}


def _align(controls: Iterable[ipywidgets.Widget]) -> None:
    """Give all labels the width of the longest; a control with a width of its own keeps it."""
    named = [control for control in controls if isinstance(control, DescriptionWidget)]
    longest = max((len(control.description) for control in named), default=0)
    for control in named:
        if not control.style.description_width:
            control.style.description_width = f"{0.55 * longest + 1:.1f}em"


def themed(thing: object) -> str:
    """What a page shows of a thing; a drawing inline, where it sees the colours of the theme."""
    if not isinstance(thing, Picture):
        return html_of(thing)
    drawing = thing.svg.replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)
    return f'<div role="img" aria-label="{escape(thing.alt)}">{drawing}</div>'


def failure(error: BaseException) -> str:
    """An error in words, for a panel to show."""
    return f"<p>⚠ {escape(described(error))}</p>"


def paragraphs(sentences: Iterable[str]) -> str:
    """Each sentence as a paragraph."""
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)


def slider(
    label: str, start: float, low: float, high: float, step: float = 0.05
) -> ipywidgets.FloatSlider:
    """A slider over a range of numbers."""
    check_range(label, start, low, high)
    return ipywidgets.FloatSlider(start, min=low, max=high, step=step, **labelled(label))


def stepped(label: str, values: Sequence[int], start: int) -> ipywidgets.SelectionSlider:
    """A slider over some whole numbers, the one to start with among them."""
    check_whole(label, start)
    check_range(label, start, values[0], values[-1])
    options = [(f"{value:,}", value) for value in sorted({*values, start})]
    return ipywidgets.SelectionSlider(options=options, value=start, **labelled(label))


def labelled(label: str) -> dict[str, Any]:
    """A control's label, and the room it takes."""
    return {"description": label, "layout": {"width": CONTROL, "margin": "0"}}


def check_range(name: str, value: float, low: float, high: float) -> None:
    """Raise ValueError if a slider cannot be set to the value."""
    if not low <= value <= high:
        span = f"from {low:,g} to {high:,g}"
        raise ValueError(f"the slider for {name} goes {span}, not to {value:,g}")


class knobs(Panel):  # noqa: N801, it is called like a function
    """Let a reader turn the arguments of `draw` and see what it returns.

    A setting is a range `(low, high)` or `(low, high, start)` of whole numbers, a list of
    choices, True or False, or any ipywidgets control. `draw` returns a state, a figure, or text.
    """

    title, flow = "knobs", "column"

    def __init__(self, draw: Callable[..., object], /, **settings: Any) -> None:
        if not callable(draw):
            raise ValueError(f"draw is a function of the settings, not {draw!r}")
        self.function = draw
        super().__init__({name: _control(name, setting) for name, setting in settings.items()})

    def compute(self) -> Shown:
        """What the function returns."""
        return Shown(pictures=[self.function(**self.values)])


def _control(name: str, setting: Any) -> ipywidgets.ValueWidget:
    label = {"description": legible(name.replace("_", " "))}
    match setting:
        case ipywidgets.ValueWidget():
            return setting
        case bool():
            return ipywidgets.Checkbox(setting, **label)
        case list() if setting:
            return ipywidgets.Dropdown(options=setting, **label)
        case (int(low), int(high)) | (int(low), int(high), int()) if low <= setting[-1] <= high:
            start = setting[2] if len(setting) == 3 else low
            room = {"width": f"{min(WIDEST, 180 + 24 * (high - low))}px"}  # a few steps need little
            options = {"continuous_update": False, "layout": room, **label}
            return ipywidgets.IntSlider(start, low, high, **options)
    raise ValueError(
        f"{name}={setting!r} is not a setting; use (low, high) or (low, high, start), "
        "a list of choices, True or False, or an ipywidgets control"
    )
