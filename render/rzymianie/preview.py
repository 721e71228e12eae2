"""The own warriors as the words said so far leave them: who attacks what, what is left of the seven, what is asked."""

from __future__ import annotations

import msgspec

from engines.contract import Move
from engines.rzymianie.attack import Warrior
from engines.rzymianie.components import PLACES, STRENGTHS
from engines.rzymianie.view import RzymianieView
from render.contract import Audience

LEFT_OUT = "_"
"""In the words said so far: a place of the plan that is not filled yet."""
VERBS = ("plan", "seduce", "take", "keep", "drop", "order", "give")


class Slot(msgspec.Struct, frozen=True):
    """What stands at a place of the own line."""

    card: str
    """The warrior, "" where there is none."""
    state: str
    """`up`, `gone` (discarded), `down`, `next` (to be filled now) or `empty`."""
    lit: bool = False
    """It can be chosen or is chosen now."""


def words_said(said: Move) -> Move:
    """The words after the verb."""
    return said[1:] if said[:1] and said[0] in VERBS else said


def asked(view: RzymianieView) -> bool:
    """Whether the open question is this seat's, answered or not."""
    return view.seat is not None and (view.seat in view.pending or view.ready[view.seat])


def slots(view: RzymianieView, said: Move = ()) -> tuple[Slot, ...]:
    """By place from the left, as far as the words said go."""
    spoken = words_said(said) if asked(view) else ()
    line = spoken or (view.chosen if view.asking in {"plan", "svord"} and asked(view) else ())
    if view.round == 0:
        return tuple(_planned(i, line, not view.over) for i in range(PLACES))
    assert view.seat is not None
    up = {each.place: each.card for each in view.up[view.seat]}
    gone = {each.place: each.card for each in view.discarded[view.seat]}
    down = {each.place: each.card for each in view.down}
    lit = droppable(view)
    found = []
    for place in range(1, PLACES + 1):
        if place in up:
            found.append(Slot(up[place], "up", Warrior(up[place], place) in lit))
        elif place in gone:
            found.append(Slot(gone[place], "gone"))
        elif line and view.asking == "svord":
            found.append(_planned(place - view.round - 1, line, live=True))
        else:
            found.append(
                Slot(down.get(place, ""), "down" if place in down else "empty", view.asking == "svord" and asked(view))
            )
    return tuple(found)


def _planned(i: int, line: Move, live: bool) -> Slot:
    if i < len(line) and line[i] != LEFT_OUT:
        return Slot(line[i], "down", lit=True)
    first = line.index(LEFT_OUT) if LEFT_OUT in line else len(line)
    return Slot("", "next" if live and i == first else "empty")


def droppable(view: RzymianieView) -> tuple[Warrior, ...]:
    """The own face-up warriors that the open question asks about; when one is chosen, those of that kind."""
    if view.seat is None or not asked(view) or view.attack is None:
        return ()
    up = view.up[view.seat]
    if view.asking == "horsie":
        up = tuple(each for each in up if each.place < view.round)
    elif view.asking == "keep":
        up = keepable(view, up)
    elif view.asking != "fokus":
        return ()
    return tuple(each for each in up if each.card in view.chosen) if view.chosen else up


def keepable(view: RzymianieView, up: tuple[Warrior, ...]) -> tuple[Warrior, ...]:
    """H4g: Axx turned up now, and with KomFort the weakest."""
    assert view.attack is not None
    found = [each for each in up if each.place == view.round and each.card == "axx"]
    if view.attack.taken is not None and view.attack.taken.kind == "komfort":
        weakest = min(up, key=lambda each: STRENGTHS[each.card])
        found += [] if weakest in found else [weakest]
    return tuple(found)


def seven(view: RzymianieView, said: Move = ()) -> list[tuple[str, str]]:
    """The seven with where they are: a place's number, `free`, `out` (left out by the plan), `gone` (discarded)."""
    where: dict[str, list[str]] = {}
    for place, slot in enumerate(slots(view, said), 1):
        if slot.card:
            where.setdefault(slot.card, []).append("gone" if slot.state == "gone" else str(place))
    left_out = view.dropped if not (view.round == 0 and words_said(said)) else ""
    if view.round == 0 and sum(map(len, where.values())) == PLACES:
        left_out = next(card for card in view.hand if view.hand.count(card) > len(where.get(card, [])))
    found = []
    for card in view.hand:
        places = where.get(card, [])
        state = places.pop(0) if places else "out" if card == left_out else "free"
        found.append((card, state))
    return found


def heading(view: RzymianieView, audience: Audience, said: Move) -> tuple[str, bool]:
    """What is asked or done, and whether it is done."""
    words, spoken = audience.words, words_said(said)
    assert view.seat is not None
    if view.over:
        return words("rzymianie.over"), False
    if not asked(view):
        return words("rzymianie.hand.wait"), False
    places = PLACES if view.asking == "plan" else PLACES - view.round
    if view.asking in {"plan", "svord"} and spoken:
        filled = spoken.index(LEFT_OUT) if LEFT_OUT in spoken else len(spoken)
        if filled < places:
            return words("rzymianie.hand.next", place=PLACES - places + filled + 1), False
        return words("rzymianie.hand.whole"), True
    if view.chosen:
        return words("rzymianie.hand.done" if view.asking == "plan" else "rzymianie.hand.changed"), True
    return words("rzymianie.hand.plan" if view.asking == "plan" else f"rzymianie.hand.ask.{view.asking}"), False
