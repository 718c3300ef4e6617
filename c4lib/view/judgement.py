"""How a player judges the positions of a game: in words, and as a bar beside the board.

A player offers its judgement by an attribute that it sets anew with each move: `result`, what
a search handed back, or `thought`, as the clock player's. Players without either have none.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Agent, Move
from c4lib.result import SearchResult
from c4lib.search.mcts import Node, value
from c4lib.view.svg import DISC, EDGE, INK, SIZE, WIDEST, Picture

QUARTER = 30
"""So many points of an evaluation move the bar half the way from the middle to its end."""
TALL, FOOT = 34, 18
"""How high the bar of all visits stands below a column, and the room for its number."""
MOST_NUMBERS = 20
"""On wider boards the numbers of the visits would not be legible."""
SLOTS = ("result", "thought")
"""Where a player keeps what its last move was based on."""


@dataclass(frozen=True)
class Judgement:
    """How a player judges a position. All is told for X, the first player."""

    share: float
    """How much of the bar is X's: from 0, lost, to 1, won."""
    told: str
    """What the player does, in words: "gives X 62 %, O 38 % (5,000 visits)"."""
    ends: tuple[str, str]
    """What stands at X's end of the bar, and at O's."""
    visits: Mapping[Move, float] = field(default_factory=dict)
    """The share of the visits that each move has had, where visits were counted."""


def counted(points: float, visits: int, player: int, moves: Mapping[Move, int]) -> Judgement:
    """Of games that were played out: -1 to 1 for `player`, and how often each move was visited."""
    share = (1 + (points if player == 0 else -points)) / 2
    percent = round(100 * share)
    ends = f"{percent} %", f"{100 - percent} %"
    told = f"gives X {ends[0]}, O {ends[1]} ({visits:,} visit{'' if visits == 1 else 's'})"
    total = sum(moves.values()) or 1
    return Judgement(share, told, ends, {move: seen / total for move, seen in moves.items()})


def weighed(points: float, depth: int, player: int) -> Judgement:
    """Of an evaluation, in its own unit for `player`, so many plies ahead."""
    ahead = points if player == 0 else -points
    share = (1 + ahead / (abs(ahead) + QUARTER)) / 2
    ends = (f"+{ahead:g}", "") if ahead > 0 else ("", f"+{-ahead:g}") if ahead < 0 else ("0", "0")
    leader = "finds X and O level"
    if ahead:
        leader = f"puts {SYMBOLS[ahead < 0]} ahead by {abs(ahead):g}"
    return Judgement(share, f"{leader} (looking {depth} plies ahead)", ends)


def certain(outcome: float, player: int) -> Judgement:
    """Of a proof: `player` wins (1), draws (0) or loses (-1)."""
    if not outcome:
        return Judgement(0.5, "has proven a draw", ("draw", "draw"))
    winner = player if outcome > 0 else 1 - player
    return Judgement(float(winner == 0), f"has proven that {SYMBOLS[winner]} wins", _ends(winner))


def _ends(winner: int) -> tuple[str, str]:
    return ("win", "loss") if winner == 0 else ("loss", "win")


# ---- what a player thought -----------------------------------------------------------------


def can_judge(agent: Agent | None) -> bool:
    """Whether a player is one that offers its judgement."""
    return any(hasattr(agent, slot) for slot in SLOTS)


def counts_visits(agent: Agent | None) -> bool:
    """Whether a player may tell how often it looked at each move."""
    return hasattr(agent, "result")


def last_thought(agent: Agent) -> Any:
    """What a player's last move was based on; None if it tells nothing that can be read."""
    result, thought = (getattr(agent, slot, None) for slot in SLOTS)
    if isinstance(result, SearchResult):
        return result if _is_number(result.value) else None
    return thought if _is_number(getattr(thought, "value", None)) else None


def _is_number(number: object) -> bool:
    return isinstance(number, int | float) and math.isfinite(number)


def judgements(thought: Any, state: Connect4, move: Move) -> dict[Connect4, Judgement]:
    """What a thought about `state`, which led to `move`, says of positions.

    These are the state, the one after the move and, of a tree of visits, those after each
    answer that was looked at: so something is known of the reader's next move beforehand.
    """
    if isinstance(thought, SearchResult) and move in _visits(thought):
        return _by_visits(thought, state, move)
    found = _by_value(thought, state.player)
    return {} if found is None else {state: found, state.play(move): found}


def _by_value(thought: Any, player: int) -> Judgement | None:
    """What a value says for `player`; nothing if the move was forced and nothing was weighed."""
    proven, depth = getattr(thought, "proven", None), getattr(thought, "depth", 0)
    if proven is not None:
        return certain(proven, player)
    return weighed(thought.value, depth, player) if depth else None


