"""What every message about a table needs: people, words, links and pictures."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, ParamSpec

import msgspec

from chat.app import App
from chat.press.presses import make
from chat.wire import rest
from chat.wire.layout import Button, Card, PrivateContent, button, rows
from chat.wire.rest import Form
from chat.wire.text import escaped, link, plain
from data.records import Noted, Posted
from data.shapes import AUTO
from data.themes import DEFAULT
from data.words import Words, words
from engines.contract import Choices, Event, Fleeting, Move, Seat, View, Word
from engines.notation import read_event
from render.contract import Audience, Person, Picture, Renderer
from render.smaller import smaller
from render.turns import Outdated, Turn
from tables.history.replay import Replay
from tables.model.models import Preferences, SeatInfo, TableInfo, TableView
from tables.time import timing

log = logging.getLogger(__name__)

Shown = ParamSpec("Shown")

LETTERS = "ABCDEFGH"
"""Letters of the seats in pictures and texts."""


def renderer(app: App, table: TableInfo) -> Renderer:
    """Returns the renderer of this table's game."""
    return app.renderers[table.game]


def when(app: App, table: TableInfo, turn: int, spoken: Words) -> str:
    """Returns a turn as the game's board calls it."""
    return renderer(app, table).when(turn, spoken)


def events(app: App, table: TableInfo, stored: Iterable[Mapping[str, Any]]) -> list[Event]:
    """Returns stored events as events of this table's game."""
    return [read_event(event, app.games[table.game]) for event in stored]


def audience(table: TableInfo, spoken: Words, *, safe: bool, own: Preferences | None = None) -> Audience:
    """Returns the audience of a drawing. If `safe`, names are escaped for a message (texts, story lines); else they suit
    buttons and pictures. `own` is given if one person alone sees it; a theme or shape they have not chosen is the table's.
    """
    clean = escaped if safe else plain
    people = (Person(clean(seat.name), computer=seat.level is not None, resigned=seat.resigned) for seat in table.seats)
    theme, shape = (None, None) if own is None else (own.theme, own.shape)
    return Audience(tuple(people), spoken, theme or table.theme, shape or table.shape)


def reader(spoken: Words, own: Preferences, theme: str = DEFAULT) -> Audience:
    """Returns the audience of one person for a drawing without a table. `theme` is used if they have chosen none."""
    return Audience((), spoken, own.theme or theme, own.shape or AUTO)


async def public_words(app: App, table: TableInfo, noted: Noted | None = None) -> Words:
    """Returns the language of a table: the one its server has chosen (from `noted`, if given), else the one that Discord
    reported when the table was opened.
    """
    chosen = noted.language if noted is not None else await app.tables.people.guild_language(table.place.guild)
    return words(chosen or table.language)


def game_name(game: str, spoken: Words) -> str:
    """Returns a game's name; its key if this version lacks the game."""
    return spoken(f"{game}.name") if spoken.has(f"{game}.name") else game


def heading(table: TableInfo, spoken: Words, key: str, **values: object) -> str:
    """Returns a message's first line: its subject, game and table. Below it is the tournament, if the game belongs to one."""
    head = spoken(key, game=game_name(table.game, spoken), table=table.id, **values)
    return f"{head}\n-# 🏆 {tournament}" if (tournament := in_tournament(table, spoken)) else head


def in_tournament(table: TableInfo, spoken: Words) -> str:
    """Returns the tournament and the round of a table's game, or ""."""
    found = table.tournament
    return "" if found is None else spoken("cogs.tournament.table", number=found.number, round=found.round)


async def tournament_link(app: App, table: TableInfo) -> str | None:
    """Returns a link to the card of the game's tournament, if it belongs to one."""
    found = table.tournament and await app.tables.messages.get(table.tournament.number, "tournament")
    return link(table.place.guild, found.channel, found.message) if found else None


