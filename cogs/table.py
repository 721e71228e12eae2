"""What every message about a table needs: its people, its words, its addresses, its pictures."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable
from typing import TYPE_CHECKING

import render
from cogs.text import escaped, link, plain
from data.words import Words, words
from engines.contract import Choices, Move, Seat, View, Word
from render.contract import Person, Picture, Room, Setting
from tables.shown import Look, SeatInfo, TableInfo

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

log = logging.getLogger(__name__)

LETTERS = "ABCDEFGH"
"""Seats as pictures and texts call them."""


def room(table: TableInfo) -> Room:
    """What renders this table's game."""
    return render.rooms()[table.game]


def setting(table: TableInfo, spoken: Words, *, safe: bool) -> Setting:
    """For whom is drawn. `safe`: names escaped for a message (texts, story lines); else as buttons and pictures take them."""
    clean = escaped if safe else plain
    people = (Person(clean(seat.name), computer=seat.level is not None, resigned=seat.resigned) for seat in table.seats)
    return Setting(tuple(people), spoken)


async def public_words(bot: ZamkiBot, table: TableInfo) -> Words:
    """The language a table is told in: what its server has chosen, else what Discord told when it was opened."""
    return words(await bot.hall.guild_language(table.place.guild) or table.language)


def heading(table: TableInfo, spoken: Words, key: str, **values: object) -> str:
    """A message's first line: what it is, of which game and table; a game may head its board in its own way
    (`<game>.board.title`).
    """
    own = f"{table.game}.board.title"
    return spoken(
        own if key == "cogs.board.title" and spoken.has(own) else key,
        game=spoken(f"{table.game}.name"),
        table=table.id,
        **values,
    )


def seat_name(table: TableInfo, seat: Seat) -> str:
    """A seat as a message names it."""
    return f"{LETTERS[seat]} · {escaped(table.seats[seat].name)}"


def progress(table: TableInfo, spoken: Words) -> str:
    """Whom the table waits for. Where it is more than one: who has chosen, in the order of the seats, never what."""
    if not table.pending:
        return ""
    told = table.pending if len(table.pending) == 1 else range(len(table.seats))
    who = (f"{'⏳' if seat in table.pending else '✅'} {seat_name(table, seat)}" for seat in told)
    return f"{spoken('cogs.board.waiting')} {' · '.join(who)}"


def playing(seat: SeatInfo) -> bool:
    """Whether a person plays this seat."""
    return seat.user is not None and not seat.resigned


def playing_seat(look: Look) -> Seat | None:
    """The seat that the person who looks moves; None for a spectator and for who has resigned."""
    return look.seat if look.seat is not None and not look.table.seats[look.seat].resigned else None


async def board_link(bot: ZamkiBot, table: TableInfo) -> str:
    """Where the table is being played: its newest board, its lobby card, or at least its channel."""
    for kind in ("board", "lobby"):
        found = await bot.hall.messages.get(table.id, kind)
        if found is not None:
            return link(table.place.guild, found[0], found[1])
    return link(table.place.guild, table.place.channel)


async def hand_link(bot: ZamkiBot, table: TableInfo, user: int) -> str | None:
    """Where the copy of a person's hand stands in their direct messages, if it does."""
    found = await bot.hall.messages.get(table.id, "hand", user)
    return link(None, found[0], found[1]) if found is not None else None


async def drawn(picture: Awaitable[Picture | None], table: int) -> Picture | None:
    """The picture, or None where it fails: a picture that fails never stops play, the text goes out."""
    try:
        return await picture
    except Exception:
        log.exception("picture failed", extra={"table": table})
        return None


async def hidden(bot: ZamkiBot, look: Look, spoken: Words) -> bool:
    """Whether the seat that looks has anything to hide. Where that can not be told, it has."""
    assert look.view is not None
    try:
        return await bot.pictures.hand(look.table.game, look.view, setting(look.table, spoken, safe=False)) is not None
    except Exception:
        log.exception("picture failed", extra={"table": look.table.id})
        return True


def label(table: TableInfo, word: Word, said: Move, view: View, spoken: Words) -> str:
    """One word as a person reads it (see `render.contract.Room.label`)."""
    return room(table).label(word, said, view, setting(table, spoken, safe=False))


def labels(table: TableInfo, choices: Choices, said: Move, view: View, spoken: Words) -> tuple[str, ...]:
    """The words of `choices` as a person reads them; a word that stands there twice is told as the second one is."""
    shown = setting(table, spoken, safe=False)
    equal: Counter[Word] = Counter()
    found = []
    for word in choices.words:
        found.append(room(table).label(word, (*said, *[word] * equal[word]), view, shown))
        equal[word] += 1
    return tuple(found)


def said_as(table: TableInfo, move: Move, view: View, spoken: Words) -> str:
    """A line of words as a person reads it."""
    shown = setting(table, spoken, safe=False)
    parts: list[Word] = [room(table).label(word, move[:at], view, shown) for at, word in enumerate(move)]
    return escaped_line(", ".join(parts))


def escaped_line(text: str) -> str:
    """A label (which may hold a raw name) inside a message."""
    return text.replace("\\", "").replace("*", "∗").replace("`", "'").replace("_", "\\_")
