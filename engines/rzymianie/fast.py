"""The fast path for the search: the same rules for a whole turn at a time, on plain numbers, without words, events or checks.

Clans are 0..n-1, the first `players` of them players; cards and forts are as in components.py. A clan's face-up warriors are
one number, a line: the sum of their `UNIT`s, since the place of a card does not matter later. Tables give the strength of a
line, and what special cards do (Ch'ariotts, Qweens, Filchy …) by the cards that all turn up together.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from operator import add
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
    FORTHECA,
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
from engines.rzymianie.state import RzymianieState

Choose = Callable[[str, int, Sequence[Any]], Any]
"""Returns an option, for the step and the clan: `seduce` clans, `take` places (0..5), `keep` tuples of cards, `horsie` and
`fokus` cards, `give` indices of the forts taken. `svord` offers the face-down cards and is answered with their new order.
"""

Reorder = Callable[["FastGame", int, int, Sequence[int], Sequence[Sequence[int]]], Sequence[int]]
"""Returns a clan's face-down cards in the order that Svord gives them. The arguments are the game, the clan, the round (0..5)
in which the first of them is turned up, the clans' current lines, and what they have laid, by place.
"""

NOBODY = -1
LAST = PLACES - 1

UNIT: tuple[int, ...] = tuple(1 << card for card in range(len(STRENGTH)))
"""What a card adds to a line. Only the last card can be in a line twice."""
STRENGTH_OF: tuple[int, ...] = tuple(
    sum(STRENGTH[card] for card in range(CHARIOTT) if line & UNIT[card]) + line // UNIT[CHARIOTT] * STRENGTH[CHARIOTT]
    for line in range(UNIT[CHARIOTT] * 3)
)
"""The strength of a line."""
CARDS_OF: tuple[tuple[int, ...], ...] = tuple(
    (*(card for card in range(CHARIOTT) if line & UNIT[card]), *([CHARIOTT] if line >= UNIT[CHARIOTT] else []))
    for line in range(UNIT[CHARIOTT] * 3)
)
"""The different cards of a line, weakest first."""


@functools.cache
def plans() -> list[tuple[int, ...]]:
    """Returns all ways to draw and order six of the nine warriors, each as often as chance makes it: what a random player or a
    neutral clan lays.
    """
    # Equal plans share one tuple: half the memory, which playouts access at random.
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    return [known.setdefault(plan, plan) for plan in itertools.permutations(DECK, PLACES)]


class Joint:
    """The effects of cards turned up together.

    `units`: by clan, what is added to the lines; 0 for a cancelled Ch'ariott. The other fields are clans: `filchy` cannot take
    the fort; `seducer` is NOBODY if no Qween seduces, and `targets` are hers, the weakest first. `plain`: nobody is seduced and
    no clan is held back, so the strongest wins.
    """

    __slots__ = ("archrs", "filchy", "horsies", "plain", "seducer", "svords", "targets", "units")

    def __init__(self, turned: tuple[int, ...], players: int) -> None:
        own = turned[:players]
        chariotts = _clans_with(CHARIOTT, own)
        cancelled = chariotts if len(chariotts) > 1 else ()
        self.units = tuple(0 if clan in cancelled else UNIT[card] for clan, card in enumerate(turned))
        qweens = _clans_with(QWEEN, turned)
        self.seducer = qweens[0] if len(qweens) == 1 and qweens[0] < players else NOBODY
        targets = [clan for clan in range(len(turned)) if clan != self.seducer and clan not in cancelled]
        self.targets = tuple(sorted(targets, key=lambda clan: turned[clan]))
        if not self.targets:
            self.seducer = NOBODY
        self.filchy = _clans_with(FILCHY, own)
        self.plain = self.seducer == NOBODY and not self.filchy
        self.archrs = _clans_with(ARCHR, own)
        self.horsies = _clans_with(HORSIE, turned)
        self.svords = _clans_with(SVORD, own)


def _clans_with(card: int, turned: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(clan for clan, each in enumerate(turned) if each == card)


JOINTS: dict[int, dict[tuple[int, ...], Joint]] = {players: {} for players in range(1, len(CLANS) + 1)}
"""By the number of players and the cards turned up together; filled on demand."""


class FastGame:
    """A game before the plans of a turn, or a finished one (`unseen` and `wall` empty, or `hecas` set)."""

    __slots__ = ("clans", "fokus_takes_axx", "hecas", "players", "slide", "stay", "turns", "unseen", "wall", "won")

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
        fokus_takes_axx: bool = False,
        turns: int = TURNS,
    ) -> None:
        self.players = players
        self.clans = clans
        self.wall = wall
        self.unseen = unseen
        self.won = won
        self.stay = stay
        self.slide = slide
        self.fokus_takes_axx = fokus_takes_axx
        self.turns = turns
        self.hecas = NOBODY

    def copy(self) -> FastGame:
        won = [forts[:] for forts in self.won]
        return FastGame(
            self.players,
            self.clans,
            self.wall[:],
            self.unseen[:],
            won,
            stay=self.stay,
            slide=self.slide,
            fokus_takes_axx=self.fokus_takes_axx,
            turns=self.turns,
        )

    def turn(
        self,
        laid: Sequence[Sequence[int]],
        choose: Choose,
        *,
        first: int = 0,
        lines: Sequence[int] = (),
        reorder: Reorder | None = None,
    ) -> None:
        """H3-H8: play the six attack rounds of a turn with the warriors that all clans have laid, or those from the round
        `first` (0..5) on, before which the clans have the face-up `lines`. Svord asks `reorder`, if given, instead of `choose`.
        """
        known = JOINTS[self.players]
        wall = self.wall
        strength_of = STRENGTH_OF.__getitem__
        columns = [*zip(*laid, strict=True)]
        up = [*lines] or [0] * self.clans
        for at in range(first, PLACES):
            turned = columns[at]
            joint = known.get(turned)
            if joint is None:
                joint = known[turned] = Joint(turned, self.players)
            up = [*map(add, up, joint.units)]
            sums = [*map(strength_of, up)]
            seduced = NOBODY
            if joint.plain and sums.count(best := max(sums)) == 1:
                winner = sums.index(best)
            else:
                winner, seduced = _strongest(joint, turned, sums, choose)
            kind = ""
            if winner >= 0:
                now = turned[winner]
                kind = self._take(at, winner, now, choose)
                if self.hecas >= 0:
                    return
            elif self.stay:
                wall[at + 1 :] = wall[at:-1]
            if at < LAST:
                if winner >= 0:
                    up[winner] = self._card_kept(up[winner], now, kind, winner, choose)
                    if joint.seducer == winner:
                        up[seduced] -= UNIT[turned[seduced]]
                if joint.horsies:
                    self._discard_for_horsie(joint, winner, up, choose)
                if joint.svords and at < LAST - 1:
                    self._rearrange_by_svord(joint, columns, at + 1, up, choose=choose, reorder=reorder)
                if kind == FOKUS:
                    self._discard_for_fokus(winner, up, choose)
            if kind == FORTUNA:
                self._give(winner, choose)
        self.turns -= 1

    def _take(self, at: int, winner: int, now: int, choose: Choose) -> str:
        """H4f: give the winner, who turned up the card `now`, a fort; returns its kind. The third FortHeca ends the game."""
        fort = self._lift(at, winner, choose) if now == DRUHID else self.wall[at]
        kind = KINDS[fort]
        own = self.won[winner]
        own.append(fort)
        if kind == FORTHECA and winner < self.players and len([each for each in own if HECA[each]]) == HECAS:
            self.hecas = winner
        return kind

    def _lift(self, at: int, winner: int, choose: Choose) -> int:
        """H4f, H13: take out of the wall and return the fort that the winner with Dru'hid chooses."""
        wall = self.wall
        if at == LAST or winner >= self.players:
            return wall[at]
        place: int = choose("take", winner, range(at, PLACES))
        fort = wall[place]
        if place > at:
            if self.slide:
                wall[at + 1 : place + 1] = wall[at:place]
            else:
                wall[place] = wall[at]
        return fort

    def _card_kept(self, line: int, now: int, kind: str, winner: int, choose: Choose) -> int:
        """H4g, H5b: returns what the winner keeps of the line: what a player chooses by an Axx turned up now or by KomForT."""
        if winner >= self.players or (now != AXX and kind != KOMFORT):
            return 0
        if kind == FOKUS and (line == UNIT[AXX] or self.fokus_takes_axx):
            return 0
        if kind == KOMFORT:
            weakest = CARDS_OF[line][0]
            both = [(AXX,), (weakest, AXX)] if now == AXX and weakest != AXX else []
            options = [(weakest,), *both, ()]
        else:
            options = [(AXX,), ()]
        return sum([UNIT[card] for card in choose("keep", winner, options)])

    def _drop(self, step: str, clan: int, offered: int, up: list[int], choose: Choose) -> None:
        """H4h, H5b: drop one of the offered cards, which are a line."""
        cards = CARDS_OF[offered]
        if cards:
            chosen = choose(step, clan, cards) if clan < self.players and len(cards) > 1 else cards[0]
            up[clan] -= UNIT[chosen]

    def _discard_for_fokus(self, winner: int, up: list[int], choose: Choose) -> None:
        """H5b: each clan but the winner, whose warriors are gone already, discards a card."""
        for clan in range(self.clans):
            if clan != winner:
                self._drop("fokus", clan, up[clan], up, choose)

    def _discard_for_horsie(self, joint: Joint, winner: int, up: list[int], choose: Choose) -> None:
        """H4h: each clan with Horsie that did not win discards a card turned up earlier, or Horsie if there is none."""
        for clan in joint.horsies:
            if clan != winner:
                earlier = up[clan] & ~UNIT[HORSIE]
                self._drop("horsie", clan, earlier or up[clan], up, choose)

    def _rearrange_by_svord(
        self,
        joint: Joint,
        columns: list[tuple[int, ...]],
        coming: int,
        up: list[int],
        *,
        choose: Choose,
        reorder: Reorder | None,
    ) -> None:
        """H4i: each player with Svord may reorder their face-down cards, those from the round `coming` on."""
        for seat in joint.svords:
            down = [column[seat] for column in columns[coming:]]
            order = reorder(self, seat, coming, up, columns) if reorder else choose("svord", seat, down)
            if order is not down:
                rows = [*zip(*columns[coming:], strict=True)]
                rows[seat] = tuple(order)
                columns[coming:] = zip(*rows, strict=True)

    def _give(self, winner: int, choose: Choose) -> None:
        """H5c: give up a fort taken earlier, or FortUna itself if there is none."""
        own = self.won[winner]
        first: dict[int, int] = {}
        for index, fort in enumerate(own[:-1]):
            first.setdefault(VALUES[fort], index)
        options = [first[value] for value in sorted(first)]
        if len(options) > 1 and winner < self.players:
            own.pop(choose("give", winner, options))
        else:
            own.pop(options[0] if options else NOBODY)


