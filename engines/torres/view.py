"""What may be known of a game of Torres.

Squares are named (`c3`); lists of all 64 are column by column: a1, a2, … h8 (`SQUARES`). Cards have their keys: `climb under
supply gate diagonal six seven shift jump higher`.
"""

import msgspec

from engines.base import common, is_short, short_options
from engines.contract import Seat, View
from engines.torres.components import CARDS, KNIGHTS, MASTERS, PHASES
from engines.torres.squares import NUMBER, SQUARES, bits, names
from engines.torres.state import ACT, ASKS, KEEP, OVER, SOURCES, LastAction, Scored, State
from engines.torres.terrain import Terrain, terrain, walk


class Castle(msgspec.Struct, frozen=True):
    """A castle."""

    squares: tuple[str, ...]
    base: int
    """Number of squares it covers."""
    height: int
    """Height of its highest stack."""
    royal: bool
    """Whether the king is in it."""


class TorresView(View, frozen=True, kw_only=True):
    """The game as `seat` knows it (None: a spectator). Lists are by seat unless stated otherwise."""

    asks: str
    """What is asked: castle, start, crown, act, keep, king, first or over."""
    phase: int
    """Number of the phase, up to 3."""
    round: int
    """Number of the round in the phase, up to `rounds`."""
    rounds: int
    starter: Seat
    """The seat that started the round."""
    done: int
    """Number of finished turns in the round."""
    heights: tuple[int, ...]
    """Number of segments on each of the 64 squares."""
    castles: tuple[Castle, ...]
    """The castles, in the order of their first squares."""
    knights: tuple[tuple[str, ...], ...]
    """The squares of the knights."""
    king: str
    """The king's square; "" before he is placed."""
    reserve: tuple[int, ...]
    """Number of knights not placed."""
    supply: int
    """Segments in the general supply."""
    towers: tuple[tuple[int, ...], ...]
    """Heights of the towers, highest first, without the one the acting seat builds from."""
    kept: tuple[int, ...]
    """Segments kept for the next phase."""
    hands: tuple[int, ...]
    """Number of cards in hand."""
    played: tuple[tuple[str, ...], ...]
    """Cards played, in order."""
    decks: tuple[int, ...]
    """Number of cards left in each deck, or in the common one (T20); () with the master variant (T21)."""
    master: str
    """The master card or ""."""
    scores: tuple[int, ...]
    tallies: tuple[tuple[int, ...], ...]
    """Points from castles, royal bonus, master card, bought points, and fields slid over."""
    scorings: tuple[Scored, ...]
    deeds: tuple[LastAction, ...]
    """The actions of this turn and of the one before."""
    acting: Seat
    """The seat that is asked, or was asked last."""
    ap: int
    """Action points left to the acting seat."""
    used: int
    """Segments left of the tower it builds from; -1 if there is none yet."""
    carded: bool
    """Whether it has played a card in this turn."""
    drawn: int
    """Number of draws it made in this turn."""
    hand: tuple[str, ...] = ()
    """For the seat alone: the cards it can play, in the order of `CARDS`."""
    fresh: tuple[str, ...] = ()
    """For the seat alone: cards drawn in this turn."""
    looked: tuple[str, ...] = ()
    """For the seat alone: cards to choose from now."""
    tops: tuple[str, ...] = ()
    """For the seat alone: the cards it knows on top of its deck, the highest first."""
    bottoms: tuple[str, ...] = ()
    """For the seat alone: the cards it knows at the bottom of its deck, the lowest last."""

    @property
    def terrain(self) -> Terrain:
        return terrain(bytes(self.heights))

    def level(self, square: str) -> int:
        """Returns the height of a stack, which is the level of a figure on it."""
        return self.heights[NUMBER[square]]

    @property
    def phases(self) -> int:
        """T13, T28: the number of phases of the game."""
        return 1 if is_short(self.options) else PHASES

    def occupied_squares(self) -> int:
        """Returns the squares with a figure on them, as a set."""
        figures = [square for knights in self.knights for square in knights]
        return sum(1 << NUMBER[square] for square in (*figures, *((self.king,) if self.king else ())))

    def reach(self, square: str) -> dict[str, int]:
        """Returns the squares to which the knight on this square can walk with the AP left, and the fewest AP for each (T6)."""
        layers = walk(self.terrain, NUMBER[square], self.occupied_squares(), self.ap)
        return {SQUARES[target]: cost for cost, mask in enumerate(layers, 1) for target in bits(mask)}


