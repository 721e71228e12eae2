"""The rows of a first question: ways to begin a move as buttons, and the places that follow as menus."""

import msgspec

from asking.labels import name
from asking.question import Question, Walk
from asking.walk import SQUARE, Ask, advance
from chat.cards.row_context import RowContext
from chat.press.presses import make
from chat.wire import limits
from chat.wire.layout import BESIDE, EVEN, Button, Row, button, row, rows, select
from engines.contract import Choices, Move

LINES = 6
"""Maximum lines that buttons (two beside each other) and menus fill on a phone. What has no room for a menu has a button."""

WORDS = 7
"""Maximum words of a question about which of a few things to move."""

THINGS = 4
"""Maximum things of a kind that have a button each."""

BUTTONS = 15
"""Maximum number of buttons."""


class Way(msgspec.Struct, frozen=True):
    """A way to begin a move: the words said, the same with the words that must follow, and the choices after them."""

    said: Move
    reached: Move
    following: Choices
    places: bool
    """Whether the move ends with a place of a board."""


def _pick_button(context: RowContext, way: Way) -> Button:
    press = make("play.pick", context.table, context.stage, way.said)
    return button(_label(context, way.said), press, emoji=context.sign(way.said))


def _may_shorten(choices: Choices, said: Move) -> bool:
    """Whether these choices are first words, or few things to move, and not places already."""
    if len(choices.words) < 2 or choices.slots or choices.rotate:
        return False
    return len(choices.words) <= WORDS if said else not all(map(SQUARE.fullmatch, choices.words))


def first_rows(context: RowContext, question: Question) -> list[Row]:
    """Returns the rows of the first question, or of the question which of a few things to move, with the places that follow.
    Returns [] if nothing can be shortened: one kind of action only, or places already.
    """
    choices, said, ask = question.choices, question.said, question.ask
    if not isinstance(question.asked, Walk) or not _may_shorten(choices, said):
        return []
    begun = [way for word in choices.words for way in _ways(ask, (*said, word), unfold=not said)]
    if all(len(way.said) == len(said) + 1 and not way.places for way in begun) or len(begun) > BUTTONS:
        return []
    return _fit(context, begun)


def _fit(context: RowContext, begun: list[Way]) -> list[Row]:
    """Returns a button for each way, or in its place its menus, as far as they fit."""
    menus: list[Row] = []
    left = [*begun]
    for way, own in sorted(((way, _menus(context, way)) for way in begun if way.places), key=lambda each: len(each[1])):
        others = [each for each in left if each is not way]
        if _lines(len(others)) + len(menus) + len(own) <= LINES:
            menus += own
            left = others
    return [*rows([_pick_button(context, way) for way in left], EVEN), *menus]


def _lines(buttons: int) -> int:
    return -(-buttons // BESIDE)


def _ways(ask: Ask, said: Move, *, unfold: bool = True) -> list[Way]:
    """Returns how a move that begins with these words can go on: with each of a few things (`unfold`), or as it is."""
    further, following = advance(ask, said)
    plain = following.together == 1 and not (following.slots or following.rotate or following.complete)
    asked = following.words if plain else ()
    if asked and (ask((*further, asked[0]))).complete:
        places = all(map(SQUARE.fullmatch, asked)) and len(asked) > 1
        return [Way(further if len(asked) == 1 else said, further, following, places)]
    if not unfold or not 1 < len(asked) <= THINGS:
        return [Way(said, further, following, places=False)]
    return [(_ways(ask, (*further, thing), unfold=False))[0] for thing in asked]


def _label(context: RowContext, said: Move) -> str:
    return ", ".join(map(name, context.labels.move(said)))


def _menus(context: RowContext, way: Way) -> list[Row]:
    """Returns the places as one menu, or as several if there are too many for one."""
    places = way.following.words
    labels = context.labels.words(way.following, way.reached)
    asked = _label(context, way.said)
    found = []
    for start in range(0, len(places), limits.SELECT_OPTIONS):
        part = range(start, min(start + limits.SELECT_OPTIONS, len(places)))
        spread = f"{name(labels[part[0]])} – {name(labels[part[-1]])}" if len(part) < len(places) else "…"
        # The mark keeps the ids in one message distinct, also from the id of the button with the same words.
        said = make("play.pick", context.table, context.stage, (*way.reached, f"_{start}m"))
        options = [(f"{index}.{places[index]}", labels[index]) for index in part]
        found.append(row(select(said, options, placeholder=f"{asked} → {spread}")))
    return found
