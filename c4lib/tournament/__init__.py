"""Playing a ladder: everybody against everybody, from balanced openings, by any workers.

Players are told by name, as `c4lib.players.make` reads them, or are any functions from a state
to a move. Each two meet in pairs of games: one opening, first with the one and then with the
other moving first. Beside the games, each player is asked for a move in some positions of
`c4lib.accuracy`. `python -m c4lib tournament` plays all this for the players of the course.

What is played depends on the seed, the names and the number of the opening, and on nothing
else; only players that think by seconds may play differently on another day. Each job's outcome
is noted as soon as it is done. So workers may be many, few or on other machines, and a ladder
may be stopped at any moment.
"""

from c4lib.tournament.jobs import openings
from c4lib.tournament.run import FEWER, LIMIT, QUICK, ladder

__all__ = ["FEWER", "LIMIT", "QUICK", "ladder", "openings"]
