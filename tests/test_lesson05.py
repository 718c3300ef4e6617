"""What holds for the exercises of lesson 05 beside what holds for all: see test_exercises."""

import math
from itertools import pairwise

import numpy as np
import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises import Outcome, exercise
from c4lib.exercises.lesson05 import (
    OTHER_DICE,
    best_move,
    games_needed,
    my_mcts,
    my_select,
    my_update,
    uct_value,
    win_share,
)
from c4lib.exercises.planted import Plant, counts_of, grown, nodes_of, outline, place
from c4lib.exercises.verdict import show
from c4lib.games.tictactoe import TicTacToe
from c4lib.search import alphabeta, mcts
from c4lib.search.dice import Dice
from c4lib.search.mcts import (
    at_random,
    choice,
    expand,
    new_node,
    select,
    simulate,
    update,
)


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """A progress file of its own for each test."""
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "progress.jsonl"))


def positions(count, width, height, connect, most_empty=99):
    """Unfinished positions from random games, the same ones each time."""
    dice, found = Dice(5), []
    while len(found) < count:
        state = Connect4(width, height, connect)
        while not state.is_over:
            if state.free <= most_empty:
                found.append(state)
            state = state.play(at_random(state, dice))
    return found[:count]


# ---- the references, beside other ways to find the same ---------------------------------------


def test_a_share_is_that_of_the_packages_random_games():
    for state in positions(20, 4, 4, 4):
        ends = simulate(state, 15, at_random, Dice(3))
        points = [{1: 1, 0: 0.5, -1: 0}[end.utility(state.player)] for end in ends]
        assert win_share(state, 15, Dice(3)) == pytest.approx(np.mean(points))


def test_the_cases_of_the_share_hold_wins_draws_and_losses_for_both_players():
    seen = set()
    for state, games, seed in exercise("5.1").cases:
        for end in simulate(state, games, at_random, Dice(seed.seed)):
            seen.add((state.player, end.utility(state.player)))
    assert seen == {(player, utility) for player in (0, 1) for utility in (-1, 0, 1)}


def test_the_games_that_are_needed_are_the_first_that_are_enough():
    for share, margin in exercise("5.2").cases:
        games = games_needed(share, margin)
        reaches = [1.96 * math.sqrt(share * (1 - share) / n) for n in (games - 1, games)]
        assert reaches[0] > margin >= reaches[1]


def test_no_case_of_the_games_is_decided_by_the_last_digit():
    for share, margin in exercise("5.2").cases:
        exact = 1.96**2 * share * (1 - share) / margin**2
        assert abs(exact - round(exact)) > 1e-3


def test_uct_is_that_of_the_packages_nodes():
    for _, node in nodes_of(mcts(Connect4(4, 4), 300).tree):
        if node.parent is not None:
            expected = node.uct(0.9)
            found = uct_value(node.points, node.visits, node.parent.visits, 0.9)
            assert found == pytest.approx(expected)


@pytest.mark.parametrize("c", [0.0, 0.4, 1.5, 4.0])
def test_selecting_ends_where_the_packages_select_does(c):
    for seed, state in enumerate(positions(40, 3, 3, 3)):
        root = grown(state, 25, 1.0, seed).root()
        assert my_select(root, c) is select(root, c, Dice())


def test_updating_counts_what_the_packages_update_counts():
    for seed, state in enumerate(positions(30, 3, 3, 3)):
        plant = grown(state, 12, 1.0, seed)
        trees = []
        for step in (my_update, update):
            root, dice = plant.root(), Dice(seed)
            leaf = expand(select(root, 1.0, dice), dice)
            step(leaf, simulate(leaf.state, 3, at_random, dice))
            trees.append(counts_of(root))
        assert trees[0] == trees[1]


@pytest.mark.parametrize("prove", [False, True])
def test_the_move_is_that_of_the_packages_choice(prove):
    for seed, state in enumerate(positions(60, 3, 3, 3)):
        root = mcts(state, 40, prove=prove, seed=seed).tree
        assert best_move(root) == choice(root).move


@pytest.mark.parametrize(
    "state", [Connect4(), Connect4.from_moves("2132", 3, 3, 3), TicTacToe.from_moves("51")]
)
def test_the_whole_search_grows_the_packages_tree(state):
    for iterations, c, seed in ((1, 1.5, 0), (9, 0.5, 1), (150, 1.1, 2)):
        expected = mcts(state, iterations, c=c, seed=seed).tree
        found = my_mcts(state, iterations, c, seed)
        assert counts_of(found) == counts_of(expected)
        assert best_move(found) == choice(expected).move


