"""Quixo: take a cube from the border, push it back in from another end, and make a line.

Player 0 is X and moves first, player 1 is O. All cubes begin blank. A turn: take a cube from the
border that is blank or your own, turn it to your symbol, and push it in at another end of its
row or its column, so that the cubes between move up to where it was. A whole row, column or
diagonal of your symbol wins. A player who completes a line of the *other* player loses, even if
one of their own is completed at the same time (the rule of Gigamic, the publisher).

Cubes never become blank again, but while no blank one is taken, positions can repeat for ever. So,
as in chess, a rule of this course ends that: `patience` plies in a row without taking a blank cube
are a draw. How many there have been is part of the state.

Cubes are numbered row by row from the top, and bit n of an integer is the cube

     0  1  2  3  4
     5  6  7  8  9
    10 11 12 13 14
    15 16 17 18 19
    20 21 22 23 24

A move is a number too, 0 to 43 on this board: `QuixoRules.decode` says which cube it takes, and
from which side that cube is pushed back in.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Self

import numpy as np

from c4lib.game import check_whole, whole
from c4lib.games.square_board import Cell, Permutation, SquareBoard, symmetries_of

LARGEST = 30  # rows of a board: there are twelve times as many moves
SIDES = ("left", "right", "top", "bottom")
"""From where a cube can be pushed in."""


class Push(NamedTuple):
    """A move: the cube that is taken, the side it is pushed in from, and what moves."""

    cube: int
    side: str
    end: int
    """Where the cube ends up."""
    moved: int
    """The bits of the cubes that move up by one, from the end to where the cube was."""
    shift: int
    """How many bits they move: 1 or size to a higher number, -1 or -size to a lower one."""
    kept: int
    """The bits of all other cubes except the one taken."""


class QuixoRules:
    """The rules on a board of some size, worked out once and shared by all its states."""

    def __init__(self, size: int, patience: int) -> None:
        for name, number, least in (("size", size, 3), ("patience", patience, 1)):
            check_whole(name, number, least)
        if size > LARGEST:
            raise ValueError(f"size is at most {LARGEST}, not {size}")
        self.size, self.patience = size, patience
        self.cubes = size * size
        grid = np.arange(self.cubes).reshape(size, size)
        lines = [*grid, *grid.T, grid.diagonal(), grid[::-1].diagonal()]
        self.lines = tuple(_bits(line.tolist()) for line in lines)
        self.pushes = tuple(self._pushes())
        self.takes = {move: 1 << push.cube for move, push in enumerate(self.pushes)}
        self.number = {(push.cube, push.side): n for n, push in enumerate(self.pushes)}
        self.border = _bits(push.cube for push in self.pushes)
        self._takable: dict[int, tuple[int, ...]] = {}

    def __repr__(self) -> str:
        return f"QuixoRules(size={self.size}, patience={self.patience})"

    def _pushes(self) -> Sequence[Push]:
        """All moves, by the cube that is taken and then by the side."""
        size, last = self.size, self.size - 1
        found = []
        for cube in range(self.cubes):
            row, column = divmod(cube, size)
            if {row, column}.isdisjoint({0, last}):
                continue  # not on the border
            ends = (row * size, row * size + last, column, last * size + column)
            for side, end, step in zip(SIDES, ends, (1, -1, size, -size), strict=True):
                if end != cube:  # never back to where it was
                    moved = _bits(range(end, cube, step))
                    kept = (1 << self.cubes) - 1 & ~moved & ~(1 << cube)
                    found.append(Push(cube, side, end, moved, step, kept))
        return found

    def decode(self, move: int) -> tuple[int, str]:
        """The cube that a move takes, and the side from which it is pushed in."""
        number = whole(move)
        if number not in range(len(self.pushes)):
            raise ValueError(f"there is no move {move!r}; moves are 0 to {len(self.pushes) - 1}")
        return self.pushes[number][:2]

    def encode(self, cube: int, side: str) -> int:
        """The number of a move: `decode` the other way round."""
        if (cube, side) not in self.number:
            sides = [each for each in SIDES if (cube, each) in self.number]
            why = f"its sides are {', '.join(sides)}" if sides else "it is not on the border"
            raise ValueError(f"cube {cube!r} cannot be pushed in from {side!r}; {why}")
        return self.number[cube, side]

    def moves(self, theirs: int) -> tuple[int, ...]:
        """The moves that take none of their cubes, in the order of their numbers."""
        taken = theirs & self.border
        moves = self._takable.get(taken)
        if moves is None:  # remembered: there are few different borders
            moves = tuple(move for move, bit in self.takes.items() if not taken & bit)
            self._takable[taken] = moves
        return moves

    def push(self, move: int, mine: int, theirs: int) -> tuple[int, int]:
        """My and their cubes after a move of mine."""
        _, _, end, moved, shift, kept = self.pushes[move]
        if shift > 0:
            mine_moved, theirs_moved = (mine & moved) << shift, (theirs & moved) << shift
        else:
            mine_moved, theirs_moved = (mine & moved) >> -shift, (theirs & moved) >> -shift
        return mine & kept | mine_moved | 1 << end, theirs & kept | theirs_moved

    def lines_of(self, cubes: int) -> list[int]:
        """The whole lines that the bits hold."""
        if cubes.bit_count() < self.size:
            return []
        return [line for line in self.lines if cubes & line == line]

    @cached_property
    def symmetries(self) -> tuple[tuple[Permutation, Permutation], ...]:
        """The eight ways to turn and mirror the board, as orders of its cubes and of the moves.

        `cubes[order]` is the board's image, cube by cube, and `priors[order]` what belongs to
        the image's moves: cube n of the image is cube order[n] of the board. The first pair
        changes nothing.
        """
        number = {(push.cube, push.end): move for move, push in enumerate(self.pushes)}
        return tuple(
            (cubes, np.array([number[cubes[push.cube], cubes[push.end]] for push in self.pushes]))
            for cubes in symmetries_of(self.size)
        )


def _bits(cubes: Iterable[int]) -> int:
    """The bits of these cubes, each of which may be given several times."""
    return sum(1 << cube for cube in set(cubes))


_rules = lru_cache(maxsize=None, typed=True)(QuixoRules)


class Quixo(SquareBoard):
    """A position of Quixo. Immutable; equal positions that are as near to a draw are equal states.

    >>> state = Quixo.from_moves([(0, "right"), (2, "bottom")])
    >>> state.player, len(state.moves()), state.rules.decode(3)
    (0, 41, (1, 'right'))
    >>> print(state.play(3))
    . . . X X
    . . . . .
    . . . . .
    . . . . .
    . . O . .
    """

    __slots__ = ("_quiet", "_rules", "_winner")

    _rules: QuixoRules
    _quiet: int  # plies since a blank cube was taken
    _winner: int | None

    def __init__(self, size: int = 5, patience: int = 30) -> None:
        try:
            self._rules = _rules(size, patience)
        except TypeError:  # not even hashable; QuixoRules says more clearly what is wrong
            self._rules = QuixoRules(size, patience)
        self._mine = self._theirs = self._player = self._quiet = 0
        self._winner = self._last = self._previous = None

    @classmethod
    def from_moves(
        cls, moves: Sequence[int | tuple[int, str]], size: int = 5, patience: int = 30
    ) -> Self:
        """The position after these moves: numbers, or pairs of a cube and a side."""
        state = cls(size, patience)
        if not isinstance(moves, Sequence):
            raise ValueError(f"moves are a list such as [3, (2, 'bottom')], not {moves!r}")
        for move in moves:
            state = state.play(
                state.rules.encode(*move) if isinstance(move, tuple) and len(move) == 2 else move
            )
        return state

    # ---- the game, as every search sees it -------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether there is a line, or patience ran out."""
        return self._winner is not None or self._quiet >= self._rules.patience

    def moves(self) -> Sequence[int]:
        """The moves that take a blank cube or one's own; none when the game is over."""
        return () if self.is_over else self._rules.moves(self._theirs)

    def play(self, move: int) -> Self:
        """The state after a move, 0 to 43 on a board of size 5: see `QuixoRules.decode`."""
        rules, mine, theirs = self._rules, self._mine, self._theirs
        number = move if type(move) is int else whole(move)
        if number not in rules.takes or theirs & (taken := rules.takes[number]) or self.is_over:
            raise ValueError(self._why_not(move))
        pushed, others = rules.push(number, mine, theirs)
        after = object.__new__(type(self))
        after._rules = rules
        after._mine, after._theirs = others, pushed  # the turn passes
        after._player = 1 - self._player
        after._quiet = self._quiet + 1 if mine & taken else 0
        after._last = number
        after._previous = self
        after._winner = None
        if others != theirs and rules.lines_of(others):  # their line counts before mine
            after._winner = after._player
        elif rules.lines_of(pushed):
            after._winner = self._player
        return after

    def _why_not(self, move: Any) -> str:
        if self.is_over:
            return "the game is over; no more moves can be played"
        cube, side = self._rules.decode(move)  # raises if there is no such move
        return (
            f"move {move} (cube {cube}, pushed in from the {side}) takes the other player's "
            "cube; take a blank one or your own"
        )

    # ---- the board -------------------------------------------------------------------------

    @property
    def rules(self) -> QuixoRules:
        """The rules that this state shares with all others of its size and patience."""
        return self._rules

    @property
    def quiet(self) -> int:
        """Plies since a blank cube was taken."""
        return self._quiet

    @property
    def winner(self) -> int | None:
        """The winner, 0 or 1, or None."""
        return self._winner

    @property
    def winning_line(self) -> tuple[Cell, ...]:
        """The cells of the line that won (of all of them if there are several), else none."""
        if self._winner is None:
            return ()
        cubes = self._mine if self._winner == self._player else self._theirs
        won = self._rules.lines_of(cubes)
        every = range(self._rules.cubes)
        return tuple(self._cell(cube) for cube in every if any(line >> cube & 1 for line in won))

    @property
    def caption(self) -> str:
        """A sentence about how near a draw is; empty while blank cubes are taken."""
        if not self._quiet:
            return ""
        plies = "1 ply" if self._quiet == 1 else f"{self._quiet} plies"
        return f"No blank cube for {plies}; {self._rules.patience} are a draw."

    def cells_of(self, move: int) -> tuple[Cell, Cell]:
        """The cell that a move takes a cube from, and the one where it ends up."""
        cube, _ = self._rules.decode(move)
        return self._cell(cube), self._cell(self._rules.pushes[int(move)].end)

    def _cell(self, cube: int) -> Cell:
        row, column = divmod(cube, self.size)
        return column, row

    def _cells(self, bits: int) -> list[Cell]:
        return [self._cell(cube) for cube in range(self._rules.cubes) if bits >> cube & 1]

    # ---- the moves so far ------------------------------------------------------------------

    @property
    def last_cell(self) -> Cell | None:
        """Where the last cube was pushed in; None at the start of the game."""
        return None if self._last is None else self._cell(self._rules.pushes[self._last].end)

    # ---- equality, printing, pictures ------------------------------------------------------

    def _sizes(self) -> tuple[int, int]:
        return self._rules.size, self._rules.patience

    def _key(self) -> tuple[int, ...]:
        return *super()._key(), self._quiet

    def __repr__(self) -> str:
        more = "" if self._sizes() == (5, 30) else ", size={}, patience={}".format(*self._sizes())
        return f"{type(self).__name__}.from_moves({list(self.history)}{more})"

    def __str__(self) -> str:
        """The board in text."""
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        from c4lib.view.boards import svg  # only when a notebook wants a picture

        alt = "Quixo: " + str(self).replace("\n", " / ")
        return svg.cells_html(self, self.last_cell, alt)
