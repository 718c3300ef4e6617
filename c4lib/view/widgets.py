"""Widgets for the notebooks: boards that a reader plays on, and knobs over a picture."""

import base64
import html
import io
from collections.abc import Callable, Container, Mapping
from itertools import chain, count
from typing import Any

import ipywidgets

from c4lib.agents import name
from c4lib.connect4 import Connect4
from c4lib.game import Agent
from c4lib.view.playboard import RUN_ME, PlayBoard

__all__ = ["RUN_ME", "Knobs", "PlayBoard", "knobs", "play"]

TWO_PEOPLE = "two people"


def play(
    *agents: Agent | Mapping[str, Agent | None] | None,
    start: Connect4 | None = None,
    you: int = 0,
    hints: bool = False,
    bar: bool = False,
) -> PlayBoard:
    """A board to play on, against any of `agents`; `you` are player 0 (X, first) or 1 (O).

    Agents are functions from a state to a move, shown under their own names, or under
    those of a mapping: `play({"my player": my_function})`. None stands for a person at
    your side, as does no agent at all: both sides are then played by clicks. With `hints`,
    the board shows from the beginning what each column is worth; with `bar`, how the agent
    judges the position, if its attribute `result` (a SearchResult) or `thought` tells.
    """
    start = Connect4() if start is None else start
    if not isinstance(start, Connect4):
        raise ValueError(f"start is a state such as Connect4.from_moves('44'), not {start!r}")
    if you not in (0, 1):
        raise ValueError(f"you can be player 0 (X) or 1 (O), not {you!r}")
    named: dict[str, Agent | None] = {}
    for agent in agents or [None]:
        pairs = agent.items() if isinstance(agent, Mapping) else [(_name(agent), agent)]
        for label, player in pairs:
            named[_free_name(str(label), named)] = player
    if not named or not all(agent is None or callable(agent) for agent in named.values()):
        raise ValueError("a player is a function from a state to a move, or None for a person")
    return PlayBoard(named, start, you, hints, bar)


def _name(agent: Agent | None) -> str:
    return TWO_PEOPLE if agent is None else name(agent)


def _free_name(label: str, taken: Container[str]) -> str:
    """The label, numbered if another player has it already."""
    labels = chain([label], (f"{label} {number}" for number in count(2)))
    return next(free for free in labels if free not in taken)


class Knobs(ipywidgets.VBox):  # type: ignore[misc]
    """Sliders, menus and boxes over a picture that is drawn anew when one of them is turned."""

    def __init__(
        self, draw: Callable[..., object], controls: Mapping[str, ipywidgets.ValueWidget]
    ) -> None:
        self.draw = draw
        self.controls = dict(controls)
        self.picture = ipywidgets.HTML()
        super().__init__([*self.controls.values(), self.picture])
        for control in self.controls.values():
            control.observe(self._redraw, names="value")
        self._redraw()

    @property
    def values(self) -> dict[str, Any]:
        """What the knobs are set to."""
        return {name: control.value for name, control in self.controls.items()}

    def _redraw(self, _: object = None) -> None:
        try:
            drawn = self.draw(**self.values)
        except Exception as error:  # a setting that the picture refuses is told in its place
            drawn = str(error) or type(error).__name__
        self.still = _still(drawn)
        (kind, data), *_ = self.still.items()
        self.picture.value = (
            data if kind == "text/html" else f'<img alt="plot" src="data:{kind};base64,{data}">'
        )

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"<knobs: {settings}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live knobs, and beside them the picture that a page without a kernel shows."""
        data = super()._repr_mimebundle_(**kwargs)
        still = {
            kind: shown + RUN_ME if kind == "text/html" else shown
            for kind, shown in self.still.items()
        }
        return {**data, "text/plain": repr(self), **still}


def knobs(draw: Callable[..., object], /, **settings: Any) -> Knobs:
    """Let a reader turn the arguments of `draw` and see what it returns.

    A setting is a range `(low, high)` or `(low, high, start)` of whole numbers, a list of
    choices, a truth value, or any ipywidgets control. `draw` returns a state, a
    figure, or text.
    """
    return Knobs(draw, {name: _control(name, setting) for name, setting in settings.items()})


def _control(name: str, setting: Any) -> ipywidgets.ValueWidget:
    """The control that turns one setting."""
    label = {"description": name.replace("_", " "), "style": {"description_width": "8em"}}
    match setting:
        case ipywidgets.ValueWidget():
            return setting
        case bool():
            return ipywidgets.Checkbox(setting, **label)
        case list() if setting:
            return ipywidgets.Dropdown(options=setting, **label)
        case (int(low), int(high)) if low <= high:
            return ipywidgets.IntSlider(low, low, high, continuous_update=False, **label)
        case (int(low), int(high), int(start)) if low <= start <= high:
            return ipywidgets.IntSlider(start, low, high, continuous_update=False, **label)
    raise ValueError(
        f"{name}={setting!r} is no setting; hand in (low, high) or (low, high, start), "
        "a list of choices, True or False, or an ipywidgets control"
    )


def _still(thing: object) -> dict[str, str]:
    """A state, a figure or text as a notebook's output: its kind and its data."""
    if hasattr(thing, "savefig"):
        png = io.BytesIO()
        thing.savefig(png, format="png")
        return {"image/png": base64.b64encode(png.getvalue()).decode()}
    if hasattr(thing, "_repr_html_"):
        return {"text/html": str(thing._repr_html_())}
    return {"text/html": f"<pre>{html.escape(str(thing))}</pre>"}
