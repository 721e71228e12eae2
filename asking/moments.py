"""The moment of truth: a reveal, an attack or a scoring. Who has not seen it sees it before the next question."""

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


class Moments:
    """Which moments people have gone on from."""

    def __init__(self) -> None:
        self._seen: LRUCache[tuple[int, int], tuple[int, int]] = LRUCache(REMEMBERED)

    async def unseen(self, asker: Asker, reading: Reading, user: int) -> Highlight | None:
        """Returns the moment that this person has not gone on from; None if there is none. Raises Outdated."""
        if reading.info.state != "playing" or playing_seat(reading) is None or reading.drafted_at is not None:
            return None
        found = await newest(asker, reading)
        return None if found is None or self._seen.get((reading.info.id, user), (0, 0)) >= found.key else found

    async def go_on(self, asker: Asker, reading: Reading, user: int) -> None:
        """Remember that this person has seen the newest moment. Raises Outdated."""
        found = await newest(asker, reading)
        if found is not None:
            self._seen[reading.info.id, user] = found.key


async def newest(asker: Asker, reading: Reading) -> Highlight | None:
    """Returns the newest moment since and including the viewer's last move. Raises Outdated."""
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
    return found
