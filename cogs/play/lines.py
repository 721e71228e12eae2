"""Moves as people type them: words of the notation, begun or whole, or parts of what the menus call them; several in one line
with `;` between them.
"""

from __future__ import annotations

from chat.app import App
from chat.cards import table
from chat.wire.text import Safe
from data.words import Words
from engines.contract import Choices, Move
from engines.notation import read
from tables.errors import Refusal
from tables.model.models import TableView
from tables.rules.reading import Reading

LONGEST = 300
"""Characters of a typed move that are read."""

MOVES = 20
"""So many moves may stand in one line."""


def parts(line: str) -> list[str]:
    """The moves of a typed line, one by one, none empty. Raises Refusal where there are too many or none.

    What a suggestion adds to a move to explain it (`move c3 e5 — knight, to e5`) is left out.
    """
    found = [move for move in map(bare, line.split(";")) if move]
    if not found:
        raise Refusal("tables.refusal.unreadable")
    if len(found) > MOVES:
        raise Refusal("cogs.refusal.too-many-moves", limit=MOVES)
    return found


def bare(typed: str) -> str:
    """A typed move without its explanation (a client keeps the text of a suggestion when somebody types on)."""
    move, dash, _ = typed.partition("—")
    return (move if dash else typed.removesuffix("…")).strip()


def meaning(app: App, look: TableView, move: Move, words: Words) -> str:
    """A line of words as a person reads it, without Markdown."""
    if look.view is None:
        return ""
    audience = table.audience(look.table, words, safe=False)
    room = table.renderer(app, look.table)
    return ", ".join(room.label(word, move[:at], look.view, audience) for at, word in enumerate(move))


def suggested(app: App, reading: Reading, typed: str, words: Words) -> list[tuple[str, str]]:
    """Whole lines that go on from the one begun, each with the meaning of its last move.

    The moves before the last `;` are tried on a copy; where one of them is none, or would reveal something, nothing is offered.
    """
    *done, last = typed.split(";")
    line = ""
    for part in done:
        try:
            move = understand(app, reading, bare(part), words)
        except Refusal:
            return []
        further = reading.after(move)
        if further is None:
            return []
        reading = further
        line += " ".join(move) + "; "
    begun = bare(last) if "—" in last else last
    look = reading.view()
    return [(line + " ".join(move), meaning(app, look, move, words)) for move in fitting(app, reading, begun, words)]


def fitting(app: App, reading: Reading, typed: str, words: Words) -> list[Move]:
    """The continuations of what was typed, each as far as the next real choice or to the end of the move."""
    typed = typed[:LONGEST].lstrip()
    found = reading.complete(typed)
    if not found and typed.strip():
        typed = _translated(app, reading, typed, words)
        found = reading.complete(typed)
    while len(found) == 1 and not reading.choices(found[0]).complete:
        further = reading.complete(" ".join(found[0]) + " ")
        if not further or further == found:
            break
        found = further
    return found


def _translated(app: App, reading: Reading, typed: str, words: Words) -> str:
    """The line with each word that names exactly one choice, by part of its label, put as the notation has it."""
    look = reading.view()
    if look.view is None:
        return typed
    said, choices = _advanced(reading)
    line = list(said)
    for token in typed.casefold().split():
        labels = zip(choices.words, table.labels(app, look, choices, said, words), strict=True)
        named = {word for word, label in labels if token == word or token in label.casefold()}
        line.append(named.pop() if len(named) == 1 else token)
        if choices.together == 1:
            said = tuple(line)
            choices = reading.choices(said)
    return " ".join(line)


def _advanced(reading: Reading) -> tuple[Move, Choices]:
    """The first real question of a move."""
    said: Move = ()
    choices = reading.choices()
    while len(choices.words) == 1 and choices.together == 1 and not choices.complete:
        said = (*said, choices.words[0])
        choices = reading.choices(said)
    return said, choices


def understand(app: App, reading: Reading, typed: str, words: Words) -> Move:
    """The move that somebody means. Raises Refusal where it is none, or may be several. A line that begins like a move of
    now but is none is returned as it is: the rules know best why not.
    """
    found = fitting(app, reading, typed, words)
    written = " ".join(typed[:LONGEST].lower().split())
    exact = [move for move in found if " ".join(move) == written]
    if exact or len(found) == 1:
        return (exact or found)[0]
    if found:
        some = ", ".join(f"`{' '.join(move)}`" for move in found[:5])
        raise Refusal("cogs.refusal.which-move", moves=Safe(some))
    choices = reading.choices()
    if not choices.words:
        raise Refusal("tables.refusal.not-your-turn")
    if written.split(" ")[0] in choices.words:
        return read(written)
    raise Refusal("cogs.refusal.no-such-move")
