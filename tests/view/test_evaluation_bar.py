"""What players think of positions, and the evaluation bar that shows it beside the board."""

import json
import math
from dataclasses import dataclass, replace
from typing import Any

import pytest
from board_page import send, stopped, think

from c4lib import Connect4, fast
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
from c4lib.heuristics import ours
from c4lib.players.agents import MCTS, AlphaBeta, AlphaZero, Clock, Minimax, OnePly, Perfect, Random
from c4lib.result import MoveStats, SearchResult
from c4lib.search import mcts
from c4lib.search.mcts import value
from c4lib.view.boards.evaluation_bar import (
    Judgement,
    certain,
    evaluated,
    expected,
    judgements,
    visit_strip,
)
from c4lib.view.boards.play import play
from c4lib.view.boards.svg import RUN_ME

SMALL = Connect4(5, 4)
DRAW = "152371534726617233767723423611614444255556"
"""All 42 moves of a drawn game."""
ONE = Connect4.from_moves("3", 5, 4)
"""O is to move."""
LATE = Connect4.from_moves("61643274532516123767771746511435")
"""Late enough to be searched to the end; X is to move and wins by column 4."""


def bar(board):
    return board.frame["bar"]


@dataclass
class Told:
    """A player that plays the leftmost column and says what it was told to say."""

    says: Any
    name: str = "told"
    result: Any = None

    def __call__(self, state):
        self.result = self.says(state) if callable(self.says) else self.says
        return state.moves()[0]


def fresh(value, visits=0):
    """A result that is new at each move, for the leftmost column."""
    return lambda state: SearchResult(
        state.moves()[0], value, 1, 1, moves={state.moves()[0]: MoveStats(value, visits)}
    )


# ---- judgements ------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "ends"), [(0, ("75 %", "25 %")), (1, ("25 %", "75 %"))])
def test_counted_games_are_told_for_both_sides_and_make_a_hundred_percent(player, ends):
    judgement = expected(0.5, 5000, player, {2: MoveStats(0, 30), 3: MoveStats(0, 10)})
    assert judgement.ends == ends
    assert judgement.words == f"{ends[0]} for X, {ends[1]} for O (5,000 visits)"
    assert judgement.share == pytest.approx(0.75 if player == 0 else 0.25)
    assert judgement.visits == {2: 0.75, 3: 0.25}
    for points in (-1, -0.99, -0.005, 0, 0.005, 0.49, 0.51, 1):
        assert sum(int(end.split()[0]) for end in expected(points, 1, player, {}).ends) == 100


@pytest.mark.parametrize(
    ("points", "player", "told", "ends"),
    [
        (14, 0, "X is 14 ahead (looking 8 plies ahead)", ("+14", "")),
        (14, 1, "O is 14 ahead (looking 8 plies ahead)", ("", "+14")),
        (-3, 1, "X is 3 ahead (looking 8 plies ahead)", ("+3", "")),
        (0, 1, "X and O are level (looking 8 plies ahead)", ("0", "0")),
    ],
)
def test_an_evaluation_is_told_for_the_side_that_is_ahead(points, player, told, ends):
    judgement = evaluated(points, 8, player)
    assert (judgement.words, judgement.ends) == (told, ends)
    ahead = points if player == 0 else -points
    assert math.copysign(1, judgement.share - 0.5) == math.copysign(1, ahead) or not ahead


def test_the_bar_never_leaves_its_track_and_grows_with_the_evaluation():
    shares = [evaluated(points, 1, 0).share for points in (-(10**9), -30, 0, 5, 30, 10**9)]
    assert shares == sorted(set(shares))
    assert shares[1:5:3] == [0.25, 0.75]
    assert 0 <= shares[0] < shares[-1] <= 1


@pytest.mark.parametrize(
    ("outcome", "player", "share", "told"),
    [
        (1, 0, 1, "X wins, that is proven"),
        (1, 1, 0, "O wins, that is proven"),
        (-1, 1, 1, "X wins, that is proven"),
        (0, 1, 0.5, "a draw, that is proven"),
    ],
)
def test_what_is_proven_is_told_as_certain(outcome, player, share, told):
    judgement = certain(outcome, player)
    assert (judgement.share, judgement.words) == (share, told)


