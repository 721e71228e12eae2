"""What players of Zamek argue about afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Event, Statistic
from engines.zamek.events import AreaScored, AreaTied, KeepsScored, MeadowsScored, TokensScored, TokenWon

FINAL = {MeadowsScored: "meadows", KeepsScored: "keeps", TokensScored: "tokens"}


def margin(event: Event) -> int | None:
    """The smallest there is: a finished area that paid nobody."""
    return 0 if isinstance(event.data, AreaTied) else None


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """Points by what they were earned by; tokens won."""
    found = {key: [0] * seats for key in ("road", "house", "sty", *FINAL.values(), "won")}
    for event in events:
        data = event.data
        if isinstance(data, AreaScored):
            found[data.place.kind][data.seat] += data.points
        elif isinstance(data, MeadowsScored | KeepsScored | TokensScored):
            for seat, points in enumerate(data.gains):
                found[FINAL[type(data)]][seat] += points
        elif isinstance(data, TokenWon):
            found["won"][data.seat] += 1
    return tuple(Statistic(key, tuple(values)) for key, values in found.items())
