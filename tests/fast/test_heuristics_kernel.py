"""The compiled evaluations, and the compiled alpha-beta with them, are twins of the readable."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import needs_compiler, unfinished
from test_fast import TABLE

from c4lib import Connect4, fast, search
from c4lib.fast.compiler import word, words
from c4lib.fast.heuristics_kernel import PLACES, estimate, estimate_all, evaluator_of
from c4lib.fast.rules_kernel import BITS, rules_of
from c4lib.heuristics import EVALUATIONS, FEATURES, Linear, ours
from c4lib.measure import bench_searches as bench
from c4lib.search import forced_moves
from c4lib.search.common import WIN, Evaluate

EXTREMES = [(7, 6, 4), (8, 7, 4), (1, 63, 4), (2, 31, 4), (3, 20, 4), (3, 19, 4), (32, 1, 4)]
"""The usual board, and the widest and highest of those that fit, with lines of four."""
EXTREMES += [(8, 7, 5), (9, 6, 6), (1, 63, 40), (32, 1, 30), (2, 31, 31), (21, 2, 20), (1, 1, 1)]


@st.composite
def sizes(draw: Callable) -> tuple[int, int, int]:
    """Boards that fit in 64 bits."""
    if draw(st.booleans()):
        return draw(st.sampled_from(EXTREMES))
    width = draw(st.integers(1, 12))
    height = draw(st.integers(1, min(9, BITS // width - 1)))
    longest = max(width, height)
    return width, height, draw(st.just(min(4, longest)) | st.integers(1, min(6, longest)))


weights = st.dictionaries(st.sampled_from(list(FEATURES)), st.floats(-9, 9), min_size=1)
linears = weights.map(Linear)
judges = st.sampled_from([None, *EVALUATIONS.values()]) | linears
options = st.fixed_dictionaries(
    {
        "order": st.sampled_from([None, "left", "centre"]),
        "loud": st.sampled_from([None, forced_moves]),
        "window": st.sampled_from([None, (-5, 5), (0, 100)]),
    }
)


def compiled(judge: Evaluate | None, state: Connect4) -> float:
    """What the compiled twin says."""
    twin = evaluator_of(judge, state)
    return estimate(rules_of(state), twin, word(state.theirs), word(state.mask))


# ---- values --------------------------------------------------------------------------------


@given(unfinished(sizes()))
@settings(deadline=None, max_examples=150)
def test_every_evaluation_and_every_feature_has_a_twin(state):
    assert compiled(None, state) == 0
    for name, judge in EVALUATIONS.items():
        assert compiled(judge, state) == judge(state), name
    for name, feature in FEATURES.items():
        assert compiled(Linear({name: 1}), state) == feature(state), name


def test_weights_have_their_places_in_the_order_of_the_features():
    assert list(PLACES) == list(FEATURES)
    in_order = {name: 1 / (place + 3) for place, name in enumerate(FEATURES)}
    forth, back = Linear(in_order), Linear(dict(reversed(in_order.items())))
    state = Connect4.from_moves("44352641")
    assert list(back.weights) == list(FEATURES)
    assert compiled(back, state) == compiled(forth, state) == forth(state) == back(state)


def test_many_positions_can_be_judged_at_once():
    states = [Connect4.from_moves(moves) for moves in ("", "4", "445", "4453433455")]
    theirs, masks = words([s.theirs for s in states]), words([s.mask for s in states])
    values = np.zeros(len(states))
    estimate_all(rules_of(states[0]), evaluator_of(ours, states[0]), theirs, masks, values)
    assert values.tolist() == [ours(state) for state in states]


@given(unfinished(sizes()), st.integers(0, 4), judges, options)
@settings(deadline=None, max_examples=200)
def test_the_search_is_its_readable_twin_with_every_evaluation(state, depth, judge, options):
    depth = min(depth, 2) if state.width > 8 else min(depth, 3) if state.width > 5 else depth
    readable = search.alphabeta(state, depth, judge, **options)
    assert fast.alphabeta(state, depth, judge, **options) == readable
    if not options["window"]:
        tabled = fast.alphabeta(state, depth, judge, **options, table_entries=TABLE)
        assert (tabled.value, tabled.move) == (readable.value, readable.move)


# ---- what cannot be compiled ---------------------------------------------------------------


def test_features_of_your_own_are_sent_to_the_readable_search(monkeypatch):
    monkeypatch.setitem(FEATURES, "discs", lambda state: state.ply)
    monkeypatch.setitem(FEATURES, "twos", lambda state: 2)
    for name in ("discs", "twos"):
        message = rf"'{name}' is your own.*c4lib\.search\.alphabeta"
        with pytest.raises(ValueError, match=message):
            fast.alphabeta(Connect4(), 1, Linear({"turn": 1, name: 2}))
    assert fast.alphabeta(Connect4(), 1, Linear({"turn": 1})).value == -1


@pytest.mark.parametrize("weight", [WIN / 2, -1e300, 1.7e308])
def test_too_large_values_are_refused_as_by_the_readable_search(weight):
    judge, said = Linear({"turn": weight, "hit-rate": weight}), []
    for alphabeta in (search.alphabeta, fast.alphabeta):
        with pytest.raises(ValueError, match=r"must lie within ±500,000; got .*") as error:
            alphabeta(Connect4(), 2, judge)
        said.append(str(error.value))
    assert said[0] == said[1]


@needs_compiler
def test_the_bench_compares_the_compiled_with_the_readable_and_all_evaluations_with_one():
    faster = str(next(bench.heuristics()))
    assert re.search(
        r"to depth 8, 76,265 nodes: \d+.* the readable search \(target: at least 20", faster
    )
    costs = list(bench._leaves())
    for way, figures in (("compiled", costs[:5]), ("readable", costs[5:])):
        for name, figure in zip(EVALUATIONS, figures, strict=True):
            assert figure.what.startswith(f"one position judged by {name}, {way}")
        assert figures[0].value == 1
