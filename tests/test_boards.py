"""The table of boards: what it holds, and that its making can be stopped and gone on with."""

import os
import signal
import time
from collections import Counter
from functools import partial

import pytest

from c4lib import Connect4, boards
from c4lib.agents import Clock, OnePly, Random
from c4lib.arena import play_game
from c4lib.boards import BOARDS, LARGE, NODES, Cell, Game, read, run

SMALL = [(4, 4, 4), (4, 5, 4)]
CTRL_C_AT_FIRST = signal.getsignal(signal.SIGINT)
"""What Ctrl-C does when this module is loaded; a worker does that before anything else."""


def left(nodes):
    """A player who needs no time. Here and below, other processes import the function."""
    return lambda state: state.moves()[0]


def left_until_a_board_of_height_5(nodes):
    def column(state):
        return 1 // (5 - state.height) * state.moves()[0]

    return column


def always_column_9(nodes):
    return lambda state: 9


def ends_its_process(nodes):
    return lambda state: os._exit(3)


def tells_its_nodes(nodes):
    def player(state):
        raise RuntimeError(f"{nodes} nodes a move")

    return player


def tells_of_ctrl_c(nodes):
    raise RuntimeError(f"{CTRL_C_AT_FIRST!r}")


def long_or_failing(moves, nodes):
    """Plays a long game and marks each move in a file; elsewhere it fails once that has begun."""

    def player(state):
        if state.width == 1:
            with moves.open("a") as file:
                file.write(".")
            time.sleep(0.005)
            return 0
        while not moves.exists():
            time.sleep(0.01)
        raise RuntimeError("no more")

    return player


def lines(path):
    return path.read_text().splitlines()


# ---- what is played


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


def plan(games, large_games):
    return boards._plan(boards._kinds(BOARDS, boards.OPPONENTS), games, large_games)


def test_every_game_has_dice_of_its_own():
    games = plan(20, 5)
    assert len({game.seed for game in games}) == len(games) == 30 * 4 * 20 + 4 * 4 * 5
    assert Game(7, 6, 4, "random", 0, 3).seed == Game(7, 6, 4, "random", 0, 3).seed


