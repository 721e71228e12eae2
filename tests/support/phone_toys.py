"""Two tiny games with questions that suit a phone: `tiles` (rotation, preview, warning) and `rows` (a form of places)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engines.base import BaseGame
from engines.contract import Candidate, Choices, Event, EventData, Game, IllegalMove, Move, Option, Position, Result, Seat, View
from render.contract import Audience, Picture
from tests.support.extra_games import PlainRoom

TURNS = ("0", "90", "180")


class Laid(EventData, frozen=True, tag="laid"):
    seat: Seat


class Counted(EventData, frozen=True, tag="counted"):
    seat: Seat
    n: int


class Ended(EventData, frozen=True, tag="ended"):
    seat: Seat


class Shown(EventData, frozen=True, tag="shown"):
    rows: tuple[tuple[str, ...], ...]


class TilesView(View, frozen=True, kw_only=True):
    mover: Seat
    laid: tuple[str, ...]
    secret: str = ""


class Tiles(msgspec.Struct):
    """By turns, each lays a tile (`lay a1 90 road`, once a turn) and ends the turn; four turns. `hands`: they are secret."""

    options: dict[str, str]
    laid: list[str] = []
    done: bool = False
    stage: int = 1
    turn: int = 1

    def pending(self) -> tuple[Seat, ...]:
        return () if self.turn > 4 else ((self.turn - 1) % 2,)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        if seat not in self.pending():
            return Choices()
        if not said:
            return Choices(("end",) if self.done else ("lay", "end"), ask="what")
        if said == ("end",):
            return Choices(complete=True, warn="" if self.done else "waste")
        if said[0] != "lay" or self.done:
            return Choices()
        steps = [("a1", "b2"), TURNS, ("road", "none")]
        for word, offered in zip(said[1:], steps, strict=False):
            if word not in offered:
                return Choices()
        if len(said) == 4:
            return Choices(complete=True)
        return Choices(steps[len(said) - 1], ask="what", rotate=len(said) == 2) if len(said) < 4 else Choices()

    def play(self, seat: Seat, move: Move) -> list[Event]:
        if not move or not self.choices(seat, move).complete:
            raise IllegalMove("tables.refusal.not-your-turn")
        self.stage += 1
        if move[0] == "lay":
            self.laid.append("-".join(move[1:]))
            self.done = True
            return [Event(Laid(seat))]
        self.done = False
        self.turn += 1
        scenes = [Event(Counted(seat, n), scene=True, reveals=True) for n in range(3)]
        return [Event(Ended(seat)), *(scenes if self.options["scenes"] == "on" else [])]

    def retract(self, seat: Seat) -> list[Event]:
        raise IllegalMove("tables.refusal.nothing-to-take-back")

    def copy(self) -> Tiles:
        return msgspec.structs.replace(self, laid=list(self.laid))

    def view(self, seat: Seat | None) -> TilesView:
        return TilesView(
            seat=seat, seats=2, stage=self.stage, turn=self.turn, pending=self.pending(), over=not self.pending(),
            options=self.options, mover=(self.turn - 1) % 2, laid=tuple(self.laid),
            secret="" if seat is None else f"hand of {seat}",
            private=seat is not None and self.options["hands"] == "on",
        )  # fmt: skip

    def result(self) -> Result | None:
        return None if self.pending() else Result((1, 1), (0, 0), "sum", (1, 1))

    def snapshot(self) -> bytes:
        return msgspec.json.encode(self)


STOCK = ("lion", "lion", "owl", "fox", "bear")


class RowsView(View, frozen=True, kw_only=True):
    shown: tuple[tuple[str, ...], ...] = ()


class Rows(msgspec.Struct):
    """Twice, all players fill a row of three from the same stock in secret; then all rows are shown."""

    options: dict[str, str]
    picks: list[tuple[str, ...]]
    shown: list[tuple[str, ...]] = []
    stage: int = 1

    @property
    def turn(self) -> int:
        return self.stage

    def pending(self) -> tuple[Seat, ...]:
        return () if self.stage > 2 else tuple(seat for seat, pick in enumerate(self.picks) if not pick)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        if self.stage > 2:
            return Choices()
        if not said:
            return Choices(("row",), ask="row")
        if said[0] != "row" or len(said) > 4 or Counter(said[1:]) - Counter(STOCK):
            return Choices()
        if len(said) == 4:
            return Choices(complete=True)
        left = tuple((Counter(STOCK) - Counter(said[1:])).elements())
        again = ("row", *self.shown[seat]) if self.shown else ()
        return Choices(tuple(dict.fromkeys(left)), ask="row", slots=4 - len(said), stock=left, again=again)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        if not move or not self.choices(seat, move).complete:
            raise IllegalMove("tables.refusal.not-your-turn")
        self.picks[seat] = move[1:]
        if self.pending():
            return []
        self.shown, self.picks = self.picks, [()] * len(self.picks)
        self.stage += 1
        return [Event(Shown(tuple(self.shown)), reveals=True, scene=True)]

    def retract(self, seat: Seat) -> list[Event]:
        if not self.picks[seat]:
            raise IllegalMove("tables.refusal.nothing-to-take-back")
        self.picks[seat] = ()
        return []

    def copy(self) -> Rows:
        return msgspec.structs.replace(self, picks=list(self.picks), shown=list(self.shown))

    def view(self, seat: Seat | None) -> RowsView:
        return RowsView(
            seat=seat, seats=len(self.picks), stage=self.stage, turn=self.turn, pending=self.pending(),
            over=self.stage > 2, options=self.options, private=seat is not None,
            chosen=() if seat is None else self.picks[seat], shown=tuple(self.shown),
        )  # fmt: skip

    def result(self) -> Result | None:
        same = (1,) * len(self.picks)
        return None if self.stage <= 2 else Result(same, (0,) * len(self.picks), "sum", same)

    def snapshot(self) -> bytes:
        return msgspec.json.encode(self)


class _Toy(BaseGame[Any, Any]):
    rules_version = 1
    levels = ("only",)

    def determinize(self, view: View, rng: random.Random) -> Position:
        raise NotImplementedError

    def candidates(
        self, view: View, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        raise NotImplementedError


class TilesGame(_Toy):
    key = "tiles"
    seats = range(2, 3)
    options = (Option("scenes", ("off", "on")), Option("hands", ("off", "on")))
    view_type: type[View] = TilesView
    event_type = Laid | Counted | Ended

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> Position:
        return Tiles(dict(options))

    def load(self, snapshot: bytes) -> Position:
        return msgspec.json.decode(snapshot, type=Tiles)


class RowsGame(_Toy):
    key = "rows"
    seats = range(2, 4)
    options: tuple[Option, ...] = ()
    view_type: type[View] = RowsView
    event_type = Shown

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> Position:
        return Rows(dict(options), [()] * seats)

    def load(self, snapshot: bytes) -> Position:
        return msgspec.json.decode(snapshot, type=Rows)


class TilesRoom(PlainRoom):
    key = "tiles"

    def text(self, view: View, audience: Audience) -> str:
        assert isinstance(view, TilesView)
        return f"turn {view.turn}, laid {view.laid}"

    def hand(self, view: View, audience: Audience) -> Picture | None:
        assert isinstance(view, TilesView)
        return self.drawn(view.secret) if view.private else None

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        return self.drawn("preview of " + " ".join(said)) if said[:1] == ("lay",) else None


class RowsRoom(PlainRoom):
    key = "rows"

    def text(self, view: View, audience: Audience) -> str:
        assert isinstance(view, RowsView)
        return f"round {view.turn}, shown {view.shown}"

    def label(self, word: str, said: Move, view: View, audience: Audience) -> str:
        return f"Place {len(said)}" if word == "_" else super().label(word, said, view, audience)

    def hand(self, view: View, audience: Audience) -> Picture | None:
        assert isinstance(view, RowsView)
        return self.drawn(f"row of {view.chosen}") if view.private else None

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        return self.drawn("preview of " + " ".join(said))


GAMES: dict[str, Game] = {"tiles": TilesGame(), "rows": RowsGame()}
ROOMS: dict[str, PlainRoom] = {"tiles": TilesRoom(), "rows": RowsRoom()}

_COMMON = {
    "name": "Toy",
    "about": "A toy.",
    "rules": "Play with it.",
    "level.only": "only",
    "ask.what": "What do you do?",
    "ask.row": "Fill the row.",
    "warn.waste": "The tile is not laid yet.",
    "reason.sum": "the sum",
}
_SWITCHES = {f"option.{key}{value}": f"{key}{value}" for key in ("scenes", "hands") for value in ("", ".off", ".on")}
TEXTS = {"tiles": {**_COMMON, **_SWITCHES}, "rows": _COMMON}
