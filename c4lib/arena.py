"""Games and matches, under the name that readers know; defined in `c4lib.players.arena`."""

from c4lib.players.arena import GameRecord, MatchResult, match, play_game
