"""The measured strength of MCTS: what is done, how it is counted, its plots."""

from collections import Counter
from functools import partial

import pytest
from simple_players import leftmost

from c4lib import Connect4
from c4lib.fast import analyze, mcts
from c4lib.measure import study_mcts
from c4lib.measure.accuracy import STAGES, Answer, positions, share, spread
from c4lib.measure.files import write_table
from c4lib.measure.review import sign
from c4lib.measure.study_mcts import BUDGETS, CONSTANTS, OPPONENTS, STARTS, MctsGame, MctsSearch
from c4lib.players.agents import MCTS, Random
from c4lib.view.plots import mcts_strength as plots

WEAK = MCTS(iterations=300)


@pytest.fixture
def small(monkeypatch):
    """A run that takes a second: 24 positions, and games that are soon over."""
    for name, value in {
        "CONSTANTS": (1.0,),
        "OPPONENTS": {"left": leftmost},
        "STUDY": WEAK,
    }.items():
        monkeypatch.setattr(study_mcts, name, value)
    return partial(study_mcts.run, most=300, work=1, seeds=2, games=2)


ORDER = [position for position in spread() if position.state.to_moves() not in STARTS]


def plan(most=BUDGETS[-1], work=40_000_000, seeds=10, games=20):
    return study_mcts._plan(ORDER, most, work, seeds, games)


def kind(position):
    return position.stage, position.difficulty, position.critical


def test_the_first_positions_are_mixed_as_all_are():
    order = spread()
    whole = Counter(map(kind, order))
    assert len(set(map(id, order))) == len(order) == len(positions())
    for count in (study_mcts.FEWEST, 100, 400):
        some = Counter(map(kind, order[:count]))
        for which, number in whole.items():
            assert abs(some[which] - number * count / len(order)) <= 1


def test_larger_budgets_have_fewer_positions_but_the_same_first_ones():
    order = [position.state.to_moves() for position in ORDER]
    jobs = [job for job in plan() if isinstance(job, MctsSearch) and job.moves not in STARTS]
    reached = {
        budget: {job.moves for job in jobs if job.c == 1.0 and job.last >= budget}
        for budget in BUDGETS
    }
    sizes = [*[len(ORDER)] * 6, 400, 133, 40, study_mcts.FEWEST]
    assert [len(moves) for moves in reached.values()] == sizes
    for moves in reached.values():
        assert moves == set(order[: len(moves)])
    assert len({(job.moves, job.c) for job in jobs}) == len(jobs) == len(ORDER) * len(CONSTANTS)


def test_each_start_has_all_seeds_and_each_opponent_all_games():
    jobs = plan(seeds=3, games=4)
    starts = [job for job in jobs if isinstance(job, MctsSearch) and job.moves in STARTS]
    assert Counter((job.moves, job.c) for job in starts) == {
        (start, c): 3 for start in STARTS for c in CONSTANTS
    }
    assert {job.seed for job in starts} == {0, 1, 2}
    assert {job.last for job in starts} == {study_mcts.MOST_AT_START}
    games = [job for job in jobs if isinstance(job, MctsGame)]
    assert set(games) == {MctsGame(o, s, n) for o in OPPONENTS for s in (0, 1) for n in range(4)}
    assert len({game.seeds for game in games}) == len(games)


def test_at_each_start_some_moves_keep_the_value_and_most_do_not():
    for start in STARTS:
        scores = analyze(Connect4.from_moves(start))
        best = max(scores.values())
        assert 1 <= sum(sign(score) == sign(best) for score in scores.values()) <= 2


def test_a_search_asked_on_the_way_answers_as_at_its_end_and_games_are_told_for_mcts():
    state = positions("opening", count=1)[0].state
    answers = study_mcts.do(WEAK, {}, MctsSearch(state.to_moves(), 0.7, 3, 3000))
    assert answers == [mcts(state, budget, c=0.7, seed=3).move for budget in BUDGETS[:4]]
    games = [MctsGame("left", side, number) for side in (0, 1) for number in range(3)]
    outcomes = [study_mcts.do(WEAK, {"left": leftmost}, game) for game in games]
    assert outcomes == [1] * 6  # whoever only plays on the leftmost loses to anybody who looks


def test_players_have_the_dice_of_the_game():
    seen = []

    class Dice(Random):
        def __call__(self, state):
            seen.append(self.seed)
            return super().__call__(state)

    game = MctsGame("dice", 1, 5)
    study_mcts.do(WEAK, {"dice": Dice()}, game)
    assert set(seen) == {game.seeds[1]}


