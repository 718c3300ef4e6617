"""A player of your own at the tournament: where it stands, and which game to learn from.

def my_agent(state):
    return state.moves()[0]

meet(my_agent)
"""

from c4lib.measure.guest.leaderboards import leaderboard
from c4lib.measure.guest.meeting import meet
from c4lib.measure.guest.report import Report
