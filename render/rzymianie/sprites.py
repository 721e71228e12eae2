"""Draws the most expensive sprites in advance."""

from data.words import languages, words
from engines.rzymianie.attack import Fort
from engines.rzymianie.components import CLANS, KINDS, PLACES, STRENGTHS, VALUES
from render.art import icons
from render.rzymianie import cards, clans, field, forts, hand


def sprites() -> None:
    """Draw the warriors of all clans, forts, backs and marks."""
    said = [words(language) for language in languages()]
    for clan in range(len(CLANS)):
        for size in (54, 56, 62, 88, 92, 96):
            clans.badge(clan, size)
        cards.back(clan, *field.BACK)
        cards.back(clan, 46, 54)
        cards.empty(clan, *field.BACK)
        cards.empty(clan, cards.W, cards.H)
        for card in STRENGTHS:
            cards.spent_card(card, clan)
            cards.thumb(card, clan, 92, hand.CELL - 16, used=False)
            for each in said:
                cards.face(card, clan, cards.name(card, each))
        for each in said:
            cards.dull("chariott", clan, cards.name("chariott", each))
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
