"""Torres in words: each event as one line, and the words of the notation on buttons and in menus.

Labels are short: up to ten labels of at most 24 characters become buttons, longer ones menus.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from data.words import Words
from engines.contract import Event, EventData, Move, Word
from engines.torres import events
from engines.torres.components import CARD_NUMBER, PLACE_COST, TOWER
from engines.torres.squares import NEXT, NUMBER, SQUARES, bits
from engines.torres.view import TorresView
from render.contract import Audience, Weight
from render.prose import cut, fitting, list_text
from render.seat_marks import marked_name
from render.torres.scenes import parts

LONGEST = 380
"""The most characters of a line; names are shortened to fit."""

Names = Sequence[str]

WEIGHTS: Mapping[type[EventData], Weight] = {
    events.PhaseScored: "result",
    events.RoundBegun: "shown",
    events.PhaseBegun: "shown",
}
"""How much its events mean to somebody who missed them."""

NAME = 20
"""The most characters of a name on a button."""

ENDS = {"top": "↑", "bottom": "↓"}
"""The ends of a deck, and their signs."""

_BUILDS = {"build", "supply"}


def line(event: Event, audience: Audience) -> str | None:
    """The event as one line; lines of private events address their seat."""
    write = _LINES[type(event.data)]
    return fitting(lambda names: write(audience.words, event.data, names), audience, LONGEST)


def summary(events: Sequence[Event], audience: Audience) -> str:
    """A turn in one line: what each player did, in order; repeated actions are combined with all their squares."""
    moves = [event.data for event in events if event.to is None and type(event.data) in _DEEDS]
    return fitting(lambda names: _sum(moves, names, audience.words), audience, LONGEST)


def _sum(moves: Sequence[Any], names: Names, words: Words) -> str:
    said: list[str] = []
    for seat, of in groupby(moves, key=lambda data: data.seat):
        parts = [_DEEDS[kind](words, list(deeds)) for kind, deeds in groupby(of, key=type)]
        if parts := [part for part in parts if part]:
            said.append(f"{names[seat]}: {', '.join(parts)}")
    return "; ".join(said)


def _at(key: str) -> Callable[[Words, Sequence[Any]], str]:
    """The text function for an action on squares."""
    return lambda words, deeds: words(f"torres.turn.{key}", squares=" ".join(deed.square for deed in deeds))


def _walks(words: Words, deeds: Sequence[events.KnightMoved | events.KingMoved]) -> str:
    ways = ", ".join(f"{deed.start}→{deed.target}" for deed in deeds)
    return words("torres.turn.king", ways=ways.removeprefix("→")) if isinstance(deeds[0], events.KingMoved) else ways


def _cards_played(words: Words, deeds: Sequence[events.CardPlayed]) -> str:
    said = []
    for deed in deeds:
        target = deed.target or deed.square
        way = f"{deed.start}→{target}" if deed.start else target
        card = words("torres.turn.card", card=words(f"torres.card.{deed.card}"))
        said.append(f"{card} {way}" if way else card)
    return ", ".join(said)


def _losses(words: Words, deeds: Sequence[events.TurnEnded]) -> str:
    lost = sum(deed.lost for deed in deeds)
    return words("torres.turn.lost", n=lost) if lost else ""


_DEEDS: Mapping[type[EventData], Callable[[Words, Any], str]] = {
    events.CastlePlaced: _at("castle"),
    events.KnightStarted: _at("knight"),
    events.KnightPlaced: _at("knight"),
    events.KnightMoved: _walks,
    events.KingMoved: _walks,
    events.KingStayed: lambda words, _: words("torres.turn.stay"),
    events.SegmentBuilt: _at("build"),
    events.CardsDrawn: lambda words, deeds: words.count("torres.turn.draw", len(deeds)),
    events.CardPlayed: _cards_played,
    events.PointBought: lambda words, deeds: words.count("torres.turn.point", len(deeds)),
    events.TurnEnded: _losses,
}
"""The text functions for the actions of a turn, by type of event; consecutive events of one type are combined."""


def _plain(words: Words, data: Any, names: Names) -> str:
    """An event whose message needs only its fields and the player's name."""
    return words(f"torres.line.{data.kind}", **msgspec.structs.asdict(data), name=names[data.seat])


