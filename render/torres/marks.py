"""Which squares of Torres a picture marks: those that may be chosen, and those of the latest actions."""

import random
from collections import Counter

import msgspec

from engines.contract import Move, Seat
from engines.torres.components import TOO_NEAR
from engines.torres.rules import TorresGame
from engines.torres.squares import FULL, NUMBER, names
from engines.torres.state import LastAction
from engines.torres.view import TorresView

_BUILDS = {"supply", "under", "shift"}
"""Cards that add a segment to their target."""

MOST = 10
"""The most squares that are offered as buttons on the board itself."""


class Marks(msgspec.Struct, frozen=True):
    """The squares to mark during a choice."""

    targets: dict[str, str] = {}
    """The squares that may be chosen, each with a short remark: its cost, or ""."""
    chosen: tuple[str, ...] = ()
    """The squares chosen so far."""


def marks_asked(view: TorresView) -> Marks:
    """The squares that a public question offers: the first castles, knights and the king; none in an ordinary turn."""
    land, free = view.terrain, FULL & ~view.occupied_squares()
    if view.asks == "castle":
        taken = 0
        for castle in view.castles:
            taken |= TOO_NEAR[NUMBER[castle.squares[0]]]
        mask = FULL & ~taken
    elif view.asks in {"start", "crown"}:
        mask = land.least[1] & free
    elif view.asks == "king":
        royal = next((castle.squares for castle in view.castles if castle.royal), ())
        mask = land.least[1] & free & ~sum(1 << NUMBER[square] for square in royal)
    else:
        return Marks()
    return Marks(dict.fromkeys(names(mask), ""))


def offers(view: TorresView, said: Move) -> Marks:
    """The squares that may follow `said`, with the cost of walks. The rules are asked, with a position that looks like this to
    the viewer, so that the marks match the menus.
    """
    if not said:
        return marks_asked(view)
    position = TorresGame().determinize(view, random.Random(0))  # noqa: S311 - hidden parts do not matter here
    squares = [word for word in position.choices(view.acting, said).words if word in NUMBER]
    chosen = tuple(word for word in said if word in NUMBER)
    if len(said) == 2 and said[0] == "move":
        reach = view.reach(said[1])
        return Marks({square: str(reach[square]) for square in squares}, chosen)
    return Marks(dict.fromkeys(squares, ""), chosen)


class Way(msgspec.Struct, frozen=True):
    """The way of a figure or a segment."""

    seat: Seat
    start: str
    end: str


class Done(msgspec.Struct, frozen=True):
    """The latest actions."""

    last: str = ""
    """The square of the latest action."""
    squares: tuple[str, ...] = ()
    """The squares of all actions of that turn."""
    ways: tuple[Way, ...] = ()
    """How figures and segments went."""
    added: dict[str, int] = {}
    """Segments added, by square."""


def latest_actions(view: TorresView) -> Done:
    """The actions of this turn or, if there are none yet, those of the previous turn."""
    if not view.deeds:
        return Done()
    newest = view.deeds[-1].turn
    deeds = [deed for deed in view.deeds if deed.turn == newest]
    targets = [deed.target for deed in deeds if deed.target]
    added = Counter(deed.target for deed in deeds if _builds(deed))
    ways = tuple(Way(deed.seat, deed.start, deed.target) for deed in deeds if deed.start and deed.target)
    return Done(targets[-1] if targets else "", tuple(dict.fromkeys(targets)), ways, dict(added))


def _builds(deed: LastAction) -> bool:
    return bool(deed.target) and (deed.kind == "build" or (deed.kind == "card" and deed.card in _BUILDS))
