"""The measured strength of MCTS: what is counted, how its making is gone on with, its plots."""

import inspect
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace

import pytest
from figures import check_is_readable

from c4lib import Connect4, strength
from c4lib.__main__ import main
from c4lib.accuracy import Answer, positions, share
from c4lib.agents import MCTS, AlphaBeta, Random
from c4lib.fast import analyze, mcts
from c4lib.heuristics import one, two
from c4lib.search.mcts import careful
from c4lib.strength import (
    BUDGETS,
    FEWEST,
    OPPONENTS,
    QUICK,
    STAGES,
    STARTS,
    Cell,
    Game,
    Match,
    Search,
    Strength,
    read,
    run,
    spread,
)
from c4lib.view import strength_plots as plots

WEAK = MCTS(iterations=300)
SMALL = {"most": 300, "work": 1, "seeds": 2, "games": 2, "workers": 1, "constants": (1.0,)}
COMMAND = "python -m c4lib strength --most 300 --work 1 --seeds 2 --games 2"
BEGUN = (
    f"# {COMMAND} with constants (1.0,), opponents left: <function left>, "
    "player MCTS(iterations=300, rollouts=1, c=1.5, seed=0, seconds=None, prove=False, "
    "keep=False, policy=None, workers=1, name='MCTS')"
)
"""The first line of what `small` notes."""


def left(state):
    """A player who needs no time."""
    return state.moves()[0]


def small(path, **options):
    """A run that takes a second: 24 positions, and games that are soon over."""
    run(path, **{**SMALL, "opponents": {"left": left}, "player": WEAK, **options})


def lines(path):
    return path.read_text().splitlines()


# ---- what is done


def plan(most=BUDGETS[-1], work=40_000_000, seeds=10, games=20):
    return strength._plan(spread(), most, work, seeds, games, (0.5, 1.0), OPPONENTS)


def kind(position):
    return position.stage, position.difficulty, position.critical


def test_the_first_positions_are_mixed_as_all_are():
    order = spread()
    whole = Counter(map(kind, order))
    assert len(set(map(id, order))) == len(order) == len(positions())
    for count in (FEWEST, 100, 400):
        some = Counter(map(kind, order[:count]))
        for which, number in whole.items():
            assert abs(some[which] - number * count / len(order)) <= 1


def test_larger_budgets_have_fewer_positions_but_the_same_first_ones():
    order = [position.state.to_moves() for position in spread()]
    jobs = [job for job in plan() if isinstance(job, Search) and job.moves not in STARTS]
    reached = {
        budget: {job.moves for job in jobs if job.c == 1.0 and job.last >= budget}
        for budget in BUDGETS
    }
    sizes = [1200, 1200, 1200, 1200, 1200, 1200, 400, 133, 40, FEWEST]
    assert [len(moves) for moves in reached.values()] == sizes
    for moves in reached.values():
        assert moves == set(order[: len(moves)])
    assert len({(job.moves, job.c) for job in jobs}) == len(jobs) == 2 * 1200


def test_each_start_has_all_seeds_and_each_opponent_all_games():
    jobs = plan(seeds=3, games=4)
    starts = [job for job in jobs if isinstance(job, Search) and job.moves in STARTS]
    assert Counter((job.moves, job.c) for job in starts) == {
        (start, c): 3 for start in STARTS for c in (0.5, 1.0)
    }
    assert {job.seed for job in starts} == {0, 1, 2}
    assert {job.last for job in starts} == {strength.MOST_AT_START}
    games = [job for job in jobs if isinstance(job, Game)]
    assert set(games) == {Game(o, s, n) for o in OPPONENTS for s in (0, 1) for n in range(4)}
    assert len({game.seeds for game in games}) == len(games)


def test_at_each_start_some_moves_keep_the_value_and_most_do_not():
    for start in STARTS:
        scores = analyze(Connect4.from_moves(start))
        best = max(scores.values())
        kept = [move for move, score in scores.items() if (score > 0, score < 0)
                == (best > 0, best < 0)]  # fmt: skip
        assert 1 <= len(kept) <= 2


