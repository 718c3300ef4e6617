"""Connect Four for three players, or for two or four.

Player 0 is X and moves first, then come O, # and, with four players, *. The player who makes a line
wins alone: that is worth 1, and the others lose it in equal parts, -1/2 each if there are two. A
draw is worth 0. So all utilities sum to 0, and what is better for one is worse for the others
taken together, but not for each of them.

The discs of each player are the bits of an integer, as `c4lib.connect4` draws them.
"""

from typing import Self

from c4lib.connect4 import FallingDiscs, _shared_board
from c4lib.game import check_over, check_player, whole

SYMBOLS = ("X", "O", "#", "*")


class Trio(FallingDiscs):
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

    __slots__ = ("_discs",)

    _symbols = SYMBOLS
    falling = True
    """Tells the board widget that a move is a column, into which a disc falls."""

    _discs: tuple[int, ...]  # each player's

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4, players: int = 3) -> None:
        self._board = _shared_board(width, height, connect)
        if whole(players) not in (2, 3, 4):
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

        On boards wider than 9 the columns are separated by commas or spaces: "12,3,50".
        """
        return cls(width, height, connect, players)._after(moves)

    # ---- the game, as every search sees it -------------------------------------------------

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self._discs)

    @property
    def player(self) -> int:
        """Whose turn it is: 0 (X), 1 (O), 2 (#) or 3 (*)."""
        return self._mask.bit_count() % len(self._discs)

    def play(self, move: int) -> Self:
        """The state after the player to move drops a disc into column `move`, from 0."""
        if (column := whole(move)) not in self.moves():
            raise ValueError(self._why_not(move))
        board, player = self._board, self.player
        after = object.__new__(type(self))
        after._board = board
        # Adding a disc at the bottom of a column carries to its lowest free square.
        after._mask = self._mask | self._mask + board.bottoms[column]
        mine = self._discs[player] | after._mask ^ self._mask
        after._discs = (*self._discs[:player], mine, *self._discs[player + 1 :])
        after._previous = self
        after._won = board.has_line(mine)
        return after

    def utility(self, player: int) -> float:
        """What the finished game is worth to `player`: 1 won, 0 drawn, -1/2 lost (of three)."""
        check_over(self, player, self.players)
        if self.winner is None:
            return 0.0
        return 1.0 if player == self.winner else -1 / (self.players - 1)

    # ---- the board -------------------------------------------------------------------------

    def discs(self, player: int) -> int:
        """The bits of the discs of `player`, no matter whose turn it is."""
        check_player(player, self.players)
        return self._discs[player]

    # ---- equality, printing ----------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trio):
            return NotImplemented
        return self._discs == other._discs and self._board is other._board

    def __hash__(self) -> int:
        return hash(self._discs)

    def _sizes(self) -> dict[str, int]:
        return super()._sizes() | {"players": self.players}