def _king(words: Words, data: events.KingMoved, names: Names) -> str:
    key = "king" if data.start else "crown"
    return words(f"torres.line.{key}", name=names[data.seat], start=data.start, square=data.target)


def _first(words: Words, data: events.StarterChosen, names: Names) -> str:
    return words("torres.line.first", name=names[data.seat], other=names[data.first])


def _move(words: Words, data: events.KnightMoved, names: Names) -> str:
    key = "through" if any(stop.through for stop in data.path) else "move"
    values = {"start": data.start, "square": data.target, "level": data.level, "cost": data.cost}
    return words(f"torres.line.{key}", name=names[data.seat], **values)


def _look(words: Words, data: events.CardsLookedAt, _: Names) -> str:
    return words("torres.line.looked", cards=_cards(words, data.cards))


def _keep(words: Words, data: events.CardKept, names: Names) -> str:
    return words.count("torres.line.keep", data.cards, name=names[data.seat])


def _laid_back(words: Words, data: events.CardsLaidBack, _: Names) -> str:
    sentences = [words("torres.line.kept", card=words(f"torres.card.{data.card}"))]
    for key, cards in (("tops", data.tops), ("bottoms", data.bottoms)):
        if cards:
            sentences.append(words(f"torres.line.{key}", cards=_cards(words, cards)))
    return " ".join(sentences)


def _cards(words: Words, cards: Sequence[str]) -> str:
    return list_text(words, [words(f"torres.card.{card}") for card in cards])


def _card(words: Words, data: events.CardPlayed, names: Names) -> str:
    card = data.card
    played = words("torres.line.card", name=names[data.seat], card=words(f"torres.card.{card}"))
    values = {"start": data.start, "square": data.target or data.square}
    if card in {"six", "seven"}:
        effect = words("torres.line.more", n=data.ap)
    elif card in {"under", "supply", "shift"}:
        effect = words(f"torres.line.{card}", **values, height=data.height)
    elif card == "higher":
        effect = words("torres.line.higher", **values, level=data.level)
    else:
        effect = words("torres.line.walks", **values, level=data.level)
    founded = [words("torres.line.founded")] if data.founded else []
    vanished = [words("torres.line.vanished")] if data.vanished else []
    return " ".join([played, effect, *founded, *vanished])


def _point(words: Words, data: events.PointBought, names: Names) -> str:
    bought = words("torres.line.point", name=names[data.seat], score=data.score)
    slid = [words.count("torres.line.slides", data.slides)] if data.slides else []
    return " ".join([bought, *slid])


def _end(words: Words, data: events.TurnEnded, names: Names) -> str:
    name = names[data.seat]
    sentences = [words("torres.line.end-lost", name=name, n=data.lost) if data.lost else words("torres.line.end", name=name)]
    if data.to_supply:
        sentences.append(words("torres.line.to-supply", n=data.to_supply))
    if data.kept:
        sentences.append(words("torres.line.kept-segments", n=data.kept))
    return " ".join(sentences)


def _round(words: Words, data: events.RoundBegun, names: Names) -> str:
    return words("torres.line.round", phase=data.phase, round=data.round, name=names[data.starter])


def _scoring(words: Words, data: events.PhaseScored, names: Names) -> str:
    gains = []
    for seat in data.order:
        made = ", ".join(f"{words(f'torres.scoring.{part.kind}')} {part.points}" for part in parts(data, seat) if part.points)
        why = f" ({made})" if made else ""
        gains.append(f"{names[seat]} +{data.after[seat] - data.before[seat]}{why} → {data.after[seat]}")
    return f"{words('torres.scoring.title', phase=data.phase)}: {'; '.join(gains)}."


def _phase(words: Words, data: events.PhaseBegun, names: Names) -> str:
    return words("torres.line.phase", phase=data.phase, name=names[data.starter])


def _over(words: Words, _data: events.GameOver, _names: Names) -> str:
    return words("torres.line.over")


