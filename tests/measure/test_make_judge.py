"""Learning the clock player's judge: from sound positions, the same each time, resumable."""

import numpy as np
import pytest

from c4lib import Connect4
from c4lib.__main__ import main
from c4lib.alphazero.selfplay import reserved
from c4lib.fast import solve
from c4lib.fast.tuples_kernel import FILE, read
from c4lib.measure import make_judge
from c4lib.measure.make_judge import fit, make, solved
from c4lib.search import forced_moves


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(make_judge, "GAMES", 3)
    monkeypatch.setattr(make_judge, "EPOCHS", 1)


def test_positions_are_quiet_solved_and_none_that_players_are_measured_on(few):
    found = [row for part in range(4) for row in solved(part)]
    assert len(found) > 8
    for moves, outcome in found:
        state = Connect4.from_moves(moves)
        value = solve(state).value
        assert outcome == (value if state.player == 0 else -value)
        assert make_judge.FIRST_DISCS <= state.ply <= make_judge.LAST_DISCS
        assert not forced_moves(state)
        assert state.mirror_key()[0] not in reserved()
    assert solved(2) == solved(2) != solved(3)


def test_what_is_made_can_be_read_and_an_interrupted_making_is_resumed(few, tmp_path, monkeypatch):
    make(tmp_path / "whole.npz", parts=3, workers=1)
    worth, _, _ = read(tmp_path / "whole.npz")
    assert worth.any()
    done, real = [], make_judge.solved

    def interrupted(part):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(part)
        return real(part)

    monkeypatch.setattr(make_judge, "solved", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "parts.npz", parts=3, workers=1)
    monkeypatch.setattr(make_judge, "solved", real)
    make(tmp_path / "parts.npz", parts=3, workers=1)
    assert (read(tmp_path / "parts.npz")[0] == worth).all()


def test_the_fit_learns_which_disc_decides():
    """In these games whoever holds the middle of the bottom row has won."""
    rng = np.random.default_rng(0)
    outcomes = {}
    while len(outcomes) < 300:
        moves = "".join(map(str, rng.integers(1, 8, size=6)))
        if "4" in moves:
            outcomes[moves] = 1 - 2 * (moves.index("4") % 2)
    worth, _, _ = fit(outcomes)
    judged = {moves: _sum(worth, moves) for moves in outcomes}
    right = [np.sign(judged[moves]) == outcomes[moves] for moves in outcomes]
    assert np.mean(right) > 0.95


def _sum(worth, moves):
    from c4lib.fast.lines_kernel import lines_of, position_of

    state = Connect4.from_moves(moves)
    return int(worth[position_of(state, lines_of(state.board)).codes].astype(int).sum())


def test_the_command_makes_the_shipped_file_or_another(monkeypatch, capsys, tmp_path):
    made = []
    monkeypatch.setattr(make_judge, "make", lambda file, workers: made.append((file, workers)))
    assert main(["judge"]) == 0
    assert main(["judge", "--file", str(tmp_path / "a.npz"), "--workers", "1"]) == 0
    assert made == [(FILE, None), (tmp_path / "a.npz", 1)]
    assert capsys.readouterr().out.startswith(f"The judge is in {FILE}.\n")
