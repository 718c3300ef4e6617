"""Example calls of every function that makes a plot, and what they are made from."""

from collections.abc import Callable
from functools import cache, partial

import numpy as np
from matplotlib.figure import Figure

from c4lib import Connect4, fast
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.alphazero.patterns import PatternNet
from c4lib.alphazero.puct import puct
from c4lib.games.pig import best_rolls
from c4lib.games.quixo import Quixo
from c4lib.games.trees import TupleTree
from c4lib.heuristics import EVALUATIONS, FEATURES, Linear
from c4lib.measure import study_boards, study_engine, study_mcts
from c4lib.measure.accuracy import Accuracy, Answer, Estimate, Position, positions
from c4lib.measure.ladder import Ladder, Played, Standing
from c4lib.measure.probes import CONCEPTS
from c4lib.measure.review import review
from c4lib.measure.study_games import Match
from c4lib.measure.study_growth import DISCS, SIMULATIONS, GrowthFigure
from c4lib.measure.weaknesses import Trial
from c4lib.players.agents import OnePly, Random
from c4lib.players.arena import match
from c4lib.players.names import COURSE
from c4lib.search import mcts
from c4lib.view import plots
from c4lib.view.plots import accuracy as accuracy_plots
from c4lib.view.plots import (
    alphazero,
    chance,
    engine,
    games,
    heuristics,
    ladder,
    mcts_strength,
    network,
)
from c4lib.view.plots import mcts as mcts_plots
from c4lib.view.plots import review as review_plots

TRAP = Connect4.from_moves("1516162")  # O must stop X in column 1
SMALL = Connect4.from_moves("3312", 5, 4)
FULL = Connect4.from_moves("44444412")
GAME = "4443324744335321226355557266656"  # X wins with the last move
GOAL = 40
BEST = best_rolls(GOAL)
HOLD_AT_10 = np.broadcast_to(np.arange(GOAL)[:, None, None] < 10, (GOAL,) * 3)
TREE = TupleTree.of([[(4, 1, 2), (1, 3, 3)], [(6, 2, 1), [(3, 0, 4), (0, 6, 2)]]])


@cache
def judged():
    """Two agents' answers to the same positions: the best moves, and the leftmost ones."""
    some = positions(count=40)
    best = [Answer(each, max(each.scores, key=each.scores.get)) for each in some]
    leftmost = [Answer(each, min(each.scores)) for each in some]
    return Accuracy("best", tuple(best)), Accuracy("leftmost", tuple(leftmost))


@cache
def played():
    return [match(OnePly(), Random(), games=20), match(Random(), Random(), games=20)]


def cell(width, height, connect, side, *ends):
    """What `c4lib.measure.study_boards` has for a board; `ends` are games won, drawn and lost."""
    return study_boards.BoardResult(width, height, connect, "one-ply", side, 1000, *ends)


CELLS = [
    cell(width, height, connect, side, 100 - 10 * width + side, 10 * width - side - 7, 7)
    for connect in (4, 5)
    for width in (4, 5, 6, 7)
    for height in (4, 5, 6, 7)
    for side in (0, 1)
    if connect <= max(width, height)
] + [cell(size, size, 10, side, 3, 2, 0) for size in (20, 30, 40, 50) for side in (0, 1)]


def standing(name, rating, seconds, mark=5.0):
    return Standing(
        name, Estimate(rating, rating - 40, rating + 50, 100), 0.5,
        Estimate(0.8, 0.7, 0.9, 200), seconds, Estimate(mark, mark - 0.5, min(10, mark + 0.5), 200),
    )  # fmt: skip


STANDINGS = [
    standing(name, 700 + 90 * n, 10 ** (-4 + 0.13 * n), 1 + n / 3) for n, name in enumerate(COURSE)
][::-1]
"""As many as there are players of the course, with figures much like theirs."""
CROWD = [standing(f"my agent number {n}", 1000 + 30 * n, 0.01 * 1.1**n) for n in range(6)]
CROWD += [standing("random", 0, 1e-5), standing("b", 2000, 1)]


def everybody():
    """A ladder on which each player has met each other one twice."""
    names = [row.name for row in STANDINGS]
    pairs = [(n, m) for n in range(len(names)) for m in range(len(names)) if n != m]
    found = [Played(names[n], names[m], 0, 1.0 if n < m else 0.5, "", "", 0, 0) for n, m in pairs]
    return Ladder(tuple(found)), names


