"""The contract of a game's renderer in `render/`. It is given views and events, never a position, so a leak is a type error.

Names in an `Audience` are inserted as they are. Pictures and alt texts need raw names; for `text`, `line` and `label`, which
are sent as Markdown, the cogs escape the names in the audience first.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec
from PIL import Image

from data.shapes import AUTO
from data.themes import DEFAULT
from data.words import Words
from engines.contract import Event, Move, Result, View, Word
from render.word_places import WordPlace

ALT_LENGTH = 1024
"""Discord's limit for a picture's description."""

TEXT_LENGTH = 1800
"""The most characters of a text board, so that it fits in a message with a heading."""

BOARD_LENGTH = TEXT_LENGTH - 80
"""The game's share of them; the rest is for the stage number and whose view it is."""

OBVIOUS = ("points", "elements")
"""Reasons for a result (`Result.reason`) that the scores already show."""

Weight: TypeAlias = Literal["result", "reason", "news", "shown"]
"""How much an event means to somebody who missed it: it wins or scores something, so they must read its line; it says why, and
is told with the result directly after it; they are told if there is room; or they are not told, because the question, the title
and the picture show it.
"""


class Person(msgspec.Struct, frozen=True):
    """The person on a seat."""

    name: str
    """The person's own name for themselves, which may be any text."""
    computer: bool = False
    resigned: bool = False
    """Whether the person has left; a computer player plays on for them."""
    colour: str = ""
    """The colour they have chosen (one of `Game.colours`); "": none."""


class Audience(msgspec.Struct, frozen=True):
    """The people, language, theme and shape that something is drawn for."""

    people: tuple[Person, ...]
    """The players, by seat."""
    words: Words
    """The catalogue of the reader's language."""
    theme: str = DEFAULT
    """One of `data.themes.THEMES`: the colours of the pictures."""
    shape: str = AUTO
    """One of `data.shapes.SHAPES`: the layout of the pictures."""

    @property
    def names(self) -> tuple[str, ...]:
        """The people's names, by seat."""
        return tuple(person.name for person in self.people)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The colours that they have chosen, by seat."""
        return tuple(person.colour for person in self.people)


class Picture(msgspec.Struct, frozen=True):
    """A finished picture."""

    data: bytes
    kind: str
    """The file name extension."""
    alt: str
    """The alt text (at most ALT_LENGTH characters)."""
    size: tuple[int, int] = (0, 0)
    """Width and height (px)."""
    places: tuple[WordPlace, ...] = ()
    """Where the words of the notation lie in it, as far as they have a place; later ones above earlier ones."""


class Epilogue(msgspec.Struct, frozen=True):
    """What the picture of the end says beside the result."""

    story: str = ""
    """How the game went, in one sentence; "" if there is nothing to tell."""
    origin: str = ""
    """Where it was played: the number of the table, and the name of the server."""
    brief: bool = False
    """Whether only the winner, the scores and the finished position are shown, for people who did not play."""


class Renderer(Protocol):
    """Everything that people perceive of one game."""

    key: str

    def board(self, view: View, audience: Audience) -> Picture:
        """The public table (pass a spectator's view)."""
        ...

    def open_board(self, view: View, hands: Sequence[View], audience: Audience) -> Picture:
        """The public table with the cards face up that are hidden from others: the `hands` are private views of the same
        position. Equal to `board` where nothing of them has a place there.
        """
        ...

    def hand(self, view: View, audience: Audience) -> Picture | None:
        """What only this seat may see; None exactly if the view is not `private`."""
        ...

    def scene(self, event: Event, audience: Audience) -> Picture:
        """The picture of an event that has `scene`, made from its data alone."""
        ...

    def text(self, view: View, audience: Audience) -> str:
        """The board as Markdown for people who cannot see pictures, for any seat or a spectator."""
        ...

    def pages(self, view: View, audience: Audience) -> tuple[str, ...]:
        """Everything in the view as text: `text` first, then the rest, each page of at most TEXT_LENGTH characters."""
        ...

    def saying(self, view: View, said: Move, audience: Audience) -> str:
        """What `preview` shows and neither text board nor labels say, in words, without drawing it; "" if nothing."""
        ...

    def passes(self, event: Event) -> bool:
        """Whether an event that has `scene` happens in each turn, so that the next board may replace its picture."""
        ...

    def is_moment(self, event: Event) -> bool:
        """Whether an event that has `scene` decides something that people wait for, so that they see it before their next
        question.
        """
        ...

    def scene_text(self, event: Event, audience: Audience) -> str:
        """The alt text of the picture of an event that has `scene`, without drawing it."""
        ...

    def final_text(self, view: View, result: Result, epilogue: Epilogue, audience: Audience) -> str:
        """The alt text of the final picture, without drawing it."""
        ...

    def label(self, word: Word, said: Move, view: View, audience: Audience) -> str:
        """A word of the notation as a person reads it on a button or in a menu (at most 80 characters).

        In a game with forms (`Choices.slots`), `_` stands for the next place after `said` (its verb, and `_` for each place
        before). The label is then the title of the form's menu for that place.
        """
        ...

    def line(self, event: Event, audience: Audience) -> str | None:
        """The event as one line of the public log; None if it is not logged."""
        ...

    def summary(self, events: Sequence[Event], audience: Audience) -> str:
        """These events of one turn in one line; "" if none of them is logged."""
        ...

    def in_order(self, events: Sequence[Event]) -> list[Event]:
        """These events of one turn in the order in which they are read: a reason before what follows from it."""
        ...

    def weight(self, event: Event) -> Weight:
        """How much an event means to somebody who missed it."""

    def moment(self, turn: int) -> tuple[int, ...]:
        """A turn as the board counts it: (turn,), or several numbers, the largest unit first."""
        ...

    def when(self, turn: int, words: Words) -> str:
        """A turn as the board names it: "turn 3"."""
        ...

    def unit(self, options: Mapping[str, str]) -> str:
        """The message key, with plural forms, of the unit of scores with these options."""
        ...

    def final(self, view: View, result: Result, epilogue: Epilogue, audience: Audience) -> Picture:
        """The end of the game: who wins, the finished position, what the scores are made of."""
        ...

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """What only this seat sees while entering a move: the table or hand after the words chosen so far, with the possible
        next words marked as the menus name them. None if the hand (or board) shows enough.

        While a form is filled in (`Choices.slots`), `said` has a word for each place, `_` for an empty one.
        """
        ...

    def cover(self, w: int, h: int) -> Image.Image:
        """Key art of the game for the lobby card: a new RGB or RGBA image of w × h px, without words."""
        ...

    def warm(self) -> None:
        """Draw and cache the sprites; called once at startup."""
        ...
