"""AlphaZero in NumPy: a network that judges, a search it guides, and the loop that trains it."""

from c4lib.alphazero import networks
from c4lib.alphazero.conv import ConvNet
from c4lib.alphazero.encode import Columns
from c4lib.alphazero.encode_kernel import encode
from c4lib.alphazero.kits import ConnectKit
from c4lib.alphazero.learn import learn
from c4lib.alphazero.net import AdamW, Examples, Net
from c4lib.alphazero.net_kernel import judge_by_images
from c4lib.alphazero.networks import read_log
from c4lib.alphazero.patterns import PatternNet
from c4lib.alphazero.puct import PuctNode, expand, puct, select, update
from c4lib.alphazero.search import Searches
from c4lib.alphazero.selfplay import Play, Record, record
from c4lib.alphazero.state_kits import OthelloKit, QuixoKit
from c4lib.alphazero.td import TDPlayer
from c4lib.alphazero.train import Hyperparameters, Learner
