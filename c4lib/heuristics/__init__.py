"""Judging an unfinished game: the evaluation functions of lesson 04, on Connect X of any size.

An evaluation takes a state and returns what it is worth to the player to move; more is better.
"""

from c4lib.heuristics.counts import (
    favourable_squares,
    hit_rate,
    open_lines,
    patterns,
    playable,
    threat_squares,
)
from c4lib.heuristics.evaluations import DECIDED, EVALUATIONS, centre, one, one_bis, ours, two
from c4lib.heuristics.features import FEATURES
from c4lib.heuristics.linear import Linear