_LINES: Mapping[type[EventData], Callable[[Words, Any, Names], str]] = {
    events.CastlePlaced: _plain,
    events.KnightStarted: _plain,
    events.KingMoved: _king,
    events.KingStayed: _plain,
    events.StarterChosen: _first,
    events.KnightPlaced: _plain,
    events.KnightMoved: _move,
    events.SegmentBuilt: _plain,
    events.CardsDrawn: _plain,
    events.CardsLookedAt: _look,
    events.CardKept: _keep,
    events.CardsLaidBack: _laid_back,
    events.CardPlayed: _card,
    events.PointBought: _point,
    events.TurnEnded: _end,
    events.RoundBegun: _round,
    events.PhaseScored: _scoring,
    events.PhaseBegun: _phase,
    events.GameOver: _over,
}


def label(word: Word, said: Move, view: TorresView, audience: Audience) -> str:
    """A word after what was `said`; a word that the game does not know is returned unchanged."""
    words = audience.words
    if not said:
        return _verb(word, view, audience)
    verb, *rest = said
    if verb == "first" and word.isdigit() and int(word) < len(audience.people):
        return marked_name(int(word), cut(audience.people[int(word)].name, NAME))
    if word in CARD_NUMBER:
        return words("torres.label.card", card=words(f"torres.card.{word}"), does=words(f"torres.card.{word}.short"))
    if word in ENDS:
        return f"{ENDS[word]} · {words(f'torres.word.{word}')}"
    if word.isdigit():
        return words(f"torres.label.{_tower_key(verb, rest, view)}", n=int(word))
    if word in NUMBER:
        return _square(word, [verb, *rest], view, audience)
    return word


def _verb(word: Word, view: TorresView, audience: Audience) -> str:
    words = audience.words
    ours = view.seat is not None and view.seat == view.acting
    if word == "end" and ours and view.asks == "act":
        over = _overflow(view)
        points, segments = words("torres.label.lost", n=view.ap), words("torres.label.segments", n=over)
        if view.ap or over:
            return words("torres.label.end", lost=points if view.ap else segments)
    key = f"torres.word.{word}"
    return words(key, n=PLACE_COST) if words.has(key) else word


def _overflow(view: TorresView) -> int:
    """The segments of the tower in use that the other towers have no room for."""
    room = sum(TOWER - height for height in view.towers[view.acting])
    last = view.round == view.rounds and not view.towers[view.acting]
    return 0 if view.used < 0 or last else max(0, view.used - room)


def _tower_key(verb: Word, rest: list[Word], view: TorresView) -> str:
    if verb != "end":
        return "tower"
    choosing = not rest and view.used < 0 and len(set(view.towers[view.acting])) > 1
    return "dissolve" if choosing else "onto"


def _square(square: Word, said: list[Word], view: TorresView, audience: Audience) -> str:
    """A square: what is there, its height, the cost of a walk to it."""
    words = audience.words
    what = said[1] if said[0] == "card" and len(said) > 1 else said[0]
    if view.asks == "king" and what == "king":
        base = next((castle.base for castle in view.castles if square in castle.squares), 0)
        return words("torres.label.royal", square=square, level=view.level(square), base=base)
    if what in {"castle", "start", "king"}:
        return square
    if what == "move" and len(said) == 2:
        cost = view.reach(said[1]).get(square, 0) if said[1] in NUMBER else 0
        return words("torres.label.walk", square=square, level=_level(square, view, audience), cost=cost)
    if what in _BUILDS or (what == "shift" and len(said) == 3):
        return _build(square, view, audience)
    if what == "shift":
        return words("torres.label.stack", square=square, height=view.level(square))
    return words("torres.label.square", square=square, level=_level(square, view, audience))


def _level(square: Word, view: TorresView, audience: Audience) -> str:
    level = view.level(square)
    return audience.words("torres.label.level", n=level) if level else audience.words("torres.label.ground")


def _build(square: Word, view: TorresView, audience: Audience) -> str:
    words, height = audience.words, view.level(square)
    castle = next((castle for castle in view.castles if square in castle.squares), None)
    if castle is not None:
        return words("torres.label.rise", square=square, height=height + 1, base=castle.base)
    near = {SQUARES[other] for other in bits(NEXT[NUMBER[square]])}
    bases = [castle.base for castle in view.castles if near & set(castle.squares)]
    if not bases:
        return words("torres.label.found", square=square)
    return words("torres.label.grow", square=square, base=bases[0] + 1)
