"""What every message about a table needs: its people, its words, its addresses, its pictures."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from chat.app import App
from chat.wire import rest
from chat.wire.layout import PrivateContent
from chat.wire.rest import Form
from chat.wire.text import escaped, link, plain
from data.records import Noted
from data.words import Words, words
from engines.contract import Choices, Event, Move, Seat, View, Word
from engines.notation import read_event
from render.contract import Audience, Person, Picture, Renderer
from render.pool import Outdated, Turn
from render.smaller import smaller
from tables.history.replay import Replay
from tables.model.models import Preferences, SeatInfo, TableInfo, TableView
from tables.time import timing

log = logging.getLogger(__name__)

LETTERS = "ABCDEFGH"
"""Seats as pictures and texts call them."""


def renderer(app: App, table: TableInfo) -> Renderer:
    """What renders this table's game."""
    return app.renderers[table.game]


def when(app: App, table: TableInfo, turn: int, spoken: Words) -> str:
    """A turn as the game's board calls it."""
    return renderer(app, table).when(turn, spoken)


def events(app: App, table: TableInfo, stored: Iterable[Mapping[str, Any]]) -> list[Event]:
    """Events of this table's game as they were stored."""
    return [read_event(event, app.games[table.game]) for event in stored]


def audience(table: TableInfo, spoken: Words, *, safe: bool, own: Preferences | None = None) -> Audience:
    """For whom is drawn. `safe`: names escaped for a message (texts, story lines); else as buttons and pictures take them.
    `own`: of a person who alone sees it; the theme and shape they have not chosen are the table's.
    """
    clean = escaped if safe else plain
    people = (Person(clean(seat.name), computer=seat.level is not None, resigned=seat.resigned) for seat in table.seats)
    theme, shape = (None, None) if own is None else (own.theme, own.shape)
    return Audience(tuple(people), spoken, theme or table.theme, shape or table.shape)


async def public_words(app: App, table: TableInfo, noted: Noted | None = None) -> Words:
    """The language a table is told in: what its server has chosen (as `noted`, where that has been read), else what Discord
    told when it was opened.
    """
    chosen = noted.language if noted is not None else await app.tables.people.guild_language(table.place.guild)
    return words(chosen or table.language)


def game_name(game: str, spoken: Words) -> str:
    """A game's name; its key where this version does not have the game any more."""
    return spoken(f"{game}.name") if spoken.has(f"{game}.name") else game


def heading(table: TableInfo, spoken: Words, key: str, **values: object) -> str:
    """A message's first line: what it is, of which game and table. Beneath it stands the tournament, if the game is of one."""
    head = spoken(key, game=game_name(table.game, spoken), table=table.id, **values)
    return f"{head}\n-# 🏆 {tournament}" if (tournament := in_tournament(table, spoken)) else head


def in_tournament(table: TableInfo, spoken: Words) -> str:
    """Of which tournament a table's game is, and of which round; "" where it is of none."""
    found = table.tournament
    return "" if found is None else spoken("cogs.tournament.table", number=found.number, round=found.round)


async def tournament_link(app: App, table: TableInfo) -> str | None:
    """Where the card of its tournament stands, if its game is of one."""
    found = table.tournament and await app.tables.messages.get(table.tournament.number, "tournament")
    return link(table.place.guild, found.channel, found.message) if found else None


def seat_name(table: TableInfo, seat: Seat) -> str:
    """A seat as a message names it."""
    return f"{LETTERS[seat]} · {escaped(table.seats[seat].name)}"


def then(table: TableInfo, replay: Replay, step: int) -> TableInfo:
    """A finished table with the names of those who sat there at a step: what was done belongs to the person who did it."""
    seats = zip(table.seats, replay.names(step), strict=True)
    return msgspec.structs.replace(table, seats=tuple(msgspec.structs.replace(info, name=name) for info, name in seats))


def throughout(table: TableInfo, replay: Replay) -> TableInfo:
    """A finished table as what is told of all of it names its seats: with everybody who has sat there, in their order."""
    before: list[list[str]] = [[] for _ in table.seats]
    for gone in replay.record.departed:
        before[gone.seat].append(gone.name)
    named = (
        msgspec.structs.replace(info, name=" → ".join((*names, info.name)))
        for info, names in zip(table.seats, before, strict=True)
    )
    return msgspec.structs.replace(table, seats=tuple(named))


def mover(table: TableInfo, replay: Replay, step: int, seat: Seat, spoken: Words) -> str:
    """Who moved at a step of a finished game, as a message names them."""
    name = seat_name(then(table, replay, step), seat)
    return spoken("replay.stood-in", name=name) if replay.stood_in(step) else name


def spectators(look: TableView) -> TableView:
    """What a spectator sees, on its way onto a public card. Raises PrivateContent where it is what somebody sees who plays."""
    if look.seat is not None:
        raise PrivateContent
    return look


def levels(table: TableInfo, spoken: Words) -> str:
    """How strong the computer players are; "" where there are none."""
    names = (f"{seat_name(table, seat)}: {level(table, seat, spoken)}" for seat, info in enumerate(table.seats) if info.level)
    line = " · ".join(names)
    return f"-# 🤖 {line}" if line else ""


