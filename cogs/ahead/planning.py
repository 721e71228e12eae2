"""Planning one's next moves before one is asked: what is planned, the next question of the imagined table, and taking back."""

import discord

from chat.app import App
from chat.cards import hand, picker, table
from chat.press.presses import make
from chat.wire.layout import BLUE, Button, Card, Row, button, rows
from data.words import Words
from engines.contract import Move
from tables.model.models import TableView


async def card(app: App, look: TableView, user: int, words: Words, *, said: Move = (), page: int = 0, note: str = "") -> Card:
    """The plan as it is, walked as far as `said`."""
    info = look.table
    trial = await app.tables.moves.planning(info.id, user)
    parts = [note, words("cogs.ahead.what"), *hand.planned_lines(app, look, words)]
    walk: list[Row] = []
    buttons: list[Button] = []
    if trial is None:
        parts.append(words("cogs.ahead.no-more"))
    else:
        ask = trial.choices
        said, choices = picker.advance(ask, said)
        if not choices.words and not choices.complete:
            said, choices = picker.advance(ask, ())  # what was said leads nowhere any more
        imagined, together = trial.view(), picker.joint(ask, said)
        question = hand.asked(info.game, choices, words)
        parts.append(question if together is None else hand.taken(app, imagined, together, words))
        step = hand.step_of(app, imagined, ask, said, choices, words, page=page, together=together)
        walk = picker.rows_of(step, words, verb="ahead.say")
        if choices.complete and choices.words:
            done = make("ahead.say", info.id, info.stage, said)
            buttons.append(button(words("cogs.hand.done"), done, style=discord.ButtonStyle.success))
        if said != (picker.advance(ask, ()))[0]:
            buttons.append(button(words("cogs.hand.again"), make("ahead.open", info.id, info.stage, ("_",)), emoji="↩️"))
    if look.ahead:
        last = f"_{len(look.ahead) - 1}"
        buttons.append(button(words("cogs.ahead.less"), make("ahead.less", info.id, info.stage, (last,)), emoji="↩️"))
        buttons.append(button(words("cogs.ahead.drop"), make("ahead.drop", info.id, info.stage), emoji="✖️"))
    buttons.append(button(words("cogs.ahead.back"), make("play.fresh", info.id, info.stage), emoji="🃏"))
    return Card(
        title=table.heading(info, words, "cogs.ahead.title"),
        text="\n".join(part for part in parts if part),
        rows=(*walk, *rows(buttons)),
        colour=BLUE,
    )
