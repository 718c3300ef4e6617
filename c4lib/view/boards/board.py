"""The board that a reader plays on. What happens at a click: `board.js` sends it, `pick` plays it.

One board serves all games. Connect X (`columns.py`), games on cells (`cells.py`) and games without
a grid (`moves.py`) are three ways to draw it and to read a click. `svg.py` draws a disc, `play.py`
has the functions that make a board.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from c4lib.connect4 import Connect4
from c4lib.game import CHANCE, Agent, Move, State
from c4lib.players.agents import rest
from c4lib.players.legible import described, legible
from c4lib.search.dice import Dice
from c4lib.search.mcts import drawn
from c4lib.view.boards.cells import Cells
from c4lib.view.boards.columns import ColumnBoard
from c4lib.view.boards.evaluation_bar import Opinions, can_judge
from c4lib.view.boards.game import Game
from c4lib.view.boards.hints import Help, faults, move_sentence
from c4lib.view.boards.moves import Moves
from c4lib.view.boards.svg import RUN_ME, SIGNS, Picture, outcome, players_of
from c4lib.view.main_thread import on_main_thread

HERE = Path(__file__).parent
ACTIONS: dict[str, list[type]] = {
    "pick": [int, int], "undo": [], "new": [], "swap": [], "choose": [int], "ask": [],
    "show": [int], "load": [str], "set_hints": [bool], "set_review": [bool], "set_bar": [bool],
    "think": [],
}  # fmt: skip  # what the page may ask for, and with what


class BoardWidget(anywidget.AnyWidget):
    """A board in the notebook. All rules are the game's; the page only draws and asks.

    What the page shows is handed over as one `frame`, so that it never sees half a change. Hints
    and reviews take long, so they are worked out one position at a time, each when the page has
    drawn the last frame and asks the board to `think`: discs and clicks come first. Then the
    agent judges the position shown, beside the game, if the reader wants to see what it thinks.
    """

    _esm = (HERE / "board.js").read_text("utf-8")  # of a path, anywidget would keep all boards
    _css = (HERE / "board.css").read_text("utf-8")
    frame = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        agents: Mapping[str, Agent | None],
        start: State,
        you: int,
        kind: ColumnBoard | Cells | Moves,
        hints: bool = False,
        bar: bool = False,
        seed: int = 0,
    ) -> None:
        super().__init__()
        self.agents = dict(agents)
        self.opponent = next(iter(self.agents))
        self.met = self.opponent  # who played when the last move was made
        self.you, self.kind, self.start = you, kind, start
        self.game = Game(start)
        self.dice = Dice(seed)
        self.problem = ""
        self.agent_failed = False
        self.help = Help(hints)
        self.judging = bar
        self.opinions = Opinions(self.agents)
        self._action = ""  # what the page asked for last
        self.on_msg(self._on_message)
        self._answer()

    @property
    def state(self) -> Any:
        """The latest position of the game."""
        return self.game.states[-1]

    @property
    def states(self) -> list[Any]:
        """All positions of the game."""
        return self.game.states

    @property
    def moves(self) -> list[Move]:
        """The moves between them."""
        return self.game.moves

    # ---- what a reader can do --------------------------------------------------------------

    def move(self, move: Move) -> None:
        """Play `move` on the board and let the agent answer."""
        if self._is_open:
            self.game.push(move)
            self.met = self.opponent
            self._go_on()
        else:
            self._draw()

    def pick(self, number: int, ply: int) -> None:
        """Play the move of that number among the legal ones: a click on the page.

        The click says after how many moves it was made, so that one that comes too late is
        not taken for another position's.
        """
        playable = self._playable if ply == self.game.plies else []
        if number in range(len(playable)):
            self.move(playable[number])
        else:
            self._draw()

    def undo(self) -> None:
        """Take back the reader's last move and all that came after it."""
        if self._mine_before:
            self.game.cut(self._mine_before[-1])
            self._go_on()

    def new(self) -> None:
        """Begin again from the first position."""
        self.game = Game(self.start)
        self._go_on()

    def swap(self) -> None:
        """Change sides, in a new game if this one is over."""
        self.you = (self.you + 1) % players_of(self.state)
        if self.state.is_over:
            self.new()
        else:
            self._go_on()

    def choose(self, opponent: int) -> None:
        """Let another of the agents play on."""
        if opponent in range(len(self.agents)):
            self.opponent = list(self.agents)[opponent]
        self._go_on()

    def ask(self) -> None:
        """Ask the agent once more, after it failed."""
        self._go_on()

    def show(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        self.game.shown = min(max(ply - self.game.first, 0), len(self.moves))
        self._draw()

    def load(self, moves: str) -> None:
        """Put a game of Connect X on the board, such as "4453"; the reader plays the side to move.

        Other games have no move strings that would fit.
        """
        if not isinstance(self.start, Connect4):
            return
        board = self.start.board
        try:
            state = Connect4.from_moves(moves, board.width, board.height, board.connect)
        except ValueError as error:
            self.problem = str(error)
            self._draw()
            return
        self.game = Game(Connect4(board.width, board.height, board.connect))
        for move in state.history:
            self.game.push(move)
        self.met = self.opponent
        if not state.is_over:
            self.you = state.player
        self._go_on()

    def set_hints(self, on: bool) -> None:
        """Switch the hints on or off: what each column is worth."""
        if on != self.help.hinting and self.kind.has_solver:
            self.help.hinting = on
            self.problem = self.problem if self.agent_failed else ""
        self._draw()

    def set_review(self, on: bool) -> None:
        """Switch the review on or off: the moves of the game beside perfect play."""
        if on != self.help.reviewing and self.kind.has_solver:
            self.help.reviewing = on and bool(self.moves)
            self.problem = self.problem if self.agent_failed else ""
            self.game.shown = self.help.finish(self.states, self.game.shown)
        self._draw()

    def set_bar(self, on: bool) -> None:
        """Switch the evaluation bar on or off: what the agent thinks of the position."""
        self.judging = on
        self._draw()

    def close(self) -> None:
        """Take the board off the page."""
        rest(self.agents.values())
        super().close()

    def think(self) -> None:
        """Work out a position that hints or the review need, or have the one shown judged."""
        task = "The review" if self.help.reviewing else "Hints"
        try:
            for state in self.help.missing(self.states, self.game.shown)[:1]:
                self.help.known.analyze(state)
            self.game.shown = self.help.finish(self.states, self.game.shown)
        except (KeyboardInterrupt, Exception) as error:
            stopped = isinstance(error, KeyboardInterrupt)
            self.problem = f"{task}: stopped." if stopped else f"{task}: {error}"
            self.help.hinting = self.help.reviewing = False
        if self._is_to_judge and not self.help.missing(self.states, self.game.shown):
            then = partial(on_main_thread, self._draw_judgement)
            self.opinions.judge(*self._judge_and_state, then)
        self._draw()

    def _on_message(self, _: object, message: dict[str, Any], __: object) -> None:
        def act() -> None:
            self._action = do
            getattr(self, do)(*given)

        match message:
            case {"do": str(do), "with": [*given]} if ACTIONS.get(do) == [*map(type, given)]:
                on_main_thread(act)

    # ---- whose turn it is ------------------------------------------------------------------

    @property
    def _only_people(self) -> bool:
        return self.agents[self.opponent] is None

    def _is_mine(self, state: State) -> bool:
        return state.player != CHANCE and (self._only_people or state.player == self.you)

    @property
    def _is_open(self) -> bool:
        """Whether the reader can play a move now: also the agent's, once it has failed."""
        return self.game.is_at_end and (self._is_mine(self.state) or self.agent_failed)

    @property
    def _playable(self) -> Sequence[Move]:
        return self.state.moves() if self._is_open else []

    @property
    def _mine_before(self) -> list[int]:
        """The earlier positions in which it was the reader's turn."""
        return [n for n, state in enumerate(self.states[:-1]) if self._is_mine(state)]

    def _go_on(self) -> None:
        """Show the latest position and, if it is the agent's turn, let it play."""
        self.problem = ""
        self.agent_failed = False
        self.help.reviewing, self.help.review = False, None
        self.game.shown = len(self.moves)
        rest(self.agents.values())  # of what they ponder on; it may never be asked about
        self._answer()

    def _answer(self) -> None:
        """Let the dice and the agent play while it is their turn."""
        while not self.state.is_over and not self._is_mine(self.state) and not self.agent_failed:
            if self.state.player == CHANCE:
                self.game.push(drawn(self.state, self.dice))
            else:
                self._draw(thinking=True)
                self._let_agent_play()
        self._draw()

    def _let_agent_play(self) -> None:
        """Play the agent's move; one that fails or is stopped leaves a problem behind."""
        agent = self.agents[self.opponent]
        assert agent is not None  # else all turns are the readers'
        state = self.state
        try:
            move = self.opinions.ask(self.opponent, agent, state)
            if self.state is state:  # else it has touched the board while it was thinking
                self.game.push(move)
                self.met = self.opponent
        except KeyboardInterrupt:
            hints = " Hints are off now, too." if self.help.hinting else ""
            self.problem = f"{self.opponent} was stopped.{hints}"
            self.help.hinting = False  # whoever stops the kernel wants no new work
        except BaseException as error:  # whatever it is, SystemExit included: the board stays
            said = self.opponent.endswith(f" ({described(error, plain=True)})")  # an exercise's
            failed = f"{self.opponent} failed with {described(error)}"
            self.problem = self.opponent if said else failed
        self.agent_failed = bool(self.problem)

    # ---- what the page shows ---------------------------------------------------------------

    def _draw(self, thinking: bool = False) -> None:
        state, shown = self.game.on_board, self.game.shown
        marks = self.help.marks(state, shown, thinking)
        bar, shares = None, None
        if self.judging and self._can_judge:
            who = self._judge_and_state
            shares = self.opinions.shares(*who)
            is_thinking = thinking or self.opinions.is_due(*who)
            bar = self.opinions.bar(*who, is_thinking) | self.kind.strip(state, shares)
        note = "" if thinking else self.help.note(self.states, shown)
        missing = bool(self.help.missing(self.states, shown))
        found = self.help.review if self.help.reviewing else None
        frame = {
            "number": self.frame.get("number", 0) + 1,  # no two frames are the same
            "action": self._action,
            "kind": self.kind.name,
            **self.kind.draw(self.game, [] if thinking else self._playable, marks, shares or {}),
            "outlook": {move: mark.words for move, mark in (marks or {}).items()},
            "status": self._status(thinking),
            "note": getattr(state, "caption", "") or note,
            "problem": self.problem,
            "thinking": thinking,
            "wants": (missing or self._is_to_judge) and not thinking,
            "ask": self.agent_failed,
            "first": self.game.first,
            "ply": self.game.ply,
            "plies": self.game.plies,
            "undo": bool(self._mine_before) and self.game.is_at_end,
            "swap": not self._only_people,
            "agents": list(self.agents),
            "agent": list(self.agents).index(self.opponent),
            "game": self.state.to_moves() if self.kind.has_solver else None,
            "judges": self._can_judge,
            "bar": bar,
            "hints": self.help.hinting,
            "review": self.help.reviewing,
            "verdict": found.verdict if found else "",
            "faults": faults(found) if found else [],
        }
        self.frame = legible(frame)

    def _draw_judgement(self) -> None:
        self._action = "think"  # so that a page where a click is on its way waits for its answer
        self._draw()

    @property
    def _judge_and_state(self) -> tuple[str, Agent | None, Any]:
        return self.opponent, self.agents[self.opponent], self.game.on_board

    @property
    def _is_to_judge(self) -> bool:
        """Whether the agent is to judge the position shown, and free to do so."""
        wanted = self.judging and self._can_judge and not self.opinions.is_judging
        return wanted and self.opinions.is_due(*self._judge_and_state)

    @property
    def _can_judge(self) -> bool:
        """Whether there is a bar: for games of two, if a player says what it thinks."""
        wanted = self.judging or any(map(can_judge, self.agents.values()))
        return wanted and players_of(self.start) == 2

    def _status(self, thinking: bool) -> str:
        """What a reader needs to know now, in a sentence or two."""
        state, reviewed = self.state, self.help.reviewed(self.game.shown)
        if reviewed is not None:
            return move_sentence(reviewed, self.game.plies)
        if not self.game.is_at_end:
            return f"{self._where} Slide right to play on."
        if state.is_over:
            return self._end(state)
        sign = SIGNS[state.player]
        if thinking:
            return f"{self.opponent} ({sign}) is thinking …"
        if self.agent_failed:
            return f"Play a move for {sign}, ask again, undo, or choose another player."
        turn = f"{sign} to move." if self._only_people else f"You are {sign}. Your move."
        told = self.kind.told(self.game, self.game.since(self._is_mine, self._only_people))
        is_pondering = getattr(self.agents[self.opponent], "is_pondering", False)
        meanwhile = f"{self.opponent} thinks on your time." if is_pondering is True else ""
        return " ".join(filter(None, (told, turn, self.kind.blocked(state), meanwhile)))

    @property
    def _where(self) -> str:
        """Which position is shown, if not the latest."""
        if self.game.ply:
            return f"After move {self.game.ply} of {self.game.plies}."
        is_empty = not self.game.first and self.kind.is_empty(self.start)
        return "The empty board." if is_empty else "The first position."

    def _end(self, state: State) -> str:
        """Who has won the finished game."""
        winners = [n for n in range(players_of(state)) if state.utility(n) > 0]
        if not winners or self.agents[self.met] is None:
            return outcome(state).replace("won.", "won!")
        signs = " and ".join(SIGNS[n] for n in winners)
        return "You have won!" if self.you in winners else f"{self.met} ({signs}) has won."

    def __repr__(self) -> str:
        if self._only_people:
            return f"<board: {self.state!r}, played by people>"
        return f"<board: {self.state!r}, you are {SIGNS[self.you]} against {self.opponent}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live board, and beside it the picture that a page without a kernel shows."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        still = self.kind.draw(self.game, [], None, {})
        picture = Picture(still["svg"], still["alt"])._repr_html_()
        texts = {"text/plain": repr(self), "text/html": picture + RUN_ME}
        return {**data, **legible(texts)}, metadata
