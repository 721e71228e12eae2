"""What somebody shows to everybody in a channel. All kinds of sharing go through this place."""

from collections.abc import Awaitable, Callable

import discord

from chat.cards import server
from chat.press import doors, permissions
from chat.press.answer import Answer
from chat.wire.layout import PublicCard
from chat.wire.messenger import Closed
from chat.wire.rest import UNREACHED
from tables.errors import Refusal


async def share(answer: Answer, number: int, kind: str, card: Callable[[], Awaitable[PublicCard]]) -> None:
    """Post a card of a table in the channel of the press. The table belongs to this server, the presser may share it and may
    write here, the server allows tables in the channel, and it is rate limited (`tables.rules.ledger`). `kind` names what is
    shared. Raises Refusal.
    """
    await doors.may_share(answer, (await answer.tables.looks.view(number)).table)
    permissions.may_write(answer)
    await server.has_tables_here(answer)
    await answer.tables.people.note_share(answer.user, answer.channel)
    made = await card()
    try:
        await answer.app.messenger.say(answer.channel, made, f"{kind}-{answer.request}")
    except (Closed, discord.HTTPException, *UNREACHED) as error:
        raise Refusal("replay.refusal.cannot-post") from error
