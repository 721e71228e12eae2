"""Rzymianie do domu! in words: descriptions of the pictures, the text board, labels of words, the lines of the story.

Names are inserted as the setting has them (see `render.contract`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from data.words import Words
from engines.contract import Event, Move, Result, Word
from engines.rzymianie.view import CLANS, STRENGTH, Fort, RzymianieView, Warrior
from render.contract import ALT_LENGTH, TEXT_LENGTH, Setting
from render.rzymianie import board as boards
from render.rzymianie import cards, clans, forts, hand, scenes, story, table
from render.theme import LETTERS
from render.told import capital, fitting, listed, sentence

Names = Sequence[str]

LOST = "alone-lost"
"""The reason of a result without a winner: alone, and behind a neutral clan."""


# ---------------------------------------------------------------- labels


def label(word: Word, said: Move, view: RzymianieView, setting: Setting) -> str:
    """A word as a person reads it: warriors with their strength, `Axx 4`; forts with their place; the warrior that can be
    seduced with its clan's letter. `said` may lack the verb (a choice made is told without it).
    """
    words = setting.words
    if word == "_":
        return _place(view, len(said) - 1, words)
    verb = said[0] if said and said[0] in hand.VERBS else ""
    if not verb and word in hand.VERBS:
        return words(f"rzymianie.word.{word}")
    if word == "none":
        return capital(words("rzymianie.word.none"))
    if word in STRENGTH:
        return cards.called(word, words)
    if word in CLANS:
        return _victim(CLANS.index(word), view, words)
    if verb == "give" or (not verb and view.asking == "give"):
        return _own_fort(int(word), view, words)
    return _standing(view, view.round if word == "here" else int(word), words)


def _place(view: RzymianieView, at: int, words: Words) -> str:
    """The place that the warrior so far from the left goes to: of a plan, or of those that lie face down."""
    down = sorted(warrior.place for warrior in view.down)
    return _standing(view, down[at] if view.asking == "svord" else at + 1, words)


def _standing(view: RzymianieView, place: int, words: Words) -> str:
    fort = view.wall[place - 1]
    return f"{place}. {forts.called(fort, words)}" if fort is not None else str(place)


def _victim(clan: int, view: RzymianieView, words: Words) -> str:
    turned = "" if view.attack is None else f" · {cards.called(view.attack.turned[clan], words)}"
    return f"{LETTERS[clan]}{turned or ' · ' + clans.title(clan, words)}"


def _own_fort(value: int, view: RzymianieView, words: Words) -> str:
    """Of forts worth the same the one taken first goes."""
    own = () if view.seat is None else view.forts[view.seat]
    found = next((fort for fort in own if fort.value == value), None)
    return forts.value(Fort("", value)) if found is None else forts.called(found, words)


# ---------------------------------------------------------------- the table


def _names(people: Names, n: int, words: Words) -> tuple[str, ...]:
    return clans.called(n, tuple(people), words)


def _when(words: Words, game_turn: int, round_: int) -> str:
    if not round_:
        return words("rzymianie.alt.orders", turn=game_turn, turns=table.TURNS)
    return words("rzymianie.alt.now", turn=game_turn, turns=table.TURNS, round=round_, rounds=table.PLACES)


def _wall(wall: Sequence[Fort | None], words: Words, gap: str = "–") -> str:
    told = (gap if fort is None else forts.called(fort, words) for fort in wall)
    return ", ".join(f"{place}. {said}" for place, said in enumerate(told, 1) if said)


def _forts(which: Iterable[Fort], words: Words) -> str:
    return ", ".join(forts.called(fort, words) for fort in which)


def _cards(which: Iterable[Warrior], words: Words) -> str:
    return ", ".join(cards.called(each.card, words) for each in which)


def _points(words: Words, points: int) -> str:
    said = words.count("render.points", abs(points))
    return said if points >= 0 else f"−{said}"


def _clan(view: RzymianieView, clan: int, name: str, words: Words) -> str:
    """One clan in a sentence: points and forts, warriors face up, what is face down or discarded, whether it has chosen."""
    facts = [] if clan < view.seats else [words("rzymianie.alt.neutral")]
    facts.append(_points(words, view.points[clan]))
    if view.forts[clan]:
        facts.append(words("rzymianie.alt.forts", forts=_forts(view.forts[clan], words)))
    if view.up[clan]:
        facts.append(words("rzymianie.alt.up", cards=_cards(view.up[clan], words)))
    if view.discarded[clan]:
        facts.append(words("rzymianie.alt.spent", cards=_cards(view.discarded[clan], words)))
    left = table.PLACES - view.round
    if left and view.round:
        facts.append(words.count("rzymianie.alt.down", left))
    if clan < view.seats and (clan in view.pending or view.chosen[clan]):
        facts.append(words("rzymianie.alt.waits" if clan in view.pending else "rzymianie.alt.ready"))
    return f"{LETTERS[clan]} {name}: {', '.join(facts)}"


def _stands(view: RzymianieView, names: Names, setting: Setting) -> list[str]:
    """What is asked, and what has happened in this round so far."""
    told = [] if view.attack is None else [_turned(view.attack.turned, names, setting.words)]
    told += [] if view.attack is None else story.of(view.attack, names, setting.words)
    head = boards.headline(view, tuple(names), setting)
    return [head.said, *told]


def _turned(turned: Sequence[str], names: Names, words: Words) -> str:
    return ", ".join(f"{name} – {cards.called(card, words)}" for name, card in zip(names, turned, strict=True))


def board(view: RzymianieView, setting: Setting) -> str:
    """What the board's picture shows."""
    words = setting.words

    def build(people: Names) -> str:
        names = _names(people, view.clans, words)
        return sentence(
            f"{words('rzymianie.name').rstrip('!')}, {_when(words, view.game_turn, view.round)}",
            *_stands(view, names, setting),
            words("rzymianie.alt.wall", forts=_wall(view.wall, words)),
            *(_clan(view, clan, names[clan], words) for clan in range(view.clans)),
        )

    return fitting(build, setting, ALT_LENGTH)


