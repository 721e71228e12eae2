"""The moment of truth as one person's card: its picture with what has happened, and the way on to the question."""

import discord

from asking import pictures, readers
from asking.moments import Highlight
from chat.app import App
from chat.cards import clocks, drawing, headings, since
from chat.press.presses import make
from chat.wire.layout import BLUE, Card, button, rows
from data.words import Words
from tables.model.people import Preferences
from tables.rules.reading import Reading


async def moment_card(  # noqa: PLR0917 - what is shown, to whom
    app: App, reading: Reading, found: Highlight, words: Words, own: Preferences, note: str
) -> Card | None:
    """Returns the card; `note` answers the press. None if its picture cannot be drawn. Raises Outdated."""
    info = reading.info
    people, turn = readers.audience(info, words, own=own), pictures.turn(app.asker, info)
    picture = await drawing.attempt(app.pictures.scene(info.game, found.event, people, turn), info.id)
    if picture is None:
        return None
    go_on = make("play.on", info.id, info.stage)
    times = [] if reading.seat is None else clocks.own_times(info, reading.seat, words)
    return Card(
        title=headings.heading(info, words, "cogs.hand.moment", when=headings.when(app, info, found.turn, words)),
        picture=picture,
        text="\n".join(await since.since(app, reading, words, own.display)),
        asks="\n".join(filter(None, (note, *times))),
        rows=rows([button(words("cogs.hand.go-on"), go_on, style=discord.ButtonStyle.primary, emoji="▶️")]),
        colour=BLUE,
        text_first=True,
    )
