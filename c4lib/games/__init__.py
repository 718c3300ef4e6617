"""Other games on the same protocol as Connect Four."""

from c4lib.games.general_sum import Field
from c4lib.games.modelled_opponent import Modelled, Mostly
from c4lib.games.othello import Othello
from c4lib.games.pig import Pig
from c4lib.games.quixo import Quixo
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import DiceTree, ListTree, RandomTree, TupleTree
from c4lib.games.trio import Trio
from c4lib.games.windy import Windy
