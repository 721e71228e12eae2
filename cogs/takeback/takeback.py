"""Taking back: alone where one may, else by asking the others, whose answers stand on one message in the channel."""

import discord

from chat.app import App
from chat.cards import table
from chat.press.presses import make
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, Card, PublicCard, button, rows
from chat.wire.text import fit
from data.words import Words
from tables.errors import NothingToTakeBack
from tables.model.models import TableInfo, TableView, TakebackRequest
from tables.model.outbox_rows import AskingRow

LISTED = 20
"""Steps of a turn that one message offers at most: the newest."""

TOLD = 600
"""Characters that tell the move asked about."""


def steps(app: App, look: TableView, words: Words) -> Card:
    """Which step of one's turn goes: a button each; those after it stay."""
    info = look.table
    buttons = []
    for at, (number, move) in list(enumerate(look.steps, start=1))[-LISTED:]:
        said = make("takeback.undo", info.id, info.stage, (str(number),))
        buttons.append(button(f"{at} · {table.step(app, look, move, words)}", said, emoji="↩️"))
    back = button(words("cogs.hand.back"), make("play.fresh", info.id, info.stage))
    title = table.heading(info, words, "cogs.hand.title")
    return Card(title=title, asks=words("cogs.hand.which-step"), rows=rows([*buttons, back]), colour=GOLD)


def gone(app: App, before: TableView, step: int, taken: TableView, words: Words) -> str:
    """That a step was taken back, and which later ones went with it because they need it."""
    left, lost = [(move[0], move[-1]) for _, move in taken.steps], []
    for number, move in before.steps:
        if number != step and left[:1] == [(move[0], move[-1])]:
            left.pop(0)
        elif number > step:
            lost.append(table.escaped_line(table.step(app, before, move, words)))
    return words("cogs.hand.taken-with", what=" · ".join(lost)) if lost else words("cogs.hand.taken-back")


def card(app: App, info: TableInfo, payload: AskingRow, words: Words) -> tuple[TakebackRequest, PublicCard]:
    """The request that an outbox row names, and its message: with buttons while it is open, then how it ended."""
    asking = payload.asking
    name = table.seat_name(info, asking.seat)
    text = [
        words("cogs.back.asks", name=name, when=table.when(app, info, asking.turn, words)),
        *_move(app, info, asking, words),
    ]
    title = table.heading(info, words, "cogs.back.title")
    if payload.ended:
        by = table.seat_name(info, payload.by)
        text.append(words(f"cogs.back.{payload.ended}", name=by))
        return asking, PublicCard(title=title, text="\n".join(text), colour=GREEN if payload.ended == "done" else GREY)
    waiting = tuple(info.seats[seat].user or 0 for seat in asking.asked if seat not in asking.agreed)
    who = (f"{'✅' if seat in asking.agreed else '⏳'} {table.seat_name(info, seat)}" for seat in asking.asked)
    text.append(f"{words('cogs.back.answers')} {' · '.join(who)}")
    text.append(words("cogs.back.agree-ask", who=" ".join(f"<@{user}>" for user in waiting)))
    number = (str(asking.id),)
    success, danger = discord.ButtonStyle.success, discord.ButtonStyle.danger
    buttons = [
        button(words("cogs.back.agree"), make("takeback.agree", info.id, info.stage, number), style=success, emoji="✅"),
        button(words("cogs.back.refuse"), make("takeback.refuse", info.id, info.stage, number), style=danger, emoji="✋"),
        button(words("cogs.back.withdraw"), make("takeback.withdraw", info.id, info.stage, number)),
    ]
    pings = waiting if payload.mention else ()
    return asking, PublicCard(title=title, text="\n".join(text), rows=rows(buttons), colour=GOLD, pings=pings)


def _move(app: App, info: TableInfo, asking: TakebackRequest, words: Words) -> list[str]:
    """What would be taken back, in the words it was told in."""
    audience = table.audience(info, words, safe=True)
    events = table.events(app, info, asking.events)
    lines = [line for line in (table.line(app, info, event, audience) for event in events) if line]
    return [fit([f"> {line}" for line in lines], TOLD)] if lines else []


async def question(app: App, look: TableView, words: Words, *, note: str = "") -> Card:
    """What one may not take back alone, with the button that asks the others. Raises NothingToTakeBack where the game has gone
    on in this very moment.
    """
    info, wanted = look.table, look.may_ask
    if wanted is None:
        raise NothingToTakeBack(NothingToTakeBack.REVEALED)
    title = table.heading(info, words, "cogs.hand.no-title")
    link = await table.to_board(app, info, words)
    alone = not wanted.asked
    text = [
        note,
        words("cogs.back.computers" if alone else "cogs.back.not-alone", when=table.when(app, info, wanted.turn, words)),
    ]
    label = words("cogs.hand.take-back" if alone else "cogs.back.ask")
    ask = button(label, make("takeback.ask", info.id, info.stage), style=discord.ButtonStyle.primary, emoji="↩️")
    text += _move(app, info, wanted, words)
    return Card(title=title, text="\n".join(filter(None, text)), rows=rows([ask, link]), colour=BLUE)
