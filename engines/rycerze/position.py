"""The position of Rycerze i zamki and its moves (rules R1-R9).

Every round is one joint secret stage: the seats choose, the last choice resolves the round and turns up the next tile.
"""

from __future__ import annotations

import msgspec

from engines import draws
from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.rycerze import rounds
from engines.rycerze.components import (
    ALL,
    ARMY,
    CARD,
    CARDS,
    CASTLES,
    DRUM,
    HELD,
    PAIR,
    PAIR_WORDS,
    ROUNDS,
    SHEPHERD,
    SHEPHERDS,
    STACK,
    TILES,
    VALUE,
)
from engines.rycerze.scoring import order_of, result_of
from engines.rycerze.view import Round, RycerzeView

NOTHING = -1
"""In `chosen` and `shown`: no choice made, or nobody asked (an empty camp)."""

NO_CHOICES = Choices()


class RycerzePosition(msgspec.Struct):
    """Everything that is true on the table; cards, pairs and tiles as numbers (components.py).

    `seen`: tiles turned up in this game, the current one last. `owners`: who won each castle, -1 nobody yet. `hands`: army
    cards in hand by seat as masks (the others lie in the camp, the shepherds are always in hand: R8); cards chosen but not
    revealed are still in hand. `chosen`: the open stage's choice by seat, a pair or the card to take back. `shown`: the same
    of each finished round of this game. `scores`: points by seat of each finished game. The tile put out is no field: it is
    what is left when the last game is over (R1), and until then nobody's choice or draw depends on it.
    """

    seed: bytes
    seats: int
    match: bool
    game: int
    sword: Seat
    seen: list[int]
    owners: list[int]
    hands: list[int]
    chosen: list[int]
    shown: list[list[int]]
    scores: list[list[int]]
    over: bool = False
    version: int = 1

    # -- what follows from the fields ---------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """R9: as many games as players, or one."""
        return self.seats if self.match else 1

    @property
    def turn(self) -> int:
        return (self.game - 1) * ROUNDS + len(self.seen)

    @property
    def stage(self) -> int:
        return self.turn + self.over

    @property
    def tile(self) -> int:
        return self.seen[-1]

    @property
    def seniority(self) -> tuple[Seat, ...]:
        """Youngest first, in this game (R9: in each new game the youngest becomes the oldest)."""
        return tuple((self.game - 1 + place) % self.seats for place in range(self.seats))

    @property
    def unseen(self) -> list[int]:
        """The tiles not yet turned up, the one put out among them, in the table's order."""
        left = list(STACK)
        for tile in self.seen:
            left.remove(tile)
        return left

    def points(self) -> list[int]:
        """Points of this game by seat."""
        points = [0] * self.seats
        for castle, owner in enumerate(self.owners):
            if owner >= 0:
                points[owner] += VALUE[castle]
        return points

    def totals(self) -> list[int]:
        """Points of all games by seat, this one included once."""
        return [sum(each) for each in zip(*self.scores, self.points(), strict=True)]

    def cards(self) -> list[int]:
        """How many cards each seat holds in hand."""
        return [hand.bit_count() + SHEPHERDS for hand in self.hands]

    def asked(self, seat: Seat) -> bool:
        """Whether this stage asks the seat at all (R6: a recruitment passes over an empty camp)."""
        return not self.over and 0 <= seat < self.seats and (self.tile != DRUM or self.hands[seat] != ALL)

    # -- the contract -------------------------------------------------------------------------------------------------------

    def pending(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(self.seats) if self.chosen[seat] == NOTHING and self.asked(seat))

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        if not self.asked(seat):
            return NO_CHOICES
        verb = "recruit" if self.tile == DRUM else "play"
        if not said:
            return Choices((verb,), ask=verb)
        if said[0] != verb:
            return NO_CHOICES
        left = list(self._camp_words(seat) if verb == "recruit" else self._hand_words(seat))
        for word in said[1:]:
            if word not in left:
                return NO_CHOICES
            left.remove(word)
        missing = (1 if verb == "recruit" else 2) - (len(said) - 1)
        if missing == 0:
            return Choices(complete=True)
        if missing == 1:
            return Choices(tuple(dict.fromkeys(left)), ask=verb)
        return Choices(tuple(left), together=missing, ask=verb) if missing > 0 else NO_CHOICES

    def play(self, seat: Seat, move: Move) -> list[Event]:
        self.chosen[seat] = self._read(seat, move)
        if self.pending():
            return []
        events: list[Event] = []
        rounds.close(self, events)
        return events

    def retract(self, seat: Seat) -> list[Event]:
        if not self.asked(seat) or self.chosen[seat] == NOTHING:
            raise IllegalMove("tables.refusal.nothing-to-take-back")
        self.chosen[seat] = NOTHING
        return []

    def copy(self) -> RycerzePosition:
        return RycerzePosition(
            self.seed,
            self.seats,
            self.match,
            self.game,
            self.sword,
            self.seen[:],
            self.owners[:],
            self.hands[:],
            self.chosen[:],
            self.shown[:],  # finished rounds and games are never changed: their lists are shared
            self.scores[:],
            self.over,
        )

    def view(self, seat: Seat | None) -> RycerzeView:
        points = tuple(self.points())
        whole = RycerzeView(
            seat=seat,
            seats=self.seats,
            stage=self.stage,
            turn=self.turn,
            pending=self.pending(),
            over=self.over,
            options={"match": "on" if self.match else "off"},
            game=self.game,
            games=self.games,
            round=len(self.seen),
            tile=None if self.over else TILES[self.tile],
            tiles=tuple(TILES[tile] for tile in self.seen),
            castles=tuple(tuple(words) for words in self.castle_words()),
            points=points,
            totals=tuple(self.totals()),
            sword=self.sword,
            seniority=self.seniority,
            hands=tuple(self.cards()),
            camps=tuple(ARMY - hand.bit_count() for hand in self.hands),
            chosen=tuple(not self.over and (choice != NOTHING or not self.asked(at)) for at, choice in enumerate(self.chosen)),
            past=tuple(self._past(number) for number in range(len(self.shown))),
            put_out=TILES[self.unseen[0]] if self.over else None,
            scores=tuple(tuple(score) for score in self.scores),
        )
        if seat is None:
            return whole
        choice = self.chosen[seat]
        own: tuple[str, ...] = () if choice == NOTHING else (CARDS[choice],) if self.tile == DRUM else PAIR_WORDS[choice]
        recruited = [round_[seat] for tile, round_ in zip(self.seen, self.shown, strict=False) if tile == DRUM]
        return msgspec.structs.replace(
            whole,
            hand=self._hand_words(seat),
            camp=self._camp_words(seat),
            choice=own,
            recruits=tuple("" if card == NOTHING else CARDS[card] for card in recruited),
        )

    def result(self) -> Result | None:
        return result_of(self) if self.over else None

    def snapshot(self) -> bytes:
        return msgspec.json.encode(self)

    # -- parts --------------------------------------------------------------------------------------------------------------

    def turn_up(self) -> Event:
        """R1: turn up the next tile of the stack, drawn only now from what is unseen."""
        self.seen.append(draws.pick(self.seed, self.turn, self.unseen))
        tile = TILES[self.tile]
        return Event("tile", {"game": self.game, "games": self.games, "round": len(self.seen), "tile": tile}, reveals=True)

    def castle_words(self) -> list[list[str]]:
        """The castles each seat has won in this game, in the order they were won."""
        words: list[list[str]] = [[] for _ in range(self.seats)]
        for tile in self.seen:
            if tile < CASTLES and self.owners[tile] >= 0:
                words[self.owners[tile]].append(TILES[tile])
        return words

    def order(self) -> list[Seat]:
        """R7: the seats of this game by place."""
        return order_of(self.points(), self.cards(), self.seniority)

    def _hand_words(self, seat: Seat) -> tuple[str, ...]:
        return (*(CARDS[card] for card in HELD[self.hands[seat]]), *(CARDS[SHEPHERD] for _ in range(SHEPHERDS)))

    def _camp_words(self, seat: Seat) -> tuple[str, ...]:
        return tuple(CARDS[card] for card in HELD[ALL ^ self.hands[seat]])

    def _past(self, number: int) -> Round:
        tile, shown = self.seen[number], self.shown[number]
        if tile == DRUM:
            return Round(TILES[tile], recruited=tuple(card != NOTHING for card in shown))
        return Round(TILES[tile], tuple(PAIR_WORDS[pair] for pair in shown), self.owners[tile])

    def _read(self, seat: Seat, move: Move) -> int:
        """The choice a move stands for: a pair's number, or the card to take back. Raises IllegalMove."""
        if self.over:
            raise IllegalMove("rycerze.illegal.over")
        if not 0 <= seat < self.seats:
            raise IllegalMove("rycerze.illegal.no-seat")
        verb, cards = move[:1], [CARD.get(word, NOTHING) for word in move[1:]]
        if self.tile == DRUM:
            if not self.asked(seat):
                raise IllegalMove("rycerze.illegal.empty-camp")
            if verb != ("recruit",):
                raise IllegalMove("rycerze.illegal.recruit-now")
            if len(cards) != 1:
                raise IllegalMove("rycerze.illegal.one-card")
        else:
            if verb != ("play",):
                raise IllegalMove("rycerze.illegal.play-now")
            if len(cards) != 2:
                raise IllegalMove("rycerze.illegal.two-cards")
        if NOTHING in cards:
            raise IllegalMove("rycerze.illegal.unknown-card", cards=" ".join(CARDS))
        if self.tile == DRUM:
            return self._recruit(seat, cards[0])
        return self._pair(seat, *sorted(cards))

    def _recruit(self, seat: Seat, card: int) -> int:
        if card == SHEPHERD:
            raise IllegalMove("rycerze.illegal.shepherd-camp")
        if self.hands[seat] >> card & 1:
            raise IllegalMove("rycerze.illegal.not-in-camp", card=CARDS[card])
        return card

    def _pair(self, seat: Seat, first: int, second: int) -> int:
        for card in (first, second):
            if card != SHEPHERD and not self.hands[seat] >> card & 1:
                raise IllegalMove("rycerze.illegal.not-in-hand", card=CARDS[card])
        pair = PAIR.get((first, second))
        if pair is None:
            raise IllegalMove("rycerze.illegal.one-of-each", card=CARDS[first])
        return pair
