"""The search microscope: watch a search at work, one step at a time."""

from collections.abc import Callable, Sequence
from typing import Any

from c4lib.game import State
from c4lib.games.trees import ListTree
from c4lib.result import SearchResult, Trace, TraceFullError
from c4lib.search import alphabeta, df_pn, mtdf, proof_number, pvs
from c4lib.search.common import check_root
from c4lib.view.steppers.microscope_words import MinimaxStory
from c4lib.view.steppers.minimax_replay import MinimaxReplay, MTDReplay
from c4lib.view.steppers.null_window_words import MTDStory, PVSStory
from c4lib.view.steppers.proof_replay import ProofReplay
from c4lib.view.steppers.proof_words import DepthFirstStory, ProofStory
from c4lib.view.steppers.pseudocode import CODES
from c4lib.view.steppers.stepper import Stepper


def microscope(
    state: State | Sequence[Any],
    search: Callable[..., SearchResult] = alphabeta,
    limit: int = 2_000,
    **options: Any,
) -> Stepper:
    """Run a search and let the reader step through it.

    `state` is any two-player state, or a tree as nested lists of what its leaves are worth
    to MAX; `search` is minimax, alphabeta, minimax_by_list, alphabeta_by_list, pvs, mtdf,
    proof_number or df_pn, and the `options` are its own. It may enter at most `limit` nodes.

    >>> microscope([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    <microscope: alpha-beta, 11 nodes, step 1 of 33>
    """
    if search not in list(CODES):  # a list, since what is handed in by mistake may not be hashable
        names = ", ".join(known.__name__ for known in CODES)
        raise ValueError(f"the microscope shows the searches {names}, not {search!r}")
    root = ListTree.of(state) if isinstance(state, list | tuple) else state
    check_root(root)
    trace = Trace(limit)
    try:
        nodes = search(root, trace=trace, **options).nodes
    except TraceFullError:
        raise ValueError(
            f"this search has more than {limit:,} nodes, too many to watch; "
            "choose a smaller board, a later position, or a smaller depth"
        ) from None
    code = CODES[search]
    if search is mtdf:
        return Stepper(MTDReplay(MTDStory(trace, code, options), nodes))
    if search in (proof_number, df_pn):
        kind = ProofStory if search is proof_number else DepthFirstStory
        return Stepper(ProofReplay(kind(trace, code, options), nodes))
    story = PVSStory if search is pvs else MinimaxStory
    return Stepper(MinimaxReplay(story(trace, code, options), nodes))
