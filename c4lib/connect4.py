"""Connect Four on boards of any size, and Connect X: any number in a row.

Player 0 is X and moves first, player 1 is O. Columns are numbered from 0 in code
and from 1 in move strings and pictures. The board is held in two integers whose
bits are its squares. On the board of 7 columns and 6 rows bit n is this square:

     6 13 20 27 34 41 48    <- a spare row that stays empty, so that a line
     5 12 19 26 33 40 47       shifted past the top of one column never
     4 11 18 25 32 39 46       meets the bottom of the next
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

One square up is one bit further, one to the right is height + 1 bits further.
Python's integers have no largest size, so a board may have up to ten thousand squares.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Self

from c4lib.game import check_over, check_player, check_whole, read_text, whole

SYMBOLS = ("X", "O")
MOST_SQUARES = 10_000
Cell = tuple[int, int]
"""A square as (column, row), both from 0, row 0 at the bottom."""


class Board:
    """The empty board's geometry, worked out once and shared by all its states."""

    def __init__(self, width: int, height: int, connect: int) -> None:
        for name, size in (("width", width), ("height", height), ("connect", connect)):
            check_whole(name, size)
        if width * height > MOST_SQUARES:
            raise ValueError(
                f"a board has at most {MOST_SQUARES:,} squares, not {width:,} times {height:,}"
            )
        if connect > max(width, height):
            raise ValueError(
                f"a line of {connect} fits nowhere on a board {width} wide and {height} high; "
                f"connect can be 1 to {max(width, height)}"
            )
        self.width = width
        self.height = height
        self.connect = connect
        # The bits of each column's lowest and highest square, and of all squares.
        self.bottoms = {column: 1 << column * (height + 1) for column in range(width)}
        self.tops = {column: bottom << height - 1 for column, bottom in self.bottoms.items()}
        self.full = sum(bottom * ((1 << height) - 1) for bottom in self.bottoms.values())
        # How many bits away a neighbour is: up, right, right and down, right and up.
        self.directions = (1, height + 1, height, height + 2)
        # The shifts that find a line in each direction: see line_starts.
        self.shifts = tuple(
            tuple(step * direction for step in _doubling(connect)) for direction in self.directions
        )

    def __repr__(self) -> str:
        return f"Board(width={self.width}, height={self.height}, connect={self.connect})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its sizes: copies and worker processes share one board as well."""
        return _shared_board, (self.width, self.height, self.connect)

    def line_starts(self, bits: int, direction: int) -> int:
        """The squares of `bits` from which a whole line runs in the given direction (0 to 3).

        It is found by doubling: after the first shift each bit left starts a pair, after
        the second a line of 4, which is two pairs, and so on.
        """
        for shift in self.shifts[direction]:
            bits &= bits >> shift
        return bits

    def has_line(self, bits: int) -> bool:
        """Whether `bits` holds a whole line in any direction."""
        if self.connect != 4:
            return any(self.line_starts(bits, direction) for direction in range(4))
        for one, two in self.shifts:  # the same, unrolled: searches spend most of their time here
            pairs = bits & bits >> one
            if pairs & pairs >> two:
                return True
        return False

    def line_squares(self, bits: int) -> int:
        """All squares of `bits` that are part of a whole line."""
        squares = 0
        for direction, step in enumerate(self.directions):
            starts = self.line_starts(bits, direction)
            for distance in range(self.connect):
                squares |= starts << distance * step
        return squares

    def mirrored(self, bits: int) -> int:
        """The bits with left and right exchanged."""
        step, image = self.height + 1, 0
        column = (1 << step) - 1
        for _ in range(self.width):
            image = image << step | bits & column
            bits >>= step
        return image

    def cells(self, bits: int) -> Iterator[Cell]:
        """The squares whose bits are set, column by column from the bottom."""
        if bits < 0:  # it would never end
            raise ValueError("these bits are negative: take `board.full & ~bits`, not `~bits`")
        while bits:
            lowest = bits & -bits
            yield divmod(lowest.bit_length() - 1, self.height + 1)
            bits ^= lowest


def _doubling(connect: int) -> list[int]:
    """The steps that make a line of `connect` out of one disc: 1, 2 for a line of 4."""
    steps = []
    length = 1
    while length < connect:
        steps.append(min(length, connect - length))
        length += steps[-1]
    return steps


