"""What a page shows of a table: everything in it is public, since it is made of a spectator's reading."""

import hashlib
from collections.abc import Sequence
from typing import Self

import msgspec

from asking import pictures, readers
from asking.asker import Asker
from asking.names import plain
from asking.players import playing
from asking.times import table_times
from data.words import Words
from engines.contract import Event, Seat
from engines.notation import read_event
from render.contract import Audience, Epilogue, Picture
from render.seat_marks import MARKS
from render.theme import player, rgb, using
from tables.model.outbox_rows import PlainEvent
from tables.model.people import Preferences
from tables.model.table_info import TableInfo
from tables.rules.reading import SpectatorReading
from web.plain_text import guard, plain_text

TURNS = 40
"""The most turns of the log that a page shows, the newest ones."""

HASH_CHARACTERS = 32


class PageSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as a page shows it. Times are Unix seconds, durations seconds."""

    mark: str
    colour: str
    name: str
    note: str = ""
    """The level of a computer player, and whether its person has left."""
    score: str = ""
    waits: bool = False
    due: float | None = None
    bank: float | None = None


class PageTurn(msgspec.Struct, frozen=True):
    """What happened in a turn."""

    when: str
    lines: tuple[str, ...]


class PagePicture(msgspec.Struct, frozen=True):
    """Where the board's picture is found, and what it shows."""

    name: str
    alt: str


class PublicPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as a page shows it, in one language. Only `PublicPage.of` makes it."""

    language: str
    title: str
    asks: str
    """Whom the table waits for, or how it ended."""
    seats: tuple[PageSeat, ...]
    log: tuple[PageTurn, ...]
    text: str
    picture: PagePicture | None = None

    @classmethod
    async def of(
        cls, asker: Asker, reading: SpectatorReading, turns: dict[int, tuple[PlainEvent, ...]], words: Words, theme: str
    ) -> tuple[Self, Picture | None]:
        """Returns the page of a table and its picture, None if it has none. `turns`: the public events by turn. Raises Outdated
        if the game moves on before it is drawn.
        """
        info, own = reading.info, Preferences(theme=theme)
        people = readers.audience(info, words, own=own)
        guarded = readers.audience(info, words, own=own, clean=lambda name: guard(plain(name)))
        picture = None if reading.view is None else await pictures.picture_or_none(_draw(asker, reading, people), info.id)
        renderer = asker.renderers[info.game]
        log = [
            PageTurn(renderer.when(turn, words), lines)
            for turn, events in list(turns.items())[-TURNS:]
            if (lines := _lines(asker, info, events, guarded))
        ]
        found = cls(
            language=words.language,
            title=f"{words(f'{info.game}.name')} · {info.id}",
            asks=_asks(info, words),
            seats=tuple(_seat(asker, info, seat, people) for seat in range(len(info.seats))),
            log=tuple(reversed(log)),
            text="" if reading.view is None else plain_text("\n".join(renderer.pages(reading.view, guarded))),
            picture=None if picture is None else PagePicture(name_of(picture), picture.alt),
        )
        return found, picture


def name_of(picture: Picture) -> str:
    """Returns the name of a picture's file: the hash of what is in it."""
    return f"{hashlib.sha256(picture.data).hexdigest()[:HASH_CHARACTERS]}.{picture.kind}"


async def _draw(asker: Asker, reading: SpectatorReading, people: Audience) -> Picture:
    info, view, turn = reading.info, reading.fleeting or reading.view, pictures.turn(asker, reading.info)
    assert view is not None, "there is a game"
    if info.state == "over" and info.result is not None:
        return await asker.pictures.final(info.game, view, info.result, Epilogue(), people, turn)
    return await asker.pictures.board(info.game, view, people, turn)


def _lines(asker: Asker, info: TableInfo, stored: Sequence[PlainEvent], guarded: Audience) -> tuple[str, ...]:
    """Returns the lines of the public events of a turn."""
    renderer = asker.renderers[info.game]
    events: list[Event] = renderer.in_order([read_event(event, asker.games[info.game]) for event in stored])
    lines = (renderer.line(event, guarded) for event in events if event.to is None)
    return tuple(plain_text(line) for line in lines if line)


def _asks(info: TableInfo, words: Words) -> str:
    if info.state == "lobby":
        return words("watch.page.lobby")
    if info.state != "playing":
        if info.closed is not None or info.result is None:
            return words(f"tables.closed.{info.closed}" if info.closed is not None else "cogs.hand.cancelled")
        winners = [plain(info.seats[seat].name) for seat, place in enumerate(info.result.places) if place == 1]
        return words.count("watch.page.won", len(winners), names=", ".join(winners))
    if info.timing.pause is not None:
        return words("watch.page.paused")
    names = ", ".join(plain(info.seats[seat].name) for seat in info.pending)
    return words.count("watch.page.waits", len(info.pending), names=names)


def _seat(asker: Asker, info: TableInfo, seat: Seat, people: Audience) -> PageSeat:
    there, words, time = info.seats[seat], people.words, table_times(info).seats[seat]
    with using(people.theme, people.shape, people.chosen):
        colour = "#{:02x}{:02x}{:02x}".format(*rgb(player(seat, len(info.seats)).colour))
    notes = [words(f"{info.game}.level.{there.level}")] if there.level is not None else []
    notes += [words("cogs.end.left")] if there.resigned else []
    counted = info.result is not None and info.closed is None
    unit = asker.renderers[info.game].unit(info.options)
    return PageSeat(
        mark=MARKS[seat],
        colour=colour,
        name=plain(there.name),
        note=" · ".join(notes),
        score=words.count(unit, info.result.scores[seat]) if counted and info.result is not None else "",
        waits=seat in info.pending and info.state == "playing",
        due=time.due if info.timing.pause is None else None,
        bank=time.bank if playing(there) and info.state == "playing" else None,
    )