def own(view: RzymianieView, setting: Setting, said: Move = ()) -> str:
    """What the hand's picture shows."""
    words = setting.words
    title, _ = hand.heading(view, setting, said)
    return sentence(
        words("rzymianie.alt.hand", seat=LETTERS[view.seat or 0]),
        capital(_when(words, view.game_turn, view.round)),
        title,
        words("rzymianie.alt.wall", forts=_wall(view.wall, words)),
        *_own_cards(view, words, said),
    )


def _own_cards(view: RzymianieView, words: Words, said: Move = ()) -> list[str]:
    """The warriors of the view's seat: face up, face down with their places, to choose from, left out; then the abilities."""
    assert view.seat is not None
    shown = hand.slots(view, said)
    states = hand.seven(view, said)
    down = [f"{place}. {cards.called(slot.card, words)}" for place, slot in enumerate(shown, 1) if slot.state == "down"]
    told = []
    if view.up[view.seat]:
        told.append(capital(words("rzymianie.alt.up", cards=_cards(view.up[view.seat], words))))
    if down:
        told.append(words("rzymianie.alt.hidden" if view.round else "rzymianie.alt.plan", cards=", ".join(down)))
    free = [cards.called(card, words) for card, state in states if state == "free"]
    if free:
        told.append(words("rzymianie.alt.seven", cards=", ".join(free)))
    told += [words("rzymianie.alt.dropped", card=cards.called(card, words)) for card, state in states if state == "out"]
    lit = [cards.called(slot.card, words) for slot in shown if slot.lit and slot.state == "up"]
    if lit:
        told.append(words("rzymianie.alt.choice" if view.choice else "rzymianie.alt.seven", cards=", ".join(lit)))
    if view.asking == "give" and hand.asked(view):
        told.append(words("rzymianie.alt.seven", cards=_forts(view.forts[view.seat][:-1], words)))
    abilities = dict.fromkeys(card for card, _ in states)
    listed_ = "; ".join(f"{cards.name(card, words)} – {words(f'rzymianie.short.{card}')}" for card in abilities)
    return [*told, words("rzymianie.alt.lines", abilities=listed_)]


