"""Private answers that show a table are kept true: what is no longer so on the table stands in none of them any more."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import discord

from cogs.answer import Answer
from cogs.cards import Card
from cogs.copies import Copy, copy_of
from data.words import Words
from tables.shown import Look

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

log = logging.getLogger(__name__)

Draw = Callable[["ZamkiBot", Look, int, Words], Awaitable[Card]]
"""Makes an answer anew: the table as that user may see it, the user, their language."""

KINDS: dict[str, Draw] = {}


Known = TypeVar("Known", bound=Draw)


def kind(name: str) -> Callable[[Known], Known]:
    """Registers what makes the answers of a kind."""

    def register(draw: Known) -> Known:
        KINDS[name] = draw
        return draw

    return register


async def show(answer: Answer, name: str, look: Look, card: Card) -> None:
    """Answer in private with a card of this kind, and keep it true from now on."""
    number = look.table.id
    message = await answer.show(card)
    if message is None:
        return
    if answer.guild is None:
        if name == "hand":
            answer.bot.copies.note(number, answer.user, message, look.table.version)
        return
    replaced = answer.bot.copies.keep(number, answer.user, name, copy_of(message, answer.interaction, answer.words, look.table))
    if replaced is not None:
        await _remove(replaced)
    if (await answer.hall.look(number)).table.stage != look.table.stage:
        await follow(answer.bot, number, answer.user, name)  # the game moved on while this answer was under way


async def follow(bot: ZamkiBot, number: int, user: int, name: str = "hand") -> None:
    """Bring a private answer up to date, unless it shows already what is true now."""
    async with bot.copies.lock(number, user, name):
        copy = bot.copies.alive(number, user, name)
        look = await bot.hall.look(number, user)
        if copy is None or copy.version == look.table.version:
            return
        made = await KINDS[name](bot, look, user, copy.words)
        try:
            await copy.interaction.edit_original_response(**made.editing())
        except discord.HTTPException as error:
            log.info("private answer is gone", extra={"table": number, "code": error.code})
            bot.copies.forget(number, user, name, copy)
        else:
            bot.copies.renew(number, user, name, copy, look.table)


async def follow_all(bot: ZamkiBot, number: int, stage: int) -> None:
    """Bring every private answer up to date that shows the table as it was before this stage."""
    await asyncio.gather(*(follow(bot, number, user, name) for user, name in bot.copies.behind(number, stage)))


async def _remove(copy: Copy) -> None:
    """Take away a private answer that a newer one has taken the place of."""
    try:
        await copy.interaction.delete_original_response()
    except discord.HTTPException as error:
        log.info("old private answer stays", extra={"code": error.code})