def test_long_and_short_jobs_are_mixed():
    jobs = plan()
    costs = [job.last if isinstance(job, Search) else 500_000 for job in jobs]
    half = sum(costs[: len(costs) // 2])
    assert 0.45 < half / sum(costs) < 0.55


def test_opponents_have_names_that_fit_into_the_file():
    assert not any("," in name for name in OPPONENTS)
    assert list(OPPONENTS)[:2] == ["random", "one-ply"]
    assert list(OPPONENTS)[-1] == "perfect"


# ---- what comes of it


def test_a_search_asked_on_the_way_answers_as_one_that_ends_there():
    table = strength._Table(WEAK, {})
    state = positions("opening", count=1)[0].state
    answers = table.do(Search(state.to_moves(), 0.7, 3, 3000))
    assert answers == "".join(
        str(mcts(state, budget, c=0.7, seed=3).move) for budget in BUDGETS[:4]
    )


def test_games_are_told_for_mcts_on_both_sides():
    table = strength._Table(WEAK, {"left": left})
    outcomes = [table.do(Game("left", side, n)) for side in (0, 1) for n in range(3)]
    assert outcomes == ["won"] * 6  # who only plays on the left loses to anybody who looks


def test_players_have_the_dice_of_the_game():
    seen = []

    class Dice(Random):
        def __call__(self, state):
            seen.append(self.seed)
            return super().__call__(state)

    game = Game("dice", 1, 5)
    strength._Table(WEAK, {"dice": Dice()}).do(game)
    assert set(seen) == {game.seeds[1]}


def test_answers_are_counted_by_stage_start_c_and_budget(tmp_path):
    small(tmp_path / "a.csv")
    found = read(tmp_path / "a.csv")
    names = [("stage", stage) for stage in STAGES] + [("start", start) for start in STARTS]
    assert [cell[:4] for cell in found.cells] == [
        (*name, 1.0, budget) for name in names for budget in (100, 300)
    ]
    asked = [(number, position) for number, position in enumerate(spread()[:FEWEST])]
    for cell in found.cells[: 2 * len(STAGES)]:
        answers = [
            Answer(position, mcts(position.state, cell.simulations, c=1.0, seed=number).move)
            for number, position in asked
            if position.stage == cell.name
        ]
        critical = [answer for answer in answers if answer.position.critical]
        assert cell[4:] == (
            len(answers),
            sum(answer.keeps for answer in answers),
            len(critical),
            sum(answer.keeps for answer in critical),
            sum(answer.loss == 0 for answer in answers),
        )
    assert {cell.asked for cell in found.cells[2 * len(STAGES) :]} == {2}
    assert found.matches == (Match("match", "left", 0, 2, 0, 0), Match("match", "left", 1, 2, 0, 0))
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_the_file_does_not_depend_on_the_workers(tmp_path):
    small(tmp_path / "1.csv")
    small(tmp_path / "2.csv", workers=2)
    assert lines(tmp_path / "1.csv") == lines(tmp_path / "2.csv")


# ---- stopping and going on


def test_what_is_noted_is_not_done_again_and_the_rest_is_kept(tmp_path):
    path, part = tmp_path / "a.csv", tmp_path / "a.csv.part"
    tired = [True]

    def sometimes(state):
        if tired:
            raise RuntimeError("no more")
        return left(state)

    with pytest.raises(RuntimeError, match="no more"):
        small(path, opponents={"left": sometimes})
    tired.clear()
    noted = lines(part)
    assert noted[0].startswith(f"# {COMMAND} with constants (1.0,), opponents left: <function ")
    assert len(noted) > 1, "what was done before the player failed"
    assert not path.exists()
    # An outcome that cannot be, so that it must come from the file; the last line is cut short.
    part.write_text("\n".join([*noted, "left,0,0,lost", "left,0,1,wo"]))
    small(path, opponents={"left": sometimes})
    assert read(path).matches[0] == Match("match", "left", 0, won=1, drawn=0, lost=1)
    assert not part.exists()
    small(tmp_path / "whole.csv")
    assert read(path).cells == read(tmp_path / "whole.csv").cells


def test_a_run_that_is_stopped_ends_at_the_next_step():
    table = strength._Table(WEAK, {"left": left})
    table.stop()
    for job in (Search("", 1.0, 0, BUDGETS[-1]), Game("left", 0, 0)):
        with pytest.raises(ValueError, match="stopped"):
            table.do(job)


def test_notes_of_another_command_are_not_mixed_in(tmp_path):
    (tmp_path / "a.csv.part").write_text(f"{BEGUN}\nleft,0,0,won\n")
    with pytest.raises(
        ValueError, match=f"a.csv.part .* begun: {COMMAND} with .*; go on .* delete"
    ):
        small(tmp_path / "a.csv", games=3)
    assert lines(tmp_path / "a.csv.part") == [BEGUN, "left,0,0,won"]


@pytest.mark.parametrize(
    "options",
    [
        {"player": replace(WEAK, c=0.5)},
        {"player": replace(WEAK, policy=careful)},
        {"player": strength.STUDY},
        {"constants": (1.0, 2.0)},
        {"opponents": {"left": Random()}},
        {"opponents": {"left": left, "random": Random()}},
    ],
)
def test_notes_about_other_players_or_constants_are_not_mixed_in(tmp_path, options):
    (tmp_path / "a.csv.part").write_text(f"{BEGUN}\nleft,0,0,won\n")
    with pytest.raises(ValueError, match="holds what another command has begun"):
        small(tmp_path / "a.csv", **options)
    assert lines(tmp_path / "a.csv.part") == [BEGUN, "left,0,0,won"]


def test_players_are_told_by_their_functions_and_not_by_where_these_are():
    told = [strength._told(AlphaBeta(8, evaluate)) for evaluate in (one, two)]
    assert told[0] != told[1]
    assert "0x" not in "".join(told)
    assert strength._told(Random(3)) == "Random(seed=3, name='random')"


def test_the_command_itself_names_no_players():
    players = dict(OPPONENTS)
    assert strength._unusual(strength.CONSTANTS, players, replace(strength.STUDY)) == ""


@pytest.mark.parametrize("length", [0, 1, 30, len(BEGUN)])
def test_notes_with_only_some_of_the_first_line_are_begun_anew(tmp_path, length):
    (tmp_path / "a.csv.part").write_text(BEGUN[:length])
    small(tmp_path / "a.csv")
    small(tmp_path / "whole.csv")
    assert lines(tmp_path / "a.csv") == lines(tmp_path / "whole.csv")


def test_notes_of_another_command_that_are_cut_in_their_first_line_are_told(tmp_path):
    (tmp_path / "a.csv.part").write_text(BEGUN[:-5])
    with pytest.raises(
        ValueError, match=r"a.csv.part is cut short within its first line .* delete"
    ):
        small(tmp_path / "a.csv", games=3)


@pytest.mark.parametrize(
    "line",
    [
        "left,0,0,wo",
        "left,0,won",
        "left,0,0_0,won",
        "left,0,\u0660,won",
        "44,1.0,0,300,3",
        "44,1.0,0,300,3x",
        "44,1,0,200,33",
        "44,1.0,0,300,99",
        "44,1.0,0,300,3\u0663",
        "44,1.0,\u0660,300,33",
        "444444,1.0,0,300,33",
        "48,1.0,0,300,33",
        "12121212,1.0,0,300,33",
        "",
    ],
)
def test_a_damaged_line_of_the_notes_is_named(tmp_path, line):
    notes = f"{BEGUN}\nleft,0,0,won\n{line}\nleft,0,1,won\n"
    (tmp_path / "a.csv.part").write_text(notes, encoding="utf-8")
    with pytest.raises(ValueError, match=r"line 3 of .*a.csv.part is no .*; delete the line"):
        small(tmp_path / "a.csv")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"most": 99}, "most is at least 100, the smallest budget, not 99"),
        ({"most": 1.5}, "most is a whole number of at least 1, not 1.5"),
        ({"work": 0}, "work is a whole number of at least 1, not 0"),
        ({"seeds": 0}, "seeds is a whole number of at least 1, not 0"),
        ({"games": True}, "games is a whole number of at least 1, not True"),
        ({"workers": -1}, "workers is a whole number of at least 1, not -1"),
        ({"opponents": {"a,b": left}}, "name is one line without a comma, .* not 'a,b'"),
        ({"opponents": {"a\nb": left}}, r"name is one line without a comma, .* not 'a\\nb'"),
        ({"opponents": {"": left}}, "name is one line without a comma, .* not ''"),
    ],
)
def test_bad_arguments_are_told_before_anything_is_written(tmp_path, options, message):
    with pytest.raises(ValueError, match=message):
        small(tmp_path / "a.csv", **options)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_refused_before_anything_is_measured(tmp_path):
    folder = tmp_path / "a"
    folder.mkdir()
    with pytest.raises(ValueError, match=r"a is a folder; name a file in it, such as .*a.strength"):
        small(folder)
    assert list(tmp_path.iterdir()) == [folder]


