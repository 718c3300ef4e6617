"""The board of games without a grid: what the state says of itself, and its moves as buttons.

Any `State` gets one: its text (`str(state)`) is shown, and its moves are buttons with their own
names. `players` says how many play, if not two. Pig has a picture of its own.
"""

import html
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from c4lib.game import CHANCE, Move, State
from c4lib.games.pig import Pig
from c4lib.view.boards.evaluation_bar import visits_in_words
from c4lib.view.boards.game import Game, Shares
from c4lib.view.boards.pig_svg import pig
from c4lib.view.boards.svg import (
    HOLE,
    INK,
    SIGNS,
    WIDEST,
    Mark,
    Picture,
    document,
    outcome,
    players_of,
    rect,
)

LETTER, LINE, MARGIN = 9, 21, 14  # the size of text, in the picture's own units


class Moves:
    """How a game without a grid is drawn; `Cells` has the same methods."""

    name: ClassVar[str] = "moves"
    has_solver: ClassVar[bool] = False

    def draw(
        self, game: Game, playable: Sequence[Move], marks: Mapping[int, Mark] | None, shares: Shares
    ) -> dict[str, Any]:
        """The picture and its words, and a button for each move."""
        state = game.on_board
        thrown = game.last is not None and game.last[0].player == CHANCE
        shown, alt = picture(state, game.moves[game.shown - 1] if thrown else None)
        words = [alt, outcome(state)]
        if shares:
            words.append(visits_in_words(state.player, {str(m): s for m, s in shares.items()}))
        buttons = [{"move": n, "text": labelled(move)} for n, move in enumerate(playable)]
        return {"svg": shown, "alt": " ".join(words), "buttons": buttons}

    def strip(self, state: Any, shares: Shares | None) -> dict[str, str]:
        """A player's visits, in words."""
        named = {str(move): share for move, share in (shares or {}).items()}
        legend = visits_in_words(state.player, named) if named else ""
        return {"visits": "", "alt": "", "legend": legend}

    def told(self, game: Game, since: int) -> str:
        """The moves since then, and what chance made of them: "O played roll (5), hold."."""
        turns: list[tuple[str, list[str]]] = []
        for state, move in zip(game.states[since:], game.moves[since : game.shown], strict=False):
            who = "Chance" if state.player == CHANCE else SIGNS[state.player]
            if state.player == CHANCE and turns:
                turns[-1][1][-1] += f" ({move})"
            elif turns and turns[-1][0] == who:
                turns[-1][1].append(str(move))
            else:
                turns.append((who, [str(move)]))
        return " ".join(f"{who} played {', '.join(moves)}." for who, moves in turns)

    def is_empty(self, state: Any) -> bool:
        """No: there is no board."""
        return False

    def blocked(self, state: Any) -> str:
        """Nothing: all moves are buttons."""
        return ""


def labelled(move: Move) -> str:
    """What a move's button says: "Roll"."""
    return move[:1].upper() + move[1:] if isinstance(move, str) else str(move)


def picture(state: Any, thrown: Move | None = None) -> Picture:
    """What a state says of itself, on a card; `thrown` is what chance has just brought."""
    if isinstance(state, Pig):
        return pig(state, thrown)
    lines = str(state).splitlines() or [""]
    wide = 2 * MARGIN + LETTER * max(24, *map(len, lines))
    high = 2 * MARGIN + LINE * len(lines)
    texts = (
        f'<text x="{MARGIN}" y="{MARGIN + LINE * number + 15}">{html.escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    card = rect(0, 0, wide, high, f'rx="10" fill="{HOLE}"')
    style = f'font-family="monospace" font-size="15" fill="{INK}" xml:space="preserve"'
    parts = [card, f"<g {style}>", *texts, "</g>"]
    return Picture(document(wide, high, parts, min(1, WIDEST / wide)), f"{'. '.join(lines)}.")


def check(start: Any) -> None:
    """Raise ValueError unless it is a state whose players have signs."""
    if not isinstance(start, State) or isinstance(start, type):
        raise ValueError(
            "start is a state, such as Connect4.from_moves('44') or one of a game of your own, "
            f"not {start!r}"
        )
    if players_of(start) > len(SIGNS):
        many = players_of(start)
        raise ValueError(f"the board has signs for {len(SIGNS)} players, not for {many}")
