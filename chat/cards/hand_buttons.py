"""The buttons below a question in a hand."""

import discord

from asking.asker import Asker
from asking.offers import may_ask_a_hint, may_plan
from asking.question import Question
from chat.press.presses import make
from chat.wire.layout import Button, button
from data.words import Words
from tables.model.models import TableInfo
from tables.rules.reading import Reading

DISPENSABLE = ("replay.recap", "rules.what", "board.text", "ahead.open", "play.direct", "takeback.choose", "hints.ask")
"""Verbs whose buttons a hand drops, in this order, if the question needs the room; they are offered elsewhere too."""


def own(asker: Asker, look: Reading, question: Question, words: Words, *, direct: bool) -> list[Button]:
    """Returns the buttons of this question only. `direct`: offer hands as direct messages."""
    info = look.table
    found = []
    if question.may_end:
        done = make("play.pick", info.id, info.stage, question.said if question.decided else ())
        found.append(button(words("cogs.hand.done"), done, style=discord.ButtonStyle.success))
    if look.can_take_back:
        found.append(button(words("cogs.hand.take-back"), make("takeback.undo", info.id, info.stage), emoji="↩️"))
    if len(look.steps) > 1:
        found.append(button(words("cogs.hand.take-out"), make("takeback.choose", info.id, info.stage), emoji="✂️"))
    if question.decided:
        found.append(button(words("cogs.hand.again"), make("play.fresh", info.id, info.stage), emoji="↩️"))
    if may_plan(asker, look):
        found.append(button(words("cogs.ahead.plan"), make("ahead.open", info.id, info.stage), emoji="📌"))
    found += hint(asker, look, words)
    if direct and not question.decided:
        found.append(button(words("cogs.hand.also-direct"), make("play.direct", info.id, info.stage), emoji="✉️"))
    return found


def hint(asker: Asker, look: Reading, words: Words) -> list[Button]:
    """Returns the button that asks for a hint, or []."""
    if not may_ask_a_hint(asker, look):
        return []
    return [button(words("hints.ask"), make("hints.ask", look.table.id, look.table.stage), emoji="💡")]


def always(info: TableInfo, words: Words) -> list[Button]:
    """Returns the buttons below every question, always in the same place."""
    return [
        button(words("cogs.hand.refresh"), make("play.fresh", info.id, info.stage, ("_",)), emoji="🔄"),
        button(words("cogs.board.text"), make("board.text", info.id, info.stage), emoji="📝"),
        button(words("cogs.rules.what"), make("rules.what", info.id, info.stage), emoji="❓"),
        button(words("replay.recap"), make("replay.recap", info.id), emoji="🕰️"),
    ]
