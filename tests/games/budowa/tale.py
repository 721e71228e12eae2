"""Tables of Budowa zamku for tests that read like games."""

from __future__ import annotations

from collections.abc import Sequence

from engines.budowa.components import SPOT, SPOTS
from engines.budowa.position import BudowaPosition
from engines.budowa.rules import BudowaGame
from engines.budowa.state import GONE
from engines.budowa.view import BudowaView, Open
from engines.contract import Event

GAME = BudowaGame()


def table(
    *castles: Sequence[int],
    lie: dict[str, int] | None = None,
    left: str = "",
    figures: str = "off",
    notes: str = "off",
    turn: int = 1,
) -> BudowaPosition:
    """A game in which these castles stand (wall cards by seat) and these cards lie on these spots, though nobody has seen
    them; `left`: the only spots that still have a card.
    """
    position = GAME.start(len(castles), {"figures": figures, "notes": notes}, b"seed")
    position.castles = [list(castle) for castle in castles]
    for spot, number in (lie or {}).items():
        position.grid[SPOT[spot]] = number
    built = [card for castle in castles for card in castle]
    if left:
        stay = {SPOT[spot] for spot in left.split()}
        position.grid = [card if spot in stay else GONE for spot, card in enumerate(position.grid)]
        gone = len(SPOTS) - len(stay) - len(built)
        there = {*position.grid}
        position.out = [card for card in position.unseen_cards() if card not in there][:gone]
    else:
        spare = [spot for spot, card in enumerate(position.grid) if card == 0]
        for empty in spare[len(spare) - len(built) :]:
            position.grid[empty] = GONE
    return position


def say(position: BudowaPosition, *moves: str) -> list[Event]:
    """Whoever is to move says these, one after the other; the last one's events."""
    events: list[Event] = []
    for words in moves:
        events = position.play(position.active, tuple(words.split()))
    return events


def open_card(view: BudowaView) -> Open:
    """The card that lies open, where one must."""
    assert view.open is not None
    return view.open


def kinds(events: list[Event]) -> list[str]:
    """What happened, as far as anybody is told."""
    return [event.kind for event in events if event.to is None]
