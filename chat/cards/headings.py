"""The first line of a table's message, and what its parts are called."""

from chat.app import App
from chat.cards import audiences
from data.words import Words
from tables.model.table_info import TableInfo


def when(app: App, table: TableInfo, turn: int, spoken: Words) -> str:
    """Returns a turn as the game's board calls it."""
    return audiences.renderer(app, table).when(turn, spoken)


def game_name(game: str, spoken: Words) -> str:
    """Returns a game's name; its key if this version lacks the game."""
    return spoken(f"{game}.name") if spoken.has(f"{game}.name") else game


def heading(table: TableInfo, spoken: Words, key: str, mark: str = "", **values: object) -> str:
    """Returns a message's first line: its subject, game and table, and the `mark` of whom it is for. Below it is the
    tournament, if the game belongs to one, or the position in which it began.
    """
    head = f"{spoken(key, game=game_name(table.game, spoken), table=table.id, **values)} {mark}".rstrip()
    if (origin := table.origin) is not None:
        return f"{head}\n-# ↪️ {spoken('review.played-on', table=origin.table, step=origin.step)}"
    return f"{head}\n-# 🏆 {tournament}" if (tournament := in_tournament(table, spoken)) else head


def in_tournament(table: TableInfo, spoken: Words) -> str:
    """Returns the tournament and the round of a table's game, or ""."""
    found = table.tournament
    if found is None or found.league is None:
        return "" if found is None else spoken("cogs.tournament.table", number=found.number, round=found.round)
    return spoken("cogs.league.table", number=found.league, round=found.round)
