"""What a game offers newcomers, read from `data/guides/<game>.toml`. A game without such a file has only its rules.

The texts are in the game's catalogue: its rules (`<game>.rules`) are split at their headings into pages, and a step of its
lesson has the text `<game>.lesson.<key>`.
"""

import functools
from pathlib import Path

import msgspec

GUIDES = Path(__file__).parent / "guides"


class Page(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A page of the rules."""

    key: str
    """Its name in links."""
    picture: str = ""
    """The picture of the lesson's table: `board`, `hand` (the learner's), `preview` (of the learner's next move) or `scene`
    (the last one); "": none.
    """
    after: int = 0
    """The number of moves of the lesson, by all players, after which it is drawn."""
    room: int = 5
    """The lines of text that a phone shows at once next to the picture."""
    why: tuple[str, ...] = ()
    """The refusals that it explains, by the last parts of `<game>.illegal.…`."""


class Things(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards, tokens or tiles of one kind. In the message keys, `{}` stands for the word."""

    words: tuple[str, ...]
    """Their names in views."""
    name: str
    does: str
    fields: tuple[str, ...] = ()
    """The fields of a view that contain those in front of a player."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One idea of a lesson."""

    key: str
    expect: tuple[str, ...]
    """The correct moves in notation; `*` is any word. The lesson points at the first, which has none."""
    replies: tuple[str, ...] = ()
    """The others' replies: seat and move, in notation."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guided first game, in which the learner has seat 0 and the deal is always the same."""

    seats: int = 2
    options: dict[str, str] = {}
    seed: int
    rules: int = 0
    """The version of the game's rules by which the seed deals; 0: the newest."""
    steps: tuple[LessonStep, ...]
    before: tuple[str, ...] = ()
    """The moves played before the first step: seat and move, in notation."""


class Guide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's guide for newcomers."""

    minutes: int = 0
    """The length in minutes of a game played in one go; 0: not given."""
    difficulty: int = 0
    """From 1 to 3; 0: not given."""
    answers: dict[int, int] = {}
    """By the number of seats, how many answers one after the other 95 of 100 games need at most (`python -m bench arena GAME
    --answers` measures it).
    """
    longer: dict[str, dict[int, int]] = {}
    """The same for the values of options (`<key>=<value>`) with which a game is longer."""
    page: tuple[Page, ...] = ()
    things: tuple[Things, ...] = ()
    lesson: Lesson | None = None

    def page_of(self, refusal: str) -> str | None:
        """Returns the page that explains a refusal (the last part of its key)."""
        return next((page.key for page in self.page if refusal in page.why), None)


@functools.cache
def guide(game: str) -> Guide:
    """Returns the guide of a game; an empty one if it has none."""
    path = GUIDES / f"{game}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Guide) if path.exists() else Guide()
