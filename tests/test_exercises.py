import _thread
import json
import os
import subprocess
import sys
import threading
import time
from functools import cache
from math import inf

import numpy as np
import pytest

from c4lib.connect4 import Connect4
from c4lib.exercises import Exercise, Finding, Mistake, Outcome, Part, Task, exercise, progress
from c4lib.exercises.catalogue import all_tasks, lessons
from c4lib.exercises.compare import as_truth, equal, in_any_order
from c4lib.exercises.printed import PrintedTree
from c4lib.exercises.running import run
from c4lib.exercises.verdict import LONGEST, show
from c4lib.exercises.watching import Log, Watched, watched
from c4lib.game import State
from c4lib.games.tictactoe import TicTacToe
from c4lib.games.trees import ListTree
from c4lib.search import alphabeta, minimax

TASKS = all_tasks()
MISTAKES = [(task, mistake) for task in TASKS for mistake in task.mistakes]
every_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.number)
every_mistake = pytest.mark.parametrize(
    ("task", "mistake"), MISTAKES, ids=lambda part: getattr(part, "number", None) or part.name
)


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """A progress file of its own for each test."""
    path = tmp_path / "progress.jsonl"
    monkeypatch.setenv("C4LIB_PROGRESS", str(path))
    return path


@pytest.fixture(autouse=True)
def no_hints_shown_yet():
    exercise.cache_clear()


def double(number):
    return 2 * number


def doubling(**changes):
    """A small exercise to try the machinery on."""
    description = {
        "number": "9.1",
        "title": "Doubling",
        "reference": double,
        "cases": ((0,), (2,), (3,)),
        "hints": ("Twice.", "Add it to itself."),
        "mistakes": (Mistake("the square", lambda number: number**2, "That is n * n."),),
    }
    return Exercise(Task(**(description | changes)))


def answer_of(task, function):
    """What a reader would hand in who had written this function."""
    return function(*task.cases[0]) if task.is_value else function


# ---- every exercise ------------------------------------------------------------------------


def test_there_are_exercises_for_the_lessons():
    assert {0, 1, 2, 3, 4, 7} <= set(lessons())
    assert len({task.number for task in TASKS}) == len(TASKS)


@every_task
def test_the_untouched_starter_is_not_attempted(task, log):
    starter = ... if task.is_value else (lambda *arguments: ...)
    assert exercise(task.number).check(starter).outcome is Outcome.NOT_ATTEMPTED
    assert exercise(task.number).check().outcome is Outcome.NOT_ATTEMPTED
    assert not log.exists()


@every_task
def test_the_reference_is_right(task):
    verdict = exercise(task.number).check(answer_of(task, task.reference))
    assert verdict.is_right, verdict
    assert str(verdict).startswith(f"✓ {task.heading} right")


@every_task
def test_alternatives_are_right(task):
    for alternative in task.alternatives:
        assert exercise(task.number).check(answer_of(task, alternative)).is_right


@every_mistake
def test_each_known_mistake_gets_its_own_diagnosis(task, mistake):
    verdict = exercise(task.number).check(answer_of(task, mistake.answer))
    assert verdict.outcome is Outcome.WRONG
    assert verdict.mistake == mistake.name
    text = str(verdict)
    assert mistake.name in text
    assert mistake.explanation in text
    labels = [part.label for part in verdict.parts]
    assert labels == (["input", "yours"] if task.is_value else ["input", "expected", "yours"])


@every_task
def test_mistakes_can_be_told_apart(task):
    answers = [task.reference, *task.alternatives, *(known.answer for known in task.mistakes)]
    results = [task.results_of(answer) for answer in answers]
    for index, these in enumerate(results):
        assert not any(task.agrees(these, those) for those in results[:index])


@every_task
def test_a_check_is_fast_and_the_same_each_time(task):
    for answer in [task.reference, *(known.answer for known in task.mistakes)]:
        begin = time.perf_counter()
        first = exercise(task.number).check(answer_of(task, answer))
        assert time.perf_counter() - begin < 2
        second = exercise(task.number).check(answer_of(task, answer))
        assert repr(first) == repr(second)
        assert first._repr_html_() == second._repr_html_()


