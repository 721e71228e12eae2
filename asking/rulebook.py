"""A game's rules as people read them: pages, cut at their headings; screens, what a phone shows of a page at once; and numbered
rules. Rule 4.2 is the second paragraph or list item of the fourth page, in every language that has as many of them.
"""

import math
import re
from collections.abc import Iterator, Sequence

import msgspec

from data.guides import guide
from data.words import Words

LINE = 36
"""Characters in a line of a message on a phone (390 px wide), on the safe side."""

LINES = 19
"""Lines of text that a phone shows at once between the title of a message and its buttons."""

MARK = re.compile(r"\d+\. |[-•] ")
"""What begins an item of a list."""


class Clause(msgspec.Struct, frozen=True):
    """A paragraph or a list item of the rules."""

    number: str
    text: str
    item: bool
    """Whether it is an item of a list: it follows the rule before it without a gap."""

    @property
    def plain(self) -> str:
        """The text without the mark of a list item."""
        return MARK.sub("", self.text, count=1) if self.item else self.text

    @property
    def with_number(self) -> str:
        """The text with the number, behind the mark of a list item."""
        mark = MARK.match(self.text) if self.item else None
        at = mark.end() if mark else 0
        return f"{self.text[:at]}`{self.number}` {self.text[at:]}"


class Section(msgspec.Struct, frozen=True):
    """A page of the rules."""

    key: str
    heading: str
    text: str
    rules: tuple[Clause, ...]


class Screen(msgspec.Struct, frozen=True):
    """What a phone shows of a page at once."""

    key: str
    """The key of its page, with a number from the second screen of the page on."""
    page: str
    text: str
    picture: bool
    """Whether it has the picture of its page."""


def sections(game: str, words: Words) -> tuple[Section, ...]:
    """Returns a game's rules cut at their headings (bold words at the start of a line), named by the game's guide."""
    found = re.split(r"(?m)^(?=\*\*)", words(f"{game}.rules"))
    texts = [text.strip() for text in found if text.strip()]
    keys = [page.key for page in guide(game).page] if len(guide(game).page) == len(texts) else []
    return tuple(
        Section(keys[at] if keys else f"p{at + 1}", _heading(text, words, at), text, tuple(_rules(at + 1, text)))
        for at, text in enumerate(texts)
    )


def _heading(text: str, words: Words, at: int) -> str:
    bold = re.match(r"\*\*(.+?)[.:]?\*\*", text)
    return bold[1] if bold else words("cogs.rules.number", n=at + 1)


def _rules(page: int, text: str) -> Iterator[Clause]:
    """Yields the rules of a page. A table belongs to the rule above it."""
    found: list[tuple[str, bool]] = []
    for paragraph in re.split(r"\n\n+", text):
        follows = False
        for line in paragraph.split("\n"):
            if follows and not MARK.match(line):
                found[-1] = (f"{found[-1][0]}\n{line}", found[-1][1])
            else:
                found.append((line, MARK.match(line) is not None))
            follows = True
    for number, (rule, item) in enumerate(found, 1):
        yield Clause(f"{page}.{number}", rule, item)


def screens(game: str, words: Words) -> tuple[Screen, ...]:
    """Returns all screens of a game's rules, page after page."""
    pictured = {page.key: page.room for page in guide(game).page if page.picture}
    found = []
    for section in sections(game, words):
        room = pictured.get(section.key)
        for at, text in enumerate(_parts(section.rules, LINES if room is None else room)):
            key = section.key if at == 0 else f"{section.key}-{at + 1}"
            found.append(Screen(key, section.key, text, picture=at == 0 and room is not None))
    return tuple(found)


def screen_of(game: str, words: Words, clause: Clause) -> Screen:
    """Returns the screen on which a rule begins."""
    return next(each for each in screens(game, words) if f"`{clause.number}` " in each.text)


def _parts(rules: Sequence[Clause], first: int) -> Iterator[str]:
    """Yields the texts of the screens of a page, of which the first has room for `first` lines. A first rule that is longer is
    cut after the sentences that fit.
    """
    texts = [(rule.with_number, rule.item) for rule in rules]
    if height(texts[0][0]) > first:
        begin, rest = _cut(texts[0][0], first)
        texts[:1] = [(begin, False), (rest, False)]
    yield from split_into_screens(texts, first)


def split_into_screens(texts: Sequence[tuple[str, bool]], first: int = LINES) -> Iterator[str]:
    """Yields texts of screens of at most LINES lines, and `first` in the first one. Each text says whether it follows the one
    before it without a gap.
    """
    screen, room = "", first
    for text, close in texts:
        joined = screen + ("\n" if close else "\n\n") + text if screen else text
        if screen and height(joined) > room:
            yield screen
            screen, room = text, LINES
        else:
            screen = joined
    yield screen


def _cut(text: str, lines: int) -> tuple[str, str]:
    """Returns the sentences of a text that fit into this many lines, at least the first, and the others."""
    sentences = re.split(r"(?<=[.!?]) (?=\S)", text)
    taken = 1
    while taken < len(sentences) - 1 and height(" ".join(sentences[: taken + 1])) <= lines:
        taken += 1
    return " ".join(sentences[:taken]), " ".join(sentences[taken:])


def height(text: str) -> int:
    """Returns about how many lines a text takes on a phone."""
    return sum(max(1, math.ceil(len(re.sub(r"[*_`]|^-# ", "", line)) / LINE)) for line in text.split("\n"))
