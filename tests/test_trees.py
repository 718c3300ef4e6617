"""A recorded search becomes a graph, a drawing that can be read, and a sentence."""

from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from c4lib.connect4 import Connect4
from c4lib.games.modelled import Modelled, uniform
from c4lib.games.pig import Pig, lead
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree, RandomTree
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
from c4lib.result import Trace
from c4lib.search import alphabeta, expectimax, minimax, paranoid
from c4lib.search.common import WIN
from c4lib.search.table import TranspositionTable
from c4lib.view import trees
from c4lib.view.tree_graph import folded, graph_of
from c4lib.view.tree_layout import best_layout
from c4lib.view.tree_text import chance_text, moves_text, value_text

BOOK = ListTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
THREE = ListTree.of([[[8, 3], [9, 1]], [[2, 5], [4, 7]], [[6, 0], [1, 3]]])
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
    "tic-tac-toe": lambda: traced(minimax, TicTacToe.from_moves("519234")),
    "tic-tac-toe, cut": lambda: traced(alphabeta, TicTacToe.from_moves("51923")),
    "a large tree": lambda: traced(alphabeta, Connect4(3, 3, 3)),
    "a table": lambda: traced(alphabeta, Connect4(3, 3, 3), table=TranspositionTable()),
    "a deep tree": lambda: traced(alphabeta, Connect4(3, 4, 3)),
    "a die": lambda: traced(expectimax, Pig(20, (12, 14), 5), depth=1, evaluate=lead),
    "a die, twice": lambda: traced(expectimax, Pig(20, (12, 14), 5), depth=2, evaluate=lead),
    "the wind, cut": lambda: traced(expectimax, WINDY, depth=2, prune=True),
    "an opponent as dice": lambda: traced(expectimax, Modelled(BOOK, 1, uniform)),
    "only a root": lambda: traced(minimax, Connect4(), depth=0),
}


@pytest.fixture(params=EXAMPLES, scope="module")
def trace(request) -> Trace:
    return EXAMPLES[request.param]()


# ---- the graph -----------------------------------------------------------------------------


def test_the_graph_has_every_node_and_every_move_that_was_cut_off(trace):
    tree = trees.graph(trace)
    cuts = [("cut", node.number, move) for node in trace.nodes for move in node.cut]
    assert set(tree) == {node.number for node in trace.nodes} | set(cuts)
    assert tree.number_of_edges() == len(tree) - 1
    for node in trace.nodes:
        assert [*tree.successors(node.number)][: len(node.children)] == node.children


def test_the_graph_s_nodes_say_what_the_trace_says(trace):
    tree = trees.graph(trace)
    for node in trace.nodes:
        data = tree.nodes[node.number]
        assert data["cut"] is False
        for name in ("state", "move", "is_max", "ply", "value", "bound", "window", "kind"):
            assert data[name] == getattr(node, name)
        if node.parent is not None:
            assert tree.edges[node.parent, node.number]["move"] == node.move


def test_the_principal_line_is_marked_on_nodes_and_edges(trace):
    tree, line = trees.graph(trace), trace.principal()
    assert [node for node, best in tree.nodes(data="principal") if best] == line
    edges = [(above, below) for above, below, best in tree.edges(data="principal") if best]
    assert sorted(edges) == [*pairwise(line)]


def test_what_was_cut_off_says_why():
    tree = trees.graph(traced(alphabeta, BOOK))
    cuts = {node: data for node, data in tree.nodes(data=True) if data["cut"]}
    assert [(move, data["reason"]) for (_, _, move), data in cuts.items()] == [
        (1, "α 3 ≥ β 2"),
        (2, "α 3 ≥ β 2"),
    ]
    assert {data["ply"] for data in cuts.values()} == {2}


@pytest.mark.parametrize("function", [trees.graph, trees.draw, trees.describe])
def test_an_empty_trace_must_first_be_handed_to_a_search(function):
    with pytest.raises(ValueError, match="empty; hand it to a search first"):
        function(Trace())


def test_a_trace_of_two_searches_is_not_one_tree():
    trace = traced(minimax, BOOK)
    minimax(BOOK, trace=trace)
    with pytest.raises(ValueError, match="several searches"):
        trees.graph(trace)


