"""The course on machines that lack something: the same answers, and a word on what is different."""

import contextlib
import io
import json
import shutil
import subprocess
from functools import cache
from typing import Any

import pytest
from random_games import ROOT, fresh_python

PROGRAM = """
import contextlib, io, json
from c4lib import AlphaBeta, Connect4, fast
from c4lib.__main__ import main
from c4lib.exercises import exercise

def shown(line):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = main(line.split())
    return code, out.getvalue()

late = Connect4.from_moves("11223", 4, 4)
answers = [
    AlphaBeta(3)(Connect4.from_moves("4453")),
    repr(fast.minimax(Connect4(3, 3, 3), 5)),
    fast.analyze(late),
    fast.mcts(late, 50).move,
    exercise("0.1").check(5).headline,
    exercise("5.2").check(lambda share, margin: 97).headline,
    shown("play --x random --o oneply --seed 3"),
    shown("solve 112233 --width 4 --height 4"),
]
print(json.dumps(answers))
"""
"""A bit of everything; the last line that it prints is the same everywhere."""

TWINS = """
from c4lib import Clock, Connect4, fast, search
from c4lib.heuristics import EVALUATIONS, FEATURES, Linear
from c4lib.search import forced_moves
for state in (Connect4(3, 3, 3), Connect4(5, 2, 5), Connect4.from_moves('1122334', 4, 5)):
    for depth in (None, 0, 5):
        if depth or state.width < 4:
            assert fast.minimax(state, depth) == search.minimax(state, depth)
            compiled = fast.alphabeta(state, depth, order='centre')
            assert repr(compiled) == repr(search.alphabeta(state, depth, order='centre'))
            assert fast.alphabeta(state, depth, table_entries=2**10).value == compiled.value
every = Linear({name: 1 / (place + 3) for place, name in enumerate(FEATURES)})
for size in ((7, 6, 4), (4, 5, 3), (6, 4, 5), (2, 31, 4), (3, 2, 1)):
    state = Connect4(*size)
    for move in (0, 1, 1, 0) if size[2] > 1 else ():
        state = state.play(move)
    for judge in (*EVALUATIONS.values(), every):
        for loud in (None, forced_moves):
            options = state, 3, judge
            assert fast.alphabeta(*options, loud=loud) == search.alphabeta(*options, loud=loud)
print(fast.count_leaves(Connect4(3, 3, 3)).nodes)
for size in ((7, 6, 4), (12, 12, 6)):
    player = Clock(nodes=200)
    print(player(Connect4(*size)), player.result.depth, player.result.value)
print(fast.solve(Connect4.from_moves("12", 4, 4)).score)
"""
"""The compiled searches against the readable ones."""

NO_NUMBA = "import sys; sys.modules['numba'] = None"
NO_HOME = "\nimport os, pwd; del os.environ['HOME']; pwd.getpwuid = lambda user: {}[user]"
NO_THREADS = """
import threading
def start(thread): raise RuntimeError("can't start new thread")
threading.Thread.start = start
"""
ONE_CORE = """
import os
os.cpu_count = lambda: 1
if hasattr(os, "sched_setaffinity"): os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
"""
ASCII = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def answers(done: subprocess.CompletedProcess[str]) -> Any:
    """What the program found, if nothing failed."""
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@cache
def usual() -> Any:
    return answers(fresh_python(PROGRAM))


@pytest.mark.parametrize(
    ("before", "flags", "environment"),
    [
        pytest.param(NO_NUMBA + NO_HOME, ["-W", "error", "-O"], {}, id="numba and a home, and -O"),
        pytest.param("", [], {"NUMBA_DISABLE_JIT": "1"}, id="a compiler that is switched on"),
        pytest.param(NO_THREADS, [], {}, id="threads"),
        pytest.param("", ["-W", "error"], ASCII, id="UTF-8"),
        pytest.param(ONE_CORE, ["-I"], {}, id="a second core, and isolated"),
    ],
)
def test_the_answers_are_the_same_without(before, flags, environment):
    assert answers(fresh_python(before + PROGRAM, *flags, **environment)) == usual()


@pytest.mark.parametrize(
    ("before", "environment"),
    [(NO_NUMBA, {}), ("", {"NUMBA_DISABLE_JIT": "1"})],
    ids=["not installed", "switched off"],
)
def test_without_the_compiler_the_same_source_runs_and_says_so(before, environment):
    done = fresh_python(before + TWINS, "-W", "error", **environment)
    with contextlib.redirect_stdout(io.StringIO()) as compiled:
        exec(TWINS, {})
    assert (done.returncode, done.stdout) == (0, compiled.getvalue())
    assert done.stderr == (
        "c4lib.fast: not compiled (numba is missing or switched off), so this is slow ...\n"
    )


def test_where_nothing_can_be_written_it_plays_and_says_what_is_not_kept(tmp_path):
    shutil.copytree(
        ROOT / "c4lib", tmp_path / "c4lib", ignore=shutil.ignore_patterns("__pycache__")
    )
    for folder in [tmp_path / "c4lib", *(tmp_path / "c4lib").rglob("*/")]:
        (folder / "__pycache__").write_text("a file, where a folder is wanted")
    code = """
from c4lib import Connect4, fast
from c4lib.exercises import exercise, progress
print(fast.minimax(Connect4(3, 3, 3), 2).nodes, exercise("0.1").check(5), sep="\\n")
"""
    nowhere = str(tmp_path / "c4lib" / "__pycache__" / "x")
    lost = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "C4LIB_PROGRESS"), nowhere)
    done = fresh_python(code, root=tmp_path, **lost)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("13\n")
    assert "right" in done.stdout
    assert "(Your progress could not be saved: " in done.stdout