def test_answers_are_counted_by_stage_start_c_and_budget_whatever_the_workers(small, tmp_path):
    small(tmp_path / "a.csv", workers=2)
    found = study_mcts.read(tmp_path / "a.csv")
    names = [("stage", stage) for stage in STAGES] + [("start", start) for start in STARTS]
    assert [cell[:4] for cell in found.cells] == [
        (*name, 1.0, budget) for name in names for budget in (100, 300)
    ]
    asked = [(number, position) for number, position in enumerate(spread()[: study_mcts.FEWEST])]
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
    assert found.matches == (
        study_mcts.SideResult("match", "left", 0, 2, 0, 0),
        study_mcts.SideResult("match", "left", 1, 2, 0, 0),
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


CELLS = tuple(
    study_mcts.Answers("stage", stage, c, budget, 40, 30 + step, 20, 12 + step, 25)
    for stage in STAGES
    for c in (0.7, 1.5)
    for step, budget in enumerate((100, 1000, 100_000, 1_000_000))
)
AT_START = tuple(
    study_mcts.Answers("start", start, c, budget, 10, 2 * step, 10, 2 * step, step)
    for start in STARTS
    for c in (0.7, 1.5)
    for step, budget in enumerate((100, 1000, 100_000))
)
MATCHES = tuple(
    study_mcts.SideResult("match", name, side, 20 - row - side, side, row)
    for row, name in enumerate(OPPONENTS)
    for side in (0, 1)
)
FOUND = study_mcts.Strength(CELLS + AT_START, MATCHES)


def test_a_file_is_read_as_it_was_written(tmp_path):
    write_table(tmp_path / "a.csv", study_mcts.COMMAND, FOUND.table)
    first, header, *rest = (tmp_path / "a.csv").read_text().splitlines()
    assert first.startswith(f"# {study_mcts.COMMAND}, sha256 ")
    assert header == "part,name,c,simulations,asked,kept,critical,kept_when_critical,best"
    assert rest[0] == "stage,first moves,0.7,100,40,30,20,12,25"
    assert rest[-1] == "match,perfect,1,9,1,10"
    assert study_mcts.read(tmp_path / "a.csv") == FOUND


def test_stages_and_starts_are_added_up_and_what_was_not_measured_is_told():
    both = FOUND.by_budget(0.7)
    assert list(both) == [100, 1000, 100_000, 1_000_000]
    assert both[1000] == study_mcts.Answers("stage", "", 0.7, 1000, 160, 124, 80, 52, 100)
    assert FOUND.by_budget(0.7, "end")[1000] == CELLS[-7]
    assert FOUND.from_start(1.5)[1000][4:] == (40, 8, 40, 8, 4)
    assert FOUND.from_start(1.5, "")[1000][4:] == (10, 2, 10, 2, 1)
    with pytest.raises(ValueError, match=r"nothing was measured with .*0\.9.*there are .*0\.7"):
        FOUND.by_budget(0.9)
    cell = CELLS[0]
    assert cell.share("kept") == share([True] * 30 + [False] * 10)
    assert cell.share() == share([True] * 12 + [False] * 8)
    assert cell.share("best") == share([True] * 25 + [False] * 15)
    with pytest.raises(ValueError, match="a measure is one of kept, kept_when_critical, best"):
        cell.share("speed")


def test_the_shipped_file_is_whole_more_simulations_are_better_and_weak_players_lose():
    found = study_mcts.read()
    assert {cell.part for cell in found.cells} == {"stage", "start"}
    assert {(match.opponent, match.side) for match in found.matches} == {
        (name, side) for name in OPPONENTS for side in (0, 1)
    }
    for c in CONSTANTS:
        assert list(found.by_budget(c))[: BUDGETS.index(study_mcts.QUICK["most"]) + 1] == list(
            BUDGETS[:5]
        )
        assert max(cell.asked for cell in found.by_budget(c).values()) == len(ORDER)
        shares = [cell.share() for cell in found.by_budget(c).values()]
        assert shares[0].high < shares[-1].value
    for match in found.matches:
        if match.opponent in ("random", "one-ply"):
            assert match.won >= 0.9 * (match.won + match.drawn + match.lost)
        if match.opponent == "perfect" and match.side == 1:
            assert match.won == 0, "who moves first wins with perfect play"


def test_each_c_has_a_line_over_a_logarithmic_axis_with_its_band():
    (axes,) = plots.by_budget(FOUND, "middle", "best").axes
    assert axes.get_xscale() == "log"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["C = 0.7", "C = 1.5"]
    for line, band, c in zip(axes.lines, axes.collections, (0.7, 1.5), strict=True):
        found = FOUND.by_budget(c, "middle").items()
        cells = {budget: cell for budget, cell in found if budget <= plots.MOST}
        shares = [cell.share("best") for cell in cells.values()]
        assert list(line.get_xdata()) == list(cells)
        assert list(line.get_ydata()) == [share.value for share in shares]
        low, high = band.get_paths()[0].get_extents().get_points()[:, 1]
        assert low == pytest.approx(min(share.low for share in shares))
        assert high == pytest.approx(max(share.high for share in shares))


def test_budgets_that_only_few_positions_could_afford_are_not_drawn():
    (axes,) = plots.by_budget(study_mcts.read()).axes
    assert max(axes.lines[0].get_xdata()) == plots.MOST


def test_the_table_of_matches_has_a_square_for_each_player_and_side():
    axes = plots.matches(FOUND).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == list(OPPONENTS)
    words = {text.get_position(): text.get_text() for text in axes.texts}
    assert len(words) == len(MATCHES)
    assert (words[0, 0], words[1, 3]) == ("20/0/0", "16/1/3")
    colours = axes.images[0].get_array()
    assert colours[0, 0] == 1
    assert colours[3, 1] == pytest.approx(16.5 / 20)


@pytest.mark.parametrize(
    ("draw", "what"),
    [
        (plots.by_budget, "search from the positions of .*"),
        (plots.matches, "game against another player"),
    ],
)
def test_where_nothing_was_measured_there_is_nothing_to_draw(draw, what):
    with pytest.raises(ValueError, match=f"no {what} was measured; draw what"):
        draw(study_mcts.Strength((), ()))


def test_each_game_begins_with_another_pair_of_moves_the_same_on_both_sides() -> None:
    games = [[MctsGame("one-ply", side, number) for number in range(49)] for side in (0, 1)]
    assert [game.opening for game in games[0]] == [game.opening for game in games[1]]
    assert len({game.opening for game in games[0]}) == 49
    assert {move for game in games[0] for move in game.opening} == set("1234567")
