"""The words of the notation of Zamek as people read them: on buttons and in menus."""

from __future__ import annotations

from data.words import Words
from engines.contract import Move, Word
from engines.zamek.components import KINDS, ROLES, TILE, TILES
from engines.zamek.view import Offer, ZamekView
from render.contract import Audience
from render.zamek import board, wall


def label(word: Word, said: Move, view: ZamekView, audience: Audience) -> str:
    """A word as a person reads it: squares and areas as they are called in the pictures."""
    words, at = audience.words, len(said)
    if at == 0:
        return words(f"zamek.word.{word}")
    if said[0] == "lay" and at == 1:
        return word
    if said[0] == "lay" and at == 2:
        return f"{word}°"
    if said[0] == "lay":
        return _area(word, view, words)
    if said[0] in {"score", "target"}:
        return _offer(word, said, view, words)
    return words(f"zamek.token.{word}")


def _area(word: Word, view: ZamekView, words: Words) -> str:
    """Where the subject goes: with the area's number on the preview."""
    if word == "none":
        return words("zamek.word.none")
    if view.tile is None:
        return words(f"zamek.kind.{word.rstrip('0123456789')}")
    part = wall.part(view.tile, word)
    return choice(words, part + 1, TILES[TILE[view.tile]].areas[part].kind)


def _offer(word: Word, said: Move, view: ZamekView, words: Words) -> str:
    """An area that is asked about, by its square first where there are several there."""
    if len(said) == 1:
        found = [offer for offer in view.offers if offer.place.square == word]
        return f"{word} · {_worth(found[0], words)}" if len(found) == 1 else word
    for offer in view.offers:
        if (offer.place.square, offer.place.area) == (said[1], word):
            return f"{board.area_number(view, said[1], word)} · {_worth(offer, words)}"
    return words(f"zamek.kind.{word.rstrip('0123456789')}")


def _worth(offer: Offer, words: Words) -> str:
    return f"{words(f'zamek.kind.{offer.place.kind}')} +{offer.points}"


def choice(words: Words, number: int, kind: int) -> str:
    """A subject on an area of the drawn tile."""
    return f"{number} · {words(f'zamek.kind.{KINDS[kind]}')}: {words(f'zamek.role.{ROLES[kind]}')}"
