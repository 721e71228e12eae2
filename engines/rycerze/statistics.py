"""The results of a finished game of Rycerze i zamki besides the score: crests, and the figures that players argue about."""

from collections.abc import Mapping, Sequence

from engines.base import statistics_of
from engines.contract import Crest, Event, Result, Seat, Statistic
from engines.rycerze.components import CARD, MATERIAL, MATERIALS, STRENGTH, TILE, VALUE
from engines.rycerze.events import CastleWon, Recruitment
from engines.rycerze.scoring import LARGE
from engines.rycerze.state import RycerzeState


def _lord(state: RycerzeState, _result: Result) -> tuple[Seat, ...]:
    """One player won all large castles of a game."""
    large = {owner for owner, value in zip(state.owners, VALUE, strict=True) if value == LARGE}
    return tuple(seat for seat in range(state.seats) if large == {seat})


def _last(state: RycerzeState, result: Result) -> tuple[Seat, ...]:
    """The only winner has no army card left in hand."""
    won = [seat for seat, place in enumerate(result.rating_places) if place == 1]
    return tuple(won) if len(won) == 1 and not state.hands[won[0]] else ()


CRESTS: Mapping[str, Crest] = {"lord": _lord, "last": _last}


def margin(event: Event) -> int | None:
    """Returns by how much the winning card of a battle decided by strength exceeded the next one that counted."""
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
    """Counts of castles by material, cancelled cards, castles won by the sword and cards taken back, by seat."""
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
