"""Words of the notation as people read them, and events as one line each. Names are inserted as they are in the audience (see
`render.contract`).
"""

from collections.abc import Mapping, Sequence

from data.words import Words
from engines.contract import Event, EventData, Result
from engines.rzymianie import events
from engines.rzymianie.components import CLANS
from render.contract import Audience, Weight
from render.prose import amounts, list_text, sentence
from render.rzymianie import cards, clans, forts, prose, sentences
from render.rzymianie.sentences import Names

WEIGHTS: Mapping[type[EventData], Weight] = {
    events.StrengthsCompared: "reason",
    events.AttackOver: "reason",
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
            return words("rzymianie.line.wall", turn=data.game_turn, turns=data.all_turns, forts=wall)
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
        case events.StrengthsCompared() | events.AttackOver():
            return _course(data, names, words)
        case events.InstantWin():
            return words("rzymianie.line.forthecas", name=names[data.clan])
        case events.GameOver():
            result = Result(data.places, data.scores, data.reason, ())
            return words("rzymianie.line.over", result=sentence(prose.winner(result, names, words)))
    return None


def _clans_of(event: Event) -> int:
    """The highest clan an event can name, plus one."""
    match event.data:
        case events.WarriorsTurnedUp(turned=clans_) | events.AttackOver(turned=clans_) | events.StrengthsCompared(sums=clans_):
            return len(clans_)
    return len(CLANS)


def _taking(data: events.FortTaken, names: Names, words: Words) -> str:
    fort = forts.fort_as_object(data.fort, words)
    if data.place == data.round:
        return words("rzymianie.line.take", name=clans.leading(names, data.clan, words), fort=fort, place=data.place)
    return words("rzymianie.line.druhid", name=names[data.clan], fort=fort, place=data.place)


def in_order(happened: Sequence[Event]) -> list[Event]:
    """These events with the reasons before what somebody took in that round: in games begun by earlier versions of the rules,
    only the end of the round tells them.
    """
    found: list[Event] = []
    for event in happened:
        at = len(found)
        if isinstance(event.data, events.AttackOver) and not event.data.compared:
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
    lines: list[str | None] = []
    for event in in_order(happened):
        names = clans.clan_names(max(_clans_of(event), len(audience.people)), audience.names, words)
        match event.data:
            case events.StrengthsCompared() | events.AttackOver() as data:
                lines.append(_course(data, names, words, named=False))
            case _ if event.to is None:
                lines.append(line(event, audience))
    return " ".join(filter(None, lines))


def _sums(attack: sentences.Comparison, names: Names, *, named: bool) -> str:
    return amounts(names, attack.sums) if named else " : ".join(map(str, attack.sums))


def _course(
    attack: events.StrengthsCompared | events.AttackOver, names: Names, words: Words, *, named: bool = True
) -> str | None:
    """Why somebody takes the fort, or nobody does; at the end of a round, what the lines of its steps have not said."""
    ended = attack if isinstance(attack, events.AttackOver) else None
    told = ended is not None and ended.compared
    parts = [] if told else sentences.reasons(attack, names, words, _sums(attack, names, named=named))
    parts += [] if ended is None else _outcome(ended, names, words)
    return words("rzymianie.line.attack", told=sentence(*parts)) if any(parts) else None


def _outcome(attack: events.AttackOver, names: Names, words: Words) -> list[str]:
    """How the round ended: what the lines of its steps do not say."""
    parts = [sentences.loss(attack, words)]
    if attack.place and attack.place != attack.round:
        key = "slides" if attack.slid else "swaps"
        parts.append(words(f"rzymianie.prose.{key}", fort=forts.fort_name(attack.fort, words), place=attack.place))
    return [*parts, sentences.discards(attack, "seduced", names, words)]