@every_task
def test_hints_come_one_by_one_and_the_solution_shows_code(task):
    ex = exercise(task.number)
    assert 2 <= len(task.hints) <= 3
    for number, hint in enumerate(task.hints, start=1):
        shown = str(ex.hint())
        assert f"hint {number} of {len(task.hints)}" in shown
        assert hint in shown
    after_the_last = str(ex.hint())
    assert "ex.solution()" in after_the_last
    assert all(hint in after_the_last for hint in task.hints)
    assert f"def {task.name}(" in str(ex.solution())
    assert f"def {task.name}(" in ex.solution()._repr_html_()


def test_an_exercise_asked_for_again_goes_on_with_its_hints():
    assert "hint 1 of 3" in str(exercise("1.2").hint())
    assert "hint 2 of 3" in str(exercise("1.2").hint())
    assert "hint 1 of 3" in str(exercise("1.3").hint())


@every_task
def test_an_exercise_introduces_itself_and_shows_its_cases(task):
    ex = exercise(task.number)
    for piece in (task.number, task.title, "ex.check(", "ex.hint()", "ex.solution()"):
        assert piece in repr(ex)
    assert ex.cases == task.cases


@pytest.mark.parametrize(
    ("number", "answer", "said"),
    [
        ("0.1", "5", "A number is wanted, and a text came"),
        ("0.1", [0, 2, 4, 5, 6], "How many columns, not which"),
        ("1.3", lambda start, plies: [1, 4], "the last count"),
        ("1.6", lambda wins, draws, losses: 0.5, "A pair is wanted, and one number came"),
        ("2.1", [4, 1, 5], "One number is wanted"),
        ("2.4", lambda state: (0, 1.0), "hand back the move"),
        ("3.1", [5, 8, 6, 5, 7, 4], "How many leaves, not which"),
    ],
)
def test_an_answer_of_the_wrong_type_is_told_so(number, answer, said):
    verdict = exercise(number).check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert said in str(verdict)


# What readers write, where the known mistakes are written in another way.


def test_a_loop_that_returns_in_its_first_round_is_asked_about():
    def answer(bits, height):
        for step in (1, height + 1, height, height + 2):
            pairs = bits & bits >> step
            return bool(pairs & pairs >> 2 * step)

    verdict = exercise("1.2").check(answer)
    assert verdict.mistake == "vertical lines only"
    assert "does it return before it has tried them all" in str(verdict)


def test_a_range_of_columns_meets_a_full_column_before_a_finished_game():
    def answer(state, columns=lambda state: range(7)):
        afters = {column: state.play(column) for column in columns(state)}
        return [c for c, s in afters.items() if s.is_over and s.utility(state.player) == 1]

    assert "column 3 is full" in str(exercise("1.4").check(answer))

    def free(state):
        return [c for c in range(state.width) if not state.mask & state.board.tops[c]]

    verdict = exercise("1.4").check(lambda state: answer(state, free))
    assert "the game is over, so the list is empty" in str(verdict)
    assert "the game is over; no more moves" in str(verdict)


def test_asking_the_state_before_the_move_finds_no_win():
    def answer(state):
        return [c for c in state.moves() if state.is_over and state.utility(state.player) == 1]

    verdict = exercise("1.4").check(answer)
    assert verdict.mistake == "no win is ever found"
    assert "Or did you ask `state`" in str(verdict)


def test_asking_for_the_wrong_players_win_calls_every_column_safe():
    def answer(state):
        def lost(end):
            return end.is_over and end.utility(state.player) == 1

        afters = {column: state.play(column) for column in state.moves()}
        return [c for c, s in afters.items() if not any(lost(s.play(r)) for r in s.moves())]

    verdict = exercise("1.5").check(answer)
    assert verdict.mistake == "every legal column called safe"
    assert "whose win do you ask for" in str(verdict)


