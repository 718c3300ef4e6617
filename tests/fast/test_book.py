"""The opening book: what is in it is right, and a damaged one is noticed and done without."""

import random
import warnings
from pathlib import Path

import numpy as np
import pytest
from random_games import needs_compiler

from c4lib.connect4 import Connect4
from c4lib.fast import Solver, book
from c4lib.fast.clock_kernel import WIN
from c4lib.measure import make_book
from c4lib.players.agents import Clock

WORDS = "no opening book, so the first moves take long to solve"


@pytest.fixture
def another(monkeypatch, tmp_path):
    """A place for a book that stands in for the package's own."""
    file = tmp_path / "book.npz"
    monkeypatch.setattr(book, "FILE", file)
    for read in (book.shared, book.required):
        read.cache_clear()
    yield file
    for read in (book.shared, book.required):
        read.cache_clear()


# ---- the book that comes with the package --------------------------------------------------


def test_the_opening_moves():
    """As published by Victor Allis and James Allen: the middle wins, its neighbours draw."""
    assert Solver().analyze(Connect4()) == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    assert Solver().solve(Connect4()).from_book


def test_it_holds_all_positions_with_few_discs():
    known = make_book.load(book.FILE)
    for plies in range(8):
        assert all(book.key_of(state) in known for state in make_book.positions(plies))


def test_every_score_fits_those_after_it():
    """A position's score is its best move's, wherever all moves are in the book."""
    known, checked = make_book.load(book.FILE), 0
    for plies in range(7):
        for state in make_book.positions(plies):
            after = [book.key_of(state.play(move)) for move in state.moves()]
            if book.key_of(state) in known and all(key in known for key in after):
                checked += 1
                assert known[book.key_of(state)] == max(-known[key] for key in after)
    assert checked > 10_400, "all positions with up to 6 discs in which nobody wins at once"


def test_it_is_small_and_no_other_board_asks_it():
    assert book.FILE.stat().st_size < 2_000_000
    assert book.look_up(Connect4(6, 5)) is None
    assert book.look_up(Connect4(7, 6, 5)) is None
    assert book.look_up(Connect4.from_moves("123456712")) is None


def test_a_position_and_its_mirror_image_are_one():
    state, image = Connect4.from_moves("12"), Connect4.from_moves("76")
    assert book.look_up(state) == book.look_up(image)
    assert book.key_of(state) == book.key_of(image)


def test_what_the_moves_before_promise_is_never_too_much_and_often_all():
    """Who moves best leaves the other with no more than was promised before."""
    pages, exact = book.shared(), 0
    states = make_book.positions(6)
    for state in states:
        floor, score = book.floor_of(state, pages), book.look_up(state)
        assert floor <= score
        exact += floor == score
    assert exact > len(states) / 3


def test_only_positions_with_few_discs_on_its_board_are_promised_anything():
    pages = book.shared()
    assert book.floor_of(Connect4(), pages) is None
    assert book.floor_of(Connect4(6, 5).play(0), pages) is None
    assert book.floor_of(Connect4.from_moves("1234567123"), pages) is None
    assert book.floor_of(Connect4.from_moves("4"), book.EMPTY) is None
    assert book.floor_of(Connect4.from_moves("4"), pages) == -1


def test_a_solver_that_knows_the_position_before_asks_less():
    parent = Connect4.from_moves("32164625")  # its best move is the third column
    child = parent.play(2)
    blind = Solver(book=False)
    score = blind.solve(parent).score
    blind.clear()
    alone = blind.solve(child)
    told = Solver(book=book.book_of({book.key_of(parent): score}))
    assert told.solve(parent).from_book
    helped = told.solve(child)
    assert helped.score == alone.score == -score
    assert helped.nodes < alone.nodes


@pytest.mark.slow
def test_a_sample_is_right():
    assert make_book.check(book.FILE, samples=50) == []


@pytest.mark.slow
def test_another_solver_gives_the_same_scores():
    core = pytest.importorskip("bitbully.bitbully_core")
    known, other = make_book.load(book.FILE), core.BitBullyCore()
    states = [state for plies in range(9) for state in make_book.positions(plies)]
    states = [state for state in states if book.key_of(state) in known]
    deepest = sorted(states, key=lambda state: state.ply)[-200:]  # the others take minutes
    for state in random.Random(3).sample(deepest, 20):
        board = core.BoardCore()
        assert board.setBoard(list(state.history))
        assert known[book.key_of(state)] == other.mtdf(board, 0), state.to_moves()


# ---- files ---------------------------------------------------------------------------------


def test_what_is_written_is_read_again(another):
    book.write(another, {5: -3, 1: 2})
    assert make_book.load(another) == {1: 2, 5: -3}
    assert len(book.read(another)) == 2


def damage_the_middle(file):
    data = bytearray(file.read_bytes())
    for place in range(len(data) // 3, len(data) // 3 + 40):
        data[place] ^= 0xFF
    file.write_bytes(data)


def change_a_score(file):
    known = book.read(file)
    known.scores[1] += 1
    np.savez(file, keys=known.keys, scores=known.scores, check=book.checksum(book.read(file)))


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(file.read_bytes()[:-30]),
        damage_the_middle,
        change_a_score,
        lambda file: file.write_bytes(b"not a book at all"),
        Path.unlink,
    ],
    ids=["cut off", "scratched", "changed", "another file", "missing"],
)
@needs_compiler
def test_a_damaged_book_is_noticed_said_and_done_without(another, damage):
    book.write(another, {number: number % 5 for number in range(1000)})
    damage(another)
    state = Connect4.from_moves("36324443")
    with pytest.warns(UserWarning, match=WORDS):
        assert Solver().solve(state).score == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is said once
        assert Solver().solve(state).score == 3


# ---- the clock player with the book --------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("plies", range(8))
def test_the_clock_player_plays_the_books_moves_and_says_what_is_proven(plies):
    solver, player = Solver(), Clock(nodes=1, book=True)
    states = make_book.positions(plies)
    for state in random.Random(plies).sample(states, min(20, len(states))):
        move, scores = player(state), solver.analyze(state)
        best = max(scores.values())
        assert scores[move] == best
        assert player.result.proven == (best > 0) - (best < 0)
        plies_left = solver.solve(state).plies if best else WIN
        assert player.result.value == player.result.proven * (WIN - plies_left)
        assert (player.result.nodes, player.result.depth) == (0, 0)


@needs_compiler
def test_where_the_book_does_not_know_all_moves_the_clock_player_thinks():
    player = Clock(nodes=500, book=True)
    for state in (Connect4.from_moves("44444437"), Connect4(6, 5), Connect4(7, 6, 5)):
        assert player.seeded(0)(state) == Clock(nodes=500)(state)
        player(state)
        assert player.result.nodes > 0


def test_the_most_central_of_equal_moves_is_played():
    assert book.best_move(Connect4()) == (3, 1)
    assert book.best_move(Connect4.from_moves("3")) == (3, 0)
    scores = Solver().analyze(Connect4.from_moves("7"))
    assert book.best_move(Connect4.from_moves("7")) == (max(scores, key=scores.get), 2)


def test_without_the_book_a_player_that_needs_it_is_refused(another):
    Clock(nodes=1)
    with pytest.raises(ValueError, match=r"there is no opening book .*python -m c4lib book"):
        Clock(nodes=1, book=True)
    another.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match=r"book.npz is damaged"):
        Clock(nodes=1, book=True)
