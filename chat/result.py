"""How a game ended, in words: why, and who came where."""

from __future__ import annotations

from chat import table
from chat.text import escaped
from data.words import Words
from tables.models import TableInfo


def why(shown: TableInfo, words: Words) -> list[str]:
    """Why a game ended before its rules ended it."""
    if shown.closed is None:
        return [words("cogs.hand.cancelled")] if shown.state == "cancelled" else []
    found = [words(f"tables.closed.{shown.closed}")]
    if shown.reason:
        found.append(words("cogs.end.reason", reason=escaped(shown.reason, limit=300)))
    return found


def ranking(shown: TableInfo, words: Words) -> list[str]:
    """Who came where, a line each; points where there are some."""
    result = shown.result
    if result is None:
        return []
    seats = sorted(range(len(shown.seats)), key=lambda seat: (result.places[seat], seat))
    lines = []
    for seat in seats:
        line = f"{_medal(result.places[seat], len(seats))} {table.seat_name(shown, seat)}"
        if shown.closed is None:
            line += f": {words.count('cogs.board.points', result.scores[seat])}"
        lines.append(line)
    return lines


def _medal(place: int, players: int) -> str:
    """The place as a sign; who plays alone has won or lost, which the reason tells, and no place."""
    if players == 1:
        return "👤"
    return {1: "🥇", 2: "🥈", 3: "🥉"}.get(place, f"**{place}.**")
