"""The command line: `python -m c4lib play`, `solve 4453`, `train`, `tournament`, `bench game`.

Each command is defined beside what it runs, in a module with `add_arguments(parser)` and
`main(options)`, which is loaded only when the command is called.
"""

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

COMMANDS = {
    "play": ("c4lib.players.terminal", "play a game in the terminal"),
    "solve": ("c4lib.fast.solve_command", "show what each move is worth under perfect play"),
    "accuracy": ("c4lib.measure.accuracy_command", "measure a player against perfect play"),
    "tournament": ("c4lib.measure.tournament", "let all players of the course play each other"),
    "train": ("c4lib.alphazero.train_command", "let AlphaZero learn from games against itself"),
    "promote": ("c4lib.alphazero.networks", "make a trained network the one that comes with c4lib"),
    "export": ("c4lib.players.export_kaggle", "write a player into one file for Kaggle's ConnectX"),
    "study": ("c4lib.measure.study", "run one of the long studies that the lessons show"),
    "positions": ("c4lib.measure.make_positions", "make the positions that measure accuracy"),
    "book": ("c4lib.measure.make_book", "compute more of the opening book, or check it"),
    "judge": ("c4lib.measure.make_judge", "learn the clock player's judge again"),
    "bench": ("c4lib.measure.bench", "measure how fast the parts are"),
}
"""Each command's module, and what it does."""


class Parser(argparse.ArgumentParser):
    """A parser that reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with code 2."""
        self.leave(2, message)

    def leave(self, code: int, message: str) -> NoReturn:
        """Exit with a code and one line."""
        self.exit(code, f"{self.prog}: {' '.join(message.split())}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors are reported in one line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may lack a character such as ±
    try:
        try:
            return _run(sys.argv[1:] if arguments is None else list(arguments))
        finally:  # here, where a broken pipe can still be caught; --help passes here, too
            if sys.stdout is not None:  # it is None where the output was closed beforehand
                sys.stdout.flush()
    except OSError as error:  # keep Python from trying once more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        is_reported = isinstance(error.__context__, SystemExit) and error.__context__.code
        if not is_reported and not isinstance(error, BrokenPipeError):  # then nobody reads on
            Parser(prog="python -m c4lib").leave(1, f"the output is lost: {error.strerror}")
        return 1


def _run(arguments: list[str]) -> int:
    """Run one command; a mistake exits with 2, a lack of memory or disk space with 1."""
    parser = Parser(prog="python -m c4lib")
    resumes = ""
    try:
        options = parser_for(arguments).parse_args(arguments)
        parser = options.parser
        if hasattr(options, "file"):  # what was finished has been noted
            resumes = "; the same command resumes it"
        if getattr(options, "seed", 0) < 0:
            raise ValueError(f"argument --seed: must be at least 0, not {options.seed}")
        return int(options.main(options))
    except KeyboardInterrupt:
        parser.leave(130, f"stopped{resumes}")
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is not None:  # one that was named on the command line, most likely
            parser.error(f"{error.strerror}: {str(error.filename)!r}")
        parser.leave(1, error.strerror or str(error))
    except MemoryError as error:
        parser.leave(1, f"there is not enough memory; {error}".rstrip("; "))
    except ValueError as error:
        parser.error(str(error))


def parser_for(arguments: Sequence[str]) -> Parser:
    """A parser that knows all commands, and the options of the one that is called."""
    parser = Parser(prog="python -m c4lib", description="Connect Four and adversarial search.")
    parser.set_defaults(main=_help, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, (module, summary) in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        if name in arguments[:1]:
            loaded = _loaded(module)
            command.set_defaults(main=loaded.main, parser=command, exact_figures=_exact_figures)
            loaded.add_arguments(command)
    return parser


def _loaded(module: str) -> ModuleType:
    """The module. Ctrl-C meanwhile ends the process: libraries make other exceptions of one."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return import_module(module)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return import_module(module)
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _exact_figures(*network: Any) -> Any:
    """How accurate a network is; handed to `train`, whose room may not import `measure`."""
    from c4lib.measure.network import exact_figures

    return exact_figures(*network)


def _help(options: argparse.Namespace) -> int:
    options.parser.print_help()
    return 0


if __name__ == "__main__":
    sys.exit(main())
