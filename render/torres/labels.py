"""The words of the notation as buttons and menus show them: squares with what matters there, cards with what they do.

Labels are short: up to ten of at most 24 characters stand as buttons, longer ones in menus.
"""

from __future__ import annotations

from engines.contract import Move, Word
from engines.torres.components import CARD_NUMBER, PLACE_COST, TOWER
from engines.torres.squares import NEXT, NUMBER, SQUARES, bits
from engines.torres.view import TorresView
from render.contract import Audience
from render.prose import cut
from render.theme import LETTERS

NAME = 20
"""Characters of a name on a button."""

_BUILDS = {"build", "supply"}


def label(word: Word, said: Move, view: TorresView, audience: Audience) -> str:
    """A word after what was `said`; a word that the game does not know stands for itself."""
    words = audience.words
    if not said:
        return _verb(word, view, audience)
    verb, *rest = said
    if verb == "first" and word.isdigit() and int(word) < len(audience.people):
        return f"{LETTERS[int(word)]} · {cut(audience.people[int(word)].name, NAME)}"
    if word in CARD_NUMBER:
        return words("torres.label.card", card=words(f"torres.card.{word}"), does=words(f"torres.card.{word}.short"))
    if word in {"top", "bottom"}:
        return words(f"torres.word.{word}")
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
        if view.ap and over:
            return words("torres.label.end-both", ap=points, segments=segments)
        if view.ap or over:
            return words("torres.label.end", lost=points if view.ap else segments)
    if word == "build" and ours and view.used > 0:
        return words("torres.label.build", n=view.used)
    key = f"torres.word.{word}"
    return words(key, n=PLACE_COST) if words.has(key) else word


def _overflow(view: TorresView) -> int:
    """Segments of the tower built from that the other towers have no room for."""
    room = sum(TOWER - height for height in view.towers[view.acting])
    last = view.round == view.rounds and not view.towers[view.acting]
    return 0 if view.used < 0 or last else max(0, view.used - room)


def _tower_key(verb: Word, rest: list[Word], view: TorresView) -> str:
    if verb != "end":
        return "tower"
    choosing = not rest and view.used < 0 and len(set(view.towers[view.acting])) > 1
    return "dissolve" if choosing else "onto"


def _square(square: Word, said: list[Word], view: TorresView, audience: Audience) -> str:
    """A square: what stands there, how high it is, what a walk to it costs."""
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
