"""TD learning: a player of Connect X that learns what patterns of discs are worth, and no more.

    player = TDPlayer()
    player.practise(100_000)
    player(Connect4())

It sees the bare board. A square is a digit to the base 4: 0 empty, 1 empty and a disc can fall
there, 2 X, 3 O. An n-tuple is a group of squares, and the digits on them are its code. A table
that is learnt says what each code is worth to X; the sum over all tuples, squeezed by the
hyperbolic tangent, is the value of the position. Mirror images share a table; there is one set of
tables for when it is X's turn and one for O's. Thill, Koch and Konen (2012) did this first.

It has no policy and does not search: a move is as good as the position after it. While it plays
against itself, the value of each position is moved towards that of the best position after it.
"""

from dataclasses import dataclass, field

import numpy as np

from c4lib.alphazero import td_kernel as kernel
from c4lib.alphazero.td_kernel import CodedBoard, TupleNet
from c4lib.connect4 import Board, Connect4
from c4lib.fast.compiler import Words, say_if_slow, word, words
from c4lib.fast.rules_kernel import check_state, rules_of
from c4lib.fast.tuples_kernel import passing, squares_of
from c4lib.game import Move
from c4lib.result import MoveStats, SearchResult
from c4lib.search.common import check_number, check_whole
from c4lib.search.dice import Dice

BASE = 4
BATCH = 1000  # games: so often Ctrl-C and the stop button are noticed


def new_tuple_net(board: Board) -> TupleNet:
    """A network that has learnt nothing: it has the lines and blocks of the clock's judge."""
    width, height = board.width, board.height
    readings, starts, size = list[tuple[int, ...]](), list[int](), 0
    for squares in squares_of(board):
        places = (divmod(square, height) for square in squares)
        image = tuple((width - 1 - column) * height + row for column, row in places)
        if sum(squares) > sum(image):
            continue  # it shares the table of its image
        for reading in dict.fromkeys((squares, image)):
            readings.append(reading)
            starts.append(size)
        size += BASE ** len(squares)
    tables = np.zeros((2, size), np.float32)
    return TupleNet(*passing(readings, width * height, BASE), np.array(starts, np.int32), tables)


@dataclass
class TDPlayer:
    """A player that learns by TD learning: see the module. It knows nothing until it practises.

    `start` is an empty board of any size that has 64 bits or fewer; it plays on that board.
    `rate` is the share of an error that a weight is changed by, `explore` the share of moves that
    it makes at random while it practises.
    """

    start: Connect4 = field(default_factory=Connect4)
    rate: float = 0.003
    explore: float = 0.1
    seed: int = 0
    name: str = "TD"
    games: int = field(default=0, init=False)
    """How many games it has played against itself."""
    result: SearchResult | None = field(default=None, init=False, repr=False, compare=False)
    """What the last move was based on, for the player who made it."""
    net: TupleNet = field(init=False, repr=False, compare=False)
    _dice: Words = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_state(self.start, "TD player", "learn", "c4lib.alphazero")
        if self.start.ply:
            raise ValueError("its games start from the empty board, such as Connect4(5, 4)")
        check_number("rate", self.rate, high=1)
        check_number("explore", self.explore, high=1)
        self._dice = words([Dice(self.seed).word])
        self.net = new_tuple_net(self.start.board)

    def practise(self, games: int) -> None:
        """Play that many games against itself, and learn. The same seed gives the same weights."""
        check_whole("games", games)
        say_if_slow()
        board, rules, end = self._board(), rules_of(self.start), self.games + games
        settings = float(self.rate), float(self.explore)
        while self.games < end:
            batch = min(BATCH, end - self.games)
            kernel.practise(self.net, rules, board, self._dice, batch, *settings)
            self.games += batch

    def __call__(self, state: Connect4) -> Move:
        """The leftmost of the best moves; `result` has the value of each, from -1 to 1."""
        if not isinstance(state, Connect4) or state.board != self.start.board:
            raise ValueError(f"this player has learnt {self.start!r}, and not {state!r}")
        if state.is_over:
            raise ValueError("the game is over; there is no move to play")
        board, rules = self._board(), rules_of(state)
        kernel.clear(self.net, rules, board)
        for ply, column in enumerate(state.history):
            kernel.drop(self.net, rules, board, column, ply % 2, 1)
        position = word(state.theirs), word(state.mask), state.player
        best = int(kernel.look(self.net, rules, board, *position))
        values = board.values.tolist()
        moves = {move: MoveStats(values[move]) for move in state.moves()}
        self.result = SearchResult(
            best, values[best], 1 + len(moves), 1, (best,), moves, scale="outcome"
        )
        return best

    def _board(self) -> CodedBoard:
        width = self.start.width
        codes, heights = np.zeros(len(self.net.starts), np.int32), np.zeros(width, np.int32)
        return CodedBoard(codes, heights, np.zeros(width))
