"""The long studies that the lessons show: `python -m c4lib study boards`, `mcts` or `games`.

A study is a module with `run(path, ..., workers)`, the help for the options of `run`, and the
table `FILE` that comes with the course.
"""

import argparse
import inspect
from pathlib import Path
from typing import Any

from c4lib.measure import runner, study_boards, study_games, study_mcts

STUDIES: dict[str, Any] = {"boards": study_boards, "mcts": study_mcts, "games": study_games}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The studies of `python -m c4lib study`, each with options of its own."""
    studies = parser.add_subparsers(title="studies", metavar="STUDY")
    for name, module in STUDIES.items():
        about = f"{module.DESCRIPTION} It can be interrupted with Ctrl-C and resumed."
        study = studies.add_parser(name, help=module.SUMMARY, description=about)
        study.set_defaults(main=_run, parser=study, study=module)
        add, usual = study.add_argument, inspect.signature(module.run).parameters
        for option, text in module.OPTIONS.items():
            flag, default = f"--{option.replace('_', '-')}", usual[option].default
            add(flag, type=int, default=default, help=f"{text} (%(default)s)")
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
