from collections import Counter
from typing import Any

import pytest

from c4lib.agents import MCTS, AlphaBeta, Human, Minimax, OnePly, Random, name
from c4lib.arena import match
from c4lib.connect4 import Connect4
from c4lib.game import State
from c4lib.games.tictactoe import TicTacToe
from c4lib.heuristics import one
from c4lib.search import forced_moves, second_look

SEEDS = range(10)


def chi_square(counts: Counter[int], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


@pytest.mark.parametrize("start", [Connect4(), TicTacToe()], ids=["connect4", "tictactoe"])
def test_random_plays_all_moves_equally_often(start: State) -> None:
    agent = Random(seed=1)
    counts = Counter(agent(start) for _ in range(7_000))
    assert set(counts) == set(start.moves())
    # With 6 or 8 degrees of freedom a fair draw is below 26.1 in 99.9 of 100 runs; the seed is set.
    assert chi_square(counts, len(start.moves())) < 26.1


def test_random_plays_only_legal_moves() -> None:
    state = Connect4.from_moves("444444")
    agent = Random()
    assert {agent(state) for _ in range(300)} == {0, 1, 2, 4, 5, 6}


@pytest.mark.parametrize("kind", [Random, OnePly])
def test_the_same_seed_gives_the_same_moves(kind: type[Random]) -> None:
    def moves(agent: Random) -> list[int]:
        return [agent(Connect4()) for _ in range(30)]

    assert moves(kind(seed=5)) == moves(kind(seed=5))
    assert moves(kind(seed=5)) != moves(kind(seed=6))
    used = kind(seed=3)
    moves(used)
    assert moves(used.seeded(5)) == moves(kind(seed=5))


def test_a_reseeded_copy_leaves_the_agent_as_it_was() -> None:
    agent, twin = OnePly(seed=1), OnePly(seed=1)
    copy = agent.seeded(2)
    copy(Connect4())
    assert type(copy) is OnePly
    assert (agent.seed, copy.seed, copy.name) == (1, 2, "one-ply")
    assert [agent(Connect4()) for _ in range(9)] == [twin(Connect4()) for _ in range(9)]


@pytest.mark.parametrize(
    ("state", "move"),
    [
        pytest.param(Connect4.from_moves("121212"), 0, id="wins upwards"),
        pytest.param(Connect4.from_moves("112233"), 3, id="wins sideways"),
        pytest.param(Connect4.from_moves("11223"), 3, id="blocks"),
        pytest.param(Connect4.from_moves("12121"), 0, id="blocks upwards"),
        pytest.param(Connect4.from_moves("1717172"), 6, id="second player prefers win to block"),
        pytest.param(Connect4.from_moves("717171"), 6, id="prefers win to block"),
        pytest.param(Connect4.from_moves("1122", 5, 4, 3), 2, id="wins with three"),
        pytest.param(Connect4.from_moves("1,2,1,2,1,2", 12, 5, 4), 0, id="wins on a wide board"),
        pytest.param(TicTacToe.from_moves("1425"), 2, id="tic-tac-toe: wins"),
        pytest.param(TicTacToe.from_moves("152"), 2, id="tic-tac-toe: blocks"),
        pytest.param(TicTacToe.from_moves("14257"), 5, id="tic-tac-toe: prefers win to block"),
        pytest.param(TicTacToe.from_moves("12354687"), 8, id="the only move left"),
        pytest.param(Connect4(1, 3, 3), 0, id="the only column"),
        pytest.param(Connect4(1, 1, 1), 0, id="the only square"),
    ],
)
def test_one_ply_sees_one_move_ahead(state: State, move: int) -> None:
    assert {OnePly(seed)(state) for seed in SEEDS} == {move}


def test_one_ply_leaves_a_threat_alone_that_cannot_be_played_yet() -> None:
    """X lacks one disc of its second row, but the square below is still free."""
    state = Connect4.from_moves("2113372")
    assert {OnePly(seed)(state) for seed in range(60)} == set(range(7))
    assert {OnePly(seed)(state.play(3)) for seed in SEEDS} == {3}


def test_one_ply_plays_anything_where_nothing_is_urgent() -> None:
    assert {OnePly(seed)(Connect4()) for seed in range(60)} == set(range(7))


def test_one_ply_blocks_the_leftmost_of_two_threats() -> None:
    assert OnePly()(Connect4.from_moves("33445")) == 1


class Terminal:
    """Answers from a list, and keeps what it was shown."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.shown: list[str] = []

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def tell(self, message: str) -> None:
        self.shown.append(message)


def test_a_human_is_asked_until_the_move_can_be_played() -> None:
    terminal = Terminal("x", "", "0", "8", "4", "-1", "4.0", "²", " 5 ")
    human = Human(terminal.ask, terminal.tell)
    assert human(Connect4.from_moves("444444")) == 4
    assert terminal.shown[0] == "Your move (1, 2, 3, 5, 6, 7): "
    assert terminal.shown[1] == "'x' cannot be played here. You can play 1, 2, 3, 5, 6, 7."
    assert len(terminal.shown) == 17
    assert not terminal.answers


def test_a_human_can_play_tic_tac_toe() -> None:
    terminal = Terminal("5", "9")
    assert Human(terminal.ask, terminal.tell)(TicTacToe.from_moves("5")) == 8


def test_the_end_of_the_input_is_passed_on() -> None:
    terminal = Terminal()
    with pytest.raises(EOFError):
        Human(terminal.ask, terminal.tell)(Connect4())


def test_every_player_has_a_name() -> None:
    def leftmost(state: State) -> int:
        return int(state.moves()[0])

    class Stubborn:
        def __call__(self, state: State) -> int:
            return 3

    names = [name(agent) for agent in (Random(), OnePly(), Human(), leftmost, Stubborn())]
    assert names == ["random", "one-ply", "human", "leftmost", "Stubborn"]
    assert name(Random(name="dice")) == "dice"


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


def test_searching_players_have_names_and_show_their_depth() -> None:
    assert (name(Minimax()), name(AlphaBeta(name="mine"))) == ("minimax", "mine")
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


def test_a_second_look_uses_the_table_of_its_player() -> None:
    agent = AlphaBeta(3, one, entries=10_000, second_look=2)
    assert [agent(RASH), agent(RASH)] == [6, 6]
    assert agent.table is not None
    assert agent.table.hits > 0


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"order": "centre"},
        {"entries": 2**10},
        {"second_look": 2},
        {"evaluate": one},
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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"loud": forced_moves}, "loud looks beyond a depth limit"),
        ({"depth": 3, "loud": 1}, "loud is a function from a state to moves"),
        ({"second_look": 2}, "a second look needs a first one"),
        ({"depth": 3, "second_look": -2}, "a whole number of plies deeper"),
        ({"depth": 3, "second_look": True}, "a whole number of plies deeper"),
    ],
)
def test_a_player_that_cannot_search_so_is_refused_when_it_is_made(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        AlphaBeta(**options)


def test_what_the_compiled_search_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match=r"c4lib\.search\.alphabeta"):
        AlphaBeta(3, order=lambda state, moves: moves, compiled=True)(Connect4())
    with pytest.raises(ValueError, match="Connect4"):
        AlphaBeta(3, compiled=True)(TicTacToe())
    with pytest.raises(ValueError, match="power of two"):
        AlphaBeta(3, entries=1000, compiled=True)(Connect4())


@pytest.mark.parametrize("keep", [False, True])
def test_mcts_beats_random_play_on_any_board_and_game(keep: bool) -> None:
    player = MCTS(iterations=300, keep=keep)
    assert match(player, Random(), games=6, start=Connect4(5, 4)).losses == 0
    assert match(player, Random(), games=4, start=TicTacToe()).losses == 0
    assert player.seeded(3).seed == 3


def test_mcts_thinks_for_5000_iterations_unless_told_otherwise() -> None:
    assert MCTS().iterations == 5000
    assert MCTS(seconds=0.5).iterations is None
    with pytest.raises(ValueError, match="iterations is a whole number"):
        MCTS(iterations=0)
