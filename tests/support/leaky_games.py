"""Games that leak on purpose: wrappers around a real game which the leak check must catch, or it checks nothing."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec

from engines.contract import Choices, Event, EventData, Move, Position, Seat, View


class Leak(EventData, frozen=True, tag="leak"):
    """Something sent that must stay secret."""

    what: str


class Leaky:
    """A position that leaks something; everything else is the real one's."""

    def __init__(self, real: Position) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "_real":
            object.__setattr__(self, name, value)
        else:
            setattr(self._real, name, value)

    @staticmethod
    def fits(position: Position) -> bool:
        """Returns whether this leak is possible at such a position."""
        return True

    def copy(self) -> Leaky:
        return type(self)(self._real.copy())

    def secret(self) -> str:
        return hashlib.sha256(self._real.snapshot()).hexdigest()


class InTheView(Leaky):
    """A view depends on hidden things."""

    def view(self, seat: Seat | None) -> View:
        view = self._real.view(seat)
        return msgspec.structs.replace(view, options={**view.options, "leak": self.secret()})


class InTheEvents(Leaky):
    """A public event depends on hidden things."""

    def play(self, seat: Seat, move: Move) -> list[Event]:
        return [*self._real.play(seat, move), Event(Leak(self.secret()))]


class InTheChoices(Leaky):
    """The choices of one seat depend on hidden things."""

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return msgspec.structs.replace(self._real.choices(seat, said), ask=self.secret())


class AtOnce(Leaky):
    """A choice of a joint stage is sent before the others have chosen."""

    @staticmethod
    def fits(position: Position) -> bool:
        return len(position.pending()) > 1

    def play(self, seat: Seat, move: Move) -> list[Event]:
        joint = len(self._real.pending()) > 1
        events = self._real.play(seat, move)
        return [*events, Event(Leak(" ".join(move)))] if joint else events


class LeakyGame:
    """The real game with leaky positions."""

    def __init__(self, real: Any, leak: type[Leaky]) -> None:
        self._real = real
        self._leak = leak

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def determinize(self, view: View, rng: random.Random) -> Leaky:
        options = {key: value for key, value in view.options.items() if key != "leak"}
        return self._leak(self._real.determinize(msgspec.structs.replace(view, options=options), rng))


LEAKS: tuple[type[Leaky], ...] = (InTheView, InTheEvents, InTheChoices, AtOnce)
