"""Max^n and the paranoid reduction: many players, and games that both can win."""

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import LIMITS, TREES, random_game
from small_games import LastOfThree, Toss

from c4lib.connect4 import Connect4
from c4lib.games.general_sum import Field
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import TupleTree
from c4lib.games.trio import Trio
from c4lib.heuristics.trio import lines
from c4lib.result import Trace
from c4lib.search import alphabeta, maxn, minimax, paranoid
from c4lib.search.common import WIN
from c4lib.search.maxn import TwoSides

BOTH = pytest.mark.parametrize("search", [maxn, paranoid])
TIES = ("first", "even", "spite", "kind")


# Three players, A, B and C: Russell and Norvig, figure "the first three ply of a game tree".
TEXTBOOK = TupleTree.of(
    [
        [[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]],
        [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]],
    ]
)

KINGMAKER = Trio.from_moves("21212241341", width=4, height=4, connect=3)
"""# cannot win any more. X threatens column 4, O column 3, and # can stop only one of them."""

ALLIES = Trio.from_moves("4223443", width=4, height=4, connect=3)
"""O to move, then #. X threatens columns 2 and 3: O can stop one, and only # the other."""


def random_position(seed: int, free: int) -> Trio:
    """An unfinished position of three with so many free squares."""
    games = (random_game(Trio(4, 3, 3), number) for number in count(seed))
    return next(game[12 - free] for game in games if len(game) > 13 - free)


# ---- max^n ---------------------------------------------------------------------------------


def test_the_textbooks_tree_has_the_textbooks_values():
    result = maxn(TEXTBOOK)
    assert (result.values, result.value, result.move, result.line) == ((1, 2, 6), 1, 0, (0, 0, 0))
    assert (result.nodes, result.depth) == (15, 3)
    assert [stats.values for stats in result.moves.values()] == [(1, 2, 6), (1, 5, 2)]
    assert "values=(1.0, 2.0, 6.0)" in repr(result)


@given(TREES, LIMITS)
def test_where_two_play_for_each_others_loss_it_is_minimax(tree, limit):
    many, two = maxn(tree, limit), minimax(tree, limit)
    assert (many.move, many.value) == (two.move, two.value)
    assert (many.nodes, many.depth) == (two.nodes, two.depth)
    assert many.values == (many.value, -many.value)


@given(seed=st.integers(0, 2**32), ties=st.sampled_from(TIES))
@settings(max_examples=40, deadline=None)
def test_nobody_could_do_better_by_another_move(seed, ties):
    """At each state of the principal line, the move is worth most to whoever makes it."""
    root = state = random_position(seed, free=6)
    result = maxn(root, ties=ties)
    for move in result.line:
        after = {m: exact(state.play(m), root.player, ties) for m in state.moves()}
        assert after[move][state.player] == max(values[state.player] for values in after.values())
        state = state.play(move)
    assert state.is_over
    assert result.values == exact(root, root.player, ties)


def exact(state: Trio, me: int, ties: str) -> tuple[float, ...]:
    """Max^n's values once more, by sorting: own value first, then what ties ask for."""
    if state.is_over:
        return tuple(state.utility(player) for player in range(3))
    wish = {"first": 0, "even": 0, "spite": -1, "kind": 1}[ties]
    values = [exact(state.play(move), me, ties) for move in state.moves()]
    values.sort(key=lambda each: (each[state.player], wish * each[me]), reverse=True)
    if ties != "even":
        return values[0]
    best = [each for each in values if each[state.player] == values[0][state.player]]
    return tuple(sum(each[n] / len(best) for each in best) for n in range(3))


def test_dice_count_with_their_probabilities():
    result = maxn(Toss())
    assert (result.move, result.values, result.nodes) == ("throw", (0.5, -0.5), 5)
    assert result.line == ("throw",), "nobody can say how the dice fall"


def test_who_takes_the_last_of_the_stones():
    assert maxn(LastOfThree(2), players=3).values == (1, -1, -1)
    # Whoever is left with three stones or four hands the game to one of the others.
    assert maxn(LastOfThree(3), players=3).values == (-1, 1, -1)
    assert maxn(LastOfThree(3), players=3, ties="kind").moves[1].values == (-1, 1, -1)
    assert maxn(LastOfThree(4), players=3).value == -1


@BOTH
def test_a_finished_game_is_worth_its_utility_and_has_no_move(search):
    state = Trio.from_moves("1231231", width=4, height=4, connect=3)
    result = search(state)
    assert (result.move, result.value, result.nodes, result.line) == (None, -0.5, 1, ())
    assert maxn(state).values == (1, -0.5, -0.5)


# ---- with a depth limit --------------------------------------------------------------------


@BOTH
def test_a_sooner_win_is_worth_more_and_a_win_more_than_any_evaluation(search):
    state = Trio.from_moves("123123", width=4, height=4, connect=3)
    result = search(state, 4, lines)
    assert (result.move, result.value) == (0, WIN - 1)


@BOTH
def test_a_later_loss_is_better(search):
    """# loses by either move: to X at once, or to O a ply later."""
    result = search(KINGMAKER, 4)
    assert (result.move, result.value) == (3, -(WIN - 3) / 2)
    assert result.moves[2].value == -(WIN - 2) / 2


def test_an_unfinished_game_counts_what_the_evaluation_says_of_each():
    result = maxn(Trio(), 1, lines)
    assert result.move == 3
    assert result.values == lines(Trio().play(3))
    assert maxn(Trio(), 2).values == (0, 0, 0)
    assert maxn(Trio(), 0, lines).move is None


