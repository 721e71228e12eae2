"""Moves as people type them: words of the notation, begun or whole, or parts of what the menus call them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs import picker, table
from cogs.text import Safe
from data.words import Words
from engines.contract import Move
from tables.errors import Refusal
from tables.shown import Look

if TYPE_CHECKING:
    from tables.hall import Hall

LONGEST = 300
"""Characters of a typed line that are read."""


def meaning(look: Look, move: Move, words: Words) -> str:
    """A line of words as a person reads it, without Markdown."""
    if look.view is None:
        return ""
    setting = table.setting(look.table, words, safe=False)
    room = table.room(look.table)
    return ", ".join(room.label(word, move[:at], look.view, setting) for at, word in enumerate(move))


async def fitting(hall: Hall, look: Look, user: int, typed: str, words: Words) -> list[Move]:
    """The continuations of what was typed, each as far as the next real choice or to the end of the move."""
    typed = typed[:LONGEST]
    found = await hall.complete(look.table.id, user, typed)
    if not found and typed.strip():
        typed = await _translated(hall, look, user, typed, words)
        found = await hall.complete(look.table.id, user, typed)
    while len(found) == 1 and not (await hall.choices(look.table.id, user, found[0])).complete:
        further = await hall.complete(look.table.id, user, " ".join(found[0]) + " ")
        if not further or further == found:
            break
        found = further
    return found


async def _translated(hall: Hall, look: Look, user: int, typed: str, words: Words) -> str:
    """The line with each word that names exactly one choice, by part of its label, put as the notation has it."""
    if look.view is None:
        return typed
    said, choices = await picker.advance(lambda so_far: hall.choices(look.table.id, user, so_far), ())
    line = list(said)
    for token in typed.casefold().split():
        labels = zip(choices.words, table.labels(look.table, choices, said, look.view, words), strict=True)
        named = {word for word, label in labels if token == word or token in label.casefold()}
        line.append(named.pop() if len(named) == 1 else token)
        if choices.together == 1:
            said = tuple(line)
            choices = await hall.choices(look.table.id, user, said)
    return " ".join(line)


async def understand(hall: Hall, look: Look, user: int, typed: str, words: Words) -> Move:
    """The move that somebody means. Raises Refusal where it is none, or may be several."""
    found = await fitting(hall, look, user, typed, words)
    written = " ".join(typed[:LONGEST].lower().split())
    exact = [move for move in found if " ".join(move) == written]
    if exact or len(found) == 1:
        return (exact or found)[0]
    if found:
        some = ", ".join(f"`{' '.join(move)}`" for move in found[:5])
        raise Refusal("cogs.refusal.which-move", moves=Safe(some))
    if not look.choices.words:
        raise Refusal("tables.refusal.not-your-turn")
    raise Refusal("cogs.refusal.no-such-move")
