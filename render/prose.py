"""Text functions that all games share: lists, names that fit, Markdown boards within Discord's limits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from itertools import pairwise
from typing import Concatenate, ParamSpec, TypeAlias

import msgspec

from data.words import Words
from engines import games
from engines.contract import Result, Seat, Short, V
from render.contract import ALT_LENGTH, BOARD_LENGTH, OBVIOUS, TEXT_LENGTH, Audience
from render.seat_marks import distinct

Tell: TypeAlias = Callable[[V, Audience], str]
"""A view in words."""

P = ParamSpec("P")

SHORTEST = 6
"""The fewest characters that a name is cut to."""


def list_text(words: Words, things: Sequence[str]) -> str:
    """The items as a list: "one, two and three"."""
    if len(things) < 2:
        return "".join(things)
    return words("render.and", first=", ".join(things[:-1]), last=things[-1])


def amounts(names: Sequence[str], numbers: Iterable[int]) -> str:
    """What each of the people has, by seat: "Ada 3, Borys 0"."""
    return ", ".join(f"{name} {n}" for name, n in zip(names, numbers, strict=False))


def fitting(build: Callable[[tuple[str, ...]], str], audience: Audience, length: int) -> str:
    """What `build` makes of the names (by seat), shortened evenly until the result has at most `length` characters."""
    names = audience.names
    said = build(names)
    longest = max((len(name) for name in names), default=0)
    while len(said) > length and longest > SHORTEST:
        longest -= 2
        said = build(distinct([cut(name, longest) for name in names]))
    return said if len(said) <= length else said[: length - 1] + "…"


def fitted_names(length: int) -> Callable[[Callable[Concatenate[tuple[str, ...], P], str]], Callable[P, str]]:
    """Make a function that describes something for an `Audience`, its last argument, take the names, as `fitting` cuts them, as
    its first argument.
    """

    def given_names(tell: Callable[Concatenate[tuple[str, ...], P], str]) -> Callable[P, str]:
        @wraps(tell)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> str:
            audience = kwargs.get("audience", args[-1])
            assert isinstance(audience, Audience)
            return fitting(lambda names: tell(names, *args, **kwargs), audience, length)

        return wrapper

    return given_names


def to_pages(parts: Sequence[str], length: int = TEXT_LENGTH) -> tuple[str, ...]:
    """Paragraphs in order on as few pages of at most `length` characters as possible; a longer paragraph is split between its
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
    """The options of a game that differ from the default, with their values."""
    rules = games()[game]
    usual = {option.key: option.default for option in rules.options}
    if isinstance(rules, Short):
        usual.update(dict.fromkeys(rules.short.options, ""))
    values = [
        f"{words(f'{game}.option.{key}')} – {words(f'{game}.option.{key}.{value}')}"
        for key, value in options.items()
        if usual.get(key, value) != value
    ]
    return words("render.text.variant", options="; ".join(values)) if values else ""


def of_seats(audience: Audience, before: Sequence[str], seats: Sequence[str], after: Sequence[str] = ()) -> str:
    """A picture in words: sentences, what is said of each seat (by seat), and more sentences."""

    def build(names: tuple[str, ...]) -> str:
        rows = (f"{names[seat]}: {text}" for seat, text in enumerate(seats))
        return sentence(*before, *rows, *after)

    return fitting(build, audience, ALT_LENGTH)


def board(
    audience: Audience, game: str, head: str, seats: Sequence[str], below: Sequence[str] = (), *, above: Sequence[str] = ()
) -> str:
    """A text board in the usual layout for blind people: the game's name with a heading, a line for each seat with what is said
    of it (by seat), and further lines above and below the seats.
    """

    def build(names: tuple[str, ...]) -> str:
        rows = (f"- **{names[seat]}**: {text}" for seat, text in enumerate(seats))
        return "\n".join([f"**{audience.words(f'{game}.name')}** · {head}", *filter(None, [*above, *rows, *below])])

    return fitting(build, audience, BOARD_LENGTH)


class TableProse(msgspec.Struct, frozen=True):
    """A table in words, as much as one reader may know."""

    head: str
    """The heading."""
    seats: Sequence[str]
    """What is said of each seat, by seat, without its name."""
    rest: Sequence[str] = ()
    """What else everybody may know, as sentences."""
    own: Sequence[str] = ()
    """What only the reader may know, as sentences."""


def tellers(game: str, table: Callable[[V, Audience], TableProse]) -> tuple[Tell[V], Tell[V], Tell[V]]:
    """The functions that describe the picture of the board, that of a hand, and the text board, all from the same words."""

    def alt(view: V, audience: Audience) -> str:
        parts = table(view, audience)
        return of_seats(audience, (parts.head, *parts.rest), parts.seats)

    def hand_text(view: V, audience: Audience) -> str:
        parts = table(view, audience)
        return of_seats(audience, (*parts.own, parts.head, *parts.rest), parts.seats)

    def text(view: V, audience: Audience) -> str:
        parts = table(view, audience)
        return board(audience, game, parts.head, parts.seats, (*parts.rest, *parts.own))

    return alt, hand_text, text


def deciding(game: str, result: Result, words: Words, tie: str = "") -> list[str]:
    """The rule that put the first before the second, unless the scores show it; if others have the same score and different
    places, the whole rule for equals, which is the message `tie` ("": such scores share a place).
    """
    equals = _equals(result)
    tied = _tie_lines(result, words, tie)
    if result.reason in OBVIOUS or (tied and equals[0]):
        return tied
    return [capital(words(f"{game}.reason.{result.reason}")), *tied]


def _tie_lines(result: Result, words: Words, tie: str) -> list[str]:
    """The rule for equals, if it put anybody behind the first before somebody."""
    return [words(tie)] if tie and any(_equals(result)[1:]) else []


def _equals(result: Result) -> list[bool]:
    """By place from the first, whether it was decided between equal scores who comes next."""
    standing = sorted(zip(result.places, result.scores, strict=True))
    return [own[1] == other[1] and own[0] != other[0] for own, other in pairwise(standing)]


def final_text(
    game: str,
    result: Result,
    audience: Audience,
    facts: Callable[[Seat], str] | None = None,
    after: Callable[[Sequence[str]], Sequence[str]] | None = None,
    *,
    head: str = "",
    tie: str = "",
) -> str:
    """The end of a game in words: the seats by place with their `facts` (default: the score), then the sentences `after` them,
    made of the names (default: the rule that decided), and the rule for others with the same score, which is the message `tie`.
    `head` is the heading (default: that the game is over).
    """
    words, facts = audience.words, facts or (lambda seat: str(result.scores[seat]))

    def build(names: tuple[str, ...]) -> str:
        rows = (f"{result.places[seat]}. {names[seat]}: {facts(seat)}" for seat in result.by_place())
        return sentence(
            head or f"{words(f'{game}.name')}: {words(f'{game}.over')}",
            *rows,
            *([words(f"{game}.reason.{result.reason}")] if after is None else after(names)),
            *_tie_lines(result, words, tie),
        )

    return fitting(build, audience, ALT_LENGTH)


def cut(name: str, length: int) -> str:
    """A name cut to at most `length` characters, without a dangling escape."""
    return name if len(name) <= length else name[: length - 1].rstrip("\\ ") + "…"


def capital(said: str) -> str:
    """The text with a capital first letter."""
    return said[:1].upper() + said[1:]


def sentence(*parts: str) -> str:
    """The parts that are not empty, as sentences."""
    return " ".join(part if part.endswith((".", "!", "?", ":", "…")) else f"{part}." for part in parts if part)