def oracle(state):
    """Likes later columns, and thinks a little of whoever is to move."""
    weights = np.arange(1.0, len(state.moves()) + 1)
    return (weights / weights.sum()).tolist(), 0.1


def searched(state, simulations=60, **options):
    return puct(state, oracle, simulations, **options)


def a_net(state, width=32, blocks=2, lines=True, **options):
    encoding = Columns(state.board, lines)
    return Net.new(encoding.inputs, encoding.outputs, width, blocks, **options), encoding


def a_game(state, moves):
    found = []
    for move in moves:
        found.append((state, searched(state, 20)))
        state = state.play(move)
    return found, state


def a_log(iterations=9, flawless=False):
    rows = []
    for number in range(iterations):
        row = {"iteration": float(number), "games": 100.0, "minutes": 0.5 * (number + 1)}
        row |= {"against_best": 0.4 + 0.03 * number, "promoted": float(number > 4)}
        for way, error in (("kept", 0.4), ("kept_search", 0.15)):
            row[way] = 1 - error / (1 + number)
            for stage, times in (("opening", 1.4), ("middle", 1.0), ("end", 0.4)):
                row[f"{way}_{stage}"] = 1 - times * error / (1 + number)
        if flawless and number > 5:
            row["kept_search_end"] = 1.0
        rows.append(row)
    return rows


def two_networks(length=9, begin=4):
    return [{**row, "network": 1 + (at >= begin)} for at, row in enumerate(a_log(length))]


LOGS = {
    "a log": a_log(), "one row": a_log(1), "300 rows": a_log(300), "flawless": a_log(flawless=True),
    "two networks": two_networks(), "80 rows of two networks": two_networks(80, 20),
}  # fmt: skip


def timed(iterations):
    return [row | {"core_seconds": 2.0} for row in a_log(iterations)]


SPOTS = [TRAP, SMALL, Connect4.from_moves("444444"), Connect4(12, 7)]


def a_miss(state, move=None):
    position = Position(state, {each: each - 2 for each in state.moves()})
    return Trial(Answer(position, min(state.moves()) if move is None else move), 0.003, False)


def points_log():
    names = ("against_random", "alone_random", "against_best", "policy_loss", "value_loss")
    return [{"games": 256.0} | dict.fromkeys(names, 1 / n) for n in (2, 4)]


def shared(value):
    return Estimate(value, max(0, value - 0.02), min(1, value + 0.015), 1000)


CURVES = {
    name: {2.5 * 2**n: shared(share + 0.02 * n) for n in range(4)}
    for name, share in {"patterns": 0.9, "convolution": 0.897, "layers, discs alone": 0.74}.items()
}


def growth(iterations=(0, 1, 2, 4, 8, 16, 32, 61)):
    """What a training's networks keep, and what their numbers tell."""
    rows = []
    for done in iterations:
        for count in SIMULATIONS:
            share = 0.6 / (1 + done / 3) / count**0.3
            rows.append(GrowthFigure(done, 0.98 * done, "kept", "all", count, 1 - share, 1000))
    for number, name in enumerate(CONCEPTS):
        for done in (DISCS, *iterations):
            score = 0.65 if done == DISCS else 0.55 + 0.04 * number * done / (3 + done)
            rows.append(GrowthFigure(done, 0.98 * max(done, 0), "probe", name, 0, score, 500))
    return rows


MATCHES = [Match("Quixo", "one", "other", 60, 20, 20), Match("Othello 6x6", "two", "three", 9)]
JUDGES = {
    "discs": {8: [True, False], 12: [True] * 4},
    "ours": {8: [True], 12: [False, True]},
}


