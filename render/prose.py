"""Words that all games tell with: lists, names that fit, Markdown boards within Discord's limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from data.words import Words
from engines import games
from render.contract import TEXT_LENGTH, Audience

SHORTEST = 6
"""Names are cut no shorter than this."""


def listed(words: Words, things: Sequence[str]) -> str:
    """One, two and three."""
    if len(things) < 2:
        return "".join(things)
    return words("render.and", first=", ".join(things[:-1]), last=things[-1])


def fitting(build: Callable[[tuple[str, ...]], str], audience: Audience, length: int) -> str:
    """What `build` makes of the names (by seat, shortened evenly until the whole is at most `length` characters)."""
    names = tuple(person.name for person in audience.people)
    said = build(names)
    longest = max((len(name) for name in names), default=0)
    while len(said) > length and longest > SHORTEST:
        longest -= 2
        said = build(tuple(cut(name, longest) for name in names))
    return said if len(said) <= length else said[: length - 1] + "…"


def paged(parts: Sequence[str], length: int = TEXT_LENGTH) -> tuple[str, ...]:
    """Paragraphs on as few pages of at most `length` characters as keep their order; one that is longer is parted between its
    lines.
    """
    pages: list[str] = []
    for line in (line for part in parts if part for line in part.split("\n")):
        if pages and len(pages[-1]) + 1 + len(line) <= length:
            pages[-1] += f"\n{line}"
        else:
            pages.append(line)
    return tuple(pages)


def variant(words: Words, game: str, options: Mapping[str, str]) -> str:
    """The options of a game that are not as they are by default, with their values."""
    usual = {option.key: option.default for option in games()[game].options}
    told = [
        f"{words(f'{game}.option.{key}')} – {words(f'{game}.option.{key}.{value}')}"
        for key, value in options.items()
        if value != usual[key]
    ]
    return words("render.text.variant", options="; ".join(told)) if told else ""


def cut(name: str, length: int) -> str:
    """A name of at most `length` characters; a dangling escape goes too."""
    return name if len(name) <= length else name[: length - 1].rstrip("\\ ") + "…"


def capital(said: str) -> str:
    """The text with a capital first letter."""
    return said[:1].upper() + said[1:]


def sentence(*parts: str) -> str:
    """Parts that are not empty, as sentences."""
    return " ".join(part if part.endswith((".", "!", "?", ":", "…")) else f"{part}." for part in parts if part)