def test_the_whole_search_plays_small_positions_perfectly():
    def value(state):
        return alphabeta(state).value

    decisions = 0
    for state in positions(40, 4, 4, 4, most_empty=7):
        move = best_move(my_mcts(state, 300, 1.0, 0))
        assert -value(state.play(move)) == value(state)
        decisions += len({value(state.play(other)) for other in state.moves()}) > 1
    assert decisions > 5  # where another move would have been worse


@pytest.mark.parametrize("me", [0, 1])
@pytest.mark.parametrize("opening", ["", "11", "213"])
def test_against_perfect_play_the_whole_search_gets_what_the_position_is_worth(opening, me):
    state = Connect4.from_moves(opening, width=3, height=4, connect=3)
    value = alphabeta(state).value * (1 if state.player == me else -1)
    while not state.is_over:
        if state.player == me:
            state = state.play(best_move(my_mcts(state, 300, 1.0, 1)))
        else:
            state = state.play(alphabeta(state).move)
    assert state.utility(me) == value


# ---- the trees that are handed in ----------------------------------------------------------------


def test_a_planted_tree_has_the_counts_and_the_untried_moves_of_the_one_that_was_grown():
    def told(root):
        return {
            path: (node.state, node.owner, node.visits, node.points, sorted(node.untried))
            for path, node in nodes_of(root)
        }

    original = mcts(Connect4(3, 3, 3), 20, seed=4).tree
    assert told(grown(Connect4(3, 3, 3), 20, 1.5, 4).root()) == told(original)


def test_each_call_gets_a_tree_of_its_own():
    plant = grown(Connect4(3, 3, 3), 5, 1.5, 1)
    root = plant.root()
    root.visits = 99
    assert plant.root().visits == 5


def test_the_trees_of_the_cases_add_up():
    plants = [case[0] for case in exercise("5.4").cases]
    plants += [case[0].plant for case in exercise("5.5").cases]
    for plant in plants:
        for _, node in nodes_of(plant.root()):
            below = sum(child.visits for child in node.children.values())
            if node.parent is None:
                assert node.visits == below
            elif not node.state.is_over:
                assert node.visits == below + bool(node.visits)


def test_the_cases_of_selecting_lead_to_all_kinds_of_ends():
    ends = [my_select(plant.root(), c) for plant, c in exercise("5.4").cases]
    assert any(node.parent is None for node in ends)
    assert any(node.state.is_over for node in ends)
    assert any(node.untried and node.parent is not None for node in ends)
    assert {plant.state.player for plant, _ in exercise("5.4").cases} == {0, 1}


def test_no_case_of_selecting_is_decided_by_the_last_digit():
    for plant, c in exercise("5.4").cases:
        for _, node in nodes_of(plant.root()):
            if not node.untried and node.children:
                rows = [(n.uct(c), n.visits, n.points) for n in node.children.values()]
                for first, second in pairwise(sorted(rows)):
                    assert first[1:] == second[1:] or second[0] - first[0] > 1e-6


def test_the_cases_of_updating_hold_both_players_draws_and_several_games():
    cases = exercise("5.5").cases
    assert {leaf.plant.state.player for leaf, _ in cases} == {0, 1}
    assert {end.winner for _, ends in cases for end in ends} == {0, 1, None}
    assert {1, 2, 3, 4} == {len(ends) for _, ends in cases}
    assert max(len(leaf.path) for leaf, _ in cases) > 2
    for leaf, ends in cases:
        assert leaf.node().visits == 0
        assert ends


def test_a_tree_is_drawn_with_owners_counts_and_what_is_left_to_try():
    plant = Plant(
        Connect4(3, 3, 3), {(): (3, 2.0), (0,): (1, 1.0), (1,): (2, 1.0), (1, 1): (1, 0.5)},
        {(0,): 1.0},
    )  # fmt: skip
    assert outline(plant.root()).splitlines() == [
        "root, X to move: 3 visits, 2 points; column 3 untried",
        "├─ column 1 (move 0) by X: 1 visit, 1 point, mean 1.000; a proven win; all moves untried",
        "└─ column 2 (move 1) by X: 2 visits, 1 point, mean 0.500; columns 1, 3 untried",
        "   └─ column 2 (move 1) by O: 1 visit, 0.5 points, mean 0.500; all moves untried",
    ]


