"""A stored game step by step: what anybody knew at each of them, what happened there, who moved.

A replay is played from the record alone, by the rules of today; it keeps a position now and then and plays on from there, so
that every step is at hand soon and memory stays small. `Replay` has everything that is true and is of finished games alone;
`Recap` has what one person may know of a game that still runs.

"All cards open" is the spectator's view beside the view of each seat: what is hidden at a table is hidden in somebody's hand,
and each seat's view shows its own. So there is no picture that the games did not draw while they were played.
"""

import contextlib
import threading
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from engines.contract import Event, Game, IllegalMove, Move, Position, Result, Seat, View
from tables.errors import NotSeated, Refusal
from tables.history.verify import Record, begun, look
from tables.rules.reading import Cover

EVERY = 16
"""Steps between two positions that are kept."""

LONGEST = 5000
"""Moves of a game that is replayed at most; none of our games comes near."""


class NoReplay(Refusal):
    """The game cannot be replayed: it is not over, it had other rules, or its record does not fit."""

    default = "tables.replay.broken"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a game: the start, or a move and what came of it."""

    number: int
    """0: the start; then the moves that count, from 1."""
    seat: Seat | None
    """Who moved; None: the start."""
    move: Move
    """() at the start."""
    events: tuple[Event, ...]
    """What happened, secrets (`Event.to`) included."""
    turn: int
    """The turn in which the move was made (at the start, the first)."""
    stage: int
    """The stage it answered (at the start, the first)."""

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """The events that this seat (None: a spectator) was told."""
        return tuple(event for event in self.events if event.to is None or seat in event.to)


class Replay:
    """A finished game. May be asked from several threads. `last` is the number of the last step."""

    def __init__(self, kept: Record, game: Game) -> None:
        """Plays the game once. Raises NoReplay."""
        check(kept, game)
        self.record = kept
        self.game = game
        self._played = _Played(kept, game)

    @property
    def seats(self) -> int:
        return len(self.record.seats)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.record.moves)

    @property
    def turns(self) -> tuple[tuple[int, int], ...]:
        """The number of each turn that was begun, with the number of the step after which it is asked for."""
        return tuple(self._played.turns.items())

    @property
    def hides(self) -> bool:
        """Whether anything in it was ever for one seat alone."""
        return self._played.hides

    @property
    def result(self) -> Result | None:
        """What the rules say at the last step; None where the game was decided before its rules ended it."""
        return self._played.result

    def step(self, number: int) -> Step:
        """A step. Raises IndexError where there is none of that number."""
        return self._played.at(number)[1]

    def steps(self) -> Iterator[Step]:
        """All steps in order."""
        return (self.step(number) for number in range(self.last + 1))

    def names(self, number: int) -> tuple[str, ...]:
        """Who sat on each seat when this step was made, by name."""
        line = self.record.moves[number - 1].line if number else 0
        found = [sitting.name for sitting in self.record.seats]
        if number and not line:
            return tuple(found)  # a record of an earlier version does not say
        for gone in reversed(self.record.departed):  # the oldest last: who sat there first
            if line < gone.line:
                found[gone.seat] = gone.name
        return tuple(found)

    def stood_in(self, number: int) -> bool:
        """Whether the computer player made this step's move for a person."""
        if not number:
            return False
        made = self.record.moves[number - 1]
        return made.computer and self.record.seats[made.seat].kind != "computer"

    def view(self, number: int, seat: Seat | None = None) -> View:
        """What this seat (None: a spectator) knew after a step."""
        return self._played.at(number)[0].view(seat)

    def views(self, number: int, seat: Seat, moves: Sequence[Move]) -> list[View]:
        """What this seat would know before each of these moves, made one after the other from this step on. A move that is
        illegal there, because chance brought something else, is skipped.
        """
        position = self.position(number)
        found = []
        for move in moves:
            found.append(position.view(seat))
            with contextlib.suppress(IllegalMove):
                position.play(seat, move)
        return found

    def position(self, number: int) -> Position:
        """Everything that was true after a step: a copy of the caller's own. It does not leave `tables/`."""
        return self._played.at(number)[0].copy()