def level(table: TableInfo, seat: Seat, spoken: Words) -> str:
    """The level of a computer player, "" of a person."""
    info = table.seats[seat]
    return spoken(f"{table.game}.level.{info.level}") if info.level is not None else ""


def progress(table: TableInfo, spoken: Words) -> str:
    """Whom the table waits for. Where it is more than one: who has chosen, in the order of the seats, never what."""
    if not table.pending:
        return ""
    seats = table.pending if len(table.pending) == 1 else range(len(table.seats))
    who = (
        f"{'⏳' if seat in table.pending else '✅'} {seat_name(table, seat)}{_pondering(table, seat, spoken)}" for seat in seats
    )
    return f"{spoken('cogs.board.waiting')} {' · '.join(who)}"


def _pondering(table: TableInfo, seat: Seat, spoken: Words) -> str:
    """That a computer player may take a while."""
    long = seat in table.pending and table.seats[seat].ponders
    return f" – 💭 {spoken('cogs.board.thinking')}" if long else ""


def playing(seat: SeatInfo) -> bool:
    """Whether a person plays this seat."""
    return seat.user is not None and not seat.resigned


def playing_seat(look: TableView) -> Seat | None:
    """The seat that the person who looks moves; None for a spectator and for somebody who has resigned."""
    return look.seat if look.seat is not None and not look.table.seats[look.seat].resigned else None


async def board_link(app: App, table: TableInfo, noted: Noted | None = None) -> str:
    """Where the table is being played: its newest board or its end, its lobby card, or at least its channel. `noted`: its
    messages, where those have been read.
    """
    for kind in ("board", "lobby") if table.state in {"lobby", "playing"} else ("final", "lobby"):
        found = await app.tables.messages.get(table.id, kind) if noted is None else noted.get(kind)
        if found is not None:
            return link(table.place.guild, found.channel, found.message)
    return link(table.place.guild, table.place.channel)


async def hand_link(app: App, table: TableInfo, user: int) -> str | None:
    """Where the copy of a person's hand stands in their direct messages, if it does."""
    found = await app.tables.messages.get(table.id, "hand", user)
    return link(None, found.channel, found.message) if found is not None else None


def turn(app: App, info: TableInfo) -> Turn:
    """The table's turn at the pictures, for as long as it stands as it is shown."""
    return Turn(info.id, partial(app.tables.looks.is_now, info.id, info.version))


async def drawn(picture: Awaitable[Picture | None], table: int) -> Picture | None:
    """The picture, or None where it fails: a picture that fails never stops play, the text goes out. As small as Discord takes
    it, or None where it takes none (`chat.wire.rest`). Raises Outdated.
    """
    try:
        found = await picture
        if found is None or rest.form_shown() >= Form.TEXT:
            return None
        return found if rest.form_shown() is Form.WHOLE else await asyncio.to_thread(smaller, found)
    except Outdated:
        raise
    except Exception:
        log.exception("picture failed", extra={"table": table})
        return None


def label(app: App, look: TableView, word: Word, said: Move, spoken: Words) -> str:
    """One word as a person who sees this reads it (see `render.contract.Renderer.label`)."""
    assert look.view is not None
    return renderer(app, look.table).label(word, said, look.view, audience(look.table, spoken, safe=False))


def labels(app: App, look: TableView, choices: Choices, said: Move, spoken: Words) -> tuple[str, ...]:
    """The words of `choices` as a person reads them; a word that stands there twice is told as the second one is."""
    assert look.view is not None
    return labels_of(renderer(app, look.table), choices, said, look.view, audience(look.table, spoken, safe=False))


def labels_of(rendered: Renderer, choices: Choices, said: Move, view: View, people: Audience) -> tuple[str, ...]:
    """As `labels`, of a view and its audience."""
    equal: Counter[Word] = Counter()
    found = []
    for word in choices.words:
        found.append(rendered.label(word, (*said, *[word] * equal[word]), view, people))
        equal[word] += 1
    return tuple(found)


def signs(app: App, game: str, words: Iterable[Word], said: Move, *, public: bool = False) -> tuple[str, ...]:
    """What stands before the labels of these words: the piece that each is about, "" where it is about none."""
    return tuple(app.emoji.of_word(game, word, said, public=public) for word in words)


def line(app: App, info: TableInfo, event: Event, audience: Audience, *, display: str | None = None) -> str | None:
    """An event as one line of its table's story, with the piece that it is about before it; without it where the table (or
    the person who reads, by their `display`) wants words alone.
    """
    text = renderer(app, info).line(event, audience)
    return text if not text or (display or info.display) == "text" else app.emoji.before(info.game, [event], text, audience)


def public_line(app: App, info: TableInfo, events: Sequence[Event], line: str, audience: Audience, *, room: int) -> str:
    """A line that tells everybody these events, with the emoji of the pieces that they are about before it, where Discord has
    them, the table wants more than words, and both fit into `room` characters.
    """
    if info.display == "text":
        return line
    found = app.emoji.before(info.game, [event for event in events if event.to is None], line, audience, public=True)
    return found if len(found) <= room else line


