"""How a move is entered, for any game: word by word with buttons and menus, or in a form if its words have places of their own.
The `custom_id` holds what has been said so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import discord
import msgspec

from asking.labels import name
from asking.walk import SQUARE
from chat.press.presses import Press, make
from chat.wire import layout, limits
from chat.wire.layout import BESIDE, EVEN, Button, Row, button, row, rows, select
from data.words import Words
from engines.contract import Choices, Move, Word

BUTTONS = 10
"""Maximum words shown as buttons if their labels are short; more go into menus."""

SHORT = 24
"""Maximum characters of a label that fits on one of several buttons."""

GRID, TINY = 24, 6
"""Maximum words shown as buttons side by side, and maximum characters of their names (squares of a board). A button takes one
press, a menu takes two.
"""

NEAR, REST = 20, 50
"""Places of a board shown as buttons if a game lists more than `GRID` by their distance: the first ones; and maximum places
that then follow in menus.
"""

ENDING_LINES = 6
"""Lines of buttons for which a phone has room if they end a move."""

ENDS_BESIDE = {3: 7, 2: 15, 1: 60}
"""How many buttons stand beside each other there, and the maximum characters of their labels."""

LONG = 26
"""Maximum characters of a label that has another beside it on a desktop, where pictures are higher and leave one line less."""

MENUS = 4
"""Maximum menus (of 25) in one message; the rest goes on further pages."""

LINES = 4
"""Maximum lines of a board that get a menu each; each is short enough to read at a glance."""


class PickerStep(msgspec.Struct, frozen=True):
    """One question of the walk: what has been said, what may follow, and how the words are shown.

    `table` and `stage` go into the ids. `labels` are in the order of the words of `choices`; `chosen` are marked in the menu.
    `page` counts from 0. `turned`: the words said when the rotatable thing is turned further, or ().
    """

    table: int
    stage: int
    said: Move
    choices: Choices
    labels: tuple[str, ...]
    chosen: Move = ()
    page: int = 0
    turned: Move = ()
    signs: tuple[str, ...] = ()
    """The emoji before the labels; () or "" for none."""
    taken: Move = ()
    """The words already chosen of a joint choice. Their buttons stay in place and undo the choice."""

    def sign(self, index: int) -> str | None:
        """Returns the emoji before a label."""
        return (self.signs[index] or None) if self.signs else None


def ending_rows(table: int, stage: int, moves: Sequence[Move], labels: Sequence[str]) -> list[Row]:
    """Returns a button for each way to end a move; [] if a phone has no room for them below the picture."""
    longest = max(map(len, labels))
    beside = next((count for count, most in ENDS_BESIDE.items() if longest <= most), 0)
    if len(moves) > beside * (ENDING_LINES - (longest > LONG)):
        return []
    made = [button(label, make("play.pick", table, stage, move)) for move, label in zip(moves, labels, strict=True)]
    return list(rows(made, max(beside, BESIDE)))


def read_words(press: Press) -> Move:
    """Returns the words of a press: those in its id, then those chosen in the menu (values are `number.word`, or a number and
    several words).

    Words with an underscore only keep the ids in one message distinct. No word of a notation has one.
    """
    said = (word for word in press.words if not word.startswith("_"))
    return (*said, *(word for value in press.values for word in value.split(".")[1:]))


def rows_of(step: PickerStep, words: Words, *, verb: str = "play.pick", grid: int = GRID) -> list[Row]:
    """Returns the rows that ask for the next word (or for words chosen together), beginning with the button that turns the
    rotatable thing. `grid`: maximum places of a board that are shown as buttons.
    """
    first = []
    if step.turned:
        primary = discord.ButtonStyle.primary
        turn = make(verb, step.table, step.stage, step.turned)
        first.append(button(words("cogs.picker.turn"), turn, style=primary, emoji="🔃"))
    if (buttons := _buttons(step, verb, grid)) is not None:
        return list(rows([*first, *buttons], EVEN) if len(buttons) <= BUTTONS else layout.grid([*first, *buttons]))
    if grid == GRID and _are_by_distance(step) and len(step.choices.words) <= NEAR + REST:
        return [*rows(first), *_nearest(step, words, verb)]
    return [*rows(first), *_menus(step, words, verb)]


def _are_places(step: PickerStep) -> bool:
    return step.choices.together == 1 and all(map(SQUARE.fullmatch, step.choices.words))


def _are_by_distance(step: PickerStep) -> bool:
    """Returns whether the words are places, the nearest first (see `engines.contract.Choices.words`)."""
    indices = range(len(step.choices.words))
    return _are_places(step) and [*_in_order(step, indices)] != [*indices]


def on_board(word: Word) -> tuple[str, int]:
    """Returns where a place comes in the order of its board."""
    return word[0], int(word[1:])


def _in_order(step: PickerStep, indices: Sequence[int]) -> Sequence[int]:
    """Returns the words to list: places in the order of their board, others as they are."""
    words = step.choices.words
    return sorted(indices, key=lambda index: on_board(words[index])) if _are_places(step) else indices


def _nearest(step: PickerStep, words: Words, verb: str) -> list[Row]:
    """Returns buttons of the first places, and menus of the others."""
    near, rest = (_in_order(step, part) for part in (range(NEAR), range(NEAR, len(step.choices.words))))
    menus = (rest[at : at + limits.SELECT_OPTIONS] for at in range(0, len(rest), limits.SELECT_OPTIONS))
    each = [_word(step, index, name(step.labels[index]), verb) for index in near]
    return [*rows(each), *(_menu(step, indices, words, verb) for indices in menus)]


def _word_buttons(step: PickerStep, verb: str) -> list[Button]:
    """Returns a button for each word. One that may be chosen again has another at the end, so that nothing else moves."""
    choices = step.choices
    order = [*_in_order(step, range(len(choices.words)))]
    each = {choices.words[index]: _word(step, index, step.labels[index], verb) for index in reversed(order)}
    more = []
    for word in dict.fromkeys(step.taken):
        copies = [index for index, each_word in enumerate(choices.words) if each_word == word]
        if len(copies) > (count := step.taken.count(word)):
            move = (*step.said, *step.taken, word)
            at = copies[count]
            more.append(button(step.labels[at], make(verb, step.table, step.stage, move), emoji=step.sign(at)))
    return [*(each[word] for word in dict.fromkeys(choices.words[index] for index in order)), *more]


def _buttons(step: PickerStep, verb: str, grid: int) -> list[Button] | None:
    """Returns a button for each word; None if there are too many, or their labels are too long."""
    choices = step.choices
    if len(choices.words) <= BUTTONS and all(len(label) <= SHORT for label in step.labels):
        return _word_buttons(step, verb)
    if choices.together > 1:
        return None
    names = [name(label) for label in step.labels]
    if len(names) <= grid and max(map(len, names)) <= TINY and len(set(names)) == len(names):
        return [_word(step, index, names[index], verb) for index in _in_order(step, range(len(names)))]
    return None


def _menus(step: PickerStep, words: Words, verb: str) -> list[Row]:
    """Returns menus of the words, and the buttons that turn the pages of a list too long for one message."""
    if step.choices.together > 1:
        return [_menu(step, range(len(step.choices.words))[: limits.SELECT_OPTIONS], words, verb)]
    first = step.page * MENUS * limits.SELECT_OPTIONS
    page = _in_order(step, range(len(step.choices.words)))[first : first + MENUS * limits.SELECT_OPTIONS]
    found = [_menu(step, indices, words, verb) for indices in _parts(step, page)]
    turns = _pages(step, words)
    return [*found, row(*turns)] if turns else found


def _parts(step: PickerStep, page: Sequence[int]) -> list[Sequence[int]]:
    """Split the words of a page into menus: places of a small board by their letters, else as many as fit into a menu."""
    words = step.choices.words
    if all(SQUARE.fullmatch(words[index]) for index in page):
        lines = [tuple(line) for _, line in groupby(page, lambda index: words[index][0])]
        if len(lines) <= LINES and all(len(line) <= limits.SELECT_OPTIONS for line in lines):
            return [*lines]
    return [page[at : at + limits.SELECT_OPTIONS] for at in range(0, len(page), limits.SELECT_OPTIONS)]


def _word(step: PickerStep, index: int, label: str, verb: str) -> Button:
    word = step.choices.words[index]
    marked = word in (step.taken or step.chosen)
    taken = list(step.taken)
    if word in taken:
        taken.remove(word)
    else:
        taken.append(word)
    style = discord.ButtonStyle.success if marked else discord.ButtonStyle.secondary
    return button(label, make(verb, step.table, step.stage, (*step.said, *taken)), style=style, emoji=step.sign(index))


def _menu(step: PickerStep, indices: Sequence[int], words: Words, verb: str) -> Row:
    left = list(step.chosen)
    marked = []
    options, signs = [], {}
    for index in indices:
        word: Word = step.choices.words[index]
        value = f"{index}.{word}"  # a word that may be chosen twice is listed twice: the number keeps the values distinct
        options.append((value, step.labels[index]))
        if sign := step.sign(index):
            signs[value] = sign
        if word in left:
            left.remove(word)
            marked.append(value)
    if left:
        marked = []
    count = step.choices.together
    if count > 1:
        asked = words.count("cogs.picker.together", count)
    elif len(indices) == 1:
        asked = step.labels[indices[0]]
    elif len(indices) < len(step.choices.words):
        first, last = (step.labels[index].partition(" · ")[0] for index in (indices[0], indices[-1]))
        asked = words("cogs.picker.range", first=first, last=last)
    else:
        asked = words("cogs.picker.one")
    said = (*step.said, f"_{indices[0]}") if indices[0] else step.said
    return row(
        select(make(verb, step.table, step.stage, said), options, placeholder=asked, chosen=marked, count=count, signs=signs)
    )


def _pages(step: PickerStep, words: Words) -> list[Button]:
    last = (len(step.choices.words) - 1) // (MENUS * limits.SELECT_OPTIONS)
    if last == 0:
        return []
    back, on = max(step.page - 1, 0), min(step.page + 1, last)
    return [
        button(
            words("cogs.picker.back"),
            make("play.page", step.table, step.stage, (f"_{back}b", *step.said)),
            off=words("cogs.off.first") if step.page == 0 else "",
        ),
        button(
            words("cogs.picker.on"),
            make("play.page", step.table, step.stage, (f"_{on}", *step.said)),
            off=words("cogs.off.last") if step.page == last else "",
        ),
    ]
