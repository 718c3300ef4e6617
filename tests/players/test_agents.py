from collections import Counter
from typing import Any

import pytest

from c4lib.connect4 import Connect4
from c4lib.game import State
from c4lib.games.tictactoe import TicTacToe
from c4lib.heuristics import one
from c4lib.players.agents import (
    MCTS,
    AlphaBeta,
    Human,
    Minimax,
    OnePly,
    Random,
    name,
)
from c4lib.players.arena import match
from c4lib.search import forced_moves, second_look

SEEDS = range(10)


@pytest.mark.parametrize("start", [Connect4(), Connect4.from_moves("444444"), TicTacToe()], ids=str)
def test_random_plays_all_legal_moves_equally_often(start: State) -> None:
    agent = Random(seed=1)
    counts = Counter(agent(start) for _ in range(7_000))
    assert set(counts) == set(start.moves())
    expected = 7_000 / len(counts)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    # With 5 to 8 degrees of freedom a fair draw is below 26.1 in 99.9 of 100 runs; the seed is set.
    assert chi_square < 26.1


@pytest.mark.parametrize("kind", [Random, OnePly])
def test_the_same_seed_gives_the_same_moves(kind: type[Random]) -> None:
    def moves(agent: Random) -> list[int]:
        return [agent(Connect4()) for _ in range(30)]

    assert moves(kind(seed=5)) == moves(kind(seed=5))
    assert moves(kind(seed=5)) != moves(kind(seed=6))
    used = kind(seed=3)
    moves(used)
    assert used.seeded(5) == kind(seed=5)
    assert moves(used.seeded(5)) == moves(kind(seed=5))


@pytest.mark.parametrize(
    ("state", "move"),
    [
        pytest.param(Connect4.from_moves("33445"), 1, id="blocks the leftmost of two threats"),
        pytest.param(Connect4.from_moves("717171"), 6, id="prefers win to block"),
        pytest.param(TicTacToe.from_moves("14257"), 5, id="tic-tac-toe: prefers win to block"),
        pytest.param(TicTacToe.from_moves("12354687"), 8, id="the only move left"),
    ],
)
def test_one_ply_sees_one_move_ahead(state: State, move: int) -> None:
    assert {OnePly(seed)(state) for seed in SEEDS} == {move}


def test_a_human_is_asked_until_the_move_can_be_played() -> None:
    answers = iter(["x", "", "0", "8", "4", "-1", "4.0", "²", " 5 ", "5", "9"])
    asked: list[str] = []
    said: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(answers)

    human = Human(ask, said.append)
    assert human(Connect4.from_moves("444444")) == 4
    assert asked == ["Your move (1, 2, 3, 5, 6, 7): "] * 9
    assert said[0] == "'x' cannot be played here. You can play 1, 2, 3, 5, 6, 7."
    assert len(said) == 8
    assert human(TicTacToe.from_moves("5")) == 8


def test_every_player_has_a_name() -> None:
    def leftmost(state: State) -> int:
        return int(state.moves()[0])

    class Stubborn:
        def __call__(self, state: State) -> int:
            return 3

    agents = (OnePly(), Human(), Minimax(), leftmost, Stubborn(), AlphaBeta(name="mine"))
    names = ["one-ply", "human", "minimax", "leftmost", "Stubborn", "mine"]
    assert [name(agent) for agent in agents] == names


class Nameless(Random):
    name = property(lambda self: 1 / 0, lambda self, value: None)  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("agent", "shown"),
    [
        (Random(name='a\n"b",\0<script>\u202e\ud800 \x1b[2J'), 'a "b", <script> [2J'),
        (Random(name="\n"), "Random"),
        (Random(name="x" * 10**7), "x" * 79 + "…"),
        (Nameless(), "Nameless"),
    ],
)
def test_a_name_is_one_line_of_printable_characters(agent: Any, shown: str) -> None:
    assert name(agent) == shown


@pytest.mark.parametrize("agent", [Minimax(), AlphaBeta(), AlphaBeta(entries=1000)])
def test_a_search_to_the_end_never_loses_tic_tac_toe_nor_lets_a_win_go(agent: Any) -> None:
    result = match(agent, Random(), games=4, start=TicTacToe.from_moves("51"))
    assert result.losses == 0
    assert agent(TicTacToe.from_moves("1425")) == 2


@pytest.mark.parametrize(
    "agent", [Minimax(depth=2), AlphaBeta(depth=2), AlphaBeta(2, order="centre")]
)
def test_a_search_of_two_plies_wins_and_blocks(agent: Any) -> None:
    assert agent(Connect4.from_moves("112233")) == 3
    assert agent(Connect4.from_moves("1212127")) == 1
    assert agent(Connect4.from_moves("12121")) == 0


def test_a_searching_player_shows_its_depth() -> None:
    shown = "AlphaBeta(depth=8, entries=0, second_look=0, compiled=False, name='alpha-beta')"
    assert repr(AlphaBeta(depth=8)) == shown


# ---- alpha-beta beyond its depth, and compiled ----------------------------------------------

RASH = Connect4.from_moves("53252233116756345561")
"""Three plies of evaluation one like column 6, which loses at once; column 7 wins."""


def test_alpha_beta_plays_what_its_search_finds_with_forced_moves_or_a_second_look() -> None:
    assert AlphaBeta(3, one)(RASH) == 5
    assert AlphaBeta(3, one, loud=forced_moves)(RASH) == 6
    assert AlphaBeta(3, one, second_look=2)(RASH) == 6
    both = second_look(RASH, 2, 2, one, "centre", forced_moves).move
    assert AlphaBeta(2, one, "centre", loud=forced_moves, second_look=2)(RASH) == both
    agent = AlphaBeta(3, one, entries=10_000, second_look=2)
    assert [agent(RASH), agent(RASH)] == [6, 6]
    assert agent.table is not None
    assert agent.table.hits > 0


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"evaluate": one, "loud": forced_moves},
        {"evaluate": one, "loud": forced_moves, "second_look": 2, "order": "centre"},
        {"evaluate": one, "entries": 2**10, "second_look": 2},
    ],
)
def test_the_compiled_alpha_beta_plays_as_the_readable_one(options: dict[str, Any]) -> None:
    compiled, readable = AlphaBeta(3, **options, compiled=True), AlphaBeta(3, **options)
    for moves in ("", "4455", "444433", "22761677474335227", "53252233116756345561"):
        state = Connect4.from_moves(moves)
        assert compiled(state) == readable(state)


@pytest.mark.parametrize("keep", [False, True])
def test_mcts_beats_random_play_on_any_board_and_game(keep: bool) -> None:
    player = MCTS(iterations=300, keep=keep)
    assert match(player, Random(), games=6, start=Connect4(5, 4)).losses == 0
    assert match(player, Random(), games=4, start=TicTacToe()).losses == 0
    assert player.seeded(3).seed == 3


def test_mcts_thinks_for_5000_iterations_unless_told_otherwise() -> None:
    assert MCTS().iterations == 5000
    assert MCTS(seconds=0.5).iterations is None
