"""Toy games for the tests of the tables: `steps` (by turns, with a reveal) and `coins` (joint secret choices)."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engines.base import BaseGame
from engines.contract import (
    Candidate,
    Choices,
    Event,
    EventData,
    Game,
    IllegalMove,
    Move,
    Option,
    Planned,
    Position,
    Result,
    Seat,
    ShortForm,
    Term,
    View,
)
from engines.draws import below
from engines.judging import rank

ASKED = Option("length", ("short", "long"))


class Added(EventData, frozen=True, tag="added"):
    seat: Seat
    number: int


class Looked(EventData, frozen=True, tag="looked"):
    seat: Seat
    number: int


class Ended(EventData, frozen=True, tag="ended"):
    seat: Seat


class Shown(EventData, frozen=True, tag="shown"):
    coins: tuple[int, ...]
    points: tuple[int, ...]


class Counted(EventData, frozen=True, tag="counted"):
    pass


class StepsView(View, frozen=True, kw_only=True):
    sums: tuple[int, ...]
    said: int


class Steps(msgspec.Struct):
    """By turns, each says numbers 1–3 until `end`. `look` draws a hidden number and adds it: it reveals, and ends the turn."""

    seed: bytes
    options: dict[str, str]
    sums: list[int]
    stage: int = 1
    turn: int = 1
    said: int = 0
    draws: int = 0

    @property
    def length(self) -> int:
        return {"short": 2, "long": 6}[self.options["length"]] * len(self.sums)

    @property
    def mover(self) -> Seat:
        return (self.turn - 1) % len(self.sums)

    def pending(self) -> tuple[Seat, ...]:
        return () if self.turn > self.length else (self.mover,)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        if seat not in self.pending():
            return Choices()
        if not said:
            return Choices(("add", "look", "end") if self.said < 3 else ("look", "end"), ask="what")
        if said == ("add",) and self.said < 3:
            return Choices(("1", "2", "3"), ask="number")
        whole = (said[0] == "add" and len(said) == 2 and said[1] in "123" and self.said < 3) or said in {("look",), ("end",)}
        return Choices(complete=whole)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        if not move or not self.choices(seat, move).complete:
            raise IllegalMove("tables.refusal.not-your-turn")
        self.stage += 1
        if move[0] == "add":
            self.said += 1
            self.sums[seat] += int(move[1])
            return [Event(Added(seat, int(move[1])))]
        events = [Event(Ended(seat))]
        if move[0] == "look":
            number = below(self.seed, self.draws, 100)
            self.draws += 1
            self.sums[seat] += number
            events = [Event(Looked(seat, number), reveals=True, scene=True), *events]
        self.said = 0
        self.turn += 1
        return events

    def retract(self, seat: Seat) -> list[Event]:
        raise IllegalMove("tables.refusal.nothing-to-take-back")

    def copy(self) -> Steps:
        return msgspec.structs.replace(self, sums=list(self.sums))

    def view(self, seat: Seat | None) -> StepsView:
        return StepsView(
            seat=seat, seats=len(self.sums), stage=self.stage, turn=self.turn, pending=self.pending(),
            over=not self.pending(), options=self.options, sums=tuple(self.sums), said=self.said,
        )  # fmt: skip

    def result(self) -> Result | None:
        if self.pending():
            return None
        places = tuple(1 + sum(other > own for other in self.sums) for own in self.sums)
        return Result(places, tuple(self.sums), "sum", places)

    def snapshot(self) -> bytes:
        return msgspec.json.encode(self)


class CoinsView(View, frozen=True, kw_only=True):
    points: tuple[int, ...]
    hand: tuple[str, ...] = ()


class Coins(msgspec.Struct):
    """Each round, all players choose a coin in secret. Then all are shown, and the highest one shown only once scores."""

    seed: bytes
    options: dict[str, str]
    hands: list[list[str]]
    picks: list[str]
    points: list[int]
    stage: int = 1

    @property
    def turn(self) -> int:
        return self.stage

    def over(self) -> bool:
        return not self.hands[0]

    def pending(self) -> tuple[Seat, ...]:
        return () if self.over() else tuple(seat for seat, pick in enumerate(self.picks) if not pick)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        if self.over():
            return Choices()
        if not said:
            return Choices(tuple(self.hands[seat]), ask="coin")
        return Choices(complete=len(said) == 1 and said[0] in self.hands[seat])

    def play(self, seat: Seat, move: Move) -> list[Event]:
        if not move or not self.choices(seat, move).complete:
            raise IllegalMove("tables.refusal.not-your-turn")
        self.picks[seat] = move[0]
        if self.pending():
            return []
        shown = [int(pick.removeprefix("coin-")) for pick in self.picks]
        single = [coin for coin in shown if shown.count(coin) == 1]
        if single:
            self.points[shown.index(max(single))] += max(single)
        for hand, pick in zip(self.hands, self.picks, strict=True):
            hand.remove(pick)
        self.picks = [""] * len(self.picks)
        self.stage += 1
        return [Event(Shown(tuple(shown), tuple(self.points)), reveals=True, scene=True), Event(Counted())]

    def retract(self, seat: Seat) -> list[Event]:
        if self.over() or not self.picks[seat]:
            raise IllegalMove("tables.refusal.nothing-to-take-back")
        self.picks[seat] = ""
        return []

    def copy(self) -> Coins:
        return msgspec.structs.replace(
            self, hands=[list(hand) for hand in self.hands], picks=list(self.picks), points=list(self.points)
        )

    def view(self, seat: Seat | None) -> CoinsView:
        return CoinsView(
            seat=seat, seats=len(self.picks), stage=self.stage, turn=self.turn, pending=self.pending(), over=self.over(),
            options=self.options, points=tuple(self.points), private=seat is not None,
            hand=() if seat is None else tuple(self.hands[seat]),
            chosen=() if seat is None or not self.picks[seat] else (self.picks[seat],),
        )  # fmt: skip

    def result(self) -> Result | None:
        if not self.over():
            return None
        places = tuple(1 + sum(other > own for other in self.points) for own in self.points)
        return Result(places, tuple(self.points), "points", places)

    def snapshot(self) -> bytes:
        return msgspec.json.encode(self)


class _Toy(BaseGame[Any, Any]):
    seats = range(2, 5)
    options = (ASKED,)
    rules_version = 1
    levels = ("easy", "normal")

    def candidates(
        self, view: View, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        """Returns the move that it plays, and `also`; nothing is compared."""
        chosen = self.choose_move(view, rng, level)
        others = tuple(Candidate(move, 0.0) for move in also if move != chosen)
        return (Candidate(chosen, 1 / view.seats, chosen=True), *others)

    def determinize(self, view: View, rng: random.Random) -> Position:
        raise NotImplementedError


class StepsGame(_Toy):
    key = "steps"
    view_type: type[View] = StepsView
    event_type = Added | Looked | Ended

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> Position:
        return Steps(seed, dict(options), [0] * seats)

    def load(self, snapshot: bytes) -> Position:
        return msgspec.json.decode(snapshot, type=Steps)

    def choose_move(self, view: View, rng: random.Random, level: str) -> Move:
        assert isinstance(view, StepsView)
        return ("add", rng.choice("123")) if view.said < 2 else ("end",)


class CoinsGame(_Toy):
    key = "coins"
    short = ShortForm(2, {})
    view_type: type[View] = CoinsView
    event_type = Shown | Counted

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> Position:
        coins = [f"coin-{number}" for number in range(1, {"short": 4, "long": 10}[options["length"]])]
        return Coins(seed, dict(options), [list(coins) for _ in range(seats)], [""] * seats, [0] * seats)

    def load(self, snapshot: bytes) -> Position:
        return msgspec.json.decode(snapshot, type=Coins)

    def choose_move(self, view: View, rng: random.Random, level: str) -> Move:
        """The level `slow` thinks longer than a test may take."""
        assert isinstance(view, CoinsView)
        if level == "slow":
            _think()
        return (rng.choice(view.hand),)

    def candidates(
        self, view: View, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        """The lowest coin is the best. The level `slow` thinks longer than a test may take."""
        assert isinstance(view, CoinsView)
        if level == "slow":
            _think()
        best = rng.choice(view.hand[:1])
        found = [
            Candidate((coin,), 0.9 - 0.1 * number, 0.05, (Term("coin", number + 1),), coin == best)
            for number, coin in enumerate(view.hand)
        ]
        return rank(found, limit, also)


def _think() -> None:
    """Think for an hour in steps, as a game does: a thought can be interrupted between two steps."""
    for _ in range(360_000):
        time.sleep(0.01)


def games() -> dict[str, Game]:
    """Returns the toys by key, as `engines.games` returns the real ones."""
    return {"coins": CoinsGame(), "steps": StepsGame()}


class InProcess:
    """Computer players without a separate process, for tests that are not about it."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        await self.may_answer.wait()
        return games()[game].choose_move(view, random.Random(seed), level)

    async def candidates(  # noqa: PLR0917 - the protocol's
        self, game: str, view: View, level: str, seed: int, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        await self.may_answer.wait()
        asked = games()[game]
        return asked.candidates(view, random.Random(seed), level, limit, also)

    async def compare_moves(
        self, game: str, view: View, level: str, seed: int, played: Sequence[Move]
    ) -> tuple[Candidate, ...]:
        asked = games()[game]
        assert isinstance(asked, Planned)
        return asked.compare(view, random.Random(seed), level, played)

    async def close(self) -> None:
        pass
