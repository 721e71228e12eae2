"""The one message that shows what will vanish again: known before it shows it, and cleared whatever Discord refuses.

Beyond our means: where the bot has lost access to the channel, or Discord takes neither an edit nor a deletion, the message
stays as it is. It is not forgotten, though: whatever is sent for the table later tries again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from cogs import board, table
from tables.shown import Look

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

log = logging.getLogger(__name__)

KIND = "fleeting"
"""Under this kind the message is noted, with the stage that it shows."""

NO_MESSAGE = 10008
FOR_NOW = {408, 429}
"""Status codes by which Discord refuses something for now; all from 500 on besides."""

UNREACHED = (OSError, aiohttp.ClientError, TimeoutError)


async def note(bot: ZamkiBot, number: int, where: tuple[int, int], stage: int) -> None:
    """Channel and message are about to show something of this stage that will vanish. Raises TimeoutError where an older
    message still shows such a thing and Discord is out of order.
    """
    found = await bot.hall.messages.get(number, KIND)
    if found is not None and found[1] != where[1] and not await clear(bot, number):
        raise TimeoutError
    await bot.hall.messages.put(number, KIND, 0, *where, stage)


async def gone(bot: ZamkiBot, number: int, message: int) -> None:
    """The message shows something else by now."""
    found = await bot.hall.messages.get(number, KIND)
    if found is not None and found[1] == message:
        await bot.hall.messages.drop(number, KIND)


async def clear(bot: ZamkiBot, number: int) -> bool:
    """See to it that no message shows what has vanished at this table: an edit to bare text, else the deletion. False where it
    must be tried again soon, because Discord is out of order.
    """
    found = await bot.hall.messages.get(number, KIND)
    if found is None:
        return True
    look = await bot.hall.look(number, fleeting=True)
    if look.fleeting is not None and look.table.stage == found[2]:
        return True  # it is to be seen still
    try:
        return await _clear(bot, look, found[0], found[1])
    except discord.HTTPException as error:
        return not refused_for_now(error)
    except UNREACHED:
        return False


def refused_for_now(error: discord.HTTPException) -> bool:
    """Whether Discord may take the same later."""
    return error.status >= 500 or error.status in FOR_NOW


async def _clear(bot: ZamkiBot, look: Look, channel: int, message: int) -> bool:
    """Raises what Discord answers where neither can be done."""
    number = look.table.id
    posted = bot.get_partial_messageable(channel).get_partial_message(message)
    standing = await bot.hall.messages.get(number, "board")
    mine = standing is not None and standing[1] == message
    try:
        words = await table.public_words(bot, look.table)
        past = standing is None or not mine or look.table.state != "playing" or look.table.turn != standing[2]
        await posted.edit(**board.bare(look.table, words, past=past).editing())
    except discord.HTTPException as error:
        if refused_for_now(error):
            raise
        if error.code != NO_MESSAGE:
            await _delete(look, posted)
        if mine:
            await bot.hall.messages.drop(number, "board")
            await bot.hall.show_again(number)
    await bot.hall.messages.drop(number, KIND)
    return True


async def _delete(look: Look, posted: discord.PartialMessage) -> None:
    try:
        await posted.delete()
    except discord.HTTPException as error:
        if error.code == NO_MESSAGE:
            return
        if not refused_for_now(error):
            where = {"table": look.table.id, "status": error.status, "code": error.code}
            log.error("what has vanished is still shown: Discord takes neither edit nor deletion", extra=where)  # noqa: TRY400
        raise