def test_paranoid_hears_only_what_the_evaluation_says_of_its_own_side():
    def only_own(state: Trio) -> tuple[float, ...]:
        return (lines(state)[0], 99, -99)

    assert paranoid(Trio(), 3, only_own) == paranoid(Trio(), 3, lines)


# ---- the paranoid reduction ----------------------------------------------------------------


@given(TREES, LIMITS)
def test_against_one_opponent_paranoia_is_alpha_beta(tree, limit):
    assert paranoid(tree, limit) == alphabeta(tree, limit)


@given(seed=st.integers(0, 2**32), limit=st.none() | st.integers(1, 5))
@settings(max_examples=25, deadline=None)
def test_pruning_changes_neither_move_nor_value(seed, limit):
    state = random_position(seed, free=7)
    sides = TwoSides(state, state.player)
    pruned, full = paranoid(state, limit), minimax(sides, limit)
    assert (pruned.move, pruned.value) == (full.move, full.value)
    assert pruned.nodes <= full.nodes
    assert paranoid(state, limit, order="centre").value == full.value


def worst(state: Trio, me: int, plies: int) -> float:
    """The evaluation's number for `me` after so many plies, if all others hold it down."""
    if plies == 0:
        return lines(state)[me]
    values = [worst(state.play(move), me, plies - 1) for move in state.moves()]
    return max(values) if state.player == me else min(values)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("moves", ["", "4", "35", "354"])
def test_the_evaluation_speaks_for_whoever_searches(moves, depth):
    state = Trio.from_moves(moves)
    assert paranoid(state, depth, lines).value == worst(state, state.player, depth)


def test_what_one_side_gets_the_other_loses():
    end = Trio.from_moves("1231231", connect=3)
    for me, utility in enumerate((1, -0.5, -0.5)):
        assert [TwoSides(end, me).utility(side) for side in (0, 1)] == [utility, -utility]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_self_interest_is_never_worse_for_you_than_a_conspiracy(seed):
    state = random_position(seed, free=7)
    assert maxn(state).value >= paranoid(state).value


def test_a_window_and_a_trace_reach_alpha_beta():
    trace = Trace()
    result = paranoid(Trio(3, 3, 3), window=(-1, 0.5), trace=trace)
    assert len(trace) == result.nodes
    assert trace.nodes[0].window == (-1, 0.5)


# ---- kings are made, and alliances ---------------------------------------------------------


def can_win(state: Trio, player: int) -> bool:
    if state.is_over:
        return state.winner == player
    return any(can_win(state.play(move), player) for move in state.moves())


def test_who_cannot_win_decides_who_does():
    assert KINGMAKER.player == 2
    assert not can_win(KINGMAKER, 2)
    for ties in TIES:
        found = maxn(KINGMAKER, ties=ties).moves
        values = {move: stats.values for move, stats in found.items()}
        assert values == {2: (1, -0.5, -0.5), 3: (-0.5, 1, -0.5)}


def test_what_is_expected_of_a_kingmaker_changes_the_move_before():
    """X can have a draw for sure, or rely on # to give X the game rather than O."""
    before = Trio.from_moves("212122413", width=4, height=4, connect=3)
    assert before.player == 0
    found = {ties: maxn(before, ties=ties) for ties in TIES}
    moves = {ties: (result.move, result.value) for ties, result in found.items()}
    assert moves == {"first": (3, 1), "kind": (3, 1), "spite": (0, 0), "even": (0, 0)}
    assert paranoid(before).move == 0


def test_two_join_against_the_leader_without_a_word():
    assert ALLIES.player == 1
    result = maxn(ALLIES)
    assert result.values == (0, 0, 0)
    assert [stats.value for stats in result.moves.values()] == [-0.5, 0, 0, -0.5]
    assert result.line[:2] == (1, 2), "O stops one threat, and # the other"
    result = paranoid(ALLIES)  # who trusts nobody gives up
    assert (result.value, result.move) == (-0.5, 0)
    assert maxn(ALLIES.play(0)).values == (1, -0.5, -0.5)


# ---- a game that is not zero-sum -----------------------------------------------------------


def test_self_interest_waits_for_the_shared_crop_but_fear_reaps_at_once():
    selfish, afraid = maxn(Field(days=6)), minimax(Field(days=6))
    assert (selfish.move, selfish.values, selfish.line) == ("wait", (128, 128), ("wait",) * 6)
    assert (afraid.move, afraid.value) == ("reap", 3)
    assert {move: stats.value for move, stats in afraid.moves.items()} == {"reap": 3, "wait": 2}
    assert alphabeta(Field(days=6)).value == paranoid(Field(days=6)).value == 3


def test_where_the_last_one_takes_it_all_self_interest_reaps_at_once_too():
    result = maxn(Field(days=6, shared=False))
    assert (result.move, result.values) == ("reap", (3, 1))
    assert result.moves["wait"].values == (2, 6)
    waited = Field(days=6, shared=False)
    for _ in range(6):
        waited = waited.play("wait")
    assert (waited.utility(0), waited.utility(1)) == (192, 64), "and both would have had more"


def test_days_of_the_field_are_counted():
    field = Field(days=2).play("wait")
    assert (field.player, field.crop, field.bounds) == (1, 8, (0, 16))
    assert field.moves() == ["reap", "wait"]
    assert field.play("reap").utility(0) == 2


@pytest.mark.parametrize("start", [TicTacToe.from_moves("1524"), Connect4(3, 3, 3)], ids=repr)
def test_games_that_do_not_say_how_many_play_are_for_two(start):
    assert maxn(start).value == paranoid(start).value == minimax(start).value
