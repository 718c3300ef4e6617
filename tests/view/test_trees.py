"""A recorded search becomes a graph, a drawing that can be read, and a sentence."""

from itertools import pairwise
from math import inf

import matplotlib.pyplot as plt
import pytest
from figures import check_tree_is_legible
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse, Polygon

from c4lib.connect4 import Connect4
from c4lib.games.modelled_opponent import Modelled, uniform
from c4lib.games.othello import Othello
from c4lib.games.pig import Pig, lead
from c4lib.games.quixo import Quixo
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree, RandomTree
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
from c4lib.heuristics import one
from c4lib.result import Trace
from c4lib.search import alphabeta, expectimax, forced_moves, minimax, paranoid
from c4lib.search.common import WIN
from c4lib.search.table import TranspositionTable
from c4lib.view.boards.svg import DISC
from c4lib.view.plots.style import contrast
from c4lib.view.trees import draw, marks
from c4lib.view.trees.draw import best_layout
from c4lib.view.trees.figure import last_square
from c4lib.view.trees.graph import COPIED, folded
from c4lib.view.trees.text import (
    chance_text,
    moves_text,
    named_move,
    player_name,
    short_value,
    value_text,
)

BOOK = ListTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
THREE = ListTree.of([[[8, 3], [9, 1]], [[2, 5], [4, 7]], [[6, 0], [1, 3]]])
OPEN = Connect4.from_moves("4455")
"""Two in a row, with room on both sides."""
WINDY = Windy(Connect4.from_moves("1223", 3, 3, 3), 0.2)


def traced(search, state, **options) -> Trace:
    trace = Trace()
    search(state, trace=trace, **options)
    return trace


def winning(state: Connect4) -> float:
    return 0.5 * state.player - 0.125


EXAMPLES = {
    "the textbook's tree": lambda: traced(minimax, BOOK),
    "the textbook's tree, cut": lambda: traced(alphabeta, BOOK),
    "three plies": lambda: traced(minimax, THREE),
    "three plies, cut": lambda: traced(alphabeta, THREE),
    "random numbers": lambda: traced(alphabeta, RandomTree(3, 3)),
    "a whole tiny game": lambda: traced(minimax, Connect4(3, 2, 2)),
    "two plies": lambda: traced(alphabeta, Connect4(4, 4), depth=2),
    "three plies of a game": lambda: traced(alphabeta, Connect4(4, 4), depth=3),
    "wins": lambda: traced(alphabeta, Connect4.from_moves("1122"), depth=3, evaluate=winning),
    "beyond its depth": lambda: traced(alphabeta, OPEN, depth=1, evaluate=one, loud=forced_moves),
    "tic-tac-toe": lambda: traced(minimax, TicTacToe.from_moves("519234")),
    "tic-tac-toe, cut": lambda: traced(alphabeta, TicTacToe.from_moves("51923")),
    "a large tree": lambda: traced(alphabeta, Connect4(3, 3, 3)),
    "a table": lambda: traced(alphabeta, Connect4(3, 3, 3), table=TranspositionTable()),
    "a deep tree": lambda: traced(alphabeta, Connect4(3, 4, 3)),
    "a die": lambda: traced(expectimax, Pig(20, (12, 14), 5), depth=1, evaluate=lead),
    "a die, twice": lambda: traced(expectimax, Pig(20, (12, 14), 5), depth=2, evaluate=lead),
    "the wind, cut": lambda: traced(expectimax, WINDY, depth=2, prune=True),
    "an opponent as dice": lambda: traced(expectimax, Modelled(BOOK, 1, uniform)),
    "a game of three": lambda: traced(paranoid, Trio.from_moves("1231", 4, 2, 3)),
    "only a root": lambda: traced(minimax, Connect4(), depth=0),
}


@pytest.fixture(params=EXAMPLES, scope="module")
def trace(request) -> Trace:
    return EXAMPLES[request.param]()


def test_the_graph_has_every_node_as_the_trace_has_it_and_every_move_that_was_cut_off(trace):
    tree, line = draw.graph(trace), trace.principal()
    cuts = [("cut", node.number, move) for node in trace.nodes for move in node.cut]
    assert set(tree) == {node.number for node in trace.nodes} | set(cuts)
    assert tree.number_of_edges() == len(tree) - 1
    for node in trace.nodes:
        data = tree.nodes[node.number]
        assert data["cut"] is False
        assert {name: data[name] for name in COPIED} == {n: getattr(node, n) for n in COPIED}
        assert [*tree.successors(node.number)][: len(node.children)] == node.children
        if node.parent is not None:
            assert tree.edges[node.parent, node.number]["move"] == node.move
    assert [node for node, best in tree.nodes(data="principal") if best] == line
    edges = [(above, below) for above, below, best in tree.edges(data="principal") if best]
    assert sorted(edges) == [*pairwise(line)]