def test_a_tree_that_proves_is_told_as_certain():
    state = Connect4.from_moves("112233")
    found = judgements(mcts(state, 1000, prove=True), state, 3)
    assert (found[state].share, found[state].words) == (1, "X wins, that is proven")
    assert found[state.play(3)] == certain(1, 0)


@pytest.mark.parametrize("search", [mcts, fast.mcts])
def test_a_tree_of_visits_judges_the_state_the_move_and_each_answer(search):
    result = search(ONE, 500, seed=3)
    found = judgements(result, ONE, result.move)
    after = ONE.play(result.move)
    assert found[ONE] == expected(result.value, 500, 1, result.moves)
    assert found[ONE].share == pytest.approx(found[after].share)  # both are what the move is worth
    child = mcts(ONE, 500, seed=3).tree.children[result.move]
    assert found[after].words.endswith(f"({child.visits:,} visits)")
    assert set(found) == {ONE, after} | {after.play(move) for move in child.children}
    for move, node in child.children.items():
        share = (1 + value(node)) / 2  # for X, who would play it
        assert found[after.play(move)].share == pytest.approx(share)
    assert sum(found[after].visits.values()) == pytest.approx(1)
    other = next(move for move in ONE.moves() if move != result.move)
    assert set(judgements(result, ONE, other)) == {ONE, ONE.play(other)}  # no answers to that


@pytest.mark.parametrize(
    ("result", "wanted"),
    [
        (SearchResult(2, 7.0, 100, 4), evaluated(7.0, 4, 1)),
        (SearchResult(2, 0, 0, 0), None),  # forced, and not searched
        (SearchResult(2, 999_999, 0, 0, proven=1), certain(1, 1)),
        (
            SearchResult(2, 0.5, 1, 0, moves={2: MoveStats(0, prior=1.0)}, scale="outcome"),
            Judgement(0.25, "25 % for X, 75 % for O (at first sight)", ("25 %", "75 %")),
        ),
    ],
)
def test_without_visits_a_result_judges_the_state_and_the_one_after_its_move(result, wanted):
    found = {ONE: wanted, ONE.play(2): wanted} if wanted else {}
    assert judgements(result, ONE, 2) == found


def test_the_strip_of_visits_is_as_wide_as_the_board_and_told_in_words():
    strip = visit_strip(ONE, {0: 0.25, 4: 0.75})
    assert 'width="256"' in strip.svg
    assert 'width="256"' in play(start=ONE).frame["svg"]
    assert strip.alt == "Share of the visits for each move of O: column 1 25 %; column 5 75 %."
    assert ">75 %<" in strip.svg
    empty = visit_strip(ONE, {})
    assert empty.svg.split(">")[0] == strip.svg.split(">")[0]  # it takes the same room


# ---- the bar of a board ----------------------------------------------------------------------

SAID = mcts(Connect4(4, 4), 9)
VALUES = (None, math.nan, math.inf, 10**400)
NONSENSE = [None, "62 %", 0.5, *(SearchResult(0, value, 1, 1) for value in VALUES)]
NONSENSE += [replace(SAID, moves=None)]


def test_the_bar_follows_the_game():
    frames = []
    agent = MCTS(iterations=300)
    board = play(agent, start=SMALL, bar=True)
    assert bar(board)["share"] is None
    assert bar(board)["words"] == "MCTS is thinking …"
    board.observe(lambda change: frames.append(change["new"]["bar"]), names="frame")
    board.move(2)
    assert frames[0]["words"] == "MCTS is thinking …"
    assert frames[1]["share"] == pytest.approx((1 - agent.result.value) / 2)
    chosen = agent.result.moves[agent.result.move].visits
    assert bar(board)["words"].startswith("MCTS: ")
    assert bar(board)["words"].endswith(f"({chosen} visits).")
    assert bar(board)["visits"].count(" %<") == 5
    assert bar(board)["alt"].startswith("Share of the visits for each move of X: column 1")
    board.move(2)
    assert frames[2]["words"].startswith("MCTS is thinking … So far: ")


