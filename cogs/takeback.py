"""Taking back: alone where one may, else by asking the others, whose answers stand on one message in the channel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord
import msgspec

from cogs import hand, table
from cogs.answer import Ack, Answer
from cogs.cards import BLUE, GOLD, GREEN, GREY, Card, button, rows
from cogs.dispatch import Press, make, verb
from cogs.text import fit
from data.words import Words
from engines.contract import Event
from tables.errors import NotAlone, NothingToTakeBack, RequestOver, Stale
from tables.shown import Asking, Look, TableInfo

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

TOLD = 600
"""Characters that tell the move asked about."""


def card(shown: TableInfo, told: Mapping[str, object], words: Words) -> tuple[Asking, Card]:
    """The request that an outbox row tells of, and its message: with buttons while it is open, then how it ended."""
    asking = msgspec.convert(told["asking"], Asking)
    name = table.seat_name(shown, asking.seat)
    text = [words("cogs.back.asks", name=name, turn=asking.turn), *_move(shown, asking, words)]
    title = table.heading(shown, words, "cogs.back.title")
    if told["ended"]:
        by = table.seat_name(shown, msgspec.convert(told["by"], int))
        text.append(words(f"cogs.back.{told['ended']}", name=by))
        return asking, Card(title=title, text="\n".join(text), colour=GREEN if told["ended"] == "done" else GREY)
    waiting = tuple(shown.seats[seat].user or 0 for seat in asking.asked if seat not in asking.agreed)
    who = (f"{'✅' if seat in asking.agreed else '⏳'} {table.seat_name(shown, seat)}" for seat in asking.asked)
    text.append(f"{words('cogs.back.answers')} {' · '.join(who)}")
    text.append(words("cogs.back.agree-ask", who=" ".join(f"<@{user}>" for user in waiting)))
    number = (str(asking.id),)
    success, danger = discord.ButtonStyle.success, discord.ButtonStyle.danger
    buttons = [
        button(words("cogs.back.agree"), make("agree", shown.id, shown.stage, number), style=success, emoji="✅"),
        button(words("cogs.back.refuse"), make("refuse", shown.id, shown.stage, number), style=danger, emoji="✋"),
        button(words("cogs.back.withdraw"), make("withdraw", shown.id, shown.stage, number)),
    ]
    return asking, Card(title=title, text="\n".join(text), rows=rows(buttons), colour=GOLD, pings=waiting)


def _move(shown: TableInfo, asking: Asking, words: Words) -> list[str]:
    """What would be taken back, in the words it was told in."""
    setting = table.setting(shown, words, safe=True)
    events = msgspec.convert(asking.events, tuple[Event, ...])
    lines = [line for line in (table.room(shown).line(event, setting) for event in events) if line]
    return [fit([f"> {line}" for line in lines], TOLD)] if lines else []


@verb("undo", Ack.UPDATE)
async def undo(answer: Answer, press: Press) -> None:
    """Take back one's own choice or last step, or be told that the others can be asked."""
    await take_back(answer, press.table)


async def take_back(answer: Answer, number: int) -> None:
    """Take back and show the hand after it, or offer to ask the others; refusals go to the presser alone."""
    try:
        look = await answer.hall.take_back(number, answer.user, request=answer.request)
    except NotAlone:
        look = await answer.hall.look(number, answer.user)
        await answer.tell(await _question(answer.bot, look, answer.words))
        return
    await hand.show(answer, number, look=look, note=answer.words("cogs.hand.taken-back"))


async def _question(bot: ZamkiBot, look: Look, words: Words, *, note: str = "") -> Card:
    """What one may not take back alone, with the button that asks the others. Raises NothingToTakeBack where the game has gone
    on in this very moment.
    """
    shown, wanted = look.table, look.may_ask
    if wanted is None:
        raise NothingToTakeBack
    title = table.heading(shown, words, "cogs.hand.no-title")
    link = button(words("cogs.hand.board"), url=await table.board_link(bot, shown))
    alone = not wanted.asked
    text = [note, words("cogs.back.computers" if alone else "cogs.back.not-alone", turn=wanted.turn)]
    label = words("cogs.hand.take-back" if alone else "cogs.back.ask")
    ask = button(label, make("plead", shown.id, shown.stage), style=discord.ButtonStyle.primary, emoji="↩️")
    text += _move(shown, wanted, words)
    return Card(title=title, text="\n".join(filter(None, text)), rows=rows([ask, link]), colour=BLUE)


@verb("plead", Ack.UPDATE)
async def plead(answer: Answer, press: Press) -> None:
    """Ask the others, as the question offered; where the game has gone on since, the question is asked anew."""
    try:
        look = await answer.hall.ask_back(press.table, answer.user, stage=press.stage, request=answer.request)
    except Stale:
        look = await answer.hall.look(press.table, answer.user)
        if look.may_ask is None:
            await take_back(answer, press.table)
        else:
            await answer.show(await _question(answer.bot, look, answer.words, note=answer.words("cogs.hand.stale")))
        return
    asked = look.table.asking is not None
    title = table.heading(look.table, answer.words, "cogs.hand.no-title")
    link = button(answer.words("cogs.hand.board"), url=await table.board_link(answer.bot, look.table))
    text = answer.words("cogs.back.asked" if asked else "cogs.hand.taken-back")
    await answer.show(Card(title=title, text=text, rows=rows([link]), colour=GREEN))


@verb("agree", Ack.UPDATE)
async def agree(answer: Answer, press: Press) -> None:
    """One of those asked agrees; the message is the answer."""
    await answer.hall.agree_back(press.table, answer.user, _asking(press), request=answer.request)


@verb("refuse", Ack.UPDATE)
async def refuse(answer: Answer, press: Press) -> None:
    """One of those asked refuses, which ends the request."""
    await answer.hall.end_back(press.table, answer.user, _asking(press), request=answer.request)


@verb("withdraw", Ack.UPDATE)
async def withdraw(answer: Answer, press: Press) -> None:
    """Who asked thinks better of it."""
    await answer.hall.end_back(press.table, answer.user, _asking(press), withdraw=True, request=answer.request)


def _asking(press: Press) -> int:
    """The request that a press is about. Raises RequestOver where it names none."""
    word = "".join(press.words[:1])
    if not (word.isascii() and word.isdigit()):
        raise RequestOver
    return int(word)