def text(view: RzymianieView, setting: Setting) -> str:
    """The board as Markdown; for a seat its own warriors too."""
    words = setting.words

    def build(people: Names) -> str:
        names = _names(people, view.clans, words)
        head, *happened = _stands(view, names, setting)
        lines = [f"**{words('rzymianie.name')}** · {_when(words, view.game_turn, view.round)}", f"**{head}**"]
        if happened:
            lines.append(sentence(*happened))
        lines.append(words("rzymianie.alt.wall", forts=_wall(view.wall, words)))
        lines += [f"- {_clan(view, clan, f'**{names[clan]}**', words)}" for clan in range(view.clans)]
        if view.seat is not None:
            lines += ["", words("rzymianie.alt.hand", seat=LETTERS[view.seat]), *_own_cards(view, words)]
            if previous := view.previous[view.seat]:
                told = ", ".join(cards.called(card, words) for card in previous)
                lines.append(words("rzymianie.alt.previous", cards=told))
        return "\n".join(lines)

    return fitting(build, setting, TEXT_LENGTH)


# ---------------------------------------------------------------- what has happened


def attack(data: dict[str, Any], setting: Setting) -> str:
    """What the picture of a round shows."""
    words, told = setting.words, scenes.attack_of(data)

    def build(people: Names) -> str:
        names = _names(people, len(told.turned), words)
        sums = ", ".join(f"{LETTERS[clan]} {n}" for clan, n in enumerate(told.sums))
        before = (f"{LETTERS[clan]} {_cards(line, words)}" for clan, line in enumerate(told.before) if line)
        earlier = "; ".join(before)
        points = ", ".join(f"{LETTERS[clan]} {_points(words, n)}" for clan, n in enumerate(told.points))
        lettered = [f"{LETTERS[clan]} {name}" for clan, name in enumerate(names)]
        return sentence(
            f"{capital(_when(words, told.game_turn, told.round))}: {forts.called(told.fort, words)}",
            words("rzymianie.alt.new", cards=_turned(told.turned, lettered, words)),
            words("rzymianie.alt.before", cards=earlier) if earlier else "",
            *story.first(told, names, words),
            words("rzymianie.told.sums", sums=sums),
            story.majority(told, names, words),
            story.taken(told, names, words) or story.lost(told, words),
            *story.then(told, names, words),
            words("rzymianie.alt.wall", forts=_wall(told.wall, words, gap="")),
            words("rzymianie.alt.points", points=points),
        )

    return fitting(build, setting, ALT_LENGTH)


def final(view: RzymianieView, result: Result, setting: Setting) -> str:
    """What the final picture shows: places, points and the forts they are made of, the rule that decided."""
    words = setting.words

    def build(people: Names) -> str:
        names = _names(people, view.clans, words)
        rows = [
            f"{_place_in(result, seat)}{LETTERS[seat]} {names[seat]}: {_scored(view, seat, words)}"
            for seat in sorted(range(view.seats), key=lambda seat: result.places[seat])
        ]
        rows += [f"{LETTERS[clan]} {names[clan]}: {_scored(view, clan, words)}" for clan in range(view.seats, view.clans)]
        return sentence(
            f"{words('rzymianie.name').rstrip('!')}: {words('rzymianie.over').lower()}", *rows, reason(result, words)
        )

    return fitting(build, setting, ALT_LENGTH)


def _place_in(result: Result, seat: int) -> str:
    return "" if result.reason == LOST else f"{result.places[seat]}. "


def _scored(view: RzymianieView, clan: int, words: Words) -> str:
    won = _forts(view.forts[clan], words)
    return ", ".join(filter(None, (_points(words, view.points[clan]), won)))


