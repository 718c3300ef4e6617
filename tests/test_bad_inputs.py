"""One list of bad inputs for everything that c4lib offers: each is answered with what is allowed.

A line of a table is an expression, what its error must say (a regular expression), and perhaps
values that are tried one after the other in place of the `?`, each with all of those in place of
the `!`. Nothing takes long, and no file, thread or process stays behind.
"""

# ruff: noqa: E501  (a case is one line)

import importlib
import multiprocessing
import re
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import inf, nan
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from small_games import LastOfThree, Toss

from c4lib import Connect4
from c4lib.__main__ import COMMANDS, main, parser_for
from c4lib.games import TicTacToe, pig
from c4lib.players.names import make
from c4lib.search import bandit

LIMIT = 20
"""Seconds after which something hangs; all of it takes a fraction of one."""

RAISES = {
    "c4lib": r"""
Connect4(7, ?)  # height is a whole number of at least 1, not  # 0 ; 6.0 ; True ; "6"
Connect4(7, 6, ?)  # connect is a whole number of at least 1, not  # 0 ; True ; 4.0
WON.utility(?)  # players are 0, 1  # 2 ; -1 ; None ; "0" ; nan ; True
Connect4.from_moves(?)  # moves are written as a string such as '4453'  # 4453 ; None ; [4, 4] ; b"4453"
Connect4.from_moves("12121213")  # move 8 of '12121213': the game is over
!(Connect4(), ?)  # depth is a whole number of plies, at least 0, or None, not  # -1 ; 1.5 ; True ; "2" ; nan ; inf  # minimax ; minimax_by_list ; alphabeta
minimax(Pig(10).play("roll"), 2)  # without dice
alphabeta(Connect4(), 2, len, ?)  # a window is a pair \(alpha, beta\)  # 5 ; "ab" ; (1, 2, 3) ; (0, 10**400)
alphabeta(Connect4(), 2, fail)  # no idea
deepen(Connect4())  # pass a limit: depth=..., nodes=... or seconds=...
?, -1)  # depth is a whole number  # deepen(Connect4() ; expectimax(Pig(10)
deepen(Connect4(), nodes=?)  # nodes is a whole number of at least 1  # 0 ; 2.5 ; True ; "9"
deepen(Connect4(), seconds=?)  # seconds is a number above 0  # 0 ; -1 ; nan ; inf ; "1" ; True
?, evaluate=len)  # give depth=... as well  # expectimax(Pig(10) ; maxn(Trio() ; paranoid(Trio()
expectimax(Modelled(Connect4(), 1, lambda state: ?), 2)  # probabilities that sum to 1  # [(0, -1.0), (1, 2.0)] ; [(0, 0.0)] ; [(0, nan)] ; [(99, 1.0)]
!(Trio(), 2, players=?)  # players is a whole number of at least 1  # 0 ; True ; "3" ; 1.5  # maxn ; paranoid
maxn(Trio(), 1, players=10**9)  # players is at most 1000, not 1,000,000,000
mcts(WON, 10)  # the game is over; there is no move to look for
mcts(Connect4())  # pass a limit: iterations=... or seconds=...
mcts(Connect4(), ?)  # iterations is a whole number of at least 1  # 0 ; -1 ; True ; 2.5 ; nan
mcts(Connect4(), seconds=?)  # seconds is a number above 0  # 0 ; nan ; inf
mcts(Connect4(), 10, c=?)  # c is a number of at least 0  # nan ; inf ; -1 ; "1"
mcts(Connect4(), 10, rollouts=?)  # rollouts is a whole number of at least 1  # 0 ; True
mcts(Connect4(), 10, policy=7)  # policy is a function from a state and dice to a move
mcts(Connect4(), 10, policy=lambda state, dice: ?)  # None|99  # None ; 99
mcts(Connect4(), 10, policy=fail)  # no idea
mcts(Connect4(), 10, seed=?)  # a seed is a whole number of at least 0  # -1 ; True ; 1.5 ; None
second_look(Connect4(), 2, ?)  # a whole number of plies deeper, at least 0  # -1 ; True ; 1.5
second_look(Connect4(), ?, 2)  # depth is (1 or more|a whole number of plies)  # 0 ; None ; -1
TranspositionTable(?)  # entries is a whole number of at least 1  # 0 ; -1 ; True ; 1e6
State()  # Protocols cannot be instantiated
check_game(ENDLESS, 0)  # a game must end
check_game(Connect4(), 0, players=?)  # (CHANCE or below|at least) [012]  # 0 ; 1
Solver(?)  # table_mb is a whole number of at least 1  # 0 ; -1 ; True ; "64" ; nan
Solver(threads=?)  # threads is a whole number of at least 1  # 0 ; True
Solver(tricks=?)  # tricks is a list of some of static order  # ["magic"] ; "lines" ; 7
?(WON)  # the game is over  # solve ; analyze ; heuristics.one
!(?)  # plays only Connect4, not  # 7 ; None ; "4453" ; TicTacToe() ; Othello() ; Trio()  # solve ; analyze
solve(Connect4(20, 20))  # takes 420 bits, with a spare row, and the compiled solver has 64
review(?)  # a game is a move string such as '4453' or a Connect4  # 7 ; 4453 ; None ; TicTacToe()
review("44", first=?)  # first is the number of a move, 1 to 2 here  # 0 ; 3 ; "1"
review("44", 9, 9)  # the compiled solver has 64
in_words(?, 3)  # there is no score .* with 3 squares left  # "1" ; nan ; 100 ; None ; True ; -2
in_words(1, ?)  # free is a whole number of at least 0  # -3 ; "x" ; nan
rate([1])  # games are those of a ladder
rate([], samples=?)  # samples is a whole number of at least 0  # -1 ; True ; nan
rate([], ?)  # prior is a number of points above 0|a seed is a whole number  # prior=0 ; prior=-1 ; prior=nan ; prior=inf ; seed=-1
network_accuracy(?, len, [])  # give a kit, such as ConnectKit\(\), and one or more positions  # 7 ; None ; alphazero.ConnectKit()
rate([])  # 'random', whose rating is to be 0, played no game
match(?, Random())  # a player is a function from a state to a move, not  # 7 ; None ; "random" ; Random
match(Random(), Random(), games=?)  # games is a whole number of at least 1  # 0 ; -1 ; True ; 1.5 ; nan ; "2"
match(Random(), Random(), workers=?)  # workers is a whole number of at least 1, not  # 0 ; -1 ; None ; True ; 2.0
match(Random(), Random(), seed=?)  # a seed is a whole number of at least 0, not  # -1 ; None ; 0.5
match(Random(), Random(), 1, ?)  # no agent (for player|can throw them)  # Trio() ; Pig(10)
play_game(?)  # no agent for player [01]: [01] given  # *[] ; Random()
play_game(Random(), ?)  # a player is a function from a state to a move, not  # 7 ; "random" ; None ; Random
export(?, "x.py")  # a player is a function from a state to a move, not  # 7 ; None ; "alphazero"
export(Random(), ?)  # a submission is a Python file, such as submission.py  # "" ; "." ; "x.txt" ; "submission"
export(lambda state: 3, "x.py")  # the source of <lambda> cannot be found
export((lambda k: lambda state: k)(object()), "x.py")  # cannot be (packed|written as source)
export(Random(), "x.py", 7)  # random cannot play 7
ladder.read("nowhere.csv")  # make it again: python -m c4lib tournament
heuristics.one(?)  # this judges Connect4 states, not  # 7 ; None ; TicTacToe() ; Connect4
heuristics.Linear({"threes": ?})  # the weight of 'threes' is a finite number  # nan ; inf ; "x" ; True ; 10**400
alphazero.encode(?)  # plays only Connect4, not  # [7] ; [TicTacToe()]
alphazero.encode(?)  # at least one position, all on the same board  # [] ; [Connect4(), Connect4(5, 4)]
alphazero.Searches([Connect4()], ?)  # simulations is a whole number of at least 1  # 0 ; True
alphazero.networks.load(?)  # a board is .*such as "7x6"  # "nowhere" ; 7 ; None
second_look(7, 2, 2)  # a state of a game
check_game(?, 0)  # state of a game|lacks|protocol  # 7 ; None ; Connect4
check_game(Connect4(), 0, sample=?)  # sample is a whole number of at least 0  # -1 ; nan
Solver(2**20).solve(Connect4(4, 4))  # memory
match(Random(), Random(), 1, ?)  # a game starts from a state  # 7 ; "4453" ; Connect4
play_game(Random(), Random(), start=?)  # a game starts from a state  # 7 ; Connect4
meet(Random(), "me", ?)  # ladder is one such as c4lib.ladder.read\(\), not  # 7 ; "ladder.csv"
leaderboard(?)  # give a report, such as leaderboard\(meet\(my_agent\), ...\)  # 7 ; "Ada" ; Random()
OnePly()(?)  # a player is asked about a state of a game, not  # 7 ; None
export(Random(), "x.py", ?)  # the game is over|from its file alone  # WON ; TicTacToe()
Connect4(?)  # width is a whole number of at least 1, not  # 0 ; -1 ; 7.0 ; True ; "7" ; None ; nan ; inf ; [7]
Connect4(3, 3, 4)  # a line of 4 fits nowhere .* 3 wide and 3 high; connect can be 1 to 3
Connect4(20_000, 20_000)  # at most 10,000 squares, not 20,000 times 20,000
Connect4().play(?)  # column .* does not exist; .* 0 to 6  # 7 ; -1 ; "3" ; None ; nan ; [3] ; 10**30 ; np.int64(9) ; True ; 0.0 ; np.array(3) ; np.array([0]) ; 1j
WON.play(?)  # the game is over; no more moves  # 3 ; 9
Connect4.from_moves("444444").play(3)  # column 3 is full; .* 0, 1, 2, 4, 5, 6
Connect4.from_moves(?)  # column . in '.*' does not exist; columns are 1 to 7  # "8" ; "440" ; "4x" ; "4-1" ; "٣" ; "４" ; "4²"
Connect4.from_moves("4444444")  # move 7 of '4444444': column 4 is full; free columns are 1, 2, 3, 5, 6, 7
Connect4.from_moves("4453", 12)  # 4453 .* 1 to 12, separated by commas
Connect4.from_moves("9" * 5000, 12)  # does not exist; columns are 1 to 12
Connect4().discs(7)  # no player 7; players are 0, 1
Connect4.from_rows(?, 2)  # rows are lists of squares  # [] ; [[None, 0], [None]]
Connect4.from_rows([[0, None], [None, 1]], 2)  # column 0, row 1 has nothing below it
Connect4.from_rows([[None, 2]], 2)  # there is no player 2
Connect4.from_rows(?, 2)  # no game leads to these discs  # [[0, 0, None]] ; [[0, 0, None], [1, 1, None]]
Connect4.from_rows([[1, 1, None], [0, 0, None]], 2)  # no game .* a line ends
minimax(Connect4(), 1, lambda state: ?)  # ^<lambda> returned .* for Connect4.from_moves\('1'\).*it must return a number  # None ; "1" ; (1, 2)
?)  # must lie within ±500,000; got (inf|1000.*)  # minimax(Connect4(), 1, lambda state: inf ; minimax_by_list(Connect4(), 1, lambda state: inf ; minimax(Connect4(), 2, lambda state: 10**400
minimax(Connect4(), 2, lambda state: ?)  # it must return a number  # nan ; 1j ; np.array([1, 2]) ; np.array([0.5])
?(Connect4(), 1, lambda state: None)  # ^<lambda> returned None for Connect4.from_moves\('1'\).*it must return a number  # minimax_by_list ; alphabeta ; alphabeta_by_list
alphabeta(Connect4(), 2, len, ?)  # alpha must be less than beta; the window .* is empty  # (1, -1) ; (1, 1) ; (nan, 1)
?(Connect4(), 2, window=(1, -1))  # alpha must be less than beta  # alphabeta_by_list ; paranoid
alphabeta(Connect4(), 2, order=?)  # unknown order .*; choose from 'left', 'centre'  # "upwards" ; 7 ; ["centre"]
alphabeta(TicTacToe(), 2, order="centre")  # no width, and so no centre
!(Connect4(3, 3, 3), 3, order=lambda state, moves: ?)  # an order must return each of \[0, 1, 2\] once  # None ; [] ; [0] ; [0, 1, 2] * 2 ; [0, 1, 9] ; [0, 0, 0]  # alphabeta ; alphabeta_by_list ; deepen ; paranoid
paranoid(Trio(), 1, order="best")  # unknown order 'best'
alphabeta(Connect4(), 2, loud=?)  # loud is a function from a state to moves, such as .*, not  # 7 ; True ; "forced"
alphabeta(Connect4(), 0, loud=lambda state: [9])  # column 9 does not exist
alphabeta(Connect4(), 2, loud=lambda state: None)  # loud must return a list
alphabeta(Connect4(), loud=forced_moves)  # loud looks beyond a depth limit; give depth=\.\.\. as well
?(Connect4(), evaluate=heuristics.one)  # evaluate judges games at a depth limit; give depth=\.\.\. as well  # minimax ; minimax_by_list ; alphabeta ; alphabeta_by_list ; fast.alphabeta
?(Connect4(), 2, 7)  # evaluate is a function.*not 7  # minimax ; alphabeta
?(Connect4(), 2, "one")  # such as c4lib.heuristics.EVALUATIONS\["one"\], not 'one'  # alphabeta ; alphabeta_by_list
alphabeta(TicTacToe(), table=TranspositionTable(mirror=True))  # TicTacToe does not
alphabeta(Connect4(), 2, table=?)  # table is a TranspositionTable\(\)  # 7 ; {} ; True
?(Connect4(), 2, trace=7)  # trace is a Trace\(\)  # minimax ; alphabeta
!(?)  # a search starts from a state of a game  # 7 ; None ; "4453" ; Connect4 ; object()  # minimax ; minimax_by_list ; alphabeta ; alphabeta_by_list ; (lambda state: deepen(state, 9)) ; expectimax ; maxn ; paranoid ; (lambda state: mcts(state, 10))
!(?)  # to move; minimax .* use expectimax or maxn  # Toss() ; LastOfThree() ; LastOfThree(player=2) ; Pig(10)  # minimax ; minimax_by_list ; alphabeta ; alphabeta_by_list ; (lambda state: deepen(state, 9))
?(Windy(), 3)  # to move; minimax .* use expectimax or maxn  # minimax ; alphabeta ; (lambda state, depth: deepen(state, depth))
?(hostile(utility=lambda self, player: nan))  # it must return a number  # minimax ; minimax_by_list ; alphabeta ; alphabeta_by_list ; (lambda state: deepen(state, 9)) ; expectimax ; maxn ; paranoid ; (lambda state: mcts(state, 50))
?(hostile(moves=lambda self: []))  # moves\(\) returned none|no move|max  # minimax ; minimax_by_list ; alphabeta ; alphabeta_by_list ; (lambda state: deepen(state, 9)) ; expectimax ; maxn ; paranoid ; (lambda state: mcts(state, 50))
!(Toss(odds=?))  # probabilities above 0 that sum to 1  # (1, 0) ; (1.5, -0.5) ; (0.5, 0.4) ; (nan, 0.5) ; ("a", "b") ; (10**400, -1)  # expectimax ; maxn ; (lambda state: mcts(state, 20))
?(Toss(CHANCE))  # it is the dice's turn; ask for a move after they are thrown  # expectimax ; maxn ; paranoid ; (lambda state: mcts(state, 10))
expectimax(Toss(), 1, 3)  # evaluate is a function
expectimax(?)  # player 2 is to move; expectimax is for one or two  # Trio(3, 3, 3) ; LastOfThree() ; LastOfThree(player=2)
expectimax(Toss(), bounds=?)  # bounds must be increasing  # (1, -1) ; (nan, 1) ; (1, -1), prune=True
expectimax(Toss(), bounds=?)  # bounds are a pair \(least, most\)  # 5 ; 5, prune=True
expectimax(Pig(10), 2, lambda state: nan)  # must return a number
expectimax(ListTree.of([[3, 12, 8], [2, 4]]), prune=True)  # prune needs finite bounds
expectimax(ListTree.of([[3, 12, 8], [2, 4]]), prune=True, bounds=(0, 10))  # a finished game is 12
expectimax(TicTacToe(), 1, lambda state: 5)  # an evaluation is -5
expectimax(TicTacToe(), 1, lambda state: inf)  # an evaluation must lie within
expectimax(Pig(10))  # some games .* never end, or take too many moves; give depth=
?(ENDLESS)  # some games from here never end  # minimax ; minimax_by_list ; alphabeta ; alphabeta_by_list ; expectimax ; maxn ; paranoid
Modelled(TicTacToe(), 0, lambda state: [(4, 1.0)]).?  # by its model player 0 does not play 3|not the turn of the modelled player 0  # play(3) ; play(4).chances()
Modelled(TicTacToe(), 0, lambda state: ?).chances()  # legal moves with probabilities .*sum to 1  # [(4, 0.5)] ; [(4, 0.5), (9, 0.5)] ; [(4, 1.5), (5, -0.5)]
!(Trio(), ?)  # depth is a whole number of plies  # True ; -1  # maxn ; paranoid
?(Trio(), 1, 3)  # a number for each player, not 3  # maxn ; paranoid
maxn(Trio(), 2, ties="last")  # ties is one of first, even, spite, kind, not 'last'
!(Trio(), 1, lambda state: ?)  # it must return 3 numbers, one for each player  # 1 ; (1, 2) ; None ; "123" ; {0: 1, 1: 2, 2: 3}  # maxn ; paranoid
!(Trio(), 1, lambda state: ?)  # must lie within ±100,000  # (1, inf, 2) ; (1, nan, 2)  # maxn ; paranoid
maxn(LastOfThree())  # player 2 is to move, but only 2 .* players=\.\.\.
paranoid(?)  # paranoid is for games without dice  # Pig(10) ; Toss()
mcts(Connect4(), 10, trace=?)  # trace is an MCTSTrace  # 7 ; Trace()
mcts(Connect4(), 10, tree=?)  # tree is the `tree` of an earlier result.*not of type (int|Forest)  # 5 ; fast.mcts(Connect4(), 10).tree
mcts(Connect4(), 10, c=10**400)  # c is at most 1,000,000
mcts(Connect4(), 10, rollouts=1_000_001)  # rollouts is at most 1,000,000
mcts(Connect4(), 5, seed=?, tree=mcts(Connect4(), 5).tree)  # a seed is a whole number of at least 0  # True ; None ; "a" ; 1.0
Trace(?)  # limit is a whole number of at least 1  # -1 ; 0 ; True ; "9" ; nan ; 1.5 ; inf
Solver(4).solve(Connect4(8, 7))  # at least 8 MB: make a Solver\(table_mb=8\)
Solver().solve_all([Connect4(), Connect4(4, 4)])  # one board
Solver(65)  # table_mb is a power of two such as 64
?(Connect4(9, 8))  # takes 81 bits.*c4lib.search.alphabeta takes any board  # solve ; analyze
Solver(1, book=False).at_least(Connect4(4, 4), ?)  # score is a whole number of at least  # -65 ; True ; 0.5 ; nan ; None ; "0"
Solver(1, book=False).at_least(Connect4(4, 4), 0, ?)  # nodes is a whole number of at least  # -65 ; True ; 0.5 ; nan ; None ; "0"
heuristics.Linear(?)  # weights are a mapping such as  # 7 ; {} ; None ; ["threes"]
heuristics.Linear({"magic": 1})  # unknown feature 'magic'; choose from turn, twos
heuristics.Linear.fit([], [])  # one or more positions
heuristics.Linear.fit([Connect4()], [1, 2])  # not 1 positions and 2 scores
heuristics.Linear.fit([Connect4()], [nan])  # a score is a finite number
heuristics.Linear.fit([Connect4()], [1], ?)  # list of names .* not ('threes'|3)  # "threes" ; 3
heuristics.Linear.fit([Connect4()], [1], ?)  # one or more features|each once|unknown feature  # [] ; ["twos", "twos"] ; ["fours"] ; [[]]
heuristics.Linear.fit([Connect4()], [1], None, ?)  # ridge is (at least 0|a finite number), not  # -1 ; inf
heuristics.Linear.fit([TicTacToe()], [1])  # Connect4 states
heuristics.Linear({"turn": 1}).r_squared([Connect4()] * 2, [2, 2])  # all scores are equal
heuristics.hit_rate(?)  # takes a board such as Connect4\(\).board  # 7 ; Connect4()
match(Random(), Random(), 1, ?)  # the game is over at the start|it is the dice's turn  # WON ; Pig()
match(lambda state: 0, Random(name="<lambda>"), 2, workers=2)  # <lambda> cannot be sent to other processes.*workers=1
play_game(fail, Random())  # ^no idea$
meet(Random(), ?)  # (limit is a number of seconds above 0, or None|seconds is a number of at least 0|a seed is a whole number of at least 0), not  # limit=inf ; limit=0 ; limit=nan ; seconds=nan ; seconds="x" ; seed=-1 ; seed=True
review(?)  # no move was played yet  # "" ; Connect4()
review("448")  # column 8 in '448' does not exist
alphazero.Hyperparameters(?)  # (width|narrow) is a whole number|power is 1 or 2|uses is a number of at least 0, not inf|keep is a number of at least 0 and at most 1  # width=0 ; narrow=0 ; power=3 ; uses=inf ; keep=2 ; width=True
alphazero.Net.new(12, 5, ?)  # (width|narrow|blocks|power) is  # width=2.5 ; narrow=0 ; blocks=True ; power=3
alphazero.puct(Connect4(), lambda state: ([1 / 7] * 7, 0), ?)  # simulations is|c is a number|noise is a number of at least 0 and at most 1|spread is a number above 0  # simulations=0 ; c=nan ; noise=1.5 ; spread=0
alphazero.puct(WON, lambda state: ([1 / 7] * 7, 0))  # the game is over
alphazero.puct(Connect4(), lambda state: (?, 0.0))  # the oracle.*sum to 1|1 priors for 7 moves  # [0.5] * 7 ; [-1.0, 2.0, 0, 0, 0, 0, 0] ; [nan] * 7 ; [1.0]
alphazero.puct(Connect4(), lambda state: ([1 / 7] * 7, ?))  # between -1 and 1  # 1.5 ; nan
__import__("c4lib.alphazero.puct", fromlist=["policy"]).policy({0: 1}, ?)  # temperature  # -0.1 ; inf ; nan ; True
alphazero.Searches([?], 10)  # at least one position, all on the same board|a game is over  # *[] ; Connect4(), Connect4(5, 4) ; WON
alphazero.Searches([Connect4(10, 9)], 10)  # takes 100 bits.* c4lib\.alphazero\.puct takes any board
alphazero.Searches([Connect4()], 9, ?)  # c is a number of at least 0, not nan|memory is for another board  # nan ; memory=alphazero.search_kernel.new_memory(5)
alphazero.Searches([Connect4()], 9).run(lambda bits, legal: (legal / 7, legal[:, 0]), ?)  # noise is a number|spread is a number above  # noise=nan ; noise=0.2, spread=0
alphazero.search_numpy.StateSearches(alphazero.ConnectKit(), ?)  # at least one state|simulations is a whole number of at least 1  # [], 10 ; [Connect4()], 0
alphazero.QuixoKit?)  # for Quixo 5x5, drawn after 30 .*, not for Quixo|size is at most 7  # ().encode([Quixo(4)] ; ().encoding.bits(Quixo(4) ; (Quixo(8)
alphazero.OthelloKit(?)  # for Othello 6x6, not for Othello|size is at most 6 for NumPy's integers, not 8  # Othello(6)).encode([Othello(4)] ; Othello(6)).encoding.bits(Othello() ; Othello(8)
alphazero.ConnectKit().encoding.bits(Connect4(5, 4))  # this is for 7x6, 4 in a row with lines, not for
__import__("c4lib.heuristics.?)  # judges (Quixo|Trio) states, not Connect4|the game is over  # quixo", fromlist=["lines"]).lines(Connect4() ; quixo", fromlist=["lines"]).lines(Quixo.from_moves([(0, "right"), (20, "right")] * 4 + [(0, "right")]) ; trio", fromlist=["lines"]).lines(Connect4() ; trio", fromlist=["lines"]).lines(Trio.from_moves("1231231", connect=3)
!.run(lambda bits, legal: (?))  # shapes \(1, 5\) and \(1,\), not \(1, 7\)|shapes \(1, 7\) and \(0,\), not|answer is not a number  # legal[:, :5], legal[:, 0] ; legal, legal[:0, 0] ; legal, legal[:, 0] + nan ; legal * inf, legal[:, 0]  # alphazero.Searches([Connect4()], 9) ; alphazero.search_numpy.StateSearches(alphazero.ConnectKit(), [Connect4()], 9)
alphazero.Play(?)  # simulations(=2 or more| is a whole number)|slots is a whole number of at least 1  # simulations=1 ; simulations=2.5 ; slots=0
alphazero.Play(?)  # (c|noise|outcome|spread|random_plies) is a number of at least  # c=-1 ; c=nan ; noise=1.5 ; outcome="all" ; spread=0 ; random_plies=-1
alphazero.ConnectKit(?)  # takes 90 bits, with a spare row|a game is over  # Connect4(9, 9) ; WON
alphazero.learn(?)  # a search starts from a state of a game|the game is over|dice are to move|player 2 is to move|cannot see .* rows\(\), or hand in features=  # 7 ; TicTacToe ; WON ; Pig(10).play("roll") ; Trio() ; Toss()
alphazero.learn(TicTacToe(), ?)  # (minutes is a number above 0|(iterations|games|simulations|seed) is a whole number|a seed is a whole number|simulations=2 or more|no room for the move|features (is a function|say .* zeros and ones))  # 0 ; nan ; iterations=0 ; iterations=1, games=0 ; iterations=1, simulations=1 ; iterations=1, seed=-1 ; iterations=1, moves=[0, 1] ; features=7 ; features=lambda state: [2] ; features=lambda state: ["x"]
alphazero.TDPlayer(?)  # the compiled TD player plays only Connect4, not .*; c4lib\.alphazero\.learn plays any|takes 420 bits|its games start from the empty board  # 7 ; None ; TicTacToe() ; Connect4(20, 20) ; WON
alphazero.TDPlayer(?)  # (rate|explore) is a number of at least 0 and at most 1, not|a seed is a whole number of at least 0  # rate=2 ; rate=nan ; rate="x" ; explore=-1 ; explore=True ; seed=-1 ; seed=None
alphazero.TDPlayer().practise(?)  # games is a whole number of at least 1  # 0 ; -1 ; True ; 1e6 ; None
alphazero.TDPlayer()(?)  # this player has learnt Connect4\.from_moves\(''\), and not|the game is over  # 7 ; Connect4(5, 4) ; TicTacToe() ; WON
alphazero.train.Plan(?)  # (games|part|duels|seed|last_simulations) is a whole number|gate is a number of at least 0 and at most 1  # games=0 ; part=-1 ; duels=0 ; gate=1.1 ; seed=-1 ; last_simulations=0
alphazero.train.train(alphazero.train.Plan(), "out", ?)  # say how long to train: minutes=... or iterations=...|(minutes is a number above 0|(iterations|workers) is a whole number of at least 1)  # ** {} ; minutes=0 ; minutes=nan ; iterations=0 ; iterations=1, workers=0
play_game(lambda state: ?, Random(), start=Connect4.from_moves("444444"))  # ^<lambda> answered (3|9|None|'x'|\[0, 1, 2\]|0.0|np.float64\(3.5\)|True|array\(0\)): .* \(in Connect4.from_moves\('444444'\)\)$  # 3 ; 9 ; None ; "x" ; [0, 1, 2] ; 0.0 ; np.float64(3.5) ; True ; np.array(0)
""",
    "c4lib.agents": r"""
Minimax(2)(Trio().play(0).play(0))  # two players
AlphaBeta(?, compiled=!)  # depth is a whole number of plies  # True ; -1 ; 2.0 ; "2"  # False ; True
AlphaBeta(2, entries=?)  # entries is a whole number of at least  # -1 ; True ; 1.5
AlphaBeta(2, ?)(WON)  # the game is over  # compiled=True ; second_look=1
AlphaBeta(2, loud=7)  # loud is a function from a state to moves
AlphaBeta(2, second_look=?)  # a whole number of plies deeper  # -1 ; True
AlphaBeta(2, compiled=True)(?)  # compiled alphabeta (plays only Connect4|has 64)  # 7 ; TicTacToe() ; Connect4(20, 20)
AlphaBeta(2, len, compiled=True)(Connect4())  # judges by an evaluation of c4lib.heuristics
Clock(?)  # seconds is a number above 0, at most 1,000,000,000  # 0 ; -1 ; nan ; inf ; True ; "1" ; 1e22
Clock(None)  # pass a limit for each move: seconds=... or nodes=...
Clock(None, ?)  # nodes is a whole number of at least 1  # 0 ; 1.5 ; True
Clock(table_mb=?)  # table_mb is a whole number of at least 1  # 0 ; True ; 1.5
Clock(!=?)  # (ponder|book) is True or False, not  # 1 ; None ; "yes" ; nan  # ponder ; book
Clock(nodes=10, ponder=True, book=True)(?)  # the clock player plays only Connect4, not|the game is over  # 7 ; TicTacToe() ; WON
MCTS(?)  # iterations is a whole number of at least 1  # 0 ; True ; 2.5
MCTS(10, 0)  # rollouts is a whole number of at least 1
MCTS(10, c=?)  # c is a number of at least 0  # nan ; -1
MCTS(10, seed=?)  # a seed is a whole number of at least 0  # -1 ; True
MCTS(seconds=?)  # seconds is a number above 0  # 0 ; nan ; inf ; 1e22
MCTS(10, policy=7)  # policy is a function from a state and dice to a move
MCTS(10, workers=?)  # workers is a whole number of at least 1  # 0 ; True
MCTS(10)(?)  # a search starts from a state of a game|the game is over  # 7 ; WON
MCTS.strong(?)  # (seconds is a number above 0|(iterations|a seed) is a whole number of at least [01])|seconds=\.\.\. or iterations=\.\.\.  # 0 ; nan ; None ; iterations=0 ; seed=-1
AlphaZero(?)  # a board is .*such as "7x6"  # "nowhere" ; "7 by 6" ; 7
AlphaZero("7x6", 10)(?)  # this network plays 7x6, connect 4, not  # 7 ; Connect4(5, 4) ; TicTacToe()
AlphaZero("5x4-bare", 10)(?)  # this network plays 5x4, connect 4, not  # 7 ; Connect4() ; TicTacToe()
AlphaZero("5x4-convolution")  # a board is .*such as "7x6"
Perfect()(?)  # plays only Connect4, not|has 64|the game is over  # 7 ; TicTacToe() ; Connect4(9, 9) ; WON
!(?)  # a seed is a whole number of at least 0  # -1 ; True ; "x" ; nan ; None  # Random ; OnePly
Minimax(?)  # at least 1 ply ahead|depth is a whole number  # 0 ; -1 ; True ; "4" ; 2.0
Minimax(evaluate=len)  # give depth=... as well
Minimax(2, 7)  # evaluate is a function
!(2)(?)  # a state of a game|the game is over|dice  # 7 ; WON ; Pig(10)  # Minimax ; AlphaBeta
AlphaZero("7x6", 10, ?)(Connect4())  # (net|kit) is a  # net=7 ; kit=7 ; kit=alphazero.ConnectKit()
AlphaZero("7x6", 10, c=?)(Connect4())  # c is a number of at least 0  # nan ; inf ; -1 ; "1"
AlphaBeta(0, heuristics.one, compiled=?)  # at least 1 ply ahead, or it has no move; not depth=0  # False ; True
AlphaBeta(2, "one", compiled=?)  # such as c4lib.heuristics.EVALUATIONS\["one"\], not 'one'  # False ; True
AlphaBeta(evaluate=heuristics.one, compiled=?)  # evaluate judges games at a depth limit; give depth=\.\.\. as well  # False ; True
AlphaBeta(2, order="upwards", compiled=?)  # unknown order 'upwards'; choose from 'left', 'centre'  # False ; True
Clock(nodes=10)(?)  # the clock player plays only Connect4, not .*; .*deepen  # 7 ; TicTacToe() ; Trio()
Clock(nodes=10)(?)  # the game is over  # WON ; Connect4(1, 1, 1).play(0)
Clock(nodes=10, table_mb=10**9)(Connect4())  # not enough memory for a table of 1,000,000,000 MB
AlphaBeta(3, entries=3, compiled=True)  # entries is a power of two
AlphaBeta(loud=forced_moves)  # loud looks beyond a depth limit
AlphaBeta(second_look=2)  # a second look needs a first one
AlphaBeta(3, order=lambda state, moves: moves, compiled=True)(Connect4())  # c4lib\.search\.alphabeta
!(?)  # a state of a game|the game is over; there is no move to play  # 7 ; Connect4 ; WON  # Random() ; OnePly() ; Human()
AlphaZero("7x6", ?)  # ^(simulations|leaves|seconds|c) is a (whole )?number  # 0 ; -1 ; simulations=True ; simulations=1.5 ; simulations="9" ; simulations=inf ; leaves=0 ; leaves=-1 ; leaves=True ; leaves=nan ; seconds=0 ; seconds=nan ; seconds=inf ; seconds="9" ; seconds=True ; c=True
AlphaZero(net=alphazero.Net.new(785, 7, 16))(?)  # with 785 inputs and 7 moves does not fit Connect4|a game is over  # Connect4(5, 4) ; WON
AlphaZero(net=alphazero.Net.new(55, 44, 16), ?)  # with 55 inputs and 44 moves does not fit Quixo 3x3|this network plays Quixo 5x5, .*, not TicTacToe|the game is over  # kit=None)(Quixo(3) ; kit=alphazero.QuixoKit())(TicTacToe() ; kit=None)(Quixo.from_moves([(0, "right"), (20, "right")] * 4 + [(0, "right")])
AlphaZero(net=alphazero.Net.new(144, 37, 16))(?)  # with 144 inputs and 37 moves does not fit Othello (4x4|8x8)|the game is over  # Othello(4) ; Othello() ; Othello.from_moves("b3b2b1b4d5c5b5e5f6", 6)
AlphaZero("?")  # there is no network for othello-.*; train one: python -m c4lib train --board othello-  # othello-4x4 ; othello-8x8
AlphaZero("4x4")  # there is no network for 4x4, .*train --board 4x4
AlphaZero("quixo", 10)(?)  # this network plays quixo, not .*; there are others  # Quixo(3) ; Quixo(5, patience=9) ; TicTacToe() ; Connect4()
""",
    "c4lib.arena": r"""
GameRecord(Connect4(), ("a", "b"), (9,)).final  # column 9 does not exist
GameRecord(Connect4(), ("a", "b"), ()).utility(0)  # the game is not over yet
""",
    "c4lib.accuracy": r"""
Position(?)  # the score of every column that can be played  # 7, {} ; Connect4(), {}
accuracy(?)  # an agent is a function from a state to a move  # 7 ; None
accuracy(Random(), ?)  # give one or more positions, such as c4lib.accuracy.positions  # [] ; [7] ; 7
accuracy(Random(), positions(count=1), -1)  # a seed is a whole number of at least 0
accuracy(lambda state: ?, positions(count=1), 0, False)  # <lambda> answered .* column.* 0 to 6  # None ; "3"
accuracy(fail, positions(count=1), 0, False)  # fail failed in .*: .*no idea
positions(?)  # there are first moves, opening, middle, end positions  # "late" ; 7
positions(difficulty="harder")  # there are easy, medium, hard positions
positions(count=?)  # count is a whole number of at least 1  # 0 ; -1 ; True ; 1.5
positions("end", count=301)  # only 300 such positions, not 301
positions(tuning=?)  # tuning is True or False  # None ; 1 ; "yes"
compare(?, ?)  # compare two results of accuracy  # None ; 7 ; Random()
compare(accuracy(Random(), positions(count=2)), accuracy(Random(), positions(count=1)))  # were not asked about the same positions
positions(count=10**9)  # there are only 1200 such positions
positions(seed=?)  # a seed is a whole number of at least 0  # -1 ; True
Position(Connect4.from_moves(?})  # every column .* Position\(state, c4lib.fast.anal  # ""), {3: 1 ; "1213141"), {
accuracy(Random(), ?)  # not '4'|not Connect4.* of a state .* Position\(state, c4lib.fast|not 'lucky'  # "444" ; [Connect4()] ; seed="lucky"
accuracy("random")  # not 'random'
accuracy(lambda state: ?, [Position(Connect4.from_moves("111111"), dict.fromkeys(range(1, 7), 0))])  # ^<lambda> answered (0|7|-1|None|'4'|\[3\]) in Connect4.from_moves\('111111'\): column  # 0 ; 7 ; -1 ; None ; "4" ; [3]
accuracy(lambda state: {}[state.player], positions(count=1))  # <lambda> failed in Connect4.* KeyError: [01]
""",
    "c4lib.games": r"""
Field(?)  # day.* is a whole number of at least  # 0 ; True ; 1.5 ; 6, day=-1
Field().play(?)  # play 'reap' or 'wait'  # "steal" ; None
ListTree.of([1, 2]).play(?)  # there is no branch  # 2 ; None ; "0"
Mostly(7)  # an agent is a function from a state to a move
Modelled(Connect4(), 1, 7)  # a model is a function from a state to chances
Mostly(lambda state: ?)(Connect4())  # legal moves are \[0, 1, 2, 3, 4, 5, 6\]  # 99 ; None
Modelled(Connect4(), 1, lambda state: []).play(0).chances()  # a model gives legal moves
Pig(?)  # goal is a whole number of at least 1  # 0 ; True ; nan ; "100"
Pig(10, ?)  # two scores and the turn's points, from 0 up, and mover 0 or 1  # (1,) ; (-1, 0) ; (0, 0), -1 ; mover=2
Pig(10).play(?)  # only 'roll' or 'hold'  # "jump" ; None ; 3
Pig(10).chances()  # play 'roll' first
pig.!(?)  # nothing to decide|positions of Pig  # Pig().play("roll") ; Pig(10, (10, 0)) ; "x"  # optimal ; hold_at(20) ; win_probability
Quixo(?)  # size is at most 30  # 31 ; 10**6
Quixo(5, ?)  # patience is a whole number of at least 1  # 0 ; True
RandomTree(2, ?)  # depth is a whole number of at least 0  # -1 ; 1.5
RandomTree(2, 2, ?)  # a seed is a whole number of at least 0  # -1 ; True
TupleTree.of([(1, 2, 3), (3, 2, 1)]).utility(0)  # over
Windy(?)  # board is a position such as Connect4\(\)  # 7 ; TicTacToe()
Windy(wind=?)  # wind is a probability from 0 to 1  # -0.1 ; 2 ; nan ; "x" ; True
Windy().play(?)  # column.* 0 to 6  # 9 ; None
Windy().play(3).play(5)  # cannot land in column 5; it can in 2, 3, 4
Windy().chances()  # play a column first
Trio().play(np.array(3))  # column.* 0 to 6
DiceTree.of(?)  # a tree is a number or \("max" \| "min" \| "chance", branches\)  # None ; {} ; "max" ; ("max", []) ; ("dice", [1]) ; ("max", CIRCLE)
DiceTree.of(("max", [1, 2])).play(?)  # there is no branch .*; branches are 0 to 1  # 2 ; -1 ; None
DiceTree.of(5).play(0)  # no branch 0; this is a leaf
DiceTree.of(("chance", ?))  # pairs \(probability, tree\), all above 0 and summing to 1  # [(0.5, 1)] ; [(0.5, 1), (0.4, 2)] ; [(-0.5, 1), (1.5, 2)] ; [(0.0, 1), (1.0, 2)] ; [1, 2]
DiceTree.of(("max", [1, 2])).chances()  # chance does not decide here
?.of(5).utility(2)  # there is no player 2; players are 0  # DiceTree ; ListTree
?.utility(0)  # the game is not over yet  # RandomTree(2, 3) ; DiceTree.of(("max", [1, 2])) ; TupleTree.of([(1, 2), (2, 1)])
ListTree.of(?)  # a tree is a number or a list of trees|a node needs at least one branch  # None ; [] ; [[]] ; [1, []] ; "abc" ; [3, "x"] ; [3, None] ; nan ; [1e999] ; b"ab"
ListTree.of(CIRCLE)  # contains itself, or is too deep
ListTree.of(5).play(0)  # there is no branch 0; this is a leaf
Mostly(Random(), ?)  # share is a probability from 0 to 1  # 1.5 ; -1 ; nan ; "x" ; True ; 80
Othello(?)  # size must be one of 4, 6, 8, 10, not  # 3 ; 7 ; 0 ; True ; "8" ; 8.0 ; 10**6 ; [8]
Othello().play(?)  # move .* does not exist; legal moves are 19 \(d3\), 26 \(c4\)  # 65 ; None ; "d3" ; True ; nan
Othello().play(?)  # (0 \(a1\)|27 \(d4\)) encloses nothing or is taken; .* 19 \(d3\), 26  # 0 ; 27
Othello().play(64)  # pass only when nothing else can be played
Othello.from_moves("e6f4e3f6g5d6e7f5c5").play(64)  # the game is over; no more moves
Othello.from_moves("c4c4")  # 'c4' in 'c4c4' cannot be played; legal moves are c3
Othello.from_moves(?)  # '(--|!)' in 'c4.*' cannot be played  # "c4--" ; "c4!"
Othello.from_moves("e6f4e3f6g5d6e7f5c5a1")  # 'a1' in .*; the game is over
Othello.from_moves(19)  # a string such as 'c4e3', not 19
Othello().discs(-1)  # no player -1
Quixo(?)  # size is a whole number of at least 3  # 2 ; True ; "5" ; [5]
Quixo().play(?)  # there is no move .*; moves are 0 to 43  # 44 ; (0, 0) ; None ; [0]
Quixo().play(0).play(11)  # move 11 \(cube 4, pushed in from the left\) takes .*; take a blank one or your own
Quixo().rules.decode(-1)  # no move -1; moves are 0 to 43
Quixo().cells_of(99)  # no move 99
Quixo().rules.encode(0, "left")  # cube 0 .* 'left'; its sides are right, bottom
Quixo().rules.encode(12, "left")  # cube 12 .*; it is not on the border
RandomTree(?, 2)  # branching is a whole number of at least 1  # 0 ; True ; 1.5
RandomTree(2, 2).play(2)  # there is no branch 2; branches are 0 to 1
TicTacToe().play(?)  # square .* does not exist; free squares are 0, 1, 2, 3, 4, 5, 6, 7, 8  # 9 ; -1 ; None ; "0" ; True ; np.array(3)
TicTacToe.from_moves("519").play(0)  # square 0 is taken; .* 1, 2, 3, 5, 6, 7
TicTacToe.from_moves("55")  # '5' in '55' cannot be played; free squares are 1, 2, 3, 4, 6
TicTacToe.from_moves(?)  # 'a' in '5a' cannot be played|'6' in '142536' cannot be played.*over  # "5a" ; "142536"
TicTacToe.from_moves(519)  # a string such as '519', not 519
Trio(?)  # width is a whole number of at least 1  # 0 ; True ; [7]
Trio(players=?)  # players must be 2, 3 or 4, not  # 1 ; 5 ; True ; 99
Trio().play(?)  # column .* does not exist; this board has columns 0 to 6  # 7 ; None ; [1]
Trio.from_moves("11111115")  # move 7 of '11111115': column 1 is full; free
Trio.from_moves("18")  # column 8 in '18' does not exist
Trio().discs(3)  # no player 3; players are 0, 1, 2
TupleTree.of(?)  # a tree is a list of branches, or a leaf such as \(1, 2, 3\)  # None ; 5 ; [] ; [1, 2] ; [(1, "x")]
TupleTree.of([(1, 2, 3), (1, 2)])  # one number for each player, not \[2, 3\]
TupleTree.of([(1, 2), (2, 1)]).play(5)  # no branch 5
TupleTree.of((1, 2, 3)).utility(3)  # no player 3; players are 0, 1, 2
""",
    "c4lib.search": r"""
Dice(?)  # a seed is a whole number of at least 0  # -1 ; True ; "x" ; nan
MCTSTrace(1)  # takes 1 positional argument
!(Connect4(), ?)  # games is a whole number of at least 1  # 0 ; True ; "9" ; 2.5 ; 10.0  # estimate ; flat
flat(Connect4(), 10, policy=lambda state, dice: None)  # None
flat(Connect4(), 10, seed=nan)  # a seed is a whole number of at least 0
simulate(Connect4(), 1, lambda state, dice: None, Dice())  # None
update(new_node(Connect4(), 0), [Connect4()])  # the game is not over yet
?(WON, Dice())  # there is no move to choose from|the game is over  # at_random ; careful ; wary
!(?, 10)  # a search starts from a state of a game|the game is over  # 7 ; None ; WON  # estimate ; flat
?(Toss(CHANCE), 10)  # it is the dice's turn  # flat ; estimate
?(Connect4(), 10, seed=-1)  # a seed is a whole number of at least 0, not -1  # flat ; estimate
?(Connect4(), 10, policy=7)  # policy is a function from a state and dice  # flat ; estimate
flat(Connect4(), 6)  # each of the 7 moves needs a game; 6 are too few
estimate(ListTree.of([3, 12]), 5)  # won, drawn or lost
bandit.play(?, 5, bandit.greedy)  # give two chances or more, each from 0 to 1  # (0.5,) ; (0.5, 1.5) ; (0.5, nan)
bandit.play((0.2, 0.5), 0, bandit.greedy)  # pulls is a whole number of at least 1, not 0
bandit.play((0.2, 0.5), 5, bandit.greedy, -1)  # a seed is a whole number of at least 0, not -1
bandit.play((0.2, 0.5), 5, lambda *_: ?)  # the strategy chose .*; arms are 0 to 1  # 2 ; 0.5 ; [0, 1]
bandit.ucb(?)  # c is a number of at least 0, not  # -1 ; nan ; inf ; "1" ; True
bandit.mean_regret((0.2, 0.5), 5, {"one": lambda *_: 0}, runs=3)  # an arm for each run
bandit.mean_regret((0.2, 0.5), 5, {"greedy": bandit.greedy}, runs=0)  # runs is a whole number
bandit.mean_regret((0.2, 0.5), 5, {"one": lambda counts, *_: np.full(len(counts), ?)}, runs=3)  # the strategy chose .*; arms are 0 to 1  # -1 ; 2 ; 9 ; 0.5 ; True
!(?)  # an oracle is a function from a state to a number  # 7 ; None  # best_first ; worst_first
!(?)  # a search starts from a state of a game  # 7 ; None ; "4453" ; Connect4 ; object()  # pvs ; mtdf ; proof_number ; df_pn
!(?)  # to move; (minimax .* use expectimax or maxn|proof-number search is for two players)  # Toss() ; LastOfThree() ; LastOfThree(player=2)  # pvs ; mtdf ; proof_number ; df_pn
!(Connect4(), ?)  # depth is a whole number of plies, at least 0, or None, not  # -1 ; 1.5 ; True ; "2" ; nan ; inf  # pvs ; mtdf
!(Connect4(), 2, len, ?)  # a window is a pair|alpha must be less than beta  # 5 ; "ab" ; (1, 2, 3) ; (0, 10**400) ; (1, -1) ; (nan, 1)  # pvs ; mtdf
!(Connect4(), 2, lambda state: ?)  # it must return a number|must lie within  # None ; "1" ; nan ; inf ; (1, 2)  # pvs ; mtdf
!(Connect4(), 2, ?)  # unknown order|table is a TranspositionTable\(\)|trace is a Trace\(\)|loud is a function  # order="upwards" ; table=7 ; trace=7 ; loud=7  # pvs ; mtdf
pvs(Connect4(), 2, killers=?)  # killers is Killers\(\) or None, not  # 7 ; True ; {} ; Killers ; History()
pvs(Connect4(), 2, history=?)  # history is History\(\) or None, not  # 7 ; True ; {} ; History ; Killers()
pvs(Connect4(), 2, extend=?)  # extend is a function from a state to moves, such as forced_moves  # 1 ; True ; "forced"
pvs(Connect4(), ?)  # change a depth limit; give depth=  # reductions=True ; extend=forced_moves
pvs(Connect4(), 2, reductions=?)  # reductions is True or False, not  # 1 ; None ; "yes"
mtdf(Connect4(), 2, guess=?)  # guess .*must return a number|guess .*number|must lie within  # None ; "1" ; nan ; inf ; (1,)
deepen(Connect4(), 2, search=?)  # search is alphabeta or pvs, not  # mtdf ; 7 ; None ; [] ; "pvs"
deepen(Connect4(), 2, killers=Killers())  # unexpected keyword argument 'killers'
?(Connect4(4, 4), 4, nodes=3)  # multiple values for argument 'nodes'  # proof_number ; df_pn
!(Connect4(4, 4), ?)  # nodes is a whole number of at least 1  # 0 ; -1 ; True ; 1.5 ; "9"  # proof_number ; df_pn
!(Connect4(4, 4), mobility=?)  # mobility is True or False, not  # 1 ; None ; "yes"  # proof_number ; df_pn
!(Connect4(), trace=?)  # trace is a Trace\(\)  # 7 ; "x"  # proof_number ; df_pn
?(hostile(moves=lambda self: []))  # moves\(\) returned none|no move  # pvs ; mtdf ; proof_number ; df_pn
?(hostile(utility=lambda self, player: nan))  # it must return a number  # pvs ; mtdf ; proof_number ; df_pn
?(ENDLESS)  # some games from here never end  # pvs ; mtdf ; df_pn
""",
    "c4lib.fast": r"""
!(?, 2)  # plays only Connect4, not|has 64  # 7 ; None ; TicTacToe() ; Connect4(20, 20)  # alphabeta ; minimax ; count_leaves ; tree_sizes
!(Connect4(), ?)  # depth is a whole number of plies  # -1 ; True ; 2.0 ; "2"  # alphabeta ; minimax ; count_leaves
alphabeta(Connect4(), 2, window=?)  # alpha must be less than beta  # (1, -1) ; (nan, 1)
mcts(?, 10)  # plays only Connect4, not|the game is over  # 7 ; TicTacToe() ; WON
mcts(Connect4())  # pass a limit
mcts(Connect4(), ?)  # iterations is a whole number of at least 1  # 0 ; True ; 2.5
mcts(Connect4(), 10, ?)  # is a whole number of at least  # rollouts=0 ; seed=-1 ; seed=True ; workers=0 ; workers=True
mcts(Connect4(), seconds=1e22)  # seconds is a number above 0, at most
mcts(Connect4(), 10, memory_mb=?)  # memory_mb is a whole number of at least 1  # 0 ; True
alphabeta(Connect4(), 2, table_entries=2**60)  # memory|at most
?(Connect4(8, 8), 1)  # 8 high takes 72 bits.* has 64; c4lib\.search\.(minimax|alphabeta|mcts) takes any board  # minimax ; alphabeta ; mcts
?(TicTacToe(), 1)  # not TicTacToe; c4lib\.search\.(minimax|alphabeta|mcts) plays any game  # minimax ; alphabeta ; mcts
alphabeta(Connect4(), 2, order="right")  # knows the orders 'left', 'centre', not 'right'
alphabeta(Connect4(), 2, order=len)  # c4lib\.search\.alphabeta takes any function
alphabeta(Connect4(), 2, table_entries=?)  # a power of two such as 2\*\*20  # 3 ; 1000 ; 1 ; -2 ; 2.0 ; True
alphabeta(Connect4(), 2, ?)  # an evaluation of c4lib.heuristics or a Linear, not by (<|Bold).*c4lib\.search\.alphabeta takes any  # len ; lambda state: 0 ; type("Bold", (heuristics.Linear,), {"__call__": len})({"twos": 1})
alphabeta(Connect4(), 2, ?)  # evaluate is a function from a state to a number, such as .*, not  # 7 ; "one" ; []
alphabeta(Connect4(), 2, loud=len)  # loud=forced_moves, not <.*c4lib\.search\.alphabeta takes
alphabeta(Connect4(), None, loud=forced_moves)  # give depth=
mcts(Connect4(), 10, c=?)  # c is a number of at least 0  # nan ; -1 ; inf ; "1"
mcts(Connect4(), seconds=0)  # seconds is a number above 0, .*not 0
mcts(Connect4(), 10, c=10**400)  # c is at most 1,000,000
mcts(Connect4(), 10, rollouts=1_000_001)  # rollouts is at most 1,000,000
mcts(Connect4(), 5, seed=?, tree=mcts(Connect4(), 5).tree)  # a seed is a whole number of at least 0  # True ; None ; "a" ; 1.0
mcts(Connect4(), 10, policy=len)  # c4lib\.search\.mcts takes any function
mcts(Connect4(), 10, tree=?)  # tree is the `tree` of an earlier result.*not of type (int|Node)  # 5 ; search.mcts(Connect4(), 10).tree
mcts(Connect4(), 10**9)  # 1,000,000,000 iterations can take 61,036 MB
mcts(Connect4(), 1000, workers=100, memory_mb=1)  # =1 is too little for 100
""",
    "c4lib.exercises": r"""
exercise(?)  # write the number of an exercise in quotes, such as exercise\("1.2"\)  # 1 ; 1.2 ; None ; True ; [1]
exercise(?)  # there is no exercise .*; choose one of 0.1, 1.1  # "99.9" ; "" ; "١.٢"
exercise("5.2").check(len, ?)  # seconds is a number above 0  # 0 ; -1 ; nan ; inf ; "x" ; 1e22
Mistake("name", "explanation", ())  # mistake 'name': give one patch or more
Outcome("maybe")  # 'maybe' is not a valid Outcome
progress(7)  # takes 0 positional arguments
exercise(?)  # no exercise '(9.9'; choose one of 0\.1, 1\.1, 1\.2|two')  # "9.9" ; "two"
exercise(1.10)  # exercise\("1\.2"\), not 1\.1
Mistake("mixed", "", ?)  # mistake 'mixed': an expression goes without  # (("", "n"), ("+", "-")) ; (("", "n"),), of=len
""",
    "c4lib.view": r"""
Known(7)  # takes 1 positional argument
!(?)  # give a Trace that a search has filled, not  # 7 ; None  # describe_tree ; draw_tree
?(Trace())  # the trace is empty; hand it to a search first  # describe_tree ; draw_tree
hint_marks(?, Known())  # hints are for states of Connect4, not  # 7 ; TicTacToe()
scored(?)  # hints are for states of Connect4, not|the game is over  # 7 ; TicTacToe() ; WON
show_threats(?)  # threats are marked on states of Connect4, not  # 7 ; TicTacToe()
knobs(7)  # draw is a function of the settings
knobs(print, number=?)  # is not a setting; use \(low, high\)  # 7 ; object() ; [] ; (1.5, 2) ; None ; "text" ; (9, 1) ; (1, 9, 30) ; (1, 9, "x") ; (1, 9, 3, 4)
mcts_sliders(?)  # the compiled mcts plays only Connect4|takes 90 bits|the game is over  # 7 ; TicTacToe() ; Connect4(9, 9) ; WON
mcts_sliders(?)  # c is a number of at least 0|iterations is a whole number|a seed is a whole number of at least 0  # c=nan ; c="x" ; c=-1 ; iterations=1.5 ; iterations=0 ; seed=-1
mcts_sliders(?)  # the slider for (C goes from 0 to 3, not to 4|rollouts goes from 1 to 100|iterations goes from 10 to 100,000)  # c=4 ; rollouts=101 ; iterations=5 ; iterations=10**9
mcts_steps(?)  # a search starts from a state of a game, not from|the game is over  # 7 ; "44" ; WON
mcts_steps(Connect4(), ?)  # iterations (is a whole number|are too many to watch)  # 0 ; True ; 10**9
mcts_steps(Connect4(), c=nan)  # c is a number of at least 0
microscope(?)  # a search starts from a state of a game|a tree is a number or a list of trees  # 7 ; None ; "44" ; Connect4 ; [[3, "x"]]
microscope([])  # a node needs at least one branch; a leaf is a number
microscope([[3, 5], [2, 9]], ?)  # the microscope shows the searches minimax, alphabeta, |deep|alpha must be less than beta  # deepen ; "alphabeta" ; [] ; 7 ; deep=3 ; window=(3, 3)
microscope(Connect4(?)  # more than (2,000 nodes.* too many to watch; choose a smaller board|488 nodes)  # ) ; 3, 3, 3), limit=488
microscope(Connect4(), depth=-1)  # depth is a whole number
picture(?)  # start is a state, such as Connect4.from_moves  # 7 ; None
!(?)  # a player is a function from a state to a move, or None for a person  # 7 ; "random" ; {} ; {"x": 7}  # play ; play_cells
play(Random(), you=?)  # you can be player 0 \(X\) or 1 \(O\)  # 2 ; "0" ; True
play(Random(), start=7)  # start is a state, such as Connect4.from_moves
predict(unit=?)  # say what is predicted: an answer, or what to show  # "nodes"
predict("up", choices=?)  # the answer up is not among the choices: left, right  # ["left", "right"]
table([(1, 2)], ?)  # each row needs . entries, one for each header  # [] ; ["a"] ; "abc"
table(?, ["a"])  # each row needs 1 entries|not iterable|has no len  # [(1, 2)] ; [()]
play(Random(), seed=?)  # a seed is a whole number of at least 0  # -1 ; "x"
predict(1, show=?)  # is alive: give it a cell of its own  # microscope([[1, 2], [3, 4]])
play_cells(Random(), start=7)  # a game of your own, not 7
play_cells(Random(), start=TicTacToe(), you=5)  # you can be player 0
puct_sliders(?)  # hand in a state such as Connect4|the game is over  # 7 ; "44" ; TicTacToe() ; WON
puct_sliders(Connect4(), 7)  # the judge is a network or a function from a state
puct_sliders(Connect4(), ?)  # is a (whole )?number of at least|goes from  # c=nan ; simulations=0 ; simulations=10**9 ; noise=2 ; temperature=-1 ; seed=-1
tune(?)  # start is a state such as Connect4  # 7 ; TicTacToe()
tune(?)  # features are a list of names|unknown feature|name one feature or more, each once|depth is a whole number of at least 1|the slider for depth goes from 1 to 8  # features=7 ; features="threes" ; features=["magic"] ; features=[] ; features=["twos", "twos"] ; depth=0 ; depth="x" ; depth=True ; depth=9
tune(you=2)  # you can be player 0 \(X\) or 1 \(O\)
tune(players=?)  # players are Linears by their names  # 7 ; [7]
tune(players={"learnt": ?})  # 'learnt' weighs turn, which has no slider|a player is a Linear such as  # heuristics.Linear({"turn": 1}) ; {"twos": 1} ; 7
watch_training(?)  # a board is named by width and height, such as "7x6"|take a small board, such as "5x4"|a line of 4 fits nowhere|with a spare row  # 7 ; "large" ; "8x6" ; "99x99" ; "3x3"
watch_training("5x4", ?)  # (width|iterations|games|a seed) is a whole number of at least|take simulations=2 or more|rate is a number between 0 and 1  # 0 ; True ; seed=-1 ; games=0 ; width=0 ; simulations=1 ; rate=0 ; rate="fast"
watch_training("5x4", nonsense=1)  # nonsense
watch_training(?)  # name a board, or both kinds, such as  # [] ; ["5x4", "5x4"] ; ["5x4-bare", "4x4"]
watch_training("5x4").player(?)  # no network is kept from iteration 3; there are those after 0|iteration is a whole number|the boards here are 5x4, not '4x4'  # 3 ; -1 ; True ; board="4x4"
plots.bars(?, "nodes")  # numbers have names  # {} ; [3, 4]
plots.bars({"a": ?}, "nodes")  # a finite number belongs to 'a', not  # nan ; 10**400 ; "b"
plots.bars({"a": 1}, "nodes", most=?)  # a finite number belongs to 'most', not  # nan ; "b"
plots.counts({}, "x", "y")  # one plot shows 1 to 8 series, not 0
chance_plots.aims({})  # numbers have names
plots.running_means({}, "x", "y")  # one plot shows 1 to 4 runs, not 0
plots.matches([])  # one plot shows 1 to 100 matches
accuracy_plots.by_stage({})  # one plot shows 1 to 8 agents
accuracy_plots.by_stage({}, "elo")  # a measure is one of kept, kept_when_critical, best, loss, not 'elo'
alphazero_plots.thoughts(7, 7)  # this draws positions of Connect X
alphazero_plots.weak_spots([])  # one plot shows 1 to 4 positions, not 0
alphazero_plots.same_time({})  # one plot shows 1 to 8 trainings, not 0
alphazero_plots.td_curve(?, {})  # give a share for each player, after each number of games|one plot shows 1 to 8 players  # {} ; {1: [0.5], 2: []} ; {1: []}
engine_plots.ladder(?)  # one plot shows 1 to 8 games, not  # {} ; {str(n): {} for n in range(9)}
chance_plots.tuple_tree(7)  # a search starts from a state of a game
heuristics_plots.hit_rates(?)  # one plot shows 1 to 6 boards|takes states or boards such as Connect4  # *[Connect4()] * 7 ; "7x6" ; 7
ladder_plots.strength_by_time([])  # there is nobody to draw
ladder_plots.heat_map(7, [])  # a cross table needs two players at least
mcts_plots.uct_bars(7)  # give a tree that mcts has grown
mcts_plots.convergence(Connect4(), 0)  # games is a whole number of at least 1
mcts_plots.visits_growth(Connect4(), [])  # give one checkpoint or more
mcts_plots.bandit_plot(?)  # give two chances or more, each from 0 to 1  # [2] ; [] ; [0.5]
network_plots.tower(?)  # give networks by name and their board  # {}, Connect4().board ; {"a": 7}, 7
network_plots.patterns(7, Connect4())  # give a network of patterns
network_plots.patterns(alphazero.PatternNet.new(Connect4().board, 8), Connect4(), (7, 0))  # there is no square
microscope(Connect4(), limit=?)  # limit is a whole number of at least 1  # 0 ; -1 ; "x"
play?)  # start is a state, such as .* your own, not (<class|'44')  # (Random(), start=Othello ; (Random(), start="44" ; _cells(Random(), start=Othello ; _cells(Random(), start="44"
mcts_steps(Connect4(4, 4, 3), ?)  # (iterations|rollouts|a seed) is a whole number|1,001 iterations are too many to watch|c is a number of at least 0  # None ; 1_001 ; c=-1 ; rollouts=0.5 ; seed="x"
mcts_plots.mcts_tree(?)  # give a tree that mcts has grown, such as result.tree, not 3|no children yet  # 3 ; search.new_node(Connect4(), 0)
mcts_plots.mcts_tree(mcts(Connect4(), 10), ?=0)  # (most|plies) is a whole number of at least 1  # most ; plies
mcts_plots.bandit_plot((0.2, 0.6), 10, cs=?)  # one plot shows 1 to 7 constants  # () ; range(8)
puct_sliders(Connect4(4, 4, 3))  # there is no network for
puct_sliders(Connect4(4, 4), alphazero.networks.load("7x6"))  # does not fit
puct_sliders(Connect4(5, 4), ?)  # the slider for (simulations goes from 2 to|C goes from 0 to 5|temperature goes from 0)  # simulations=1 ; c=6 ; temperature=-1
puct_sliders(Connect4(5, 4), ?)  # c is a number of at least 0|noise is a number of at least 0 and at most 1|a seed is a whole number  # c=-1 ; noise=2 ; seed="x"
heuristics_plots.by_depth({})  # one plot shows 1 to 8 evaluations, not 0
""",
}

