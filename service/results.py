"""What the program API and webhooks say about a server's finished games; docs/program-api.md describes it.

Only games in channels that everybody in the server sees are included. There are no ids of people, and names only on request.
"""

from typing import Any

from cachetools import TTLCache

from chat.wire import visible
from chat.wire.rest import Rest
from tables.model.table_info import TableInfo, counts
from tables.rules.finish import put_last

SEEN_SECONDS = 60.0
"""Seconds for which the visibility of a channel is cached."""


class VisibleGames:
    """Knows which games everybody in their server sees, according to Discord."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(10_000, SEEN_SECONDS)

    async def server(self, guild: int) -> bool:
        """Returns whether the bot is in the server."""
        return await self._channel(guild, visible.SERVER)

    async def game(self, info: TableInfo) -> bool:
        """Returns whether everybody in its server sees a table's channel."""
        return await self._channel(info.place.guild, info.home or info.place.channel)

    async def _channel(self, guild: int, channel: int) -> bool:
        if (guild, channel) not in self._known:
            self._known[guild, channel] = channel in await visible.by_all(self._rest, guild, {channel})
        return self._known[guild, channel]


def game_json(info: TableInfo, *, names: bool) -> dict[str, Any]:
    """Returns a finished game as JSON."""
    result = info.result
    places = put_last(result.places, [each.resigned for each in info.seats]) if result is not None else ()
    seats = []
    for seat, each in enumerate(info.seats):
        kind = "computer" if each.user is None else "resigned" if each.resigned else "person"
        person: dict[str, Any] = {"kind": kind, "level": each.level or ""}
        if result is not None:
            person |= {"place": places[seat], "score": result.scores[seat]}
        seats.append(person | ({"name": each.name} if names else {}))
    return {
        "table": info.id,
        "game": info.game,
        "options": info.options,
        "pace": info.pace,
        "opened": int(info.created),
        "changed": int(info.changed),
        "closed": info.closed or "",
        "rated": counts(info) and info.closed != "void",
        "tournament": None if info.tournament is None else info.tournament.number,
        "commitment": info.commitment,
        "seats": seats,
    }
