"""The still pictures of lesson 06 say what was computed."""

import numpy as np
import pytest
from figures import legend_of, words
from matplotlib.colors import to_rgba
from plot_examples import (
    FULL,
    SMALL,
    TRAP,
    a_game,
    a_log,
    a_miss,
    a_net,
    searched,
    timed,
    two_networks,
)

from c4lib import Connect4
from c4lib.alphazero.conv import ConvNet
from c4lib.alphazero.net import Net
from c4lib.alphazero.patterns import PatternNet
from c4lib.view.boards.svg import OUTLOOK
from c4lib.view.plots import alphazero as plots
from c4lib.view.plots import network
from c4lib.view.plots.style import BLUE
from c4lib.view.plots.training import TIMES


def marked(figure, gid):
    """The shapes of that name, panel by panel."""
    found = [axes.findobj(lambda each: each.get_gid() == gid) for axes in figure.axes]
    return [each for each in found if each]


def lines_of(axes):
    return [list(line.get_ydata()) for line in axes.lines]


def test_networks_and_towers_multiply_once_for_each_weight_and_each_square():
    net, encoding = a_net(Connect4(), width=256)
    layers = [(785, 256), (256, 256), (256, 256), (256, 7), (256, 64), (64, 1)]
    assert net.multiplications == sum(rows * columns for rows, columns in layers)
    assert net.size == net.multiplications + sum(columns for _, columns in layers)
    squared = Net.new(encoding.inputs, 7, 256, 2, power=2)
    assert squared.multiplications == net.multiplications + 256
    squares = 42
    first, block = 2 * 64 * 9 * squares, 2 * 64 * 64 * 9 * squares
    policy = 64 * 2 * squares + 2 * squares * 7
    value = 64 * squares + squares * 256 + 256
    for blocks in (5, 6):
        cost = network.tower_cost(Connect4().board, blocks, 64)
        assert cost == first + blocks * block + policy + value


def test_other_networks_count_what_is_done_for_each_square_and_column():
    board = Connect4().board
    net = PatternNet.new(board, 32)  # 8 numbers a square, 16 a column, 32 for the board
    squares, columns = 42 * 8 * 8, 7 * (6 * 8 * 16 + 16)
    assert net.multiplications == squares + columns + 2 * (7 * 16 * 32 + 32 * 32 + 32 * 7 + 32)
    net = ConvNet.new(board, 32, layers=3)  # 8 filters
    filters = 9 * 4 * 8 + 2 * 9 * 8 * 8 + 8 * 16
    assert net.multiplications == 42 * filters + 16 * 42 * 7 + 16 * 42 * 64 + 64


def test_the_bars_are_the_costs_and_say_how_many_times_as_many():
    net, encoding = a_net(Connect4())
    figure = network.tower({"with lines": net}, encoding.board)
    (bars,) = figure.axes[-1].containers
    towers = [network.tower_cost(encoding.board, *size) for size in ((5, 64), (19, 256))]
    wanted = [net.multiplications, *towers]
    assert [bar.get_width() for bar in bars] == wanted
    assert figure.axes[-1].get_xscale() == "log"
    assert f"{wanted[1]:,}\n{wanted[1] / wanted[0]:,.0f} times as many" in words(figure)


def test_a_network_of_patterns_shows_those_of_one_square():
    state = Connect4.from_moves("4453")
    written = words(network.patterns(PatternNet.new(state.board, 32), state, (3, 0)))
    assert {". . O [X] X . .", "[X] O . .", "[X] . . ."} <= set(written)


def test_each_part_tells_its_weights_and_together_they_are_all():
    net, encoding = a_net(Connect4(), width=40, blocks=2)
    written = words(network.network(net, encoding))
    first, block, policy = 785 * 40 + 40, 40 * 40 + 40, 40 * 7 + 7
    value = 40 * 64 + 64 + 64 + 1
    assert first + 2 * block + policy + value == net.size
    assert {
        f"first layer\n{first:,}\nweights",
        f"block 2\n{block:,}\nweights",
        f"{policy:,} weights",
        f"{value:,} weights",
        "785 bits in all,\nalso of lines",
        f"{net.size:,} weights in all; one position takes {net.multiplications:,} multiplications",
        "h = relu(x W + b), 40 numbers; a block adds relu(h W + b) to them",
    } <= set(written)