def test_games_of_each_kind_are_spread_evenly():
    games = plan(100, 20)
    assert len(set(games)) == len(games) == 30 * 4 * 100 + 4 * 4 * 20
    quarter = Counter(game[:5] for game in games[: len(games) // 4])
    assert len(quarter) == 136
    for kind, count in quarter.items():
        whole = 20 if kind[0] >= 20 else 100
        assert abs(count - whole / 4) <= 1
        assert [game.number for game in games if game[:5] == kind] == list(range(whole))


def test_each_board_opponent_and_side_is_played_as_often_as_asked(tmp_path):
    run(tmp_path / "new.csv", 3, 2, 50, 2, [*SMALL, (20, 20, 10)], player=left)
    cells = read(tmp_path / "new.csv")
    assert [cell[:5] for cell in cells] == [
        (*size, opponent, side)
        for size in [*SMALL, (20, 20, 10)]
        for opponent in ("random", "one-ply")
        for side in (0, 1)
    ]
    assert {cell.nodes for cell in cells} == {50}
    assert [sum(cell[-3:]) for cell in cells] == [3] * 8 + [2] * 4
    assert [path.name for path in tmp_path.iterdir()] == ["new.csv"]


def test_games_are_counted_for_the_player_with_the_clock(tmp_path):
    # Who moves first on the one board wins at once; nobody can on the other.
    run(tmp_path / "new.csv", 2, 2, 1, 1, [(2, 1, 1), (1, 4, 4)], [Random()], left)
    assert read(tmp_path / "new.csv") == [
        Cell(2, 1, 1, "random", 0, 1, won=2, drawn=0, lost=0),
        Cell(2, 1, 1, "random", 1, 1, won=0, drawn=0, lost=2),
        Cell(1, 4, 4, "random", 0, 1, won=0, drawn=2, lost=0),
        Cell(1, 4, 4, "random", 1, 1, won=0, drawn=2, lost=0),
    ]


def test_the_player_is_told_its_nodes(tmp_path):
    with pytest.raises(ValueError, match=r"player failed in .*RuntimeError: 25 nodes a move"):
        run(tmp_path / "new.csv", 1, 1, 25, 1, SMALL, player=tells_its_nodes)


def played(game, player):
    """The game played here, without other processes; its utility for the player."""
    opponent = {"random": Random, "one-ply": OnePly}[game.opponent](game.seed)
    agents = (player, opponent) if game.side == 0 else (opponent, player)
    return play_game(*agents, start=Connect4(*game[:3])).utility(game.side)


def test_the_table_does_not_depend_on_the_workers(tmp_path):
    for workers in (1, 2):
        run(tmp_path / f"{workers}.csv", 5, 1, 100, workers, SMALL)
    assert lines(tmp_path / "1.csv") == lines(tmp_path / "2.csv")
    for cell in read(tmp_path / "1.csv"):
        games = [Game(*cell[:5], number) for number in range(5)]
        utilities = [played(game, Clock(nodes=100)) for game in games]
        assert cell[-3:] == tuple(utilities.count(utility) for utility in (1, 0, -1))


# ---- stopping and going on


def test_a_player_that_fails_is_told_with_the_position_and_the_rest_is_kept(tmp_path):
    path, part = tmp_path / "new.csv", tmp_path / "new.csv.part"
    failed = r"column failed in Connect4.*height=5.*: ZeroDivisionError: .*by zero"
    for _ in range(2):
        with pytest.raises(ValueError, match=failed):
            run(path, 1, 1, 100, 1, SMALL, player=left_until_a_board_of_height_5)
        assert not path.exists()
        assert [line.split(",")[:6] for line in lines(part)[1:]] == [
            ["4", "4", "4", opponent, side, "0"]
            for opponent in ("random", "one-ply")
            for side in ("0", "1")
        ]
    run(path, 1, 1, 100, 1, SMALL, player=left)
    assert not part.exists()
    run(tmp_path / "whole.csv", 1, 1, 100, 1, SMALL, player=left)
    assert lines(path) == lines(tmp_path / "whole.csv")


def test_a_move_that_cannot_be_played_is_told_with_the_player(tmp_path):
    with pytest.raises(ValueError, match=r"answered 9 in .*column 9 does not exist"):
        run(tmp_path / "new.csv", 1, 1, 100, 1, SMALL, player=always_column_9)


def test_a_worker_that_is_ended_is_told(tmp_path):
    with pytest.raises(ValueError, match=r"ended from outside.*fewer --workers"):
        run(tmp_path / "new.csv", 1, 1, 100, 1, SMALL, player=ends_its_process)


def test_a_line_that_was_cut_short_is_not_written_on(tmp_path):
    path, part = tmp_path / "new.csv", tmp_path / "new.csv.part"
    part.write_text("# python -m c4lib boards --games 1 --large-games 1 --nodes 100\n4,4,4,ran")
    with pytest.raises(ValueError, match="ZeroDivisionError"):
        run(path, 1, 1, 100, 1, SMALL, player=left_until_a_board_of_height_5)
    assert len(lines(part)) == 5
    run(path, 1, 1, 100, 1, SMALL, player=left)
    assert len(read(path)) == 8


def test_a_worker_does_not_hear_ctrl_c_even_while_it_starts(tmp_path):
    with pytest.raises(RuntimeError, match="SIG_IGN"):
        run(tmp_path / "new.csv", 1, 1, 100, 1, SMALL, player=tells_of_ctrl_c)
    assert signal.getsignal(signal.SIGINT) is CTRL_C_AT_FIRST


def test_games_in_progress_are_dropped_when_a_player_fails(tmp_path):
    moves, plies = tmp_path / "moves", 2000  # in two long games; the third worker's fails
    with pytest.raises(ValueError, match="RuntimeError: no more"):
        run(tmp_path / "new.csv", 1, 1, 100, 3, [(1, plies, plies), (4, 4, 4)], [Random()],
            partial(long_or_failing, moves))  # fmt: skip
    assert 1 <= len(moves.read_text()) < plies
    assert len(lines(tmp_path / "new.csv.part")) == 1, "none of them is noted"


COMMAND = "python -m c4lib boards --games 2 --large-games 1 --nodes 100"


def test_what_is_noted_is_not_played_again(tmp_path):
    path, part = tmp_path / "new.csv", tmp_path / "new.csv.part"
    run(tmp_path / "whole.csv", 2, 1, 100, 1, [(4, 4, 1)], player=left)
    assert [cell.lost for cell in read(tmp_path / "whole.csv")] == [0, 2, 0, 2]
    # An outcome that cannot be, so that it must come from the file; the last line is cut short.
    part.write_text(f"# {COMMAND}\n4,4,1,random,0,1,lost\n4,4,1,random,0,0,lo")
    run(path, 2, 1, 100, 1, [(4, 4, 1)], player=left)
    assert read(path)[0] == Cell(4, 4, 1, "random", 0, 100, won=1, drawn=0, lost=1)
    assert read(path)[1:] == read(tmp_path / "whole.csv")[1:]


def test_a_run_that_is_noted_to_the_end_needs_only_be_counted(tmp_path):
    noted = [f"4,4,4,{name},{side},{n},drawn\n" for name in ("random", "one-ply")
             for side in (0, 1) for n in (0, 1)]  # fmt: skip
    (tmp_path / "new.csv.part").write_text("".join([f"# {COMMAND}\n", *noted]))
    run(tmp_path / "new.csv", 2, 1, 100, 1, [(4, 4, 4)], player=ends_its_process)
    assert [cell[-3:] for cell in read(tmp_path / "new.csv")] == [(0, 2, 0)] * 4


def test_an_empty_file_of_notes_is_as_good_as_none(tmp_path):
    (tmp_path / "new.csv.part").write_text("")
    run(tmp_path / "new.csv", 2, 1, 100, 1, [(4, 4, 1)], player=left)
    assert [cell.lost for cell in read(tmp_path / "new.csv")] == [0, 2, 0, 2]


@pytest.mark.parametrize("other", [(3, 1, 100), (2, 2, 100), (2, 1, 200)])
def test_games_of_another_command_are_not_mixed_in(tmp_path, other):
    begun = f"# {COMMAND}\n4,4,1,random,0,0,won\n"
    (tmp_path / "new.csv.part").write_text(begun)
    with pytest.raises(ValueError, match=f"new.csv.part .* begun: {COMMAND}; go on .* delete"):
        run(tmp_path / "new.csv", *other, 1, [(4, 4, 1)], player=left)
    assert (tmp_path / "new.csv.part").read_text() == begun


@pytest.mark.parametrize(
    "line", ["4,4,1,random,0,0", "4,4,1,random,0,0,lo", "4,4,1,random,0,x,won", "", "\x00\x00"]
)
def test_a_damaged_line_of_the_notes_is_named(tmp_path, line):
    part = tmp_path / "new.csv.part"
    part.write_text(f"# {COMMAND}\n4,4,1,random,0,0,won\n{line}\n4,4,1,random,1,0,lost\n")
    with pytest.raises(ValueError, match=r"line 3 of .*new.csv.part is no .*; delete the line"):
        run(tmp_path / "new.csv", 2, 1, 100, 1, [(4, 4, 1)], player=left)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games is a whole number of at least 1, not 0"),
        ({"games": 2.5}, "games is a whole number .* not 2.5"),
        ({"games": True}, "games is a whole number .* not True"),
        ({"large_games": -1}, "large-games is a whole number .* not -1"),
        ({"workers": 0}, "workers is a whole number .* not 0"),
        ({"nodes": 0}, "nodes is a whole number of at least 1, not 0"),
        ({"nodes": 0.5}, r"nodes is a whole number of at least 1, not 0\.5"),
    ],
)
def test_bad_arguments_are_told_before_anything_is_written(tmp_path, options, message):
    with pytest.raises(ValueError, match=message):
        run(tmp_path / "new.csv", boards=[(4, 4, 4)], player=left, **options)
    assert list(tmp_path.iterdir()) == []


