"""A stored game step by step: what each seat knew, what happened, who moved.

A replay is played from the record alone, by the current rules. It keeps a position every few steps and plays on from there, so
that every step is quickly available and memory use stays low. `Replay` has everything that is true, and is for finished games
only; `Recap` has what one person may know of a running game.

"All cards open" is the spectator's view together with the view of each seat. Everything hidden at a table is hidden in
somebody's hand, and each seat's view shows its own. So no picture is needed that the games do not draw anyway.
"""

import asyncio
import contextlib
import random
import threading
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from engines.base import by_rules
from engines.contract import Choices, Event, Fleeting, Game, IllegalMove, Move, Position, Result, Seat, Successive, View
from tables.errors import NotSeated, Refusal
from tables.history.record import Record
from tables.history.record_steps import initial_position, look
from tables.rules.reading import Cover

EVERY = 16
"""Steps between two stored positions."""

LONGEST = 5000
"""The most moves of a game that is replayed; none of our games comes near it."""


class NoReplay(Refusal):
    """The game cannot be replayed: it is not over, was played by other rules, or its record is inconsistent."""

    default = "tables.replay.broken"


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a game: the start, or a move and its events."""

    number: int
    """0: the start; then the counted moves, from 1."""
    seat: Seat | None
    """The seat that moved; None: the start."""
    move: Move
    """() at the start."""
    events: tuple[Event, ...]
    """The events, including secret ones (`Event.to`)."""
    turn: int
    """The turn in which the move was made; at the start, the first."""
    stage: int
    """The stage that it answered; at the start, the first."""

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Returns the events that this seat was told; None: a spectator."""
        return tuple(event for event in self.events if event.to is None or seat in event.to)


class Replay:
    """A finished game. Thread-safe. `last` is the number of the last step."""

    def __init__(self, kept: Record, game: Game) -> None:
        """Play the game once. Raises NoReplay."""
        self.record = kept
        self.game = check(kept, game)
        self._played = _PlayedMove(kept, self.game)

    @property
    def seats(self) -> int:
        return len(self.record.seats)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.record.moves)

    @property
    def turns(self) -> tuple[tuple[int, int], ...]:
        """The number of each turn that was begun, with the number of the step after which it is asked."""
        return tuple(self._played.turns.items())

    @property
    def rounds(self) -> tuple[int, ...]:
        """The steps at which a round is over, ascending, with the start and the last step. If the seats play one after the
        other, a round is over when a seat is on turn again; otherwise each turn is a round.
        """
        return tuple(sorted({*self._played.rounds, self.last}))

    @property
    def hides(self) -> bool:
        """Whether anything was ever visible to one seat only."""
        return self._played.hides

    @property
    def result(self) -> Result | None:
        """The result by the rules at the last step; None if the game was decided before its rules ended it."""
        return self._played.result

    def step(self, number: int) -> ReplayStep:
        """Returns a step. Raises IndexError if there is none with that number."""
        return self._played.at(number)[1]

    def steps(self) -> Iterator[ReplayStep]:
        """Returns all steps in order."""
        return (self.step(number) for number in range(self.last + 1))

    def names(self, number: int) -> tuple[str, ...]:
        """Returns the name of the person on each seat when this step was made."""
        line = self.record.moves[number - 1].line if number else 0
        found = [sitting.name for sitting in self.record.seats]
        if number and not line:
            return tuple(found)  # a record of an earlier version does not contain it
        for gone in reversed(self.record.departed):  # oldest last, which is who sat there first
            if line < gone.line:
                found[gone.seat] = gone.name
        return tuple(found)

    def stood_in(self, number: int) -> bool:
        """Returns whether the computer player made this step's move for a person."""
        if not number:
            return False
        made = self.record.moves[number - 1]
        return made.computer and self.record.seats[made.seat].kind != "computer"

    def view(self, number: int, seat: Seat | None = None) -> View:
        """Returns what this seat knew after a step; None: a spectator."""
        return self._played.at(number)[0].view(seat)

    def choices(self, number: int, seat: Seat, said: Move) -> Choices:
        """Returns what this seat could say after a step and these words."""
        return self._played.at(number)[0].choices(seat, said)

    def views(self, number: int, seat: Seat, moves: Sequence[Move]) -> list[View]:
        """Returns what this seat would know before each of these moves, made one after the other from this step on. A move that
        is illegal there, because chance brought something else, is skipped.
        """
        position = self.position(number)
        found = []
        for move in moves:
            found.append(position.view(seat))
            with contextlib.suppress(IllegalMove):
                position.play(seat, move)
        return found

    def position(self, number: int) -> Position:
        """Returns a copy of the full position after a step. It does not leave `tables/`."""
        return self._played.at(number)[0].copy()

    def possible_position(self, number: int, seat: Seat, luck: bytes) -> str:
        """Returns a stored position that this seat could have been in after a step, by what it knew then and, where something
        is shown only for a moment, had been shown. Everything hidden from it is dealt by `luck`.
        """
        position = self.position(number)
        view = position.view(seat)
        if isinstance(self.game, Fleeting):
            view = self.game.recall(position, seat, self.game.levels[-1])
        rng = random.Random(luck)  # noqa: S311 - the bytes are the secret
        possible: Position = self.game.determinize(view, rng)
        return possible.snapshot().decode()


