"""Draws the most expensive sprites in advance."""

from data.words import languages, words
from engines.rzymianie.attack import Fort
from engines.rzymianie.components import CLANS, KINDS, PLACES, STRENGTHS, VALUES
from render.art import icons
from render.rzymianie import cards, clans, field, forts, hand


def sprites() -> None:
    """Draw the warriors of all clans, forts, backs and marks."""
    said = [words(language) for language in languages()]
    for look in map(clans.look, range(len(CLANS))):
        for size in (54, 56, 62, 88, 92, 96):
            clans.badge(look, size)
        cards.back(look, *field.BACK)
        cards.back(look, 46, 54)
        cards.empty(look, *field.BACK)
        cards.empty(look, cards.W, cards.H)
        for card in STRENGTHS:
            cards.spent_card(card, look)
            cards.thumb(card, look, 92, hand.CELL - 16, used=False)
            for each in said:
                cards.face(card, look, cards.name(card, each))
        for each in said:
            cards.dull("chariott", look, cards.name("chariott", each))
    for kind, value in zip(KINDS, VALUES, strict=True):
        for w, h in ((44, 50), (46, 50), (48, 56)):
            forts.sign(kind, value, w, h)
        for each in said:
            forts.of(Fort(kind, value), each)
    for place in range(1, PLACES + 1):
        forts.gap(place)
        for lit in (False, True):
            forts.plate(place, lit)
    for mark in (cards.cross, cards.discard_mark, cards.heart, cards.barred_mark):
        mark()
    icons.hourglass(54)
