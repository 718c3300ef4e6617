"""A game beside perfect play."""

import pytest

from c4lib import Connect4
from c4lib.fast import Solver, analyze
from c4lib.measure.review import LABELS, review
from c4lib.view.plots import review as review_plots

SMALL = {"width": 5, "height": 4}
GAME = "3345122"
"""On 5x4, not over: three moves of it changed the outcome."""
WON = "14151153242322344"
"""On 5x4, to the end, with moves of every label."""


@pytest.fixture(scope="module")
def small():
    return review(GAME, **SMALL)


@pytest.fixture(scope="module")
def won():
    return review(WON, **SMALL)


def test_every_move_carries_the_scores_of_all_columns_before_it(small):
    state = Connect4(**SMALL)
    for number, (move, digit) in enumerate(zip(small.moves, GAME, strict=True), start=1):
        assert (move.number, move.player, move.column) == (number, state.player, int(digit) - 1)
        assert move.scores == analyze(state)
        assert move.free == 20 - state.ply
        state = state.play(move.column)
    assert small.state == state


def test_best_moves_and_labels_follow_from_the_scores_and_the_last_change_decides(small):
    third = small.moves[2]
    best = max(third.scores.values())
    assert third.best == tuple(move for move, score in third.scores.items() if score == best)
    assert [move.label for move in small.moves] == ["best"] * 2 + ["mistake"] * 3 + ["best"] * 2
    assert (small.count("mistake"), small.count("mistake", 0), small.count("blunder")) == (3, 2, 0)
    assert sum(small.count(label) for label in LABELS) == len(small.moves)
    with pytest.raises(ValueError, match="labels are best, slip, mistake, blunder"):
        small.count("bad")
    assert small.decided is small.moves[4]
    assert small.verdict == (
        "O is to move. What decided the game so far was move 5: X took a loss instead of a draw."
    )


def test_a_game_of_best_moves_is_decided_by_no_move():
    state = Connect4(4, 4)
    while not state.is_over:
        scores = analyze(state)
        state = state.play(max(scores, key=scores.__getitem__))
    perfect = review(state)
    assert perfect.decided is None
    assert perfect.verdict == "The game was drawn. No move changed the outcome."
    assert set(perfect.curve) == {0}
    assert repr(perfect) == "<review: 16 moves>"


def test_the_curve_moves_only_where_a_move_was_not_best_and_ends_in_the_result(won):
    curve = won.curve
    assert len(curve) == len(won.moves) + 1
    for move, before, after in zip(won.moves, curve[:-1], curve[1:], strict=True):
        assert (before == after) == (move.label == "best")
        lost = before - after if move.player == 0 else after - before
        assert lost == move.best_score - move.score
    assert won.state.winner is not None
    assert {move.label for move in won.moves} == set(LABELS)
    assert won.moves[-1].outlook == "wins in 1 move"
    assert won.moves[-1].player == won.state.winner
    assert won.verdict.startswith(f"{'XO'[won.state.winner]} won. What decided the game was move")


def test_a_state_is_reviewed_as_its_moves_are_or_only_from_some_move_on(small):
    assert review(Connect4.from_moves(GAME, **SMALL)) == small
    late = review(GAME, **SMALL, first=4)
    assert late.moves == small.moves[3:]
    assert late.curve == small.curve[3:]


def test_the_walk_goes_backwards_and_tells_how_far_it_is():
    class Watched(Solver):
        def analyze(self, state):
            seen.append(state.ply)
            return super().analyze(state)

    seen, told = [], []
    review(GAME, **SMALL, solver=Watched(1), progress=lambda *done: told.append(done))
    assert seen == [6, 5, 4, 3, 2, 1, 0]
    assert told == [(n, 7) for n in range(1, 8)]


def test_the_record_is_a_table_with_columns_counted_from_1_and_reprs_are_terse(small):
    lines = str(small).splitlines()
    assert lines[:2] + lines[5:6] == [
        "move  by  column  score  so the player      label    better",
        "   1  X        3      0  draws              best",
        "   5  X        1     -1  loses in 16 moves  mistake  2, 3, 4 (0)",
    ]
    assert lines[-1] == small.verdict
    assert repr(small) == "<review: 7 moves, 3 mistakes>"
    assert repr(small.moves[4]) == "ReviewedMove(number=5, player=0, column=0)"
    assert str(small.moves[4]) == "move 5: X in column 1, mistake"


def test_a_notebook_shows_the_record_with_its_faults_in_bold(small):
    html = small._repr_html_()
    assert html.count("<b>") == small.count("mistake") + small.count("blunder") == 3
    assert "<b>slip" not in html
    assert html.endswith(f"<p>{small.verdict}</p>")


def texts(axes):
    return [text.get_text() for text in axes.texts]


def test_the_plot_draws_the_curve_and_marks_every_move_that_was_not_best(won):
    figure = review_plots.curve(won)
    (axes,) = figure.axes
    assert tuple(axes.lines[1].get_ydata()) == won.curve
    marked = {n for line in axes.lines if line.get_marker() in "oDX" for n in line.get_xdata()}
    assert marked == {move.number for move in won.moves if move.label != "best"}
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        f"{name} ({won.count(name.split()[-1])})" for name in ("slip", "? mistake", "?? blunder")
    ]
    assert texts(axes).count("X?") + texts(axes).count("O?") == won.count("mistake")
    assert texts(axes).count("O??") == won.count("blunder", 1)


def test_the_plot_says_in_words_who_wins_and_what_decided_and_has_no_marks_without_faults(won):
    (axes,) = review_plots.curve(won).axes
    words = {"X wins, the sooner the higher", "O wins, the sooner the lower", "draw"}
    assert words < set(texts(axes))
    player = "XO"[won.decided.player]
    assert f"decided: {player}'s move {won.decided.number}" in texts(axes)
    figure = review_plots.curve(review("33", **SMALL))
    assert figure.legends == []
    assert not [text for text in texts(figure.axes[0]) if "decided" in text]


def test_a_game_that_goes_on_is_not_called_decided():
    going_on = review("3345122"[:6], **SMALL)
    assert not going_on.state.is_over
    (axes,) = review_plots.curve(going_on).axes
    player = "XO"[going_on.decided.player]
    assert f"last turn so far: {player}'s move {going_on.decided.number}" in texts(axes)
