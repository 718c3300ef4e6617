"""The still pictures of lesson 06 say what was computed, and all of it can be read."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from figures import check_is_readable, texts
from matplotlib.colors import to_rgb

from c4lib import Connect4
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.alphazero.search import puct
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import mcts
from c4lib.view import alphazero_plots as plots
from c4lib.view import network_plot
from c4lib.view.svg import OUTLOOK

TRAP = Connect4.from_moves("1516162")
"""O must stop X in column 1."""
SMALL = Connect4.from_moves("3312", 5, 4)
FULL = Connect4.from_moves("44444412")


def oracle(state):
    """Likes later columns, and thinks a little of whoever is to move."""
    weights = np.arange(1.0, len(state.moves()) + 1)
    return (weights / weights.sum()).tolist(), 0.1


def searched(state, simulations=60, **options):
    return puct(state, oracle, simulations, **options)


def a_net(state, width=32, blocks=2, lines=True):
    encoding = Columns(state.board, lines)
    return Net.new(encoding.inputs, encoding.outputs, width, blocks), encoding


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


def words(figure):
    return [text.get_text() for text in texts(figure)]


def marked(figure, gid):
    """The shapes of that name, panel by panel."""
    found = [axes.findobj(lambda each: each.get_gid() == gid) for axes in figure.axes]
    return [each for each in found if each]


def colour_of(words, figure):
    (text,) = [each for each in texts(figure) if each.get_text() == words]
    return to_rgb(text.get_color())


# ---- what networks cost --------------------------------------------------------------------


def test_a_network_multiplies_once_for_each_weight():
    net, encoding = a_net(Connect4(), width=256)
    layers = [(785, 256), (256, 256), (256, 256), (256, 7), (256, 64), (64, 1)]
    assert network_plot.cost(net) == sum(rows * columns for rows, columns in layers)
    biases = sum(columns for _, columns in layers)
    assert net.size == network_plot.cost(net) + biases
    assert encoding.inputs == 785
    squared = Net.new(encoding.inputs, 7, 256, 2, power=2)
    assert network_plot.cost(squared) == network_plot.cost(net) + 256


def test_a_tower_multiplies_for_each_weight_at_each_square():
    squares = 42
    first, block = 2 * 64 * 9 * squares, 2 * 64 * 64 * 9 * squares
    policy = 64 * 2 * squares + 2 * squares * 7
    value = 64 * squares + squares * 256 + 256
    board = Connect4().board
    assert network_plot.tower_cost(board, 5, 64) == first + 5 * block + policy + value
    more = network_plot.tower_cost(board, 6, 64) - network_plot.tower_cost(board, 5, 64)
    assert more == block


@pytest.mark.parametrize("wrong", [{"blocks": 0}, {"filters": 2.5}, {"planes": 0}])
def test_a_tower_has_whole_sizes(wrong):
    (name,) = wrong
    with pytest.raises(ValueError, match=f"{name} is a whole number of at least 1"):
        network_plot.tower_cost(Connect4().board, **{"blocks": 5, "filters": 64} | wrong)


def test_the_bars_are_the_costs_and_say_how_many_times_as_many():
    net, encoding = a_net(Connect4())
    figure = network_plot.tower(net, encoding)
    (bars,) = figure.axes[-1].containers
    wanted = list(network_plot.costs(net, encoding.board).values())
    assert [bar.get_width() for bar in bars] == wanted
    assert wanted[0] == network_plot.cost(net)
    assert wanted[2] == network_plot.tower_cost(encoding.board, 19, 256)
    assert figure.axes[-1].get_xscale() == "log"
    assert f"{wanted[1]:,}\n{wanted[1] / wanted[0]:,.0f} times as many" in words(figure)


# ---- the network ---------------------------------------------------------------------------


def test_each_part_tells_its_weights_and_together_they_are_all():
    net, encoding = a_net(Connect4(), width=40, blocks=2)
    written = words(network_plot.network(net, encoding))
    first, block, policy = 785 * 40 + 40, 40 * 40 + 40, 40 * 7 + 7
    value = 40 * 64 + 64 + 64 + 1
    assert f"first layer\n{first:,}\nweights" in written
    assert f"block 2\n{block:,}\nweights" in written
    assert {f"{policy:,} weights", f"{value:,} weights"} <= set(written)
    assert "785 bits in all,\nalso of lines" in written
    assert first + 2 * block + policy + value == net.size
    assert any(text.startswith(f"{net.size:,} weights in all") for text in written)
    assert "h = relu(x W + b), 40 numbers; a block adds relu(h W + b) to them" in written


def test_narrow_blocks_and_squares_are_told():
    encoding = Columns(Connect4().board)
    net = Net.new(encoding.inputs, 7, 40, narrow=12, power=2)
    written = words(network_plot.network(net, encoding))
    words_of_it = (
        "h = relu(x W + b)², 40 numbers; a block adds relu(h W + b) to the first 12 of them"
    )
    assert words_of_it in written
    assert f"block 1\n{40 * 12 + 12:,}\nweights" in written
    net = Net.new(encoding.inputs, 7, 40, blocks=2, narrow=12, power=2)
    written = words(network_plot.network(net, encoding))
    assert words_of_it in written
    assert f"block 2\n{12 * 12 + 12:,}\nweights" in written


def test_the_network_s_answer_to_the_position_is_drawn():
    net, encoding = a_net(TRAP)
    figure = network_plot.network(net, encoding, TRAP)
    policy, value = net.predict(encoding.bits(TRAP)[None], np.ones((1, 7)))
    (bars,) = marked(figure, "policy")
    heights = np.array([bar.get_height() for bar in bars])
    assert heights / heights.sum() == pytest.approx(policy[0], rel=1e-4)
    assert f"{value[0]:+.2f}".replace("-", "−") in words(figure)
    assert f"{policy.max():.0%}".replace("%", " %") in words(figure)


def test_a_full_column_has_no_share():
    net, encoding = a_net(FULL)
    (bars,) = marked(network_plot.network(net, encoding, FULL), "policy")
    assert [bar.get_height() > 1e-6 for bar in bars] == [True] * 3 + [False] + [True] * 3


def test_the_planes_are_those_that_the_network_sees():
    names = ["mine", "theirs", "my threats", "their threats", "next squares"]
    for lines in (True, False):
        figure = network_plot.network(*a_net(TRAP, lines=lines), TRAP)
        assert [text for text in words(figure) if text in names] == names[: 5 if lines else 2]
        planes = figure.axes[0].collections
        dark = [(np.ptp(p.get_facecolors(), axis=1) > 0.3).sum() for p in planes]
        assert dark[:2] == [3, 4]


@pytest.mark.parametrize(
    ("blocks", "shown", "more"),
    [(1, [1], None), (3, [1, 2, 3], None), (4, [1, 2, 4], "1"), (19, [1, 2, 19], "16")],
)
def test_of_many_blocks_some_are_drawn_and_the_others_counted(blocks, shown, more):
    written = words(network_plot.network(*a_net(Connect4(), blocks=blocks)))
    assert [t.split("\n")[0] for t in written if t.startswith("block ")] == [
        f"block {number}" for number in shown
    ]
    assert [t for t in written if " more\n" in t] == ([f"…\n{more} more\n…"] if more else [])


@pytest.mark.parametrize("draw", [network_plot.network, network_plot.tower])
def test_a_network_for_another_board_is_refused(draw):
    net, _ = a_net(Connect4())
    with pytest.raises(ValueError, match="does not fit 5x4, 4 in a row with lines, which has 319"):
        draw(net, Columns(Connect4(5, 4).board))
    with pytest.raises(ValueError, match="give the encoding of a board"):
        draw(net, Connect4())


def test_a_finished_game_has_no_answer():
    with pytest.raises(ValueError, match="the game is over"):
        network_plot.network(*a_net(Connect4()), Connect4.from_moves("1212121"))


# ---- what a position looks like to it ------------------------------------------------------


@pytest.mark.parametrize("state", [TRAP, SMALL, FULL])
def test_priors_visits_and_values_stand_under_their_columns(state):
    result = searched(state)
    priors, visits, values = marked(plots.thoughts(state, result), "bar")
    for row, wanted in (
        (priors, {move: each.prior for move, each in result.moves.items()}),
        (visits, {move: each.visits / 59 for move, each in result.moves.items()}),
        (values, {move: each.value for move, each in result.moves.items() if each.visits}),
    ):
        found = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in row}
        assert found == pytest.approx(wanted)


def test_the_best_of_each_row_has_a_star_and_the_chosen_move_a_ring():
    result = searched(TRAP)
    best = max(result.moves.values(), key=lambda each: each.prior)
    figure = plots.thoughts(TRAP, result, scores={m: -3 if m else 0 for m in TRAP.moves()})
    stars = [text for text in words(figure) if "★" in text]
    most = max(each.visits for each in result.moves.values())
    ways = f"{100 * best.prior:.0f} %★", f"{100 * most / 59:.0f} %★"
    assert stars[:2] == list(ways)
    assert stars[-1] == "0\ndraw★"
    ((ring,),) = marked(figure, "ring")
    assert tuple(ring.get_offsets()[0]) == TRAP.play(result.move).last_cell


def test_moves_that_are_equally_good_all_have_stars():
    figure = plots.thoughts(TRAP, searched(TRAP), scores=dict.fromkeys(TRAP.moves(), 2))
    assert words(figure).count("+2\nwin★") == 7


def test_the_truth_is_told_in_words_and_colours():
    scores = {0: 4, 1: 0, 2: -2, 3: -2, 4: -2}
    figure = plots.thoughts(SMALL, searched(SMALL), scores=scores)
    assert {"+4\nwin★", "0\ndraw", "−2\nloss"} <= set(words(figure))
    assert colour_of("0\ndraw", figure) == to_rgb(OUTLOOK[0][2])
    assert "the truth" not in words(plots.thoughts(SMALL, searched(SMALL)))


def test_the_value_of_the_position_is_the_search_s_beside_the_network_s():
    result = searched(TRAP)
    figure = plots.thoughts(TRAP, result, value=-0.25)
    ((network,),), ((search,),) = marked(figure, "network"), marked(figure, "search")
    assert (network.get_height(), search.get_height()) == (-0.25, pytest.approx(result.value))
    assert {"−0.25", "network", "search", "O to move"} <= set(words(figure))
    assert "network" not in words(plots.thoughts(TRAP, result))


def test_full_columns_and_moves_that_were_not_visited_are_marked():
    written = words(plots.thoughts(FULL, searched(FULL, 3)))
    assert written.count("full") == 3
    assert written.count("–") == 6 - 2


def test_without_a_search_only_what_the_network_says_is_shown():
    result, scores = searched(TRAP, 1), dict.fromkeys(TRAP.moves(), 2)
    for value, shown in ((None, result.value), (-0.25, -0.25)):
        figure = plots.thoughts(TRAP, result, value, scores)
        ((network,),) = marked(figure, "network")
        assert network.get_height() == pytest.approx(shown)
        written = words(figure)
        assert {"prior", "network", "the truth", "dashed ring: the\nnetwork's choice"} <= set(
            written
        )
        assert not {"visits", "mean value", "search"} & set(written)
        assert [text for text in written if text.endswith("%★")] == ["25 %★"]


def test_shares_and_values_are_written_briefly():
    assert [plots._percent(share) for share in (0, 0.0002, 0.004, 0.0096, 0.5)] == [
        "0 %", "0 %", "0.4 %", "1 %", "50 %",
    ]  # fmt: skip
    assert [plots._signed(value) for value in (-0.001, 0.5, -1)] == ["+0.00", "+0.50", "−1.00"]


@pytest.mark.parametrize("draw", [plots.thoughts, plots.puct_terms])
def test_a_result_of_something_else_is_refused(draw):
    with pytest.raises(ValueError, match=r"not of this state, which has the moves \[0, 1, 2, 3, 4"):
        draw(TRAP, searched(SMALL))
    with pytest.raises(ValueError, match="this search had no priors"):
        draw(TRAP, mcts(TRAP, 20))
    with pytest.raises(ValueError, match="positions of Connect X"):
        draw(TicTacToe(), searched(TicTacToe()))


def test_values_and_scores_that_cannot_be_are_refused():
    result = searched(TRAP)
    with pytest.raises(ValueError, match="between -1 and 1, not 3"):
        plots.thoughts(TRAP, result, value=3)
    with pytest.raises(ValueError, match="give a score for each of the moves"):
        plots.thoughts(TRAP, result, scores={0: 1})


# ---- why the next visit goes where it goes -------------------------------------------------


@pytest.mark.parametrize("c", [0.0, 1.5])
def test_the_terms_add_up_to_the_puct_of_the_tree(c):
    result = searched(TRAP, 40)
    (axes,) = plots.puct_terms(TRAP, result, c).axes
    means, terms = axes.containers
    children = result.tree.children.values()
    ends = [bar.get_x() + bar.get_width() for bar in terms]
    assert ends == pytest.approx([child.puct(c) for child in children])
    assert [bar.get_width() for bar in means] == pytest.approx([child.mean for child in children])
    assert axes.lines[0].get_xdata() == pytest.approx(ends)
    (following,) = [n for n, text in enumerate(axes.texts) if "next" in text.get_text()]
    assert ends[following] == max(ends)


def test_what_is_certain_to_lose_is_not_next():
    result = searched(TRAP, 200, prove=True)
    lost = [n for n, each in enumerate(result.moves.values()) if each.value == -1]
    assert lost
    (axes,) = plots.puct_terms(TRAP, result, 1000.0).axes
    (following,) = [n for n, text in enumerate(axes.texts) if "next" in text.get_text()]
    assert following not in lost


def test_a_negative_c_is_refused():
    with pytest.raises(ValueError, match="c is a number of at least 0"):
        plots.puct_terms(TRAP, searched(TRAP), -1)


# ---- a game --------------------------------------------------------------------------------


def a_game(state, moves):
    found = []
    for move in moves:
        found.append((state, searched(state, 20)))
        state = state.play(move)
    return found, state


def test_each_position_has_its_priors_its_visits_and_the_move_that_was_played():
    game, end = a_game(TRAP, [0, 3, 1])
    figure = plots.followed(game, end)
    panels = figure.axes
    assert len(panels) == 6
    for (state, result), bars in zip(game, panels[1::2], strict=True):
        _, priors, visits = ([bar.get_height() for bar in each] for each in bars.containers)
        assert priors == pytest.approx([each.prior for each in result.moves.values()])
        assert visits == pytest.approx([each.visits / 19 for each in result.moves.values()])
        words = f"{state.ply + 1}: {'XO'[state.player]}, value "
        assert any(text.startswith(words) for axes in panels for text in map(str_of, axes.texts))
    arrows = [axes.lines[-1].get_xdata()[0] for axes in panels[1::2]]
    assert arrows == [0, 3, 1]


def str_of(text):
    return text.get_text()


def test_positions_may_be_left_out_and_the_last_move_may_be_unknown():
    game, _ = a_game(Connect4(), [3, 2, 1, 4])
    figure = plots.followed(game[::2])
    rings = marked(figure, "ring")
    assert [tuple(ring.get_offsets()[0]) for (ring,) in rings] == [(3, 0)]


def test_a_game_has_an_order_and_a_figure_has_eight_positions_at_most():
    game, _ = a_game(Connect4(), [3, 2, 1, 4, 0, 0, 6, 6, 5])
    with pytest.raises(ValueError, match="in the order in which they were played"):
        plots.followed(game[2::-1])
    with pytest.raises(ValueError, match=r"one figure shows 1 to 8 positions, not 9: game\[:8\]"):
        plots.followed(game)
    with pytest.raises(ValueError, match="not 0"):
        plots.followed([])


# ---- a training ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "wanted"),
    [("games", [100, 200, 300]), ("minutes", [0.5, 1, 1.5]), ("iteration", [0, 1, 2])],
)
def test_what_is_kept_is_drawn_over_games_minutes_or_iterations(x, wanted):
    log = a_log(3)
    (axes,) = plots.learning_curve(log, x).axes
    for line, name in zip(axes.lines, ("kept", "kept_search"), strict=True):
        assert list(line.get_xdata()) == wanted
        assert list(line.get_ydata()) == [row[name] for row in log]
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["the policy alone", "with 32 simulations"]
    assert axes.get_xlabel() == plots.TIMES[x]


def two_networks(length=9, begin=4):
    return [{**row, "network": 1 + (at >= begin)} for at, row in enumerate(a_log(length))]


def test_a_second_network_has_lines_of_its_own():
    log = two_networks()
    assert "a second network" not in words(plots.learning_curve(a_log(9)))
    for figure, ways in (
        (plots.learning_curve(log), ["kept", "kept_search"]),
        (plots.stages(log), [f"kept_{stage}" for stage in ("opening", "middle", "end")]),
    ):
        axes = figure.axes[0]
        assert [len(line.get_xdata()) for line in axes.lines] == [4, 5] * len(ways) + [2]
        assert list(axes.lines[-1].get_xdata()) == [axes.lines[1].get_xdata()[0]] * 2
        for number, way in enumerate(ways):
            drawn = [y for line in axes.lines[2 * number :][:2] for y in line.get_ydata()]
            wanted = [row[way] for row in log]
            is_errors = len(ways) == 3
            assert drawn == pytest.approx([1 - y for y in wanted] if is_errors else wanted)
        assert " a second network" in words(figure)


def test_other_players_are_lines_with_their_names():
    others = {"MCTS": 0.93, "AlphaBeta": 0.931, "OnePly": 0.45}
    figure = plots.learning_curve(a_log(), others=others)
    (axes,) = figure.axes
    heights = [line.get_ydata()[0] for line in axes.lines[2:]]
    assert sorted(heights) == sorted(others.values())
    assert [text.get_text().strip() for text in axes.texts] == [
        "AlphaBeta 93.1 %", "MCTS 93.0 %", "OnePly 45.0 %",
    ]  # fmt: skip
    low, high = axes.get_ylim()
    assert low < 0.45
    assert high > 1


def test_each_stage_has_its_share_of_mistakes():
    log = a_log(4)
    panels = plots.stages(log).axes
    for axes, way in zip(panels, ("kept", "kept_search"), strict=True):
        assert axes.get_yscale() == "log"
        for line, stage in zip(axes.lines, ("opening", "middle", "end"), strict=True):
            wanted = [1 - row[f"{way}_{stage}"] for row in log]
            assert list(line.get_ydata()) == pytest.approx(wanted)
    assert "0%" not in words(plots.stages(log))


def test_no_mistake_at_all_is_the_foot_of_the_scale():
    log = a_log(flawless=True)
    figure = plots.stages(log)
    left, right = figure.axes
    ends = right.lines[2].get_ydata()
    assert ends[-1] == right.get_ylim()[0] > 0
    assert min(left.lines[2].get_ydata()) > 2 * ends[-1]
    assert left.get_yticklabels()[0].get_text() == "0%"
    assert left.get_yticks()[0] == ends[-1]


def test_a_network_that_became_the_best_is_filled():
    log = a_log()
    (axes,) = plots.gate(log, 0.6).axes
    _, new, old, line = axes.lines[:4]
    assert list(new.get_xdata()) == [5, 6, 7, 8]
    assert list(old.get_ydata()) == [row["against_best"] for row in log[:5]]
    assert to_rgb(old.get_markerfacecolor()) == (1, 1, 1)
    assert to_rgb(new.get_markerfacecolor()) == to_rgb(plots.BLUE)
    assert list(line.get_ydata()) == [0.6, 0.6]
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["became the best (4)", "did not (5)", "60 %"]


@pytest.mark.parametrize("draw", [plots.learning_curve, plots.stages, plots.gate])
def test_a_log_without_lines_or_figures_is_refused(draw):
    with pytest.raises(ValueError, match="the log is empty; train for an iteration or more"):
        draw([])
    bare = [{"iteration": 0.0, "games": 10.0}]
    with pytest.raises(ValueError, match="the log of this training has no figure '"):
        draw(bare)


def test_boards_without_exact_values_and_unknown_axes_are_told_apart():
    bare = [{"iteration": 0.0, "games": 10.0}]
    with pytest.raises(ValueError, match="'kept'; only boards with known exact values"):
        plots.learning_curve(bare)
    for draw in (plots.learning_curve, plots.stages):
        with pytest.raises(ValueError, match="x is one of games, minutes, iteration, not 'hours'"):
            draw(a_log(), "hours")


# ---- all of them ---------------------------------------------------------------------------


def all_figures():
    for state in (TRAP, SMALL, FULL, Connect4(12, 7)):
        result = searched(state)
        scores = {move: move - 2 for move in state.moves()}
        yield plots.thoughts(state, result, value=0.99, scores=scores)
        yield plots.thoughts(state, searched(state, 1))
        yield plots.puct_terms(state, result)
        yield plots.puct_terms(state, searched(state, 1))
        yield plots.followed([(state, result)])
        yield network_plot.network(*a_net(state, lines=state is not SMALL))
        yield network_plot.tower(*a_net(state, width=600, blocks=12))
    for start in (Connect4(), Connect4(5, 4)):
        yield plots.followed(a_game(start, [0, 1, 2, 3, 4, 0, 1, 2])[0])
    for blocks in (1, 3, 19):
        yield network_plot.network(*a_net(Connect4(), width=100, blocks=blocks))
    encoding = Columns(Connect4().board)
    for blocks in (1, 2):
        net = Net.new(encoding.inputs, 7, 704, blocks, narrow=128, power=2)
        yield network_plot.network(net, encoding)
    two = two_networks(80, 20)
    for log in (a_log(), a_log(1), a_log(300), a_log(flawless=True), two_networks(), two):
        yield plots.learning_curve(log, others={"MCTS": 0.995, "AlphaBeta": 0.994, "OnePly": 0.6})
        yield plots.learning_curve(log, "minutes")
        yield plots.stages(log)
        yield plots.gate(log)


def test_every_figure_is_as_wide_as_a_notebook_and_no_text_is_cut_off_or_covered():
    for figure in all_figures():
        check_is_readable(figure)
    assert plt.get_fignums() == []  # they are shown only where they are asked for