# ---- the command


def test_the_command_measures_and_tells_where_it_wrote(tmp_path, monkeypatch, capsys):
    ran = []
    monkeypatch.setattr(strength, "run", lambda path, **options: ran.append((path, options)))
    assert main(["strength"]) == 0
    assert capsys.readouterr().out == f"What was measured is in {strength.FILE}.\n"
    file = str(tmp_path / "a.csv")
    line = "strength --most 1000 --work 5000 --seeds 3 --games 2 --workers 4 --file"
    assert main([*line.split(), file]) == 0
    assert main(["strength", "--quick", "--games", "7", "--file", file]) == 0
    assert ran == [
        (strength.FILE, {"workers": None}),
        (tmp_path / "a.csv", {"most": 1000, "work": 5000, "seeds": 3, "games": 2, "workers": 4}),
        (tmp_path / "a.csv", {**QUICK, "games": 7, "workers": None}),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--quick", "--quick needs a --file"),
        ("--most 50", "most is at least 100, the smallest budget, not 50"),
        ("--games 0", "games is a whole number of at least 1, not 0"),
        ("--file .", ". is a folder; name a file in it, such as strength.csv"),
        ("--file no/such/folder/a.csv", "No such file or directory: 'no/such/folder/a.csv"),
    ],
)
def test_bad_options_are_answered_in_one_line(capsys, line, message):
    with pytest.raises(SystemExit, match="2"):
        main(["strength", *line.split()])
    shown = capsys.readouterr().err
    assert message in shown
    assert shown.count("\n") == 1