def test_an_error_that_is_right_without_draws_is_shown_on_a_match_with_draws():
    def answer(wins, draws, losses):
        games = wins + draws + losses
        score = (wins + draws / 2) / games
        return score, (score * (1 - score) / games) ** 0.5

    verdict = exercise("1.6").check(answer)
    assert verdict.mistake == "only right without draws"
    assert "score_and_error(6, 2, 2)" in str(verdict)


def test_a_rounded_score_is_told_so():
    def answer(wins, draws, losses):
        score, error = exercise("1.6").task.reference(wins, draws, losses)
        return round(score, 3), round(error, 3)

    assert "do not round" in str(exercise("1.6").check(answer))


# ---- searches that are watched -------------------------------------------------------------

TREE = PrintedTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def test_a_watched_state_behaves_like_the_state_within():
    state = Connect4.from_moves("4453")
    other = Watched(state, (), Log())
    assert isinstance(other, State)
    assert (other.player, other.is_over, other.moves()) == (0, False, state.moves())
    assert (other.width, other.history, str(other), repr(other)) == (
        state.width,
        state.history,
        str(state),
        repr(state),
    )
    assert other._repr_html_() == state._repr_html_()
    assert Watched(TREE.play(0).play(1), (0, 1), Log()).utility(1) == -12
    with pytest.raises(ValueError, match="column 9 does not exist"):
        other.play(9)
    with pytest.raises(AttributeError, match="'Connect4' object has no attribute 'turn'"):
        _ = other.turn
    with pytest.raises(AttributeError):
        other.turn = 1
    with pytest.raises(AttributeError):
        other.player = 1


def test_watched_states_are_equal_if_the_positions_are_but_only_within_a_call():
    log = Log()
    state = Watched(Connect4.from_moves("1213"), (0, 1, 0, 2), log)
    assert state == Watched(Connect4.from_moves("1312"), (0, 2, 0, 1), log)
    assert state != Watched(Connect4.from_moves("1214"), (), log)
    assert state != Watched(Connect4.from_moves("1213"), (), Log())
    assert {state: 1}[Watched(Connect4.from_moves("1312"), (), log)] == 1
    assert not log.entered


def test_a_node_is_entered_when_it_is_asked_and_expanded_when_a_move_is_played():
    def answer(tree):
        children = [tree.play(move) for move in tree.moves()]
        return children[1].play(2).utility(0)

    assert watched(answer, "entered")(TREE).nodes == ((), (1,), (1, 2))
    assert watched(answer, "expanded")(TREE).nodes == ((), (1,))
    assert watched(answer, "entered")(TREE).value == 6


def test_the_packages_searches_enter_what_the_references_enter():
    def value(state, alpha, beta):
        return alphabeta(state, window=(alpha, beta)).value

    assert exercise("2.3").check(lambda state: minimax(state).value).is_right
    assert exercise("3.2").check(value).is_right


def test_right_values_with_other_nodes_are_wrong_and_the_first_such_node_is_named():
    def answer(state, alpha, beta):
        for move in state.moves():
            state.play(move).player  # noqa: B018
        return exercise("3.2").task.reference(state, alpha, beta)

    verdict = exercise("3.2").check(answer)
    assert verdict.outcome is Outcome.WRONG
    assert "What it returns is right, but not the nodes it looks at" in str(verdict)
    assert "the first too many: after the move" in str(verdict)

    def no_look(state, player):
        return exercise("2.2").task.reference(state._state, player)

    assert "0 nodes entered; the first missing: the root" in str(exercise("2.2").check(no_look))


def test_pruning_where_everything_is_to_be_looked_at_is_noticed():
    prune = exercise("3.2").task.reference
    verdict = exercise("2.3").check(lambda state: prune(state, -inf, inf))
    assert "What it returns is right, but not the nodes" in str(verdict)


def fail_hard(is_cut):
    def value(state, alpha, beta):
        if state.is_over:
            return state.utility(state.player)
        children = [state.play(move) for move in state.moves()]  # all at once, which is no look
        for child in children:
            alpha = max(alpha, -value(child, -beta, -alpha))
            if is_cut(alpha, beta):
                return beta
        return alpha

    return value


