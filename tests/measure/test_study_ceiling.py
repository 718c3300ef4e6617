"""The ceiling study: labels are the solver's, candidates learn from them, the table can be read."""

from dataclasses import replace

import numpy as np
import pytest

from c4lib import Connect4
from c4lib.__main__ import main
from c4lib.alphazero.kits import ConnectKit
from c4lib.alphazero.selfplay import reserved
from c4lib.alphazero.train import LARGE, NETWORKS, Hyperparameters, Learner
from c4lib.fast import analyze
from c4lib.measure import study_ceiling as study
from c4lib.measure.accuracy import STAGES, positions
from c4lib.measure.study import STUDIES

COUNT = 40
CANDIDATES = study.CANDIDATES
SOME = {"patterns": (False, {"kind": "patterns", "width": 8}), "lines": (True, {"width": 8})}


@pytest.fixture(scope="module")
def small():
    """Few and late positions, which the solver knows in no time, and small candidates."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "PART", 16)
        patch.setattr(study, "STEPS", 1)
        patch.setattr(study, "SLOW", range(8, 20))
        patch.setattr(study, "ONE_IN", 10**9)
        tiny = {name: (lines, {"batch": 8} | rest) for name, (lines, rest) in SOME.items()}
        patch.setattr(study, "CANDIDATES", tiny)
        yield


@pytest.fixture(scope="module")
def table(small, tmp_path_factory):
    path = tmp_path_factory.mktemp("ceiling") / "table.csv"
    study.run(path, positions=COUNT, minutes=1e-6, seeds=2, workers=1)
    return path


@pytest.fixture(scope="module")
def labels(table):
    return study.labels_file(table, COUNT)


def test_labels_are_exact_and_no_position_is_reserved_or_there_twice(labels):
    moves, scores = study.read_labels(labels)
    states = [Connect4.from_moves(each) for each in moves]
    keys = {state.mirror_key()[0] for state in states}
    assert len(keys) == len(states) == len(scores) == COUNT
    assert not keys & reserved()
    assert all(state.ply <= study.MOST_DISCS and state.ply not in study.SLOW for state in states)
    for state, row in zip(states, scores.tolist(), strict=True):
        assert {move: row[move] for move in state.moves()} == analyze(state)


def test_an_example_s_policy_shares_what_keeps_the_value_and_has_no_illegal_move(labels):
    moves, _ = study.read_labels(labels)
    kit = ConnectKit(lines=False)
    found = study.examples(labels, kit).examples(np.arange(COUNT), kit.encoding)
    for row, state in enumerate(map(Connect4.from_moves, moves)):
        signs = {move: np.sign(score) for move, score in analyze(state).items()}
        best = max(signs.values())
        keeping = [move for move, sign in signs.items() if sign == best]
        assert found.value[row] == best
        assert np.flatnonzero(found.policy[row]).tolist() == keeping
        assert found.policy[row][keeping] == pytest.approx(1 / len(keeping), rel=1e-3)
        assert np.flatnonzero(found.legal[row]).tolist() == state.moves()


def test_the_table_has_a_row_for_each_training_measurement_and_stage(table):
    rows = study.read(table)
    assert [row[:3] for row in rows[::4]] == [
        (name, seed, share * 1e-6) for name in SOME for seed in (0, 1) for share in study.SHARES
    ]
    assert [row.stage for row in rows] == list(STAGES) * (len(rows) // 4)
    critical = sum(position.critical for position in positions())
    assert sum(row.critical for row in rows[:4]) == critical
    assert all(0 < row.kept <= row.critical and row.steps >= 1 for row in rows)
    assert not table.with_name("table.csv.part").exists()


def test_the_summary_takes_all_seeds_together(table):
    rows = [row for row in study.read(table) if row.candidate == "lines"]
    last = [row for row in rows if row.minutes == 1e-6]
    found = study.summary(table)["lines"]
    assert list(found) == [share * 1e-6 for share in study.SHARES]
    assert found[1e-6].count == sum(row.critical for row in last)
    assert found[1e-6].value == sum(row.kept for row in last) / found[1e-6].count
    assert found[1e-6].low < found[1e-6].value < found[1e-6].high
    ends = [row for row in last if row.stage == "end"]
    share = study.summary(table, "end")["lines"][1e-6].value
    assert share == sum(row.kept for row in ends) / sum(row.critical for row in ends)


def test_a_stage_that_there_is_not_is_refused(table):
    with pytest.raises(ValueError, match=r"there are first moves, .* none called 'late'"):
        study.summary(table, "late")


def test_labelling_resumes_where_it_was_interrupted_and_is_not_done_again(
    small, labels, tmp_path, monkeypatch
):
    label, done = study.labelled, []

    def until_the_third(part):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(part)
        return label(part)

    file = tmp_path / "runs" / "labels.npz"
    monkeypatch.setattr(study, "labelled", until_the_third)
    with pytest.raises(KeyboardInterrupt):
        study.label(file, COUNT, workers=1)
    assert not file.exists()
    monkeypatch.setattr(study, "labelled", lambda part: done.append(part) or label(part))
    for _ in range(2):
        study.label(file, COUNT, workers=1)
    assert done == [0, 1, 2, 3]
    (moves, scores), (others, same) = study.read_labels(labels), study.read_labels(file)
    assert moves == others
    assert (scores == same).all()


def test_the_learning_rate_falls_over_the_time_and_there_is_always_a_step(small, labels):
    kit = ConnectKit(lines=False)
    known, rng = study.examples(labels, kit), np.random.default_rng(0)
    rates = []

    class Slow(Learner):
        def learn(self, record, steps, rate, rng):
            rates.append(rate)
            return super().learn(record, steps, rate, rng)

    settings = Hyperparameters(width=8, batch=8)
    slow = Slow(kit.encoding, settings)
    assert list(study.learn(slow, known, 0.05, rng)) == list(study.SHARES)
    assert rates[0] == settings.rate
    assert rates == sorted(rates, reverse=True)
    rates.clear()
    assert list(study.learn(slow, known, 1e-9, rng)) == list(study.SHARES)
    assert len(rates) == 1


def test_damaged_labels_are_refused_with_advice(tmp_path):
    file = tmp_path / "labels.npz"
    file.write_bytes(b"PK")
    with pytest.raises(ValueError, match=r"labels\.npz cannot be used; delete it"):
        study.read_labels(file)


def test_there_is_a_candidate_of_each_kind_and_one_sees_lines():
    kinds = {replace(LARGE, **changes).kind for _, changes in CANDIDATES.values()}
    assert kinds == set(NETWORKS)
    sees = {name for name, (lines, _) in CANDIDATES.items() if lines}
    assert sees == {"layers with lines"}


def test_the_command_hands_its_options_on(tmp_path, monkeypatch, capsys):
    assert "ceiling" in STUDIES
    ran, file = [], tmp_path / "a.csv"
    monkeypatch.setattr(study, "label", lambda *given: ran.append(given))
    monkeypatch.setattr(study, "conduct", lambda *given, **options: ran.append(options))
    line = f"study ceiling --positions 50 --minutes 0.25 --workers 1 --file {file}"
    assert main(line.split()) == 0
    labels = tmp_path / "runs" / "labels-50.npz"
    assert ran == [(labels, 50, 1), {"positions": 50, "minutes": 0.25, "seeds": 1}]
    assert capsys.readouterr().out == f"The table is in {file}.\n"
