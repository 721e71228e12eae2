"""What programs are told of a server's finished games, by the door and by webhooks: docs/door.md describes it.

Only games in channels that everybody in the server sees are told. There are no ids of people, and names only where they are
asked for.
"""

from typing import Any

from cachetools import TTLCache

from chat.wire import visible
from chat.wire.rest import Rest
from tables.model.models import TableInfo, counts
from tables.rules.finish import put_last

SEEN_SECONDS = 60.0
"""Seconds for which it is remembered that everybody sees a channel."""


class VisibleGames:
    """Which games everybody in their server sees, as Discord has said lately."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(10_000, SEEN_SECONDS)

    async def server(self, guild: int) -> bool:
        """Whether the bot is in the server."""
        return await self._channel(guild, visible.SERVER)

    async def game(self, info: TableInfo) -> bool:
        """Whether everybody in its server sees a table's channel."""
        return await self._channel(info.place.guild, info.home or info.place.channel)

    async def _channel(self, guild: int, channel: int) -> bool:
        if (guild, channel) not in self._known:
            self._known[guild, channel] = channel in await visible.by_all(self._rest, guild, {channel})
        return self._known[guild, channel]


def game_json(info: TableInfo, *, names: bool) -> dict[str, Any]:
    """A finished game."""
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
