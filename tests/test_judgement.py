"""How players judge positions, and the evaluation bar that shows it beside the board."""

import math
from dataclasses import dataclass
from typing import Any

import pytest

from c4lib import Connect4
from c4lib.agents import MCTS, Clock, Random
from c4lib.result import MoveStats, SearchResult
from c4lib.search import mcts
from c4lib.search.mcts import value
from c4lib.view.judgement import (
    Judgement,
    can_judge,
    certain,
    counted,
    judgements,
    last_thought,
    visits,
    weighed,
)
from c4lib.view.widgets import RUN_ME, play

SMALL = Connect4(5, 4)
DRAW = "152371534726617233767723423611614444255556"
"""All 42 moves of a drawn game."""
ONE = Connect4.from_moves("3", 5, 4)
"""O is to move."""


def send(board, do, *arguments):
    """What the page does when the reader acts."""
    board._handle_custom_msg({"do": do, "with": list(arguments)}, [])


@dataclass
class Told:
    """A player that plays the leftmost column and says what it was told to say."""

    says: Any
    attribute: str = "result"
    name: str = "told"

    def __post_init__(self):
        setattr(self, self.attribute, None)

    def __call__(self, state):
        setattr(self, self.attribute, self.says(state) if callable(self.says) else self.says)
        return state.moves()[0]


@dataclass
class Thought:
    value: Any
    depth: int = 8
    proven: int | None = None


def fresh(value, visits=0):
    """A result that is new at each move, for the leftmost column."""
    return lambda state: SearchResult(
        state.moves()[0], value, 1, 1, moves={state.moves()[0]: MoveStats(value, visits)}
    )


# ---- judgements ------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "ends"), [(0, ("75 %", "25 %")), (1, ("25 %", "75 %"))])
def test_counted_games_are_told_for_both_sides(player, ends):
    judgement = counted(0.5, 5000, player, {2: 30, 3: 10})
    assert judgement.ends == ends
    assert judgement.told == f"gives X {ends[0]}, O {ends[1]} (5,000 visits)"
    assert judgement.share == pytest.approx(0.75 if player == 0 else 0.25)
    assert judgement.visits == {2: 0.75, 3: 0.25}


def test_the_percentages_of_both_sides_add_up_to_a_hundred():
    for points in (-1, -0.99, -0.005, 0, 0.005, 0.49, 0.51, 1):
        assert sum(int(end.split()[0]) for end in counted(points, 1, 0, {}).ends) == 100


@pytest.mark.parametrize(
    ("points", "player", "told", "ends"),
    [
        (14, 0, "puts X ahead by 14 (looking 8 plies ahead)", ("+14", "")),
        (14, 1, "puts O ahead by 14 (looking 8 plies ahead)", ("", "+14")),
        (-3, 1, "puts X ahead by 3 (looking 8 plies ahead)", ("+3", "")),
        (0, 1, "finds X and O level (looking 8 plies ahead)", ("0", "0")),
    ],
)
def test_an_evaluation_is_told_for_the_side_that_is_ahead(points, player, told, ends):
    judgement = weighed(points, 8, player)
    assert (judgement.told, judgement.ends) == (told, ends)
    ahead = points if player == 0 else -points
    assert math.copysign(1, judgement.share - 0.5) == math.copysign(1, ahead) or not ahead


def test_the_bar_never_leaves_its_track_and_grows_with_the_evaluation():
    shares = [weighed(points, 1, 0).share for points in (-(10**9), -30, 0, 5, 30, 10**9)]
    assert shares == sorted(set(shares))
    assert shares[1:5:3] == [0.25, 0.75]
    assert 0 <= shares[0] < shares[-1] <= 1


@pytest.mark.parametrize(
    ("outcome", "player", "share", "told"),
    [
        (1, 0, 1, "has proven that X wins"),
        (1, 1, 0, "has proven that O wins"),
        (-1, 1, 1, "has proven that X wins"),
        (0, 1, 0.5, "has proven a draw"),
    ],
)
def test_what_is_proven_is_told_as_certain(outcome, player, share, told):
    judgement = certain(outcome, player)
    assert (judgement.share, judgement.told) == (share, told)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_tree_of_visits_judges_the_state_the_move_and_each_answer(compiled):
    from c4lib.fast import mcts as twin

    result = (twin if compiled else mcts)(ONE, 500, seed=3)
    readable = mcts(ONE, 500, seed=3).tree
    found = judgements(result, ONE, result.move)
    after = ONE.play(result.move)
    assert found[ONE] == counted(
        result.value, 500, 1, {move: stats.visits for move, stats in result.moves.items()}
    )
    assert found[ONE].share == pytest.approx(found[after].share)  # both are what the move is worth
    child = readable.children[result.move]
    assert found[after].told.endswith(f"({child.visits:,} visits)")
    assert set(found) == {ONE, after} | {after.play(move) for move in child.children}
    for move, node in child.children.items():
        share = (1 + value(node)) / 2  # for X, who would play it
        assert found[after.play(move)].share == pytest.approx(share)
    assert sum(found[after].visits.values()) == pytest.approx(1)


