"""What a game's renderer in `render/` offers. It is given views and events, never a position: a leak is a type error.

Names in an `Audience` are inserted as they are. Pictures and alt texts want them raw; for `text`, `line` and `label`, which
are printed as Markdown, the cogs escape the names in the audience first.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec
from PIL import Image

from data.shapes import AUTO
from data.themes import DEFAULT
from data.words import Words
from engines.contract import Event, Move, Result, View, Word

ALT_LENGTH = 1024
"""Discord's limit for a picture's description."""

TEXT_LENGTH = 1800
"""Longest text board, so that it fits a message with a heading."""

BOARD_LENGTH = TEXT_LENGTH - 80
"""Of that, what a game tells; below it stand the question's number and whose view it is."""


class Person(msgspec.Struct, frozen=True):
    """Who sits on a seat."""

    name: str
    """What the person calls themselves: anything at all."""
    computer: bool = False
    resigned: bool = False
    """Somebody who has left; the computer player plays on for them."""


class Audience(msgspec.Struct, frozen=True):
    """For whom, in which language, theme and shape is drawn."""

    people: tuple[Person, ...]
    """Who plays, by seat."""
    words: Words
    """The catalogue of the reader's language."""
    theme: str = DEFAULT
    """One of `data.themes.THEMES`: which colours the pictures have."""
    shape: str = AUTO
    """One of `data.shapes.SHAPES`: how the pictures are laid out."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the people call themselves, by seat."""
        return tuple(person.name for person in self.people)


class Picture(msgspec.Struct, frozen=True):
    """A finished picture."""

    data: bytes
    kind: str
    """Its file ending."""
    alt: str
    """What it shows, in words (at most ALT_LENGTH characters)."""


class Renderer(Protocol):
    """All that people perceive of one game."""

    key: str

    def board(self, view: View, audience: Audience) -> Picture:
        """The public table as it stands (give it a spectator's view)."""
        ...

    def hand(self, view: View, audience: Audience) -> Picture | None:
        """What this seat alone may see; None exactly where the view is not `private`."""
        ...

    def scene(self, event: Event, audience: Audience) -> Picture:
        """The picture of an event that has `scene`, from its data alone."""
        ...

    def text(self, view: View, audience: Audience) -> str:
        """The board as text in Markdown for people who cannot see pictures, for any seat or a spectator."""
        ...

    def pages(self, view: View, audience: Audience) -> tuple[str, ...]:
        """Everything the view tells, in words: `text` first, then what there is besides, each page of at most TEXT_LENGTH."""
        ...

    def saying(self, view: View, said: Move, audience: Audience) -> str:
        """What `preview` shows that neither text board nor labels tell, in words and without drawing it; "": nothing."""
        ...

    def passes(self, event: Event) -> bool:
        """Whether an event that has `scene` is one that each turn has: the next board may take the place of its picture."""
        ...

    def scene_text(self, event: Event, audience: Audience) -> str:
        """What the picture of an event that has `scene` shows, in words, without drawing it."""
        ...

    def ended(self, view: View, result: Result, audience: Audience) -> str:
        """What the final picture shows, in words, without drawing it."""
        ...

    def label(self, word: Word, said: Move, view: View, audience: Audience) -> str:
        """A word of the notation as a person reads it on a button or in a menu (at most 80 characters).

        Of a game with forms (`Choices.slots`), `_` is the place that comes next after `said` (its verb, and `_` for each place
        before): what the form's menu for it is called.
        """
        ...

    def line(self, event: Event, audience: Audience) -> str | None:
        """The event as one line of the public story; None where it is not told."""
        ...

    def summary(self, events: Sequence[Event], audience: Audience) -> str:
        """What these events of one turn were, in one line; "" where nothing of it is told."""
        ...

    def moment(self, turn: int) -> tuple[int, ...]:
        """A turn as the board counts it: (turn,), or several numbers, the widest first."""
        ...

    def when(self, turn: int, words: Words) -> str:
        """A turn in the words of the board: "turn 3"."""
        ...

    def unit(self, options: Mapping[str, str]) -> str:
        """The message key, with plural forms, of what scores are counted in with these options."""
        ...

    def final(self, view: View, result: Result, audience: Audience) -> Picture:
        """The end of the game, with the scoring told."""
        ...

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """What this seat alone sees while it says a move: the table or hand as it would be with the words said so far, with
        what may follow marked as the menus name it. None: the hand (or board) tells enough.

        While a form is filled in (`Choices.slots`), `said` has a word for each place, `_` where it is still empty.
        """
        ...

    def cover(self, w: int, h: int) -> Image.Image:
        """Key art of the game for the lobby card: a private RGB or RGBA image of w × h px, without words."""
        ...

    def warm(self) -> None:
        """Draw and cache the sprites; called once at start-up."""
        ...