_board = lru_cache(maxsize=None, typed=True)(Board)
_boards: dict[tuple[int, int, int], Board] = {}


def _shared_board(width: int, height: int, connect: int) -> Board:
    """The one board of that size that all states share."""
    try:
        board = _board(width, height, connect)
        return _boards.setdefault((width, height, connect), board)  # two threads may have made one
    except TypeError:  # not even hashable, so not a number, which Board says more clearly
        return Board(width, height, connect)


class FallingDiscs(ABC):
    """What positions of Connect X share, for any number of players: the board and the moves."""

    __slots__ = ("_board", "_mask", "_previous", "_won")

    _symbols: tuple[str, ...] = SYMBOLS

    _board: Board
    _mask: int  # all discs
    _previous: Self | None
    _won: bool | None  # whether the last move made a line; None: not checked yet

    def _after(self, moves: str) -> Self:
        """The position after the columns in `moves`, counted from 1."""
        state = self
        for number, column in enumerate(_read_moves(moves, self.width), start=1):
            if column - 1 not in state.moves():
                why = state._why_not(column - 1, first=1)
                raise ValueError(f"move {number} of {moves!r}: {why}")
            state = state.play(column - 1)
        return state

    def to_moves(self) -> str:
        """The moves that led here, as `from_moves` reads them."""
        return ("" if self.width <= 9 else ",").join(str(move + 1) for move in self.history)

    @property
    def is_over(self) -> bool:
        """Whether the last move made a line or filled the board."""
        return bool(self._won) or self._mask == self._board.full

    def moves(self) -> list[int]:
        """The columns that are not full, from left to right; none when the game is over."""
        if self.is_over:
            return []
        mask = self._mask
        return [column for column, top in self._board.tops.items() if not mask & top]

    @abstractmethod
    def play(self, move: int) -> Self:
        """The state after the player to move drops a disc into column `move`, from 0."""

    @abstractmethod
    def discs(self, player: int) -> int:
        """The bits of the discs of `player`, no matter whose turn it is."""

    @property
    def players(self) -> int:
        """The number of players."""
        return 2

    @property
    def winner(self) -> int | None:
        """The player who made a line, or None."""
        return (self._mask.bit_count() - 1) % self.players if self.is_over and self._won else None

    @property
    def winning_line(self) -> tuple[Cell, ...]:
        """The cells of the line that won (of all of them if there are several), else none."""
        discs = 0 if self.winner is None else self.discs(self.winner)
        return tuple(self._board.cells(self._board.line_squares(discs)))

    def rows(self) -> list[list[int | None]]:
        """The board row by row from the top: a player or None for each square."""
        rows: list[list[int | None]] = [[None] * self.width for _ in range(self.height)]
        for player in range(self.players):
            for column, row in self._board.cells(self.discs(player)):
                rows[self.height - 1 - row][column] = player
        return rows

    def _why_not(self, move: int, first: int = 0) -> str:
        """Why `move` is illegal, with columns counted from `first`."""
        if self.is_over:
            return "the game is over; no more moves can be played"
        number = whole(move)
        if number not in self._board.tops:
            which = f"0 to {self.width - 1}" + ("" if type(move) is int else ", whole numbers")
            return f"column {move!r} does not exist; this board has columns {which}"
        free = ", ".join(str(column + first) for column in self.moves())
        return f"column {number + first} is full; free columns are {free}"

    @property
    def board(self) -> Board:
        """The geometry that this state shares with all others on the same board."""
        return self._board

    @property
    def width(self) -> int:
        """How many columns the board has."""
        return self._board.width

    @property
    def height(self) -> int:
        """How many rows the board has."""
        return self._board.height

    @property
    def connect(self) -> int:
        """How many in a row win."""
        return self._board.connect

    @property
    def mask(self) -> int:
        """The bits of all discs."""
        return self._mask

    @property
    def previous(self) -> Self | None:
        """The state before the last move; None at the start of the game."""
        return self._previous

    @property
    def last_cell(self) -> Cell | None:
        """Where the last disc lies; None at the start of the game."""
        if self._previous is None:
            return None
        return next(self._board.cells(self._mask ^ self._previous._mask))

    @property
    def history(self) -> tuple[int, ...]:
        """The columns played so far, from 0."""
        columns = []
        state: FallingDiscs | None = self
        while state is not None and state.last_cell is not None:
            columns.append(state.last_cell[0])
            state = state._previous
        return tuple(reversed(columns))

    def _sizes(self) -> dict[str, int]:
        """The arguments that the class was made with."""
        return {"width": self.width, "height": self.height, "connect": self.connect}

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its moves, so that copies and worker processes get them too."""
        read = type(self).from_moves  # type: ignore[attr-defined]
        return read, (self.to_moves(), *self._sizes().values())

    def __repr__(self) -> str:
        sizes = self._sizes()
        usual = type(self)()._sizes()
        size = "" if sizes == usual else "".join(f", {name}={n}" for name, n in sizes.items())
        return f"{type(self).__name__}.from_moves({self.to_moves()!r}{size})"

    def __str__(self) -> str:
        """The board in text, with its columns numbered as in move strings."""
        pad = len(str(self.width))
        lines = [
            " ".join(f"{'.' if owner is None else self._symbols[owner]:>{pad}}" for owner in row)
            for row in self.rows()
        ]
        lines.append(" ".join(f"{column + 1:>{pad}}" for column in range(self.width)))
        return "\n".join(lines)


class Connect4(FallingDiscs):
    """A position of Connect Four or Connect X. Immutable; equal positions are equal states.

    >>> state = Connect4.from_moves("4453")
    >>> state.player, state.moves()
    (0, [0, 1, 2, 3, 4, 5, 6])
    >>> print(state.play(3))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . . O . . .
    . . O X X . .
    1 2 3 4 5 6 7
    """

    __slots__ = ("_mine",)

    _mine: int  # the discs of the player to move

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4) -> None:
        self._board = _shared_board(width, height, connect)
        self._mask = self._mine = 0
        self._previous = None
        self._won = None

    @classmethod
    def from_moves(cls, moves: str, width: int = 7, height: int = 6, connect: int = 4) -> Self:
        """The position after the columns in `moves`, counted from 1: "4453".

        On boards wider than 9 the columns are separated by commas or spaces: "12,3,50".
        """
        return cls(width, height, connect)._after(moves)

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int | None]], connect: int = 4) -> Self:
        """The position with these `rows()`: from the top, each square 0 (X), 1 (O) or None.

        Its history is a game that leads there, which need not be the one that was played.
        """
        columns = _read_columns(rows)
        empty = cls(len(columns), len(rows), connect)
        for last in (None, *(column for column, discs in enumerate(columns) if discs)):
            # A finished game must not be over before its last disc, so try which one that is.
            before = [discs[:-1] if n == last else discs for n, discs in enumerate(columns)]
            order = order_of(before) or []
            state = empty
            for move in order if last is None else [*order, last]:
                state = state if state.is_over else state.play(move)
            if state.rows() == [list(row) for row in rows]:
                return state
        raise ValueError(
            "no game leads to these discs: players take turns, X begins, and a line ends the game"
        )

    # ---- the game, as every search sees it -------------------------------------------------

    @property
    def player(self) -> int:
        """Whose turn it is: 0 (X) or 1 (O)."""
        return self._mask.bit_count() & 1

    @property
    def is_over(self) -> bool:
        """Whether the last move made a line or filled the board."""
        won = self._won
        if won is None:
            won = self._won = self._board.has_line(self._mask ^ self._mine)
        return won or self._mask == self._board.full

    def play(self, move: int) -> Self:
        """The state after the player to move drops a disc into column `move`, from 0."""
        board, mask = self._board, self._mask
        column = move if type(move) is int else whole(move)
        if column not in board.tops or mask & board.tops[column] or self.is_over:
            raise ValueError(self._why_not(move))
        after = object.__new__(type(self))
        after._board = board
        # Adding a disc at the bottom of a column carries to its lowest free square.
        after._mask = mask | mask + board.bottoms[column]
        after._mine = mask ^ self._mine  # the turn passes: the opponent's discs are "mine" now
        after._previous = self
        after._won = None
        return after

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: +1 won, 0 drawn, -1 lost."""
        check_over(self, player)
        if not self._won:
            return 0.0
        return -1.0 if player == self.player else 1.0

    # ---- the board -------------------------------------------------------------------------

    @property
    def mine(self) -> int:
        """The bits of the discs of the player to move."""
        return self._mine

    @property
    def theirs(self) -> int:
        """The bits of the discs of the player who just moved."""
        return self._mask ^ self._mine

    def discs(self, player: int) -> int:
        """The bits of the discs of `player`, no matter whose turn it is."""
        check_player(player)
        return self._mine if player == self.player else self.theirs

    # ---- the moves so far ------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many discs have been played."""
        return self._mask.bit_count()

    @property
    def free(self) -> int:
        """How many squares are still empty."""
        return self.width * self.height - self.ply

    # ---- the mirror ------------------------------------------------------------------------

    def mirror_move(self, move: int) -> int:
        """The column that `move` is in the mirror image."""
        return self.width - 1 - move

    def mirror_key(self) -> tuple[tuple[int, int, Board], bool]:
        """A key that the position shares with its mirror image only, and whether it is the image's.

        Of the two positions, the one whose bits are the smaller numbers gives the key.
        """
        mine, mask = self._mine, self._mask
        image_mine, image_mask = self._board.mirrored(mine), self._board.mirrored(mask)
        if (image_mine, image_mask) < (mine, mask):
            return (image_mine, image_mask, self._board), True
        return (mine, mask, self._board), False

    # ---- equality, printing, pictures ------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Connect4):
            return NotImplemented
        same = self._mine == other._mine and self._mask == other._mask
        return same and self._board is other._board

    def __hash__(self) -> int:
        return hash((self._mine, self._mask))

    def _repr_html_(self) -> str:
        from c4lib.view.boards import svg  # only when a notebook wants a picture

        return svg.connect4(self)._repr_html_()