def test_alpha_beta_that_returns_the_ends_of_the_window_is_right():
    assert exercise("3.2").check(fail_hard(lambda alpha, beta: alpha >= beta)).is_right
    verdict = exercise("3.2").check(fail_hard(lambda alpha, beta: False))
    assert verdict.mistake == "no pruning at all"


def test_a_table_may_be_written_in_many_ways():
    @cache
    def cached(state):
        if state.is_over:
            return state.utility(state.player)
        return max(-cached(state.play(move)) for move in reversed(state.moves()))

    def asked_before_the_call(state, table=None):
        table = {} if table is None else table
        if state.is_over:
            return state.utility(state.player)
        for move in state.moves():
            child = state.play(move)
            if child not in table:
                table[child] = asked_before_the_call(child, table)
        return max(-table[state.play(move)] for move in state.moves())

    for answer in (cached, asked_before_the_call, cached):
        verdict = exercise("3.5").check(answer)
        assert verdict.is_right, verdict
    assert "node by node" in str(verdict)


def test_a_table_made_anew_in_every_call_or_keyed_by_the_moves_does_not_help():
    def anew(state):
        table = {}
        if state.is_over:
            return state.utility(state.player)
        if state not in table:
            table[state] = max(-anew(state.play(move)) for move in state.moves())
        return table[state]

    def by_history(state, table=None):
        table = {} if table is None else table
        if state.is_over:
            return state.utility(state.player)
        if state.history not in table:
            children = [state.play(move) for move in state.moves()]
            table[state.history] = max(-by_history(child, table) for child in children)
        return table[state.history]

    for answer in (anew, by_history):
        assert exercise("3.5").check(answer).mistake == "the table does not help"


def test_a_depth_that_is_not_counted_down_ends_in_time():
    def answer(state, depth, evaluate):
        if state.is_over:
            return state.utility(state.player)
        if depth == 0:
            return evaluate(state)
        return max(-answer(state.play(move), depth, evaluate) for move in state.moves())

    verdict = exercise("2.5").check(answer)
    assert verdict.mistake == "the depth is not counted down"
    assert "mean_leaf)" in str(verdict)


def test_an_error_in_a_watched_answer_shows_the_readers_line():
    def answer(state):
        return state.play(99)

    text = str(exercise("2.4").check(answer))
    assert "there is no branch 99" in text
    assert "return state.play(99)" in text


def test_a_watched_function_without_return_is_told_so():
    assert "is the `return` missing?" in str(exercise("2.3").check(lambda state: None))


def test_trees_are_printed_so_that_they_can_be_pasted_back():
    assert repr(TREE) == "ListTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])"
    assert eval(repr(TREE)).tree == TREE.tree
    below = TREE.play(1)
    assert eval(repr(below)) == ListTree(below.tree, 1)
    assert str(PrintedTree.of([[3, [8, -2.5]], 1])) == (
        "MAX\n├─ 0: MIN\n│  ├─ 0: leaf 3\n│  └─ 1: MAX 8, -2.5\n└─ 1: leaf 1"
    )


def test_the_evaluations_speak_for_the_player_to_move():
    guesses = {evaluate.__name__: evaluate for _, _, evaluate in exercise("2.5").cases}
    assert guesses["mean_leaf"](ListTree.of([[3, 12], [2, 4], 14])) == 7
    assert guesses["mean_leaf"](ListTree.of([[3, 12], [2, 4], 14]).play(1)) == -3
    assert guesses["open_lines"](TicTacToe.from_moves("5")) == -0.4
    assert guesses["open_lines"](TicTacToe.from_moves("51")) == 0.1
    assert guesses["left_discs"](Connect4.from_moves("17")) == 0.06
    assert guesses["left_discs"](Connect4.from_moves("171")) == -0.06


# ---- finding them --------------------------------------------------------------------------


