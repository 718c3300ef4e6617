"""Othello on square boards: place a disc so that it encloses some of theirs, which become yours.

Player 0 is X (black in the usual sets) and moves first, player 1 is O. A move is a square, numbered
from 0 row by row from the top. A player who can enclose nothing must pass, which is the move
size * size, and may not pass otherwise. The game is over when neither player can enclose
anything; the player with more discs has won. Squares are written as a letter and a number: c4 is
the third square of the fourth row from the top. A pass is written --.

The board is held in two integers whose bits are its squares. On the board of size 4 they are:

     0  1  2  3   4    <- a spare column that stays empty, so that discs
     5  6  7  8   9       shifted past the end of one row never meet
    10 11 12 13  14       the beginning of the next
    15 16 17 18  19

One square to the right is one bit further, one down is size + 1 bits further.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Self

from c4lib.game import check_player, read_text, whole
from c4lib.games.square_board import Cell, SquareBoard

SIZES = range(4, 11, 2)
"""The sizes that a board can have."""
PASS = "--"


class OthelloBoard:
    """The empty board's geometry, worked out once and shared by all its states."""

    def __init__(self, size: int) -> None:
        if isinstance(size, bool) or not isinstance(size, int) or size not in SIZES:
            raise ValueError(f"size must be one of {', '.join(map(str, SIZES))}, not {size!r}")
        self.size = size
        self.passing = size * size  # the move that is a pass
        self.cells = [(column, row) for row in range(size) for column in range(size)]
        self.bits = [self.bit(cell) for cell in self.cells]
        self.square_of = {bit: square for square, bit in enumerate(self.bits)}
        self.full = sum(self.bits)
        # How many bits away a neighbour is: right, down left, down, down right.
        self.steps = (1, size, size + 1, size + 2)
        self.rays = [tuple(self._rays(cell)) for cell in self.cells]

    def bit(self, cell: Cell) -> int:
        """The bit of a cell."""
        column, row = cell
        return 1 << row * (self.size + 1) + column

    def _rays(self, cell: Cell) -> Iterator[tuple[int, ...]]:
        """For each of the eight directions the bits from the cell's neighbour to the edge."""
        for right, down in ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)):
            column, row = cell
            ray = []
            while (column := column + right, row := row + down) in self.cells:
                ray.append(self.bit((column, row)))
            if len(ray) > 1:  # shorter ones enclose nothing
                yield tuple(ray)

    def legal(self, mine: int, theirs: int) -> int:
        """The bits of all squares where a disc of mine would enclose some of theirs.

        In each direction all discs of mine walk over theirs at once; where they step off onto
        an empty square, I can move.
        """
        reached = 0
        for step in self.steps:
            ahead, back = theirs & mine << step, theirs & mine >> step
            for _ in range(self.size - 3):  # a row has room for size - 2 between two others
                ahead |= theirs & ahead << step
                back |= theirs & back >> step
            reached |= ahead << step | back >> step
        return reached & self.full & ~(mine | theirs)

    def flips(self, square: int, mine: int, theirs: int) -> int:
        """The bits of the discs that a disc of mine on an empty square would enclose."""
        flips = 0
        for ray in self.rays[square]:
            enclosed = 0
            for bit in ray:
                if not theirs & bit:
                    if mine & bit:
                        flips |= enclosed
                    break
                enclosed |= bit
        return flips

    def squares(self, bits: int) -> list[int]:
        """The squares whose bits are set, row by row from the top."""
        squares = []
        while bits:
            lowest = bits & -bits
            squares.append(self.square_of[lowest])
            bits ^= lowest
        return squares

    def name(self, move: int) -> str:
        """How a move is written: c4, or -- for a pass."""
        if move == self.passing:
            return PASS
        column, row = self.cells[move]
        return f"{chr(ord('a') + column)}{row + 1}"


_board = lru_cache(maxsize=None, typed=True)(OthelloBoard)


