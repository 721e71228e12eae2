"""Paces: how long people may think. Stored as a key: one of `PACES`, or a host's own, `own-<each>-<bank>` in seconds."""

from __future__ import annotations

import functools
import re
from typing import Literal, TypeAlias

import msgspec

from data.words import typed_words
from tables.errors import BadChoice

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR

PaceKind: TypeAlias = Literal["live", "days", "free"]
"""What people plan their reminders by: everybody is there, it takes days, or there is no clock."""

SHORTEST, LONGEST, LONGEST_BANK = 30.0, 14 * DAY, 60 * DAY
"""Seconds: the least and the most for each move of a host's own pace, and the most for its bank."""

LIVE = HOUR
"""Seconds for each move up to which everybody is expected to be present."""


class TimeControl(msgspec.Struct, frozen=True):
    """`each`: seconds for each move, None: no clock. `bank`: seconds for the whole game besides; what a move does not use is
    kept, never more than the bank had at first.
    """

    each: float | None
    bank: float = 0.0

    @property
    def kind(self) -> PaceKind:
        if self.each is None:
            return "free"
        return "days" if self.slow else "live"

    @property
    def slow(self) -> bool:
        """Whether it leaves room for vacations: no clock, more than an hour for each move, or a bank of a day."""
        return self.each is None or self.each > LIVE or self.each + self.bank >= DAY


PACES = {
    "none": TimeControl(None),
    "live": TimeControl(5 * MINUTE),
    "rapid": TimeControl(MINUTE, 10 * MINUTE),
    "day": TimeControl(DAY),
    "slow": TimeControl(3 * DAY),
    "bank": TimeControl(12 * HOUR, 3 * DAY),
}
"""The paces that the lobby offers; the first is the default."""

_OWN = re.compile(r"own-(\d{1,8})-(\d{1,8})")


def read(key: str) -> TimeControl:
    """The pace of a key. Raises BadChoice where there is none such, and where a host's own is out of bounds."""
    if key in PACES:
        return PACES[key]
    match = _OWN.fullmatch(key)
    if match is None:
        raise BadChoice(typed=key, values=tuple(PACES))
    pace = TimeControl(float(match[1]), float(match[2]))
    _check(pace)
    return pace


def own(each: float, bank: float = 0.0) -> str:
    """The key of a host's own pace, in seconds. Raises BadChoice where it is out of bounds; the refusal says how."""
    _check(TimeControl(each, bank))
    return f"own-{int(each)}-{int(bank)}"


def _check(pace: TimeControl) -> None:
    assert pace.each is not None
    if pace.each < SHORTEST:
        raise BadChoice("tables.refusal.pace-short")
    if pace.each > LONGEST or pace.bank > LONGEST_BANK:
        raise BadChoice("tables.refusal.pace-long")
    if 0 < pace.bank < pace.each:
        raise BadChoice("tables.refusal.bank-below-move")


_UNITS = {"second": 1.0, "minute": MINUTE, "hour": HOUR, "day": DAY}


@functools.cache
def _units() -> dict[str, float]:
    """Seconds by each word that any language has for a unit."""
    return {word: length for unit, length in _UNITS.items() for word in typed_words(f"tables.typed.{unit}")}


_PART = re.compile(r"(\d{1,6}(?:[.,]\d{1,2})?)\s*([^\W\d]*)\.?")


def seconds(text: str) -> float:
    """What somebody typed as a length of time: "90 s", "1h 30m", "2 dni"; a bare number counts minutes. Raises BadChoice."""
    said = text.strip().casefold()
    parts = list(_PART.finditer(said))
    if not parts or re.sub(r"[\s,]", "", _PART.sub("", said)):
        raise BadChoice("tables.refusal.unreadable-time")
    found = 0.0
    for part in parts:
        unit = _units().get(part[2]) if part[2] else (MINUTE if len(parts) == 1 else None)
        if unit is None:
            raise BadChoice("tables.refusal.unreadable-time")
        found += float(part[1].replace(",", ".")) * unit
    return float(round(found))
