"""The buttons below a question in a hand."""

import discord

from asking.asker import Asker
from asking.form import Form
from asking.offers import may_ask_a_hint, may_plan
from asking.question import Question
from chat.cards.form_rows import form_buttons
from chat.press.presses import make
from chat.wire.layout import Button, button
from data.words import Words
from tables.rules.reading import Reading

DISPENSABLE = ("hints.ask",)
"""Verbs whose buttons a hand drops, in this order, if the question needs the room."""


def below(asker: Asker, reading: Reading, question: Question, words: Words) -> list[Button]:
    """Returns the buttons below a question: few, so that it fits one screen with its picture. The last one opens the rest."""
    info = reading.info
    mine = reading.view.chosen if reading.view is not None else ()
    found = form_buttons(question.asked, info.id, info.stage, words, mine) if isinstance(question.asked, Form) else []
    if question.may_end:
        done = make("play.pick", info.id, info.stage, question.said)
        found.append(button(words("cogs.hand.done"), done, style=discord.ButtonStyle.success))
    if reading.can_take_back:
        found.append(button(words("cogs.hand.take-back"), make("takeback.undo", info.id, info.stage), emoji="↩️"))
    if question.decided:
        found.append(button(words("cogs.hand.again"), make("play.fresh", info.id, info.stage), emoji="↩️"))
    if may_plan(asker, reading):
        found.append(button(words("cogs.ahead.plan"), make("ahead.open", info.id, info.stage), emoji="📌"))
    return [*found, *hint(asker, reading, words), button("⋯", make("play.more", info.id, info.stage, question.said))]


def more(reading: Reading, question: Question, words: Words, board: str, *, direct: bool, page: bool) -> list[Button]:
    """Returns what else a hand offers. `board` is the address of the board, `direct`: offer hands as direct messages, `page`:
    offer to play on a page.
    """
    info = reading.info
    found = [
        button(words("replay.recap"), make("replay.recap", info.id), emoji="🕰️"),
        button(words("cogs.rules.what"), make("rules.what", info.id, info.stage), emoji="❓"),
        button(words("cogs.board.text"), make("board.text", info.id, info.stage), emoji="📝"),
        button(words("cogs.hand.refresh"), make("play.fresh", info.id, info.stage, ("_",)), emoji="🔄"),
    ]
    found.append(button(words("notes.button"), make("notes.open", info.id), emoji="🗒️"))
    if len(reading.steps) > 1:
        found.append(button(words("cogs.hand.take-out"), make("takeback.choose", info.id, info.stage), emoji="✂️"))
    if direct:
        found.append(button(words("cogs.hand.also-direct"), make("play.direct", info.id, info.stage), emoji="✉️"))
    if page:
        found.append(button(words("watch.play"), make("watching.play", info.id), emoji="🌐"))
    found.append(button(words("cogs.hand.board"), url=board))
    back = make("play.back", info.id, info.stage, question.said)
    return [*found, button(words("cogs.hand.back"), back, emoji="↩️")]


def hint(asker: Asker, reading: Reading, words: Words) -> list[Button]:
    """Returns the button that asks for a hint, or []."""
    if not may_ask_a_hint(asker, reading):
        return []
    return [button(words("hints.ask"), make("hints.ask", reading.info.id, reading.info.stage), emoji="💡")]