def test_a_trace_is_handed_to_one_search_and_may_be_that_of_a_search_that_was_stopped():
    trace = Trace()
    with pytest.raises(ValueError, match="empty; hand it to a search first"):
        draw.draw(trace)
    root = trace.enter(BOOK, None, None, True, (-1, 1))
    trace.enter(BOOK.play(0), 0, root, False, (-1, 1))
    assert texts(draw.draw(trace)).count("?") == 2
    minimax(BOOK, trace=trace)
    with pytest.raises(ValueError, match="several searches"):
        draw.draw(trace)


@pytest.mark.parametrize("most", [2, 3, 10, 40, 150, 1000])
def test_folding_keeps_to_the_limit_and_loses_no_node(trace, most):
    small = folded(draw.graph(trace, merge=True), most)
    assert len(small) <= most
    shown = [node for node in small if isinstance(node, int)]
    counts = [data["count"] for _, data in small.nodes(data=True) if data["kind"] == "fold"]
    assert len(shown) + sum(counts) == len(trace)
    assert all(counts)


def test_folding_keeps_the_principal_line_and_the_upper_plies_and_what_fits():
    trace = EXAMPLES["a large tree"]()
    small = folded(draw.graph(trace, merge=True), 150)
    assert set(trace.principal()) <= set(small)
    assert {node.number for node in trace.nodes if node.ply <= 3} <= set(small)
    trace = EXAMPLES["a whole tiny game"]()
    assert set(folded(draw.graph(trace, merge=True), 55)) == set(range(55))


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"most": 1}, "most is at least 2"),
        ({"most": "x"}, "most is at least 2, .* not 'x'"),
        ({"width": float("nan")}, "width is a number of at least 1"),
        ({"width": 0}, "width is a number of at least 1"),
    ],
)
def test_a_drawing_too_small_for_a_tree_is_refused(option, message):
    with pytest.raises(ValueError, match=message):
        draw.draw(traced(minimax, BOOK), **option)


def drawn_nodes(figure: Figure) -> int:
    return sum(patch.get_gid() == "node" for patch in figure.axes[0].patches)


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.axes[0].texts if text.get_text()]


@pytest.mark.parametrize(
    "options", [{}, {"boards": True, "windows": True}, {"boards": False, "windows": True}]
)
def test_every_example_is_drawn_legibly(trace, options):
    if options.get("boards") and len(trace) > 150:
        options = {"boards": True, "most": 60}  # many boards take long to draw
    before = plt.get_fignums()
    figure = draw.draw(trace, **options)
    assert isinstance(figure, Figure)
    assert plt.get_fignums() == before
    assert figure.get_facecolor()[3] == figure.axes[0].get_facecolor()[3] == 0  # transparent
    assert drawn_nodes(figure) <= 150
    check_tree_is_legible(figure)


def test_a_tree_is_as_wide_as_a_notebook_unless_it_is_very_deep(trace):
    wide = best_layout(trace, None, None, 150, 8.0).width
    assert wide == pytest.approx(8) or (max(node.ply for node in trace.nodes) > 8 and wide < 12)


def test_a_large_tree_says_how_much_is_folded():
    trace = EXAMPLES["a large tree"]()
    figure = draw.draw(trace, most=40)
    assert drawn_nodes(figure) <= 40
    counts = [int(text[1:].replace(",", "")) for text in texts(figure) if text[0] == "+"]
    shown = drawn_nodes(figure) - len(counts) - sum(text[0] == "✂" for text in texts(figure))
    assert shown + sum(counts) == len(trace)
    check_tree_is_legible(figure)


def test_values_bounds_windows_moves_and_reasons_are_written_where_they_say_something():
    trace = traced(alphabeta, BOOK)
    cuts = [data for _, data in draw.graph(trace).nodes(data=True) if data["cut"]]
    assert [(data["ply"], data["reason"]) for data in cuts] == [(2, "α 3 ≥ β 2")] * 2
    written = texts(draw.draw(trace))
    assert {"3", "≤ 2", "a", "b", "c", "α 3   β ∞", "α 3   β ∞\n✂ α 3 ≥ β 2"} <= set(written)
    trace = traced(minimax, BOOK)
    assert not any("α" in text for text in texts(draw.draw(trace)))
    assert any("α" in text for text in texts(draw.draw(trace, windows=True)))
    written = texts(draw.draw(traced(alphabeta, Connect4(4, 4), depth=2)))
    assert {"1", "4", "2–4"} <= set(written)
    assert moves_text(Connect4(), [6, 0, 3]) == "1, 4, 7"


def test_max_is_a_square_min_a_circle_and_best_play_has_a_colour_that_no_player_has():
    trace = traced(minimax, TicTacToe.from_moves("5192"))
    figure = draw.draw(trace, boards=False)
    circles = [patch for patch in figure.axes[0].patches if isinstance(patch, Ellipse)]
    inner = [node for node in trace.nodes if node.kind == "inner"]
    assert len(circles) == sum(not node.is_max for node in inner) < len(inner)
    bold = [patch for patch in figure.axes[0].patches if same_color(patch.get_ec(), marks.BEST)]
    assert len(bold) == 2 * len(trace.principal()) - 1
    assert marks.BEST not in DISC
    assert all(marks.BEST not in look for look in marks.LOOKS.values())