ANSWERS = r"""
meet(?, progress=False)  # (?i)a player is a function from a state to a column, not  # 7 ; None ; "random"
meet(lambda state: ?, progress=False)  # <lambda> answered  # None ; "3" ; 3 ; 99 ; [3] ; nan ; 3.5 ; 10**5000
meet(fail, progress=False)  # fail raised ValueError: no idea
exercises.exercise("5.2").check(?)  # asks for a function, not  # 7 ; None ; nan
exercises.exercise("5.2").check(lambda: 1)  # but yours takes \(\)
exercises.exercise("5.2").check(fail)  # raised: .*no idea
exercises.exercise("5.2").check(loop, seconds=0.1)  # did not finish .* Is there an endless loop
exercises.exercise("5.2").check(lambda *case: ?)  # not right yet  # nan ; inf ; 10**400 ; None ; "x" ; [1] ; np.array([1, 2])
exercises.exercise("0.1").check(?)  # not right yet  # len ; nan ; "٥" ; None
"""
"""What is answered with a report rather than with an error."""

REFUSED = r"""
dance  # 'dance'.*play.*bench
play --? bob  # argument --[xo]: .*'bob'.*human.*random.*oneply  # x ; o
! --width ?  # width.*(whole number of at least 1|invalid int value)  # 0 ; -1 ; seven ; nan ; 7.0  # play ; solve
play --height ?  # height is a whole number of at least 1|at most 10,000 squares  # 0 ; 100000000
? --width 9 --height 9  # has 64  # play --x perfect ; play --o perfect ; solve
play --connect 9  # connect can be 1 to 7
play --moves ?  # columns are 1 to 7|column 4 is full|the game is over  # 48 ; 4x ; ٣ ; 4444444 ; 12121213
play --seed ?  # argument --seed: (must be at least 0|invalid int value)  # -1 ; x ; 1.5
play 4453  # unrecognized arguments: 4453
solve ?  # columns are 1 to 7|the game is over  # 48 ; 4x ; ٣ ; 1212121
solve --connect 0  # connect is a whole number
tournament --?  # needs a --file  # games 2 ; quick ; players random oneply
tournament --games ? --file x.csv  # games is (an even|a whole) number|there are 972 openings, so games is at most 1944|invalid int value  # 0 ; 3 ; 1946 ; nan
tournament --positions ? --file x.csv  # positions is a multiple of 25 up to 1200  # 7 ; -25 ; 1000000
tournament --players ? --file x.csv  # two players at least  # bob ; random ; random random
tournament --players random ? --file x.csv  # unknown player 'bob'; choose  # bob
tournament --again bob --file x.csv  # no player's name begins with 'bob'
tournament --workers 0 --file x.csv --players random oneply  # workers is a whole number
? --seed -1  # argument --seed: must be at least 0  # tournament ; train
?=7  # ignored explicit argument '7'  # tournament --quick ; solve --no-book
? --file .  # . is a folder; name a file in it  # tournament ; study mcts ; book --check 1 ; book --plies 0
train --board ?  # a board is named by width and height, such as "7x6", not .*the other games are: quixo, othello-4x4, othello-6x6|takes 90 bits|at most 10,000 squares|is a whole number  # 7 ; 7x ; 0x0 ; nowhere ; seven ; ٧x٦ ; 99999x99999 ; 9x9 ; Quixo ; othello ; othello-7x7
train --connect ?  # connect is a whole number|connect can be 1 to 7  # 0 ; 9
train --minutes ?  # minutes is a number above 0|say how long to train  # nan ; 0 ; -1 ; inf ; 1e300
train --core-minutes ?  # core_minutes is a number above 0|say how long to train  # nan ; 0 ; -1 ; inf ; 1e300
train --iterations ?  # iterations.*(is a whole number of at least 1|invalid int value)  # 0 ; -1 ; 1.5
train --?  # is a whole number of at least 1  # workers 0 ; games 0 ; simulations 0 ; last-simulations 0 ; width 0 ; blocks -1
train --gate ?  # gate is a number of at least 0 and at most 1  # 2 ; nan ; -1
train --sees ?  # invalid choice: .*lines.*discs  # all ; "" ; Discs
train --network ?  # invalid choice|a network of patterns sees the discs alone; take --sees discs  # all ; patterns
train --out /dev/null/x  # cannot be written to \(Not a directory\); use another folder
train --board ?  # (quixo|othello-6x6) takes neither --connect nor --sees  # quixo --connect 3 ; othello-6x6 --sees discs
promote  # required: run
promote ?  # there is no file .*net.npz; train a network first  # nowhere ; . ; /dev/null
promote nowhere --name bob  # train a network first|bob
export --player random --out ?  # a submission is a Python file  # . ; x.txt
export --net nowhere  # there is no file nowhere; train a network first
export --player random --net nowhere  # only alphazero plays with a network
export --player random --seconds ?  # seconds is a number of at least 0.001  # 0 ; nan ; inf
export --player clock --seconds 1e22  # 1e\+?22
study dance  # invalid choice: 'dance' .*boards.*mcts.*games
study boards --workers ?  # workers.*(is a whole number of at least 1|invalid int value)  # 0 ; -1 ; nan
study games --file nowhere/x.csv  # nowhere
study pondering ? --file a.csv  # openings is (a whole number of at least 1|at most 100)|(least|most) is (a whole number of at least 1|at most 1,000,000)|no match is played with 20000 to 30000 nodes  # --openings 0 ; --openings 101 ; --least 0 ; --most 2000000 ; --least 20000 --most 30000
study pondering --openings 2  # needs a --file
study engine ?  # is a whole number of at least 1|is at most|invalid int  # --number 0 --file x.csv ; --wins 0 --file x.csv ; --wins x ; --number 10000000000 --file x.csv
study growth --folder nowhere  # needs a --file
study growth --folder nowhere --file a.csv  # nowhere
positions --file ?  # . is a folder; name a file in it|nowhere  # . ; nowhere/x
judge --file ?  # . is a folder; name a file in it|nowhere  # . ; nowhere/x
judge --workers ? --file x.npz  # workers is a whole number|invalid int  # 0 ; -1 ; x
book --plies ?  # argument --plies: invalid  # 9 ; -1 ; x
book --table-mb ? --file x.npz  # table_mb is a (whole number|power of two)  # 0 ; 3
book --table-mb 1048576 --file x.npz  # memory
book --check 1000000000  # the book has only .* positions
book --check ?  # check.*(is a whole number of at least 1|invalid int value)  # 0 ; -1 ; nan
book --check 1 --file nowhere.npz  # there is no file nowhere.npz
bench  # required: part
bench everything  # argument part: .*'everything'.*game
bench solver --positions nowhere  # nowhere has no files of positions
bench game --positions nowhere  # --positions is for solver and book
bench book --rival true  # --rival is for solver and empty-board
bench empty-board --rival ?  # No such file|failed with exit code|must answer each  # no-such-solver ; false ; true
bench empty-board --rival ""  # name the other solver's command
accuracy  # required: PLAYER
accuracy ?  # unknown player  # bob ; mcts ; clock --seconds nan ; oneply --seconds 1 ; clock --seconds -1
accuracy random ?  # (positions|workers) is (at most|a whole number)|invalid int|seed  # --positions 0 ; --positions 5000 ; --workers 0 ; --positions x ; --seed -1 ; --tuning --positions 5000
solve --width 20000 --height 20000  # squares|at most|bits
export --player ?  # unknown player '(bob)?'|only alphazero plays with a network, not mcts  # bob ; '' ; mcts --net runs/7x6
study ?  # needs a --file, such as --file my-study_  # boards --games 1 ; mcts --quick ; ceiling --minutes 1
study ? --file a.csv  # (games|large_games|nodes|seeds) is a whole number of at least 1, not  # td --games 0 ; boards --games 0 ; boards --large-games -1 ; boards --nodes 0 ; mcts --seeds 0 ; games --games 0
study mcts --? --file a.csv  # most is a whole number of at least 100, not 50|seeds is at most 10,000, not 10001  # most 50 ; seeds 10001
study boards --?  # --large-games: invalid int value: '1.5'|workers is at most 256, not 257|nodes is at most 1,000,000,000,000, not  # large-games 1.5 ; workers 257 ; nodes 100000000000000000000 --file a.csv
study ceiling ? --file a.csv  # minutes is a number above 0|(positions|seeds) is a whole number of at least 1|positions is at most 5,000,000  # --minutes 0 ; --minutes nan ; --positions 0 ; --positions 5000001 ; --seeds 0
study ceiling ?  # minutes: invalid float value|/dev/null is not a file that can be replaced|no/such/runs/labels-50.npz cannot be written to  # --minutes x ; --positions 50 --file /dev/null ; --positions 50 --file no/such/a.csv
study boards ?  # /dev/null is not a file that can be replaced|no/such/a.csv cannot be written to \(No such file or dir  # --games 1 --file /dev/null ; --file no/such/a.csv
bench book --positions .  # has no files
train --?  # games is at most 1,000,000, not 99,999,999,999|simulations=2 or more|--last-simulations must be at least 64, not 4|width is at most 4,096, not 99,999  # games 99999999999 ; simulations 1 ; last-simulations 4 ; width 99999
"""
"""Command lines that are refused in one line."""