def _by_visits(result: SearchResult, state: Connect4, move: Move) -> dict[Connect4, Judgement]:
    visits, chosen, root = _visits(result), result.moves[move], _root(result.tree)
    child = None if root is None else root.children.get(move)
    after = state.play(move)
    found = {
        state: counted(result.value, sum(visits.values()), state.player, visits),
        after: counted(chosen.value, chosen.visits, state.player, _children(child)),
    }
    if root is not None and root.proven is not None:
        found[state] = certain(root.proven, root.owner)
    if child is not None:
        if child.proven is not None:
            found[after] = certain(child.proven, child.owner)
        found |= {node.state: _of_node(node) for node in child.children.values()}
    return found


def _visits(result: SearchResult) -> dict[Move, int]:
    """How often each move was visited, without those that never were."""
    return {move: stats.visits for move, stats in result.moves.items() if stats.visits}


def _root(tree: Any) -> Node | None:
    """The root of a readable tree, or of a compiled one with the two plies below it."""
    if isinstance(tree, Node) or tree is None:
        return tree
    root = tree.tree(plies=2) if hasattr(tree, "tree") else None
    return root if isinstance(root, Node) else None


def _of_node(node: Node) -> Judgement:
    if node.proven is not None:
        return certain(node.proven, node.owner)
    return counted(value(node), node.visits, node.owner, _children(node))


def _children(node: Node | None) -> dict[Move, int]:
    """How often each move at a node was visited."""
    return {} if node is None else {move: each.visits for move, each in node.children.items()}


# ---- the bar -------------------------------------------------------------------------------


def bar(
    name: str, agent: Agent | None, state: Connect4, judgement: Judgement | None, thinking: bool
) -> dict[str, Any]:
    """What the page shows of a player's judgement of a state; its share is None if there is none.

    `thinking` says that the player is thinking about the state right now.
    """
    if state.is_over:
        judgement = _ended(state)
        words = f"{judgement.told}."
    elif agent is None:
        words = "People play both sides, so nobody judges."
    elif not can_judge(agent):
        words = f"{name} does not judge positions."
    elif judgement is None:
        words = f"{name} is thinking …" if thinking else f"{name} has not judged this position."
    elif thinking:
        words = f"{name} is thinking … So far it {judgement.told}."
    else:
        words = f"{name} {judgement.told}."
    shown = judgement if state.is_over or can_judge(agent) else None
    strip = visits(state, shown.visits if shown else {}) if counts_visits(agent) else None
    return {
        "share": shown.share if shown else None,
        "ends": list(shown.ends if shown else ("", "")),
        "words": words,
        "visits": strip.svg if strip else "",
        "alt": strip.alt if strip else "",
    }


def _ended(state: Connect4) -> Judgement:
    """What is to be said of a finished game, whoever judged it."""
    if state.winner is None:
        return Judgement(0.5, "The game is drawn", ("draw", "draw"))
    told = f"The game is over: {SYMBOLS[state.winner]} has won"
    return Judgement(float(state.winner == 0), told, _ends(state.winner))


def visits(state: Connect4, shares: Mapping[Move, float]) -> Picture:
    """A strip to stand below a board: what share of the visits each column has had.

    It takes the same room where nothing is known, so that the page does not jump.
    """
    wide, high = state.width * SIZE + 2 * EDGE, TALL + FOOT
    scale = min(1, WIDEST / wide)
    parts = [f'<path d="M{EDGE} {TALL}H{wide - EDGE}" stroke="currentColor" opacity="0.4"/>']
    for column, share in shares.items():
        left, tall = EDGE + column * SIZE, TALL * share
        parts.append(
            f'<rect x="{left + 8}" y="{TALL - tall:.1f}" width="{SIZE - 16}" '
            f'height="{tall:.1f}" fill="{DISC[state.player]}" stroke="{INK}"/>'
        )
        if state.width <= MOST_NUMBERS:
            parts.append(
                f'<text x="{left + SIZE // 2}" y="{TALL + 14}" font-size="13" '
                f'text-anchor="middle" fill="currentColor">{round(100 * share)} %</text>'
            )
    told = "; ".join(f"column {each + 1} {round(100 * share)} %" for each, share in shares.items())
    who = SYMBOLS[state.player]
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide * scale:.0f}" height="{high * scale:.0f}" '
        f'font-family="sans-serif">{"".join(parts)}</svg>',
        f"Share of the visits for each move of {who}: {told}." if told else "No visits are known.",
    )
