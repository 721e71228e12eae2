"""The one message that shows something that will vanish. It is noted beforehand, and cleared whatever Discord refuses.

If the bot has lost access to the channel, or Discord accepts neither an edit nor a deletion, the message stays as it is. It is
not forgotten: whatever is sent for the table later tries again.
"""

import logging

import discord

from chat.app import App
from chat.cards import audiences, board
from chat.wire.messenger import MessageSpot
from chat.wire.outcomes import UNREACHED, Outcome, outcome
from data.records.messages import Posted, Shows
from tables.rules.reading import Reading

log = logging.getLogger(__name__)

KIND = "fleeting"
"""The kind under which the message is noted, with the stage that it shows."""


async def note(app: App, number: int, spot: MessageSpot, stage: int) -> None:
    """Note that a message is about to show something of this stage that will vanish. Raises TimeoutError if an older message
    still shows such a thing and Discord is out of order.
    """
    found = (await app.tables.messages.of(number)).get(KIND)
    if found is not None and found.message != spot.message and not await clear(app, number):
        raise TimeoutError
    await app.tables.messages.put(number, KIND, Posted(*spot, Shows(stage=stage)))


async def note_replaced(app: App, number: int, message: int) -> None:
    """Note that the message now shows something else."""
    found = (await app.tables.messages.of(number)).get(KIND)
    if found is not None and found.message == message:
        await app.tables.messages.drop(number, KIND)


async def clear(app: App, number: int) -> bool:
    """Make sure that no message shows what has vanished at this table: edit it to bare text, else delete it. Returns False if
    it must be tried again soon, because Discord is out of order.
    """
    found = (await app.tables.messages.of(number)).get(KIND)
    if found is None:
        return True
    reading = await app.tables.looks.read(number, fleeting=True)
    if reading.fleeting is not None and reading.info.stage == found.shows.stage:
        return True  # it may still be shown
    try:
        await _clear(app, reading, MessageSpot(found.channel, found.message))
    except discord.HTTPException as error:
        return outcome(error) is not Outcome.LATER
    except (*UNREACHED, discord.RateLimited):
        return False
    return True


async def _clear(app: App, reading: Reading, spot: MessageSpot) -> None:
    """Raises what Discord answers if neither is possible."""
    number = reading.info.id
    standing = await app.tables.messages.get(number, "board")
    mine = standing is not None and standing.message == spot.message
    words = await audiences.public_words(app, reading.info)
    past = not mine or reading.info.state != "playing"
    try:
        edited = await app.messenger.edit(spot, board.bare(reading.info, words, past=past))
    except discord.HTTPException as error:
        if outcome(error) is Outcome.LATER:
            raise
        edited = False
    if not edited:
        await _delete(app, reading, spot)
        if mine:
            await app.tables.messages.drop(number, "board")
            await app.tables.show_again(number)
    await app.tables.messages.drop(number, KIND)


async def _delete(app: App, reading: Reading, spot: MessageSpot) -> None:
    try:
        await app.messenger.rest.delete(*spot)
    except discord.HTTPException as error:
        if outcome(error) is not Outcome.LATER:
            where = {"table": reading.info.id, "status": error.status, "code": error.code}
            log.error("cannot hide an expired card: Discord refused edit and delete", extra=where)  # noqa: TRY400
        raise
