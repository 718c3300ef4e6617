"""Work is stopped wherever it is, without a word about it."""

import sys

from c4lib.players.stopping import Stoppable


class Slow:
    """Takes long to be forgotten, so that the stop arrives in its finaliser."""

    def __del__(self):
        sum(number for number in range(20_000))


def forget_for_ever():
    while True:
        Slow()


def test_a_stop_that_arrives_in_a_finaliser_is_not_reported(monkeypatch):
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", reported.append)
    for _ in range(5):
        worker = Stoppable(forget_for_ever)
        worker.run(0.02)
        assert worker.done
        assert worker.stopping
    assert reported == []


def test_other_errors_in_finalisers_are_still_reported(monkeypatch):
    reported = []
    monkeypatch.setattr(
        sys, "unraisablehook", lambda unraisable: reported.append(unraisable.exc_type)
    )

    class Broken:
        def __del__(self):
            raise ZeroDivisionError

    def forget_broken_ones():
        while True:
            Broken()

    Stoppable(forget_broken_ones).run(0.02)
    Stoppable(Broken).run(5)
    assert set(reported) == {ZeroDivisionError}