def test_moves_of_a_game_without_columns_are_told_as_they_are_in_code():
    state = TicTacToe.from_moves("5")
    assert outline(grown(state, 1, 1.5, 0).root()).splitlines()[1].startswith("└─ move ")
    assert place(state, (0, 1)) == "after moves 0, 1"
    assert place(Connect4(), (0, 1)) == "after columns 1, 2"
    assert place(state, ()) == "the root"


def test_what_came_is_told_in_the_columns_of_the_board():
    text = str(exercise("5.4").check(lambda root, c: root))
    assert "expected: the node after column 3\n" in text
    assert "after column 3: +1 visit" in str(exercise("5.5").check(lambda leaf, ends: None))
    text = str(exercise("5.7").check(lambda s, count, c, seed: my_mcts(s, count - 1, c, seed)))
    assert "column 2 (move 1): 1 visit" in text


def test_nothing_that_came_is_too_long_to_be_shown():
    for number in ("5.4", "5.5", "5.7"):
        assert all("shortened" not in show(result) for result in exercise(number).task.expected)


def test_a_reader_can_look_at_the_trees():
    plant, _ = exercise("5.4").cases[1]
    assert plant.root().visits == 9
    leaf, ends = exercise("5.5").cases[0]
    assert leaf.node().visits == 0
    assert all(end.is_over for end in ends)


# ---- right answers, written otherwise ------------------------------------------------------------


def test_a_share_from_the_packages_simulate_is_right():
    def answer(state, games, dice):
        ends = simulate(state, games, at_random, dice)
        return np.mean([(end.utility(state.player) + 1) / 2 for end in ends])

    assert exercise("5.1").check(answer).is_right


def test_games_that_are_counted_up_are_right():
    def answer(share, margin):
        games = 1
        while 1.96 * math.sqrt(share * (1 - share) / games) > margin:
            games += 1
        return games

    assert exercise("5.2").check(answer).is_right


def test_selecting_by_recursion_with_a_formula_of_its_own_is_right():
    def answer(root, c):
        if root.untried or root.state.is_over:
            return root
        best = None
        for child in root.children.values():
            worth = uct_value(child.points, child.visits, root.visits, c)
            if best is None or worth > best[0]:
                best = worth, child
        return answer(best[1], c)

    assert exercise("5.4").check(answer).is_right


def test_updating_by_recursion_is_right():
    def answer(leaf, ends):
        leaf.visits += 1
        for end in ends:
            leaf.points += (end.utility(leaf.owner) + 1) / 2 / len(ends)
        if leaf.parent:
            answer(leaf.parent, ends)

    assert exercise("5.5").check(answer).is_right


def test_the_packages_steps_are_right():
    assert exercise("5.4").check(lambda root, c: select(root, c, Dice())).is_right
    assert exercise("5.5").check(lambda leaf, ends: update(leaf, ends)).is_right
    assert exercise("5.6").check(lambda root: choice(root).move).is_right

    def answer(state, iterations, c, seed):
        return mcts(state, iterations, c=c, seed=seed).tree

    assert exercise("5.7").check(answer).is_right


def test_proofs_weighed_as_numbers_are_right():
    def answer(root):
        moves = root.children
        return max(moves, key=lambda m: (moves[m].proven or 0, moves[m].visits, moves[m].mean))

    assert exercise("5.6").check(answer).is_right


# ---- mistakes as readers write them ------------------------------------------------------------


def test_a_state_that_is_played_on_is_asked_about():
    def answer(state, games, dice):
        points = 0
        for _ in range(games):
            while not state.is_over:
                state = state.play(state.moves()[dice.integers(len(state.moves()))])
            points += (state.utility(state.player) + 1) / 2
        return points / games

    assert exercise("5.1").check(answer).mistake == "only the first game is played"


def test_other_dice_than_those_handed_in_are_told_so():
    def answer(state, games, dice):
        return win_share(state, games, Dice(0))

    assert "the dice were not thrown" in str(exercise("5.1").check(answer))


def test_a_child_without_a_visit_is_named_where_it_cannot_be_divided_by_its_visits():
    def answer(points, visits, parent_visits, c):
        return points / visits + c * math.sqrt(math.log(parent_visits) / visits)

    text = str(exercise("5.3").check(answer))
    assert "ZeroDivisionError" in text
    assert "this child was never visited" in text


