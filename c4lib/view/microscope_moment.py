"""What a recorded search knew when."""

from collections import Counter
from dataclasses import dataclass, field

from c4lib.result import Trace, Window


@dataclass
class Moment:
    """What the search knew after one of its steps, by the nodes' numbers."""

    values: dict[int, float | None] = field(default_factory=dict)
    windows: dict[int, Window] = field(default_factory=dict)
    best: dict[int, int] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    cut: set[int] = field(default_factory=set)
    below: Counter[int] = field(default_factory=Counter)
    """How many nodes below each have been entered."""


def moment(trace: Trace, steps: int) -> Moment:
    """What was known after so many events."""
    now = Moment()
    for event in trace.events[:steps]:
        number = event.node
        if event.kind == "enter":
            now.below.update(path_to(trace, number)[:-1])
        elif event.kind == "cut":
            now.cut.add(number)
        elif event.kind in ("leaf", "leave"):
            now.done.add(number)
        elif event.child is not None and now.values[number] != event.value:
            now.best[number] = event.child
        now.values[number], now.windows[number] = event.value, event.window
    return now


def path_to(trace: Trace, number: int | None) -> list[int]:
    """The nodes from the root down to a node."""
    path: list[int] = []
    while number is not None:
        path.append(number)
        number = trace.nodes[number].parent
    return path[::-1]
