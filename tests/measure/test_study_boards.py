"""The table of boards: what is played, and how it is counted."""

from collections import Counter

from c4lib import Connect4
from c4lib.measure import study_boards
from c4lib.measure.study_boards import BOARDS, LARGE, BoardGame, BoardResult, read, run
from c4lib.players.agents import Clock, OnePly, Random
from c4lib.players.arena import play_game


def test_the_boards_are_those_of_the_source():
    rows_and_columns = {
        4: "4x4 5x4 6x4 7x4 5x5 6x5 7x5 4x6 5x6 6x6 7x6 4x7 5x7 6x7 7x7",
        5: "5x4 6x4 7x4 4x5 5x5 6x5 7x5 4x6 5x6 6x6 7x6 4x7 5x7 6x7 7x7",
        10: "20x20 30x30 40x40 50x50",
    }
    expected = []
    for connect, sizes in rows_and_columns.items():
        for size in sizes.split():
            rows, columns = map(int, size.split("x"))
            expected.append((columns, rows, connect))
    assert list(BOARDS) == expected
    assert all(Connect4(*size).moves() for size in BOARDS), "a line fits on each"
    assert [size for size in BOARDS if size[0] * size[1] >= LARGE] == expected[-4:]


KINDS = [
    (*size, opponent, side)
    for size in BOARDS
    for opponent in ("random", "one-ply")
    for side in (0, 1)
]


def plan(games, large_games):
    return study_boards._plan(KINDS, games, large_games)


def test_every_game_has_dice_of_its_own_and_there_are_fewer_on_large_boards():
    games = plan(20, 5)
    assert len({game.seed for game in games}) == len(games) == 30 * 4 * 20 + 4 * 4 * 5
    assert BoardGame(7, 6, 4, "random", 0, 3).seed == BoardGame(7, 6, 4, "random", 0, 3).seed
    games = plan(100, 20)
    assert len(set(games)) == len(games)
    counts = Counter(game[:5] for game in games)
    assert counts == {kind: 20 if kind[0] >= 20 else 100 for kind in KINDS}


def test_games_are_counted_for_the_player_with_the_clock(tmp_path, monkeypatch):
    # Whoever moves first on the one board wins at once; nobody can on the other.
    monkeypatch.setattr(study_boards, "BOARDS", [(2, 1, 1), (1, 4, 4)])
    monkeypatch.setattr(study_boards, "OPPONENTS", {"random": Random()})
    run(tmp_path / "new.csv", 2, 2, 1, 1)
    assert read(tmp_path / "new.csv") == [
        BoardResult(2, 1, 1, "random", 0, 1, won=2, drawn=0, lost=0),
        BoardResult(2, 1, 1, "random", 1, 1, won=0, drawn=0, lost=2),
        BoardResult(1, 4, 4, "random", 0, 1, won=0, drawn=2, lost=0),
        BoardResult(1, 4, 4, "random", 1, 1, won=0, drawn=2, lost=0),
    ]


def played(game, player):
    """The game played here, without other processes; its utility for the player."""
    opponent = {"random": Random, "one-ply": OnePly}[game.opponent](game.seed)
    agents = (player, opponent) if game.side == 0 else (opponent, player)
    return play_game(*agents, start=Connect4(*game[:3])).utility(game.side)


def test_the_table_that_workers_make_holds_the_games_as_they_are_played_here(tmp_path, monkeypatch):
    boards = [(4, 4, 4), (4, 5, 4)]
    monkeypatch.setattr(study_boards, "BOARDS", boards)
    run(tmp_path / "a.csv", 5, 1, 100, workers=2)
    cells = read(tmp_path / "a.csv")
    assert [cell[:5] for cell in cells] == [kind for kind in KINDS if kind[:3] in boards]
    assert {cell.nodes for cell in cells} == {100}
    for cell in cells:
        games = [BoardGame(*cell[:5], number) for number in range(5)]
        utilities = [played(game, Clock(nodes=100)) for game in games]
        assert cell[-3:] == tuple(utilities.count(utility) for utility in (1, 0, -1))


def test_the_shipped_table_is_whole_and_no_game_is_lost_that_perfect_play_would_not_lose():
    cells = read()
    assert [cell[:5] for cell in cells] == KINDS
    for cell in cells:
        games = cell.won + cell.drawn + cell.lost
        assert games == (20 if cell.width * cell.height >= LARGE else 100)
        assert cell.nodes == 100_000
        if (cell.width, cell.height, cell.connect, cell.side) == (6, 4, 4, 0):
            continue  # there the second player wins by perfect play
        assert cell.lost == 0
