"""Text on its way to Discord: escapes names, cuts lines to their limits, makes links."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

from asking.names import KEPT, NAME, NOBODY, plain

EMOJI, MENTION = 2, 12
"""Characters that an emoji, and a mention or a time, are counted as."""

TITLE_PART = 18
"""Maximum characters of a part of a title that is not broken. Longer ones are names and questions, which may take two lines."""

_PAIRED = ("**", "__", "~~", "||", "`")
_PIECE = re.compile(
    r"""<a?:\w+:\d+> | <[@#][!&]?\d+> | <t:-?\d+(?::\w)?> | </[^<>:]+:\d+> | \[[^\]\n]*\]\([^)\s]*\) | \\.
    | \*\* | __ | ~~ | \|\| | [\U0001f1e6-\U0001f1ff]{2}
    | .[\u0300-\u036f\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff]*(?:\u200d.[\ufe0f\U0001f3fb-\U0001f3ff]*)*""",
    re.VERBOSE | re.DOTALL,
)
"""What is either shown or left out: an emoji, a mention, a time, a link, an escaped character, a mark of a pair, or a character
with what joins it.
"""

_MARKUP = re.compile(r"([\\*_~`|>#\-\[\]()<:+.!])")
_PARTS = re.compile(r"(?<=#) |(?<= ·) |(?<=:) ")
_SPACE, _NUMBERED = re.compile(" "), re.compile(r"(?<=\w) (?=\d)")
_FORGOTTEN = re.compile(r" ?<@-\d+>")
_ISOLATE, _POP = "\u2068", "\u2069"


class Named(Protocol):
    """A person as discord.py knows them."""

    @property
    def name(self) -> str: ...
    @property
    def display_name(self) -> str: ...


class Safe(str):
    """Text made by the bot for a message: nothing in it needs escaping."""

    __slots__ = ()


def visible_length(text: str) -> int:
    """Returns how many characters of a message's text are seen, an emoji counting as two and markup as none."""
    return sum(map(_width, _PIECE.findall(text)))


def cut(text: str, limit: int) -> str:
    """Returns what shows as at most `limit` characters (`visible_length`), with an ellipsis at the end if something was cut
    off. It ends after a word, and no markup is cut or left open.
    """
    return _shorten(text, limit, _width)


def clip(text: str, limit: int) -> str:
    """Like `cut`, with at most `limit` characters in all, for Discord's own limits."""
    return text if len(text) <= limit else _shorten(text, limit, len)


def _width(piece: str) -> int:
    """Returns how many characters of a piece of text are seen."""
    if piece in _PAIRED:
        return 0
    if len(piece) > 1:
        if piece[0] == "[":
            return visible_length(piece[1 : piece.index("](")])
        if piece[0] == "<":
            return EMOJI if piece[1] in ":a" else MENTION
        return EMOJI if piece[0] > "\u2000" or "\ufe0f" in piece else 1
    return EMOJI if unicodedata.east_asian_width(piece) in "WF" else 1


def _shorten(text: str, limit: int, cost: Callable[[str], int]) -> str:
    """`cost` of a piece of text is what it takes of the limit."""
    pieces = _PIECE.findall(text)
    if sum(map(cost, pieces)) <= limit:
        return text
    ends, room = [""], limit - 1
    left: list[str] = []
    for piece in pieces:
        room -= cost(piece)
        if left[:1] == [piece]:
            left = left[1:]
        elif piece in _PAIRED:
            left = [piece, *left]
        if room < sum(map(cost, left)):
            break
        ends.append("".join(left))
    kept = len(ends) - 1
    spaces = [at for at in range(kept + 1) if pieces[at].isspace()]
    if spaces and 2 * spaces[-1] >= kept:
        kept = spaces[-1]
    while kept and (pieces[kept - 1].isspace() or (pieces[kept - 1] in _PAIRED and len(ends[kept]) > len(ends[kept - 1]))):
        kept -= 1
    return f"{''.join(pieces[:kept])}…{ends[kept]}"


def person_name(user: Named) -> str:
    """Returns somebody's name as `plain`: their display name, or their user name if no character of the former is visible."""
    name = plain(user.display_name)
    return plain(user.name) if name == NOBODY else name


@lru_cache(KEPT)
def capital(said: str) -> str:
    """Returns the text with a capital letter, as a line of its own begins."""
    return said[:1].upper() + said[1:]


def escape(name: str, limit: int = NAME) -> str:
    """Returns a name for a message: as `plain`, and escaped so that nothing in it formats, mentions or links."""
    safe = _MARKUP.sub(r"\\\1", plain(name, limit)).replace("@", "@\u200b")
    if any(unicodedata.bidirectional(letter) in {"R", "AL", "AN"} for letter in safe):
        return f"{_ISOLATE}{safe}{_POP}"
    return safe


def mentions(users: Iterable[int]) -> str:
    """Returns the mentions of some people."""
    return " ".join(f"<@{user}>" for user in users)


def unbroken(title: str) -> str:
    """Returns a title whose short parts, between dots and after colons, are not broken on a narrow phone. In long ones only a
    word and its number stay together. Further lines of the title are not changed.
    """
    head, newline, below = title.partition("\n")
    parts = _PARTS.split(head)
    held = [(_NUMBERED if len(part) > TITLE_PART else _SPACE).sub("\u00a0", part) for part in parts]
    return f"{' '.join(held)}{newline}{below}"


def ranking_line(place: int | None, said: str) -> str:
    """Returns a line of a ranking. Markdown would renumber lines that begin with "1.", even if places are shared."""
    return f"{place}\\. {said}" if place else f"– {said}"


def fit(lines: list[str], limit: int) -> str:
    """Returns the lines as one text of at most `limit` characters; the oldest (first) are dropped if there are too many, and an
    ellipsis stands for them.
    """
    if len(text := "\n".join(lines)) <= limit:
        return text
    kept: list[str] = []
    room = limit - len("…")
    for line in reversed(lines):
        if len(line) + 1 > room:
            break
        kept.insert(0, line)
        room -= len(line) + 1
    return "\n".join(["…", *kept])


def without_forgotten(text: str) -> str:
    """Returns a text without mentions of people who were forgotten: until they have left the table, a stand-in sits there."""
    return _FORGOTTEN.sub("", text)


def link(guild: int | None, channel: int, message: int | None = None) -> str:
    """Returns the address of a channel or message as Discord's clients open it."""
    where = f"https://discord.com/channels/{guild if guild and guild > 0 else '@me'}/{channel}"
    return f"{where}/{message}" if message is not None else where