def test_the_bar_is_off_at_first_and_is_offered_only_where_a_player_judges():
    board = play(MCTS(iterations=50), start=SMALL)
    assert (bar(board), board.frame["judges"]) == (None, True)
    board.move(2)
    for on in (True, True, False):
        send(board, "set_bar", on)
        assert (bar(board) is not None) is on
    send(board, "set_bar", True)
    assert bar(board)["share"] is not None  # it was noted meanwhile
    assert all(play(agent).frame["judges"] for agent in (MCTS(), Clock()))
    assert not any(play(agent).frame["judges"] for agent in (Random(), OnePly(), None))
    assert play(Random(), bar=True).frame["judges"]


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (Random(), "random does not judge positions."),
        (None, "People play both sides, so nobody judges."),
        *((Told(nonsense), "This position was not judged by told.") for nonsense in NONSENSE),
    ],
)
def test_a_player_with_nothing_to_say_leaves_the_bar_empty(agent, words):
    board = play(agent, bar=True)
    board.move(3)
    think(board)
    assert (bar(board)["share"], bar(board)["words"]) == (None, words)
    assert board.frame["problem"] == ""
    assert json.dumps(board.frame, allow_nan=False)


def test_states_that_cannot_be_hashed_are_played_without_a_bar():
    unhashable = type("Unhashable", (TicTacToe,), {"__hash__": None})
    board = play(Told(fresh(0.5, 9)), start=unhashable(), bar=True)
    board.move(4)
    assert (board.problem, bar(board)["share"]) == ("", None)


def test_moves_that_there_are_not_are_no_hindrance():
    board = play(Told(replace(SAID, moves={9: MoveStats(math.inf, 3)})), bar=True)
    board.move(3)
    assert board.problem == ""
    assert json.dumps(board.frame, allow_nan=False)


PLAYERS = {
    "minimax to a depth": (Minimax(3, ours), 0, False),
    "minimax to the end": (Minimax(), LATE, False),
    "alpha-beta to a depth": (AlphaBeta(4, ours), 0, False),
    "alpha-beta to the end": (AlphaBeta(), LATE, False),
    "alpha-beta, compiled": (AlphaBeta(6, ours, compiled=True), 0, False),
    "alpha-beta, second look": (AlphaBeta(3, ours, second_look=2), 0, False),
    "clock": (Clock(nodes=2000), 0, False),
    "perfect": (Perfect(), LATE, False),
    "MCTS": (MCTS(200), 0, True),
    "MCTS, strong": (MCTS.strong(iterations=200), 0, True),
    "MCTS, readable": (MCTS(100, policy=lambda state, dice: state.moves()[0]), 0, True),
    "the network alone": (AlphaZero(simulations=1), 0, False),
    "AlphaZero": (AlphaZero(simulations=100), 0, True),
}
"""The players of the course that search, how late they are tried, and whether they count visits."""


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_that_searches_moves_the_bar(name):
    agent, start, counts = PLAYERS[name]
    board = play(agent, start=start or Connect4(), bar=True)
    board.move(board.state.moves()[-1])
    assert board.problem == ""
    assert isinstance(agent.result, SearchResult)
    assert agent.result.move == board.moves[-1]
    for ply in (0, 1):  # after its move, and the position that it thought about
        board.show(board.frame["plies"] - ply)
        assert 0 <= bar(board)["share"] <= 1
        assert "judge" not in bar(board)["words"]
        assert (" %<" in bar(board)["visits"]) is counts
    expects = counts or name == "the network alone"
    words = "that is proven" if start else " % for X, " if expects else " ahead)"
    assert words in bar(board)["words"]


@pytest.mark.parametrize(
    ("agent", "start", "counts"),
    [
        (AlphaBeta(), TicTacToe(), False),
        (Minimax(2), Othello(6), False),
        (MCTS(200), Othello(6), True),
        (AlphaZero("quixo", simulations=300), Quixo(), True),
        (AlphaZero("quixo", simulations=1), Quixo(), False),
    ],
)
def test_the_bar_and_visits_are_shown_on_cells_too(agent, start, counts):
    board = play(agent, start=start, bar=True)
    board.move(board.state.moves()[0])
    assert 0 <= bar(board)["share"] <= 1
    assert ("c4c-share" in board.frame["svg"]) is counts
    assert ("Share of the visits for each move of X" in board.frame["alt"]) is counts
    board.set_bar(False)
    assert "c4c-share" not in board.frame["svg"]


