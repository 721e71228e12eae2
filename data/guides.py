"""What a game tells newcomers beside its words: `data/guides/<game>.toml`, read here. A game without such a file has rules and
no more.

The texts stand in the game's catalogue: its rules (`<game>.rules`) are cut at their headings, a page each, and a step of its
lesson says `<game>.lesson.<key>`.
"""

import functools
from pathlib import Path

import msgspec

GUIDES = Path(__file__).parent / "guides"


class Page(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A page of the rules."""

    key: str
    """What links call it."""
    picture: str = ""
    """What is drawn of the lesson's table: `board`, `hand` (the learner's), `preview` (of the learner's next move) or
    `scene` (the last one); "" nothing.
    """
    after: int = 0
    """Of the table after this many moves of the lesson, counting everybody's."""
    why: tuple[str, ...] = ()
    """The refusals that it explains: the last parts of `<game>.illegal.…`."""


class Things(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards, tokens or tiles of one kind. In the message keys `{}` is the word."""

    words: tuple[str, ...]
    """What views call them."""
    name: str
    does: str
    fields: tuple[str, ...] = ()
    """The fields of a view that tell which of them somebody has in front of them."""


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One idea of a lesson."""

    key: str
    expect: tuple[str, ...]
    """The moves that are right, in writing; `*` is any word. The first is the one pointed at, and has none."""
    replies: tuple[str, ...] = ()
    """What the others play then: the seat and the move, in writing."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guided first game, in which the learner has seat 0 and the deal is always the same."""

    seats: int = 2
    options: dict[str, str] = {}
    seed: int
    steps: tuple[Step, ...]
    before: tuple[str, ...] = ()
    """What is played before the first step: the seat and the move, in writing."""


class Guide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What newcomers are told of a game."""

    minutes: int = 0
    """How long a game takes that is played in one go; 0: not told."""
    difficulty: int = 0
    """From 1 to 3; 0: not told."""
    page: tuple[Page, ...] = ()
    things: tuple[Things, ...] = ()
    lesson: Lesson | None = None

    def page_of(self, refusal: str) -> str | None:
        """The page that explains a refusal (the last part of its key)."""
        return next((page.key for page in self.page if refusal in page.why), None)


@functools.cache
def guide(game: str) -> Guide:
    """The guide of a game; an empty one where it has none."""
    path = GUIDES / f"{game}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Guide) if path.exists() else Guide()
