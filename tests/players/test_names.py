import pickle

import pytest

from c4lib.connect4 import Connect4
from c4lib.heuristics import one, one_bis
from c4lib.measure.mark import STUDY
from c4lib.players.agents import MCTS, AlphaBeta, AlphaZero, Clock, Minimax, OnePly, Perfect, Random
from c4lib.players.names import COURSE, KINDS, family, make


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("random", Random()),
        ("oneply", OnePly()),
        ("perfect", Perfect()),
        ("minimax one 4", Minimax(4, one)),
        ("alphabeta one 8", AlphaBeta(8, one, compiled=True)),
        ("alphabeta one bis 9", AlphaBeta(9, one_bis, compiled=True)),
        ("clock 0.1", Clock(0.1)),
        ("clock 10000", Clock(None, nodes=10_000)),
        ("mcts 5000x100", MCTS(5000, 100)),
        ("mcts 1000", MCTS(1000)),
        ("mcts 0.5", MCTS(seconds=0.5)),
        ("strong mcts 0.1", MCTS.strong(0.1)),
        ("strong mcts 2000", MCTS.strong(None, iterations=2000)),
        ("alphazero 400", AlphaZero(simulations=400)),
        ("alphazero 0.1", AlphaZero(seconds=0.1)),
        ("bare alphazero 400", AlphaZero("7x6-bare", simulations=400)),
    ],
)
def test_a_name_says_which_player_it_is(name, player):
    player.name = name
    assert make(name) == player


def test_all_players_of_the_course_can_be_made_and_sent_to_workers_by_name_or_whole():
    assert len(set(COURSE)) == len(COURSE)
    for name in COURSE:
        assert make(name).name == name
    for name in ("random", "alphabeta ours 8", "clock 1000", "mcts 1000"):
        again = pickle.loads(pickle.dumps(make(name)))
        assert again(Connect4()) == make(name)(Connect4())
    assert set(STUDY) <= set(COURSE)
    assert {name.split()[0] for name in COURSE} <= {kind.split()[0] for kind in KINDS}


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["", "nobody", "oneplyer"], "unknown player '.*';"),
        (["random 3", "perfect 1"], "nothing may follow, such as "),
        (["alphabeta", "clock", "clock 1 2", "mcts", "strong mcts", "alphazero"], "one number"),
        (["alphabeta 8", "alphabeta three 8"], "its evaluation must be one of one, "),
        (["alphabeta one x", "clock fast", "mcts 5x5x5", "mcts 5x", "mcts -3"], "is not a number"),
        (["clock 1_000", "clock +5", "clock ٣", "clock nan", "clock 1.e400"], "is not a number"),
        ([f"mcts {10**20}", f"alphabeta one {10**20}"], "too large a one"),
        (["alphabeta one 0", "mcts 0", "alphazero 0"], "at least 1"),
        (["clock 1.0\n", "clock  1.0", "random ", "alphazero 1\x0b"], "separated by one space"),
        (["x" * 10**6, "\x1b[2J", "<script>"], "^unknown player '.{1,60};"),
    ],
)
def test_other_names_are_refused_with_a_reason_and_advice(names, reason):
    for name in names:
        with pytest.raises(ValueError, match=reason) as error:
            make(name)
        assert "; choose one of: random, oneply, " in str(error.value)


def test_a_name_is_text_and_families_differ_in_their_budgets_only():
    with pytest.raises(ValueError, match="a player's name is text"):
        make(3)
    assert family("alphabeta one bis 9") == "alphabeta one bis"
    assert family("mcts 5000x100") == family("mcts 1000") == "mcts"
    assert family("clock 1.0") == "clock"
    assert family("perfect") == "perfect"
    for name in ("my agent", "my 2nd", "7", "agent 1x", "agent 1.2.3", "agent ²", " "):
        assert family(name) == name