def test_uct_without_the_parents_count_is_named():
    def answer(points, visits, parent_visits, c):
        return points / visits + c * (1 / visits) ** 0.5 if visits else math.inf

    assert exercise("5.3").check(answer).mistake == "the parent's count is missing"

    def down(root, c):
        while not root.untried and root.children:
            root = max(root.children.values(), key=lambda n: answer(n.points, n.visits, 0, c))
        return root

    assert exercise("5.4").check(down).mistake == "the parent's count is missing"
    whole = searching(down)
    assert exercise("5.7").check(whole).mistake == "the parent's count is missing"


def searching(select=my_select, update=my_update):
    """A my_mcts of other steps."""

    def search(state, iterations, c, seed):
        dice = Dice(seed)
        root = new_node(state, state.player)
        for _ in range(iterations):
            leaf = expand(select(root, c), dice)
            update(leaf, simulate(leaf.state, 1, at_random, dice))
        return root

    return search


def test_updating_from_the_wrong_side_is_named():
    def answer(leaf, ends):
        while leaf:
            leaf.visits += 1
            for end in ends:
                leaf.points += (end.utility(leaf.state.player) + 1) / 2 / len(ends)
            leaf = leaf.parent

    assert exercise("5.5").check(answer).mistake == "updating from the wrong side"
    assert exercise("5.7").check(searching(update=answer)).mistake == "updating from the wrong side"


def test_choosing_by_value_instead_of_visits_is_named():
    def answer(root):
        return max(root.children, key=lambda move: root.children[move].mean)

    assert exercise("5.6").check(answer).mistake == "by value instead of visits"


def test_walking_past_untried_moves_is_named():
    def answer(root, c):
        while root.children:
            root = max(root.children.values(), key=lambda child: child.uct(c))
        return root

    assert exercise("5.4").check(answer).mistake == "never visiting each child once"
    assert exercise("5.7").check(searching(answer)).mistake == "never visiting each child once"


def test_a_rollout_that_is_counted_without_its_visit_is_named():
    def answer(leaf, ends):
        while leaf is not None:
            leaf.points += sum((end.utility(leaf.owner) + 1) / 2 for end in ends) / len(ends)
            leaf = leaf.parent

    verdict = exercise("5.5").check(answer)
    assert verdict.mistake == "the rollout is counted, but not the visit"
    assert "UCT was asked at a node without a visit" in str(
        exercise("5.7").check(searching(update=answer))
    )


def test_an_update_that_begins_above_the_leaf_or_ends_below_the_root_is_asked_about():
    def above(leaf, ends):
        my_update(leaf.parent or leaf, ends)

    def below(leaf, ends):
        while leaf.parent is not None:
            leaf.visits += 1
            leaf = leaf.parent

    for answer in (above, below):
        text = str(exercise("5.7").check(searching(update=answer)))
        assert "UCT was asked at a node without a visit" in text
        assert "leaf = expand(select(root, c), dice)" in text  # the reader's line


def test_names_instead_of_nodes_change_nothing_and_that_is_said():
    def answer(leaf, ends):
        visits, points = leaf.visits, leaf.points
        visits += 1
        points += 0.5

    verdict = exercise("5.5").check(answer)
    assert verdict.mistake == "nothing is written down"
    assert "no node is changed" in str(verdict)


def test_a_way_down_without_an_end_shows_the_finished_game():
    def answer(root, c):
        while not root.untried:
            root = max(root.children.values(), key=lambda child: child.uct(c))
        return root

    text = str(exercise("5.4").check(answer))
    assert "It raised an exception on this input" in text
    assert "the game is over" in text
    assert "a finished game has no children" in text
    assert "root = max(root.children.values()" in text  # the reader's line
    assert "Exercise 5.4 checks that" in str(exercise("5.7").check(searching(answer)))


def test_a_loop_that_finds_no_best_child_shows_the_finished_game():
    def answer(root, c):
        node = root
        while not node.untried:
            best = None
            for child in node.children.values():
                if best is None or child.uct(c) > best.uct(c):
                    best = child
            node = best
        return node

    assert "a finished game has no children" in str(exercise("5.4").check(answer))


def test_a_way_down_past_untried_moves_is_told_of_both_ends():
    def answer(root, c):
        while not root.state.is_over:
            root = max(root.children.values(), key=lambda child: child.uct(c))
        return root

    text = str(exercise("5.4").check(answer))
    assert "this node has no children" in text
    assert "where `node.untried` is not empty" in text


def test_another_error_on_the_way_down_stays_as_it_is():
    def answer(root, c):
        raise ValueError("no idea")

    text = str(exercise("5.4").check(answer))
    assert "ValueError: no idea" in text
    assert "no children" not in text