@pytest.mark.parametrize(("blocks", "weights"), [(1, 40 * 12 + 12), (2, 12 * 12 + 12)])
def test_narrow_blocks_and_squares_are_told(blocks, weights):
    net, encoding = a_net(Connect4(), 40, blocks, narrow=12, power=2)
    rule = "h = relu(x W + b)², 40 numbers; a block adds relu(h W + b) to the first 12 of them"
    assert {rule, f"block {blocks}\n{weights:,}\nweights"} <= set(
        words(network.network(net, encoding))
    )


@pytest.mark.parametrize("state", [TRAP, FULL])
def test_the_network_s_answer_to_the_position_is_drawn(state):
    net, encoding = a_net(state)
    figure = network.network(net, encoding, state)
    legal = [[column in state.moves() for column in range(7)]]
    policy, value = net.predict(encoding.bits(state)[None], np.array(legal))
    (bars,) = marked(figure, "policy")
    heights = np.array([bar.get_height() for bar in bars])
    assert heights / heights.sum() == pytest.approx(policy[0], abs=1e-6)
    assert f"{value[0]:+.2f}".replace("-", "−") in words(figure)
    assert f"{policy.max():.0%}".replace("%", " %") in words(figure)


def test_the_planes_are_those_that_the_network_sees():
    names = ["mine", "theirs", "my threats", "their threats", "next squares"]
    for lines in (True, False):
        figure = network.network(*a_net(TRAP, lines=lines), TRAP)
        assert [text for text in words(figure) if text in names] == names[: 5 if lines else 2]
        planes = figure.axes[0].collections
        blue = [(p.get_facecolors() == to_rgba(BLUE)).all(axis=1).sum() for p in planes]
        assert blue[:2] == [3, 4]


@pytest.mark.parametrize(
    ("blocks", "shown", "more"),
    [(1, [1], None), (3, [1, 2, 3], None), (4, [1, 2, 4], "1"), (19, [1, 2, 19], "16")],
)
def test_of_many_blocks_some_are_drawn_and_the_others_counted(blocks, shown, more):
    written = words(network.network(*a_net(Connect4(), blocks=blocks)))
    titles = [text.split("\n")[0] for text in written if text.startswith("block ")]
    assert titles == [f"block {number}" for number in shown]
    assert [t for t in written if " more\n" in t] == ([f"…\n{more} more\n…"] if more else [])


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
    figure = plots.thoughts(TRAP, result, scores={m: -3 if m else 0 for m in TRAP.moves()})
    prior = max(each.prior for each in result.moves.values())
    visits = max(each.visits for each in result.moves.values())
    stars = [text for text in words(figure) if "★" in text]
    assert stars[:2] == [f"{100 * prior:.0f} %★", f"{100 * visits / 59:.0f} %★"]
    assert stars[-1] == "0\ndraw★"
    ((ring,),) = marked(figure, "ring")
    assert tuple(ring.get_offsets()[0]) == TRAP.play(result.move).last_cell
    alike = plots.thoughts(TRAP, result, scores=dict.fromkeys(TRAP.moves(), 2))
    assert words(alike).count("+2\nwin★") == 7


def test_the_truth_full_columns_and_moves_without_visits_are_marked_in_words():
    scores = {0: 4, 1: 0, 2: -2, 3: -2, 4: -2}
    figure = plots.thoughts(SMALL, searched(SMALL), scores=scores)
    inks = {text.get_text(): text.get_color() for axes in figure.axes for text in axes.texts}
    for text, sign in {"+4\nwin★": 1, "0\ndraw": 0, "−2\nloss": -1}.items():
        assert inks[text] == OUTLOOK[sign][2]
    assert "the truth" not in words(plots.thoughts(SMALL, searched(SMALL)))
    written = words(plots.thoughts(FULL, searched(FULL, 3)))
    assert written.count("full") == 3
    assert written.count("–") == 6 - 2


