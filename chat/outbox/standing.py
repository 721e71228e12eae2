"""Messages other than the board that change when a game ends or a player leaves: the lobby card and the hands in
direct messages.
"""

import logging

import discord

from chat.app import App
from chat.cards import audiences, hand, lobby
from chat.press import replies
from chat.wire.interaction_tokens import NoInteractionToken
from chat.wire.messenger import MessageSpot
from chat.wire.outcomes import Outcome, outcome
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading

log = logging.getLogger(__name__)


async def lobby_leads(app: App, info: TableInfo) -> None:
    """Make the lobby card, if there is one, show what became of the game and link to it."""
    found = await app.tables.messages.get(info.id, "lobby")
    if found is None:
        return
    card = await lobby.card(app, info, await audiences.public_words(app, info))
    try:
        await app.messenger.edit(MessageSpot(found.channel, found.message), card)
    except NoInteractionToken:
        return  # nobody has pressed anything there lately: no reason to wait
    except discord.HTTPException as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("cannot edit the lobby card", extra={"table": info.id, "code": error.code})


async def close_hand(app: App, reading: Reading, user: int) -> None:
    """Take the menus off a hand whose game is over or that belongs to somebody else now, and show how it ended."""
    info, messages = reading.info, app.tables.messages
    await replies.follow(app, info.id, user, surely=True)
    found = await messages.get(info.id, "hand", user)
    if found is None:
        return
    spoken = await app.languages.words(user, info.language)
    mine = await app.tables.looks.read(info.id, user)
    try:
        card = await hand.card(app, mine, user, spoken)
        closed = await app.messenger.edit_hand(MessageSpot(found.channel, found.message), card)
    except discord.HTTPException as error:
        log.info("cannot edit an old hand", extra={"code": error.code})
        closed = False
    if not closed:
        await app.tables.posts.retire(info.id, found.channel, found.message)
    await messages.drop(info.id, "hand", user)
