"""What the pictures of Goofspiel show, in words, and the board as text."""

from __future__ import annotations

from collections.abc import Sequence

from data.words import Words
from engines.contract import Seat
from engines.goof.events import RoundEnded
from engines.goof.view import GoofView
from render import prose
from render.contract import Audience
from render.theme import LETTERS


def board(view: GoofView, audience: Audience) -> str:
    """The public table."""
    words = audience.words
    return prose.of_seats(audience, _prizes(view, words), [_seat(view, seat, words) for seat in range(view.seats)])


def own(view: GoofView, audience: Audience) -> str:
    """The public table, and what the seat has bid."""
    words = audience.words
    before = [*_own(view, words), *_prizes(view, words)]
    return prose.of_seats(audience, before, [_seat(view, seat, words) for seat in range(view.seats)])


def round_ended(told: RoundEnded, audience: Audience) -> str:
    """A round's bids and who takes the prizes."""
    words, points = audience.words, audience.words.count("render.points", sum(told.lying))
    name = "" if told.winner is None else audience.people[told.winner].name
    end = words("goof.takes", name=name, points=points) if name else words("goof.nobody")
    return prose.of_seats(audience, [words("goof.prizes", prizes=numbers(told.lying))], [str(bid) for bid in told.bids], [end])


def text(view: GoofView, audience: Audience) -> str:
    """The board as Markdown, with the reader's own bid where they play."""
    words = audience.words
    head, coming = _prizes(view, words)
    seats = [_seat(view, seat, words) for seat in range(view.seats)]
    return prose.board(audience, "goof", head, seats, [coming, *_own(view, words)])


def more(view: GoofView, audience: Audience) -> list[str]:
    """The rounds before, with all bids, and the variant."""
    words = audience.words
    rounds = [
        words("goof.round", n=number, prize=prize, bids=", ".join(f"{LETTERS[seat]} {bid}" for seat, bid in enumerate(bids)))
        for number, (prize, bids) in enumerate(zip(view.prizes, view.bids, strict=False), 1)
    ]
    return [*rounds, prose.variant(words, "goof", view.options)]


def coming(view: GoofView, words: Words) -> str:
    """The prizes still to come."""
    return words("goof.to-come", prizes=numbers(view.unseen)) if view.unseen else words("goof.last-round")


def numbers(values: Sequence[int]) -> str:
    """Cards or prizes in a row; a dash for none."""
    return " ".join(str(value) for value in values) or "–"


def _prizes(view: GoofView, words: Words) -> tuple[str, str]:
    return words("goof.prizes", prizes=numbers(view.lying)), coming(view, words)


def _own(view: GoofView, words: Words) -> list[str]:
    return [words("goof.you-bid", card=view.chosen[0])] if view.chosen else []


def _seat(view: GoofView, seat: Seat, words: Words) -> str:
    """Points, cards and whether the seat has bid."""
    bid = "" if view.over else f", {words('goof.chosen' if view.ready[seat] else 'goof.choosing')}"
    return f"{words.count('render.points', view.points[seat])}{bid}, {words('goof.left', cards=numbers(view.hands[seat]))}"
