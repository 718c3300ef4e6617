"""A network thinks about one position: the player AlphaZero."""

import time

import numpy as np
import pytest

from c4lib.alphazero import networks
from c4lib.alphazero.encode import Columns, Cubes
from c4lib.alphazero.kits import encoding_of, kit_of, own_kit, search_position
from c4lib.alphazero.net import Net
from c4lib.alphazero.puct import puct
from c4lib.alphazero.state_kits import StateKit
from c4lib.connect4 import Connect4
from c4lib.games.othello import Othello
from c4lib.games.quixo import Quixo
from c4lib.games.tictactoe import TicTacToe
from c4lib.players.agents import AlphaZero, OnePly, Random
from c4lib.players.arena import match


def net_for(start, lines=True, seed=0):
    """A network that knows nothing, but has opinions."""
    columns = Columns(start.board, lines)
    net = Net.new(columns.inputs, columns.outputs, 16, 1, seed)
    net.weights["policy"] *= 30
    return net


NET = net_for(Connect4())


def oracle(state):
    """The same network for the readable search."""
    legal = np.zeros((1, state.width), np.float32)
    legal[0, list(state.moves())] = 1
    policy, value = NET.predict(Columns(state.board).bits(state)[None], legal)
    return [float(policy[0, move]) for move in state.moves()], float(value[0])


def mean_oracle(state):
    """What it says of a state and of its mirror image, on average."""
    image = Connect4.from_moves("".join(str(7 - move) for move in state.history))
    (priors, value), (mirrored, other) = oracle(state), oracle(image)
    both = zip(priors, reversed(mirrored), strict=True)
    return [(one + two) / 2 for one, two in both], (value + other) / 2


@pytest.mark.parametrize("moves", ["", "4453", "44444452"])
def test_it_is_the_readable_search(moves):
    state = Connect4.from_moves(moves)
    result, expected = search_position(state, NET, 60), puct(state, mean_oracle, 60, prove=True)
    assert result.move == expected.move
    for move, stats in expected.moves.items():
        assert result.moves[move].visits == stats.visits
        assert result.moves[move].prior == pytest.approx(stats.prior, abs=1e-5)


def test_it_sees_what_is_won_at_once_and_one_simulation_is_the_networks_choice():
    player = AlphaZero(net=NET, simulations=50)
    assert player(Connect4.from_moves("112233")) == 3
    threatened = Connect4.from_moves("11223")  # X has 1, 2 and 3 in the lowest row
    assert player(threatened) == player.result.move == 3
    state = Connect4.from_moves("4453")
    priors, value = mean_oracle(state)
    result = AlphaZero(net=NET, simulations=1).search(state)
    assert result.move == state.moves()[int(np.argmax(priors))]
    assert result.value == pytest.approx(value, abs=1e-5)


def test_it_thinks_for_some_seconds_or_simulations_whichever_ends_first_or_for_400():
    AlphaZero(net=NET, simulations=20)(Connect4())  # what is compiled is compiled
    player, start = AlphaZero(net=NET, seconds=0.3), time.perf_counter()
    player(Connect4())
    assert 0.2 < time.perf_counter() - start < 2
    assert player.result.moves[player.result.move].visits > 10
    result = search_position(Connect4(), NET, simulations=30, seconds=60)
    assert sum(stats.visits for stats in result.moves.values()) == 29
    short = search_position(Connect4(), NET, simulations=3_000_000, seconds=0.2)
    assert short.seconds < 3
    assert AlphaZero(net=NET).simulations == 400
    assert AlphaZero(net=NET, seconds=1).simulations is None


def test_more_simulations_than_there_is_room_for_are_refused():
    with pytest.raises(ValueError, match="simulations is at most 4,000,000, not 4,000,001"):
        AlphaZero(net=NET, simulations=4_000_001)(Connect4())
    wins = Connect4.from_moves("112233")
    assert AlphaZero(net=NET, simulations=4_000_001, seconds=1e9)(wins) == 3


@pytest.mark.parametrize("lines", [True, False])
def test_a_network_says_what_it_sees(lines):
    small = Connect4(5, 4)
    net = net_for(small, lines)
    assert encoding_of(net, small).lines == lines
    assert AlphaZero(net=net, simulations=10)(small) in small.moves()


def test_it_plays_matches_like_any_agent():
    player = AlphaZero(net=NET, simulations=30)
    assert match(player, Random(), games=6, seed=0).score > 0.7
    one, same = (match(player, OnePly(), games=2, seed=0) for _ in range(2))
    assert [game.moves for game in one.games] == [game.moves for game in same.games]
    assert player.seeded(3).net is NET


def other_net(start):
    """A network that knows nothing, for another game."""
    encoding = own_kit(start).encoding
    return Net.new(encoding.inputs, encoding.outputs, 16, 1)


def test_another_game_is_searched_by_its_kit():
    state = Quixo.from_moves([0, 5, 3])
    net = other_net(state)
    plain = StateKit(Quixo(), Cubes(Quixo().rules))
    by_itself, by_kit = search_position(state, net, 30), search_position(state, net, 30, kit=plain)
    assert by_itself.moves == by_kit.moves
    assert AlphaZero(net=net, simulations=30, kit=plain)(state) == by_itself.move
    assert AlphaZero(net=net, seconds=0.05)(state) in state.moves()


@pytest.mark.parametrize("start", [Quixo(3), Othello(4), Othello(6), Othello(8)], ids=repr)
def test_a_board_of_any_size_has_its_own_kit(start):
    assert AlphaZero(net=other_net(start), simulations=30)(start) in start.moves()


def test_games_of_your_own_bring_their_kit():
    assert own_kit(TicTacToe()) is own_kit(Connect4()) is None


def test_othello_is_named_with_its_size():
    assert kit_of("othello-6x6").start == Othello(6)
    assert kit_of("othello-8x8").encoding.name == "Othello 8x8"


def test_the_shipped_network_plays_quixo_also_without_a_search_and_is_read_from_its_file():
    assert match(AlphaZero("quixo", simulations=1), Random(), games=20, start=Quixo()).wins >= 18
    player = AlphaZero("quixo", simulations=16)
    assert match(player, Random(), games=4, start=Quixo()).wins == 4
    assert player.seeded(1)(Quixo()) == player(Quixo())
    net = networks.read(networks.file_of("quixo"))
    assert AlphaZero(net=net, simulations=8)(Quixo()) == AlphaZero("quixo", simulations=8)(Quixo())
    assert kit_of("quixo").encoding.name == "Quixo 5x5, drawn after 30 plies without a blank"


def test_the_shipped_network_plays_othello_and_is_far_above_random():
    assert (
        match(AlphaZero("othello-6x6", simulations=1), Random(), games=20, start=Othello(6)).wins
        >= 18
    )
    assert (
        match(AlphaZero("othello-6x6", simulations=16), Random(), games=4, start=Othello(6)).wins
        == 4
    )
    assert kit_of("othello-6x6").encoding.name == "Othello 6x6"
