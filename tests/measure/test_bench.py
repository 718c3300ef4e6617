"""Benchmarks: what they compare, and that a missed target is called one."""

import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest

from c4lib.__main__ import main
from c4lib.connect4 import Connect4
from c4lib.measure import bench, bench_mcts, bench_searches, bench_solver, workers
from c4lib.measure.accuracy import STAGES
from c4lib.measure.bench import Figure, best


@pytest.fixture
def quick(monkeypatch):
    """Instead of timings, the number of each run: the first takes 1 second, and so on."""

    def best(*runs: object, **options: object) -> tuple[float, ...]:
        return tuple(float(place) for place, _ in enumerate(runs, 1))

    for module in (bench, bench_searches):
        monkeypatch.setattr(module, "best", best)


def test_bench_game_compares_with_an_empty_call_and_with_numpy(quick):
    play, over, start = bench_searches.game()
    assert str(play) == "state.play(column): 2.00 empty function calls (target: at most 40, met)"
    assert (over.value, over.target) == (1, 40)
    assert 'import c4lib": 0.50× the time of python -c "import numpy"' in str(start)


def test_bench_minimax_compares_the_compiled_search_with_the_readable_one(quick):
    ratio, tree, _ = bench_searches.minimax()
    assert str(ratio).endswith(
        ": 0.50× the speed of the readable search (target: at least 50, NOT met)"
    )
    assert tree.what == "the whole 4x4 tree, 131,060,741 nodes"


def test_bench_arena_compares_two_workers_with_one(monkeypatch, quick):
    monkeypatch.setattr(workers, "Processes", ThreadPoolExecutor)
    faster, games, _ = map(str, bench_searches.arena(games=4))
    assert faster == (
        "a match of 4 games by two workers: 0.50× the speed of one worker "
        "(target: at least 1.7, NOT met)"
    )
    assert games == "one worker: 4.00 games a second"


def test_the_best_of_several_timings_counts_and_all_take_turns():
    asked: list[str] = []
    seconds, now = {"a": [3.0, 1.0, 2.0], "b": [5.0, 6.0, 4.0]}, [0.0]

    def run(name: str) -> Callable[[], None]:
        def work() -> None:
            asked.append(name)
            now[0] += seconds[name].pop(0)

        return work

    assert best(run("a"), run("b"), repeats=3, clock=lambda: now[0]) == (1.0, 4.0)
    assert asked == ["a", "b"] * 3
    assert best("spend()", number=2, repeats=1, clock=lambda: now[0],
                names={"spend": lambda: now.__setitem__(0, now[0] + 5)}) == (10.0,)  # fmt: skip


def test_every_part_has_a_function():
    for part, module in bench.PARTS.items():
        assert callable(getattr(import_module(f"c4lib.measure.{module}"), part.replace("-", "_")))


def test_bench_prints_each_figure(monkeypatch, capsys):
    monkeypatch.setattr(bench_searches, "game", lambda: iter([Figure("a", 2, "s")]))
    assert main(["bench", "game"]) == 0
    assert capsys.readouterr().out == "a: 2.00 s\n"


def test_bench_book_solves_published_positions(tmp_path):
    (tmp_path / "Test_easy").write_text("2252576253462244111563365343671351441 -1\n")
    middle, worst, late = bench_solver.book(tmp_path)
    assert middle.what == "easy, 1 positions with the book: median"
    assert (worst.target, late.value) == (2, 0)
    (tmp_path / "Test_easy").write_text("2252576253462244111563365343671351441 7\n")
    with pytest.raises(ValueError, match="-1 here, but 7 is known"):
        list(bench_solver.book(tmp_path))


RIVAL = """
import sys
from c4lib import Connect4, solve
for line in sys.stdin:
    moves = line.strip()
    print(moves, solve(Connect4.from_moves(moves)).score + WRONG, "seconds")
"""


def test_any_solver_can_be_set_beside_ours(tmp_path):
    late = Connect4.from_moves("2252576253462244111563365343671351441")
    file = tmp_path / "rival.py"
    command = f"{sys.executable} {file}"
    file.write_text(RIVAL.replace("WRONG", "0"))
    figure = bench_solver._beside("late", [late, late], 0.5, command)
    assert figure.unit == f"× the time of {command}"
    assert (figure.value > 0, figure.target) == (True, None)
    file.write_text(RIVAL.replace("WRONG", "1"))
    with pytest.raises(ValueError, match="-1 here, but 0 by"):
        bench_solver._beside("late", [late], 0.5, command)
    file.write_text(r"import sys; sys.stdout.buffer.write(b'\xff\n')")
    with pytest.raises(ValueError, match="must answer each of 1 positions"):
        bench_solver._beside("late", [late], 0.5, command)