class SeenStep(msgspec.Struct, frozen=True):
    """A step as one person saw it."""

    step: ReplayStep
    """Without the words and secrets of others."""
    public: View
    """The spectator's view after it, without what is hidden again; so is the next one."""
    mine: View
    """The person's view after it."""


class Recap:
    """What has happened in a running game since a person's last move (included), as they saw it, and nothing else."""

    def __init__(self, kept: Record, game: Game, seat: Seat, first: int, cover: Cover | None) -> None:
        """`kept`: the record so far with its seed; `first`: the first step. Raises NoReplay."""
        played = _PlayedMove(kept, check(kept, game, running=True), keep=len(kept.moves) + 1)
        self.seat = seat
        self.steps: list[SeenStep] = []
        for number in range(first, len(kept.moves) + 1):
            position, step = played.at(number)
            public, mine = position.view(None), position.view(seat)
            own = step.move if step.seat == seat else ()
            seen = replace(step, move=own, events=step.events_for(seat))
            self.steps.append(SeenStep(seen, public, mine) if cover is None else SeenStep(seen, cover(public), cover(mine)))


def check(kept: Record, game: Game | None, *, running: bool = False) -> Game:
    """Returns the game by the rules of this record. Raises NoReplay, with the reason, if it cannot be replayed."""
    if not kept.over and not running:
        raise NoReplay("tables.replay.not-over")
    if game is None:
        raise NoReplay("tables.replay.unknown-game", game=kept.game)
    if (ruled := by_rules(game, kept.rules_version)) is None:
        raise NoReplay("tables.replay.other-rules", theirs=kept.rules_version, ours=game.rules_version)
    if len(kept.moves) > LONGEST:
        raise NoReplay("tables.replay.too-long", most=LONGEST)
    return ruled


async def played_again(kept: Record, games: Mapping[str, Game]) -> Replay:
    """Returns the game of a record step by step. Raises NoReplay."""
    game = games.get(kept.game)
    check(kept, game)
    assert game is not None
    return await asyncio.to_thread(Replay, kept, game)


class _PlayedMove:
    """The positions and steps of a record."""

    def __init__(self, kept: Record, game: Game, keep: int = EVERY) -> None:
        self._kept = kept
        self._game = game
        self._every = keep
        self._lock = threading.Lock()
        self._positions: dict[int, Position] = {}
        self.turns: dict[int, int] = {}
        self.rounds: list[int] = []
        self._on_turn: set[Seat] = set()
        """The seats that have been on turn in this round."""
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
        asked = position.pending()
        if asked and position.turn not in self.turns:
            self.turns[position.turn] = number
            if not number or asked[0] in self._on_turn or not isinstance(self._game, Successive):
                self.rounds.append(number)
                self._on_turn.clear()
            self._on_turn.add(asked[0])
        if number % self._every == 0:
            self._positions[number] = position.copy()
            self.hides = self.hides or any(position.view(seat).private for seat in range(len(self._kept.seats)))

    def at(self, number: int) -> tuple[Position, ReplayStep]:
        """Returns a step and the position after it, which must not be modified."""
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

    def _start(self) -> tuple[Position, ReplayStep]:
        position = initial_position(self._kept, self._game)
        turn, stage = position.turn, position.stage
        events = self._looks(position, 0)
        return position, ReplayStep(number=0, seat=None, move=(), events=events, turn=turn, stage=stage)

    def _on(self, position: Position, number: int) -> tuple[Position, ReplayStep]:
        """Play a move in place."""
        played = self._kept.moves[number - 1]
        if played.seat not in range(len(self._kept.seats)):
            raise NotSeated
        turn, stage = position.turn, position.stage
        events = (*position.play(played.seat, played.words), *self._looks(position, number))
        return position, ReplayStep(number=number, seat=played.seat, move=played.words, events=events, turn=turn, stage=stage)

    def _looks(self, position: Position, number: int) -> tuple[Event, ...]:
        """Make the look that was recorded as part of the move before, and return its events."""
        return tuple(look(position, self._game, self._kept.moves[number])) if number < len(self._kept.moves) else ()