# ---- folding -------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [2, 3, 10, 40, 150, 1000])
def test_folding_keeps_to_the_limit_and_loses_no_node(trace, most):
    small = folded(graph_of(trace, merge=True), most)
    assert len(small) <= most
    shown = [node for node in small if isinstance(node, int)]
    counts = [data["count"] for _, data in small.nodes(data=True) if data["kind"] == "fold"]
    assert len(shown) + sum(counts) == len(trace)
    assert all(counts)


def test_folding_keeps_the_principal_line_and_the_upper_plies():
    trace = EXAMPLES["a large tree"]()
    small = folded(graph_of(trace, merge=True), 150)
    assert set(trace.principal()) <= set(small)
    assert {node.number for node in trace.nodes if node.ply <= 3} <= set(small)


def test_a_tree_that_fits_is_not_folded():
    trace = EXAMPLES["a whole tiny game"]()
    assert set(folded(graph_of(trace, merge=True), 55)) == set(range(55))


def test_at_least_the_root_and_what_is_folded_are_drawn():
    with pytest.raises(ValueError, match="at least 2"):
        trees.draw(traced(minimax, BOOK), most=1)


# ---- the drawing ---------------------------------------------------------------------------


def drawn_nodes(figure: Figure) -> int:
    return sum(patch.get_gid() == "node" for patch in figure.axes[0].patches)


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.axes[0].texts if text.get_text()]


def corners(boxes) -> np.ndarray:
    return np.array([(box.x0, box.y0, box.x1, box.y1) for box in boxes]).reshape(-1, 4)


