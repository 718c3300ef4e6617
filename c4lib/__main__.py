"""The command line: `python -m c4lib play`, `solve 4453`, `train`, `boards`, `bench game`."""

import argparse
import os
import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from c4lib import bench
from c4lib.agents import Human, OnePly, Perfect, Random
from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Agent
from c4lib.players import COURSE

AGENTS: dict[str, Callable[[int], Agent]] = {
    "human": lambda seed: Human(),
    "random": lambda seed: Random(seed),
    "oneply": lambda seed: OnePly(seed),
    "perfect": lambda seed: Perfect(),
}
"""The players that can be named on the command line, each made from a seed."""


LARGEST = 10_000
"""How many squares a board in the terminal may have."""


class Parser(argparse.ArgumentParser):
    """A parser that reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """Ends with exit code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.run(options))
        finally:  # here, where a broken pipe can still be caught; --help comes by too
            if sys.stdout is not None:  # it is None where the output was closed beforehand
                sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except OSError:  # nobody reads on, or the disk is full; keep Python from trying once more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> Parser:
    parser = Parser(prog="python -m c4lib", description="Connect Four and adversarial search.")
    parser.set_defaults(run=_help, parser=parser)
    commands = parser.add_subparsers(title="commands")

    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument("--x", choices=AGENTS, default="human", help="who plays X and moves first")
    play.add_argument("--o", choices=AGENTS, default="oneply", help="who plays O")
    _add_sizes(play)
    play.add_argument("--seed", type=_seed, default=0, help="sets the players' dice (%(default)s)")
    play.add_argument("--moves", default="", help="start after these columns, such as 4453")
    play.set_defaults(run=_play, parser=play)

    solve = commands.add_parser("solve", help="what each move is worth if both play perfectly")
    solve.add_argument("moves", nargs="?", default="", help="the columns played so far: 4453")
    _add_sizes(solve)
    solve.add_argument("--no-book", action="store_true", help="search even where the book knows")
    solve.set_defaults(run=_solve, parser=solve)

    book = commands.add_parser("book", help="compute more of the opening book, or check it")
    book.add_argument("--plies", type=int, choices=range(9), default=8, metavar="0-8",
                      help="up to so many discs (%(default)s)")  # fmt: skip
    book.add_argument("--file", type=Path, help="the book's file, if not the package's own")
    book.add_argument("--table-mb", type=int, default=1024, help="memory (%(default)s)")
    book.add_argument("--check", type=int, metavar="N", help="solve N of its positions anew")
    book.set_defaults(run=_book, parser=book)

    boards = commands.add_parser("boards", help="play with a clock on many boards, for a table")
    boards.add_argument("--games", type=int, default=100,
                        help="for each board, opponent and side (%(default)s)")  # fmt: skip
    boards.add_argument("--large-games", type=int, default=20,
                        help="the same from 20x20 on (%(default)s)")  # fmt: skip
    boards.add_argument("--nodes", type=int, default=100_000, help="for each move (%(default)s)")
    boards.add_argument("--workers", type=int, help="how many processes (one for each core)")
    boards.add_argument("--file", type=Path, help="the table's file, if not the package's own")
    boards.set_defaults(run=_boards, parser=boards)

    strength = commands.add_parser(
        "strength", help="measure how strong MCTS is, by simulations and against others",
        description="Measure how strong MCTS is: by simulations and C, by stage of the game, "
        "and against other players. It takes about 20 minutes on two cores; you may stop it "
        "with Ctrl-C, and the same command goes on from there.",
    )  # fmt: skip
    strength.add_argument("--most", type=int, help="simulations for a move (3,000,000)")
    strength.add_argument("--work", type=int,
                          help="all simulations for each budget and C (40,000,000)")  # fmt: skip
    strength.add_argument("--seeds", type=int, help="at each start of the game (10)")
    strength.add_argument("--games", type=int, help="against each player on each side (20)")
    strength.add_argument("--quick", action="store_true",
                          help="less of all that, for a first look: a minute or two")  # fmt: skip
    strength.add_argument("--workers", type=int, help="how many at a time (one for each core)")
    strength.add_argument("--file", type=Path, help="where to write, if not to the package's own")
    strength.set_defaults(run=_strength, parser=strength)

    elsewhere = commands.add_parser(
        "elsewhere", help="play the matches of lesson 10, in Othello and Quixo",
        description="Play the matches of lesson 10: alpha-beta, MCTS and AlphaZero in Othello, "
        "Quixo and Connect Four. You may stop it with Ctrl-C, and the same command goes on.",
    )  # fmt: skip
    elsewhere.add_argument("--games", type=int, help="at the most, in each match (up to 200)")
    elsewhere.add_argument("--workers", type=int, help="how many processes (one for each core)")
    elsewhere.add_argument("--file", type=Path, help="where to write, if not to the package's own")
    elsewhere.set_defaults(run=_elsewhere, parser=elsewhere)

    _add_tournament(commands.add_parser(
        "tournament", help="let all players of the course play each other, for the ladder",
        description="Let all players of the course play each other from balanced openings, for "
        "the ladder of lesson 08. It takes about a quarter of an hour on two cores; you may stop "
        "it with Ctrl-C, and the same command goes on from there. What is in the file already is "
        "not played again.",
    ))  # fmt: skip

    _add_train(commands.add_parser(
        "train", help="let AlphaZero learn from games against itself",
        description="Let AlphaZero learn Connect Four, or Quixo, from games against itself. You "
        "may stop it with Ctrl-C, and the same command goes on from there.",
    ))  # fmt: skip

    export = commands.add_parser(
        "export", help="write a player into one file, for Kaggle's ConnectX",
        description="Write a player of the course into one file that can be submitted to "
        "Kaggle's ConnectX. Functions of your own: c4lib.world.kaggle.export(my_agent, file).",
    )  # fmt: skip
    export.add_argument("--player", default="alphazero",
                        help='such as "alphazero", "mcts", "clock", "perfect", or with a budget '
                        'as in "alphabeta one 8" (%(default)s)')  # fmt: skip
    export.add_argument("--seconds", type=float, default=1.5,
                        help="for each move, if the player goes by time (%(default)s)")  # fmt: skip
    export.add_argument("--net", type=Path,
                        help="AlphaZero with a network that you trained: runs/7x6")  # fmt: skip
    export.add_argument("--out", type=Path, default=Path("submission.py"),
                        help="the file (%(default)s)")  # fmt: skip
    export.set_defaults(run=_export, parser=export)

    measure = commands.add_parser("bench", help="measure how fast the parts are")
    measure.add_argument("part", choices=bench.PARTS, help="what to measure")
    measure.set_defaults(run=_bench)
    return parser


