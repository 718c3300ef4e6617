"""What a player thinks of a position: in words, as a bar beside the board, and as visit counts.

A player says what it thinks in its attribute `result`, a SearchResult that it sets with each
move. Players without one, such as plain functions, have no opinion that could be shown.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE, Agent, Move, State
from c4lib.players.agents import rest
from c4lib.players.arena import seeded
from c4lib.players.stopping import Stoppable
from c4lib.result import MoveStats, SearchResult
from c4lib.view.boards.svg import (
    DISC,
    EDGE,
    INK,
    SIDE,
    SIGNS,
    SIZE,
    WIDEST,
    Picture,
    document,
    rect,
)
from c4lib.view.trees.text import counted

QUARTER = 30  # points that move the bar halfway from the middle to its end
LONGEST = 60.0  # seconds that a player may take to judge a position
TALL, FOOT = 34, 18  # the bar of all visits below a column, and the room for its number
MOST_NUMBERS = 20  # on wider boards the numbers of the visits would not be legible


@dataclass(frozen=True)
class Judgement:
    """What a player thinks of a position, seen from X, the first player."""

    share: float  # how much of the bar is X's: from 0, lost, to 1, won
    words: str  # what the player says: "62 % for X, 38 % for O (5,000 visits)"
    ends: tuple[str, str]  # what stands at X's end of the bar, and at O's
    visits: Mapping[Move, float] = field(default_factory=dict)  # each move's share


def expected(value: float, visits: int, player: int, moves: Mapping[Move, MoveStats]) -> Judgement:
    """An expected outcome, from -1 to 1 for `player`, and the visits of the moves there."""
    share = (1 + (value if player == 0 else -value)) / 2
    percent = round(100 * share)
    ends = f"{percent} %", f"{100 - percent} %"
    basis = counted(visits, "visit") if visits else "at first sight"
    counts = {move: stats.visits for move, stats in moves.items() if stats.visits}
    total = sum(counts.values())
    shares = {move: count / total for move, count in counts.items()}
    return Judgement(share, f"{ends[0]} for X, {ends[1]} for O ({basis})", ends, shares)


def evaluated(points: float, depth: int, player: int) -> Judgement:
    """An evaluation, in its own unit for `player`, at the end of a search of `depth` plies."""
    ahead = points if player == 0 else -points
    share = (1 + ahead / (abs(ahead) + QUARTER)) / 2
    ends = (f"+{ahead:g}", "") if ahead > 0 else ("", f"+{-ahead:g}") if ahead < 0 else ("0", "0")
    leader = f"{SIGNS[ahead < 0]} is {abs(ahead):g} ahead" if ahead else "X and O are level"
    return Judgement(share, f"{leader} (looking {counted(depth, 'ply', 'plies')} ahead)", ends)


def certain(outcome: float, player: int, visits: Mapping[Move, float] | None = None) -> Judgement:
    """A proof that `player` wins (1), draws (0) or loses (-1)."""
    ahead = outcome if player == 0 else -outcome
    words = f"{SIGNS[ahead < 0]} wins, that is proven" if ahead else "a draw, that is proven"
    return _decided(ahead, words, visits or {})


def _decided(ahead: float, words: str, visits: Mapping[Move, float]) -> Judgement:
    """A game that X wins if `ahead` is positive, and O if it is negative."""
    ends = ("win", "loss") if ahead > 0 else ("loss", "win") if ahead else ("draw", "draw")
    return Judgement((ahead > 0) + 0.5 * (ahead == 0), words, ends, visits)


def last_result(agent: Agent) -> SearchResult | None:
    """What a player's last move was based on; None if it says nothing that can be read."""
    result = getattr(agent, "result", None)
    if not isinstance(result, SearchResult) or not isinstance(result.value, int | float):
        return None
    return result if abs(result.value) < math.inf else None


def judgements(result: SearchResult, state: State, move: Move) -> dict[State, Judgement]:
    """What the result of a search from `state`, which led to `move`, says of positions.

    These are the state, the one after the move and, where visits were counted, the one after
    each reply: so something is known of the reader's next move beforehand.
    """
    player, after = state.player, state.play(move)
    replies = result.replies if move == result.move else {}
    visits = sum(stats.visits for stats in result.moves.values())
    if result.scale == "points" and not visits:
        if result.proven is not None:
            return dict.fromkeys((state, after), certain(result.proven, player))
        found = evaluated(result.value, result.depth, player)
        return dict.fromkeys((state, after), found) if result.depth else {}  # a forced move
    chosen = result.moves.get(move, MoveStats(result.value))
    here = MoveStats(result.value, visits, proven=result.proven)
    if not chosen.visits:  # the network alone: its value is the state's
        chosen = here
    said = {
        after.play(reply): _of_stats(stats, after.player, {})
        for reply, stats in replies.items()
        if stats.visits
    }
    said[after] = _of_stats(chosen, player, replies)
    said[state] = _of_stats(here, player, result.moves)
    return said


def _of_stats(stats: MoveStats, player: int, moves: Mapping[Move, MoveStats]) -> Judgement:
    """What counted visits say for `player`, with the moves there."""
    found = expected(stats.value, stats.visits, player, moves)
    return found if stats.proven is None else certain(stats.proven, player, found.visits)


