"""The references of lesson 11, compared with the package's searches, and their cases."""

from math import inf

from hypothesis import given
from hypothesis import strategies as st
from random_games import TREES

from c4lib.exercises import exercise
from c4lib.exercises.lesson11 import (
    LeafCounter,
    NullWindowed,
    Reducible,
    Windowed,
    aspirate,
    choose,
    late_move,
    mtdf_value,
    proof_numbers,
    pvs_value,
)
from c4lib.games.trees import ListTree
from c4lib.search import alphabeta, minimax, proof_number
from c4lib.search.proof_number import PROVEN, ProofSearch

WHOLE = st.integers(-30, 30)


@given(WHOLE, WHOLE, st.integers(1, 9), st.integers(0, 9))
def test_an_aspiration_window_finds_the_truth_with_two_searches_at_most(truth, guess, width, slack):
    ask = Windowed(truth, slack)
    assert aspirate(ask, guess, width) == truth
    assert len(ask.asked) == (1 if abs(truth - guess) < width else 2)


@given(TREES)
def test_pvs_finds_minimaxs_value(tree):
    assert pvs_value(tree, -inf, inf) == minimax(tree).value


def test_pvs_looks_at_fewer_leaves_than_alpha_beta_where_the_best_move_comes_first():
    def leaves(search, tree):
        seen = []
        search(LeafCounter(tree, seen))
        return len(seen)

    def by_pvs(tree):
        return pvs_value(tree, -inf, inf)

    def by_alphabeta(tree):
        return alphabeta(tree, window=(-inf, inf))

    cases = [case[0] for case in exercise("11.2").cases]
    counts = [
        (leaves(by_pvs, tree), leaves(by_alphabeta, tree)) for tree in cases if tree.player == 0
    ]
    assert any(mine > alpha_betas for mine, alpha_betas in counts)
    best_first = ListTree.of([[[7, 6], [9, 8]], [[5, 4], [3, 2]], [[4, 3], [6, 1]]])
    assert leaves(by_pvs, best_first) <= leaves(by_alphabeta, best_first)


@given(WHOLE, WHOLE, st.integers(0, 9), WHOLE, st.integers(1, 20))
def test_a_late_move_is_dropped_only_if_it_seems_no_better(seems, truth, number, alpha, wide):
    value = late_move(Reducible(seems, truth), number, alpha, alpha + wide)
    assert value == (truth if number < 3 or seems > alpha else seems)


@given(WHOLE, WHOLE, st.integers(0, 9))
def test_null_windows_close_in_on_the_truth(truth, guess, slack):
    ask = NullWindowed(truth, slack)
    assert mtdf_value(ask, guess) == truth
    assert len(ask.asked) == len(set(ask.asked))


def test_killers_are_put_first_without_changing_the_lists_that_are_given():
    def spoils(moves, killers):
        return [moves.pop(moves.index(killer)) for killer in killers if killer in moves] + moves

    said = str(exercise("11.3").check(spoils))
    assert "make a new list" in said


def outcomes(tree):
    """The tree with leaves that are worth 1, if it is won, and 0."""
    if isinstance(tree, list):
        return [outcomes(branch) for branch in tree]
    return 1 if tree else 0


KNOWN = st.recursive(
    st.booleans(), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=12
)


@given(KNOWN)
def test_a_tree_without_unknown_leaves_is_proven_or_disproven(tree):
    won = proof_number(ListTree.of(outcomes(tree))).value == 1
    assert proof_numbers(tree, True) == ((0, inf) if won else (inf, 0))
    assert (proof_numbers(tree, True) == PROVEN) == won


def test_the_numbers_are_those_of_the_packages_search():
    tree = ListTree.of([[1, 0], [0, 1, 1], [1, 1]])
    search = ProofSearch(tree, 100, None)
    root = search.new(tree, 0, None, None)
    search.grow(root)
    search.grow(root.children[0])
    assert root.numbers == proof_numbers([[True, False], None, None], True)


def test_a_stopped_depth_is_trusted_only_with_the_best_move_and_is_the_last_of_its_case():
    finished = {0: 1.0, 1: 8.0, 2: 3.0}
    assert choose([finished]) == choose([finished, {}]) == choose([finished, {2: 9.0}]) == 1
    assert choose([finished, {1: -4.0}]) == 1
    assert choose([finished, {1: -4.0, 2: -3.0}]) == 2
    for (iterations,) in exercise("11.6").cases:
        assert all(set(values) == set(iterations[0]) for values in iterations[:-1])
        assert set(iterations[-1]) <= set(iterations[0])
