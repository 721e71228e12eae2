"""What the board's picture lays over the stacks: squares that may be chosen, what was just done."""

from __future__ import annotations

import random
from collections import Counter

import msgspec

from engines.contract import Move
from engines.torres.components import TOO_NEAR
from engines.torres.rules import TorresGame
from engines.torres.squares import FULL, NUMBER, names
from engines.torres.state import LastAction
from engines.torres.view import TorresView

_BUILDS = {"supply", "under", "shift"}
"""Cards that add a segment to their target."""

MOST = 10
"""Squares that can be told apart as buttons on the board itself."""


class Marks(msgspec.Struct, frozen=True):
    """The squares to mark while somebody chooses."""

    targets: dict[str, str] = {}
    """Those that may be chosen, each with a short remark: what it costs, or ""."""
    chosen: tuple[str, ...] = ()
    """Those said so far."""


def asked(view: TorresView) -> Marks:
    """The squares a public question offers: the first castles, knights and the king; none in an ordinary turn."""
    land, free = view.terrain, FULL & ~view.occupied()
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


def offered(view: TorresView, said: Move) -> Marks:
    """The squares that may follow `said`; walks show what they cost. The rules are asked, of a position that looks like this to
    the viewer, so that what is marked is what the menus offer.
    """
    if not said:
        return asked(view)
    position = TorresGame().determinize(view, random.Random(0))  # noqa: S311 - what is hidden does not matter here
    squares = [word for word in position.choices(view.acting, said).words if word in NUMBER]
    chosen = tuple(word for word in said if word in NUMBER)
    if len(said) == 2 and said[0] == "move":
        reach = view.reach(said[1])
        return Marks({square: str(reach[square]) for square in squares}, chosen)
    return Marks(dict.fromkeys(squares, ""), chosen)


class Done(msgspec.Struct, frozen=True):
    """What was done last."""

    last: str = ""
    """The square of the newest deed."""
    squares: tuple[str, ...] = ()
    """The squares of all deeds of that turn."""
    left: tuple[str, ...] = ()
    """Those that figures or segments came from."""
    added: dict[str, int] = {}
    """Segments by square."""


def done(view: TorresView) -> Done:
    """The deeds of this turn, or, before anything was done in it, those of the turn before."""
    if not view.deeds:
        return Done()
    newest = view.deeds[-1].turn
    deeds = [deed for deed in view.deeds if deed.turn == newest]
    targets = [deed.target for deed in deeds if deed.target]
    added = Counter(deed.target for deed in deeds if _builds(deed))
    left = tuple(dict.fromkeys(deed.start for deed in deeds if deed.start and deed.start not in targets))
    return Done(targets[-1] if targets else "", tuple(dict.fromkeys(targets)), left, dict(added))


def _builds(deed: LastAction) -> bool:
    return bool(deed.target) and (deed.kind == "build" or (deed.kind == "card" and deed.card in _BUILDS))