def _add_sizes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--width", type=int, default=7, help="how many columns (%(default)s)")
    parser.add_argument("--height", type=int, default=6, help="how many rows (%(default)s)")
    parser.add_argument(
        "--connect", type=int, default=4, help="how many in a row win (%(default)s)"
    )


def _add_tournament(tournament: argparse.ArgumentParser) -> None:
    add = tournament.add_argument
    add("--games", type=int, help="of each two, half of them from each side (12)")
    add("--positions", type=int, help="to ask each for a move in, a multiple of 25 (300)")
    add("--players", nargs="+", metavar="NAME",
        help='who plays: "alphabeta one 8" "mcts 1000" ... (all of the course)')  # fmt: skip
    add("--again", nargs="+", default=(), metavar="WORD",
        help="measure those anew whose names begin so: alphazero")  # fmt: skip
    add("--quick", action="store_true", help="2 games and 50 positions, for a first look")
    add("--seed", type=_seed, default=0, help="sets all dice (%(default)s)")
    add("--workers", type=int, help="how many processes (one for each core)")
    add("--file", type=Path, help="the ladder's file, if not the package's own")
    tournament.set_defaults(run=_tournament, parser=tournament)


def _add_train(train: argparse.ArgumentParser) -> None:
    train.add_argument("--board", default="7x6",
                       help="its width and height, or: quixo (%(default)s)")  # fmt: skip
    train.add_argument("--connect", type=int, default=4, help="how many in a row win (%(default)s)")
    train.add_argument("--minutes", type=float, help="how long it takes in all (60)")
    train.add_argument("--iterations", type=int,
                       help="how often it plays and learns in all, instead of minutes")  # fmt: skip
    train.add_argument("--workers", type=int, help="how many processes play (one for each core)")
    train.add_argument("--out", type=Path, help="the training's folder (runs/ and the board)")
    train.add_argument("--seed", type=_seed, default=0, help="sets all dice (%(default)s)")
    train.add_argument("--games", type=int, help="for each iteration (4096)")
    train.add_argument("--simulations", type=int, help="for each move at first (64)")
    train.add_argument("--last-simulations", type=int,
                       help="up to how many they double in the course (128)")  # fmt: skip
    train.add_argument("--width", type=int, help="of the network's first layer (704)")
    train.add_argument("--blocks", type=int, help="how many layers come after the first (2)")
    train.add_argument("--gate", type=float,
                       help="which share of points against the best network so far makes one "
                       "the best, such as 0.55 (0: any)")  # fmt: skip
    train.add_argument("--no-lines", action="store_true",
                       help="the network sees only discs, not the lines they are in")  # fmt: skip
    train.set_defaults(run=_train, parser=train)


