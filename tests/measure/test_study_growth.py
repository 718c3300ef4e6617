"""The growth study: every network of a training is measured, and its table can be read."""

import math
import shutil

import pytest

from c4lib.accuracy import positions
from c4lib.alphazero import networks
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.alphazero.patterns import PatternNet
from c4lib.connect4 import Connect4
from c4lib.measure import accuracy, probes
from c4lib.measure import study_growth as study
from c4lib.measure.files import write_table

CODE = Columns(Connect4().board, lines=False)
MINUTES = {0: 0.0, 1: 0.5, 2: 1.0, 3: 1.5}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a training of three iterations."""
    folder = tmp_path_factory.mktemp("run")
    rows = [[done - 1, minutes] for done, minutes in MINUTES.items() if done]
    write_table(folder / "log.csv", networks.COMMAND, [["iteration", "minutes"], *rows])
    for seed, name in enumerate(("net-0001", "net-0002", "net")):
        networks.write(folder / f"{name}.npz", PatternNet.new(CODE.board, 16, seed), CODE)
    return folder


@pytest.fixture(scope="module")
def figures(run, tmp_path_factory):
    path = tmp_path_factory.mktemp("growth") / "table.csv"
    some = positions(count=60)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "SIMULATIONS", (1, 4))
        patch.setattr(study, "PROBED", 400)
        patch.setattr(accuracy, "positions", lambda: some)
        study.run(path, str(run), workers=1)
    return study.read(path)


def test_networks_come_in_order_from_the_untrained_to_the_last(run):
    assert list(study.kept_networks(run)) == list(MINUTES)


def test_each_network_has_its_mistakes_and_probes_and_the_discs_have_probes(figures):
    assert {each.iteration: each.minutes for each in figures} == MINUTES | {study.DISCS: 0.0}
    found = study.mistakes(figures)
    assert list(found) == list(MINUTES.values())
    assert all(row.keys() == {1, 4} and 0 < row[4] < 1 for row in found.values())
    told = study.probed(figures)
    assert tuple(told) == probes.CONCEPTS
    assert all(set(row) == {-1.0, *MINUTES.values()} for row in told.values())


def test_simulations_are_found_between_two_that_were_measured():
    row = {1: 0.4, 4: 0.3, 16: 0.1}
    assert study.simulations_needed(row, 0.4) == 1
    assert study.simulations_needed(row, 0.2) == pytest.approx(8)
    assert study.simulations_needed(row, 0.1) == 16
    assert math.isnan(study.simulations_needed(row, 0.05))


def test_a_copy_beside_the_networks_is_left_out(run, tmp_path):
    shutil.copytree(run, tmp_path / "run")
    shutil.copy(run / "net.npz", tmp_path / "run" / "net-copy.npz")
    assert list(study.kept_networks(tmp_path / "run")) == list(MINUTES)


def test_a_training_on_another_board_is_refused(tmp_path):
    write_table(tmp_path / "log.csv", networks.COMMAND, [["iteration", "minutes"], [0, 1]])
    code = Columns(Connect4(5, 4).board, lines=False)
    networks.write(tmp_path / "net.npz", PatternNet.new(code.board, 16), code)
    with pytest.raises(ValueError, match="not for 7x6, the board of the reported positions"):
        study.run(tmp_path / "table.csv", str(tmp_path), workers=1)


def test_a_training_of_another_kind_is_refused(tmp_path):
    write_table(tmp_path / "log.csv", networks.COMMAND, [["iteration", "minutes"], [0, 1]])
    lines = Columns(Connect4().board)
    networks.write(tmp_path / "net.npz", Net.new(lines.inputs, 7, 8, 1), lines)
    with pytest.raises(ValueError, match="name a training --sees discs"):
        study.kept_networks(tmp_path)
