"""Making the positions: the same ones, however often it is interrupted."""

from collections import Counter
from contextlib import suppress

import numpy as np
import pytest

from c4lib.__main__ import main
from c4lib.fast import analyze
from c4lib.measure import make_positions
from c4lib.measure.accuracy import FILE, read
from c4lib.measure.files import read_table
from c4lib.measure.make_positions import make
from c4lib.players.agents import OnePly, Random

QUOTA = {("end", "easy", True): 4, ("middle", "easy", False): 3}


def test_the_file_that_is_made_holds_what_was_wanted(tmp_path):
    make(tmp_path / "new.csv", seed=1, quota=QUOTA)
    sets = read(tmp_path / "new.csv")
    for made in sets.values():
        assert Counter((p.stage, p.difficulty, p.critical) for p in made) == QUOTA
        assert all(position.scores == analyze(position.state) for position in made)
    keys = [p.state.mirror_key()[0] for made in sets.values() for p in made]
    assert len(set(keys)) == len(keys) == 14
    assert [path.name for path in tmp_path.iterdir()] == ["new.csv"]


def test_the_shipped_positions_are_those_of_the_games_of_the_seed(monkeypatch):
    *_, strong, _ = make_positions._players()

    def network(state):
        raise LookupError("it may have been trained again since the positions were made")

    monkeypatch.setattr(make_positions, "_players", lambda: [Random(), OnePly(), strong, network])
    rows = read_table(FILE, "the positions", "")[1:]
    drawn = [rows[number] for number in np.random.default_rng(2).choice(len(rows), 60)]
    compared = 0
    for game, _, moves, *_ in drawn:
        with suppress(LookupError):
            found = make_positions._sample(int(game), make_positions.SEED)
            assert moves in [state.to_moves() for state in found]
            compared += 1
    assert compared > 20


def test_an_interrupted_making_is_resumed(tmp_path, monkeypatch):
    make(tmp_path / "whole.csv", seed=1, quota=QUOTA)
    kept, offer = [], make_positions._Selection.offer

    def interrupted(self, game):
        if len(kept) == 3:
            raise KeyboardInterrupt
        row = offer(self, game)
        kept.extend([row] if row else [])
        return row

    monkeypatch.setattr(make_positions._Selection, "offer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "parts.csv", seed=1, quota=QUOTA)
    assert not (tmp_path / "parts.csv").exists()
    monkeypatch.undo()
    make(tmp_path / "parts.csv", seed=1, quota=QUOTA)
    assert (tmp_path / "parts.csv").read_text() == (tmp_path / "whole.csv").read_text()


def test_the_command_makes_the_shipped_file_or_another(monkeypatch, capsys, tmp_path):
    made = []
    monkeypatch.setattr(make_positions, "make", made.append)
    assert main(["positions"]) == 0
    assert main(["positions", "--file", str(tmp_path / "a.csv")]) == 0
    assert made == [FILE, tmp_path / "a.csv"]
    assert capsys.readouterr().out.startswith(f"The positions are in {FILE}.\n")
