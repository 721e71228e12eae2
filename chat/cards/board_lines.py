"""What has happened, as boards and scenes tell it: one line a turn, or one for each event."""

from collections.abc import Sequence
from itertools import accumulate

from asking import players
from chat.app import App
from chat.cards import (
    audiences,
    seating,
    wording,
)
from chat.wire.text import cut, escape, fit, visible_length
from data.records.messages import Shows
from data.records.results import SEVERAL
from data.words import Words
from engines.contract import Event
from render.contract import Weight
from render.turns import Outdated
from tables.errors import Refusal
from tables.model.outbox_rows import BoardRow, Log, PlainEvent
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading

LINES = 1500
"""Maximum characters of event lines on one message."""

NEWEST, ROOM, LINE = 3, 450, 300
"""Maximum turns that a board shows, maximum characters of all of them and of one, as a phone shows few rows under a picture; a
button leads to the rest.
"""

SCENE = 500
"""Maximum characters of what led to a picture of its own."""

SUMMARY = 240
"""Maximum characters for how a turn ended, on the board that showed it."""

TOLD: tuple[tuple[Weight, ...], ...] = (("result", "reason", "news", "shown"), ("result", "reason"), ("result",))
"""The events by which a turn is told, from all of them to the fewest."""


def event_lines(app: App, info: TableInfo, log: Log, words: Words, *more: Event, room: int = LINES) -> str:
    """Returns one line for each event (`more` events last). If they take more than `room` characters, emoji go first, then the
    oldest lines.
    """
    noted = notes(info, log, words)
    marked, plain = ([*lines_of(app, info, log.events, words, most, *more), *noted] for most in (LINES, 0))
    text = "\n".join(marked)
    return text if len(text) <= LINES and visible_length(text) <= room else fit(plain, room)


def lines_of(app: App, info: TableInfo, stored: Sequence[PlainEvent], words: Words, room: int, *more: Event) -> list[str]:
    """Returns one line for each event, and one for equal ones; lines with emoji have at most `room` characters."""
    events = [event for event in (*wording.events(app, info, stored), *more) if event.to is None]
    return [
        wording.public_line(app, info, some, line, audiences.audience(info, words, safe=True), room=room)
        for some, line in wording.join_events(app, info, events, words)
    ]


def notes(info: TableInfo, log: Log, words: Words, turn: int | None = None) -> list[str]:
    """Returns the notes of a turn, one line each. None means the turn of the log."""
    notes = [note for note in log.notes if (note.turn or log.turn) == (turn or log.turn)]
    return [words(note.key, name=seating.seat_name(info, note.seat), before=escape(note.before)) for note in notes]


async def lines_since(app: App, reading: Reading, payload: BoardRow, words: Words, shows: Shows | None) -> list[str]:
    """Returns what has happened since the asked person's last turn: one line a turn, the newest ones. If several people are
    asked, or nobody yet, returns the board's own turn. `shows` is what the board's message shows so far. Raises Outdated.
    """
    info = reading.info
    seat, turn = players.asked_seat(info), info.turn
    if shows is not None and shows.turn is not None and (seat is None or (shows.turn, shows.seat) == (info.turn, SEVERAL)):
        # Computer players go on: the lines are for the person asked before them. If one of several is left, the lines stay.
        seat, turn = shows.seat, shows.turn
    alone = seat is not None and seat != SEVERAL
    turns = await app.tables.looks.turns_after(info, seat, turn) if seat is not None and alone else {}
    if turns is None:
        raise Outdated
    lines = []
    for at in range(min(turns, default=payload.turn - (not alone)), payload.turn + 1):
        line = summary(app, info, wording.events(app, info, turns.get(at, ())), words, LINE)
        if not turns and at == payload.turn:
            lines += lines_of(app, info, payload.events, words, LINE)
        lines.append(" ".join(filter(None, (line, *notes(info, payload, words, at)))))
    return _newest([cut(line, LINE) for line in filter(None, lines)])


def _newest(lines: Sequence[str]) -> list[str]:
    """Returns the newest of these lines for which a board has room."""
    sizes = list(accumulate(visible_length(line) for line in reversed(lines[-NEWEST:])))
    fitting = sum(size <= ROOM for size in sizes)
    return list(lines[len(lines) - fitting :])


async def became(app: App, info: TableInfo, turn: int, words: Words) -> str:
    """Returns how a turn ended, in one line."""
    events = wording.events(app, info, await app.tables.looks.told_in(info.id, turn))
    what = summary(app, info, events, words, SUMMARY)
    key = "over" if info.turn != turn else "ended"
    return words(f"cogs.past.{key}", what=what) if what else words(f"cogs.past.{key}-bare")


def summary(app: App, info: TableInfo, events: Sequence[Event], words: Words, room: int) -> str:
    """Returns a turn in one line of at most `room` characters: everything, or else its results, with their reasons if those
    fit; with emoji if they fit too.
    """
    audience = audiences.audience(info, words, safe=True)
    renderer = audiences.renderer(app, info)
    told, line = events, ""
    for weights in TOLD:
        some = [event for event in events if renderer.weight(event) in weights]
        if shorter := renderer.summary(some, audience):
            told, line = some, shorter
        if visible_length(line) <= room:
            break
    return cut(wording.public_line(app, info, told, line, audience, room=room), room)


async def turn_was(app: App, number: int, turn: int) -> str:
    """Returns how a board's turn ended. The board shows it instead of its question once another board has replaced it."""
    try:
        info = (await app.tables.looks.read(number, anyway=True)).info
        words = await audiences.public_words(app, info)
        if info.game not in app.games or not turn or (info.state == "playing" and info.turn == turn):
            return words("cogs.past.moved")
        return await became(app, info, turn, words)
    except Refusal:  # the buttons of a table that cannot be loaded are removed all the same
        return ""
