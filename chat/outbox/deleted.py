"""Boards that somebody has deleted by hand. Discord reports that only to bots that receive every message of their servers,
which this one does not want to: it finds out when it edits the board, reminds somebody, or somebody's time is up.
"""

import discord

from chat.app import App
from chat.wire.messenger import MessageSpot
from chat.wire.outcomes import Outcome, outcome
from data.records.messages import Posted, Shows
from tables.model.table_info import TableInfo

REPOSTED = "reposted"
"""The kind under which the stage is noted in which a deleted board was last posted again."""


async def note_deleted_board(app: App, info: TableInfo) -> bool:
    """Returns whether the board of a running game in a server was deleted and has to be posted again. That is so once in a
    stage: who deletes it again is not argued with. Raises what Discord answers if it cannot tell now.
    """
    noted = await app.tables.messages.of(info.id)
    board, before = noted.get("board"), noted.get(REPOSTED)
    if info.place.guild <= 0 or board is None or (before is not None and before.shows.stage == info.stage):
        return False
    try:
        if await app.messenger.stands(MessageSpot(board.channel, board.message)):
            return False
    except discord.HTTPException as error:
        if outcome(error) is Outcome.LATER:
            raise
        return False  # it cannot be read
    await app.tables.messages.put(info.id, REPOSTED, Posted(board.channel, 0, Shows(stage=info.stage)))
    return True