PLAIN = """measure players games_plots review_plots strength_plots svg CHANCE SearchResult WIN TRICKS Leaves Solution MatchResult Accuracy Exercise Finding Part
Progress Task Verdict folded check_installation exact_positions share forced_moves new_node select expand AdamW"""
"""Constants, records of what they are given, and steps of a search or of learning: nothing that
they refuse."""


def loop(*_: object) -> None:
    while True:
        pass


def fail(*_: object) -> None:
    raise ValueError("no idea")


def hostile(**parts: Any) -> TicTacToe:
    """Tic-tac-toe with another part."""
    return type("Hostile", (TicTacToe,), parts)(TicTacToe.from_moves("1526").squares)


CIRCLE: list[Any] = [1]
CIRCLE.append(CIRCLE)


@cache
def public(room: str) -> dict[str, Any]:
    """The names that a room offers; modules are listed by faces only."""
    module = importlib.import_module(room)
    offered = {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
    is_face = room in ("c4lib", "c4lib.view")
    return {n: o for n, o in offered.items() if is_face or not isinstance(o, ModuleType)}


@cache
def names(room: str) -> dict[str, Any]:
    """What an expression of a room's table can use."""
    ours = {
        "np": np,
        "nan": nan,
        "inf": inf,
        "loop": loop,
        "fail": fail,
        "bandit": bandit,
        "pig": pig,
    }
    games = {"hostile": hostile, "Toss": Toss, "LastOfThree": LastOfThree}
    endless = hostile(play=lambda self, move: type(self)())
    states = {"WON": Connect4.from_moves("1212121"), "ENDLESS": endless, "CIRCLE": CIRCLE}
    return public("c4lib.games") | public("c4lib") | public(room) | ours | games | states


def cases(table: str) -> list[tuple[str, str]]:
    """The cases of a table: what is tried, and what must be said about it."""
    found = []
    for line in table.strip().splitlines():
        tried, message, *lists = line.split("  # ")
        for values in product(*(each.split(" ; ") for each in lists)):
            case = tried
            for sign, value in zip("?!", values, strict=False):
                case = case.replace(sign, value)
            found.append((case, message))
    return found


def listed(tables: dict[str, str]) -> list[Any]:
    """Parameters of a test, one for each case of the tables."""
    return [
        pytest.param(room, *case, id=case[0])
        for room, table in tables.items()
        for case in cases(table)
    ]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Compiles what the cases call before any clock runs: a busy machine takes long for that."""
    state = Connect4.from_moves("54452777511332617245")
    for player in ("alphazero 2", "strong mcts 10", "mcts 10", "clock 0.3", "perfect"):
        make(player)(state)
    make("alphabeta ours 2")(state)


@pytest.fixture
def _nothing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Runs a test in an empty folder, for a limited time, and looks at what it left behind."""

    def hangs(*_: object) -> None:
        raise TimeoutError(f"there was no answer within {LIMIT} s")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tqdm.tqdm.monitor_interval", 0)  # or a thread of its own stays
    monkeypatch.setattr(sys.modules["c4lib.search.minimax"], "MOST_PLIES", 1000)
    monkeypatch.setattr("c4lib.game.MOST_PLIES", 1000)  # an endless game is given up sooner
    threads = set(threading.enumerate())
    usual = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, usual)
    end = time.monotonic() + LIMIT
    while set(threading.enumerate()) - threads and time.monotonic() < end:
        time.sleep(0.01)
    assert set(threading.enumerate()) <= threads
    assert multiprocessing.active_children() == []
    assert list(tmp_path.iterdir()) == []


