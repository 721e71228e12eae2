"""How reliable somebody is in slow games, in one word for those who may play with them: pure.

Only a server's own finished games say it, and only the newest of them, so that what is long past is forgotten.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from data.records.results import PacedResult
from tables.time.plan import Plan
from tables.time.timing import DAY, PACES, read_pace

NEW, LAST, MOST_LEFT = 3, 10, 1
"""How many finished games somebody needs who is not new, how many of the newest count, and of how many of these the person may
have left.
"""

LOOKED_AT = 50
"""The newest results of a person that are looked at, without those of paces that are not slow."""

NOT_SLOW = tuple(key for key, pace in PACES.items() if pace.kind != "days")
"""Usual paces whose games do not count. Hosts' own ones are read."""

ReliabilityWord: TypeAlias = Literal["new", "reliable", "absent"]


class Reliability(msgspec.Struct, frozen=True):
    """A word, and its reasons for the person themselves."""

    word: ReliabilityWord
    games: int
    """How many games count."""
    left: tuple[int, ...]
    """The tables of those that the person has left, newest first."""


def reliability(results: Sequence[PacedResult], plan: Plan) -> Reliability:
    """Returns how reliable a person is by their results, newest first. Games left on vacation do not count."""
    spans = [(begun, begun + days * DAY) for begun, days in plan.vacations]
    slow = [each for each in results if read_pace(each.pace).kind == "days"]
    counted = [each for each in slow if not (each.departed and any(begun <= each.at <= ends for begun, ends in spans))][:LAST]
    left = tuple(each.table_id for each in counted if each.departed)
    word: ReliabilityWord = "absent" if len(left) > MOST_LEFT else "new" if len(counted) < NEW else "reliable"
    return Reliability(word, len(counted), left)