def said_as(app: App, look: TableView, move: Move, spoken: Words, *, after: Move = ()) -> str:
    """A line of words as a person reads it, said `after` others."""
    return escaped_line(", ".join(label(app, look, word, (*after, *move[:at]), spoken) for at, word in enumerate(move)))


def step(app: App, look: TableView, move: Move, spoken: Words) -> str:
    """A move as briefly as it can be told, without Markdown."""
    labels = [label(app, look, word, move[:at], spoken).partition(" · ")[0].partition(" (")[0] for at, word in enumerate(move)]
    return " ".join([*labels[:1], " → ".join(labels[1:])]).strip()


def escaped_line(text: str) -> str:
    """A label (which may hold a raw name) inside a message."""
    return text.replace("\\", "").replace("*", "∗").replace("`", "'").replace("_", "\\_")


MINUTE, HOUR, DAY = timing.MINUTE, timing.HOUR, timing.DAY


def lasting(seconds: float, words: Words) -> str:
    """A length of time in its one or two greatest units: "45 s", "10 min", "1 h 30 min", "3 days"."""
    left = round(seconds)
    if left < MINUTE:
        return words("cogs.time.seconds", n=left)
    if left < HOUR:
        return words("cogs.time.minutes", n=round(left / MINUTE))
    greater, unit, less, smaller = (DAY, "days", HOUR, "hours") if left >= DAY else (HOUR, "hours", MINUTE, "minutes")
    parts = [int(left // greater), round(left % greater / less)]
    if parts[1] == round(greater / less):
        parts = [parts[0] + 1, 0]
    first = words.count("cogs.time.days", parts[0]) if unit == "days" else words("cogs.time.hours", n=parts[0])
    return f"{first} {words(f'cogs.time.{smaller}', n=parts[1])}" if parts[1] else first


def pace_name(key: str, words: Words) -> str:
    """A pace as the lobby tells it."""
    if key in timing.PACES:
        return words(f"cogs.pace.{key}")
    own = timing.read_pace(key)
    if own.bank:
        return words("cogs.pace.own-bank", each=lasting(own.each or 0, words), bank=lasting(own.bank, words))
    return words("cogs.pace.own", each=lasting(own.each or 0, words))


def pace_facts(info: TableInfo, words: Words) -> list[str]:
    """The pace, and what a timeout does: what everybody is to know before they join."""
    found = [pace_name(info.pace, words)]
    if timing.read_pace(info.pace).each is not None:
        found.append(words("cogs.tournament.late" if info.tournament is not None else f"cogs.late.{info.timing.late}"))
    return found


def moment(at: float) -> str:
    """A time as Discord tells it to each reader: how long until then."""
    return f"<t:{int(at)}:R>"


def times(info: TableInfo, words: Words) -> list[str]:
    """What the board shows of time: whose clock runs until when, who is late, who is away, a pause."""
    clocks, stop = info.timing, info.timing.pause
    found = []
    if stop is not None:
        found.append(words("cogs.time.outage" if stop.outage else "cogs.time.paused", when=moment(stop.until)))
    running = [(seat, due) for seat in info.pending if (due := clocks.of(seat).due) is not None]
    if running and len({int(due) for _, due in running}) == 1:
        found.append(words("cogs.board.deadline", when=moment(running[0][1])))
    elif running:
        each = " · ".join(f"{seat_name(info, seat)} {moment(due)}" for seat, due in running)
        found.append(words("cogs.time.deadlines", each=each))
    if (rule := timing.read_pace(info.pace)).bank and found:
        banks = (rule.bank if (bank := clocks.of(seat).bank) is None else bank for seat in range(len(info.seats)))
        times = (f"{LETTERS[seat]} {lasting(bank, words)}" for seat, bank in enumerate(banks) if _plays(info, seat))
        found.append(words("cogs.time.banks", each=" · ".join(times)))
    for seat in range(len(info.seats)):
        clock = clocks.of(seat)
        if clock.away is not None and clock.since is not None:
            found.append(words("cogs.time.away", name=seat_name(info, seat), when=f"<t:{int(clock.away)}:D>"))
        if clock.late:
            found.append(words("cogs.time.late", name=seat_name(info, seat)))
    return found


def _plays(info: TableInfo, seat: Seat) -> bool:
    return playing(info.seats[seat])


def own_times(info: TableInfo, seat: Seat, words: Words) -> list[str]:
    """What a hand shows of its owner's time."""
    clock, rule = info.timing.of(seat), timing.read_pace(info.pace)
    if info.timing.pause is not None:
        return [words("cogs.time.standing")]
    if clock.due is None:
        return []
    found = [words("cogs.time.mine", when=moment(clock.due))]
    if rule.bank:
        bank = rule.bank if clock.bank is None else clock.bank
        found.append(words("cogs.time.bank", bank=lasting(bank, words)))
    return [" ".join(found)]