def test_the_defaults_in_the_help_are_those_of_run(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["strength", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for what in ("most", "work", "seeds", "games"):
        default = inspect.signature(run).parameters[what].default
        assert re.search(rf"--{what} {what.upper()} [^-]*\({default:,}\)", shown)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_stops_the_command_and_leaves_its_notes(tmp_path):
    file, part = tmp_path / "a.csv", tmp_path / "a.csv.part"
    command = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "c4lib", "strength", "--file", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with command:
        while command.poll() is None and not (part.exists() and len(lines(part)) > 2):
            time.sleep(0.01)
        command.send_signal(signal.SIGINT)
        shown, bar = command.communicate(timeout=120)
    assert (command.returncode, shown) == (130, "Stopped. The same command goes on from here.\n")
    assert "Traceback" not in bar
    assert len(lines(part)) > 2
    assert not file.exists()


# ---- the file


CELLS = tuple(
    Cell("stage", stage, c, budget, 40, 30 + step, 20, 12 + step, 25)
    for stage in STAGES
    for c in (0.7, 1.5)
    for step, budget in enumerate((100, 1000, 100_000, 1_000_000))
)
AT_START = tuple(
    Cell("start", start, c, budget, 10, 2 * step, 10, 2 * step, step)
    for start in STARTS
    for c in (0.7, 1.5)
    for step, budget in enumerate((100, 1000, 100_000))
)
MATCHES = tuple(
    Match("match", name, side, 20 - row - side, side, row)
    for row, name in enumerate(OPPONENTS)
    for side in (0, 1)
)
FOUND = Strength(CELLS + AT_START, MATCHES)


def test_a_file_is_read_as_it_was_written(tmp_path):
    strength._write(tmp_path / "a.csv", COMMAND, FOUND)
    first, header, *rest = lines(tmp_path / "a.csv")
    assert first.startswith(f"# {COMMAND}, sha256 ")
    assert header == "part,name,c,simulations,asked,kept,critical,kept_when_critical,best"
    assert rest[0] == "stage,opening,0.7,100,40,30,20,12,25"
    assert rest[-1] == "match,perfect,1,9,1,10"
    assert read(tmp_path / "a.csv") == FOUND


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("30", "31"),
        lambda text: text[: text.rindex("\n", 0, -1) + 1],
        lambda text: text.partition("\n")[2],
        lambda text: "",
    ],
    ids=["a digit", "a line", "the first line", "everything"],
)
def test_a_damaged_file_is_noticed(tmp_path, damage):
    path = tmp_path / "a.csv"
    strength._write(path, COMMAND, FOUND)
    path.write_text(damage(path.read_text()))
    with pytest.raises(ValueError, match=r"a.csv is damaged; .*: python -m c4lib strength$"):
        read(path)


