"""The first question of a turn with several kinds of actions, shortened: things that can be moved have a button each, and where
a word leads to places of a board at once, they are offered in a menu beside its button.
"""

from __future__ import annotations

import msgspec

from chat.app import App
from chat.cards import table
from chat.cards.picker import SQUARE, Ask, advance, name
from chat.press.presses import make
from chat.wire import limits
from chat.wire.layout import Row, button, row, rows, select
from data.words import Words
from engines.contract import Choices, Move
from tables.model.models import TableView

ROWS = 7
"""Rows of buttons and menus at most: what has no menu then has its button."""

THINGS = 4
"""Things of a kind that have a button each at most."""

BUTTONS = 15
"""Buttons at most."""


class Way(msgspec.Struct, frozen=True):
    """A way to begin a move: what is said, and what may follow."""

    said: Move
    following: Choices
    places: bool
    """Whether places of a board end the move."""


def first(app: App, look: TableView, choices: Choices, ask: Ask, words: Words, *, marked: bool = True) -> list[Row]:
    """The rows of a first question; [] where there is nothing to shorten: one kind of action, or places asked for already.
    `marked`: with the pieces before the labels.
    """
    if len(choices.words) < 2 or choices.together > 1 or choices.slots or all(map(SQUARE.fullmatch, choices.words)):
        return []
    begun = [way for word in choices.words for way in _ways(ask, (word,))]
    if all(len(way.said) == 1 and not way.places for way in begun) or len(begun) > BUTTONS:
        return []
    at = look.table.id, look.table.stage
    found: list[Row] = [
        *rows(
            [
                button(
                    _told(app, look, way.said, words),
                    make("play.pick", *at, way.said),
                    emoji=_sign(app, look, way.said) if marked else None,
                )
                for way in begun
            ]
        )
    ]
    left = ROWS - len(found)
    for menus in sorted((_menus(app, look, way, words) for way in begun if way.places), key=len):
        if len(menus) <= left:
            found += menus
            left -= len(menus)
    return found


def _ways(ask: Ask, said: Move, *, unfold: bool = True) -> list[Way]:
    """How a move that begins with these words may go on: with each of a few things (`unfold`), or as it stands."""
    further, following = advance(ask, said)
    plain = following.together == 1 and not (following.slots or following.rotate or following.complete)
    asked = following.words if plain else ()
    if asked and (ask((*further, asked[0]))).complete:
        return [Way(further if len(asked) == 1 else said, following, all(map(SQUARE.fullmatch, asked)) and len(asked) > 1)]
    if not unfold or not 1 < len(asked) <= THINGS:
        return [Way(said, following, places=False)]
    return [(_ways(ask, (*further, thing), unfold=False))[0] for thing in asked]


def _told(app: App, look: TableView, said: Move, words: Words) -> str:
    return ", ".join(name(table.label(app, look, word, said[:at], words)) for at, word in enumerate(said))


def _sign(app: App, look: TableView, said: Move) -> str | None:
    """The piece that the last of the words is about, of those that are about one."""
    found = [app.emoji.of_word(look.table.game, word, said[:at]) for at, word in enumerate(said)]
    return next(filter(None, reversed(found)), None)


def _menus(app: App, look: TableView, way: Way, words: Words) -> list[Row]:
    """The places as one menu, or as several where there are too many for one."""
    info, places = look.table, way.following.words
    labels = table.labels(app, look, way.following, way.said, words)
    asked = _told(app, look, way.said, words)
    found = []
    for start in range(0, len(places), limits.SELECT_OPTIONS):
        part = range(start, min(start + limits.SELECT_OPTIONS, len(places)))
        spread = f"{name(labels[part[0]])} – {name(labels[part[-1]])}" if len(part) < len(places) else "…"
        # The mark keeps the ids of one message apart, also from that of the button that says as much.
        said = make("play.pick", info.id, info.stage, (*way.said, f"_{start}m"))
        options = [(f"{index}.{places[index]}", labels[index]) for index in part]
        found.append(row(select(said, options, placeholder=f"{asked} → {spread}")))
    return found
