"""The moment of truth: a reveal, an attack or a scoring. Whoever has not seen it sees it before the next question."""

import msgspec
from cachetools import LRUCache

from asking.asker import Asker
from asking.players import playing_seat
from engines.contract import Event
from engines.notation import read_event
from render.turns import Outdated
from tables.rules.reading import Reading

REMEMBERED = 10_000
"""People at tables whose last moment is remembered. Whoever is forgotten, as after a restart, sees theirs once more."""


class Highlight(msgspec.Struct, frozen=True):
    """An event with a picture, the newest of its kind since the person's last move."""

    event: Event
    turn: int
    number: int
    """The number of events with a picture in that turn so far, which tells it from others."""

    @property
    def key(self) -> tuple[int, int]:
        """What is remembered of it."""
        return self.turn, self.number


class Read(msgspec.Struct, frozen=True):
    """What a person has gone on from."""

    key: tuple[int, int]
    """The key of the newest moment then."""
    events: int
    """The number of events since their last move then."""


class Moments:
    """Which moments people have gone on from."""

    def __init__(self) -> None:
        self._read: LRUCache[tuple[int, int], Read] = LRUCache(REMEMBERED)

    async def unseen(self, asker: Asker, reading: Reading, user: int) -> Highlight | None:
        """Returns the moment that this person has not gone on from; None if there is none. Raises Outdated."""
        if reading.info.state != "playing" or playing_seat(reading) is None or reading.drafted_at is not None:
            return None
        found, _ = await newest_moment(asker, reading)
        before = self._read.get((reading.info.id, user))
        return None if found is None or (before is not None and before.key >= found.key) else found

    async def go_on(self, asker: Asker, reading: Reading, user: int) -> None:
        """Remember that this person has seen the newest moment. Raises Outdated."""
        found, events = await newest_moment(asker, reading)
        if found is not None:
            self._read[reading.info.id, user] = Read(found.key, events)

    async def is_read(self, asker: Asker, reading: Reading, user: int) -> bool:
        """Returns whether the person has gone on from the newest moment and nothing has happened since. Raises Outdated."""
        before = self._read.get((reading.info.id, user))
        if before is None:
            return False
        found, events = await newest_moment(asker, reading)
        return found is not None and before == Read(found.key, events)


async def newest_moment(asker: Asker, reading: Reading) -> tuple[Highlight | None, int]:
    """Returns the newest moment since and including the viewer's last move, and the number of events since then. Raises
    Outdated.
    """
    turns = await asker.tables.looks.since(reading)
    if turns is None:
        raise Outdated
    game, renderer = asker.games[reading.info.game], asker.renderers[reading.info.game]
    found = None
    for turn, stored in turns.items():
        scenes = [event for event in (read_event(each, game) for each in stored) if event.scene]
        for number, event in enumerate(scenes, start=1):
            if renderer.is_moment(event):
                found = Highlight(event, turn, number)
    return found, sum(map(len, turns.values()))
