"""Hints, reviews, the evaluation bar, loaded games and two people, in JupyterLab in Chromium."""

import re

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from lab import needs_chromium, run_cells

pytestmark = needs_chromium

LATE = "651621262264745513"
"""On 7x6, X to move: column 4 wins, all others lose."""
GAME = "3345122"
"""On 5x4: moves 3 to 5 changed the outcome."""

DRAW = "152371534726617233767723423611614444255556"
"""All 42 moves of a drawn game."""

IMPORTS = "import time\nimport c4lib.fast\nfrom c4lib import Connect4\n" + (
    "from c4lib.players.agents import MCTS, OnePly\nfrom c4lib.view.boards.play import play"
)
SLOW = """quick = c4lib.fast.analyze
def slow(state):
    time.sleep(SECONDS)
    return quick(state)
c4lib.fast.analyze = slow"""
AGENT = f"play(OnePly(), None, start=Connect4.from_moves('{LATE}'))"
PEOPLE = "play(start=Connect4(5, 4))"

WATCH_DISCS = """stage => {
    const discs = ".c4-disc:not(.c4-ghost .c4-disc), .c4-played .c4-disc";
    window.counts = [];
    const note = () => window.counts.push(stage.querySelectorAll(discs).length);
    new MutationObserver(note).observe(
        stage, {childList: true, subtree: true, attributes: true, attributeFilter: ["class"]});
}"""

CONTROLS = """board => [...board.querySelectorAll("button, select, input, .c4-count")]
    .filter(control => control.offsetParent !== null)
    .map(control => control.getBoundingClientRect())
    .map(({left, right, top, bottom}) => [left, right, top, bottom])"""


def open_board(lab, page, request, *cells):
    """The board of a new notebook's last cell."""
    run_cells(lab, page, request, [IMPORTS, *cells])
    return page.locator(".c4-board")


def expect(board, part, text):
    board.locator(f".c4-{part}", has_text=text).first.wait_for()


def press(board, name):
    board.get_by_role("button", name=name, exact=True).click()


def load(board, moves):
    board.get_by_label("The game as a move string").fill(moves)
    press(board, "Load")


def overlaps(board):
    """The pairs of controls that lie on each other."""
    boxes = board.evaluate(CONTROLS)
    return [
        (one, other)
        for number, one in enumerate(boxes)
        for other in boxes[:number]
        if one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]
    ]


def test_hints_follow_the_game_and_are_told_in_words(lab, page, request):
    board = open_board(lab, page, request, AGENT)
    press(board, "Hints")
    expect(board, "mark", "win")
    assert board.locator(".c4-mark").nth(3).locator("text").all_text_contents() == ["+2", "win★"]
    assert board.get_by_role("button", name="Hints").get_attribute("aria-pressed") == "true"
    assert "column 4 wins in 21 moves" in board.get_by_role("application").get_attribute(
        "aria-label"
    )
    board.locator(".c4-stage").focus()
    page.keyboard.press("ArrowRight")
    expect(board, "unseen", "Column 4: wins in 21 moves")
    assert board.locator('[data-move="3"] > title').text_content() == "wins in 21 moves"

    page.keyboard.press("Enter")
    expect(board, "count", "20 / 20")
    expect(board, "mark", "win")  # they stay on
    press(board, "Hints")
    board.locator(".c4-mark").first.wait_for(state="detached")


def test_a_disc_is_shown_at_once_and_stays_while_hints_are_worked_out(lab, page, request):
    board = open_board(lab, page, request, SLOW.replace("SECONDS", "2"), AGENT)
    press(board, "Hints")
    expect(board, "note", "Working out the hints")
    board.locator(".c4-stage").evaluate(WATCH_DISCS)
    board.locator('[data-move="3"]').click()
    played = board.locator(".c4-played .c4-ghost")
    assert played.evaluate("ghost => getComputedStyle(ghost).opacity") == "1"
    expect(board, "count", "20 / 20")
    expect(board, "mark", "win")
    counts = page.evaluate("window.counts")
    assert counts == sorted(counts)
    assert counts[-1] == len(LATE) + 2


@pytest.mark.parametrize(("button", "problem"), [("Hints", "Hints"), ("Review", "The review")])
def test_the_stop_button_ends_what_is_being_worked_out(lab, page, request, button, problem):
    """Also after the button was pressed again, which the kernel hears only then."""
    board = open_board(lab, page, request, SLOW.replace("SECONDS", "60"), AGENT)
    board.locator('[data-move="3"]').click()
    expect(board, "count", "20 / 20")
    press(board, button)
    expect(board, "note", "To stop at once: the kernel's ■.")
    press(board, button)
    expect(board, "status", "then it hears you")
    page.evaluate("jupyterapp.commands.execute('notebook:interrupt-kernel')")
    expect(board, "problem", f"{problem}: stopped.")
    page.wait_for_timeout(1000)
    expect(board, "problem", f"{problem}: stopped.")
    assert board.locator(".c4-note").inner_text() == ""
    assert board.get_by_role("button", name=button).get_attribute("aria-pressed") == "false"
    board.locator('[data-move="0"]').click()
    board.locator(".c4-count", has_text="20 / 20").wait_for(state="detached")