def assert_legible(figure: Figure) -> None:
    """Values lie in their symbols; else no text, symbol or board touches another or the rim."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    (axes,), (legend,) = figure.axes, figure.legends
    labels = [text for text in (*axes.texts, *legend.get_texts()) if text.get_text()]
    assert min(label.get_fontsize() for label in labels) >= 8
    shapes = [patch for patch in axes.patches if patch.get_gid() in ("node", "board")]
    boxes = corners([label.get_window_extent(renderer) for label in labels])
    solid = corners([shape.get_window_extent(renderer) for shape in shapes])
    assert (boxes[:, :2] >= 0).all()
    assert (boxes[:, 2:] <= figure.bbox.max).all()
    inside = (boxes[:, None, :2] >= solid[:, :2]) & (boxes[:, None, 2:] <= solid[:, 2:])
    loose = ~inside.all(axis=2).any(axis=1)
    nodes = sum(shape.get_gid() == "node" for shape in shapes)
    assert (~loose).sum() == nodes, "a value is larger than its symbol"
    every = np.concatenate([boxes[loose], solid])
    names = [label.get_text() for label, is_loose in zip(labels, loose, strict=True) if is_loose]
    lower = np.maximum(every[:, None, :2], every[:, :2])
    upper = np.minimum(every[:, None, 2:], every[:, 2:])
    for one, other in np.argwhere((upper - lower > 1).all(axis=2)):
        assert one == other, [(names + ["a shape"] * len(solid))[n] for n in (one, other)]


@pytest.mark.parametrize(
    "options", [{}, {"boards": True, "windows": True}, {"boards": False, "windows": True}]
)
def test_every_example_is_drawn_legibly(trace, options):
    if options.get("boards") and len(trace) > 150:
        options = {"boards": True, "most": 60}  # many boards take long to draw
    before = plt.get_fignums()
    figure = trees.draw(trace, **options)
    assert isinstance(figure, Figure)
    assert plt.get_fignums() == before
    assert drawn_nodes(figure) <= 150
    assert_legible(figure)


def test_a_tree_is_as_wide_as_a_notebook_unless_it_is_very_deep(trace):
    wide = best_layout(trace, None, None, 150, 9.0).width
    assert wide == pytest.approx(9) or (max(node.ply for node in trace.nodes) > 9 and wide < 12)


def test_a_large_tree_says_how_much_is_folded():
    trace = EXAMPLES["a large tree"]()
    figure = trees.draw(trace, most=40)
    assert drawn_nodes(figure) <= 40
    counts = [int(text[1:].replace(",", "")) for text in texts(figure) if text[0] == "+"]
    shown = drawn_nodes(figure) - len(counts) - sum(text[0] == "✂" for text in texts(figure))
    assert shown + sum(counts) == len(trace)
    assert_legible(figure)


def test_values_bounds_windows_moves_and_reasons_are_written():
    written = texts(trees.draw(traced(alphabeta, BOOK)))
    assert {"3", "≤ 2", "a", "b", "c", "α 3   β ∞", "α 3   β ∞\n✂ α 3 ≥ β 2"} <= set(written)


def test_windows_are_shown_only_where_they_say_something():
    assert not any("α" in text for text in texts(trees.draw(traced(minimax, BOOK))))
    assert any("α" in text for text in texts(trees.draw(traced(minimax, BOOK), windows=True)))


def test_columns_are_counted_from_1_and_cut_ones_are_named_together():
    written = texts(trees.draw(traced(alphabeta, Connect4(4, 4), depth=2)))
    assert {"1", "4", "2–4"} <= set(written)
    assert moves_text(Connect4(), [6, 0, 3]) == "1, 4, 7"


def test_where_dice_decide_is_a_diamond_with_probabilities_below():
    figure = trees.draw(EXAMPLES["an opponent as dice"]())
    diamonds = [patch for patch in figure.axes[0].patches if isinstance(patch, Polygon)]
    assert len(diamonds) == 3
    assert texts(figure).count("a: 1/3") == 3
    assert "chance" in [text.get_text() for text in figure.legends[0].get_texts()]
    assert "MIN" not in [text.get_text() for text in figure.legends[0].get_texts()]


def test_columns_of_the_wind_are_counted_from_1_and_its_boards_are_drawn():
    figure = trees.draw(traced(expectimax, WINDY, depth=1))
    assert {"1", "1: 0.9", "2: 0.1", "2: 0.8"} <= set(texts(figure))
    assert figure.axes[0].lines
    assert "MAX (X) is to move" in trees.describe(traced(expectimax, WINDY, depth=1))


def test_a_game_of_three_seen_as_two_sides_can_be_drawn():
    trace = traced(paranoid, Trio.from_moves("1231", 4, 2, 3))
    assert trees.draw(trace) is not None
    assert trees.graph(trace).nodes[0]["is_max"]


@pytest.mark.parametrize(
    ("chance", "text"),
    [(1, "1"), (0.5, "0.5"), (1 / 3, "1/3"), (1 / 6, "1/6"), (0.05, "0.05"), (13 / 15, "0.87")],
)
def test_probabilities_are_written_as_people_write_them(chance, text):
    assert chance_text(chance) == text


def test_boards_are_shown_where_they_fit_or_if_asked_for():
    def markers(**options):
        return len(trees.draw(traced(minimax, Connect4(4, 4), depth=1), **options).axes[0].lines)

    assert markers() == markers(boards=True) > markers(boards=False) == 0


@pytest.mark.parametrize(
    ("value", "bound", "text"),
    [
        (3.0, "exact", "3"),
        (-0.5, "upper", "≤ −0.5"),
        (-0.0, "exact", "0"),
        (float("-inf"), "exact", "−∞"),
        (1234.4, "lower", "≥ 1,234"),
        (0.98765, "exact", "0.988"),
        (WIN - 3, "exact", "win 3"),
        (4 - WIN, "upper", "≤ loss 4"),
        (None, "exact", "?"),
    ],
)
def test_values_are_written_as_people_write_them(value, bound, text):
    assert value_text(value, bound) == text


def test_the_same_trace_gives_the_same_picture():
    trace = EXAMPLES["tic-tac-toe, cut"]()
    pictures = []
    for _ in range(2):
        canvas = FigureCanvasAgg(trees.draw(trace))
        canvas.draw()
        pictures.append(bytes(canvas.buffer_rgba()))
    assert pictures[0] == pictures[1]


def test_a_search_that_was_stopped_can_be_drawn():
    trace = Trace()
    root = trace.enter(BOOK, None, None, True, (-1, 1))
    trace.enter(BOOK.play(0), 0, root, False, (-1, 1))
    assert texts(trees.draw(trace)).count("?") == 2


# ---- in words ------------------------------------------------------------------------------


def test_a_tree_is_described_in_a_paragraph():
    assert trees.describe(traced(alphabeta, BOOK)) == (
        "A search tree of 11 nodes, 2 plies deep; MAX is to move. The root's value for MAX: 3. "
        "Best play: a, a. 1 cutoff, 2 moves never looked at."
    )
    words = trees.describe(EXAMPLES["tic-tac-toe, cut"]())
    assert "MAX (O) is to move" in words
    assert "Best play: 4, 6." in words