def _help(options: argparse.Namespace) -> int:
    options.parser.print_help()
    return 0


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a seed is a whole number of at least 0, not {text!r}")
    return int(text)


def _play(options: argparse.Namespace) -> int:
    """Plays one game, and says how to go on with it if it is broken off."""
    if options.width * options.height > LARGEST:
        options.parser.error(f"a board of more than {LARGEST:,} squares does not fit a terminal")
    state = _state(options)
    # Two seeds, so that two players of one kind do not throw the same dice.
    agents = AGENTS[options.x](options.seed), AGENTS[options.o](options.seed + 1)
    names = [f"{SYMBOLS[0]} ({options.x})", f"{SYMBOLS[1]} ({options.o})"]
    if "human" in (options.x, options.o):
        print("Type the number of a column, then Enter. Ctrl-C ends the game; you can resume it.")
    try:
        while not state.is_over:
            print(f"\n{state}\n\n{names[state.player]} to move.")
            column = agents[state.player](state)
            print(f"{names[state.player]} plays column {column + 1}.")
            state = state.play(column)
    except (EOFError, KeyboardInterrupt) as stop:
        print(f"\n\nStopped. To go on with this game:\n{_resume(options, state)}")
        return 130 if isinstance(stop, KeyboardInterrupt) else 0
    result = "A draw" if state.winner is None else f"{names[state.winner]} wins"
    print(f"\n{state}\n\n{result} after {state.ply} moves: {state.to_moves()}")
    return 0


def _state(options: argparse.Namespace) -> Connect4:
    """The position that the options tell."""
    try:
        return Connect4.from_moves(options.moves, options.width, options.height, options.connect)
    except ValueError as error:
        options.parser.error(str(error))
        raise


def _resume(options: argparse.Namespace, state: Connect4) -> str:
    """The command that goes on from `state` with the same players."""
    words = ["python", "-m", "c4lib", "play"]
    for name in ("x", "o", "width", "height", "connect", "seed"):
        words += [f"--{name}", str(getattr(options, name))]
    if state.ply:
        words += ["--moves", state.to_moves()]
    return shlex.join(words)


def _solve(options: argparse.Namespace) -> int:
    """Prints the board, and each column's score and outlook for the player to move."""
    from c4lib.fast import Solver  # only here, for it loads the compiler
    from c4lib.fast.solver import THREADS, outlook

    state = _state(options)
    solver = Solver(book=not options.no_book, threads=THREADS)
    try:
        scores = solver.analyze(state)
    except ValueError as error:
        options.parser.error(str(error))
    print(f"{state}\n\n{SYMBOLS[state.player]} to move\ncolumn  score")
    best = max(scores.values())
    for move, score in scores.items():
        mark = "*" if score == best else ""
        print(
            f"{move + 1:>6}  {score:>+5}{mark:1}  {outlook(score, state.free)}".replace("+0", " 0")
        )
    return 0


def _book(options: argparse.Namespace) -> int:
    """Goes on with the opening book until it is whole or Ctrl-C is pressed; or checks it."""
    from c4lib.fast import book, make_book  # only here, for they load the compiler

    file = options.file or book.FILE
    try:
        if options.check is None:
            make_book.make(file, options.plies, options.table_mb, os.cpu_count() or 1)
            return 0
        wrong = make_book.check(file, options.check, options.plies)
    except (OSError, ValueError) as error:
        options.parser.error(str(error))
    print("\n".join(f"wrong: {moves}" for moves in wrong) or "all of them are right")
    return 1 if wrong else 0


