"""Widgets for the notebooks: boards that a reader plays on, and knobs over a picture."""

import base64
import html
import io
from collections.abc import Callable, Container, Mapping
from itertools import chain, count
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from c4lib.agents import name
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Agent
from c4lib.view import svg

HERE = Path(__file__).parent
RUN_ME = "<p><em>Run the cell to bring this to life.</em></p>"


def play(
    *agents: Agent | Mapping[str, Agent], start: Connect4 | None = None, you: int = 0
) -> "PlayBoard":
    """A board to play on, against any of `agents`; `you` are player 0 (X, first) or 1 (O).

    Agents are functions from a state to a move, shown under their own names, or under
    those of a mapping: `play({"my player": my_function})`.
    """
    start = Connect4() if start is None else start
    if not isinstance(start, Connect4):
        raise ValueError(f"start is a state such as Connect4.from_moves('44'), not {start!r}")
    if you not in (0, 1):
        raise ValueError(f"you can be player 0 (X) or 1 (O), not {you!r}")
    named: dict[str, Agent] = {}
    for agent in agents:
        pairs = agent.items() if isinstance(agent, Mapping) else [(name(agent), agent)]
        for label, player in pairs:
            named[_free_name(str(label), named)] = player
    if not named or not all(callable(agent) for agent in named.values()):
        raise ValueError("hand in at least one player, a function from a state to a move")
    return PlayBoard(named, start, you)


def _free_name(label: str, taken: Container[str]) -> str:
    """The label, numbered if another player has it already."""
    labels = chain([label], (f"{label} {number}" for number in count(2)))
    return next(free for free in labels if free not in taken)


class PlayBoard(anywidget.AnyWidget):
    """A Connect X board in the notebook. All rules are here; the page only draws and asks.

    `state` is the game's latest position, for cells that go on with it. What the page
    shows is handed over as one `frame`, so that it never sees half a change.
    """

    _esm = HERE / "board.js"
    _css = HERE / "board.css"
    frame = traitlets.Dict().tag(sync=True)

    def __init__(self, agents: Mapping[str, Agent], start: Connect4, you: int) -> None:
        super().__init__()
        self.agents = dict(agents)
        self.opponent = next(iter(self.agents))
        self.you = you
        self.problem = ""
        self.states = [start]
        self.shown = 0  # which of the states is on the board
        self.on_msg(self._on_message)
        self._answer()

    @property
    def state(self) -> Connect4:
        """The latest position of the game."""
        return self.states[-1]

    # ---- what a reader can do --------------------------------------------------------------

    def move(self, move: int, at: int | None = None) -> None:
        """Play `move` on the board and let the agent answer.

        A click names the number of moves it was made `at`, so that one that comes too
        late is not taken for another position's.
        """
        if self._is_open and at in (None, len(self.states) - 1):
            self.problem = ""
            self._push(self.state.play(move))
            self._answer()

    def undo(self) -> None:
        """Take back the reader's last move and all that came after it."""
        if self._mine_before:
            del self.states[self._mine_before[-1] + 1 :]
            self._go_on()

    def new(self) -> None:
        """Begin again from the first position."""
        del self.states[1:]
        self._go_on()

    def swap(self) -> None:
        """Change sides, in a new game if this one is over."""
        self.you = 1 - self.you
        if self.state.is_over:
            del self.states[1:]
        self._go_on()

    def choose(self, opponent: int) -> None:
        """Let another of the agents play on."""
        self.opponent = list(self.agents)[opponent]
        self._go_on()

    def ask(self) -> None:
        """Ask the agent once more, after it failed."""
        self._go_on()

    def show(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        self.shown = min(max(ply, 0), len(self.states) - 1)
        self._draw()

    def _on_message(self, _: object, message: dict[str, Any], __: object) -> None:
        actions = ("move", "undo", "new", "swap", "choose", "ask", "show")
        if message.get("do") in actions:
            getattr(self, message["do"])(*message.get("with", []))

    # ---- the game --------------------------------------------------------------------------

    @property
    def _is_open(self) -> bool:
        """Whether the reader can play a move now: also the agent's, once it has failed."""
        at_the_end = self.shown == len(self.states) - 1
        return at_the_end and (self.state.player == self.you or bool(self.problem))

    @property
    def _mine_before(self) -> list[int]:
        """The earlier positions in which it was the reader's turn."""
        return [n for n, state in enumerate(self.states[:-1]) if state.player == self.you]

    def _push(self, state: Connect4) -> None:
        self.states.append(state)
        self.shown = len(self.states) - 1

    def _go_on(self) -> None:
        """Show the latest position and, if it is the agent's turn, let it play."""
        self.problem = ""
        self.shown = len(self.states) - 1
        self._answer()

    def _answer(self) -> None:
        """Let the agent play if it is its turn, and say so on the board meanwhile."""
        if not self.state.is_over and self.state.player != self.you and not self.problem:
            self._draw(thinking=True)
            try:
                self._push(self.state.play(self.agents[self.opponent](self.state)))
            except KeyboardInterrupt:
                self.problem = f"{self.opponent} was stopped."
            except (Exception, SystemExit) as error:
                self.problem = f"{self.opponent} failed with {type(error).__name__}: {error}"
        self._draw()

    # ---- the picture -----------------------------------------------------------------------

    def _draw(self, thinking: bool = False) -> None:
        state = self.states[self.shown]
        picture, alt = svg.connect4(state, playable=self._is_open)
        self.frame = {
            "svg": picture,
            "alt": alt,
            "status": self._status(thinking),
            "problem": self.problem,
            "thinking": thinking,
            "ply": self.shown,
            "plies": len(self.states) - 1,
            "undo": bool(self._mine_before) and self.shown == len(self.states) - 1,
            "agents": list(self.agents),
            "agent": list(self.agents).index(self.opponent),
        }

    def _status(self, thinking: bool) -> str:
        """What a reader needs to know now, in a sentence or two."""
        state, you, them = self.states[self.shown], SYMBOLS[self.you], SYMBOLS[1 - self.you]
        if self.shown < len(self.states) - 1:
            return f"After move {self.shown} of {len(self.states) - 1}. Slide right to play on."
        if state.winner is not None:
            return "You have won!" if state.winner == self.you else f"{self.opponent} has won."
        if state.is_over:
            return "A draw: the board is full."
        if thinking:
            return f"{self.opponent} ({them}) is thinking …"
        if self.problem:
            return f"Play a move for {them}, ask again, undo, or choose another player."
        if state.last_cell is None:
            return f"You are {you}. Your move."
        return f"{them} played column {state.last_cell[0] + 1}. You are {you}. Your move."

    def __repr__(self) -> str:
        return f"<board: {self.state!r}, you are {SYMBOLS[self.you]} against {self.opponent}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live board, and beside it the picture that a page without a kernel shows."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = self.states[self.shown]._repr_html_() + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": picture}, metadata


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