@pytest.mark.parametrize("page", ["#ffffff", "#111111"])
def test_what_stands_on_the_page_is_legible_on_a_light_theme_and_on_a_dark_one(page):
    for colour, least in ((marks.ON_PAGE, 4), (marks.BEST, 3), (marks.NOW, 3)):
        assert contrast(colour, page) >= least


def test_dice_are_diamonds_with_probabilities_and_the_winds_columns_count_from_1():
    figure = draw.draw(EXAMPLES["an opponent as dice"]())
    diamonds = [patch for patch in figure.axes[0].patches if isinstance(patch, Polygon)]
    assert len(diamonds) == 3
    assert texts(figure).count("a: 1/3") == 3
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert ("chance" in legend, "MIN" in legend) == (True, False)
    trace = traced(expectimax, WINDY, depth=1)
    figure = draw.draw(trace)
    assert {"1", "1: 0.9", "2: 0.1", "2: 0.8"} <= set(texts(figure))
    assert figure.axes[0].lines
    assert "MAX (X) is to move" in draw.describe(trace)


def test_boards_are_shown_where_they_fit_or_if_asked_for():
    def markers(**options):
        return len(draw.draw(traced(minimax, Connect4(4, 4), depth=1), **options).axes[0].lines)

    assert markers() == markers(boards=True) > markers(boards=False) == 0


def test_boards_are_as_large_as_fits_and_the_square_that_is_new_is_framed():
    def squares(trace):
        lines = draw.draw(trace).axes[0].lines
        frames = [line for line in lines if line.get_marker() == "s" and len(line.get_xdata()) == 1]
        return len(frames), max(line.get_markersize() for line in lines)

    few, many = (traced(minimax, TicTacToe.from_moves(moves)) for moves in ("5192346", "974128"))
    assert [squares(trace)[0] for trace in (few, many)] == [len(few) - 1, len(many) - 1]
    assert squares(few)[1] == squares(many)[1] > squares(EXAMPLES["tic-tac-toe, cut"]())[1]
    assert squares(traced(minimax, TicTacToe(), depth=0))[0] == 0
    assert last_square(Connect4.from_moves("112")) == (1, 5)


@pytest.mark.parametrize(
    ("write", "texts"),
    [
        (chance_text, {1: "1", 0.5: "0.5", 1 / 3: "1/3", 1 / 6: "1/6", 0.05: "0.05"}),
        (chance_text, {13 / 15: "0.87"}),
        (value_text, {3.0: "3", -0.0: "0", -inf: "−∞", 0.98765: "0.988", None: "?"}),
        (value_text, {WIN - 3: "win 3", 4 - WIN: "loss 4", 1234.4: "1,234"}),
        (lambda value: value_text(value, "upper"), {-0.5: "≤ −0.5", 4 - WIN: "≤ loss 4"}),
        (lambda value: value_text(value, "lower"), {1234.4: "≥ 1,234"}),
        (short_value, {3.0: "3", -0.5: "−0.5", -0.0: "0", -inf: "−∞", 1 / 3: "0.333"}),
        (short_value, {WIN - 3: "W3", 2 - WIN: "L2"}),
    ],
)
def test_probabilities_and_values_are_written_as_people_write_them(write, texts):
    assert {number: write(number) for number in texts} == texts


def test_the_same_trace_gives_the_same_picture_which_is_described_in_a_paragraph():
    trace = EXAMPLES["tic-tac-toe, cut"]()
    pictures = []
    for _ in range(2):
        canvas = FigureCanvasAgg(draw.draw(trace))
        canvas.draw()
        pictures.append(bytes(canvas.buffer_rgba()))
    assert pictures[0] == pictures[1]
    assert draw.describe(traced(alphabeta, BOOK)) == (
        "A search tree of 11 nodes, 2 plies deep; MAX is to move. The root's value for MAX: 3. "
        "Best play: a, a. 1 cutoff, 2 moves never looked at."
    )
    words = draw.describe(EXAMPLES["tic-tac-toe, cut"]())
    assert "MAX (O) is to move" in words
    assert "Best play: 4, 6." in words


def test_moves_are_named_as_boards_label_them() -> None:
    named = {start: named_move(start, start.moves()[0]) for start in (Quixo(), Othello(6), Trio())}
    assert [*named.values()] == ["move a1 to e1", "move c2", "column 1"]
    assert named_move(TicTacToe(), 4) == "square 5"
    assert [player_name(Trio(), player) for player in range(3)] == ["X", "O", "#"]
    assert moves_text(Trio(), [0, 1, 2]) == "1–3"