def test_the_value_of_the_position_is_the_search_s_beside_the_network_s():
    result = searched(TRAP)
    figure = plots.thoughts(TRAP, result, value=-0.25)
    ((network,),), ((search,),) = marked(figure, "network"), marked(figure, "search")
    assert (network.get_height(), search.get_height()) == (-0.25, pytest.approx(result.value))
    assert {"−0.25", "network", "search", "O to move"} <= set(words(figure))
    assert "network" not in words(plots.thoughts(TRAP, result))


def test_without_a_search_only_what_the_network_says_is_shown():
    result, scores = searched(TRAP, 1), dict.fromkeys(TRAP.moves(), 2)
    there = {"prior", "network", "the truth", "dashed ring: the\nnetwork's choice"}
    for value, shown in ((None, result.value), (-0.25, -0.25)):
        figure = plots.thoughts(TRAP, result, value, scores)
        ((network,),) = marked(figure, "network")
        assert network.get_height() == pytest.approx(shown)
        written = words(figure)
        assert there <= set(written)
        assert not {"visits", "mean value", "search"} & set(written)
        assert [text for text in written if text.endswith("%★")] == ["25 %★"]


def following(axes):
    """The row that is visited next."""
    (row,) = [n for n, text in enumerate(axes.texts) if "next" in text.get_text()]
    return row


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
    assert ends[following(axes)] == max(ends)


def test_what_is_certain_to_lose_is_not_next():
    result = searched(TRAP, 200, prove=True)
    lost = [n for n, each in enumerate(result.moves.values()) if each.value == -1]
    assert lost
    assert following(plots.puct_terms(TRAP, result, 1000.0).axes[0]) not in lost


def test_positions_have_priors_visits_and_the_move_that_was_played_and_may_be_left_out():
    game, end = a_game(TRAP, [0, 3, 1])
    panels = plots.followed(game, end).axes
    assert len(panels) == 6
    for (state, result), board, bars in zip(game, panels[::2], panels[1::2], strict=True):
        _, priors, visits = ([bar.get_height() for bar in each] for each in bars.containers)
        assert priors == pytest.approx([each.prior for each in result.moves.values()])
        assert visits == pytest.approx([each.visits / 19 for each in result.moves.values()])
        title = f"{state.ply + 1}: {'XO'[state.player]}, value "
        assert board.texts[0].get_text().startswith(title)
    assert [axes.lines[-1].get_xdata()[0] for axes in panels[1::2]] == [0, 3, 1]
    game, _ = a_game(Connect4(), [3, 2, 1, 4])
    rings = marked(plots.followed(game[::2]), "ring")
    assert [tuple(ring.get_offsets()[0]) for (ring,) in rings] == [(3, 0)]


@pytest.mark.parametrize(
    ("x", "wanted"),
    [("games", [100, 200, 300]), ("minutes", [0.5, 1, 1.5]), ("iteration", [0, 1, 2])],
)
def test_what_is_kept_is_drawn_over_games_minutes_or_iterations(x, wanted):
    log = a_log(3)
    (axes,) = plots.learning_curve(log, x).axes
    assert [list(line.get_xdata()) for line in axes.lines] == [wanted] * 2
    assert lines_of(axes) == [[row[name] for row in log] for name in ("kept", "kept_search")]
    assert legend_of(axes) == ["the policy alone", "with 32 simulations"]
    assert axes.get_xlabel() == TIMES[x]


@pytest.mark.parametrize(
    ("draw", "ways"),
    [
        (plots.learning_curve, {"kept": 0, "kept_search": 0}),
        (plots.stages, {"kept_opening": 1, "kept_middle": 1, "kept_end": 1}),
    ],
)
def test_a_second_network_has_lines_of_its_own(draw, ways):
    log, second = two_networks(), " a second network"
    figure = draw(log)
    axes, found = figure.axes[0], lines_of(figure.axes[0])
    assert sorted(map(len, found)) == [2] + [4] * len(ways) + [5] * len(ways)
    for way, one in ways.items():
        wanted = [abs(one - row[way]) for row in log]
        for part in (wanted[:4], wanted[4:]):
            assert pytest.approx(part) in found
    (begin,) = [line.get_xdata()[0] for line in axes.lines if line.get_linestyle() == ":"]
    assert begin == 500
    assert second in words(figure)
    assert second not in words(draw(a_log(9)))


