"""What is left of a finished game of Rycerze i zamki: the crests that people earn, and the figures that they argue about."""

from collections.abc import Mapping, Sequence

from engines.base import statistics_of
from engines.contract import Crest, Event, Result, Seat, Statistic
from engines.rycerze.components import CARD, MATERIAL, MATERIALS, STRENGTH, TILE, VALUE
from engines.rycerze.events import CastleWon, Recruitment
from engines.rycerze.scoring import LARGE
from engines.rycerze.state import RycerzeState


def _lord(state: RycerzeState, _result: Result) -> tuple[Seat, ...]:
    """All large castles of a game."""
    large = {owner for owner, value in zip(state.owners, VALUE, strict=True) if value == LARGE}
    return tuple(seat for seat in range(state.seats) if large == {seat})


def _last(state: RycerzeState, result: Result) -> tuple[Seat, ...]:
    """Won alone, and no army card is left in hand."""
    won = [seat for seat, place in enumerate(result.rating_places) if place == 1]
    return tuple(won) if len(won) == 1 and not state.hands[won[0]] else ()


CRESTS: Mapping[str, Crest] = {"lord": _lord, "last": _last}


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
    return statistics_of(found)
