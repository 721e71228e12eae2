"""The words of the notation as buttons and menus show them: squares with what matters there, cards with what they do.

Labels are short: up to ten of at most 24 characters stand as buttons, longer ones in menus.
"""

from __future__ import annotations

from engines.contract import Move, Word
from engines.torres.components import CARD, PLACE, TOWER
from engines.torres.squares import NEXT, NUMBER, SQUARES, bits
from engines.torres.view import TorresView
from render.contract import Setting
from render.theme import LETTERS
from render.told import cut

NAME = 20
"""Characters of a name on a button."""

_BUILDS = {"build", "supply"}
_PLACES = {"place", "higher"}


def label(word: Word, said: Move, view: TorresView, setting: Setting) -> str:
    """A word after what was `said`; a word that the game does not know stands for itself."""
    words = setting.words
    if not said:
        return _verb(word, view, setting)
    verb, *rest = said
    if verb == "first" and word.isdigit() and int(word) < len(setting.people):
        return f"{LETTERS[int(word)]} · {cut(setting.people[int(word)].name, NAME)}"
    if word in CARD:
        return words("torres.label.card", card=words(f"torres.card.{word}"), does=words(f"torres.card.{word}.short"))
    if word in {"top", "bottom"}:
        return words(f"torres.word.{word}")
    if word.isdigit():
        return words(f"torres.label.{_tower_key(verb, rest, view)}", n=int(word))
    if word in NUMBER:
        return _square(word, [verb, *rest], view, setting)
    return word


def _verb(word: Word, view: TorresView, setting: Setting) -> str:
    words = setting.words
    ours = view.seat is not None and view.seat == view.acting
    if word == "end" and ours and view.asks == "act":
        wasted = [words("torres.label.lost", n=view.ap)] if view.ap else []
        over = _overflow(view)
        if over:
            wasted.append(words("torres.label.segments", n=over))
        if wasted:
            return words("torres.label.end", lost=", ".join(wasted))
    if word == "build" and ours and view.used > 0:
        return words("torres.label.build", n=view.used)
    key = f"torres.word.{word}"
    return words(key, n=PLACE) if words.has(key) else word


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


def _square(square: Word, said: list[Word], view: TorresView, setting: Setting) -> str:
    """A square: what stands there, how high it is, what a walk to it costs."""
    words = setting.words
    what = said[1] if said[0] == "card" and len(said) > 1 else said[0]
    if view.asks == "king" and what == "king":
        base = next((castle.base for castle in view.castles if square in castle.squares), 0)
        return words("torres.label.royal", square=square, level=view.level(square), base=base)
    if what in {"castle", "start", "king"}:
        return square
    if what == "move" and len(said) == 2:
        cost = view.reach(said[1]).get(square, 0) if said[1] in NUMBER else 0
        return words("torres.label.walk", square=square, level=_level(square, view, setting), cost=cost)
    if what in _BUILDS or (what == "shift" and len(said) == 3):
        return _build(square, view, setting)
    if what == "shift":
        return words("torres.label.stack", square=square, height=view.level(square))
    return words("torres.label.square", square=square, level=_level(square, view, setting))


def _level(square: Word, view: TorresView, setting: Setting) -> str:
    level = view.level(square)
    return setting.words("torres.label.level", n=level) if level else setting.words("torres.label.ground")


def _build(square: Word, view: TorresView, setting: Setting) -> str:
    words, height = setting.words, view.level(square)
    castle = next((castle for castle in view.castles if square in castle.squares), None)
    if castle is not None:
        return words("torres.label.rise", square=square, height=height + 1, base=castle.base)
    near = {SQUARES[other] for other in bits(NEXT[NUMBER[square]])}
    bases = [castle.base for castle in view.castles if near & set(castle.squares)]
    if not bases:
        return words("torres.label.found", square=square)
    return words("torres.label.grow", square=square, base=bases[0] + 1)