def test_other_players_are_lines_with_their_names():
    others = {"MCTS": 0.93, "AlphaBeta": 0.931, "OnePly": 0.45}
    (axes,) = plots.learning_curve(a_log(), others=others).axes
    assert sorted(heights[0] for heights in lines_of(axes)[2:]) == sorted(others.values())
    names = [text.get_text().strip() for text in axes.texts]
    assert names == ["AlphaBeta 93.1 %", "MCTS 93.0 %", "OnePly 45.0 %"]
    low, high = axes.get_ylim()
    assert low < 0.45 < 1 < high


def test_each_stage_has_its_share_of_mistakes_and_none_at_all_is_the_foot_of_the_scale():
    log = a_log(4)
    figure = plots.stages(log)
    for axes, way in zip(figure.axes, ("kept", "kept_search"), strict=True):
        assert axes.get_yscale() == "log"
        for heights, stage in zip(lines_of(axes), ("opening", "middle", "end"), strict=True):
            assert heights == pytest.approx([1 - row[f"{way}_{stage}"] for row in log])
    assert "0%" not in words(figure)
    left, right = plots.stages(a_log(flawless=True)).axes
    foot = lines_of(right)[2][-1]
    assert foot == right.get_ylim()[0] > 0
    assert min(lines_of(left)[2]) > 2 * foot
    assert left.get_yticklabels()[0].get_text() == "0%"
    assert left.get_yticks()[0] == foot


def test_trainings_are_drawn_over_the_processor_time_they_had():
    logs = {"discs": timed(3), "lines": timed(5)}
    alone, search = plots.same_time(logs).axes
    for axes, way in ((alone, "kept"), (search, "kept_search")):
        lines = [line for line in axes.lines if len(line.get_xdata()) > 1]
        assert [list(line.get_xdata()) for line in lines] == [
            pytest.approx([2 / 60 * (n + 1) for n in range(len(log))]) for log in logs.values()
        ]
        for line, log in zip(lines, logs.values(), strict=True):
            assert list(line.get_ydata()) == pytest.approx([1 - row[way] for row in log])
    assert {"discs", "lines"} <= set(words(alone.figure))


def test_what_is_given_away_stands_beside_what_is_right():
    figure = plots.weak_spots([a_miss(TRAP)])
    said = words(figure)
    assert "right: 4–7" in said
    assert "plays 1: a win" in said
    assert "becomes a loss" in said
    assert TRAP.to_moves() in figure.alt


def test_a_network_that_became_the_best_is_filled():
    log = a_log()
    (axes,) = plots.gate(log, 0.6).axes
    _, new, old, line = axes.lines[:4]
    assert list(new.get_xdata()) == [5, 6, 7, 8]
    assert list(old.get_ydata()) == [row["against_best"] for row in log[:5]]
    assert (old.get_markerfacecolor(), new.get_markerfacecolor()) == ("none", BLUE)
    assert list(line.get_ydata()) == [0.6, 0.6]
    assert legend_of(axes) == ["became the best (4)", "did not (5)", "60 %"]


def test_td_learning_is_a_line_for_each_player_and_others_are_levels_with_their_names():
    (axes,) = plots.td_curve({1000: [0.5, 0.6], 3000: [0.7, 0.8]}, {"AlphaZero": 0.97}).axes
    assert lines_of(axes)[:3] == [[0.5, 0.7], [0.6, 0.8], [0.97, 0.97]]
    assert list(axes.lines[0].get_xdata()) == [1000, 3000]
    assert axes.get_xscale() == "log"
    assert legend_of(axes) == ["TD learning, seed 0", "TD learning, seed 1"]
    assert [text.get_text() for text in axes.texts] == [" AlphaZero 97.0 %"]
