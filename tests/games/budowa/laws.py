"""Always true of Budowa zamku: 45 cards, each in one place; castles rise; nobody is told what lies face down."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec

from engines import draws
from engines.budowa.components import CARDS, SPOT, WHOLE, WIZARD
from engines.budowa.position import BudowaPosition
from engines.budowa.state import GONE, UNSEEN
from engines.contract import Seat


def laws(position: BudowaPosition) -> None:
    built = [card for castle in position.castles for card in castle]
    known = [card for card in position.grid if card > 0]
    unseen = position.unseen_cards()
    assert sorted([*built, *known, *position.out, *unseen]) == list(CARDS)
    assert position.grid.count(UNSEEN) == len(unseen)
    assert position.grid.count(GONE) == len(built) + len(position.out)
    for castle in position.castles:
        assert castle == sorted(castle)
        assert len(castle) <= WHOLE
        assert len(castle) < WHOLE or position.ending == "full"
    assert all(looked == 0 for card, looked in zip(position.grid, position.looked, strict=True) if card == UNSEEN)
    assert position.used <= any(WIZARD in castle for castle in position.castles)
    if not position.ending:
        assert min(position.backs) < position.left
    _forgotten(position, known)


def _forgotten(position: BudowaPosition, known: list[int]) -> None:
    """The memory rule: a number that lies face down stands in no view, but for the notes where they may be known."""
    view = position.view(None)
    told = {note.number for note in view.board.notes}
    assert told <= set(known)
    if view.open is not None:
        assert position.grid[SPOT[view.open.spot]] == view.open.number
        assert view.open.number not in told
    if not position.notes and not position.ending:
        assert not told
    bare = msgspec.structs.replace(view, open=None, board=msgspec.structs.replace(view.board, notes=()))
    hidden = position.copy()
    for spot, card in enumerate(hidden.grid):
        if card > 0 and spot != hidden.up:
            hidden.grid[spot] = UNSEEN
    seen = hidden.view(None)
    assert bare == msgspec.structs.replace(seen, open=None, board=msgspec.structs.replace(seen.board, notes=()))


class Foreseen(BudowaPosition, kw_only=True):
    """A position of another seed, in which cards that were put back lie elsewhere, but which shows the same when they are
    turned: `real` is the grid of the position it was made of, `falls` that one's seed.
    """

    falls: bytes
    real: list[int]

    def turn_up(self, spot: int) -> int:
        if self.real[spot] == UNSEEN:
            self.draws += 1
            self.real[spot] = self.grid[spot] = draws.pick(self.falls, self.draws, self.unseen_cards())
        shown = self.real[spot]
        if self.grid[spot] != shown:
            other = self.grid.index(shown)
            self.grid[other], self.grid[spot] = self.grid[spot], shown
        return shown

    def end(self, ending: str) -> None:
        super().end(ending)
        self.grid = [GONE if card == GONE else real for card, real in zip(self.grid, self.real, strict=True)]

    def copy(self) -> Foreseen:
        return foreseen(self, self.seed, self.falls, self.real)


def foreseen(position: BudowaPosition, seed: bytes, falls: bytes, real: list[int]) -> Foreseen:
    fields = {name: copy.deepcopy(getattr(position, name)) for name in BudowaPosition.__struct_fields__}
    return Foreseen(**fields | {"seed": seed}, falls=falls, real=real[:])


def align(imagined: BudowaPosition, position: BudowaPosition) -> None:
    """What was put back lies there for good and will be seen when it is turned again."""
    imagined.seed, imagined.draws = position.seed, position.draws
    imagined.grid = position.grid[:]


def twins(position: BudowaPosition, viewer: Seat | None, rng: random.Random) -> list[BudowaPosition]:
    """Another seed by which chance falls the same; the cards put back lie in other places as far as nobody may know."""
    real = getattr(position, "_real", position)
    twin = foreseen(real, rng.randbytes(16), real.seed, real.grid)
    if not real.notes and not real.ending:
        spots = [spot for spot, card in enumerate(real.grid) if card > 0 and spot != real.up]
        for spot, card in zip(spots, rng.sample([real.grid[spot] for spot in spots], len(spots)), strict=True):
            twin.grid[spot] = card
    leak: Any = type(position)
    return [leak(twin) if real is not position else twin]