def test_a_game_with_dice_is_judged_before_they_fall_and_games_of_three_are_not():
    board = play(MCTS(50), start=Windy(Connect4(5, 4), 0.5), bar=True)
    board.move(2)
    assert (board.problem, bar(board)["words"]) == ("", "MCTS is thinking …")
    think(board)
    assert bar(board)["words"].startswith("MCTS: ")
    board.show(1)
    assert bar(board)["words"] == "This position was not judged by MCTS."  # here dice decide
    board.show(board.frame["plies"] - 2)
    assert bar(board)["words"].startswith("MCTS: ")
    board = play(MCTS(50), start=Trio(4, 4, 3), bar=True)
    board.move(0)
    assert (board.frame["judges"], board.frame["bar"], board.problem) == (False, None, "")
    assert "c4c-share" not in board.frame["svg"]


def test_each_position_shows_what_was_thought_of_it_and_of_no_other():
    once = SearchResult(0, 0.5, 1, 3)
    board = play(Told(once), start=SMALL, bar=True)
    board.move(2)
    assert bar(board)["share"] is not None
    board.move(2)  # the player did not think, and its result is the same as before
    assert bar(board)["share"] is None
    board = play(Told(lambda state: fresh(state.ply / 10, 9)(state)), start=SMALL, bar=True)
    board.move(2)
    board.move(2)
    for ply, share in ((2, 0.45), (3, 0.35), (4, 0.35)):
        send(board, "show", ply)
        assert bar(board)["share"] == share
    for action, plies, share in (("undo", 2, 0.45), ("new", 0, None)):
        send(board, action)
        assert (board.state.ply, bar(board)["share"]) == (plies, share)


def test_what_was_thought_about_is_not_replaced_by_what_was_passed_by():
    board = play(MCTS(iterations=400, keep=False), start=SMALL, bar=True)
    board.move(2)
    board.move(1)
    before = board.opinions.said["MCTS"][board.states[3]]
    assert "(400 visits)" in before.words
    send(board, "undo")
    send(board, "undo")
    board.move(2)
    assert board.opinions.said["MCTS"][board.state.play(1)] == before


@pytest.mark.parametrize("start", [Connect4(), Connect4.from_moves("11223")])
def test_a_position_is_judged_before_a_move_is_made_in_it_and_where_only_one_is_possible(start):
    board = play(Clock(nodes=2000), OnePly(), start=start, you=start.player)
    assert not board.frame["wants"]
    send(board, "set_bar", True)
    assert (bar(board)["share"], board.frame["wants"]) == (None, True)
    think(board)
    assert "(looking " in bar(board)["words"]
    assert (board.state, board.frame["action"]) == (start, "think")
    assert board.agents["clock"].result is None  # a copy has judged


def test_each_player_has_its_own_judgement():
    board = play({"one": Told(fresh(0.5, 9)), "other": Told(fresh(-0.5, 9))}, start=SMALL, bar=True)
    board.move(2)
    assert bar(board)["words"].startswith("one: 25 % for X, 75 % for O")
    send(board, "choose", 1)
    assert bar(board)["words"] == "other is thinking …"
    board.move(2)
    assert bar(board)["words"].startswith("other: 75 % for X, 25 % for O")


@pytest.mark.parametrize(
    ("game", "share", "words"),
    [
        ("1122334", 1.0, "The game is over: X has won."),
        ("7112233", None, "MCTS is thinking …"),
        ("71122334", 0.0, "The game is over: O has won."),
        (DRAW, 0.5, "The game is drawn."),
    ],
)
def test_a_loaded_game_is_judged_by_the_rules_once_it_is_over(game, share, words):
    board = play(MCTS(iterations=50), bar=True)
    send(board, "load", game)
    assert (bar(board)["share"], bar(board)["words"]) == (share, words)


def test_a_stopped_player_and_a_review_keep_the_bar_and_the_stored_picture_has_none():
    board = play(Told(lambda state: (stopped if state.ply > 2 else fresh(0.2, 9))(state)), bar=True)
    board.move(2)
    assert bar(board)["share"] == 0.4
    board.move(2)
    assert board.frame["problem"] == "told was stopped."
    think(board)
    assert bar(board)["words"] == "This position was not judged by told."
    board = play(MCTS(iterations=50), start=SMALL, bar=True)
    data, _ = board._repr_mimebundle_()
    assert data["text/html"] == SMALL._repr_html_() + RUN_ME
    board.move(2)
    send(board, "set_review", True)
    think(board)
    assert bar(board)["words"].startswith("MCTS: ")
    assert board.frame["verdict"]
