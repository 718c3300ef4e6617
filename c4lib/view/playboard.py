"""The board that a reader plays on: its rules and its words. `board.js` is its page side."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.game import Agent
from c4lib.review import Review, ReviewedMove, review
from c4lib.view import svg
from c4lib.view.judgement import Judgement, bar, can_judge, judgements, last_thought
from c4lib.view.kernel import on_main_thread
from c4lib.view.outlook import (
    Known,
    alternatives_sentence,
    faults,
    hint_marks,
    move_sentence,
    review_marks,
)

HERE = Path(__file__).parent
RUN_ME = "<p><em>Run the cell to bring this to life.</em></p>"
ACTIONS = (
    "move", "undo", "new", "swap", "choose", "ask", "show", "load",
    "set_hints", "set_review", "set_bar", "think",
)  # fmt: skip
"""What the page may ask for."""
STOP = "To stop at once: the kernel's ■. (The button stops after this position.)"


class PlayBoard(anywidget.AnyWidget):
    """A Connect X board in the notebook. All rules are here; the page only draws and asks.

    `state` is the game's latest position, for cells that go on with it. What the page
    shows is handed over as one `frame`, so that it never sees half a change. What takes
    long, hints and reviews, is worked out one position at a time, each when the page has
    drawn the last frame and asks the board to `think`: so discs and clicks come first.
    """

    _esm = HERE / "board.js"
    _css = HERE / "board.css"
    frame = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        agents: Mapping[str, Agent | None],
        start: Connect4,
        you: int,
        hints: bool = False,
        bar: bool = False,
    ) -> None:
        super().__init__()
        self.agents = dict(agents)
        self.opponent = next(iter(self.agents))
        self.you = you
        self.start = start
        self.states = [start]
        self.shown = 0  # which of the states is on the board
        self.problem = ""
        self.agent_failed = False
        self.hinting = hints
        self.reviewing = False
        self.judging = bar
        self.judgements: dict[str, dict[Connect4, Judgement]] = {name: {} for name in self.agents}
        self.known = Known()
        self._review: Review | None = None
        self._action = ""  # what the page asked for last
        self.on_msg(self._on_message)
        self._answer()

    @property
    def state(self) -> Connect4:
        """The latest position of the game."""
        return self.states[-1]

    # ---- what a reader can do --------------------------------------------------------------

    def move(self, move: int, at: int | None = None) -> None:
        """Play `move` on the board and let the agent answer.

        A click names the number of moves it was made `at`, so that one that comes too
        late is not taken for another position's.
        """
        if self._is_open and at in (None, self.state.ply):
            after = self.state.play(move)
            self._clear()
            self._push(after)
            self._answer()
        else:
            self._draw()

    def undo(self) -> None:
        """Take back the reader's last move and all that came after it."""
        if self._mine_before:
            del self.states[self._mine_before[-1] + 1 :]
            self._go_on()

    def new(self) -> None:
        """Begin again from the first position."""
        self.states = [self.start]
        self._go_on()

    def swap(self) -> None:
        """Change sides, in a new game if this one is over."""
        self.you = 1 - self.you
        if self.state.is_over:
            self.states = [self.start]
        self._go_on()

    def choose(self, opponent: int) -> None:
        """Let another of the agents play on."""
        self.opponent = list(self.agents)[opponent]
        self._go_on()

    def ask(self) -> None:
        """Ask the agent once more, after it failed."""
        self._go_on()

    def show(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        self.shown = min(max(ply - self.states[0].ply, 0), len(self.states) - 1)
        self._draw()

    def load(self, moves: str) -> None:
        """Put a game on the board, "4453" for example; the reader plays the side to move."""
        board = self.start.board
        try:
            state = Connect4.from_moves(moves, board.width, board.height, board.connect)
        except ValueError as error:
            self.problem = str(error)
            self._draw()
            return
        self.states = _positions(state)
        if not state.is_over:
            self.you = state.player
        self._go_on()

    def set_hints(self, on: bool) -> None:
        """Show what each column is worth, from now on; or do so no longer."""
        if on != self.hinting:
            self.hinting = on
            self.problem = self.problem if self.agent_failed else ""
        self._draw()

    def set_review(self, on: bool) -> None:
        """Look at the moves of the game beside perfect play; or do so no longer."""
        if on != self.reviewing:
            self.reviewing = on and len(self.states) > 1
            self.problem = self.problem if self.agent_failed else ""
            self._finish_review()
        self._draw()

    def set_bar(self, on: bool) -> None:
        """Show how the agent judges the position, from now on; or do so no longer."""
        self.judging = on
        self._draw()

    def think(self) -> None:
        """Work out one of the positions that hints or the review still need."""
        task = "The review" if self.reviewing else "Hints"
        try:
            for state in self._unknown[:1]:
                self.known.analyze(state)
            self._finish_review()
        except (KeyboardInterrupt, Exception) as error:
            stopped = isinstance(error, KeyboardInterrupt)
            self.problem = f"{task}: stopped." if stopped else f"{task}: {error}"
            self.hinting = self.reviewing = False
        self._draw()

    def _on_message(self, _: object, message: dict[str, Any], __: object) -> None:
        if message.get("do") in ACTIONS:
            on_main_thread(lambda: self._act(message["do"], *message.get("with", [])))

    def _act(self, action: str, *arguments: Any) -> None:
        self._action = action
        getattr(self, action)(*arguments)

    # ---- the game --------------------------------------------------------------------------

    @property
    def _two_people(self) -> bool:
        """Whether both sides are played by clicks."""
        return self.agents[self.opponent] is None

    def _is_mine(self, state: Connect4) -> bool:
        """Whether it is the reader's turn."""
        return self._two_people or state.player == self.you

    @property
    def _is_open(self) -> bool:
        """Whether the reader can play a move now: also the agent's, once it has failed."""
        return self._at_the_end and (self._is_mine(self.state) or self.agent_failed)

    @property
    def _at_the_end(self) -> bool:
        return self.shown == len(self.states) - 1

    @property
    def _mine_before(self) -> list[int]:
        """The earlier positions in which it was the reader's turn."""
        return [n for n, state in enumerate(self.states[:-1]) if self._is_mine(state)]

    def _push(self, state: Connect4) -> None:
        self.states.append(state)
        self.shown = len(self.states) - 1

    def _clear(self) -> None:
        """Forget what was said of the game as it was."""
        self.problem = ""
        self.agent_failed = self.reviewing = False
        self._review = None

    def _go_on(self) -> None:
        """Show the latest position and, if it is the agent's turn, let it play."""
        self._clear()
        self.shown = len(self.states) - 1
        self._answer()

    def _answer(self) -> None:
        """Let the agent play if it is its turn, and say so on the board meanwhile."""
        agent = self.agents[self.opponent]
        if agent is not None and not self.state.is_over and self.state.player != self.you:
            self._draw(thinking=True)
            try:
                self._push(self._reply(agent))
            except KeyboardInterrupt:
                hints = " Hints are off now, too." if self.hinting else ""
                self.problem = f"{self.opponent} was stopped.{hints}"
                self.hinting = False  # who stops the kernel wants no new work
            except (Exception, SystemExit) as error:
                self.problem = f"{self.opponent} failed with {type(error).__name__}: {error}"
            self.agent_failed = bool(self.problem)
        self._draw()

    def _reply(self, agent: Agent) -> Connect4:
        """The position after the agent's move. What it says of positions is kept for the bar."""
        before = last_thought(agent)
        move = agent(self.state)
        after = self.state.play(move)
        thought = last_thought(agent)
        if thought is not None and thought is not before:
            found = judgements(thought, self.state, move)
            told = self.judgements[self.opponent]
            sure = {state: found[state] for state in (self.state, after) if state in found}
            told |= found | told | sure  # what it thought about outweighs what it only passed by
        return after

    # ---- hints and the review --------------------------------------------------------------

    @property
    def _unknown(self) -> list[Connect4]:
        """The positions to be worked out: the one shown, then the game's from its end."""
        wanted = []
        if self.hinting and not self.reviewing and not self._on_board.is_over:
            wanted.append(self._on_board)
        if self.reviewing:
            wanted += reversed(self.states[:-1])
        return [state for state in wanted if state not in self.known]

    def _finish_review(self) -> None:
        """Make the review once all its positions are known, and show what decided the game."""
        if self.reviewing and self._review is None and not self._unknown:
            first = self.states[0].ply + 1
            self._review = review(self.state, first=first, solver=self.known)
            if self._at_the_end and self._review.decided is not None:
                self.shown = self._review.decided.number - self.states[0].ply

    @property
    def _reviewed(self) -> ReviewedMove | None:
        """The reviewed move that led to the position on the board."""
        if not self.reviewing or self._review is None or self.shown == 0:
            return None
        return self._review.moves[self.shown - 1]

    def _marks(self, thinking: bool) -> dict[int, svg.Mark] | None:
        """What stands over the columns; None if nothing shall, and no room be left for it."""
        if self._reviewed is not None:
            return review_marks(self._reviewed)
        if not self.hinting and not self.reviewing:
            return None
        state = self._on_board
        hidden = thinking or state.is_over or not self.hinting
        if hidden or (self.reviewing and state not in self.known):
            return {}
        return hint_marks(state, self.known)

    # ---- the picture -----------------------------------------------------------------------

    @property
    def _on_board(self) -> Connect4:
        """The position that is shown."""
        return self.states[self.shown]

    def _draw(self, thinking: bool = False) -> None:
        marks = self._marks(thinking)
        picture, alt = svg.connect4(self._on_board, playable=self._is_open, marks=marks)
        found = self._review if self.reviewing else None
        self.frame = {
            "number": self.frame.get("number", 0) + 1,  # no two frames are the same
            "action": self._action,
            "svg": picture,
            "alt": alt,
            "outlook": {move: mark.words for move, mark in (marks or {}).items()},
            "status": self._status(thinking),
            "note": self._note(thinking),
            "problem": self.problem,
            "thinking": thinking,
            "wants": bool(self._unknown) and not thinking,
            "ask": self.agent_failed,
            "first": self.states[0].ply,
            "ply": self._on_board.ply,
            "plies": self.state.ply,
            "undo": bool(self._mine_before) and self._at_the_end,
            "swap": not self._two_people,
            "agents": list(self.agents),
            "agent": list(self.agents).index(self.opponent),
            "game": self.state.to_moves(),
            "judges": self.judging or any(map(can_judge, self.agents.values())),
            "bar": self._bar(thinking) if self.judging else None,
            "hints": self.hinting,
            "review": self.reviewing,
            "verdict": found.verdict if found else "",
            "faults": faults(found) if found else [],
        }

    def _bar(self, thinking: bool) -> dict[str, Any]:
        """How the agent judges the position on the board."""
        judgement = self.judgements[self.opponent].get(self._on_board)
        agent = self.agents[self.opponent]
        return bar(self.opponent, agent, self._on_board, judgement, thinking)

    def _status(self, thinking: bool) -> str:
        """What a reader needs to know now, in a sentence or two."""
        state, you, them = self._on_board, SYMBOLS[self.you], SYMBOLS[1 - self.you]
        if self._reviewed is not None:
            return move_sentence(self._reviewed, self.state.ply)
        if not self._at_the_end:
            return f"After move {state.ply} of {self.state.ply}. Slide right to play on."
        if state.winner is not None:
            return self._won(state.winner)
        if state.is_over:
            return "A draw: the board is full."
        if thinking:
            return f"{self.opponent} ({them}) is thinking …"
        if self.agent_failed:
            return f"Play a move for {them}, ask again, undo, or choose another player."
        turn = f"You are {you}. Your move."
        if self._two_people:
            turn = f"{SYMBOLS[state.player]} to move."
        if state.last_cell is None:
            return turn
        return f"{SYMBOLS[1 - state.player]} played column {state.last_cell[0] + 1}. {turn}"

    def _won(self, winner: int) -> str:
        if self._two_people:
            return f"{SYMBOLS[winner]} has won!"
        return "You have won!" if winner == self.you else f"{self.opponent} has won."

    def _note(self, thinking: bool) -> str:
        """What is being worked out, or what would have been better, in a sentence."""
        if thinking:
            return ""
        if self._unknown:
            moves = len(self.states) - 1
            what = "Working out the hints"
            if self.reviewing:
                what = f"Reviewing: {moves - len(self._unknown)} of {moves} moves"
            return f"{what} … {STOP}"
        return alternatives_sentence(self._reviewed) if self._reviewed is not None else ""

    def __repr__(self) -> str:
        if self._two_people:
            return f"<board: {self.state!r}, two people play>"
        return f"<board: {self.state!r}, you are {SYMBOLS[self.you]} against {self.opponent}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live board, and beside it the picture that a page without a kernel shows."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = self._on_board._repr_html_() + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": picture}, metadata


def _positions(state: Connect4) -> list[Connect4]:
    """All positions of a game, from the empty board to `state`."""
    states = [state]
    while (before := states[-1].previous) is not None:
        states.append(before)
    return states[::-1]