def test_the_rival_that_is_built_in_agrees():
    pytest.importorskip("bitbully")
    late = Connect4.from_moves("2252576253462244111563365343671351441")
    assert re.search(
        "nodes here, .* nodes by bitbully", str(bench_solver._beside("", [late], 1, None))
    )


MCTS_FIGURES = {
    r"^1,000 simulations on two cores: [\d.,]+× the speed on one": "at least 1.6",
    r"^compiled MCTS, 2 simulations: [\d.,]+× the speed of the readable search$": None,
    r"^5,000 simulations of 100 games each, on the empty board: [\d.,]+ seconds": "at most 0.5",
    r"^a tree of [\d,]+ nodes: [\d.,]+ bytes a node": "at most 64",
}
"""What is measured without OpenSpiel, and the targets."""


def check_figures(figures, expected):
    assert len(figures) == len(expected)
    for figure, (words, target) in zip(figures, expected.items(), strict=True):
        assert re.search(words, str(figure))
        assert (figure.target is None) == (target is None)
        assert target is None or f"(target: {target}, " in str(figure)


def test_bench_mcts_compares_with_openspiel_on_each_stage_and_on_all(monkeypatch):
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(bench_mcts, "SIMULATIONS", 100)
    speeds = r": [\d,]+ simulations a second here, [\d,]+ by OpenSpiel: [\d.,]+× as many"
    stages = ("the empty board", *(f"3 positions of the {s}" for s in STAGES))
    check_figures(
        list(bench_mcts.mcts()),
        {
            f"^the empty board, 300 each time{speeds}": "at least 10",
            **{f"^{stage}{speeds}$": None for stage in stages},
            f"^all of them{speeds}": "at least 10",
            **MCTS_FIGURES,
        },
    )


def test_without_openspiel_bench_mcts_says_so_and_measures_the_rest(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(bench_mcts, "SIMULATIONS", 100)
    check_figures(list(bench_mcts.mcts()), MCTS_FIGURES)
    (figure, *_) = bench_mcts.mcts_accuracy(count=2, seconds=0.2)
    assert figure.what == "0.2 s a move here, random games, all, 2 critical positions"
    said = "open_spiel is not installed, so nothing is compared with it\n"
    assert capsys.readouterr().err == 2 * said


def test_both_searches_get_the_same_position_and_find_the_same_win():
    pytest.importorskip("pyspiel")
    state = Connect4.from_moves("445566")  # columns 3 and 7 win
    assert bench_mcts._for_openspiel(state).history() == list(state.history)
    assert bench_mcts._bot(1000, c=1.0).step(bench_mcts._for_openspiel(state)) in (2, 6)


def test_bench_mcts_accuracy_tells_both_searches_moves_by_stage():
    pytest.importorskip("pyspiel")
    *figures, made = bench_mcts.mcts_accuracy(count=12, seconds=0.2)
    for label in ("here, random games", "here, MCTS.strong", "by OpenSpiel"):
        told = [figure.what.split(", ")[-2] for figure in figures if f" {label}, " in figure.what]
        assert told == ["all", *STAGES]
    assert len(figures) == 15
    for figure in figures:
        assert 0 <= figure.value <= 100
        assert re.search(r"[\d.]+ % keep the value \(\d+\.\d to \d+\.\d\)$", str(figure))
    assert made.value >= 1


def test_a_figure_may_have_a_most_or_a_least_or_no_target():
    assert str(Figure("a", 2, "s", 1)) == "a: 2.00 s (target: at most 1, NOT met)"
    assert str(Figure("a", 2, "s", 1, "at least")) == "a: 2.00 s (target: at least 1, met)"
    assert str(Figure("a", 0.5, "s", 1, "at least")) == "a: 0.50 s (target: at least 1, NOT met)"
    assert str(Figure("a", 2, "s")) == "a: 2.00 s"
    assert str(Figure("a", 1234.5, "× b")) == "a: 1,234× b"