def _go_on(options: argparse.Namespace, work: Callable[[], None]) -> int:
    """Does work that keeps what is finished; the exit code tells if Ctrl-C ended it."""
    try:
        work()
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.")
        return 130
    except BrokenPipeError:  # nobody reads on
        raise
    except (OSError, ValueError) as error:
        options.parser.error(str(error))
    return 0


def _boards(options: argparse.Namespace) -> int:
    """Goes on with the table of boards until it is whole or Ctrl-C is pressed."""
    from c4lib import boards  # only here, for nothing else needs many processes

    file = options.file or boards.FILE

    def work() -> None:
        boards.run(file, options.games, options.large_games, options.nodes, options.workers)
        print(f"The table is in {file}.")

    return _go_on(options, work)


def _strength(options: argparse.Namespace) -> int:
    """Goes on measuring the strength of MCTS until all is done or Ctrl-C is pressed."""
    from c4lib import strength  # only here, for nothing else needs it

    file = options.file or strength.FILE
    numbers = {what: getattr(options, what) for what in ("most", "work", "seeds", "games")}
    given = {what: number for what, number in numbers.items() if number is not None}
    if options.quick:
        if options.file is None:
            options.parser.error("--quick needs a --file, so as not to replace the whole measuring")
        given = {**strength.QUICK, **given}

    def work() -> None:
        strength.run(file, **given, workers=options.workers)
        print(f"What was measured is in {file}.")

    return _go_on(options, work)


def _elsewhere(options: argparse.Namespace) -> int:
    """Goes on with the matches in other games until all are played or Ctrl-C is pressed."""
    from c4lib import elsewhere  # only here, for nothing else needs it

    file = options.file or elsewhere.FILE
    if options.games is not None and options.file is None:
        options.parser.error("--games needs a --file, so as not to replace the whole table")

    def work() -> None:
        elsewhere.run(file, options.games, options.workers)
        print(f"The table is in {file}.")

    return _go_on(options, work)


def _tournament(options: argparse.Namespace) -> int:
    """Goes on with the ladder until it is whole or Ctrl-C is pressed, and prints the table."""
    from c4lib import ladder, tournament  # only here, for nothing else needs them

    numbers = {what: getattr(options, what) for what in ("games", "positions")}
    given = {what: number for what, number in numbers.items() if number is not None}
    if options.quick:
        if options.file is None:
            options.parser.error("--quick needs a --file, so as not to touch the whole ladder")
        given = {**tournament.QUICK, **given}
    workers = (os.cpu_count() or 1) if options.workers is None else options.workers
    file = options.file or ladder.FILE

    def work() -> None:
        found = tournament.ladder(
            options.players or COURSE, **given, seed=options.seed, workers=workers, file=file,
            again=options.again, screen=sys.stderr,
        )  # fmt: skip
        anchor = "random" if "random" in found.players else None
        print(ladder.table(ladder.standings(found, anchor)))
        print(f"The ladder is in {file}.")

    return _go_on(options, work)


def _train(options: argparse.Namespace) -> int:
    """Trains until time is up, or until Ctrl-C or SIGTERM."""
    from c4lib.alphazero.train import command  # only here, for it loads the compiler

    usual = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        command.run(options)
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.")
        return 130
    except BrokenPipeError:  # nobody reads on; what is finished is kept
        raise
    except (OSError, MemoryError) as error:
        options.parser.error(f"{error}; the same command goes on as soon as there is room")
    except ValueError as error:
        options.parser.error(str(error))
    finally:
        signal.signal(signal.SIGTERM, usual)
    return 0


def _export(options: argparse.Namespace) -> int:
    """Writes a submission for Kaggle."""
    from c4lib.world import kaggle  # only here, for it tries the player out

    try:
        player = kaggle.player_of(options.player, options.seconds, options.net)
        file = kaggle.export(player, options.out)
    except (OSError, ValueError) as error:
        options.parser.error(str(error))
    print(f"{file} is written: {file.stat().st_size:,} bytes. Submit it to Kaggle's ConnectX.")
    return 0


def _bench(options: argparse.Namespace) -> int:
    """Prints the figures of one part as they are measured."""
    for figure in bench.PARTS[options.part]():
        print(figure, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
