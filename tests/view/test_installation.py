"""The check of the installation says in plain words what to do."""

import re
from pathlib import Path

from c4lib.view import installation


def test_a_complete_installation_is_said_to_be_one_and_every_package_is_looked_for(capsys):
    assert installation.check()
    assert capsys.readouterr().out.endswith("Everything is here. Have fun!\n")
    lines = Path(__file__).parents[2].joinpath("requirements.txt").read_text().splitlines()
    packages = {re.split("[<>=]", line)[0] for line in lines if line[0] not in "#-"}
    assert packages == set(installation.NEEDED)


def test_a_missing_package_is_named_with_what_to_do(capsys):
    def load(package):
        if package == "anywidget":
            raise ModuleNotFoundError("No module named 'anywidget'")

    assert not installation.check(load)
    said = capsys.readouterr().out
    assert "anywidget (the board you click): MISSING" in said
    assert "\nWhat to do:\n- anywidget is missing.\n" in said
    assert "pip install -r requirements.txt" in said
    assert "numpy (numbers, and seeded dice): yes" in said
