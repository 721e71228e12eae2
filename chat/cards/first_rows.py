"""The rows of a first question: ways to begin a move as buttons, and the places that follow as menus."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from asking.labels import name
from asking.question import Question, Walk
from asking.walk import SQUARE, Ask, advance, endings
from chat.cards.picker import GRID, on_board
from chat.cards.row_context import RowContext
from chat.press.presses import make
from chat.wire import limits
from chat.wire.layout import Button, Row, button, lines_of, lines_on_narrow, row, select
from engines.contract import Choices, Move

LINES = 6
"""Lines of buttons and menus for which a phone has room below the picture, those below the question included. Where a menu has
no room, a button takes its place.
"""

NARROW_LINES = 7
"""The same on a narrow phone, where a picture is lower but buttons take more lines."""

SPARE = 1
"""Lines that stay free of menus that save no press."""

WORDS = 7
"""Maximum words of a question about which of a few things to move."""

THINGS = 6
"""Maximum things of a kind that have a button each."""

BUTTONS = 15
"""Maximum number of buttons."""

MENUS = 2
"""Maximum menus for the things of a kind and where they can go."""

MENU = 2.0
"""Presses that a choice in a menu takes."""

FURTHER = 1.1
"""What a press counts that leads to another question: of equally many presses, those in one message are better."""


FAR = 1.4
"""The same if there are more places than buttons: most people choose one of the nearest, which have buttons."""


WORTH = 0.3
"""Presses that are worth the last line."""


class Way(msgspec.Struct, frozen=True):
    """A way to begin a move: the words said, the same with the words that must follow, and the choices after them."""

    said: Move
    reached: Move
    following: Choices
    places: bool
    """Whether the move ends with a place of a board."""


class Layout(msgspec.Struct, frozen=True):
    """How a way to begin a move is shown: as buttons, or as menus."""

    buttons: tuple[Button, ...]
    menus: tuple[Row, ...]
    presses: float
    """Presses that a whole move takes."""


def _pick_button(context: RowContext, way: Way) -> Button:
    press = make("play.pick", context.table, context.stage, way.said)
    return button(_label(context, way.said), press, emoji=context.sign(way.said))


def _may_shorten(choices: Choices, said: Move) -> bool:
    """Whether these choices are first words, or few things to move, and not places already."""
    if len(choices.words) < 2 or choices.slots or choices.rotate:
        return False
    return len(choices.words) <= WORDS if said else not all(map(SQUARE.fullmatch, choices.words))


def first_rows(context: RowContext, question: Question, below: Sequence[Button] = ()) -> list[Row]:
    """Returns the rows of the first question, or of the question which of a few things to move, with the places that follow and
    the buttons `below`. Returns [] if nothing can be shortened: one kind of action only, or places already.

    Labels have pieces before them if those take no room from what saves presses, and no line on a narrow phone.
    """
    choices, said, ask = question.choices, question.said, question.ask
    if not isinstance(question.asked, Walk) or not _may_shorten(choices, said):
        return []
    layouts = [_layouts(context, ask, (*said, word), first=not said) for word in choices.words]
    without = [[_without_pieces(each) for each in others] for others in layouts]
    found = min(
        (_best(each, below) for each in (layouts, without)),
        key=lambda found: (sum(each.presses for each in found), _narrow_lines(found, below)),
    )
    if not any(each.menus or len(each.buttons) > 1 for each in found):
        return []
    return [*(menu for each in found for menu in each.menus), *(row(*line) for line in lines_of(_buttons(found), below))]


def _without_pieces(layout: Layout) -> Layout:
    """Returns a layout that needs less room: its buttons have no piece before their labels."""
    plain = (button(each.label or "", each.custom_id or "") for each in layout.buttons)
    return msgspec.structs.replace(layout, buttons=tuple(plain))


def _best(layouts: list[list[Layout]], below: Sequence[Button]) -> list[Layout]:
    """Returns a layout of each word. The first one of each is its button; others take its place as long as there is room,
    those first that save the most presses and then the most lines.
    """
    found = [each[0] for each in layouts]
    while True:
        better = [
            (saved, -lines, trial)
            for at, others in enumerate(layouts)
            for other in others
            if (saved := found[at].presses - other.presses) > 0
            and (lines := _lines(trial := [*found[:at], other, *found[at + 1 :]], below)) <= LINES - (saved < WORTH) * SPARE
            and sum(len(each.buttons) for each in trial) <= BUTTONS
        ]
        if not better:
            return found
        found = max(better, key=lambda each: each[:2])[2]


def _lines(found: list[Layout], below: Sequence[Button]) -> int:
    """Returns how many lines this takes; too many if a narrow phone has no room for them."""
    if _narrow_lines(found, below) > NARROW_LINES:
        return LINES + 1
    return len(lines_of(_buttons(found), below)) + sum(len(each.menus) for each in found)


def _narrow_lines(found: list[Layout], below: Sequence[Button]) -> int:
    return lines_on_narrow(lines_of(_buttons(found), below)) + sum(len(each.menus) for each in found)


def _buttons(found: list[Layout]) -> list[Button]:
    return [button for each in found for button in each.buttons]


def _layouts(context: RowContext, ask: Ask, said: Move, *, first: bool) -> list[Layout]:
    """Returns how a move that begins with these words can be shown; first of all, as one button."""
    way = _way(ask, said)
    found = [Layout((_pick_button(context, way),), (), 1 + _presses_after(ask, way))]
    if way.places:
        return [*found, Layout((), tuple(_menus(context, way, _ends(context, way))), MENU)]
    things = [_way(ask, (*way.reached, thing)) for thing in way.following.words] if first and _asks_one_word(way) else []
    if not 1 < len(things) <= WORDS:
        return found
    if len(things) <= THINGS:
        taken = sum(1 + _presses_after(ask, thing) for thing in things) / len(things)
        found.append(Layout(tuple(_pick_button(context, thing) for thing in things), (), taken))
    if all(thing.places or thing.following.complete for thing in things):
        menus = _menus(context, way, [move for thing in things for move in _moves_of(context, way, thing)])
        if len(menus) <= MENUS:
            found.append(Layout((), tuple(menus), MENU))
    return found


def _way(ask: Ask, said: Move) -> Way:
    """Returns how a move that begins with these words goes on."""
    further, following = advance(ask, said)
    plain = Way(said, further, following, places=False)
    if not _asks_one_word(plain) or not ask((*further, following.words[0])).complete:
        return plain
    one = len(following.words) == 1
    return Way(further if one else said, further, following, places=not one and all(map(SQUARE.fullmatch, following.words)))


def _asks_one_word(way: Way) -> bool:
    """Returns whether one plain word is to follow."""
    asked = way.following
    return bool(asked.words) and asked.together == 1 and not (asked.slots or asked.rotate or asked.complete)


def _presses_after(ask: Ask, way: Way) -> float:
    """Returns how many presses follow the one that begins a move, as far as that can be told."""
    words = way.following.words
    if not words:
        return 0.0
    if way.places or not _asks_one_word(way):
        return FURTHER if len(words) <= GRID else FAR
    if endings(ask, way.reached):
        return FURTHER
    return FURTHER + max(_presses_after(ask, _way(ask, (*way.reached, word))) for word in words[:1])


def _label(context: RowContext, said: Move) -> str:
    """Returns the words said: "Move c3"; of a thing with a name of its own (a card), only the name: "Hurry c3, tower of 2"."""
    names = [*map(name, context.labels.move(said))]
    names = names[1:] if len(said) > 1 and said[1].isalpha() else names
    return ", ".join([" ".join(names[:2]), *names[2:]])


def _moves_of(context: RowContext, way: Way, thing: Way) -> list[tuple[Move, str]]:
    """Returns how a move of this thing can end after the words of `way`, and how that reads: "b2 → c3"."""
    begun = len(way.reached)
    which = name(context.labels.word(thing.reached[begun], way.reached))
    if not thing.places:
        rest = thing.reached[begun:] if thing.following.complete else (*thing.reached[begun:], *thing.following.words)
        return [(rest, " → ".join(context.labels.move(rest, after=way.reached)))]
    return [((*thing.reached[begun:], *end), f"{which} → {label}") for end, label in _ends(context, thing)]


def _ends(context: RowContext, way: Way) -> list[tuple[Move, str]]:
    """Returns the places that end a move, in the order of their board, and how they read."""
    labels = zip(way.following.words, context.labels.words(way.following, way.reached), strict=True)
    return [((word,), label) for word, label in sorted(labels, key=lambda each: on_board(each[0]))]


def _menus(context: RowContext, way: Way, moves: list[tuple[Move, str]]) -> list[Row]:
    """Returns the ends of a move as one menu, or as several if there are too many for one."""
    asked = _label(context, way.said)
    found = []
    for start in range(0, len(moves), limits.SELECT_OPTIONS):
        part = moves[start : start + limits.SELECT_OPTIONS]
        spread = f"{name(part[0][1])} – {name(part[-1][1])}" if len(part) < len(moves) else "…"
        # The mark keeps the ids in one message distinct, also from the id of the button with the same words.
        said = make("play.pick", context.table, context.stage, (*way.reached, f"_{start}m"))
        options = [(".".join((str(start + at), *move)), label) for at, (move, label) in enumerate(part)]
        found.append(row(select(said, options, placeholder=f"{asked} → {spread}")))
    return found
