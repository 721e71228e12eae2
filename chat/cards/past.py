"""What a board tells in the place of its question when another board has taken its place: how its turn ended."""

from __future__ import annotations

from chat.app import App
from chat.cards import board, table
from chat.wire.messenger import Past
from tables.errors import Refusal


def of(app: App, number: int) -> Past:
    """Tells it of the turns of a table."""

    async def told(turn: int) -> str:
        try:
            return await _told(app, number, turn)
        except Refusal:  # a table that cannot be loaded loses its buttons all the same
            return ""

    return told


async def _told(app: App, number: int, turn: int) -> str:
    info = (await app.tables.looks.view(number, anyway=True)).table
    words = await table.public_words(app, info)
    if info.game not in app.games or not turn or (info.state == "playing" and info.turn == turn):
        return words("cogs.past.moved")
    return await board.became(app, info, turn, words)