def test_a_file_that_is_missing_is_noticed(tmp_path):
    with pytest.raises(ValueError, match=r"cannot be read .*: python -m c4lib strength$"):
        read(tmp_path / "a.csv")


def test_stages_and_starts_are_added_up():
    both = FOUND.by_budget(0.7)
    assert list(both) == [100, 1000, 100_000, 1_000_000]
    assert both[1000] == Cell("stage", "", 0.7, 1000, 120, 93, 60, 39, 75)
    assert FOUND.by_budget(0.7, "end")[1000] == CELLS[-7]
    assert FOUND.from_start(1.5)[1000][4:] == (40, 8, 40, 8, 4)
    assert FOUND.from_start(1.5, "")[1000][4:] == (10, 2, 10, 2, 1)


def test_what_was_not_measured_is_told_with_what_was():
    with pytest.raises(ValueError, match=r"nothing was measured with .*0\.9.*there are .*0\.7"):
        FOUND.by_budget(0.9)


def test_a_cell_tells_shares_with_intervals():
    cell = CELLS[0]
    assert cell.share() == share([True] * 30 + [False] * 10)
    assert cell.share("kept_when_critical") == share([True] * 12 + [False] * 8)
    assert cell.share("best") == share([True] * 25 + [False] * 15)
    with pytest.raises(ValueError, match="a measure is one of kept, kept_when_critical, best"):
        cell.share("speed")


# ---- the shipped file


def test_the_shipped_file_is_whole():
    found = read()
    assert {cell.part for cell in found.cells} == {"stage", "start"}
    assert {(match.opponent, match.side) for match in found.matches} == {
        (name, side) for name in OPPONENTS for side in (0, 1)
    }
    for c in strength.CONSTANTS:
        assert list(found.by_budget(c))[: BUDGETS.index(QUICK["most"]) + 1] == list(BUDGETS[:5])
        assert {cell.asked for cell in found.by_budget(c).values()} >= {1200}