class Opinions:
    """What each player of a board has said of the positions of its games."""

    def __init__(self, names: Iterable[str]) -> None:
        self.said: dict[str, dict[Any, Judgement]] = {name: {} for name in names}
        self.asked: dict[str, set[Any]] = {name: set() for name in names}  # to judge
        self.is_judging = False  # whether a player does so right now

    def ask(self, name: str, agent: Agent, state: State) -> Move:
        """Let a player choose its move, and note what it says of positions."""
        before = last_result(agent)
        move = agent(state)
        with suppress(Exception):  # what it says may make no sense; its move still counts
            result = last_result(agent)
            if result is not None and result is not before and isinstance(state, Hashable):
                found, said = judgements(result, state, move), self.said[name]
                latest = {each: found[each] for each in (state, state.play(move)) if each in found}
                said |= found | said | latest  # a search outweighs what another only passed by
        return move

    def is_due(self, name: str, agent: Agent | None, state: State) -> bool:
        """Whether a player could judge a state, and has neither done nor tried so."""
        is_open = isinstance(state, Hashable) and not state.is_over and state.player != CHANCE
        known = self.said[name].keys() | self.asked[name] if is_open else ()
        return is_open and can_judge(agent) and state not in known

    def judge(self, name: str, agent: Any, state: State, then: Callable[[], None]) -> None:
        """Let a copy of a player judge a state beside the game, and call `then` when it is done."""

        def ask() -> None:
            judge = copy(seeded(agent, 0))  # the player itself may be at move meanwhile, or ponder
            after = state.play(self.ask(name, judge, state))
            if self.of(name, state) is None and not after.is_over:  # a forced move needs no thought
                self.ask(name, judge, after)
                self.said[name] |= {state: self.said[name][after]}
            rest([judge])

        def work() -> None:
            Stoppable(ask).run(LONGEST)
            self.asked[name].add(state)
            self.is_judging = False
            then()

        self.is_judging = True
        Thread(target=work, name="judge", daemon=True).start()

    def of(self, name: str, state: State) -> Judgement | None:
        """What a player has said of a state."""
        return self.said[name].get(state) if isinstance(state, Hashable) else None

    def bar(self, name: str, agent: Agent | None, state: State, thinking: bool) -> dict[str, Any]:
        """What the page shows of a player's opinion; the share is None if it has none.

        `thinking` says that the player is thinking about the state right now.
        """
        found = self.of(name, state)
        words = _sentence(name, agent, found, thinking)
        if state.is_over:
            ahead = state.utility(0)
            won = f"The game is over: {SIGNS[ahead < 0]} has won."
            words = won if ahead else "The game is drawn."
            found = _decided(ahead, words, {})
        share, ends = (found.share, found.ends) if found else (None, ("", ""))
        return {"share": share, "ends": list(ends), "words": words}

    def shares(self, name: str, agent: Agent | None, state: State) -> Mapping[Move, float] | None:
        """Each move's share of the visits; None if the player counts none."""
        judgement = self.of(name, state)
        has_visits = getattr(agent, "counts_visits", False)
        if not has_visits and not any(each.visits for each in self.said[name].values()):
            return None
        return judgement.visits if judgement and not state.is_over else {}


def can_judge(agent: Agent | None) -> bool:
    """Whether a player is one that says what it thinks."""
    return hasattr(agent, "result")


def _sentence(name: str, agent: Agent | None, judgement: Judgement | None, thinking: bool) -> str:
    """What a player thinks of a position, or why there is nothing to say."""
    if agent is None:
        return "People play both sides, so nobody judges."
    if not can_judge(agent):
        return f"{name} does not judge positions."
    if thinking:
        so_far = f" So far: {judgement.words}." if judgement else ""
        return f"{name} is thinking …{so_far}"
    return (
        f"{name}: {judgement.words}." if judgement else f"This position was not judged by {name}."
    )


def visits_in_words(player: int, shares: Mapping[str, float]) -> str:
    """The share of the visits that each move, by its name, has had."""
    named = "; ".join(f"{move} {round(100 * share)} %" for move, share in shares.items())
    if not named:
        return "No visits are known."
    return f"Share of the visits for each move of {SIGNS[player]}: {named}."


def visit_strip(state: Connect4, shares: Mapping[Move, float], rows: bool = False) -> Picture:
    """A strip to stand below a Connect X board: each column's share of the visits.

    It takes the same room where nothing is known, so that the page does not jump.
    """
    wide = state.width * SIZE + 2 * EDGE
    parts = [f'<path d="M{EDGE} {TALL}H{wide - EDGE}" stroke="currentColor" opacity="0.4"/>']
    for column, share in shares.items():
        left, tall = EDGE + column * SIZE, TALL * share
        style = f'fill="{DISC[state.player]}" stroke="{INK}"'
        parts.append(rect(left + 8, TALL - tall, SIZE - 16, tall, style))
        if state.width <= MOST_NUMBERS:
            parts.append(
                f'<text x="{left + SIZE // 2}" y="{TALL + 14}" font-size="13" '
                f'text-anchor="middle" fill="currentColor">{round(100 * share)} %</text>'
            )
    names = {f"column {column + 1}": share for column, share in shares.items()}
    left = SIDE * rows  # the room beside a board whose rows have numbers
    drawing = document(left + wide, TALL + FOOT, parts, min(1, WIDEST / wide), left=left)
    return Picture(drawing, visits_in_words(state.player, names))
