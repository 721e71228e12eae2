"""The position of Torres: its state with the contract's face."""

from __future__ import annotations

import msgspec

from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.torres import playing, reasons, seen, story, words
from engines.torres.components import CARDS, COLOURS, KNIGHTS, POINTS, SEGMENTS, TOWER
from engines.torres.squares import flood
from engines.torres.state import ACT, KEEP, OVER, SOURCES, State
from engines.torres.view import TorresView


class TorresPosition(State, kw_only=True):
    """Everything that is true on the table."""

    def pending(self) -> tuple[Seat, ...]:
        return () if self.mode == OVER else (self.seat,)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return words.choices(self, said) if (seat,) == self.pending() else Choices()

    def play(self, seat: Seat, move: Move) -> list[Event]:
        if (seat,) != self.pending():
            raise IllegalMove("torres.illegal.over" if self.mode == OVER else "torres.illegal.not-asked")
        atom = words.find(self, move)
        if atom is None:
            raise reasons.refusal(self, move)
        before = self.copy()
        followed: list[Event] = []
        playing.apply(self, *atom, followed)
        events, deed = story.tell(before, self, *atom)
        self.deeds = [old for old in (*self.deeds, deed) if old.turn >= self.turn - 1]
        return events + followed

    def retract(self, seat: Seat) -> list[Event]:  # noqa: ARG002
        """Torres has no joint secret stage."""
        raise IllegalMove("tables.refusal.nothing-to-take-back")

    def copy(self) -> TorresPosition:
        copied = super().copy()
        assert isinstance(copied, TorresPosition)
        return copied

    def view(self, seat: Seat | None) -> TorresView:
        return seen.look(self, seat)

    def result(self) -> Result | None:
        """T19: the most points win; only players without any point can share a place."""
        if self.mode != OVER:
            return None
        places = tuple(1 + sum(other > own for other in self.scores) for own in self.scores)
        kinds = [kind for kind in SOURCES if kind != "master" or self.masters]
        return Result(
            places=places,
            scores=tuple(self.scores),
            reason="points" if places.count(1) == 1 else "shared",
            rating_places=places,
            breakdown=tuple(
                {kind: self.tallies[len(SOURCES) * seat + SOURCES.index(kind)] for kind in kinds} for seat in range(self.seats)
            ),
        )

    def snapshot(self) -> bytes:
        return msgspec.json.encode(self)

    def check(self) -> None:
        """Raises AssertionError where a law of the game does not hold: pieces kept, castles apart and not above their base."""
        taken = max(self.used, 0) + sum(map(sum, self.towers)) + sum(self.kept)
        assert sum(self.heights) + taken + self.supply == SEGMENTS, "segments are lost"
        assert self.supply >= 0, "the supply is overdrawn"
        assert all(0 <= height <= TOWER for towers in self.towers for height in towers), "a tower is too high"
        seen_squares = 1 << self.king if self.king >= 0 else 0
        for knights in self.knights:
            assert knights.bit_count() <= KNIGHTS, "too many knights"
            assert not seen_squares & knights, "two figures on one square"
            seen_squares |= knights
        land = self.terrain
        for castle in land.castles:
            assert flood(castle & -castle, castle) == castle, "a castle in pieces"
            assert flood(castle & -castle, land.least[1]) == castle, "two castles touch"
            assert not castle & ~land.least[1], "a castle on the ground"
            base = castle.bit_count()
            assert base + 1 >= len(land.least) or not castle & land.least[base + 1], "a castle is higher than its base"
        assert self.king < 0 or self.heights[self.king], "the king stands on the ground"
        self._check_cards()
        self._check_scores()

    def _check_cards(self) -> None:
        cards = list(self.fresh + self.looked)
        for held in (*self.hands, *self.played, *self.tops, *self.unseen, *self.bottoms):
            cards += held
        shared = self.common and not self.masters
        copies = COLOURS if shared else self.seats
        assert sorted(cards) == sorted(list(range(len(CARDS))) * copies), "cards are lost"
        if not shared:
            for seat in range(self.seats):
                own = list(self.hands[seat] + self.played[seat])
                if self.unseen:
                    own += self.tops[seat] + self.unseen[seat] + self.bottoms[seat]
                if seat == self.seat:
                    own += self.fresh + self.looked
                assert sorted(own) == list(range(len(CARDS))), "a player's cards are lost"
        assert bool(self.looked) == (self.mode == KEEP), "looking without a draw"

    def _check_scores(self) -> None:
        above = [score for score in self.scores if score]
        assert len(set(above)) == len(above), "two markers on one field"
        for seat in range(self.seats):
            tally = self.tallies[len(SOURCES) * seat : len(SOURCES) * (seat + 1)]
            assert sum(tally) == self.scores[seat], "points from nowhere"
        assert 0 <= self.ap <= POINTS + 2, "action points from nowhere"  # the card seven gives two more
        assert self.mode in {ACT, KEEP} or self.ap == 0, "action points outside a turn"
