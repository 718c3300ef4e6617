import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises.watch_nodes import Log, WatchedState, watched
from c4lib.game import State
from c4lib.games.trees import ListTree

TREE = ListTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def test_a_watched_state_behaves_like_the_state_it_wraps():
    state = Connect4.from_moves("4453")
    other = WatchedState(state, (), Log())
    assert isinstance(other, State)
    for name in ("player", "is_over", "width", "history"):
        assert getattr(other, name) == getattr(state, name)
    assert (other.moves(), str(other), repr(other)) == (state.moves(), str(state), repr(state))
    assert other._repr_html_() == state._repr_html_()
    assert WatchedState(TREE.play(0).play(1), (0, 1), Log()).utility(1) == -12
    with pytest.raises(ValueError, match="column 9 does not exist"):
        other.play(9)
    with pytest.raises(AttributeError, match="'Connect4' object has no attribute 'turn'"):
        _ = other.turn
    for name in ("turn", "player"):
        with pytest.raises(AttributeError):
            setattr(other, name, 1)


def test_watched_states_are_equal_if_the_positions_are_but_only_within_a_call():
    log = Log()
    state = WatchedState(Connect4.from_moves("1213"), (0, 1, 0, 2), log)
    assert state == WatchedState(Connect4.from_moves("1312"), (0, 2, 0, 1), log)
    assert state != WatchedState(Connect4.from_moves("1214"), (), log)
    assert state != WatchedState(Connect4.from_moves("1213"), (), Log())
    assert {state: 1}[WatchedState(Connect4.from_moves("1312"), (), log)] == 1
    assert not log.entered


def test_a_node_is_entered_when_it_is_asked_and_expanded_when_a_move_is_played():
    def answer(tree):
        children = [tree.play(move) for move in tree.moves()]
        return children[1].play(2).utility(0)

    assert watched(answer, "entered")(TREE).nodes == ((), (1,), (1, 2))
    assert watched(answer, "expanded")(TREE).nodes == ((), (1,))
    assert watched(answer, "entered")(TREE).value == 6


def test_a_node_that_is_searched_again_counts_again():
    def searched_twice(tree):
        best = -99
        for move in tree.moves():
            if tree.play(move).play(0).utility(0) > best:
                best = tree.play(move).play(0).utility(0)
        return best

    def asked_twice(tree):
        is_over = [tree.play(move).is_over for move in tree.moves()]
        return max(tree.play(move).play(0).utility(0) for move in tree.moves() if not any(is_over))

    once = watched(asked_twice, "entered")(TREE)
    twice = watched(searched_twice, "entered")(TREE)
    assert once.nodes_text() == "7 nodes entered"
    assert twice.nodes_text() == "11 nodes entered"  # branches 0 and 2 improve
    assert not twice.same_nodes(once)
    assert twice.difference_text(once) == "the first searched more than once: after the move 0"
