"""The events of Budowa zamku as one line each, and the words of its notation as people read them."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from data.words import Words
from engines.budowa.components import FIGURE, SPOT
from engines.budowa.events import Back, Build, Flip, Insert, Out, Over
from engines.budowa.view import BudowaView
from engines.contract import Event, EventData, Move, Word
from render.contract import Audience, Weight

Decided: TypeAlias = Build | Insert | Back | Out

WEIGHTS: Mapping[type[EventData], Weight] = {Build: "result", Insert: "result", Flip: "shown"}
"""How much its events mean to somebody who missed them."""


def line(event: Event, audience: Audience) -> str | None:
    """An event as a line of the public log."""
    words, data, names = audience.words, event.data, audience.names
    match data:
        case Flip():
            return words("budowa.line.flip", name=names[data.seat], spot=spot_name(data.spot))
        case Over():
            return words(f"budowa.line.over.{data.ending}", name=names[data.seat])
        case Build() | Insert() | Back() | Out():
            return decision(words, data, names)
    return None


def summary(events: Sequence[Event], audience: Audience) -> str:
    """A turn in one line; the decision names the card that was turned up."""
    decided = any(isinstance(event.data, Build | Insert | Back | Out) for event in events)
    public = [event for event in events if event.to is None and not (decided and isinstance(event.data, Flip))]
    return " ".join(filter(None, (line(event, audience) for event in public)))


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


def spot_name(spot: str) -> str:
    """A spot's name as in the picture."""
    return spot.upper()


def card_label(words: Words, number: int, *, figures: bool = True) -> str:
    """A card's number and figure."""
    kind = FIGURE.get(number) if figures else None
    return f"{number} ({words(f'budowa.figure.{kind}')})" if kind else str(number)


def label(word: Word, said: Move, view: BudowaView, audience: Audience) -> str:
    """A word as a person reads it. The open card's number is left out, as labels may outlast it."""
    del said
    words = audience.words
    if word in SPOT:
        note = next((note.number for note in view.board.notes if note.spot == word), None)
        return spot_name(word) if note is None else f"{spot_name(word)} · {note}"
    if word == "back" and view.open is not None:
        return words(f"budowa.word.back.{view.open.decline}", spot=spot_name(view.open.spot))
    return words(f"budowa.word.{word}")
