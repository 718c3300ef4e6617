"""Connect Four for three players, or for two or four.

Player 0 is X and moves first, then come O, # and, of four, *. Whoever makes a line wins alone:
that is worth 1, and the others lose it in equal parts, -1/2 each of two. A draw is worth 0.
So all utilities together are 0, and what is better for one is worse for the others taken
together, but not for each of them.

The discs of each player are the bits of an integer, as `c4lib.connect4` draws them.
"""

from typing import Self

from c4lib.connect4 import Board, Cell, _board, _read_moves

SYMBOLS = ("X", "O", "#", "*")


class Trio:
    """A position of Connect X for several players. Immutable; equal positions are equal states.

    >>> state = Trio.from_moves("4453")
    >>> state.player, state.players
    (1, 3)
    >>> print(state)
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . O . . .
    . . X X # . .
    1 2 3 4 5 6 7
    """

    __slots__ = ("_board", "_discs", "_mask", "_previous", "_won")

    falling = True
    """A move is a column, into which a disc falls: so boards that are clicked on know."""

    _board: Board
    _discs: tuple[int, ...]  # each player's
    _mask: int  # all of them
    _previous: Self | None
    _won: bool  # whether the last move made a line

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4, players: int = 3) -> None:
        try:
            self._board = _board(width, height, connect)
        except TypeError:  # not even hashable: no number, which Board says more clearly
            self._board = Board(width, height, connect)
        if isinstance(players, bool) or players not in (2, 3, 4):
            raise ValueError(f"players must be 2, 3 or 4, not {players!r}")
        self._discs = (0,) * players
        self._mask = 0
        self._previous = None
        self._won = False

    @classmethod
    def from_moves(
        cls, moves: str, width: int = 7, height: int = 6, connect: int = 4, players: int = 3
    ) -> Self:
        """The position after the columns in `moves`, counted from 1: "4453".

        On boards wider than 9 the columns are set apart by commas or spaces: "12,3,50".
        """
        state = cls(width, height, connect, players)
        for number, column in enumerate(_read_moves(moves, width), start=1):
            if column - 1 not in state.moves():
                why = state._why_not(column - 1, first=1)
                raise ValueError(f"move {number} of {moves!r}: {why}")
            state = state.play(column - 1)
        return state

    def to_moves(self) -> str:
        """The moves that led here, as `from_moves` reads them."""
        return ("" if self.width <= 9 else ",").join(str(move + 1) for move in self.history)

    # ---- the game, as every search sees it -------------------------------------------------

    @property
    def players(self) -> int:
        """How many play."""
        return len(self._discs)

    @property
    def player(self) -> int:
        """Whose turn it is: 0 (X), 1 (O), 2 (#) or 3 (*)."""
        return self._mask.bit_count() % len(self._discs)

    @property
    def is_over(self) -> bool:
        """Whether the last move made a line or filled the board."""
        return self._won or self._mask == self._board.full

    def moves(self) -> list[int]:
        """The columns that are not full, from left to right; none when the game is over."""
        if self.is_over:
            return []
        return [column for column, top in self._board.tops.items() if not self._mask & top]

    def play(self, move: int) -> Self:
        """The state after the player to move drops a disc into column `move`, from 0."""
        if move not in self.moves():
            raise ValueError(self._why_not(move))
        board, player = self._board, self.player
        after = object.__new__(type(self))
        after._board = board
        # Adding a disc at the bottom of a column carries to its lowest free square.
        after._mask = self._mask | self._mask + board.bottoms[move]
        mine = self._discs[player] | after._mask ^ self._mask
        after._discs = (*self._discs[:player], mine, *self._discs[player + 1 :])
        after._previous = self
        after._won = board.has_line(mine)
        return after

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: 1 won, 0 drawn, else -1/2 (of three)."""
        if not self.is_over:
            raise ValueError("the game is not over yet; ask `is_over` before `utility`")
        self._check_player(player)
        if self.winner is None:
            return 0.0
        return 1.0 if player == self.winner else -1 / (self.players - 1)

    def _why_not(self, move: int, first: int = 0) -> str:
        """Why `move` is illegal, in columns that are counted from `first`."""
        if self.is_over:
            return "the game is over; no more moves can be played"
        if move not in range(self.width):
            last = self.width - 1
            return f"column {move!r} does not exist; this board has columns 0 to {last}"
        free = ", ".join(str(column + first) for column in self.moves())
        return f"column {move + first} is full; free columns are {free}"

    def _check_player(self, player: int) -> None:
        if player not in range(self.players):
            names = ", ".join(f"{n} ({SYMBOLS[n]})" for n in range(self.players))
            raise ValueError(f"there is no player {player!r}; players are {names}")

    # ---- the board -------------------------------------------------------------------------

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

    def discs(self, player: int) -> int:
        """The bits of the discs of `player`, whoever's turn it is."""
        self._check_player(player)
        return self._discs[player]

    @property
    def winner(self) -> int | None:
        """Who made a line; None while nobody has."""
        return (self._mask.bit_count() - 1) % self.players if self._won else None

    @property
    def winning_line(self) -> tuple[Cell, ...]:
        """The cells of the line that won (of all of them if there are several), else none."""
        if self.winner is None:
            return ()
        return tuple(self._board.cells(self._board.line_squares(self._discs[self.winner])))

    # ---- the moves so far ------------------------------------------------------------------

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
        state: Trio | None = self
        while state is not None and state.last_cell is not None:
            columns.append(state.last_cell[0])
            state = state._previous
        return tuple(reversed(columns))

    # ---- equality, printing ----------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trio):
            return NotImplemented
        return self._discs == other._discs and self._board is other._board

    def __hash__(self) -> int:
        return hash(self._discs)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its moves, so that copies and worker processes get them too."""
        sizes = (self.width, self.height, self.connect, self.players)
        return type(self).from_moves, (self.to_moves(), *sizes)

    def __repr__(self) -> str:
        sizes = (self.width, self.height, self.connect, self.players)
        names = ", width={}, height={}, connect={}, players={}"
        size = "" if sizes == (7, 6, 4, 3) else names.format(*sizes)
        return f"{type(self).__name__}.from_moves({self.to_moves()!r}{size})"

    def __str__(self) -> str:
        """The board in text, with its columns numbered as in move strings."""
        pad = len(str(self.width))
        lines = [
            " ".join(f"{'.' if owner is None else SYMBOLS[owner]:>{pad}}" for owner in row)
            for row in self.rows()
        ]
        lines.append(" ".join(f"{column + 1:>{pad}}" for column in range(self.width)))
        return "\n".join(lines)

    def rows(self) -> list[list[int | None]]:
        """The board row by row from the top: a player or None for each square."""
        rows: list[list[int | None]] = [[None] * self.width for _ in range(self.height)]
        for player, discs in enumerate(self._discs):
            for column, row in self._board.cells(discs):
                rows[self.height - 1 - row][column] = player
        return rows