# ---- the file


CELLS = [Cell(4, 5, 4, "random", 0, 100, 90, 8, 2), Cell(50, 50, 10, "one-ply", 1, 100, 7, 6, 7)]


def test_a_table_is_read_as_it_was_written(tmp_path):
    boards._write(tmp_path / "new.csv", COMMAND, CELLS)
    first, header, *rows = lines(tmp_path / "new.csv")
    assert first.startswith(f"# {COMMAND}, sha256 ")
    assert header == "width,height,connect,opponent,side,nodes,won,drawn,lost"
    assert rows == ["4,5,4,random,0,100,90,8,2", "50,50,10,one-ply,1,100,7,6,7"]
    assert read(tmp_path / "new.csv") == CELLS


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("90", "91"),
        lambda text: text[: text.rindex("\n", 0, -1) + 1],
        lambda text: text[: len(text) // 2],
        lambda text: text.partition("\n")[2],
        lambda text: "",
    ],
    ids=["a digit", "a line", "half", "the first line", "everything"],
)
def test_a_damaged_table_is_noticed(tmp_path, damage):
    path = tmp_path / "copy.csv"
    boards._write(path, COMMAND, CELLS)
    path.write_text(damage(path.read_text()))
    with pytest.raises(ValueError, match=r"copy.csv is damaged; .*: python -m c4lib boards$"):
        read(path)


def test_a_table_that_is_missing_or_no_text_is_noticed(tmp_path):
    for write in (lambda: None, lambda: (tmp_path / "a.csv").write_bytes(b"\xff\xfe")):
        write()
        with pytest.raises(ValueError, match=r"cannot be read .*: python -m c4lib boards$"):
            read(tmp_path / "a.csv")


def test_the_shipped_table_is_whole_and_no_game_is_lost_that_perfect_play_would_not_lose():
    cells = read()
    assert [cell[:5] for cell in cells] == [
        (*size, opponent, side)
        for size in BOARDS
        for opponent in ("random", "one-ply")
        for side in (0, 1)
    ]
    for cell in cells:
        games = cell.won + cell.drawn + cell.lost
        assert games == (20 if cell.width * cell.height >= LARGE else 100)
        assert cell.nodes == NODES
        if (cell.width, cell.height, cell.connect, cell.side) == (6, 4, 4, 0):
            continue  # there the second player wins by perfect play
        assert cell.lost == 0


def test_a_folder_in_place_of_a_file_is_refused_before_a_game_is_played(tmp_path):
    with pytest.raises(ValueError, match=r"is a folder; name a file in it, such as .*boards\.csv"):
        run(tmp_path, games=1)