def _strongest(joint: Joint, turned: Sequence[int], sums: list[int], choose: Choose) -> tuple[int, int]:
    """H4b-H4e: returns the winner and the clan whose warrior is seduced, NOBODY for each if there is none."""
    seducer, seduced = joint.seducer, NOBODY
    if seducer >= 0:
        targets = joint.targets
        seduced = choose("seduce", seducer, targets) if len(targets) > 1 else targets[0]
        strength = STRENGTH[turned[seduced]]
        sums[seducer] += strength
        sums[seduced] -= strength
    for clan in joint.filchy:
        sums[clan] = NOBODY
    best = max(sums)
    if best < 0:
        return NOBODY, seduced
    if sums.count(best) == 1:
        return sums.index(best), seduced
    if not joint.archrs:
        return NOBODY, seduced
    archrs = [clan for clan in joint.archrs if sums[clan] == best]
    return archrs[0] if len(archrs) == 1 else NOBODY, seduced


def fast_game(position: RzymianieState) -> FastGame:
    """Returns the game of a position in which orders are given."""
    return FastGame(
        position.seats,
        position.clans,
        position.wall[:],
        position.unseen[:],
        [forts[:] for forts in position.won],
        stay=position.stay,
        slide=position.slide,
        fokus_takes_axx=position.fokus_takes_axx,
        turns=position.turns + 1 - position.game_turn,
    )
