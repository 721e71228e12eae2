"""The stored rows of a list of wishes, and what is told when it changes."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from data.records.wishes import WishListRow, WishRow
from tables.matchmaking.wishes import Match, Step, Wish, WishList, due
from tables.model.outbox_rows import MatchOutcome, MatchRow, Payload, WishEndedRow, WishListCardRow
from tables.model.table_info import Place

DOCUMENT = ("matches", "last_wish", "last_match", "seen", "counted")
"""The fields of a list that are stored as one JSON document."""

WISH_DOCUMENT = ("games", "speeds", "most", "even", "named", "hours", "changed", "live_until", "rests", "language", "request")
"""The fields of a wish that are stored as one JSON document."""

UNTOLD = ("stopped", "changed", "seated", "declined")
"""Ends of wishes that their people have brought about themselves, and see in the answer to their press."""


def read(row: WishListRow, wishes: Iterable[WishRow]) -> WishList:
    """Returns the list of these rows."""
    found = tuple(read_wish(each) for each in wishes)
    fields = {
        **msgspec.json.decode(row.document),
        "id": row.id,
        "version": row.version,
        "place": Place(row.guild, row.channel),
        "language": row.language,
    }
    return replace(msgspec.convert(fields, WishList), wishes=found)


def read_wish(row: WishRow) -> Wish:
    """Returns the wish of a row."""
    columns = {name: getattr(row, name) for name in ("number", "user", "name", "since", "until")}
    return msgspec.convert({**msgspec.json.decode(row.document), **columns, "end": row.how}, Wish)


def list_record(wishes: WishList, now: float, *, held: bool = False) -> WishListRow:
    """Returns the row of a list that is stored now, without its wishes. `held`: see `tables.matchmaking.wishes.Step`."""
    document = {name: getattr(wishes, name) for name in DOCUMENT}
    return WishListRow(
        id=wishes.id,
        guild=wishes.place.guild,
        channel=wishes.place.channel,
        language=wishes.language,
        due=due(wishes, now, held=held),
        document=msgspec.json.encode(document).decode(),
    )


def wish_records(number: int, before: WishList, step: Step, now: float) -> list[WishRow]:
    """Returns the rows of the wishes of list `number` that a step has changed."""
    known = set(before.wishes)
    new = [each for each in step.after.wishes if each not in known]
    return [_record(number, each, None) for each in new] + [_record(number, each, now) for each in step.ended]


def _record(number: int, wish: Wish, ended: float | None) -> WishRow:
    document = {name: getattr(wish, name) for name in WISH_DOCUMENT}
    return WishRow(
        subject_id=number,
        number=wish.number,
        user=wish.user,
        name=wish.name,
        since=wish.since,
        until=wish.until,
        ended=ended,
        how=wish.end,
        document=msgspec.json.encode(document).decode(),
    )


def announcements(before: WishList, step: Step) -> Iterator[tuple[Payload, float]]:
    """Yield what must be told of a step, with the time from which on."""
    if step.after != before:
        yield WishListCardRow(), 0.0
    ended = {each.number: each for each in step.ended}
    users = {each.number: each.user for each in (*before.wishes, *step.after.wishes)}
    for match in step.off:
        for each in match.people:
            if each.wish in users:  # others have been forgotten
                yield _match_row(match, users[each.wish], _outcome(ended.get(each.wish))), 0.0
    for match in step.asked:
        for each in match.people:
            yield _match_row(match, users[each.wish], ""), each.asked
    for wish in step.ended:
        if wish.end not in UNTOLD:
            yield WishEndedRow(user=wish.user, wish=wish.number), 0.0


def _match_row(match: Match, user: int, outcome: MatchOutcome, table: int | None = None) -> MatchRow:
    return MatchRow(
        user=user, match=match.number, game=match.game, speed=match.speed, lobby=match.lobby, outcome=outcome, table=table
    )


def seated_rows(before: WishList, match: Match, table: int) -> list[MatchRow]:
    """Returns what the people of a match are told when they sit at a table."""
    users = {each.number: each.user for each in before.wishes}
    return [_match_row(match, users[each.wish], "seated", table) for each in match.people]


def _outcome(ended: Wish | None) -> MatchOutcome:
    """Returns what became of a match that will not come about, for the person of a wish that has ended, or has not."""
    if ended is None:
        return "off"
    return "silent" if ended.end == "silent" else "declined"
