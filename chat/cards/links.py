"""Links and buttons that lead to where a table is played, or was."""

from chat.app import App
from chat.cards import headings
from chat.press.presses import make
from chat.wire.layout import Button, Card, button, rows
from chat.wire.text import link
from data.records.messages import Noted, Posted
from data.words import Words
from tables.model.table_info import TableInfo


async def tournament_link(app: App, table: TableInfo) -> str | None:
    """Returns a link to the card of the game's tournament, if it belongs to one."""
    found = table.tournament and await app.tables.messages.get(table.tournament.number, "tournament")
    return link(table.place.guild, found.channel, found.message) if found else None


async def board_link(app: App, table: TableInfo, noted: Noted | None = None, board: Posted | None = None) -> str:
    """Returns a link to where the table is played: its newest board or its end, else its lobby card or its channel. `noted` are
    its messages and `board` is its board, if the caller has read them.
    """
    if board is not None and table.state == "playing":
        return link(table.place.guild, board.channel, board.message)
    for kind in ("board", "lobby") if table.state in {"lobby", "playing"} else ("final", "lobby"):
        found = await app.tables.messages.get(table.id, kind) if noted is None else noted.get(kind)
        if found is not None:
            return link(table.place.guild, found.channel, found.message)
    return link(table.place.guild, table.place.channel)


async def to_board(app: App, table: TableInfo, spoken: Words) -> Button:
    """Returns the button that links to where the table is played, or was, or will be."""
    key = {"playing": "cogs.hand.board", "over": "cogs.lobby.to-result"}.get(table.state, "cogs.guests.to-lobby")
    return button(spoken(key), url=await board_link(app, table))


async def outcome_card(app: App, table: TableInfo, spoken: Words, key: str, colour: int) -> Card:
    """What has come of a press, in one text with the way to the board."""
    title = headings.heading(table, spoken, "cogs.hand.no-title")
    return Card(title=title, text=spoken(key), rows=rows([await to_board(app, table, spoken)]), colour=colour)


def to_review(app: App, info: TableInfo, spoken: Words) -> list[Button]:
    """Returns the button below the end of a game that opens its review."""
    if info.state != "over" or not app.tables.advice.advises:
        return []
    return [button(spoken("review.ask"), make("review.open", info.id), emoji="🔎")]


async def hand_link(app: App, table: TableInfo, user: int) -> str | None:
    """Returns a link to the copy of a person's hand in their direct messages, if there is one."""
    found = await app.tables.messages.get(table.id, "hand", user)
    return link(None, found.channel, found.message) if found is not None else None
