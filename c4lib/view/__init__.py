"""What a reader sees: boards, trees, steppers, panels, plots and folded answers.

    from c4lib.view import folded, microscope, play, plots

The names that lessons use, each loaded when it is first used. Nothing outside this room imports
from here, except a state that a notebook asks for its picture.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from c4lib.view import plots
    from c4lib.view.boards import svg
    from c4lib.view.boards.hints import Known, hint_marks
    from c4lib.view.boards.play import picture, play, play_cells
    from c4lib.view.folds import folded
    from c4lib.view.installation import check as check_installation
    from c4lib.view.panels.panel import knobs
    from c4lib.view.panels.search import mcts_sliders, puct_sliders
    from c4lib.view.panels.training import watch_training
    from c4lib.view.panels.weights import tune
    from c4lib.view.plots import accuracy as accuracy_plots
    from c4lib.view.plots import alphazero as alphazero_plots
    from c4lib.view.plots import chance as chance_plots
    from c4lib.view.plots import games as games_plots
    from c4lib.view.plots import heuristics as heuristics_plots
    from c4lib.view.plots import ladder as ladder_plots
    from c4lib.view.plots import mcts as mcts_plots
    from c4lib.view.plots import mcts_strength as strength_plots
    from c4lib.view.plots import network as network_plots
    from c4lib.view.plots import review as review_plots
    from c4lib.view.steppers.mcts import mcts_steps
    from c4lib.view.steppers.microscope import microscope
    from c4lib.view.trees.draw import describe as describe_tree
    from c4lib.view.trees.draw import draw as draw_tree

_HOME_OF = {
    "Known": "boards.hints:Known",
    "accuracy_plots": "plots.accuracy",
    "alphazero_plots": "plots.alphazero",
    "chance_plots": "plots.chance",
    "check_installation": "installation:check",
    "describe_tree": "trees.draw:describe",
    "draw_tree": "trees.draw:draw",
    "folded": "folds:folded",
    "games_plots": "plots.games",
    "heuristics_plots": "plots.heuristics",
    "hint_marks": "boards.hints:hint_marks",
    "knobs": "panels.panel:knobs",
    "ladder_plots": "plots.ladder",
    "mcts_plots": "plots.mcts",
    "mcts_sliders": "panels.search:mcts_sliders",
    "mcts_steps": "steppers.mcts:mcts_steps",
    "microscope": "steppers.microscope:microscope",
    "network_plots": "plots.network",
    "picture": "boards.play:picture",
    "play": "boards.play:play",
    "play_cells": "boards.play:play_cells",
    "plots": "plots",
    "puct_sliders": "panels.search:puct_sliders",
    "review_plots": "plots.review",
    "strength_plots": "plots.mcts_strength",
    "svg": "boards.svg",
    "tune": "panels.weights:tune",
    "watch_training": "panels.training:watch_training",
}
"""Where each name stands: a module, or something in it. A test compares this with the imports."""

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    """Load a name when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"c4lib.view has no {name!r}; dir(c4lib.view) lists what it offers")
    module, _, inside = _HOME_OF[name].partition(":")
    home = import_module(f"c4lib.view.{module}")
    return getattr(home, inside) if inside else home


def __dir__() -> list[str]:
    """What tab completion offers."""
    return __all__
