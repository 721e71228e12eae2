"""A server's leaderboard: rated games only, by wins; people with as many wins share their place."""

from __future__ import annotations

from data.store import Store
from tables.models import Standing, Standings


async def standings(store: Store, guild: int, game: str | None) -> Standings:
    """Best first; among equals who needed fewer games, then by name. Games with computer players do not count."""
    rows = await store.standings(guild, game)
    rows.sort(key=lambda row: (-row.first, row.games, row.name.casefold(), row.user))
    ranked = []
    for row in rows:
        place = 1 + sum(other.first > row.first for other in rows)
        places = (row.first, row.second, row.third, row.fourth)
        ranked.append(Standing(place, row.user, row.name, row.games, row.first, places))
    uncounted = await store.uncounted(guild, game)
    return Standings(guild, game, tuple(ranked), uncounted.void, uncounted.friendly, uncounted.computers)
