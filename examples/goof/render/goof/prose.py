"""Goofspiel in words: the table, used for alt texts and the text board, and the events."""

from collections.abc import Sequence

from data.words import Words
from engines.contract import Event
from engines.goof.events import PrizeTurned, RoundEnded
from engines.goof.view import GoofView
from render import prose
from render.contract import Audience


def table(view: GoofView, audience: Audience) -> prose.TableProse:
    """Describes the table: by seat points, cards and whether it has bid, and the reader's own bid."""
    words, seats = audience.words, []
    for points, hand, ready in zip(view.points, view.hands, view.ready, strict=True):
        bid = [] if view.over else [words("goof.chosen" if ready else "goof.choosing")]
        seats.append(", ".join([words.count("render.points", points), *bid, words("goof.left", cards=numbers(hand))]))
    own = [words("goof.you-bid", card=card) for card in view.chosen]
    return prose.TableProse(words("goof.prizes", prizes=numbers(view.lying)), seats, [coming(view, words)], own)


def more(view: GoofView, audience: Audience) -> list[str]:
    """Describes the earlier rounds, with all bids, and the variant."""
    words = audience.words
    rounds = [
        words("goof.round", n=number, prize=prize, bids=prose.amounts(audience.names, bids))
        for number, (prize, bids) in enumerate(zip(view.prizes, view.bids, strict=False), 1)
    ]
    return [*rounds, prose.variant(words, "goof", view.options)]


def coming(view: GoofView, words: Words) -> str:
    """The prizes still to come."""
    return words("goof.to-come", prizes=numbers(view.unseen)) if view.unseen else words("goof.last-round")


def numbers(values: Sequence[int]) -> str:
    """Cards or prizes in a row; a dash for none."""
    return " ".join(str(value) for value in values) or "–"


def line(event: Event, audience: Audience) -> str | None:
    """The event as a line of the log."""
    words, names = audience.words, audience.names
    match event.data:
        case PrizeTurned(prize=prize, lying=lying):
            return words("goof.line.prize", prize=prize, stake=sum(lying))
        case RoundEnded(bids=bids) as told:
            bid = prose.list_text(words, [f"{name} {card}" for name, card in zip(names, bids, strict=True)])
            return f"{words('goof.bids', bids=bid)} {outcome(told, names, words)}"
    return None


def outcome(told: RoundEnded, names: Sequence[str], words: Words) -> str:
    """Says who takes the prizes."""
    if told.winner is None:
        return words("goof.nobody")
    return words("goof.takes", name=names[told.winner], points=words.count("render.points", sum(told.lying)))


def round_ended(told: RoundEnded, audience: Audience) -> str:
    """Describes a round's bids and says who takes the prizes."""
    words = audience.words
    head, end = words("goof.prizes", prizes=numbers(told.lying)), outcome(told, audience.names, words)
    return prose.of_seats(audience, [head], [str(bid) for bid in told.bids], [end])