def _cards(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(CARDS[number] for number in numbers)


def _castles(state: State) -> tuple[Castle, ...]:
    royal = state.royal_castle()
    return tuple(
        Castle(names(castle), castle.bit_count(), max(state.heights[square] for square in bits(castle)), castle == royal)
        for castle in state.terrain.castles
    )


def observe(state: State, seat: int | None) -> TorresView:
    """Returns what the seat may know (None: a spectator), composed of what is allowed and nothing else."""
    options = {"deck": "common" if state.common else "own", "master": "on" if state.masters else "off"}
    options |= short_options(state.short)
    acting = state.seat
    hands = [len(hand) for hand in state.hands]
    hands[acting] += len(state.fresh)
    mine = seat is not None and seat == acting
    own = () if seat is None else _cards(state.hands[seat])
    fresh, looked = (_cards(state.fresh), _cards(state.looked)) if mine else ((), ())
    tops, bottoms = _known_deck(state, seat)
    return TorresView(
        **common(state, seat, state.pending(), options),
        asks=ASKS[state.mode],
        phase=state.phase,
        round=state.round,
        rounds=state.rounds,
        starter=state.starter,
        done=state.done,
        heights=tuple(state.heights),
        castles=_castles(state),
        knights=tuple(names(knights) for knights in state.knights),
        king=SQUARES[state.king] if state.king >= 0 else "",
        reserve=tuple(KNIGHTS - knights.bit_count() for knights in state.knights),
        supply=state.supply,
        towers=tuple(state.towers),
        kept=tuple(state.kept),
        hands=tuple(hands),
        played=tuple(_cards(played) for played in state.played),
        decks=tuple(state.deck_size(deck) for deck in range(len(state.unseen))),
        master=MASTERS[state.master] if state.masters else "",
        scores=tuple(state.scores),
        tallies=tuple(tuple(state.tallies[len(SOURCES) * n : len(SOURCES) * (n + 1)]) for n in range(state.seats)),
        scorings=tuple(state.scorings),
        deeds=tuple(state.deeds),
        acting=acting,
        ap=state.ap,
        used=state.used,
        carded=state.carded,
        drawn=state.drawn,
        hand=own,
        fresh=fresh,
        looked=looked,
        tops=tops,
        bottoms=bottoms,
        private=seat is not None and _private(state, seat, known=any((own, fresh, looked, tops, bottoms))),
    )


def _known_deck(state: State, seat: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns what the seat knows of the top and the bottom of its deck."""
    if seat is None or not state.unseen:
        return (), ()
    deck = 0 if state.common else seat
    if state.drawer[deck] != seat:
        return (), ()
    bottoms = state.bottoms[deck]
    return _cards(state.tops[deck]), _cards(bottoms[len(bottoms) - state.sure[deck] :])


def _private(state: State, seat: int, *, known: bool) -> bool:
    """Returns whether a seat has something private: always while it waits, since its cards have their own picture; when it is
    asked, only if it knows what others may not (T22). With the master variant everybody holds all cards but those played.
    """
    if state.mode == OVER or seat != state.seat:
        return True
    return not state.masters and state.mode in {ACT, KEEP} and known


def remaining(view: TorresView) -> int | None:
    """Returns the action points left to the seat that acts; None outside of turns."""
    return view.ap if view.asks == "act" else None