def seat_name(table: TableInfo, seat: Seat) -> str:
    """Returns a seat as a message names it."""
    return f"{LETTERS[seat]} · {escaped(table.seats[seat].name)}"


def then(table: TableInfo, replay: Replay, step: int) -> TableInfo:
    """Returns a finished table with the names of the people seated at a step: acts belong to the person who did them."""
    seats = zip(table.seats, replay.names(step), strict=True)
    return msgspec.structs.replace(table, seats=tuple(msgspec.structs.replace(info, name=name) for info, name in seats))


def throughout(table: TableInfo, replay: Replay) -> TableInfo:
    """Returns a finished table whose seats are named after everybody who sat there, for messages about the whole game."""
    before: list[list[str]] = [[] for _ in table.seats]
    for gone in replay.record.departed:
        before[gone.seat].append(gone.name)
    named = (
        msgspec.structs.replace(info, name=" → ".join((*names, info.name)))
        for info, names in zip(table.seats, before, strict=True)
    )
    return msgspec.structs.replace(table, seats=tuple(named))


def mover(table: TableInfo, replay: Replay, step: int, seat: Seat, spoken: Words) -> str:
    """Returns who moved at a step of a finished game, as a message names them."""
    name = seat_name(then(table, replay, step), seat)
    return spoken("replay.stood-in", name=name) if replay.stood_in(step) else name


def spectators(look: TableView) -> TableView:
    """Returns the spectator's view for a public card. Raises PrivateContent if it is a player's view."""
    if look.seat is not None:
        raise PrivateContent
    return look


def levels(table: TableInfo, spoken: Words) -> str:
    """Returns the strength of the computer players; "" if there are none."""
    names = (f"{seat_name(table, seat)}: {level(table, seat, spoken)}" for seat, info in enumerate(table.seats) if info.level)
    line = " · ".join(names)
    return f"-# 🤖 {line}" if line else ""


def level(table: TableInfo, seat: Seat, spoken: Words) -> str:
    """Returns the level of a computer player; "" for a person."""
    info = table.seats[seat]
    return spoken(f"{table.game}.level.{info.level}") if info.level is not None else ""


def progress(table: TableInfo, spoken: Words) -> str:
    """Returns whom the table waits for. If there are several: who has chosen, in the order of the seats, but never what."""
    if not table.pending:
        return ""
    seats = table.pending if len(table.pending) == 1 else range(len(table.seats))
    who = (
        f"{'⏳' if seat in table.pending else '✅'} {seat_name(table, seat)}{_pondering(table, seat, spoken)}" for seat in seats
    )
    return f"{spoken('cogs.board.waiting')} {' · '.join(who)}"


def _pondering(table: TableInfo, seat: Seat, spoken: Words) -> str:
    """Returns that a computer player may take a while."""
    long = seat in table.pending and table.seats[seat].ponders
    return f" – 💭 {spoken('cogs.board.thinking')}" if long else ""


def playing(seat: SeatInfo) -> bool:
    """Returns whether a person plays this seat."""
    return seat.user is not None and not seat.resigned


def playing_seat(look: TableView) -> Seat | None:
    """Returns the seat that this person moves; None for a spectator and for somebody who has resigned."""
    return look.seat if look.seat is not None and not look.table.seats[look.seat].resigned else None


async def board_link(app: App, table: TableInfo, noted: Noted | None = None, board: Posted | None = None) -> str:
    """Returns a link to where the table is played: its newest board or its end, else its lobby card or its channel. `noted` are
    its messages and `board` is its board, if the caller has read them.
    """
    if board is not None and table.state == "playing":
        return link(table.place.guild, board.channel, board.message)
    for kind in ("board", "lobby") if table.state in {"lobby", "playing"} else ("final", "lobby"):
        found = await app.tables.messages.get(table.id, kind) if noted is None else noted.get(kind)
        if found is not None:
            return link(table.place.guild, found.channel, found.message)
    return link(table.place.guild, table.place.channel)