def test_a_tree_that_proves_is_told_as_certain():
    state = Connect4.from_moves("112233")
    result = mcts(state, 1000, prove=True)
    found = judgements(result, state, result.move)
    assert found[state] == certain(1, 0)
    assert found[state.play(3)] == certain(1, 0)


def test_a_result_without_visits_or_tree_is_read_as_an_evaluation():
    result = SearchResult(2, 7.0, 100, 4)
    assert judgements(result, ONE, 2) == dict.fromkeys([ONE, ONE.play(2)], weighed(7.0, 4, 1))


def test_a_forced_move_of_the_clock_player_judges_nothing():
    assert judgements(Thought(0, depth=0), ONE, 1) == {}
    assert judgements(Thought(999_999, depth=0, proven=1), ONE, 1)[ONE] == certain(1, 1)


@pytest.mark.parametrize("nonsense", [None, "62 %", 0.5, Thought(None), Thought(math.nan)])
def test_what_cannot_be_read_is_no_thought(nonsense):
    for attribute in ("result", "thought"):
        agent = Told(nonsense, attribute)
        agent(ONE)
        assert last_thought(agent) is None


def test_players_that_judge_are_known_by_their_attributes():
    assert can_judge(MCTS())
    assert can_judge(Clock())
    assert not can_judge(Random())
    assert not can_judge(None)


def test_the_strip_of_visits_is_as_wide_as_the_board_and_told_in_words():
    strip = visits(ONE, {0: 0.25, 4: 0.75})
    assert 'width="256"' in strip.svg
    assert 'width="256"' in play(start=ONE).frame["svg"]
    assert strip.alt == "Share of the visits for each move of O: column 1 25 %; column 5 75 %."
    assert ">75 %<" in strip.svg
    empty = visits(ONE, {})
    assert empty.svg.split(">")[0] == strip.svg.split(">")[0]  # it takes the same room


# ---- the bar of a board ----------------------------------------------------------------------


def bar(board):
    return board.frame["bar"]


def test_the_bar_follows_the_game():
    frames = []
    agent = MCTS(iterations=300)
    board = play(agent, start=SMALL, bar=True)
    assert (bar(board)["share"], bar(board)["words"]) == (
        None,
        "MCTS has not judged this position.",
    )
    board.observe(lambda change: frames.append(change["new"]["bar"]), names="frame")
    send(board, "move", 2)
    assert frames[0]["words"] == "MCTS is thinking …"
    assert frames[1]["share"] == pytest.approx((1 - agent.result.value) / 2)
    chosen = agent.result.moves[agent.result.move].visits
    assert bar(board)["words"].startswith("MCTS gives X ")
    assert bar(board)["words"].endswith(f"({chosen} visits).")
    assert bar(board)["visits"].count(" %<") == 5
    assert bar(board)["alt"].startswith("Share of the visits for each move of X: column 1")
    send(board, "move", 2)
    assert frames[2]["words"].startswith("MCTS is thinking … So far it gives X ")


def test_the_bar_is_off_at_first_and_can_be_switched():
    board = play(MCTS(iterations=50), start=SMALL)
    assert (bar(board), board.frame["judges"]) == (None, True)
    send(board, "move", 2)
    for on in (True, True, False):
        send(board, "set_bar", on)
        assert (bar(board) is not None) is on
    send(board, "set_bar", True)
    assert bar(board)["share"] is not None  # it was noted meanwhile


def test_a_board_whose_players_do_not_judge_offers_no_bar():
    assert not play(Random(), None).frame["judges"]
    assert play(Random(), bar=True).frame["judges"]


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (Random(), "random does not judge positions."),
        (None, "People play both sides, so nobody judges."),
        (Told("nonsense"), "told has not judged this position."),
        (Told(Thought(math.inf), "thought"), "told has not judged this position."),
    ],
)
def test_a_player_with_nothing_to_say_leaves_the_bar_empty(agent, words):
    board = play(agent, bar=True)
    send(board, "move", 3)
    assert (bar(board)["share"], bar(board)["words"]) == (None, words)
    assert board.frame["problem"] == ""


