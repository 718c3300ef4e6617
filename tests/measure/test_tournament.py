"""A ladder is the same whoever plays it and however often it is stopped."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from simple_players import leftmost
from stopping import Stopping

from c4lib.__main__ import main
from c4lib.fast import solve
from c4lib.measure import make_book, tournament
from c4lib.measure.ladder import DISCS, FILE, Ladder, read
from c4lib.measure.tournament import LadderGame, LadderQuestions, ladder, openings, plan
from c4lib.players.agents import OnePly, Random
from c4lib.players.names import COURSE

WHO = ["random", "oneply", "alphabeta one 2"]


def failing(state):
    if state.ply > 9:
        raise ZeroDivisionError("division by zero")
    return leftmost(state)


def stubborn(state):
    return 3


def endless(state):
    while True:
        pass


def same(one, other):
    """Whether two ladders hold the same games and answers, whatever time they took."""
    told = [
        (sorted(game[:6] for game in it.games), sorted(some[:3] for some in it.answers))
        for it in (one, other)
    ]
    return told[0] == told[1]


@pytest.fixture(scope="module")
def whole():
    """A ladder that one worker has played."""
    return ladder(WHO, games=8, positions=50)


def test_openings_are_balanced_quiet_and_differ():
    found = openings(20)
    assert len({state.mirror_key()[0] for state in found}) == 20
    for state in found:
        assert state.ply == DISCS
        assert solve(state).score == 0
        assert not any(state.play(move).is_over for move in state.moves())
    assert openings(5) == found[:5]
    assert openings(20, seed=1) != found


def test_everybody_meets_everybody_twice_in_each_opening():
    jobs = plan(["a", "b", "c"], 4, 50)
    games = [job for job in jobs if isinstance(job, LadderGame)]
    assert len(set(jobs)) == len(jobs)
    for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
        for first, second in ((one, other), (other, one)):
            assert [job.number for job in games if job[:2] == (first, second)] == [0, 1]
    assert len(games) == 12
    asked = [job for job in jobs if isinstance(job, LadderQuestions)]
    assert sorted(asked) == [(name, part) for name in "abc" for part in (0, 1)]
    short, long = plan(WHO, 4, 25), plan(WHO, 12, 25)
    assert long[: len(short)] == short
    counts = {name: sum(name in job[:2] for job in long if len(job) == 3) for name in WHO}
    assert counts == dict.fromkeys(WHO, 24), "as many for each"


def test_workers_change_nothing(whole):
    assert len(whole.games) == 3 * 8
    assert len(whole.answers) == 3 * 2
    assert same(ladder(WHO, games=8, positions=50, workers=2), whole)
    with ThreadPoolExecutor(3) as pool:
        assert same(ladder(WHO, games=8, positions=50, executor=pool), whole)


def test_games_depend_on_nothing_but_seed_names_and_number(whole):
    some = ladder(WHO[:2][::-1], games=6, positions=25)
    assert {game[:6] for game in some.games} < {game[:6] for game in whole.games}
    assert {some[:3] for some in some.answers} < {some[:3] for some in whole.answers}
    other = ladder(WHO[:2], games=6, positions=0, seed=1)
    assert not {game.moves for game in other.games} & {game.moves for game in some.games}


def test_every_game_can_be_replayed_and_agents_play_under_any_name(whole):
    for game in whole.games:
        record = game.record
        assert record.final.is_over
        assert record.players == (game.first, game.second)
        assert (record.utility(0) + 1) / 2 == game.points
        assert game.moves.startswith(openings(4)[game.number].to_moves())
        assert game.fault == ""
    given = {"random": Random(), "oneply": OnePly(), "alphabeta one 2": "alphabeta one 2"}
    assert same(ladder(given, games=8, positions=50), whole)


@pytest.mark.parametrize("after", [0, 13])
def test_stopped_after_any_job_it_is_resumed(whole, tmp_path, after):
    file, part = tmp_path / "ladder.csv", tmp_path / "ladder.csv.part"
    with pytest.raises(KeyboardInterrupt):
        ladder(WHO, games=8, positions=50, executor=Stopping(after), file=file)
    noted = part.read_text().splitlines()[1:] if part.exists() else []
    counting = Stopping(1000)
    found = ladder(WHO, games=8, positions=50, executor=counting, file=file)
    assert 1000 - counting.left == 30 - len(noted), "only what was missing was done"
    assert same(found, whole)
    assert same(read(file), whole)
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_file_holds_is_not_played_again(whole, tmp_path):
    file = tmp_path / "ladder.csv"
    ladder(WHO, games=8, positions=50, file=file)
    before = file.read_text()
    counting = Stopping(1000)
    again = ladder(WHO, games=8, positions=50, file=file, executor=counting)
    assert counting.left == 1000
    assert file.read_text() == before
    assert same(again, whole)
    more = ladder([*WHO, "alphabeta one 1"], games=8, positions=50, file=file, executor=counting)
    assert 1000 - counting.left == 3 * 8 + 2
    assert len(more.games) == 6 * 8
    with pytest.raises(KeyboardInterrupt):
        ladder([*WHO, "alphabeta one 3"], games=2, positions=0, file=file, executor=Stopping(4))
    noted = (tmp_path / "ladder.csv.part").read_text().count("done")
    fewer = ladder(WHO[:2], games=2, positions=0, file=file, executor=counting)
    assert {game[:6] for game in more.games} <= {game[:6] for game in fewer.games}
    assert len(fewer.games) - len(more.games) == noted, "nothing that was played is ever dropped"


def test_players_are_measured_again_on_demand(tmp_path):
    file = tmp_path / "ladder.csv"
    who = {"random": "random", "mine 1": leftmost, "mine 2": leftmost}
    before = ladder(who, games=2, positions=25, file=file)
    better = who | {"mine 1": OnePly(), "mine 2": OnePly()}
    counting = Stopping(3)
    settings = {"games": 2, "positions": 25, "file": file, "again": ["mine"]}
    with pytest.raises(KeyboardInterrupt):
        ladder(better, executor=counting, **settings)
    counting = Stopping(1000)
    after = ladder(better, executor=counting, **settings)
    assert 1000 - counting.left >= 6 + 2 - 3
    assert len(after.games) == len(before.games) == 6
    changed = [game for game in after.games if game[:6] not in {old[:6] for old in before.games}]
    assert len(changed) == 6
    assert same(after, ladder(better, games=2, positions=25))
    others = ladder(["random", "oneply"], **settings | {"again": ["oneply"]})
    assert {game[:6] for game in after.games} < {game[:6] for game in others.games}
    some = ladder({"random": "random", "mine 1": leftmost}, **settings)
    assert len(some.games) == len(others.games), "what is not played again stays"
    assert len({*some.games} - {*others.games}) == 2
    kept = [some for some in after.answers if some.player == "random"]
    assert kept == [some for some in before.answers if some.player == "random"]


def test_another_seed_needs_another_file(tmp_path):
    file = tmp_path / "ladder.csv"
    ladder(WHO[:2], games=2, positions=0, file=file)
    with pytest.raises(ValueError, match=r"made by another command: .*--seed 0 .*name another"):
        ladder(WHO[:2], games=2, positions=0, file=file, seed=10)
    assert "--seed 0 --games 2 --positions 0, made on" in read(file).made


def test_bad_players_lose_with_a_reason_and_stop_nobody():
    who = {"random": "random", "failing": failing, "stubborn": stubborn, "endless": endless}
    found = ladder(who, games=2, positions=25, limit=0.05)
    assert len(found.games) == 12
    for game in found.of("endless"):
        assert game.fault.startswith("time: ")
        assert game.points == (game.second == "endless")
    reasons = {game.fault.split(":")[0] for game in found.games}
    assert {"error", "illegal", "time"} <= reasons
    assert {some.answers for some in found.answers if some.player == "endless"} == {"-" * 25}
    (answers,) = (some.answers for some in found.answers if some.player == "failing")
    assert set(answers) > {"-"}
    assert not any(answer.keeps for answer in found.accuracy("endless").answers)
    assert found.accuracy("endless").loss.value > 5


ODD = [1.0, True, "1", None, np.array([1]), np.float64(1), [1], "\ud800", np.int64(1), np.uint8(1)]


def test_whatever_an_agent_answers_or_raises_the_file_can_be_read_again(tmp_path):
    def failing(state):
        raise ValueError("\ud800\r\n,\x00")

    def answering(answer):
        return lambda state: answer if 1 in state.moves() else leftmost(state)

    who = {"failing": failing} | {f"{number}": answering(odd) for number, odd in enumerate(ODD)}
    file = tmp_path / "ladder.csv"
    found = ladder(who, games=2, positions=25, file=file)
    assert same(read(file), found)
    assert same(ladder(who, games=2, positions=25, file=file, executor=Stopping(0)), found)
    for game in found.games:
        assert game.record.final.to_moves() == game.moves
        assert not game.fault or game.fault.startswith(("error", "illegal"))
    assert not any(game.fault for game in found.of("8") if "9" in game[:2]), "NumPy's are whole"


def test_there_are_as_many_balanced_openings_as_it_says():
    quiet = [
        state
        for state in make_book.positions(DISCS)
        if not any(state.play(move).is_over for move in state.moves())
    ]
    assert sum(solve(state).score == 0 for state in quiet) == tournament.BALANCED


def test_one_that_cannot_be_sent_is_refused_before_anything_is_done(tmp_path):
    who, file = {"random": "random", "mine": lambda state: 0}, tmp_path / "ladder.csv"
    with pytest.raises(ValueError, match=r"mine cannot be sent .* workers=1"):
        ladder(who, games=2, positions=0, workers=2, file=file)
    assert not list(tmp_path.iterdir())
    with ThreadPoolExecutor(2) as pool:
        assert len(ladder(who, games=2, positions=0, executor=pool).games) == 2


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"players": {"random": "random", "b": 3}}, "b must be a function"),
        ({"players": {"random": "random", "b\n": "random"}}, r"a name is one line .*, not 'b\\n'"),
        ({"players": ["random", 3]}, "a name is one line of up to 80 letters, not 3"),
        ({"players": {"random": "random", "a\rb": leftmost}}, "up to 80 letters, not 'a.rb'"),
        ({"players": {"random": "random", "\ud800": leftmost}}, "up to 80 letters, not '.ud800'"),
        ({"limit": math.inf}, "limit is a number of seconds above 0"),
        ({"limit": 0}, "limit is a number of seconds above 0"),
    ],
)
def test_mistakes_are_named(wrong, complaint):
    with pytest.raises(ValueError, match=complaint):
        ladder(**{"players": WHO, "games": 2, "positions": 0} | wrong)


def test_the_command_plays_prints_the_table_and_goes_on(tmp_path, capsys):
    file = tmp_path / "a ladder.csv"
    line = ["--players", *WHO, "--games", "2", "--positions", "25", "--workers", "1"]
    assert main(["tournament", *line, "--file", str(file)]) == 0
    shown = capsys.readouterr()
    rows = [row[:22].strip() for row in shown.out.splitlines()[1:-1]]
    assert sorted(rows) == sorted(WHO)
    assert shown.out.endswith(f"The ladder is in {file}.\n")
    assert "9/9" in shown.err
    assert main(["tournament", *line, "--file", str(file), "--again", "oneply"]) == 0
    assert "9/9" in capsys.readouterr().err
    assert same(read(file), ladder(WHO, games=2, positions=25))


def test_the_command_hands_its_options_on(tmp_path, capsys, monkeypatch):
    ran = []

    def play(*players, **given):
        given.pop("screen")
        ran.append((*players, given))
        return Ladder(ladder(WHO[1:], games=2, positions=0).games)

    monkeypatch.setattr(tournament, "ladder", play)
    assert main(["tournament", "--workers", "3"]) == 0
    file = tmp_path / "a.csv"
    line = f"tournament --quick --games 4 --seed 7 --again alphazero clock --file {file}"
    assert main(line.split()) == 0
    assert capsys.readouterr().out.endswith(f"The ladder is in {file}.\n")
    usual = {"seed": 0, "workers": 3, "file": FILE, "again": ()}
    quick = {"games": 4, "positions": 50, "seed": 7, "workers": None, "file": file}
    assert ran == [(COURSE, usual), (COURSE, quick | {"again": ["alphazero", "clock"]})]
