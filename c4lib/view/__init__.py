"""What a reader sees: boards, trees, steppers, panels, plots and folded answers.

    from c4lib.view import folded, microscope, play, plots

The names that lessons use, each loaded when it is first used. Nothing outside this room imports
from here, except a state that a notebook asks for its picture.
"""

from typing import TYPE_CHECKING

from c4lib.measure.lazy_names import lazy_names

if TYPE_CHECKING:
    from c4lib.measure.tables import table
    from c4lib.view import plots
    from c4lib.view.boards import svg
    from c4lib.view.boards.hints import Known, hint_marks, scored
    from c4lib.view.boards.play import picture, play, play_cells
    from c4lib.view.boards.threats import show_threats
    from c4lib.view.folds import folded
    from c4lib.view.installation import check as check_installation
    from c4lib.view.panels.panel import knobs
    from c4lib.view.panels.search import mcts_sliders, puct_sliders
    from c4lib.view.panels.training import watch_training
    from c4lib.view.panels.weights import tune
    from c4lib.view.plots import accuracy as accuracy_plots
    from c4lib.view.plots import alphazero as alphazero_plots
    from c4lib.view.plots import chance as chance_plots
    from c4lib.view.plots import engine as engine_plots
    from c4lib.view.plots import games as games_plots
    from c4lib.view.plots import heuristics as heuristics_plots
    from c4lib.view.plots import ladder as ladder_plots
    from c4lib.view.plots import mcts as mcts_plots
    from c4lib.view.plots import mcts_strength as strength_plots
    from c4lib.view.plots import network as network_plots
    from c4lib.view.plots import review as review_plots
    from c4lib.view.predictions import predict
    from c4lib.view.steppers.mcts import mcts_steps
    from c4lib.view.steppers.microscope import microscope
    from c4lib.view.trees.draw import describe as describe_tree
    from c4lib.view.trees.draw import draw as draw_tree

__all__, __getattr__, __dir__ = lazy_names(__name__)