def test_an_unknown_number_lists_those_that_exist():
    with pytest.raises(ValueError, match=r"no exercise '9.9'; there are 0\.1, 1\.1, 1\.2"):
        exercise("9.9")
    with pytest.raises(ValueError, match="no exercise 'two'"):
        exercise("two")


def test_a_number_without_quotes_is_refused():
    with pytest.raises(ValueError, match=r'exercise\("1\.2"\), not 1\.1'):
        exercise(1.10)


def test_importing_exercises_loads_no_lesson_and_nothing_that_draws():
    code = (
        "import sys, c4lib.exercises as e; e.exercise('0.1'); "
        "print([m for m in sys.modules if m in ('matplotlib', 'ipywidgets', 'numba', "
        "'c4lib.view.svg', 'c4lib.exercises.lesson01')])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


# ---- answers that are no answers -----------------------------------------------------------


def test_a_wrong_answer_shows_input_expected_and_yours():
    verdict = doubling().check(lambda number: number + 2)
    assert str(verdict) == (
        "✗ 9.1 Doubling: not right yet\n"
        "  Wrong in 2 of 3 cases. The first of them:\n"
        "  input:    double(0)\n"
        "  expected: 0\n"
        "  yours:    2"
    )


def test_a_function_without_return_is_told_so():
    verdict = doubling().check(lambda number: None)
    assert "is the `return` missing?" in str(verdict)
    sometimes = doubling().check(lambda number: 0 if number == 0 else None)
    assert "does every path" in str(sometimes)


def test_a_half_written_starter_is_wrong():
    verdict = doubling().check(lambda number: 0 if number == 0 else ...)
    assert verdict.outcome is Outcome.WRONG
    assert "still to be written" in str(verdict)


def test_a_called_function_is_told_so():
    verdict = doubling().check(6)
    assert verdict.outcome is Outcome.WRONG
    assert "A function is wanted, and 6 came" in str(verdict)


def test_a_function_where_a_value_is_wanted_is_told_so():
    verdict = doubling(is_value=True, cases=((3,),)).check(double)
    assert "A value is wanted, and <function double> came" in str(verdict)


def test_the_expected_value_of_a_value_exercise_is_not_given_away():
    verdict = doubling(is_value=True, cases=((32,),)).check(65)
    assert "64" not in str(verdict)
    assert "32" in str(verdict)


def test_none_as_a_value_is_not_blamed_on_a_return():
    text = str(doubling(is_value=True, cases=((3,),)).check(None))
    assert "The answer is None" in text
    assert "return" not in text


def test_a_wrong_number_of_arguments_is_told_with_both_signatures():
    verdict = doubling().check(lambda: 3)
    assert "called as double(number), and yours takes ()" in str(verdict)
    assert doubling().check(lambda number, times=2: number * times).is_right


def test_an_exception_is_shown_with_its_input_and_its_line():
    def answer(number):
        if number == 2:
            raise KeyError("lost")
        return 2 * number

    text = str(doubling().check(answer))
    assert "input:    double(2)" in text
    assert "raised:   KeyError: 'lost'" in text
    assert 'raise KeyError("lost")' in text


def test_the_line_shown_is_the_readers_not_the_librarys():
    def answer(state):
        return [state.play(99)]

    verdict = exercise("1.4").check(answer)
    assert "column 99 does not exist" in str(verdict)
    assert "return [state.play(99)]" in str(verdict)


def test_exit_does_not_end_the_kernel():
    assert "SystemExit" in str(doubling().check(lambda number: sys.exit()))


def test_endless_recursion_is_an_exception_like_others():
    def answer(number):
        return answer(number)

    assert "RecursionError" in str(doubling().check(answer))


# ---- answers that do not end ---------------------------------------------------------------


def plain_loop(number):
    while number == 2:
        pass
    return 2 * number


def swallowing_loop(number):
    while number == 2:
        try:
            sum(range(100))
        except:  # noqa: E722
            number = 2
    return 2 * number


def replacing_loop(number):
    try:
        return plain_loop(number)
    except BaseException:
        return 2 * number


def endless_generator(number):
    while True:
        yield number


@pytest.mark.parametrize("loop", [plain_loop, swallowing_loop, replacing_loop])
def test_a_looping_answer_is_stopped_and_the_input_named(loop):
    before = threading.active_count()
    verdict = doubling().check(loop, seconds=0.2)
    assert "did not finish within 0.2 s" in str(verdict)
    assert "input:    double(2)" in str(verdict)
    assert "could not be stopped" not in str(verdict)
    assert threading.active_count() <= before


def test_an_endless_generator_is_stopped():
    assert "did not finish" in str(doubling().check(endless_generator, seconds=0.2))


def test_what_cannot_be_stopped_is_said():
    verdict = doubling().check(lambda number: time.sleep(2), seconds=0.1)
    assert "could not be stopped" in str(verdict)


def test_a_check_works_outside_the_main_thread():
    verdicts = []
    thread = threading.Thread(
        target=lambda: verdicts.append(doubling().check(plain_loop, seconds=0.2))
    )
    thread.start()
    thread.join()
    assert "did not finish" in str(verdicts[0])


def test_the_stop_button_stops_the_answer():
    before = threading.active_count()
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        run(plain_loop, [(2,)], seconds=30)
    time.sleep(0.1)
    assert threading.active_count() <= before


def test_many_answers_stopped_near_their_end_leave_nothing_behind():
    before = threading.active_count()
    for _ in range(60):
        came = run(lambda: time.sleep(0.005), [()], seconds=0.005)
        assert came.timed_out or came.results == [None]
        assert not came.still_running
    assert threading.active_count() <= before


# ---- comparing -----------------------------------------------------------------------------


def test_equivalent_numbers_and_containers_are_accepted():
    assert doubling().check(lambda number: np.int64(2 * number)).is_right
    assert doubling().check(lambda number: 2.0 * number + 1e-9).is_right
    has_four = exercise("1.2").task.reference
    assert exercise("1.2").check(lambda bits, height: np.bool_(has_four(bits, height))).is_right
    for container in (set, tuple, np.array, iter, lambda columns: columns[::-1]):
        reference = exercise("1.4").task.reference
        verdict = exercise("1.4").check(lambda s, c=container, r=reference: c(r(s)))
        assert verdict.is_right, verdict


def test_equal_is_strict_where_it_should_be():
    assert equal([1, 2], (1, 2))
    assert equal({"a": [1.0]}, {"a": (1,)})
    assert equal(float("nan"), float("nan"))
    assert equal({2, 1}, [1, 2]) is False
    assert not equal([2, 1], [1, 2])
    assert not equal(True, 1)
    assert not equal("1", 1)
    assert not equal(2**70, 2**70 + 1)
    assert not equal({"a": 1}, {"b": 1})
    assert not in_any_order([1, 1, 2], [1, 2])
    assert not in_any_order("12", [1, 2])
    assert as_truth(16, True)
    assert not as_truth(None, False)


def test_a_diagnosis_of_ones_own_replaces_the_comparison():
    def only_the_sum(task, results):
        if sum(results) == sum(task.expected):
            return None
        return Finding(("The sum is off.",), (Part("sum", str(sum(results))),), mistake="the sum")

    ex = doubling(diagnose=only_the_sum)
    assert ex.check(lambda number: 10 if number == 2 else 0).is_right
    assert ex.check(lambda number: 1).mistake == "the sum"


# ---- showing -------------------------------------------------------------------------------


def test_html_escapes_what_readers_write():
    for answer in (lambda number: "<script>", "<script>"):
        html = doubling().check(answer)._repr_html_()
        assert "<script>" not in html
        assert "&lt;script&gt;" in html


def test_code_in_sentences_is_code_in_html_and_keeps_its_backticks_in_text():
    ex = doubling(hints=("Add `number < 3` twice.",))
    hint = ex.hint()
    assert "Add `number < 3` twice." in str(hint)
    assert "Add <code>number &lt; 3</code> twice." in hint._repr_html_()
    assert "<code>ex.solution()</code>" in ex.hint()._repr_html_()


def test_html_fits_light_and_dark_themes():
    html = doubling().check(5)._repr_html_() + doubling().hint()._repr_html_()
    assert "background" not in html
    assert " color:" not in html
    assert "✗" in html


def test_states_are_shown_as_boards_in_text_and_as_pictures_in_html():
    verdict = exercise("1.4").check(lambda state: [9])
    assert ". . . . . . .\n" in str(verdict)
    assert "1 2 3 4 5 6 7" in str(verdict)
    assert Connect4()._repr_html_() in verdict._repr_html_()


def test_bitboards_are_drawn():
    text = str(exercise("1.2").check(lambda bits, height: bits == 0))
    assert "has_four(0, 6)" in text
    assert ". . . .\n" in text


def test_long_and_broken_answers_are_shown_short_and_whole():
    class Broken:
        def __repr__(self):
            raise ZeroDivisionError

    assert len(show(list(range(10_000)))) < LONGEST + 50
    assert show(Broken()) == "<a Broken whose repr raises ZeroDivisionError>"
    assert "0x" not in show(object())


# ---- progress ------------------------------------------------------------------------------


def status(number):
    report = progress()
    return report.status(next(task for task in report.tasks if task.number == number))


def test_progress_counts_tries_and_what_is_solved_stays_solved():
    assert status("0.1") == "not attempted"
    exercise("0.1").check(7)
    assert status("0.1") == "tried once"
    exercise("0.1").check(8)
    assert status("0.1") == "tried 2 times"
    exercise("0.1").check(5)
    exercise("0.1").check(7)
    assert status("0.1") == "solved"
    assert "✓ 0.1 " in str(progress())
    assert "○ 1.1 " in str(progress())
    assert f"1 of {len(TASKS)} solved" in repr(progress())
    html = progress()._repr_html_()
    assert "✓ solved" in html
    assert html.count("<td ") + html.count("<th ") == html.count('style="text-align: left"')
    assert "<td>" not in html


def test_progress_survives_a_broken_last_line(log):
    exercise("0.1").check(5)
    log.write_bytes(log.read_bytes() + b'{"exercise": "1.1", "outc')
    exercise("1.2").check(exercise("1.2").task.reference)
    assert status("0.1") == status("1.2") == "solved"
    assert status("1.1") == "not attempted"
    assert "Left out: 1 line of" in str(progress())


def test_progress_skips_garbage(log):
    log.write_bytes(b'\xff\xfe\n[]\n"x"\n{"exercise": "1.1", "outcome": 3}\n{}\nnull\n')
    exercise("0.1").check(5)
    assert status("0.1") == "solved"
    assert "Left out: 6 lines of" in str(progress())
    assert "Left out: 6 lines of" in progress()._repr_html_()


def test_a_place_that_cannot_be_written_does_not_break_the_check(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path / "file" / "progress.jsonl"))
    verdict = exercise("0.1").check(5)
    assert verdict.is_right
    assert "Your progress could not be saved" in str(verdict)
    assert "0 of" in str(progress())


def test_a_file_that_cannot_be_read_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("C4LIB_PROGRESS", str(tmp_path))
    assert "Your progress could not be read" in str(progress())


def test_without_the_variable_progress_is_kept_at_home(tmp_path, monkeypatch):
    monkeypatch.delenv("C4LIB_PROGRESS")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    exercise("0.1").check(5)
    (line,) = (tmp_path / ".c4lib" / "progress.jsonl").read_text().split("\n")[1:-1]
    assert json.loads(line) == {"exercise": "0.1", "outcome": "right"}


def test_two_processes_that_write_at_once_lose_nothing(log):
    code = (
        "from c4lib.exercises import exercise\n"
        "ex = exercise('0.1')\n"
        "for _ in range(300): ex.check(7)"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code], env=os.environ) for _ in range(2)]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert status("0.1") == "tried 600 times"
    assert "Left out" not in str(progress())