def _lessons_01_to_04():
    growing = {"sequences": [7**n for n in range(9)], "positions": [1, 7, 49, 238, 1120]}
    yield "counts", plots.counts, growing, "plies", "how many", "", {"b^d": [1, 9, 81]}
    yield "counts within", plots.counts, growing, "plies", "how many", "", None, (4, 1e4)
    yield "means", plots.running_means, {"a": range(2000), "b": [4, 4]}, "probes", "nodes", 900
    yield "bars", plots.bars, {"left": 60_184, "centre first": 155_968}, "nodes"
    yield "matches", plots.matches, played()
    yield "running score", plots.running_score, played()
    usual, square = Connect4(), Connect4(4, 4)
    yield "hit rates of 1", heuristics.hit_rates, usual
    yield "hit rates of 2", heuristics.hit_rates, Connect4(10, 10, 5), Connect4(9, 7)
    yield "hit rates of 3", heuristics.hit_rates, usual, square, Connect4(20, 20, 10)
    large = Connect4(50, 50, 10)
    yield "hit rates of 4", heuristics.hit_rates, usual, square, large, Connect4(4, 7)
    best, leftmost = judged()
    yield "by depth", heuristics.by_depth, {key: {1: leftmost, 8: best} for key in EVALUATIONS}
    timed = {key: [(1, leftmost), (900, best)] for key in EVALUATIONS}
    yield "by time", heuristics.by_time, timed, "loss"
    yield "boards", heuristics.board_table, CELLS, "one-ply"
    yield "large boards", heuristics.board_table, CELLS, "one-ply", 10
    states = [position.state for position in positions(count=30)]
    three = dict.fromkeys(("one", "two", "three"), Linear(dict.fromkeys(FEATURES, 1.234)))
    yield "weights", heuristics.weights, three, states
    yield "one weight", heuristics.weights, {"one": Linear({"twos": -1})}, states


def _lesson_05():
    yield "UCT", mcts_plots.uct_bars, mcts(TRAP, 300)
    yield "UCT without C", mcts_plots.uct_bars, mcts(TRAP, 300), 0
    yield "UCT after 4", mcts_plots.uct_bars, mcts(Connect4(), 4)
    yield "UCT, proven", mcts_plots.uct_bars, fast.mcts(TRAP, 3000, prove=True), 0.2
    yield "UCT, many visits", mcts_plots.uct_bars, fast.mcts(Connect4(), 100_000)
    yield "visits", mcts_plots.visits_growth, Connect4(), [10, 100, 1000, 10_000]
    yield "visits on 12x12", mcts_plots.visits_growth, Connect4(12, 12), [20]
    yield "convergence", mcts_plots.convergence, TRAP, 300
    yield "two games", mcts_plots.convergence, Connect4(4, 4), 2, [5]
    few = partial(mcts_plots.bandit_plot, runs=20)
    yield "bandit", few, (0.2, 0.4, 0.5, 0.6), 1000
    yield "seven constants", partial(few, cs=(0, 0.1, 0.3, 0.5, 1, 1.5, 3)), (0.35, 0.7), 40
    yield "nine machines", partial(few, runs=2), [n / 10 for n in range(1, 10)], 5000
    for draw in ("by_budget", "matches"):
        yield f"MCTS {draw}", getattr(mcts_strength, draw), study_mcts.read()


def _lesson_06():
    for name, state in {"7x6": TRAP, "5x4": SMALL, "full": FULL, "12x7": Connect4(12, 7)}.items():
        result, sight = searched(state), searched(state, 1)
        scores = {move: move - 2 for move in state.moves()}
        yield f"thoughts, {name}", alphazero.thoughts, state, result, 0.99, scores
        yield f"first sight, {name}", alphazero.thoughts, state, sight
        yield f"PUCT, {name}", alphazero.puct_terms, state, result
        yield f"PUCT at first sight, {name}", alphazero.puct_terms, state, sight
        yield f"one position, {name}", alphazero.followed, [(state, result)]
        yield f"network, {name}", network.network, *a_net(state, lines=state is not SMALL)
        bare = PatternNet.new(state.board, 32)
        yield f"tower, {name}", network.tower, {"bare": bare}, state.board
        yield f"patterns, {name}", network.patterns, bare, state
    for name, state in {"a game": Connect4(), "a small game": Connect4(5, 4)}.items():
        yield name, alphazero.followed, a_game(state, [0, 1, 2, 3, 4, 0, 1, 2])[0]
    yield "the loop", network.loop
    boards = {name: np.eye(5, 4) for name in ("mine", "theirs", "mine, later", "theirs, later")}
    yield "bits", network.squares, boards
    curves = {"practice": [0.5, 0.2, 0.0], "exam": [0.5, 0.4, 0.4]}
    yield "small learning", network.small_learning, curves, boards
    for blocks in (1, 3, 19):
        yield f"network of {blocks}", network.network, *a_net(Connect4(), 100, blocks)
    for blocks in (1, 2):
        narrow = a_net(Connect4(), 704, blocks, narrow=128, power=2)
        yield f"narrow network of {blocks}", network.network, *narrow
    others = {"MCTS": 0.995, "AlphaBeta": 0.994, "OnePly": 0.6}
    for name, log in LOGS.items():
        yield f"learning, {name}", alphazero.learning_curve, log, "games", others
        yield f"minutes, {name}", alphazero.learning_curve, log, "minutes"
        yield f"stages, {name}", alphazero.stages, log
        yield f"gate, {name}", alphazero.gate, log
    for count in (1, 4):
        logs = dict(zip("abcd"[:count], map(timed, (9, 1, 300, 40)), strict=False))
        yield f"{count} in the same time", alphazero.same_time, logs
        yield f"{count} weak spots", alphazero.weak_spots, [a_miss(each) for each in SPOTS[:count]]
    shares = {0: (0.5, 0.8, 0.45), 1: (0.7, 0.95, 0.5), 2: (0.9, 1.0, 0.7), 3: (1.0, 1.0, 0.95)}
    names = "against_untrained", "against_random", "alone_random"
    curve = [
        {"iteration": done} | dict(zip(names, each, strict=True)) for done, each in shares.items()
    ]
    yield "iso-accuracy", alphazero.iso_accuracy, growth()
    yield "iso-accuracy of one", alphazero.iso_accuracy, growth([0])
    yield "probes", alphazero.probes, growth()
    yield "two probes", alphazero.probes, growth([0, 1, 2]), CONCEPTS[:2]
    yield "learnt in a minute", alphazero.learnt_curve, curve
    found = {1000 * 10**n: [0.6 + 0.1 * n, 0.58 + 0.1 * n, 0.63 + 0.1 * n] for n in range(4)}
    yield "TD learning", alphazero.td_curve, found, others | {"AlphaZero, one look": 0.97}
    yield "TD learning, one player", alphazero.td_curve, {1000: [0.5], 2000: [0.6]}, {}
    yield "ceiling", alphazero.ceiling, CURVES, {"needed": 0.98, "at random": 0.55}
    yield "ceiling, one measurement", alphazero.ceiling, {"one": {10.0: shared(0.9)}}
    equal = {f"candidate {number}": {1.0: shared(0.7), 2.0: shared(0.7)} for number in range(8)}
    yield "ceiling, all equal", alphazero.ceiling, equal