def test_a_game_is_loaded_and_reviewed_move_by_move(lab, page, request):
    board = open_board(lab, page, request, PEOPLE)
    assert board.locator(".c4-controls label span").inner_text().strip() == "players:"
    assert board.get_by_role("button", name="Swap sides").is_disabled()
    assert board.get_by_role("button", name="Review").is_disabled()
    game = board.get_by_label("The game as a move string")
    game.fill(GAME + "8")
    game.press("Enter")
    expect(board, "problem", "column 8 in '33451228' does not exist; columns are 1 to 5")
    assert game.input_value() == GAME + "8"
    assert game.get_attribute("aria-invalid") == "true"
    load(board, GAME)
    expect(board, "count", "7 / 7")
    assert board.locator(".c4-problem").inner_text() == ""

    press(board, "Review")
    expect(board, "status", "Move 5 of 7: X played column 1. A mistake (−1)")
    expect(board, "note", "Better: column 2, 3 or 4 (0): draws.")
    assert board.locator(".c4-missed").count() == 3
    assert "move 5" in board.locator(".c4-found").inner_text()
    page.keyboard.press("ArrowLeft")  # the slider has the focus
    expect(board, "status", "Move 4 of 7")
    press(board, "Previous move")
    expect(board, "status", "Move 3 of 7")
    press(board, "Move 5: a mistake of X, a loss instead of a draw")
    expect(board, "status", "Move 5 of 7")
    current = board.locator(".c4-found button[aria-current]")
    assert current.all_inner_texts() == ["5 X?"]
    assert current.evaluate("chip => chip === document.activeElement")

    press(board, "Next move")
    press(board, "Next move")
    expect(board, "count", "7 / 7")
    assert board.get_by_role("slider").evaluate("slider => slider === document.activeElement")
    board.locator('[data-move="0"]').click()  # playing on ends the review
    expect(board, "count", "8 / 8")
    assert not board.locator(".c4-found").is_visible()
    assert game.input_value() == GAME + "1"


def test_all_moves_of_a_full_board_can_be_read(lab, page, request):
    board = open_board(lab, page, request, "play(OnePly(), None)")
    assert board.locator(".c4-controls label span").inner_text().strip() == "against"
    load(board, DRAW)
    expect(board, "status", "A draw.")
    game = board.get_by_label("The game as a move string")
    assert game.input_value() == DRAW
    assert game.evaluate("box => box.scrollWidth <= box.clientWidth")


@pytest.mark.parametrize("width", [1250, 620])
def test_the_controls_neither_overlap_nor_overflow(lab, page, request, width):
    page.set_viewport_size({"width": width, "height": 1200})
    board = open_board(lab, page, request, "play(start=Connect4(5, 4), bar=True)")
    load(board, "14151153242322344")
    press(board, "Hints")
    press(board, "Review")
    board.locator(".c4-found").wait_for()
    assert overlaps(board) == []
    right = board.evaluate("board => board.getBoundingClientRect().right")
    assert max(box[1] for box in board.evaluate(CONTROLS)) <= right


def test_the_evaluation_bar_follows_the_game_and_can_be_hidden(lab, page, request):
    cell = "play(MCTS(iterations=500), OnePly(), bar=True)"
    board = open_board(lab, page, request, cell)
    switch = board.get_by_role("button", name="Evaluation")
    assert switch.get_attribute("aria-pressed") == "true"
    shares = re.compile(r"MCTS: \d+ % for X, \d+ % for O")
    expect(board, "judgement", shares)  # before a move was made
    expect(board, "count", "0 / 0")
    assert board.locator(".c4-visits text").count() == 7
    board.locator('[data-move="3"]').click()
    expect(board, "judgement", shares)
    expect(board, "count", "2 / 2")
    page.wait_for_timeout(600)  # the bar moves slowly to its place
    head, foot = board.locator(".c4-meter > div:not(.c4-track)").all_inner_texts()
    percent = int(foot.split()[1])
    assert head.split() == ["O", f"{100 - percent}", "%"]
    assert foot.split() == ["X", f"{percent}", "%"]
    track, part = (board.locator(f".c4-{each}").bounding_box() for each in ("track", "part"))
    assert 100 * part["height"] / track["height"] == pytest.approx(percent, abs=2)
    stage, strip = (board.locator(f".c4-{each} svg").bounding_box() for each in ("stage", "visits"))
    assert (strip["x"], strip["width"]) == (stage["x"], stage["width"])
    assert board.locator(".c4-visits text").count() == 7
    alt = board.locator(".c4-visits").get_attribute("aria-label")
    assert alt.startswith("Share of the visits for each move of X: column 1 ")

    board.get_by_label("Opponent").select_option("one-ply")
    expect(board, "judgement", "one-ply does not judge positions.")
    assert not board.locator(".c4-part").is_visible()
    switch.click()
    board.locator(".c4-meter").wait_for(state="hidden")
    assert not board.locator(".c4-visits").is_visible()
    assert switch.get_attribute("aria-pressed") == "false"
    board.locator('[data-move="3"]').click()
    expect(board, "count", "4 / 4")