tidy = pytest.mark.usefixtures("_nothing_stays")


@tidy
@pytest.mark.parametrize(("room", "tried", "message"), listed(RAISES))
def test_a_bad_input_raises_an_error_that_says_what_is_allowed(
    room: str, tried: str, message: str
) -> None:
    with pytest.raises((ValueError, TypeError, AssertionError), match=message):
        eval(tried, dict(names(room)))


@tidy
@pytest.mark.parametrize(("room", "tried", "message"), listed({"c4lib": ANSWERS}))
def test_a_bad_answer_is_reported_on(room: str, tried: str, message: str) -> None:
    said = " ".join(str(eval(tried, dict(names(room)))).split())
    assert re.search(message, said)


@tidy
@pytest.mark.parametrize(("room", "tried", "message"), listed({"": REFUSED}))
def test_a_bad_command_is_refused_in_one_line(
    room: str, tried: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match=r"^[12]$"):
        main(shlex.split(tried))
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert re.match("python -m c4lib[^:]*: ", shown.err)
    assert re.search(message, shown.err)


def test_every_name_that_is_offered_has_a_case() -> None:
    for room in RAISES:
        for name in sorted(public(room).keys() - set(PLAIN.split())):
            if f"{room}.{name}" in RAISES:
                continue
            homes = [other for other in RAISES if public(other).get(name) is public(room)[name]]
            text = " ".join([ANSWERS, *(RAISES[home] for home in homes)])
            assert re.search(rf"\b{name}\b", text), f"{room}.{name} has no case"


def test_every_option_of_every_command_has_a_case() -> None:
    tried = [case for case, _ in cases(REFUSED)]
    for command in COMMANDS:
        mine = [case for case in tried if case.split()[0] == command]
        (shelf,) = parser_for([command])._subparsers._group_actions  # type: ignore[union-attr]
        options = shelf.choices[command]._option_string_actions.keys() - {"-h", "--help"}
        assert mine
        assert [option for option in options if not re.search(rf"{option}\b", " ".join(mine))] == []