class Othello(SquareBoard):
    """A position of Othello. Immutable; equal positions are equal states.

    >>> state = Othello.from_moves("c4e3")
    >>> state.player, [state.board.name(move) for move in state.moves()]
    (0, ['f2', 'f3', 'f4', 'f5', 'f6'])
    >>> print(state)
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . . . O . . .
    4 . . X X O . . .
    5 . . . X O . . .
    6 . . . . . . . .
    7 . . . . . . . .
    8 . . . . . . . .
    """

    __slots__ = ("_board", "_legal")

    _board: OthelloBoard
    _legal: int | None  # where the player to move can put a disc; None: not checked yet

    def __init__(self, size: int = 8) -> None:
        try:
            self._board = board = _board(size)
        except TypeError:  # not even hashable; OthelloBoard says more clearly what is wrong
            self._board = board = OthelloBoard(size)
        low, high = board.size // 2 - 1, board.size // 2
        self._mine = board.bit((high, low)) | board.bit((low, high))
        self._theirs = board.bit((low, low)) | board.bit((high, high))
        self._player = 0
        self._legal = self._last = self._previous = None

    @classmethod
    def from_moves(cls, moves: str, size: int = 8) -> Self:
        """The position after the squares in `moves`, a pass being --: "c4e3f6"."""
        state = cls(size)
        for name in re.findall(r"--|[a-z]\d*|\S", read_text(moves, "c4e3")):
            legal = {state.board.name(move): move for move in state.moves()}
            if name not in legal:
                why = f"legal moves are {', '.join(legal)}" if legal else "the game is over"
                raise ValueError(f"{name!r} in {moves!r} cannot be played; {why}")
            state = state.play(legal[name])
        return state

    def to_moves(self) -> str:
        """The moves that led here, as `from_moves` reads them."""
        return "".join(map(self._board.name, self.history))

    # ---- the game, as every search sees it -------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether neither player can enclose anything."""
        return not self.legal and not self._board.legal(self._theirs, self._mine)

    def moves(self) -> list[int]:
        """The squares that enclose something, else only the pass; none when the game is over."""
        if self.legal:
            return self._board.squares(self.legal)
        return [] if self.is_over else [self._board.passing]

    def play(self, move: int) -> Self:
        """The state after the player to move puts a disc on square `move`, or passes."""
        board, square = self._board, whole(move)
        bit, flips = 0, 0
        if square in range(board.passing) and self.legal & board.bits[square]:
            bit = board.bits[square]
            flips = board.flips(square, self._mine, self._theirs)
        elif square != board.passing or self.legal or self.is_over:
            raise ValueError(self._why_not(move))
        after = object.__new__(type(self))
        after._board = board
        after._mine = self._theirs ^ flips  # the turn passes: the opponent's discs are "mine" now
        after._theirs = self._mine | flips | bit
        after._player = 1 - self._player
        after._legal = None
        after._last = square
        after._previous = self
        return after

    def _why_not(self, move: object) -> str:
        board, square = self._board, whole(move)
        if self.is_over:
            return "the game is over; no more moves can be played"
        legal = ", ".join(f"{each} ({board.name(each)})" for each in self.moves())
        if square == board.passing:
            return f"you can pass only when nothing else can be played; legal moves are {legal}"
        if square not in range(board.passing):
            return f"move {move!r} does not exist; legal moves are {legal}"
        name = board.name(square)
        return f"a disc on {square} ({name}) encloses nothing or is taken; legal moves are {legal}"

    # ---- the board -------------------------------------------------------------------------

    @property
    def board(self) -> OthelloBoard:
        """The geometry that this state shares with all others on the same board."""
        return self._board

    @property
    def legal(self) -> int:
        """The bits of the squares where the player to move can put a disc."""
        if self._legal is None:
            self._legal = self._board.legal(self._mine, self._theirs)
        return self._legal

    def discs(self, player: int) -> int:
        """How many discs `player` has, no matter whose turn it is."""
        check_player(player)
        return (self._mine if player == self._player else self._theirs).bit_count()

    @property
    def caption(self) -> str:
        """How many discs each player has, in a sentence."""
        return f"X has {self.discs(0)} discs, O has {self.discs(1)}."

    @property
    def winner(self) -> int | None:
        """The player with more discs when the game is over, 0 or 1; None before, and in a draw."""
        if not self.is_over or self.discs(0) == self.discs(1):
            return None
        return 0 if self.discs(0) > self.discs(1) else 1

    # ---- the moves so far ------------------------------------------------------------------

    @property
    def last_cell(self) -> Cell | None:
        """Where the last move put a disc; None at the start of the game and after a pass."""
        if self._last is None or self._last == self._board.passing:
            return None
        return self._board.cells[self._last]

    # ---- equality, printing, pictures ------------------------------------------------------

    def _sizes(self) -> tuple[int]:
        return (self._board.size,)

    def __repr__(self) -> str:
        size = "" if self.size == 8 else f", size={self.size}"
        return f"{type(self).__name__}.from_moves({self.to_moves()!r}{size})"

    def __str__(self) -> str:
        """The board in text, with the letters and numbers of its squares."""
        pad = len(str(self.size))
        letters = " ".join(chr(ord("a") + column) for column in range(self.size))
        rows = [f"{number:>{pad}} {row}" for number, row in enumerate(self._lines(), start=1)]
        return "\n".join([f"{'':{pad}} {letters}", *rows])

    def _cells(self, bits: int) -> list[Cell]:
        return [self._board.cells[square] for square in self._board.squares(bits)]

    def _repr_html_(self) -> str:
        from c4lib.view.boards import svg  # only when a notebook wants a picture

        alt = f"Othello. {self.caption} " + " / ".join(str(self).splitlines()[1:])
        return svg.cells_html(self, self.last_cell, alt)
