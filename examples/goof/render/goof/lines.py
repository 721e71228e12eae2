"""The events of Goofspiel as one line each."""

from __future__ import annotations

from engines.contract import Event
from engines.goof.events import PrizeTurned, RoundEnded
from render.contract import Audience
from render.prose import listed


def line(event: Event, audience: Audience) -> str | None:
    """The event as the public story tells it."""
    words = audience.words
    match event.data:
        case PrizeTurned(prize=prize, lying=lying):
            return words("goof.line.prize", prize=prize, stake=sum(lying))
        case RoundEnded(bids=bids, lying=lying, winner=winner):
            names = [person.name for person in audience.people]
            told = words("goof.bids", bids=listed(words, [f"{name} {bid}" for name, bid in zip(names, bids, strict=True)]))
            if winner is None:
                return f"{told} {words('goof.nobody')}"
            points = words.count("render.points", sum(lying))
            return f"{told} {words('goof.takes', name=names[winner], points=points)}"
    return None