def test_one_step_down_whatever_is_untried_is_named():
    def answer(root, c):
        return max(root.children.values(), key=lambda child: child.uct(c))

    assert exercise("5.4").check(answer).mistake == "one ply only"


def test_a_proven_draw_before_unproven_children_is_named():
    def answer(root):
        def rank(child):
            return -0.5 if child.proven is None else child.proven, child.visits, child.mean

        return max(root.children.values(), key=rank).move

    verdict = exercise("5.6").check(answer)
    assert verdict.mistake == "a proven draw goes before the others"


@pytest.mark.parametrize("order", [list, reversed])
def test_any_proven_win_instead_of_the_most_visited_is_named(order):
    def answer(root):
        for move, child in order(root.children.items()):
            if child.proven == 1:
                return move
        return best_move(root)

    verdict = exercise("5.6").check(answer)
    assert verdict.mistake == "not the proven win with the most visits"


@pytest.mark.parametrize("player", [lambda leaf: leaf.owner, lambda leaf: 0])
def test_one_players_points_everywhere_are_named_in_the_whole_search_as_well(player):
    def answer(leaf, ends):
        node = leaf
        while node is not None:
            node.visits += 1
            node.points += sum((end.utility(player(leaf)) + 1) / 2 for end in ends) / len(ends)
            node = node.parent

    assert exercise("5.5").check(answer).mistake == "the same points for both players"
    verdict = exercise("5.7").check(searching(update=answer))
    assert verdict.mistake == "the same points for both players"
    assert "Exercise 5.5 checks that" in str(verdict)


def test_numbers_are_told_to_four_decimals_but_compared_as_they_are():
    def off(points, visits, parent_visits, c):
        return uct_value(points, visits, parent_visits, c) + distance

    distance = 1.0
    text = str(exercise("5.3").check(off))
    assert "expected: 2.0481\n" in text
    assert "yours:    3.0481" in text
    distance = 1e-5
    text = str(exercise("5.3").check(off))
    assert "expected: 2.04811378" in text
    assert "yours:    2.04812378" in text


@pytest.mark.parametrize(
    ("number", "answer", "said"),
    [
        ("5.1", lambda state, games, dice: [1, 0], "One number is wanted"),
        ("5.4", lambda root, c: 3, "hand back `child`, not `child.move`"),
        ("5.4", lambda root, c: my_select(root, c).move, "hand back `child`, not `child.move`"),
        ("5.6", lambda root: choice(root), "The move is wanted, not the node"),
        ("5.7", lambda state, iterations, c, seed: 3, "`best_move(root)`"),
        ("5.7", lambda s, iterations, c, seed: mcts(s, iterations), "a SearchResult came"),
    ],
)
def test_an_answer_of_the_wrong_type_is_told_so(number, answer, said):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert said in str(verdict)


def test_steps_that_are_still_three_dots_are_told_so():
    assert "5.4 and 5.5" in str(exercise("5.7").check(searching(lambda root, c: ...)))
    assert "5.5" in str(exercise("5.7").check(searching(update=lambda leaf, ends: ...)))


def test_another_error_stays_as_it_is():
    def answer(state, iterations, c, seed):
        raise ValueError("no idea")

    assert "ValueError: no idea" in str(exercise("5.7").check(answer))


def test_a_tree_of_other_dice_is_told_so():
    def answer(state, iterations, c, seed):
        return my_mcts(state, iterations, c, seed + 1)

    assert OTHER_DICE in str(exercise("5.7").check(answer))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            lambda state, iterations, c, seed: my_mcts(state, 2 * iterations, c, seed),
            "after 2 of them it has 2 visits, not 4",
        ),
        (
            lambda *arguments: choice(my_mcts(*arguments)),
            "That is a node within the tree",
        ),
    ],
)
def test_a_tree_that_contradicts_itself_is_told_so(answer, said):
    assert said in str(exercise("5.7").check(answer))


def test_a_child_that_loses_its_visits_is_told_so():
    def answer(*arguments):
        root = my_mcts(*arguments)
        root.children[next(iter(root.children))].visits -= 1
        return root

    assert "together they have 2 visits, not 1" in str(exercise("5.7").check(answer))


def test_a_move_that_was_never_tried_is_told_so():
    def answer(*arguments):
        root = my_mcts(*arguments)
        (first, *_) = root.children
        lost = root.children.pop(first)
        for child in list(root.children.values())[:1]:
            child.visits += lost.visits
        return root

    text = str(exercise("5.7").check(answer))
    assert "tried once before any is tried again; column 2 (move 1) never was" in text