async def to_board(app: App, table: TableInfo, spoken: Words) -> Button:
    """Returns the button that links to where the table is played."""
    return button(spoken("cogs.hand.board"), url=await board_link(app, table))


async def told(app: App, table: TableInfo, spoken: Words, key: str, colour: int) -> Card:
    """What has come of a press, in one text with the way to the board."""
    title = heading(table, spoken, "cogs.hand.no-title")
    return Card(title=title, text=spoken(key), rows=rows([await to_board(app, table, spoken)]), colour=colour)


def to_review(app: App, info: TableInfo, spoken: Words) -> list[Button]:
    """Returns the button below the end of a game that opens its review."""
    if info.state != "over" or not app.tables.advice.advises:
        return []
    return [button(spoken("review.ask"), make("review.open", info.id), emoji="🔎")]


async def hand_link(app: App, table: TableInfo, user: int) -> str | None:
    """Returns a link to the copy of a person's hand in their direct messages, if there is one."""
    found = await app.tables.messages.get(table.id, "hand", user)
    return link(None, found.channel, found.message) if found is not None else None


def asks_on_board(app: App, look: TableView) -> bool:
    """Returns whether this person is asked about something that will be hidden again, so that only the board shows it: no other
    message asks the question, since not every message can be cleared in time.
    """
    game = app.games[look.table.game]
    return (
        isinstance(game, Fleeting) and look.view is not None and look.seat in look.view.pending and game.linger(look.view) > 0
    )


def turn(app: App, info: TableInfo) -> Turn:
    """Returns the table's turn in the picture queue, valid while the table stays as it is shown."""
    return Turn(info.id, partial(app.tables.looks.is_now, info.id, info.version))


async def shown(
    display: str, table: int, draw: Callable[Shown, Awaitable[Picture | None]], *args: Shown.args, **kwargs: Shown.kwargs
) -> Picture | None:
    """The picture (`drawn`) that this draws, or None where texts alone are shown. Raises Outdated."""
    return None if display == "text" else await drawn(draw(*args, **kwargs), table)