def test_the_clock_players_thought_is_shown_too():
    board = play(Clock(nodes=2000), start=SMALL, bar=True)
    send(board, "move", 2)
    thought = board.agents["clock"].thought
    told = judgements(thought, ONE, thought.move)[ONE].told
    assert (bar(board)["words"], bar(board)["visits"]) == (f"clock {told}.", "")


def test_a_thought_of_another_position_is_not_shown_again():
    once = SearchResult(0, 0.5, 1, 3)
    board = play(Told(once), start=SMALL, bar=True)
    send(board, "move", 2)
    assert bar(board)["share"] is not None
    send(board, "move", 2)  # the player did not think, and its result is the same as before
    assert bar(board)["share"] is None


def test_earlier_positions_show_what_was_thought_of_them():
    board = play(Told(lambda state: fresh(state.ply / 10, 9)(state)), start=SMALL, bar=True)
    shares = []
    for move in (2, 2):
        send(board, "move", move)
        shares.append(bar(board)["share"])
    send(board, "show", 2)
    assert bar(board)["share"] == shares[0] == 0.45
    send(board, "show", 3)
    assert bar(board)["share"] == shares[1] == 0.35
    send(board, "show", 4)
    send(board, "undo")
    assert (board.state.ply, bar(board)["share"]) == (2, shares[0])
    send(board, "new")
    assert bar(board)["share"] is None


def test_what_was_thought_about_is_not_replaced_by_what_was_passed_by():
    board = play(MCTS(iterations=400, keep=False), start=SMALL, bar=True)
    send(board, "move", 2)
    send(board, "move", 1)
    before = board.judgements["MCTS"][board.states[3]]
    assert "(400 visits)" in before.told
    send(board, "undo")
    send(board, "undo")
    send(board, "move", 2)
    assert board.judgements["MCTS"][board.state.play(1)] == before


def test_each_player_has_its_own_judgement():
    board = play({"one": Told(fresh(0.5, 9)), "other": Told(fresh(-0.5, 9))}, start=SMALL, bar=True)
    send(board, "move", 2)
    assert bar(board)["words"].startswith("one gives X 25 %, O 75 %")
    send(board, "choose", 1)
    assert bar(board)["words"] == "other has not judged this position."
    send(board, "move", 2)
    assert bar(board)["words"].startswith("other gives X 75 %, O 25 %")


@pytest.mark.parametrize(
    ("game", "share", "words"),
    [
        ("1122334", 1.0, "The game is over: X has won."),
        ("7112233", None, "MCTS has not judged this position."),
        ("71122334", 0.0, "The game is over: O has won."),
        (DRAW, 0.5, "The game is drawn."),
    ],
)
def test_a_loaded_game_is_judged_by_the_rules_once_it_is_over(game, share, words):
    board = play(MCTS(iterations=50), bar=True)
    send(board, "load", game)
    assert (bar(board)["share"], bar(board)["words"]) == (share, words)


def test_a_stopped_player_leaves_what_was_known():
    def stop(state):
        if state.ply > 2:
            raise KeyboardInterrupt
        return fresh(0.2, 9)(state)

    board = play(Told(stop), start=SMALL, bar=True)
    send(board, "move", 2)
    assert bar(board)["share"] == 0.4
    send(board, "move", 2)
    assert board.frame["problem"] == "told was stopped."
    assert bar(board)["words"] == "told has not judged this position."


def test_a_review_keeps_the_bar():
    board = play(MCTS(iterations=50), start=SMALL, bar=True)
    send(board, "move", 2)
    send(board, "set_review", True)
    while board.frame["wants"]:
        send(board, "think")
    assert bar(board)["words"].startswith("MCTS ")
    assert board.frame["verdict"]


def test_the_stored_picture_is_the_same_with_and_without_the_bar():
    board = play(MCTS(iterations=50), start=SMALL, bar=True)
    data, _ = board._repr_mimebundle_()
    assert data["text/html"] == SMALL._repr_html_() + RUN_ME


def test_judgements_hold_no_trees():
    board = play(MCTS(iterations=50), start=SMALL, bar=True)
    send(board, "move", 2)
    kept = list(board.judgements["MCTS"].values())
    assert kept
    assert all(type(each) is Judgement for each in kept)
    assert all(isinstance(share, float) for each in kept for share in each.visits.values())