class SeenStep(msgspec.Struct, frozen=True):
    """A step as one person saw it."""

    step: Step
    """Without others' words and secrets."""
    public: View
    """What a spectator saw after it; what vanishes again is covered, as in the next."""
    mine: View
    """What the person saw after it."""


class Recap:
    """What has happened in a running game from a person's last move on, as that person saw it: nothing else is kept in it."""

    def __init__(self, kept: Record, game: Game, seat: Seat, first: int, cover: Cover | None) -> None:
        """`kept`: the record so far with its seed; `first`: the step to begin with. Raises NoReplay."""
        check(kept, game, running=True)
        played = _Played(kept, game, keep=len(kept.moves) + 1)
        self.seat = seat
        self.steps: list[SeenStep] = []
        for number in range(first, len(kept.moves) + 1):
            position, step = played.at(number)
            public, mine = position.view(None), position.view(seat)
            own = step.move if step.seat == seat else ()
            seen = replace(step, move=own, events=step.events_for(seat))
            self.steps.append(SeenStep(seen, public, mine) if cover is None else SeenStep(seen, cover(public), cover(mine)))


def check(kept: Record, game: Game | None, *, running: bool = False) -> None:
    """Raises NoReplay, with the reason, if this record cannot be replayed here."""
    if not kept.over and not running:
        raise NoReplay("tables.replay.not-over")
    if game is None:
        raise NoReplay("tables.replay.unknown-game", game=kept.game)
    if game.rules_version != kept.rules_version:
        raise NoReplay("tables.replay.other-rules", theirs=kept.rules_version, ours=game.rules_version)
    if len(kept.moves) > LONGEST:
        raise NoReplay("tables.replay.too-long", most=LONGEST)


class _Played:
    """The positions and steps of a record."""

    def __init__(self, kept: Record, game: Game, keep: int = EVERY) -> None:
        self._kept = kept
        self._game = game
        self._every = keep
        self._lock = threading.Lock()
        self._positions: dict[int, Position] = {}
        self.turns: dict[int, int] = {}
        self.hides = False
        try:
            position, step = self._start()
            self._now = position, step
            self._note(position, 0)
            for number in range(1, len(kept.moves) + 1):
                self._now = position, step = self._on(position, number)
                self._note(position, number)
        except (IllegalMove, NotSeated, LookupError, ValueError, TypeError) as error:
            raise NoReplay from error
        self.result = position.result()

    def _note(self, position: Position, number: int) -> None:
        if position.pending():
            self.turns.setdefault(position.turn, number)
        if number % self._every == 0:
            self._positions[number] = position.copy()
            self.hides = self.hides or any(position.view(seat).private for seat in range(len(self._kept.seats)))

    def at(self, number: int) -> tuple[Position, Step]:
        """The position after a step, which nobody may change, and the step."""
        if number not in range(len(self._kept.moves) + 1):
            raise IndexError(number)
        with self._lock:
            position, step = self._now
            if step.number == number:
                return self._now
            if number == 0:
                self._now = self._start()
                return self._now
            before = (number - 1) // self._every * self._every
            position = self._positions[before].copy() if not before <= step.number < number else position.copy()
            at = before if not before <= step.number < number else step.number
            for each in range(at + 1, number + 1):
                position, step = self._on(position, each)
            self._now = position, step
            return self._now

    def _start(self) -> tuple[Position, Step]:
        position = begun(self._kept, self._game)
        turn, stage = position.turn, position.stage
        events = self._looks(position, 0)
        return position, Step(number=0, seat=None, move=(), events=events, turn=turn, stage=stage)

    def _on(self, position: Position, number: int) -> tuple[Position, Step]:
        """Play a move in place."""
        played = self._kept.moves[number - 1]
        if played.seat not in range(len(self._kept.seats)):
            raise NotSeated
        turn, stage = position.turn, position.stage
        events = (*position.play(played.seat, played.words), *self._looks(position, number))
        return position, Step(number=number, seat=played.seat, move=played.words, events=events, turn=turn, stage=stage)

    def _looks(self, position: Position, number: int) -> tuple[Event, ...]:
        """What was looked at together with the move before."""
        return tuple(look(position, self._game, self._kept.moves[number])) if number < len(self._kept.moves) else ()
