import re
import sys
import time
from functools import cache
from io import BytesIO, TextIOWrapper
from typing import Any

import numpy as np
import pytest
from simple_players import UnreadableError, raising
from stopping import stopped_after

from c4lib.connect4 import Connect4
from c4lib.game import Move
from c4lib.measure.accuracy import STAGES, accuracy, positions
from c4lib.measure.guest import meet
from c4lib.measure.guest.faults import EXAM, examine
from c4lib.measure.guest.report import Report, clearest
from c4lib.measure.ladder import DISCS, Ladder, Played
from c4lib.measure.rating import rate, rating_of
from c4lib.measure.tournament import ladder
from c4lib.players.agents import OnePly, Random
from c4lib.players.arena import match
from c4lib.search import minimax


@cache
def few() -> Ladder:
    """A ladder of a few quick players."""
    return ladder(["random", "oneply", "alphabeta one 4", "mcts 1000"], games=6, positions=0)


def middle(state: Connect4) -> Move:
    """The free column nearest to the middle."""
    return min(state.moves(), key=lambda column: abs(column - 3))


def test_a_guest_plays_openings_from_both_sides_and_is_told_where_it_stands() -> None:
    report = meet(middle, ladder=few(), progress=False)
    pairs = {game[:3] for game in report.games}
    assert len(pairs) == len(report.games)
    assert {(two, one, number) for one, two, number in pairs} == pairs
    assert report.rating is not None
    assert (report.trouble, report.stopped) == ("", "")
    assert report.rating.low < report.rating.value < report.rating.high
    assert report.rating.count == len(report.games) > 25
    assert report.above[-1] == "oneply"
    assert report.below == ["random"]
    assert set(report.accuracy.by_stage) == set(STAGES)
    assert len(report.accuracy.answers) == 150
    said = str(report)
    assert f"middle: {len(report.games)} games" in said
    assert "->  4. middle" in said
    assert "A game to learn from, lost against" in said
    assert repr(report).startswith("<report on middle: ")
    assert report.standing.rating == report.rating
    assert 0 < report.standing.seconds < 1
    assert "<img alt=" in report._repr_html_()


def test_no_name_breaks_a_report_or_is_taken_twice_and_the_same_seed_tells_the_same() -> None:
    report = meet(middle, '<script>"\n\0,', few(), seconds=0, progress=False)
    assert report.name == '<script>" ,'
    guest = Report("<script>", trouble="<script> failed")
    assert "<script>" not in guest._repr_html_()
    one, two = (str(meet(Random(), "mine", few(), seed=3, progress=False)) for _ in range(2))
    assert one == two
    assert one != str(meet(Random(), "mine", few(), seed=4, progress=False))
    with pytest.raises(ValueError, match="there is a oneply on the ladder already; give yours"):
        meet(OnePly(), label="oneply", ladder=few())


def test_who_is_stopped_at_once_is_told_so() -> None:
    report = meet(middle, ladder=few(), seconds=0, progress=False)
    assert str(report) == "Time was up.\nNo game was played."
    assert report.rating is None
    with pytest.raises(ValueError, match="middle has no standing: no game was played"):
        _ = report.standing


def test_time_is_up_in_the_middle_of_a_game_too() -> None:
    def ponders(state: Connect4) -> Move:
        time.sleep(0.05 if state.ply > 6 else 0)
        return middle(state)

    report = meet(ponders, ladder=few(), seconds=1.5, progress=False)
    assert report.stopped == "Time was up"
    assert len(report.games) < 8

    assert (
        str(meet(stopped_after(0, middle), ladder=few())) == "You stopped it.\nNo game was played."
    )


def test_an_interruption_keeps_what_there_is() -> None:
    report = meet(stopped_after(100, middle), ladder=few(), progress=False)
    assert report.stopped == "You stopped it"
    assert report.rating is not None
    assert 0 < len(report.games) < 25
    assert "You stopped it: the report covers what was played until then." in str(report)


def fails_late(state: Connect4) -> Move:
    if state.ply > 12:
        raise IndexError("list index out of range")
    return state.moves()[0]


def slow(state: Connect4) -> Move:
    time.sleep(0.5)
    return state.moves()[0]


def answers_late(state: Connect4) -> Move:
    try:
        return slow(state)
    except BaseException:
        return state.moves()[0]


def changes(state: Connect4) -> Move:
    state._mask |= 1 << 40  # nobody should
    return state.moves()[0]


