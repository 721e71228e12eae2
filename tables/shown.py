"""What the hall tells the cogs: plain values, no position, no Discord object."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.contract import Choices, Result, Seat, View


class Person(msgspec.Struct, frozen=True):
    """A person as Discord names them: user id and display name (anything at all)."""

    user: int
    name: str


class Place(msgspec.Struct, frozen=True):
    """Where a table stands: server, channel (or thread)."""

    guild: int
    channel: int


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How many lobbies and games may be open at once for one person, server and channel."""

    tables_per_user: int = 10
    tables_per_guild: int = 200
    tables_per_channel: int = 25


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person (`user`) or a computer player (`level`). `resigned`: the computer plays on for them."""

    name: str
    user: int | None = None
    level: str | None = None
    resigned: bool = False


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """A request to take back what one may not take back alone: the last move of `seat` and everything since.

    `id` tells the requests of a table apart (0: only possible, not made). `asked`: the seats of people who have to agree, and
    `agreed` those who have. The move: journal line `number`, of `turn`, with the public `events` (plain) it had.
    """

    id: int
    seat: Seat
    asked: tuple[Seat, ...]
    number: int
    turn: int
    events: tuple[dict[str, Any], ...] = ()
    agreed: tuple[Seat, ...] = ()


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody may know it.

    `state`: `lobby`, `playing`, `over` or `cancelled`. `seats` in seniority order (youngest first) once playing; in the lobby
    in the order shown, which is that order unless `random_order`. `version` rises with every stored change. `commitment`:
    SHA-256 (hex) of the seed, "" in the lobby; `seed`: hex, "" until the game is over. `agreed`: the users who want the running
    game cancelled. `asking`: the request to take back that is open. Times in Unix seconds.
    """

    id: int
    place: Place
    game: str
    options: dict[str, str]
    pace: str
    language: str
    state: str
    host: int
    seats: tuple[SeatInfo, ...]
    random_order: bool
    created: float
    changed: float
    version: int
    stage: int = 0
    turn: int = 0
    pending: tuple[Seat, ...] = ()
    deadline: float | None = None
    commitment: str = ""
    seed: str = ""
    result: Result | None = None
    agreed: tuple[int, ...] = ()
    asking: Asking | None = None


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """A table seen by one person: `seat` is theirs (None: a spectator), `view` what that seat may know (None in the lobby),
    `choices` what they may say first, `can_take_back` whether `take_back` would do something, `may_ask` what they could ask the
    others to take back instead.

    What will vanish again stands in no `view`. `fleeting` has it besides, for the one message that is edited when it goes:
    only where it was asked for, and only while there is something to be seen.
    """

    table: TableInfo
    seat: Seat | None = None
    view: View | None = None
    choices: Choices = Choices()
    can_take_back: bool = False
    may_ask: Asking | None = None
    fleeting: View | None = None


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """How a person wants to be told. `language` None: Discord's locale decides. `dm`: hands as direct messages. `private`: the
    "My hand" answer (the two copies of a hand; either can be switched off). `dm_closed`: Discord refused a direct message.
    """

    language: str | None = None
    dm: bool = True
    private: bool = True
    dm_closed: bool = False


class Standing(msgspec.Struct, frozen=True):
    """One line of a leaderboard. `places`: how often first, second, third, fourth."""

    place: int
    user: int
    name: str
    games: int
    wins: int
    places: tuple[int, int, int, int]


class Standings(msgspec.Struct, frozen=True):
    """A server's leaderboard of one game (or all: `game` None), best first, ties sharing their place."""

    guild: int
    game: str | None
    rows: tuple[Standing, ...]


class Row(msgspec.Struct, frozen=True):
    """One row of the outbox: what Discord must be told (see docs/architecture.md)."""

    id: int
    serial: int
    table: int
    kind: str
    payload: dict[str, object]
    due: float
    attempts: int
