"""Words of the notation as people read them, on buttons and in menus. Names are inserted as they are in the audience (see
`render.contract`).
"""

from data.words import Words
from engines.contract import Move, Word
from engines.rzymianie.attack import Fort
from engines.rzymianie.components import CLANS, STRENGTHS
from engines.rzymianie.view import RzymianieView
from render.contract import Audience
from render.prose import capital, cut
from render.rzymianie import cards, clans, forts
from render.seat_marks import marked_name

NAME = 20
"""The most characters of a name on a button."""

VERBS = ("plan", "seduce", "take", "keep", "drop", "order", "give")


def label(word: Word, said: Move, view: RzymianieView, audience: Audience) -> str:
    """A word as a person reads it: warriors with their strength, `Axx 4`; forts with their place; the warrior that can be
    seduced with its clan. `said` may lack the verb (a choice already made is described without it).
    """
    words = audience.words
    if word == "_":
        return _place(view, len(said) - 1, words)
    verb = said[0] if said and said[0] in VERBS else ""
    if not verb and word in VERBS:
        return words(f"rzymianie.word.{word}")
    if word == "none":
        return capital(words("rzymianie.word.none"))
    if word in STRENGTHS:
        return cards.card_name(word, words)
    if word in CLANS:
        return _victim(view.called.index(word), view, audience)
    if verb == "give" or (not verb and view.asking == "give"):
        return _own_fort(int(word), view, words)
    return _standing(view, view.round if word == "here" else int(word), words)


def _place(view: RzymianieView, at: int, words: Words) -> str:
    """The place of the warrior at this position from the left, `4 · KomFort 2`: in a plan, or of those that lie face down."""
    down = sorted(warrior.place for warrior in view.down)
    return _standing(view, down[at] if view.asking == "svord" else at + 1, words).replace(". ", " · ", 1)


def _standing(view: RzymianieView, place: int, words: Words) -> str:
    fort = view.wall[place - 1]
    return f"{place}. {forts.fort_name(fort, words)}" if fort is not None else str(place)


def _victim(clan: int, view: RzymianieView, audience: Audience) -> str:
    people, words = audience.names, audience.words
    name = marked_name(clan, cut(people[clan] if clan < len(people) else clans.title(clan, words), NAME))
    return name if view.attack is None else f"{name} · {cards.card_name(view.attack.turned[clan], words)}"


def _own_fort(value: int, view: RzymianieView, words: Words) -> str:
    """The fort with this value; of forts worth the same, the one taken first."""
    own = () if view.seat is None else view.forts[view.seat]
    found = next((fort for fort in own if fort.value == value), None)
    return forts.value(Fort("", value)) if found is None else forts.fort_name(found, words)
