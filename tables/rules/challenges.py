"""Challenges: a finished game of one person whose deal others play too, in the same seat against the same computer players.

A try is an ordinary table in its person's direct messages, started from the seed of the challenger's game. Chance does not
depend on how a game is played, and computer players in a game with one person draw theirs from the seed and the question, so
equal moves lead to equal games. Until the challenge is over nothing shows the seed or record of the challenger's game or of a
try: people who have not finished theirs could learn the deal from it.
"""

import base64
import hashlib
from typing import Any

from msgspec.structs import replace

from data.records.days import ChallengeRow
from engines.contract import Game, Seat
from tables.errors import Refusal
from tables.model.people import Person
from tables.model.table import Change, Table
from tables.model.table_info import DIRECT, Place, PublicFields
from tables.rules import lobby
from tables.rules.context import Context
from tables.time.timing import DAY

OPEN = 7 * DAY
"""Seconds for which a challenge can be taken."""

CODE_BYTES = 5
"""Bytes of a hash from which a code is made."""


def may_challenge(table: PublicFields, user: int) -> bool:
    """Returns whether this person may challenge others with a table: they have played it to its end, alone against computer
    players or nobody, and from its start.
    """
    people = [info.user for info in table.seats if info.user is not None and not info.resigned]
    alone = people == [user] and not table.departed
    return alone and table.state == "over" and table.result is not None and table.closed is None and not is_taken(table)


def is_taken(table: PublicFields) -> bool:
    """Returns whether a game has its deal from elsewhere: it is no challenge of its own."""
    return bool(table.deal) or table.origin is not None or table.tournament is not None


def declare(context: Context) -> Change | None:
    """Let others play the deal of a game for a week; None: they can already. Raises Refusal."""
    table, user = context.table, context.user
    if not may_challenge(table, user):
        raise Refusal("tables.refusal.challenge-not-alone")
    if table.rules_version != context.game.rules_version:
        raise Refusal("tables.refusal.challenge-rules")
    if table.secret_until:
        return None
    until = context.now + OPEN
    new = replace(table, secret_until=until, version=table.version + 1)
    row = ChallengeRow(code_of(table), user, table.place.guild, table.id, until)
    return Change(loaded=context.loaded.with_table(new), challenge=row)


def code_of(table: Table) -> str:
    """Returns the code of the challenge with a table: eight letters and digits that nobody can guess."""
    code = hashlib.sha256(b"challenge" + table.seed + str(table.id).encode()).digest()[:CODE_BYTES]
    return base64.b32encode(code).decode().lower()


def prepare(
    person: Person, channel: int, game: Game, challenge: ChallengeRow, played: Table, *, now: float, language: str
) -> Change:
    """Returns the lobby of a try, with the computer players of the challenger's game on the same seats."""
    seat = seat_of(played)
    fields: dict[str, Any] = {
        "friendly": True,
        "random_order": False,
        "challenge": challenge.code,
        "secret_until": challenge.until,
        "language": language,
    }
    options = lobby.offered_options(game, played.options)
    alike = replace(person, colours=())  # moves may name colours
    opened = lobby.new(alike, Place(DIRECT, channel), game, options, pace="none", secret=played.seed, now=now, **fields)
    context = Context(loaded=opened.loaded, game=game, now=now, user=person.user)
    for number, info in enumerate(played.seats):
        if number != seat:
            context = context.at(lobby.add_computer(context, info.level).loaded)
    host, *others = context.table.seats
    seats = (*others[:seat], host, *others[seat:])
    seats = tuple(replace(info, colour=known.colour) for info, known in zip(seats, played.seats, strict=True))
    return opened.having(seats=seats, missed=(0,) * len(seats))


def seat_of(played: PublicFields) -> Seat:
    """Returns the seat that everybody plays: the only one of a person."""
    return next(number for number, info in enumerate(played.seats) if info.level is None)