def _lessons_07_to_10():
    found = dict(zip(("best", "leftmost"), judged(), strict=True))
    yield "accuracy by stage", accuracy_plots.by_stage, found
    yield "accuracy by difficulty", accuracy_plots.by_difficulty, found, "loss"
    yield "review", review_plots.curve, review(GAME)
    yield "review of blunders", review_plots.curve, review("44444412135636526377577")
    yield "ladder", ladder.strength_by_time, STANDINGS
    mine = standing("mine 3", 1500, 0.01)
    yield "a star", ladder.strength_by_time, [*STANDINGS, mine], "mine 3"
    yield "a crowd", ladder.strength_by_time, CROWD
    yield "marks", ladder.marks, STANDINGS
    yield "heat map", ladder.heat_map, *everybody()
    yield "curves", chance.curves, [0, 0.5, 1], {"a": [1, 0, -1], "b": [0, 0, 0]}, "x", "y"
    yield "aims", chance.aims, {"1": 0.5, "2": -0.25, "3": 0.5}, "wind 20 %"
    yield "slices", chance.pig_slices, BEST, (0, 10, 20, 35)
    yield "one slice", chance.pig_slices, BEST, [20], HOLD_AT_10, "hold at 10"
    errors, wins = [0.2, 0.2, 0.15, 0.1, 0.1, 0.05, 0.01], [0.43, 0.44, 0.46, 0.47, 0.49, 0.5, 0.5]
    rules = {"hold at 20": 0.46, "hold at 25": 0.48}
    yield "depths", chance.pig_depths, [1, 2, 4, 8, 16, 32, 64], errors, wins, rules
    yield "tuples", chance.tuple_tree, TREE
    yield "tuples to solve", chance.tuple_tree, TREE, False
    yield "points", games.points, MATCHES
    yield "reliability", games.reliability, JUDGES, "moves"
    yield "points and losses", games.learning, points_log()
    yield "symmetries", games.symmetries, Quixo().rules, 3


def _lesson_11():
    rows = study_engine.read()
    ratios = {game: study_engine.ratios(rows, game, "alpha-beta") for game in study_engine.GAMES}
    yield "ladder of tricks", engine.ladder, ratios


EXAMPLES: dict[str, Callable[[], Figure]] = {
    name: partial(draw, *arguments)
    for lessons in (_lessons_01_to_04, _lesson_05, _lesson_06, _lessons_07_to_10, _lesson_11)
    for name, draw, *arguments in lessons()
}
