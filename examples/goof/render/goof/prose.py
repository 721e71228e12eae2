"""What the pictures of Goofspiel show, in words, and the board as text."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Result
from engines.goof.events import RoundEnded
from engines.goof.view import GoofView
from render.contract import ALT_LENGTH, BOARD_LENGTH, Audience
from render.prose import fitting, listed, sentence
from render.theme import LETTERS


def board(view: GoofView, audience: Audience) -> str:
    """The public table."""
    return fitting(lambda names: _table(view, names, audience), audience, ALT_LENGTH)


def own(view: GoofView, audience: Audience) -> str:
    """The public table, and what the seat has bid."""
    assert view.seat is not None
    words = audience.words
    cards = words("goof.your-cards", cards=numbers(view.hands[view.seat]))
    bid = words("goof.you-bid", card=view.chosen[0]) if view.chosen else ""
    return fitting(lambda names: sentence(cards, bid, _table(view, names, audience)), audience, ALT_LENGTH)


def round_ended(told: RoundEnded, audience: Audience) -> str:
    """A round's bids and who takes the prizes."""
    return fitting(lambda names: _round(told, names, audience), audience, ALT_LENGTH)


def final(view: GoofView, result: Result, audience: Audience) -> str:
    """Places and points."""

    def told(names: tuple[str, ...]) -> str:
        words = audience.words
        order = sorted(range(view.seats), key=lambda seat: (result.places[seat], seat))
        places = (f"{result.places[seat]}. {names[seat]} {words.count('render.points', result.scores[seat])}" for seat in order)
        reason = words("goof.final.reason", reason=words(f"goof.reason.{result.reason}"))
        return sentence(words("goof.over"), "; ".join(places), reason)

    return fitting(told, audience, ALT_LENGTH)


def text(view: GoofView, audience: Audience) -> str:
    """The board as Markdown, with the reader's own cards where they play."""

    def told(names: tuple[str, ...]) -> str:
        words = audience.words
        lines = [f"**{words('goof.prizes', prizes=numbers(view.lying))}**", _coming(view, audience)]
        for seat, name in enumerate(names):
            bid = "" if view.over else words("goof.has-bid" if view.ready[seat] else "goof.thinks")
            points = words.count("render.points", view.points[seat])
            lines.append(f"{LETTERS[seat]} · {name}: {points} · {words('goof.left', cards=numbers(view.hands[seat]))} · {bid}")
        if view.chosen:
            lines.append(f"**{words('goof.you-bid', card=view.chosen[0])}**")
        return "\n".join(line.removesuffix(" · ") for line in lines)

    return fitting(told, audience, BOARD_LENGTH)


def numbers(values: Sequence[int]) -> str:
    """Cards or prizes in a row; a dash for none."""
    return " ".join(str(value) for value in values) or "–"


def _coming(view: GoofView, audience: Audience) -> str:
    words = audience.words
    return words("goof.to-come", prizes=numbers(view.unseen)) if view.unseen else words("goof.last-round")


def _table(view: GoofView, names: Sequence[str], audience: Audience) -> str:
    words = audience.words
    people = []
    for name, points, hand, ready in zip(names, view.points, view.hands, view.ready, strict=True):
        bid = "" if view.over else f", {words('goof.has-bid' if ready else 'goof.thinks')}"
        people.append(f"{name}: {words.count('render.points', points)}, {words('goof.left', cards=numbers(hand))}{bid}")
    return sentence(words("goof.prizes", prizes=numbers(view.lying)), _coming(view, audience), *people)


def _round(told: RoundEnded, names: Sequence[str], audience: Audience) -> str:
    words = audience.words
    bids = listed(words, [f"{name} {bid}" for name, bid in zip(names, told.bids, strict=True)])
    points = words.count("render.points", sum(told.lying))
    end = words("goof.nobody") if told.winner is None else words("goof.takes", name=names[told.winner], points=points)
    return sentence(words("goof.prizes", prizes=numbers(told.lying)), words("goof.bids", bids=bids), end)
