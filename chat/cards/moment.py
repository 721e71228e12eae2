"""The moment of truth as one person's card: its picture with what has happened, and the way on to the question; a question
that one press answers is asked there.
"""

import discord

from asking import pictures, readers
from asking.moments import Highlight
from asking.question import Question, Walk, question
from chat.app import App
from chat.cards import clocks, drawing, hand_lines, headings, row_context, since
from chat.cards.question_rows import question_rows
from chat.press.presses import make
from chat.wire.layout import BLUE, Card, button, rows
from data.words import Words
from tables.model.people import Preferences
from tables.rules.reading import Reading

FEW = 4
"""Maximum answers that stand below a moment: two rows of two."""


async def moment_card(  # noqa: PLR0917 - what is shown, to whom
    app: App, reading: Reading, found: Highlight, words: Words, own: Preferences, note: str
) -> Card | None:
    """Returns the card; `note` answers the press. None if its picture cannot be drawn. Raises Outdated."""
    info = reading.info
    people, turn = readers.audience(info, words, own=own), pictures.turn(app.asker, info)
    picture = await drawing.attempt(app.pictures.scene(info.game, found.event, people, turn), info.id)
    if picture is None:
        return None
    go_on = button(words("cogs.hand.go-on"), make("play.on", info.id, info.stage), style=discord.ButtonStyle.primary, emoji="▶️")
    asks, below = [], rows([go_on])
    asked = question(reading.choices, chosen=() if reading.view is None else reading.view.chosen)
    if _one_press_answers(asked):
        context = row_context.of_table(app, reading, words, marked=True)
        asks, below = hand_lines.asks(app.asker, reading, asked, context.labels, words), question_rows(context, asked, [go_on])
    elif reading.seat is not None:
        asks = clocks.own_times(info, reading.seat, words)
    return Card(
        title=headings.heading(info, words, "cogs.hand.moment", when=headings.when(app, info, found.turn, words)),
        picture=picture,
        text="\n".join(await since.since(app, reading, words, own.display)),
        asks="\n".join(filter(None, (note, *asks))),
        rows=below,
        colour=BLUE,
        text_first=True,
    )


def _one_press_answers(asked: Question) -> bool:
    """Returns whether a question is so short that it stands below the moment."""
    words = asked.choices.words
    return isinstance(asked.asked, Walk) and 0 < len(words) <= FEW and all(_ends(asked, word) for word in words)


def _ends(asked: Question, word: str) -> bool:
    """Returns whether a word ends the move."""
    following = asked.ask((*asked.said, word))
    return following.complete and not following.words
