"""The fast path for searching: the same rules a whole turn at a time, over plain lists, without words, events or checks.

Clans are 0..n-1, the first `players` of them players; cards, forts as in components.py. A clan's face-up warriors are its
cards, oldest first; where a card lies does not matter for what follows. What joint cards bring (Ch'ariotts, Qweens, Filchy...)
is looked up in a table by the cards that all turn up at once.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from engines.rzymianie.components import (
    ARCHR,
    AXX,
    CHARIOTT,
    CLANS,
    DECK,
    DRUHID,
    FILCHY,
    FOKUS,
    FORTUNA,
    HECA,
    HECAS,
    HORSIE,
    KINDS,
    KOMFORT,
    PLACES,
    QWEEN,
    STRENGTH,
    SVORD,
    TURNS,
    VALUES,
)
from engines.rzymianie.state import Table as Slow
from engines.rzymianie.turns import arranged

Choose = Callable[[str, int, Sequence[Any]], Any]
"""One of the options, for the step and the clan: `seduce` clans, `take` places (0..5), `keep` tuples of cards, `horsie` and
`fokus` cards, `give` indices of the forts taken. For `svord` the options are the face-down cards and the answer is their new
order. """

NOBODY = -1
LAST = PLACES - 1


@functools.cache
def plans() -> list[tuple[int, ...]]:
    """All ways to draw and order six of the nine warriors, each as often as chance makes it: what a random player or a neutral
    clan lays.
    """
    return list(itertools.permutations(DECK, PLACES))


class Joint:
    """What cards turned up together bring. By clan: `strength` (0 of a cancelled Ch'ariott) and `filchy` (-1000 where a clan
    can not take the fort); the clans of the others; `seducer` NOBODY where no Qween seduces, `targets` of hers,
    the weakest first.
    """

    __slots__ = ("archrs", "cancelled", "filchy", "horsies", "seducer", "strength", "svords", "targets")

    def __init__(self, turned: tuple[int, ...], players: int) -> None:
        clans = range(len(turned))
        chariotts = [clan for clan in range(players) if turned[clan] == CHARIOTT]
        self.cancelled = tuple(chariotts) if len(chariotts) > 1 else ()
        self.strength = tuple(0 if clan in self.cancelled else STRENGTH[turned[clan]] for clan in clans)
        qweens = [clan for clan in clans if turned[clan] == QWEEN]
        self.seducer = qweens[0] if len(qweens) == 1 and qweens[0] < players else NOBODY
        targets = [clan for clan in clans if clan != self.seducer and clan not in self.cancelled]
        self.targets = tuple(sorted(targets, key=lambda clan: turned[clan]))
        if not self.targets:
            self.seducer = NOBODY
        filchy = [clan < players and turned[clan] == FILCHY for clan in clans]
        self.filchy = tuple(-1000 if out else 0 for out in filchy) if any(filchy) else ()
        self.archrs = tuple(clan for clan in range(players) if turned[clan] == ARCHR)
        self.horsies = tuple(clan for clan in clans if turned[clan] == HORSIE)
        self.svords = tuple(clan for clan in range(players) if turned[clan] == SVORD)


JOINTS: dict[int, dict[tuple[int, ...], Joint]] = {players: {} for players in range(1, len(CLANS) + 1)}
"""By the number of players and the cards turned up together; filled as they come."""


class Table:
    """A game between two turns' orders, or over (`unseen` empty and `wall` empty, or `hecas`)."""

    __slots__ = ("clans", "hecas", "players", "slide", "stay", "turns", "unseen", "wall", "won")

    def __init__(
        self,
        players: int,
        clans: int,
        wall: list[int],
        unseen: list[int],
        won: list[list[int]],
        *,
        stay: bool = False,
        slide: bool = False,
        turns: int = TURNS,
    ) -> None:
        self.players = players
        self.clans = clans
        self.wall = wall
        self.unseen = unseen
        self.won = won
        self.stay = stay
        self.slide = slide
        self.turns = turns
        self.hecas = NOBODY

    def copy(self) -> Table:
        won = [forts[:] for forts in self.won]
        return Table(
            self.players,
            self.clans,
            self.wall[:],
            self.unseen[:],
            won,
            stay=self.stay,
            slide=self.slide,
            turns=self.turns,
        )

    def playout(self, random: Callable[[], float], first: Sequence[Sequence[int] | None] = ()) -> None:
        """Play on to the end at random. `first`: plans of this turn by clan, None for a random one. `random` gives 0..1."""

        def choose(step: str, clan: int, options: Sequence[Any]) -> Any:  # noqa: ARG001 - evenly for every clan
            # a random order is as random as it lies
            return options if step == "svord" else options[int(random() * len(options))]

        every = plans()
        many = len(every)
        laid = [plan or every[int(random() * many)] for plan in first]
        while True:
            laid += [every[int(random() * many)] for _ in range(self.clans - len(laid))]
            self.turn(laid, choose)
            if self.turns == 0 or self.hecas >= 0:
                return
            unseen = self.unseen
            row = [unseen.pop(int(random() * len(unseen))) for _ in range(PLACES)]
            self.wall = arranged(row)
            laid = []

    def turn(self, laid: Sequence[Sequence[int]], choose: Choose) -> None:
        """H3-H8: the six attack rounds of a turn, all clans' warriors laid."""
        known = JOINTS[self.players]
        players, won = self.players, self.won
        lines = [list(line) for line in laid]
        columns = list(zip(*lines, strict=True))
        up: list[list[int]] = [[] for _ in range(self.clans)]
        sums = [0] * self.clans
        for at in range(PLACES):
            turned = columns[at]
            joint = known.get(turned)
            if joint is None:
                joint = known[turned] = Joint(turned, players)
            sums = [before + now for before, now in zip(sums, joint.strength, strict=True)]
            for line, card in zip(up, turned, strict=True):
                line.append(card)
            for clan in joint.cancelled:
                up[clan].pop()
            winner, seduced = _strongest(joint, turned, sums, choose)
            kind = ""
            if winner < 0:
                if self.stay:
                    self.wall[at + 1 :] = self.wall[at:-1]
            else:
                kind = self._take(at, winner, turned, choose)
                if self.hecas >= 0:
                    return
            if at < LAST:
                if winner >= 0:
                    kept: Sequence[int] = ()
                    if winner < players and (kind == KOMFORT or turned[winner] == AXX) and kind != FOKUS:
                        kept = choose("keep", winner, _keepings(up[winner], turned[winner], kind))
                    up[winner] = list(kept)
                    sums[winner] = sum([STRENGTH[card] for card in kept])
                    if joint.seducer == winner:
                        sums[seduced] -= STRENGTH[up[seduced].pop()]
                for clan in joint.horsies:
                    if clan != winner:
                        self._drop("horsie", clan, up, sums, choose)
                for seat in joint.svords:
                    if at < LAST - 1:
                        lines[seat][at + 1 :] = choose("svord", seat, lines[seat][at + 1 :])
                        columns = list(zip(*lines, strict=True))
                if kind == FOKUS:
                    for clan in range(self.clans):
                        self._drop("fokus", clan, up, sums, choose)
            if kind == FORTUNA:
                self._give(winner, won[winner], choose)
        self.turns -= 1

    def _take(self, at: int, winner: int, turned: Sequence[int], choose: Choose) -> str:
        """H4 (f), H13: the kind of the fort taken."""
        wall = self.wall
        place = at
        if turned[winner] == DRUHID and winner < self.players and at < LAST:
            place = choose("take", winner, range(at, PLACES))
        fort = wall[place]
        if place > at:
            if self.slide:
                wall[at + 1 : place + 1] = wall[at:place]
            else:
                wall[place] = wall[at]
        own = self.won[winner]
        own.append(fort)
        if HECA[fort] and winner < self.players and len([each for each in own if HECA[each]]) == HECAS:
            self.hecas = winner
        return KINDS[fort]

    def _drop(self, step: str, clan: int, up: list[list[int]], sums: list[int], choose: Choose) -> None:
        """H4 (h), H5 Fokus: one of the face-up cards; by Horsie one of the earlier ones, itself if there is none."""
        line = up[clan]
        offered = line
        if step == "horsie" and line and line[-1] == HORSIE:
            offered = line[:-1] or line
        if not offered:
            return
        card = min(offered)
        if clan < self.players:
            options = sorted(set(offered))
            if len(options) > 1:
                card = choose(step, clan, options)
        line.remove(card)
        sums[clan] -= STRENGTH[card]

    def _give(self, winner: int, own: list[int], choose: Choose) -> None:
        """H5 FortUna: a fort taken earlier, itself if there is none."""
        first: dict[int, int] = {}
        for index, fort in enumerate(own[:-1]):
            first.setdefault(VALUES[fort], index)
        options = [first[value] for value in sorted(first)]
        if len(options) > 1 and winner < self.players:
            own.pop(choose("give", winner, options))
        else:
            own.pop(options[0] if options else NOBODY)

    def standing(self) -> list[tuple[int, int, int, list[int]]]:
        """By seat, the greater the better placed (H9): the holder of three FortHecas, points, forts, the highest forts."""
        told = []
        for seat in range(self.players):
            values = sorted([VALUES[fort] for fort in self.won[seat]], reverse=True)
            told.append((int(seat == self.hecas), sum(values), len(values), values))
        return told