def test_in_the_shipped_file_more_simulations_are_better_and_weak_players_lose():
    found = read()
    for c in strength.CONSTANTS:
        shares = [cell.share() for cell in found.by_budget(c).values()]
        assert shares[0].high < shares[-1].value
    for match in found.matches:
        if match.opponent in ("random", "one-ply"):
            assert match.won >= 0.9 * (match.won + match.drawn + match.lost)
        if match.opponent == "perfect" and match.side == 1:
            assert match.won == 0, "who moves first wins with perfect play"


# ---- the plots


@pytest.mark.parametrize("draw", [plots.by_budget, plots.by_stage, plots.from_start, plots.matches])
def test_all_text_of_a_plot_can_be_read(draw):
    arguments = {"c": 0.7} if draw is plots.by_stage else {}
    check_is_readable(draw(FOUND, **arguments))


def test_the_plots_of_the_shipped_file_can_be_read():
    found = read()
    for draw in (plots.by_budget, plots.by_stage, plots.from_start, plots.matches):
        check_is_readable(draw(found))


def test_each_c_has_a_line_over_a_logarithmic_axis_with_its_band():
    (axes,) = plots.by_budget(FOUND, "middle", "best").axes
    assert axes.get_xscale() == "log"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["C = 0.7", "C = 1.5"]
    for line, band, c in zip(axes.lines, axes.collections, (0.7, 1.5), strict=True):
        cells = FOUND.by_budget(c, "middle")
        shares = [cell.share("best") for cell in cells.values()]
        assert list(line.get_xdata()) == list(cells)
        assert list(line.get_ydata()) == [share.value for share in shares]
        low, high = band.get_paths()[0].get_extents().get_points()[:, 1]
        assert low == pytest.approx(min(share.low for share in shares))
        assert high == pytest.approx(max(share.high for share in shares))


def test_each_stage_has_a_line():
    (axes,) = plots.by_stage(FOUND, 1.5, "kept_when_critical").axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == list(STAGES)
    assert axes.get_title() == "C = 1.5"
    for line, stage in zip(axes.lines, STAGES, strict=True):
        cells = FOUND.by_budget(1.5, stage).values()
        shares = [cell.share("kept_when_critical").value for cell in cells]
        assert list(line.get_ydata()) == shares


def test_each_start_has_a_panel():
    figure = plots.from_start(FOUND)
    titles = [axes.get_title() for axes in figure.axes]
    assert titles == ["the empty board", "after 2", "after 22", "after 43"]
    assert list(figure.axes[1].lines[0].get_ydata()) == [0, 0.2, 0.4]


def test_the_table_of_matches_has_a_square_for_each_player_and_side():
    axes = plots.matches(FOUND).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == list(OPPONENTS)
    words = {text.get_position(): text.get_text() for text in axes.texts}
    assert len(words) == len(MATCHES)
    assert (words[0, 0], words[1, 3]) == ("20/0/0", "16/1/3")
    colours = axes.images[0].get_array()
    assert colours[0, 0] == 1
    assert colours[3, 1] == pytest.approx(16.5 / 20)


def test_an_unknown_measure_is_told():
    for draw in (plots.by_budget, plots.from_start):
        with pytest.raises(ValueError, match="a measure is one of kept"):
            draw(FOUND, measure="speed")


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (plots.by_budget, "no search from the positions of c4lib.accuracy was measured; draw what"),
        (plots.by_stage, "no search from the positions of c4lib.accuracy was measured; draw what"),
        (plots.from_start, "no search at the start of the game was measured; draw what"),
        (plots.matches, "no game against another player was measured; draw what"),
    ],
)
def test_where_nothing_was_measured_there_is_nothing_to_draw(draw, message):
    with pytest.raises(ValueError, match=message):
        draw(Strength((), ()))


def test_each_game_begins_with_another_pair_of_moves_the_same_on_both_sides() -> None:
    games = [[Game("one-ply", side, number) for number in range(49)] for side in (0, 1)]
    assert [game.opening for game in games[0]] == [game.opening for game in games[1]]
    assert len({game.opening for game in games[0]}) == 49
    assert {move for game in games[0] for move in game.opening} == set("1234567")
