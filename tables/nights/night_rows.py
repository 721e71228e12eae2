"""The stored rows of a night, and what is told when it changes."""

from collections.abc import Iterable, Iterator

import msgspec

from data.records.nights import ComerRow, EveningRow, NightRow
from tables.model.outbox_rows import NightAskRow, NightCallRow, NightCardRow, NightEndRow, NightEventRow, Payload
from tables.model.table_info import Place
from tables.nights.night import STEPS, Night, due

COLUMNS = ("id", "host", "state", "language", "changed", "version")
"""The fields of a night that are columns, beside its place."""

DOCUMENT = tuple(name for name in Night.__struct_fields__ if name not in {*COLUMNS, "place", "people"})
"""The fields that are stored as one JSON document."""


def read(row: NightRow, comers: Iterable[ComerRow]) -> Night:
    """Returns the night of these rows."""
    fields = {name: getattr(row, name) for name in COLUMNS}
    fields |= msgspec.json.decode(row.document) | {"place": Place(row.guild, row.channel)}
    return msgspec.convert({**fields, "people": [_comer(each) for each in comers]}, Night)


def _comer(row: ComerRow) -> dict[str, object]:
    return {**msgspec.structs.asdict(row), "reply": row.answer}


def night_record(night: Night, now: float) -> NightRow:
    """Returns the row of a night, without its people."""
    document = {name: getattr(night, name) for name in DOCUMENT}
    return NightRow(
        id=night.id,
        guild=night.place.guild,
        host=night.host,
        state=night.state,
        language=night.language,
        changed=now,
        due=due(night),
        document=msgspec.json.encode(document).decode(),
        channel=night.place.channel,
    )


def comer_records(before: Night | None, after: Night) -> list[ComerRow]:
    """Returns the rows of the people that have changed."""
    known = () if before is None else before.people
    return [
        ComerRow(number=each.number, user=each.user, name=each.name, answer=each.reply, here=each.here, came=each.came)
        for each in after.people
        if each not in known
    ]


def evening_record(before: Night, after: Night) -> EveningRow | None:
    """Returns the row of an evening that is over after a change; None: it is none, or no table was drawn."""
    if not (_is_over(before, after) and before.tables):
        return None
    return EveningRow(
        night=before.id,
        date=before.date,
        guild=before.place.guild,
        channel=before.place.channel,
        starts=before.starts,
        game=before.game,
        came=sum(each.came is not None for each in before.people),
        tables=msgspec.json.encode(before.tables).decode(),
    )


def evening_tables(row: EveningRow) -> tuple[int, ...]:
    """Returns the tables of an evening."""
    return msgspec.json.decode(row.tables, type=tuple[int, ...])


def _is_over(before: Night, after: Night) -> bool:
    """Returns whether a change ends a date."""
    return after.date != before.date or after.state != before.state


def announcements(before: Night, after: Night) -> Iterator[Payload]:
    """Yield what must be told of a change."""
    over = _is_over(before, after)
    if over and before.tables:
        yield NightEndRow(date=before.date, tables=before.tables)
    if over and before.event and before.step != "begun":
        yield NightEventRow(date=before.date, event=before.event)
    if after.state == "open" and (over or after.step != before.step):
        yield NightEventRow(date=after.date)
    if after != before:
        yield NightCardRow()
    called = STEPS.index("called")
    if not over and STEPS.index(before.step) < called <= STEPS.index(after.step):
        yield NightCallRow(date=after.date)
    if after.asked and not before.asked:
        yield NightAskRow(date=after.date)
