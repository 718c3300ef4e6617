"""Tables of mistakes, each of which is to be answered with a message."""

from collections.abc import Callable

import pytest


def refused(*mistakes: tuple[Callable[[], object], str]) -> Callable[..., None]:
    """A test: each call raises a ValueError whose message matches the pattern beside it."""

    @pytest.mark.parametrize(("mistake", "message"), mistakes, ids=[m for _, m in mistakes])
    def test(mistake, message):
        with pytest.raises(ValueError, match=message):
            mistake()

    return test
