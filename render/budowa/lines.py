"""The events of Budowa zamku as one line each."""

from __future__ import annotations

from collections.abc import Sequence

from data.words import Words
from engines.budowa.events import Back, Build, Flip, Insert, Out, Over
from engines.contract import Event
from render.budowa.board import Decided
from render.budowa.labels import card_label, spot_name
from render.contract import Audience


def line(event: Event, audience: Audience) -> str | None:
    """An event as a line of the story."""
    words, data, names = audience.words, event.data, [person.name for person in audience.people]
    match data:
        case Flip():
            return words("budowa.line.flip", name=names[data.seat], spot=spot_name(data.spot))
        case Over():
            return words(f"budowa.line.over.{data.ending}", name=names[data.seat])
        case Build() | Insert() | Back() | Out():
            return decision(words, data, names)
    return None


def summary(events: Sequence[Event], audience: Audience) -> str:
    """A turn in one line: the decision names the card that was turned up."""
    decided = any(isinstance(event.data, Build | Insert | Back | Out) for event in events)
    told = [event for event in events if event.to is None and not (decided and isinstance(event.data, Flip))]
    return " ".join(filter(None, (line(event, audience) for event in told)))


def decision(words: Words, data: Decided, names: Sequence[str]) -> str:
    """A decision as a sentence."""
    name, spot = names[data.seat], spot_name(data.spot)
    match data:
        case Back():
            return words("budowa.line.back.forced" if data.forced else "budowa.line.back", name=name, spot=spot)
        case Insert():
            low, high = data.between
            return words("budowa.line.insert", name=name, spot=spot, card=card_label(words, data.number), low=low, high=high)
        case Build():
            return words("budowa.line.build", name=name, spot=spot, card=card_label(words, data.number))
        case Out():
            return words("budowa.line.out", name=name, spot=spot, card=card_label(words, data.number))
