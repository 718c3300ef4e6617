"""The searches that the microscope shows, in pseudocode."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from c4lib.result import SearchResult
from c4lib.search import (
    alphabeta,
    alphabeta_by_list,
    df_pn,
    minimax,
    minimax_by_list,
    mtdf,
    proof_number,
    pvs,
)

Lines = tuple[int, ...]
"""The numbers of lines in a column, from 0."""


@dataclass(frozen=True)
class Code:
    """A search in pseudocode: columns of text, and the lines that each kind of event is on."""

    name: str
    columns: tuple[str, ...]
    lines: Mapping[str, Lines]
    has_window: bool = True


def _two(text: str) -> tuple[str, str]:
    """MAX's function, and MIN's, in which everything is the other way round."""
    return (
        text.format(
            who="MAX", other="MIN", worst="−∞", better="larger", mine="α",
            null="α, α⁺", next="α⁺: the next number above α",
        ),
        text.format(
            who="MIN", other="MAX", worst="+∞", better="smaller", mine="β",
            null="β⁻, β", next="β⁻: the next number below β",
        ),
    )  # fmt: skip


MINIMAX = """{who}-VALUE(state)
  if state is a leaf: return its value
  best ← {worst}
  for each move:
    value ← {other}-VALUE(next state)
    best ← the {better} of best and value
  return best"""

ALPHABETA = """{who}-VALUE(state, α, β)
  if state is a leaf: return its value
  best ← {worst}
  for each move:
    value ← {other}-VALUE(next state, α, β)
    best ← the {better} of best and value
    {mine} ← the {better} of {mine} and best
    if α ≥ β: skip the moves left
  return best"""

MINIMAX_LIST = """put the root into a list
while the list is not empty, look at its first node:
  if it is new, a leaf gets its value
  if it is new, any other gets the worst value, and its children go in front of it
  if it is not new, it is done: take it off the list
    its parent takes its value if that is better for whoever moves there
return the root's value"""

ALPHABETA_LIST = MINIMAX_LIST.replace(
    "\nreturn", "\n    if α ≥ β at the parent, take its other children off the list\nreturn"
)

PVS = """{who}-VALUE(state, α, β)
  if state is a leaf: return its value
  best ← {worst}
  for each move:
    the first: value ← {other}-VALUE(next state, α, β)
    others: value ← {other}-VALUE(next state, {null})
      if α < value < β: search again with (α, β)
    best ← the {better} of best and value
    {mine} ← the {better} of {mine} and best
    if α ≥ β: skip the moves left
  return best
{next}"""

PVS_REDUCED = PVS.replace(
    "    others:", "    late ones: first as below, one ply less deep\n    others:"
)

MTDF = """MTD(f), with a guess
  low ← −∞, high ← +∞
  while low < high:
    is the value ≥ guess? (if guess = low: > guess?)
    guess ← ALPHA-BETA(root, that null window)
    if the answer is yes: low ← guess
    if it is no: high ← guess
  return guess"""

WITH_TABLE = """ALPHA-BETA(state, α, β)
  a leaf, or known from the table: return that
  for each move:
    value ← ALPHA-BETA(next state, α, β)
    MAX raises best and α, MIN lowers best and β
    if α ≥ β: skip the moves left
  note best in the table, and return it"""

PROOF_NUMBER = """PROOF-NUMBER-SEARCH(root)
  while the root is neither proven nor disproven:
    from the root to a leaf: MAX goes where the proof number
      is least, MIN where the disproof number is least
    give the leaf its children: 1, 1 where the game goes on,
      0, ∞ where MAX has won, ∞, 0 where it has not
    on the way back to the root, from the children:
      MAX: proof number ← least, disproof number ← sum
      MIN: proof number ← sum, disproof number ← least
  MAX can force a win if the root is proven: 0, ∞"""

DF_PN = """WORK(state, limits)
  a leaf: 0, ∞ where MAX has won, ∞, 0 where it has not
  repeat, with the children's numbers from the table:
    MAX: proof number ← least, disproof number ← sum
    MIN: proof number ← sum, disproof number ← least
    if a number has reached its limit: stop
    best ← MAX: the child of least proof number
           MIN: the child of least disproof number
    WORK(best, limits within which it stays the best)
  note the numbers in the table (at first, all are 1, 1)"""

FUNCTION = {"enter": (0,), "leaf": (1,), "update": (5,), "leave": (6,)}
FUNCTION_CUT = FUNCTION | {"update": (5, 6), "cut": (7,), "leave": (8,)}
FUNCTION_PVS = FUNCTION | {"update": (7, 8), "cut": (9,), "leave": (10,)}
FUNCTION_REDUCED = FUNCTION | {"update": (8, 9), "cut": (10,), "leave": (11,)}
LOOP = {"enter": (1,), "leaf": (2,), "leave": (4,), "update": (5,), "cut": (6,)}
PASS = {"enter": (0,), "leaf": (1,), "update": (4,), "cut": (5,), "leave": (6,)}

CODES: Mapping[Callable[..., SearchResult], Code] = {
    minimax: Code("minimax", _two(MINIMAX), FUNCTION, False),
    alphabeta: Code("alpha-beta", _two(ALPHABETA), FUNCTION_CUT),
    minimax_by_list: Code("minimax by list", (MINIMAX_LIST,), LOOP, False),
    alphabeta_by_list: Code("alpha-beta by list", (ALPHABETA_LIST,), LOOP),
    pvs: Code("PVS", _two(PVS), FUNCTION_PVS),
    mtdf: Code("MTD(f)", (MTDF, WITH_TABLE), PASS),
    proof_number: Code("proof-number search", (PROOF_NUMBER,), {}, False),
    df_pn: Code("df-pn", (DF_PN,), {}, False),
}
REDUCED = Code("PVS", _two(PVS_REDUCED), FUNCTION_REDUCED)
"""PVS with late-move reductions."""
