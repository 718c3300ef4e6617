"""The long studies that the lessons show, such as `python -m c4lib study mcts`.

A study is a module `study_NAME` with `run(path, ..., workers)`, the help for the options of `run`,
and the table `FILE` that comes with the course. What all of them do stands here.
"""

import argparse
import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from c4lib.game import Agent, State
from c4lib.measure import runner
from c4lib.measure.files import write_table
from c4lib.players.arena import play_game

STUDIES = ("boards", "mcts", "games", "ablation", "ceiling", "growth", "td", "engine", "pondering")


def table_of(name: str) -> tuple[Path, str]:
    """The table of a study that comes with the course, and the command that makes it."""
    file = Path(__file__).parent.parent / "data" / f"study_{name}.csv"
    return file, f"python -m c4lib study {name}"


def conduct(
    jobs: Iterable[Any],
    do: Callable[[Any], Any],
    table: Callable[[Mapping[Any, Any]], Iterable[Sequence[object]]],
    path: Path,
    command: str,
    workers: int | None,
    unit: str = "job",
    **options: object,
) -> None:
    """Do all jobs, and write the `table` of their answers; with progress, and resumable."""
    command = runner.with_options(command, **options)

    def write(found: Mapping[Any, Any]) -> None:
        write_table(path, command, table(found))

    runner.run(jobs, do, path, command, write, workers=workers, unit=unit, screen=sys.stderr)


def outcome(player: Agent, opponent: Agent, side: int, start: State) -> int:
    """How a game ended for the player, who moves first if `side` is 0: 1, 0 or -1."""
    both = player, opponent
    return round(play_game(*both[:: -1 if side else 1], start=start).utility(side))


def tally(
    ends: Mapping[Any, int], kinds: Iterable[tuple[Any, ...]]
) -> dict[tuple[Any, ...], list[int]]:
    """How many games of each kind were won, drawn and lost. A game's job begins with its kind."""
    known = list(kinds)
    counts = Counter((*job[: len(known[0])], end) for job, end in ends.items())
    return {kind: [counts[*kind, end] for end in (1, 0, -1)] for kind in known}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The studies of `python -m c4lib study`, each with options of its own."""
    studies = parser.add_subparsers(title="studies", metavar="STUDY")
    for name in STUDIES:
        module = import_module(f"c4lib.measure.study_{name}")
        about = f"{module.DESCRIPTION} It can be interrupted with Ctrl-C and resumed."
        study = studies.add_parser(name, help=module.SUMMARY, description=about)
        study.set_defaults(main=_run, parser=study, study=module)
        add, usual = study.add_argument, inspect.signature(module.run).parameters
        for option, text in module.OPTIONS.items():
            flag, default = f"--{option.replace('_', '-')}", usual[option].default
            add(flag, type=type(default), default=default, help=f"{text} (%(default)s)")
        if hasattr(module, "QUICK"):
            add("--quick", action="store_true", help="less of everything, for a first look")
        add("--workers", type=int, help="worker processes (one per core)")
        add("--file", type=Path, help="where to write the table (the package's own)")


def _run(options: argparse.Namespace) -> int:
    study, usual = options.study, options.parser.get_default
    quick = ["quick"] if getattr(options, "quick", False) else []
    file = runner.output_file(options, study.FILE, *quick, *study.OPTIONS)
    given = {name: getattr(options, name) for name in study.OPTIONS}
    changed = {name: number for name, number in given.items() if number != usual(name)}
    study.run(file, **{**(study.QUICK if quick else {}), **changed}, workers=options.workers)
    print(f"The table is in {file}.")
    return 0


def main(options: argparse.Namespace) -> int:
    """Show the studies, if none was named."""
    options.parser.print_help()
    return 0