def reason(result: Result, words: Words) -> str:
    """The rule that decided."""
    said = words(f"rzymianie.reason.{result.reason}")
    telling = "fortheca" in result.reason or result.reason.startswith("alone-")
    return capital(said) if telling else words("rzymianie.final.reason", reason=said)


def winner(result: Result, names: Names, words: Words) -> str:
    """Who has won, or how the training went."""
    if result.reason.startswith("alone-"):
        return words(f"rzymianie.final.alone.{result.reason.removeprefix('alone-')}")
    first = [seat for seat, place in enumerate(result.places) if place == 1]
    if len(first) > 1:
        return words("rzymianie.final.shared")
    return words("rzymianie.final.winner", name=names[first[0]])


def line(event: Event, setting: Setting) -> str | None:
    """One line of the public story."""
    words, data = setting.words, event.data
    people = [person.name for person in setting.people]
    n = max(_clans_of(event), len(people))
    names = _names(people, n, words)
    match event.kind:
        case "wall":
            wall = msgspec.convert(data["wall"], tuple[Fort, ...])
            return words("rzymianie.line.wall", turn=data["game_turn"], turns=table.TURNS, forts=_wall(wall, words))
        case "reveal":
            fort = forts.won(_fort(data["fort"]), words)
            turned = _turned(data["turned"], names, words)
            return words("rzymianie.line.reveal", round=data["round"], fort=fort, turned=turned)
        case "seduce":
            card = cards.called(data["card"], words)
            return words("rzymianie.line.seduce", name=names[data["clan"]], card=card, other=names[data["seduced"]])
        case "take":
            fort = forts.won(_fort(data["fort"]), words)
            key = "take" if data["place"] == data["round"] else "druhid"
            name = names[data["clan"]] if key == "druhid" else clans.leading(names, data["clan"], words)
            return words(f"rzymianie.line.{key}", name=name, fort=fort, place=data["place"])
        case "keep":
            if not data["kept"]:
                return words("rzymianie.line.keep-none", name=names[data["clan"]])
            return words("rzymianie.line.keep", name=names[data["clan"]], cards=story.kept(data["kept"], words))
        case "drop":
            drops = ", ".join(f"{names[clan]} – {cards.called(card, words)}" for clan, card in data["drops"])
            return words(f"rzymianie.line.{data['why']}", drops=drops)
        case "order":
            which = data["clans"]
            return words.count("rzymianie.line.order", len(which), names=listed(words, [names[clan] for clan in which]))
        case "give":
            key = "give-itself" if data["itself"] else "give"
            fort = forts.won(_fort(data["fort"]), words)
            return words(f"rzymianie.line.{key}", name=names[data["clan"]], fort=fort)
        case "attack":
            return _resolved(data, names, words)
        case "forthecas":
            return words("rzymianie.line.forthecas", name=names[data["clan"]])
        case "over":
            result = Result(tuple(data["places"]), tuple(data["scores"]), data["reason"], ())
            return words("rzymianie.line.over", result=sentence(winner(result, names, words)))
        case _:
            return None


def _clans_of(event: Event) -> int:
    """The highest clan an event can name, plus one."""
    return len(event.data["turned"]) if "turned" in event.data else len(CLANS)


def _fort(data: Any) -> Fort:
    return msgspec.convert(data, Fort)


def _resolved(data: dict[str, Any], names: Names, words: Words) -> str:
    """Why the round ended as it did: what the lines of its steps do not tell."""
    told = scenes.attack_of(data)
    sums = ", ".join(f"{name} {n}" for name, n in zip(names, told.sums, strict=False))
    parts = story.first(told, names, words, seduced=False)
    parts += [words("rzymianie.told.sums", sums=sums), story.majority(told, names, words), story.lost(told, words)]
    if told.place and told.place != told.round:
        key = "slides" if told.slid else "swaps"
        parts.append(words(f"rzymianie.told.{key}", fort=forts.called(told.fort, words), place=told.place))
    parts.append(story.dropped(told, "seduced", words))
    return words("rzymianie.line.attack", told=sentence(*parts))