async def drawn(picture: Awaitable[Picture | None], table: int) -> Picture | None:
    """Returns the picture, or None if drawing fails: that never stops play, since the text is sent without it. It is as small
    as Discord accepts, or None if Discord accepts none (`chat.wire.rest`). Raises Outdated.
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
    """Returns one word as this viewer reads it (see `render.contract.Renderer.label`)."""
    assert look.view is not None
    return renderer(app, look.table).label(word, said, look.view, audience(look.table, spoken, safe=False))


def labels(app: App, look: TableView, choices: Choices, said: Move, spoken: Words) -> tuple[str, ...]:
    """Returns the words of `choices` as a person reads them; a word that is listed twice is labelled as the second one."""
    assert look.view is not None
    return labels_of(renderer(app, look.table), choices, said, look.view, audience(look.table, spoken, safe=False))


def labels_of(rendered: Renderer, choices: Choices, said: Move, view: View, people: Audience) -> tuple[str, ...]:
    """Like `labels`, for a view and its audience."""
    equal: Counter[Word] = Counter()
    found = []
    for word in choices.words:
        found.append(rendered.label(word, (*said, *[word] * equal[word]), view, people))
        equal[word] += 1
    return tuple(found)


def signs(app: App, game: str, words: Iterable[Word], said: Move, *, public: bool = False) -> tuple[str, ...]:
    """Returns the emoji before the labels of these words: the piece that each is about, or ""."""
    return tuple(app.emoji.of_word(game, word, said, public=public) for word in words)


def line(app: App, info: TableInfo, event: Event, audience: Audience, *, display: str | None = None) -> str | None:
    """Returns an event as one line of its table's story, with its piece before it unless the table (or the reader, by their
    `display`) uses text only.
    """
    text = renderer(app, info).line(event, audience)
    return text if not text or (display or info.display) == "text" else app.emoji.before(info.game, [event], text, audience)


def joined(app: App, info: TableInfo, events: Iterable[Event], words: Words) -> list[tuple[list[Event], str]]:
    """Returns the events that have a line, each with it; events of one kind in a row share one if the game says them in one."""
    people, rendered, found = audience(info, words, safe=True), renderer(app, info), []
    for _, run in groupby(events, key=lambda event: event.kind):
        some = list(run)
        if len(some) > 1 and (shared := rendered.summary(some, people)):
            found.append((some, shared))
        else:
            found += [([event], line) for event in some if (line := rendered.line(event, people))]
    return found


def public_line(app: App, info: TableInfo, events: Sequence[Event], line: str, audience: Audience, *, room: int) -> str:
    """Returns a public line about these events. The emoji of their pieces come before it if Discord has them, the table does
    not use text only, and both fit into `room` characters.
    """
    if info.display == "text":
        return line
    found = app.emoji.before(info.game, [event for event in events if event.to is None], line, audience, public=True)
    return found if len(found) <= room else line


def said_as(app: App, look: TableView, move: Move, spoken: Words, *, after: Move = ()) -> str:
    """Returns a line of words as a person reads it, said `after` others."""
    return escaped_line(", ".join(label(app, look, word, (*after, *move[:at]), spoken) for at, word in enumerate(move)))


def step(app: App, look: TableView, move: Move, spoken: Words) -> str:
    """Returns a move as briefly as possible, without Markdown."""
    labels = [label(app, look, word, move[:at], spoken).partition(" · ")[0].partition(" (")[0] for at, word in enumerate(move)]
    return " ".join([*labels[:1], " → ".join(labels[1:])]).strip()


def escaped_line(text: str) -> str:
    """Escape a label (which may contain a raw name) for a message."""
    return text.replace("\\", "").replace("*", "∗").replace("`", "'").replace("_", "\\_")


MINUTE, HOUR, DAY = timing.MINUTE, timing.HOUR, timing.DAY


def lasting(seconds: float, words: Words) -> str:
    """Returns a duration in its one or two largest units: "45 s", "10 min", "1 h 30 min", "3 days"."""
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
    """Returns a pace as the lobby shows it."""
    if key in timing.PACES:
        return words(f"cogs.pace.{key}")
    own = timing.read_pace(key)
    if own.bank:
        return words("cogs.pace.own-bank", each=lasting(own.each or 0, words), bank=lasting(own.bank, words))
    return words("cogs.pace.own", each=lasting(own.each or 0, words))


def pace_facts(info: TableInfo, words: Words) -> list[str]:
    """Returns the pace and the effect of a timeout, which everybody should know before they join."""
    found = [pace_name(info.pace, words)]
    if timing.read_pace(info.pace).each is not None:
        found.append(words("cogs.tournament.late" if info.tournament is not None else f"cogs.late.{info.timing.late}"))
    return found


def moment(at: float) -> str:
    """Returns a time that Discord shows to each reader as the time until then."""
    return f"<t:{int(at)}:R>"


def hour(info: TableInfo, at: float) -> str:
    """Returns a time that Discord shows to each reader as the time of day; at a slow pace with the date."""
    return f"<t:{int(at)}:{'f' if timing.read_pace(info.pace).slow else 't'}>"


def times(info: TableInfo, words: Words) -> list[str]:
    """Returns what the board shows of time: whose clock runs until when, who is late or away, a pause."""
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
            found.append(words("cogs.time.away", name=seat_name(info, seat), day=f"<t:{int(clock.away)}:D>"))
        if clock.late:
            found.append(words("cogs.time.late", name=seat_name(info, seat)))
    return found


def _plays(info: TableInfo, seat: Seat) -> bool:
    return playing(info.seats[seat])


def own_times(info: TableInfo, seat: Seat, words: Words) -> list[str]:
    """Returns what a hand shows of its owner's time."""
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