def _read_columns(rows: Sequence[Sequence[int | None]]) -> list[list[int]]:
    """Each column's discs from the bottom."""
    if not rows or len({len(row) for row in rows}) != 1:
        raise ValueError("rows are lists of squares, all of the same length, from the top")
    columns: list[list[int]] = [[] for _ in rows[0]]
    for height, row in enumerate(reversed(rows)):
        for column, square in enumerate(row):
            if square is None:
                continue
            check_player(square)
            if len(columns[column]) < height:
                raise ValueError(f"a disc in column {column}, row {height} has nothing below it")
            columns[column].append(square)
    return columns


def _read_moves(moves: str, width: int) -> list[int]:
    """The column numbers, counted from 1, of a move string."""
    parts = [part for part in re.split(r"[\s,]+", read_text(moves, "4453")) if part]
    if width <= 9:
        parts = [digit for part in parts for digit in part]
    numbers = {str(number) for number in range(1, width + 1)}
    for part in parts:
        if part.lstrip("0") not in numbers:
            apart = "" if width <= 9 else ", separated by commas"
            raise ValueError(
                f"column {part} in {moves!r} does not exist; columns are 1 to {width}{apart}"
            )
    return [int(part) for part in parts]


MOST_STEPS = 100_000
"""How many discs are placed or taken back before the search gives up. Real games need none."""


def order_of(columns: Sequence[Sequence[int]]) -> list[int] | None:
    """An order of moves that leads to these discs, given by column from the bottom; or None.

    Players 0 and 1 take turns, and 0 begins. Each disc goes into the column with the most discs
    left, which nearly always works; where it does not, discs are taken back.
    """
    total = sum(map(len, columns))
    start: tuple[int, ...] = (0,) * len(columns)
    left: list[tuple[tuple[int, ...], list[int]]] = [(start, [])]
    seen: set[tuple[int, ...]] = set()  # the heights of columns that were tried
    while left and len(seen) < MOST_STEPS + total:
        heights, moves = left.pop()
        if len(moves) == total:
            return moves
        if heights in seen:
            continue
        seen.add(heights)
        to_come = [discs[height:] for discs, height in zip(columns, heights, strict=True)]
        fitting = [n for n, discs in enumerate(to_come) if discs and discs[0] == len(moves) % 2]
        for column in sorted(fitting, key=lambda column: len(to_come[column])):
            higher = (*heights[:column], heights[column] + 1, *heights[column + 1 :])
            left.append((higher, [*moves, column]))
    return None