def _strongest(joint: Joint, turned: Sequence[int], sums: list[int], choose: Choose) -> tuple[int, int]:
    """H4 (b)-(e): the winner and the clan whose warrior is seduced, NOBODY each."""
    seducer, seduced = joint.seducer, NOBODY
    if seducer >= 0:
        targets = joint.targets
        seduced = choose("seduce", seducer, targets) if len(targets) > 1 else targets[0]
        strength = STRENGTH[turned[seduced]]
        sums = sums[:]
        sums[seducer] += strength
        sums[seduced] -= strength
    if joint.filchy:
        sums = [own + out for own, out in zip(sums, joint.filchy, strict=True)]
    best = max(sums)
    if best < 0:
        return NOBODY, seduced
    if sums.count(best) == 1:
        return sums.index(best), seduced
    archrs = [clan for clan in joint.archrs if sums[clan] == best]
    return archrs[0] if len(archrs) == 1 else NOBODY, seduced


def _keepings(line: list[int], now: int, kind: str) -> list[tuple[int, ...]]:
    """H4 (g): what the winner may keep, () last; more than one way."""
    found: list[tuple[int, ...]] = []
    if kind == KOMFORT:
        weakest = min(line)
        found.append((weakest,))
        if now == AXX and weakest != AXX:
            found += [(AXX,), (weakest, AXX)]
    else:
        found.append((AXX,))
    return [*found, ()]


def table_of(position: Slow) -> Table:
    """The game of a position in which orders are given."""
    return Table(
        position.seats,
        position.clans,
        position.wall[:],
        position.unseen[:],
        [forts[:] for forts in position.won],
        stay=position.stay,
        slide=position.slide,
        turns=TURNS + 1 - position.game_turn,
    )
