"""Making the opening book: nothing is solved twice, and a damaged book is not written over."""

from itertools import islice

import pytest
from random_games import broken_off, needs_compiler

from c4lib.__main__ import main
from c4lib.fast import Solver, book
from c4lib.measure import make_book


@pytest.fixture
def another(tmp_path):
    """A place for a book."""
    return tmp_path / "book.npz"


@pytest.fixture
def late(monkeypatch):
    """Positions that are quickly solved, in place of those of the opening."""
    states = list(islice(broken_off((7, 6, 4), 20, 20, seed=7), 30))
    monkeypatch.setattr(make_book, "positions", lambda plies: states if plies == 0 else [])
    return states


@needs_compiler
def test_it_is_computed_and_checked(another, late):
    make_book.make(another, plies=1, table_mb=1)
    assert len(make_book.load(another)) == len({book.key_of(state) for state in late})
    assert make_book.check(another, samples=30) == []
    wrong = make_book.load(another)
    wrong[book.key_of(late[3])] += 1
    book.write(another, wrong)
    assert make_book.check(another, samples=30) == [late[3].to_moves()]


@needs_compiler
def test_an_interrupted_making_is_resumed_without_loss(another, late, monkeypatch):
    solve_all = Solver.solve_all

    def interrupted(self, states, tell):
        solve_all(self, states[:10], tell)
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "solve_all", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_book.make(another, plies=0, table_mb=1)
    done = make_book.load(another)
    assert len(done) == 10, "a book is of use before it is complete"
    another.unlink()
    notes = another.with_name("book.npz.part").read_text().splitlines()[1:]
    assert len(notes) == 10, "nor is it lost if the process is killed"
    asked = []

    def noted(self, states, tell):
        asked.extend(states)
        return solve_all(self, states, tell)

    monkeypatch.setattr(Solver, "solve_all", noted)
    make_book.make(another, plies=0, table_mb=1)
    assert not {book.key_of(state) for state in asked} & set(done), "nothing is done twice"
    assert list(another.parent.iterdir()) == [another]
    assert len(make_book.load(another)) == len({book.key_of(state) for state in late})


@pytest.mark.parametrize(("plies", "count"), [(0, 1), (1, 4), (2, 25), (3, 121), (4, 568)])
def test_positions_up_to_mirroring(plies, count):
    states = make_book.positions(plies)
    assert len(states) == count
    assert len({book.key_of(state) for state in states}) == count


@needs_compiler
def test_the_command_tells_if_scores_are_wrong(another, late, capsys):
    book.write(another, {book.key_of(late[0]): 99})
    line = f"book --check 1 --plies 0 --file {another}"
    assert main(line.split()) == 1
    assert capsys.readouterr().out == f"wrong: {late[0].to_moves()}\n"
