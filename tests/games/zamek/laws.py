"""Always true of Zamek: 60 tiles, 18 tokens and 6 subjects a seat, each in exactly one place; areas as told from scratch."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from engines.contract import Seat
from engines.zamek.components import PILE, SQUARES, SUBJECTS, TOKENS
from engines.zamek.position import ZamekPosition
from engines.zamek.state import LAY, OVER, TARGET
from tests.games.zamek.flood_fill import judge


def laws(position: ZamekPosition) -> None:
    tiles = [(laid & 255) >> 2 for laid in position.board.laid] + position.pile + position.out
    tiles += [position.drawn] if position.drawn >= 0 else []
    assert sorted(tiles) == sorted(PILE)
    assert (position.drawn >= 0) == (position.phase == LAY)
    kinds = len(position.fresh)
    held = [token % kinds for token, count in enumerate(position.held) for _ in range(count)]
    assert sorted([*position.hidden, *held, *position.spent]) == sorted(TOKENS)
    assert position.towers.bit_count() <= len(position.hidden)
    assert len(position.hidden) - position.towers.bit_count() == 5 or position.phase in (TARGET, OVER)
    for seat in range(2):
        assert position.reserve[seat] + sum(subject & 1 == seat for subject in position.subjects) == SUBJECTS
        assert position.scores[seat] == sum(position.earned[7 * seat : 7 * seat + 7])
        assert (position.keeps[2 * seat] >= 0) == (position.keeps[2 * seat + 1] > 0)
    assert len({subject >> 1 for subject in position.subjects}) == len(position.subjects)
    assert position.board.first.count(-1) == SQUARES - len(position.board.laid)
    assert position.board.first.count(-1) >= 16
    assert (position.phase == OVER) == (position.result() is not None)
    judge(position)


class Foreseen(ZamekPosition, kw_only=True):
    """A position of another seed, whose chance nevertheless falls as it does with the seed `falls`: nobody at the table can
    tell it from the one it was made of, before or after any draw.
    """

    falls: bytes

    def draw(self, kind: int, left: list[int], every: Sequence[int]) -> int:
        own, self.seed = self.seed, self.falls
        drawn = ZamekPosition.draw(self, kind, left, every)
        self.seed = own
        return drawn

    def copy(self) -> Foreseen:
        return foreseen(self, self.seed, self.falls)


def foreseen(position: ZamekPosition, seed: bytes, falls: bytes) -> Foreseen:
    fields = {name: getattr(position, name) for name in ZamekPosition.__struct_fields__}
    return Foreseen(**copy.deepcopy(fields) | {"seed": seed}, falls=falls)


def twins(position: ZamekPosition, viewer: Seat | None, rng: random.Random) -> list[ZamekPosition]:
    """Only the seed is hidden in Zamek: one twin has another."""
    twin = foreseen(position, rng.randbytes(16), position.seed)
    leaky: Any = type(position)
    return [leaky(twin) if hasattr(position, "_real") else twin]
