"""The results of a finished game of Zamek besides the score: crests, and the figures that players argue about."""

from collections.abc import Mapping, Sequence

from engines.base import statistics_of
from engines.contract import Crest, Event, Result, Seat, Statistic
from engines.zamek.events import AreaScored, AreaTied, KeepsScored, MeadowsScored, TokensScored, TokenWon
from engines.zamek.state import EARNINGS, ZamekState

HUNDRED = 100
MONKS = 30

FINAL = {MeadowsScored: "meadows", KeepsScored: "keeps", TokensScored: "tokens"}


def _round(_state: ZamekState, result: Result) -> tuple[Seat, ...]:
    """Once round the track: a hundred points."""
    return tuple(seat for seat, score in enumerate(result.scores) if score >= HUNDRED)


def _monks(state: ZamekState, _result: Result) -> tuple[Seat, ...]:
    """Thirty points for meadows in the final scoring."""
    meadow, wide = EARNINGS.index("meadow"), len(EARNINGS)
    return tuple(seat for seat in range(2) if state.earned[wide * seat + meadow] >= MONKS)


CRESTS: Mapping[str, Crest] = {"round": _round, "monks": _monks}


def margin(event: Event) -> int | None:
    """Returns 0, the smallest margin, for a finished area that paid nobody."""
    return 0 if isinstance(event.data, AreaTied) else None


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """Points by source, and tokens won, by seat."""
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
    return statistics_of(found)
