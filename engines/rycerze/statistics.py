"""What players of Rycerze i zamki argue about afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Event, Statistic
from engines.rycerze.components import CARD, MATERIAL, MATERIALS, STRENGTH, TILE
from engines.rycerze.events import CastleWon, Recruitment


def margin(event: Event) -> int | None:
    """In a battle that strength has decided, how much stronger the card that won was than the next one that fought."""
    data = event.data
    if not isinstance(data, CastleWon) or data.by != "strength":
        return None
    strengths = STRENGTH[MATERIAL[TILE[data.tile]]]
    others = [
        strengths[CARD[card]]
        for cards, fates in zip(data.cards, data.fates, strict=True)
        for card, fate in zip(cards, fates, strict=True)
        if fate == "camp"
    ]
    return data.strength - max(others) if others else None


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """Castles by material, cards that cancelled each other, castles by the sword, cards taken back."""
    found = {key: [0] * seats for key in (*MATERIALS, "cancelled", "sword", "recruited")}
    for event in events:
        data = event.data
        if isinstance(data, CastleWon):
            found[MATERIALS[MATERIAL[TILE[data.tile]]]][data.winner] += 1
            found["sword"][data.winner] += data.by == "sword"
            for seat, fates in enumerate(data.fates):
                found["cancelled"][seat] += fates.count("cancelled")
        elif isinstance(data, Recruitment):
            for seat, recruited in enumerate(data.recruited):
                found["recruited"][seat] += recruited
    return tuple(Statistic(key, tuple(values)) for key, values in found.items())