async def later(state: Connect4) -> Move:
    return 3


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (lambda state: None, "answered None. Every way through it must end in `return column`"),
        (lambda state: float(state.moves()[0]), r"answered 0.0. A column is a whole number"),
        (lambda state: str(state.moves()[0]), "answered '0'. A column is a number, not text."),
        (lambda state: state.moves()[0] + 1, "answered 2, which is full.* Did you count from 1"),
        (lambda state: 7, "answered 7. This board has columns 0 to 6.* Did you count from 1"),
        (lambda state: 3, "answered 3, which is full. Free there: 0, 1, 2, 4, 5, 6. Choose"),
        (lambda state: -1, "answered -1. This board has columns 0 to 6"),
        (lambda state: True, "answered True. A column is a whole number from `state.moves"),
        (lambda state: (3, 0.5), r"answered \(3, 0.5\). Return one column, not several things"),
        (lambda state: state.moves(), r"answered \[0, 1, .* Return one column"),
        (lambda state: np.array([3, 4]), r"answered array.* Return one column"),
        (lambda state: state.play(state.moves()[0]), "That is the state after the move; return"),
        (lambda state: minimax(state, 1, lambda state: 0.0), "return its `.move`"),
        (lambda state: max, "is there a pair of brackets missing"),
        (lambda state: (move for move in state.moves()), "not `async` or `yield`"),
        (later, "later answered <coroutine.* not `async` or `yield`"),
        (fails_late, r"raised IndexError: list index out of range. It happened in the line `raise"),
        (slow, "slow took longer than 0.2 s. Look less far ahead."),
        (answers_late, "answers_late .*0.2 s. Look less far ahead."),
        (sys.exit, "exit raised SystemExit"),
        (raising(UnreadableError()), "Error: its message cannot be read. It happened in"),
        (lambda state: UnreadableError(), "answered something of type UnreadableError that cannot"),
        (lambda state: "x" * 10**7, r"answered 'x{58}…. A column is a number"),
        (lambda state: np.array(3), r"answered array\(3\). Return one column"),
        (changes, "changed the state that it was given. `after = state.play"),
        (lambda: 3, r"<lambda>\(\) cannot be called with a state alone"),
        (lambda state, depth: 3, "give any other input a default"),
        (Random, r"Random is a class, which makes players. Hand in one that it made: .*Random\(\)"),
    ],
)  # fmt: skip
def test_a_bad_player_is_told_what_it_did(agent: Any, told: str) -> None:
    report = meet(agent, limit=0.2, ladder=few(), progress=False)
    said = " ".join(str(report).split())
    assert report.rating is None
    assert re.search(told, said), said
    assert said.endswith("No game was played.")


def test_the_exam_asks_what_is_easily_forgotten_and_its_faults_can_be_tried_again() -> None:
    said = examine(fails_late, limit=1)
    call = said.rpartition("Try it where it happened:\n")[2]
    with pytest.raises(IndexError):
        eval(call)
    assert all(not state.is_over for state in EXAM)
    assert {state.player for state in EXAM} == {0, 1}
    assert min(len(state.moves()) for state in EXAM) == 1
    assert any(0 not in state.moves() for state in EXAM)
    assert any(6 not in state.moves() for state in EXAM)


@pytest.mark.parametrize(
    "agent",
    [middle, Random(), lambda state: np.int64(middle(state)), lambda state, depth=2: middle(state)],
)
def test_a_good_player_passes_the_exam(agent: Any) -> None:
    assert examine(agent, limit=5) == ""


def test_who_fails_in_a_game_loses_it_and_is_told() -> None:
    exam = set(EXAM)

    def rarely(state: Connect4) -> Move:
        return 9 if state.ply == 16 and state not in exam else middle(state)

    report = meet(rarely, ladder=few(), progress=False)
    faults = [game for game in report.games if game.fault]
    assert faults
    assert len(faults) < len(report.games)
    said = str(report)
    were = "game was" if len(faults) == 1 else "games were"
    assert f"{len(faults)} {were} lost by a fault. rarely answered 9." in said
    assert "Try it where it happened:\nrarely(Connect4.from_moves('" in said


def game(first: str, second: str, points: float, number: int = 0) -> Played:
    return Played(first, second, number, points, "", "445566", 0.0, 0.0)


def test_the_rating_makes_the_results_likeliest_and_a_guest_that_lost_all_is_in_doubt() -> None:
    known = rate(few().games, samples=1)
    oneply = known.players["oneply"].value
    even = [game("me", "oneply", n % 2, n) for n in range(200)]
    told = rating_of("me", even, known)
    assert told.value == pytest.approx(oneply, abs=15)
    assert told.low < oneply < told.high
    more = rating_of("me", even * 4, known)
    assert more.high - more.low == pytest.approx((told.high - told.low) / 2, rel=0.1)
    known = rate(few().games, samples=1)
    lost = [game("me", "random", 0.0, n) for n in range(4)]
    told = rating_of("me", lost, known)
    assert told.value < 0 < told.high - told.low
    assert told.high - told.low > 200


def test_the_game_to_learn_from_is_the_lost_one_with_the_shortest_way_from_mistake_to_end() -> None:
    games = [one for one in few().games if "random" in (one.first, one.second)]
    lost = clearest("random", games)
    assert lost is not None
    assert lost.loser == "random"
    assert lost.opponent != "random"
    assert lost.mistake.number > DISCS
    assert lost.before.ply == lost.mistake.number - 1
    assert lost.mistake.column in lost.before.moves()
    assert lost.mistake.changed_the_outcome
    assert f"takes column {lost.mistake.column + 1}: a loss instead of" in str(lost)
    by_fault = Played("me", "you", 0, 0.0, "illegal: 9", "445566", 0.0, 0.0)
    assert clearest("me", [by_fault, game("me", "you", 0.5)]) is None
    assert clearest("me", []) is None


def test_what_is_measured_can_be_printed_where_only_ascii_is(monkeypatch):
    measured = accuracy(Random(), positions(count=25))
    monkeypatch.setattr("sys.stdout", TextIOWrapper(BytesIO(), "ascii"))
    print(match(Random(), Random(), 4), measured, meet(lambda state: "é" * 99, progress=False))
    assert str(measured).isascii()
