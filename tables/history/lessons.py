"""A lesson's table: a fixed deal that one person plays, with scripted moves for the others. Only the learner's moves are
stored; the table is in no list, and nobody is notified of it.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from data.guides import Lesson, LessonStep
from engines import notation
from engines.base import by_rules
from engines.contract import Choices, Event, Fleeting, Game, IllegalMove, Move, Position, Revealing, Seat, View
from engines.draws import SEED_BYTES

LEARNER: Seat = 0


class LessonTable:
    """The table of a lesson after its learner's moves. The position stays inside; only views leave it."""

    def __init__(self, game: Game, lesson: Lesson, moves: Sequence[str] = ()) -> None:
        """Raises IllegalMove if the moves are not (or no longer) those of this lesson."""
        self._lesson = lesson
        dealt = by_rules(game, lesson.rules or game.rules_version)
        assert dealt is not None
        self._position: Position = dealt.start(lesson.seats, lesson.options, lesson.seed.to_bytes(SEED_BYTES, "big"))
        if isinstance(game, Revealing):
            game.wait_for_looks(self._position)
        self.moves_made: list[str] = []
        """The learner's moves, in notation."""
        self.made = 0
        """Number of steps made."""
        self.events: list[Event] = []
        """The events since and including the learner's last move, as far as they may know them."""
        self.played = 0
        """Number of moves played by everybody."""
        self._reply(lesson.before)
        self.events = []
        for move in moves:
            self.play(notation.read(move))

    @property
    def step(self) -> LessonStep | None:
        """The current step; None: the lesson is over."""
        return self._lesson.steps[self.made] if self.made < len(self._lesson.steps) else None

    @property
    def wanted(self) -> Move:
        """The move that the lesson points to; () when it is over."""
        return notation.read(self.step.expect[0]) if self.step is not None else ()

    @property
    def view(self) -> View:
        """What the learner may know."""
        return self._position.view(LEARNER)

    @property
    def public(self) -> View:
        """What everybody may know."""
        return self._position.view(None)

    def recalled_view(self, game: Game, level: str) -> View:
        """Returns what a computer player of this level would remember in the learner's place."""
        return game.recall(self._position, LEARNER, level) if isinstance(game, Fleeting) else self.view

    def choices(self, said: Move) -> Choices:
        """Returns what the learner may say next."""
        return self._position.choices(LEARNER, said)

    def right(self, move: Move) -> bool:
        """Returns whether the step accepts this move. Words chosen together may be in any order."""
        if self.step is None:
            return False
        loose = self._position.choices(LEARNER, move[:1]).together > 1
        said = sorted(move) if loose else list(move)
        for line in self.step.expect:
            words = sorted(line.split()) if loose else line.split()
            if len(words) == len(said) and all(map(fnmatchcase, said, words)):
                return True
        return False

    def play(self, move: Move) -> None:
        """Play the learner's move and the replies to it. Raises IllegalMove if the step does not accept it."""
        step = self.step
        if step is None or not self.right(move):
            raise IllegalMove("tables.refusal.unreadable")
        self.events = []
        self._play(LEARNER, move)
        self.moves_made.append(notation.write(move))
        self._reply(step.replies)
        self.made += 1

    def go(self, moves: int) -> None:
        """Play on as the lesson intends until this number of moves has been played; `events` then has all of them."""
        for step in self._lesson.steps[self.made :]:
            for seat, move in ((LEARNER, notation.read(step.expect[0])), *map(_reply, step.replies)):
                if self.played >= moves:
                    return
                self._play(seat, move)
            self.made += 1

    def _reply(self, lines: Sequence[str]) -> None:
        for seat, move in map(_reply, lines):
            self._play(seat, move)

    def _play(self, seat: Seat, move: Move) -> None:
        happened = self._position.play(seat, move)
        self.events += [event for event in happened if event.to is None or LEARNER in event.to]
        self.played += 1


def _reply(line: str) -> tuple[Seat, Move]:
    seat, _, move = line.partition(" ")
    return int(seat), notation.read(move)
