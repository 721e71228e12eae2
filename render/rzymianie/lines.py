"""Words of the notation as people read them, and events as one line each. Names are inserted as they are in the audience (see
`render.contract`).
"""

from collections.abc import Mapping, Sequence

from data.words import Words
from engines.contract import Event, EventData, Result
from engines.rzymianie import events
from engines.rzymianie.components import CLANS, TURNS
from render.contract import Audience, Weight
from render.prose import list_text, sentence
from render.rzymianie import cards, clans, forts, prose, sentences
from render.rzymianie.sentences import Names

WEIGHTS: Mapping[type[EventData], Weight] = {
    events.FortTaken: "result",
    events.FortGivenUp: "result",
    events.InstantWin: "result",
    events.WallTurnedUp: "shown",
}
"""How much its events mean to somebody who missed them."""


def line(event: Event, audience: Audience) -> str | None:
    """An event as a line of the public log."""
    words, data = audience.words, event.data
    names = clans.clan_names(max(_clans_of(event), len(audience.people)), audience.names, words)
    match data:
        case events.WallTurnedUp():
            wall = prose.wall_in_words(data.wall, words)
            return words("rzymianie.line.wall", turn=data.game_turn, turns=TURNS, forts=wall)
        case events.WarriorsTurnedUp():
            turned = prose.turned_in_words(data.turned, names, words)
            return words("rzymianie.line.reveal", round=data.round, fort=forts.fort_as_object(data.fort, words), turned=turned)
        case events.Seduced():
            card = cards.card_name(data.card, words)
            return words("rzymianie.line.seduce", name=names[data.clan], card=card, other=names[data.seduced])
        case events.FortTaken():
            return _taking(data, names, words)
        case events.WarriorsKept(kept=()):
            return words("rzymianie.line.keep-none", name=names[data.clan])
        case events.WarriorsKept():
            return words("rzymianie.line.keep", name=names[data.clan], cards=sentences.warriors(data.kept, words))
        case events.WarriorsDropped():
            drops = ", ".join(f"{names[drop.clan]} – {cards.card_name(drop.card, words)}" for drop in data.drops)
            return words(f"rzymianie.line.{data.why}", drops=drops)
        case events.OrdersChanged():
            who = list_text(words, [names[clan] for clan in data.clans])
            return words.count("rzymianie.line.order", len(data.clans), names=who)
        case events.FortGivenUp():
            key = "give-itself" if data.itself else "give"
            return words(f"rzymianie.line.{key}", name=names[data.clan], fort=forts.fort_as_object(data.fort, words))
        case events.AttackOver():
            return _outcome(data, names, words)
        case events.InstantWin():
            return words("rzymianie.line.forthecas", name=names[data.clan])
        case events.GameOver():
            result = Result(data.places, data.scores, data.reason, ())
            return words("rzymianie.line.over", result=sentence(prose.winner(result, names, words)))
    return None


def _clans_of(event: Event) -> int:
    """The highest clan an event can name, plus one."""
    return len(event.data.turned) if isinstance(event.data, events.WarriorsTurnedUp | events.AttackOver) else len(CLANS)


def _taking(data: events.FortTaken, names: Names, words: Words) -> str:
    fort = forts.fort_as_object(data.fort, words)
    if data.place == data.round:
        return words("rzymianie.line.take", name=clans.leading(names, data.clan, words), fort=fort, place=data.place)
    return words("rzymianie.line.druhid", name=names[data.clan], fort=fort, place=data.place)


def in_order(happened: Sequence[Event]) -> list[Event]:
    """These events with the end of a round, which has the reasons, before what somebody took in that round."""
    found: list[Event] = []
    for event in happened:
        at = len(found)
        if isinstance(event.data, events.AttackOver):
            this = (event.data.game_turn, event.data.round)
            at = next((place for place, each in enumerate(found) if _taken_in(each) == this), at)
        found.insert(at, event)
    return found


def _taken_in(event: Event) -> tuple[int, int] | None:
    """Returns the turn and round in which this event takes a fort; None if it takes none."""
    data = event.data
    return (data.game_turn, data.round) if isinstance(data, events.FortTaken) else None


def summary(happened: Sequence[Event], audience: Audience) -> str:
    """Several rounds in one line: the sums of the strengths without names, for which a phone has no room."""
    words = audience.words
    lines = []
    for event in in_order(happened):
        if isinstance(event.data, events.AttackOver):
            names = clans.clan_names(max(_clans_of(event), len(audience.people)), audience.names, words)
            lines.append(_outcome(event.data, names, words, named=False))
        elif event.to is None:
            lines.append(line(event, audience))
    return " ".join(filter(None, lines))


def _outcome(attack: events.AttackOver, names: Names, words: Words, *, named: bool = True) -> str | None:
    """Why the round ended like this: what the lines of its steps do not say."""
    parts = sentences.first(attack, names, words, seduced=False)
    each = [f"{name} {n}" for name, n in zip(names, attack.sums, strict=False)]
    parts.append(words("rzymianie.prose.sums", sums=", ".join(each) if named else " : ".join(map(str, attack.sums))))
    parts += [sentences.majority(attack, names, words), sentences.loss(attack, words)]
    if attack.place and attack.place != attack.round:
        key = "slides" if attack.slid else "swaps"
        parts.append(words(f"rzymianie.prose.{key}", fort=forts.fort_name(attack.fort, words), place=attack.place))
    parts.append(sentences.discards(attack, "seduced", words))
    return words("rzymianie.line.attack", told=sentence(*parts)) if any(parts) else None
