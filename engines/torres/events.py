"""The events of Torres: one struct for each kind.

Squares are named (`c3`), cards have their keys, lists are by seat unless stated otherwise. `seat` is the seat that acted, `ap`
the action points left afterwards. All is public except `looked` and `kept`, which go to one seat.
"""

import msgspec

from engines.contract import Event, EventData, Seat
from engines.torres.choices import BUILD, CARD, CHOOSE, DRAW, END, KEEP_CARD, MOVE, PLACE, POINT, SET_CASTLE, SET_KING, STAY
from engines.torres.components import CARDS, HIGHER, JUMP, MASTERS, PLACE_COST, ROYAL, SEVEN, SHIFT, SIX, SUPPLY, UNDER
from engines.torres.deck import keepings
from engines.torres.scoring import Gain, counting, royal_knights
from engines.torres.squares import NEXT, SQUARES, bits, names
from engines.torres.state import SLIDES, SOURCES, LastAction, State
from engines.torres.terrain import path
from engines.torres.towers import endings

# -- before the first turn and between phases -------------------------------------------------------------------------------


class CastlePlaced(EventData, frozen=True, tag="castle"):
    """A starting castle of the master variant (T21)."""

    seat: Seat
    square: str


class KnightStarted(EventData, frozen=True, tag="start"):
    """A player's first knight (T1)."""

    seat: Seat
    square: str


class KingMoved(EventData, frozen=True, tag="king"):
    """The king is placed (T1) or travels (T17)."""

    seat: Seat
    start: str = msgspec.field(name="from")
    """The square he came from; "" when he is placed."""
    target: str = msgspec.field(name="to")


class KingStayed(EventData, frozen=True, tag="stay"):
    """The king stays in his castle (T17)."""

    seat: Seat


class StarterChosen(EventData, frozen=True, tag="first"):
    """A player chooses who starts the next phase (T17)."""

    seat: Seat
    first: Seat
    """The chosen seat."""


# -- a turn -----------------------------------------------------------------------------------------------------------------


class KnightPlaced(EventData, frozen=True, tag="place"):
    """A knight is placed from the reserve (T3)."""

    seat: Seat
    square: str
    level: int
    """The level of the knight."""
    cost: int
    """AP paid."""
    ap: int


class Stop(msgspec.Struct, frozen=True, array_like=True):
    """The square reached with one AP of a walk."""

    square: str
    through: bool
    """Whether it was reached by a passage through a castle (T5) and not by a step (T4)."""


class KnightMoved(EventData, frozen=True, tag="move"):
    """A knight walked (T4-T6)."""

    seat: Seat
    start: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    cost: int
    """AP paid."""
    level: int
    """The level of the knight afterwards."""
    path: tuple[Stop, ...]
    """A stop for each AP, the target last."""
    ap: int


class SegmentBuilt(EventData, frozen=True, tag="build"):
    """A segment is built from a tower (T7)."""

    seat: Seat
    square: str
    height: int
    """The height of the stack afterwards."""
    tower: int
    """The height of the tower before."""
    left: int
    """The height of the tower afterwards."""
    ap: int


class CardsDrawn(EventData, frozen=True, tag="draw"):
    """A seat looks at the top of a deck (T9)."""

    seat: Seat
    looked: int
    """Number of cards looked at."""
    ap: int


class CardsLookedAt(EventData, frozen=True, tag="looked"):
    """For the seat alone: the cards it looks at (T9)."""

    seat: Seat
    cards: tuple[str, ...]


class CardKept(EventData, frozen=True, tag="keep"):
    """One of the cards looked at is kept, the others are put back (T9)."""

    seat: Seat
    cards: int
    """Number of cards now in hand."""


class CardsLaidBack(EventData, frozen=True, tag="kept"):
    """For the seat alone: the card it keeps and where it puts the others (T9)."""

    seat: Seat
    card: str
    tops: tuple[str, ...]
    """Cards put on top, the highest first."""
    bottoms: tuple[str, ...]
    """Cards put at the bottom, the lowest last."""


class CardPlayed(EventData, frozen=True, kw_only=True, tag="card"):
    """An action card is played (T10). Which fields are set depends on the card; the others are "" or None."""

    seat: Seat
    card: str
    start: str = msgspec.field(default="", name="from")
    """climb, gate, diagonal, jump: the square the knight came from; shift: the one the segment came from."""
    target: str = msgspec.field(default="", name="to")
    """The same cards: the square it went to."""
    square: str = ""
    """under: the knight's square; supply, higher: the square the piece went to."""
    over: str = ""
    """jump: the square jumped over."""
    level: int | None = None
    """climb, gate, diagonal, jump, higher: the level of the knight afterwards."""
    height: int | None = None
    """under, supply, shift: the stack's height afterwards."""
    tower: int | None = None
    """under: the height of the tower before."""
    left: int | None = None
    """under: the height of the tower afterwards; supply: segments left in the general supply."""
    founded: bool | None = None
    """under, shift: whether a castle was founded."""
    vanished: bool | None = None
    """shift: whether a castle disappeared."""
    ap: int


class PointBought(EventData, frozen=True, tag="point"):
    """A point is bought for an AP (T11)."""

    seat: Seat
    score: int
    """The score afterwards."""
    slides: int
    """Occupied fields passed on the track (T16)."""
    ap: int


class TurnEnded(EventData, frozen=True, tag="end"):
    """The end of a turn (T8, T12)."""

    seat: Seat
    lost: int
    """AP not used."""
    built: bool
    """Whether something was built from the dissolved tower."""
    dissolved: int
    """Segments that were left in that tower."""
    towers: tuple[int, ...]
    """The seat's towers afterwards."""
    to_supply: int
    """Segments that did not fit on the towers."""
    kept: int
    """Segments kept for the next phase."""


# -- rounds and phases ------------------------------------------------------------------------------------------------------


class RoundBegun(EventData, frozen=True, tag="round"):
    """A new round (T13)."""

    phase: int
    round: int
    starter: Seat


class ScoredBoard(msgspec.Struct, frozen=True):
    """The board at a scoring."""

    heights: tuple[int, ...]
    """Of all 64 squares, column by column."""
    knights: tuple[tuple[str, ...], ...]
    king: str


class ScoringKnight(msgspec.Struct, frozen=True):
    """The knight that scores for its player in a castle (T14)."""

    seat: Seat
    square: str
    level: int
    points: int


class ScoredCastle(msgspec.Struct, frozen=True):
    """A castle in which somebody scores (T14)."""

    squares: tuple[str, ...]
    base: int
    royal: bool
    knights: tuple[ScoringKnight, ...]
    """One for each player, in turn order."""


class RoyalKnight(msgspec.Struct, frozen=True):
    """A knight that earns the royal bonus."""

    seat: Seat
    square: str


class RoyalBonus(msgspec.Struct, frozen=True):
    """The royal bonus of a phase (T15)."""

    level: int
    """The level that earns it."""
    bonus: int
    knights: tuple[RoyalKnight, ...]
    """One for each player who earns it, in turn order."""


class MasterScored(msgspec.Struct, frozen=True):
    """The points from the master card (T21)."""

    card: str
    points: tuple[int, ...]
    squares: tuple[tuple[str, ...], ...]
    """The knights that meet its condition."""


class PhaseScored(EventData, frozen=True, tag="scoring"):
    """The scoring at the end of a phase (T14-T16)."""

    phase: int
    order: tuple[Seat, ...]
    """The seats in turn order."""
    board: ScoredBoard
    castles: tuple[ScoredCastle, ...]
    """Only castles in which somebody scores."""
    royal: RoyalBonus
    master: MasterScored | None
    gains: tuple[Gain, ...]
    """In the order of scoring."""
    before: tuple[int, ...]
    after: tuple[int, ...]


class PhaseBegun(EventData, frozen=True, tag="phase"):
    """The next phase (T17, T8)."""

    phase: int
    starter: Seat
    towers: tuple[tuple[int, ...], ...]
    """The towers dealt, with the kept segments on them."""
    to_supply: tuple[int, ...]
    """Kept segments that did not fit."""


class GameOver(EventData, frozen=True, tag="over"):
    """The game is over (T19)."""

    scores: tuple[int, ...]


# -- making them ------------------------------------------------------------------------------------------------------------


def of_move(before: State, after: State, kind: int, a: int, b: int) -> tuple[list[Event], LastAction]:
    """Returns the events of a move that was played, and the action that views show for it."""
    seat, turn, ap = before.seat, before.turn, after.ap
    if kind >= CARD:
        data = _card(before, after, kind - CARD, a, b)
        return [Event(data)], LastAction(
            turn, seat, "card", start=data.start, target=data.target or data.square, card=data.card
        )
    if kind == MOVE:
        start, target, cost = SQUARES[a & 63], SQUARES[b], a >> 6
        moved = KnightMoved(seat, start, target, cost, after.heights[b], _path(before, a & 63, b), ap)
        return [Event(moved)], LastAction(turn, seat, "move", start=start, target=target, cost=cost)
    if kind == PLACE:
        placed = KnightPlaced(seat, SQUARES[b], after.heights[b], PLACE_COST, ap)
        return [Event(placed)], LastAction(turn, seat, "place", target=SQUARES[b], cost=PLACE_COST)
    if kind == BUILD:
        built = SegmentBuilt(seat, SQUARES[b], after.heights[b], tower=after.used + 1, left=after.used, ap=ap)
        return [Event(built)], LastAction(turn, seat, "build", target=SQUARES[b], cost=1)
    if kind == POINT:
        slid = len(SOURCES) * seat + SLIDES
        bought = PointBought(seat, after.scores[seat], after.tallies[slid] - before.tallies[slid], ap)
        return [Event(bought)], LastAction(turn, seat, "point", cost=1)
    if kind == DRAW:
        cards = _card_names(after.looked)
        drawn, looked = CardsDrawn(seat, len(cards), ap), CardsLookedAt(seat, cards)
        return [Event(drawn, reveals=True), Event(looked, to=(seat,), reveals=True)], LastAction(turn, seat, "draw", cost=1)
    if kind == KEEP_CARD:
        way = keepings(before.looked)[b]
        kept = CardKept(seat, len(after.hands[seat]) + len(after.fresh))
        laid = CardsLaidBack(seat, CARDS[way.card], _card_names(way.tops), _card_names(way.bottoms))
        return [Event(kept), Event(laid, to=(seat,))], LastAction(turn, seat, "keep")
    if kind == END:
        return [Event(_end(before, after, b))], LastAction(turn, seat, "end")
    return _outside_a_turn(before, kind, b)


def _outside_a_turn(before: State, kind: int, b: int) -> tuple[list[Event], LastAction]:
    turn, seat = before.turn, before.seat
    if kind == STAY:
        return [Event(KingStayed(seat))], LastAction(turn, seat, "stay")
    if kind == CHOOSE:
        return [Event(StarterChosen(seat, b))], LastAction(turn, seat, "first")
    square = SQUARES[b]
    if kind == SET_KING:
        start = SQUARES[before.king] if before.king >= 0 else ""
        return [Event(KingMoved(seat, start, square))], LastAction(turn, seat, "king", start=start, target=square)
    if kind == SET_CASTLE:
        return [Event(CastlePlaced(seat, square))], LastAction(turn, seat, "castle", target=square)
    return [Event(KnightStarted(seat, square))], LastAction(turn, seat, "start", target=square)


def _card_names(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(CARDS[card] for card in cards)


def _path(before: State, start: int, target: int) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    here = start
    for stop in path(before.terrain, start, target, before.occupied, before.ap):
        stops.append(Stop(SQUARES[stop], not NEXT[here] >> stop & 1))
        here = stop
    return tuple(stops)


def _card(before: State, after: State, card: int, a: int, b: int) -> CardPlayed:
    """Returns what a card did."""
    seat, key, ap = before.seat, CARDS[card], after.ap
    if card in {SIX, SEVEN}:
        return CardPlayed(seat=seat, card=key, ap=ap)
    square = SQUARES[a if card == UNDER else b]
    if card == SUPPLY:
        return CardPlayed(seat=seat, card=key, square=square, height=after.heights[b], left=after.supply, ap=ap)
    if card == HIGHER:
        return CardPlayed(seat=seat, card=key, square=square, level=after.heights[b], ap=ap)
    if card == UNDER:
        founded = len(after.terrain.castles) > len(before.terrain.castles)
        height = after.heights[a]
        return CardPlayed(seat=seat, card=key, square=square, height=height, tower=b, left=b - 1, founded=founded, ap=ap)
    start = SQUARES[a]
    if card == SHIFT:
        lifted = len(before.terrain.without_segment(a).castles)
        return CardPlayed(
            seat=seat,
            card=key,
            start=start,
            target=square,
            height=after.heights[b],
            founded=len(after.terrain.castles) > lifted,
            vanished=lifted < len(before.terrain.castles),
            ap=ap,
        )
    over = SQUARES[(a + b) // 2] if card == JUMP else ""
    return CardPlayed(seat=seat, card=key, start=start, target=square, over=over, level=after.heights[b], ap=ap)


def _end(before: State, after: State, number: int) -> TurnEnded:
    seat = before.seat
    ending = endings(before.towers[seat], before.used)[number]
    return TurnEnded(
        seat=seat,
        lost=before.ap,
        built=before.used >= 0,
        dissolved=ending.gone,
        towers=ending.towers,
        to_supply=after.supply - before.supply,
        kept=after.kept[seat],
    )


def of_scoring(state: State, before: tuple[int, ...], gains: list[Gain], master: tuple[int, ...]) -> Event:
    """The scene of the scoring just done. `before`: the scores before it; `master`: the master card's points, by seat."""
    land, royal, order = state.terrain, state.royal_castle(), state.order(state.starter)
    bonus = [(seat, royal_knights(land, royal, state.knights[seat], state.phase)) for seat in order]
    castles = [_castle(state, castle, order, royal=castle == royal) for castle in land.castles]
    card = None
    if state.masters:
        key = MASTERS[state.master]
        squares = tuple(names(counting(land, key, knights, state.phase)) for knights in state.knights)
        card = MasterScored(key, master, squares)
    data = PhaseScored(
        phase=state.phase,
        order=tuple(order),
        board=ScoredBoard(tuple(state.heights), tuple(names(knights) for knights in state.knights), SQUARES[state.king]),
        castles=tuple(castle for castle in castles if castle.knights),
        royal=RoyalBonus(
            level=state.phase,
            bonus=ROYAL[state.phase - 1],
            knights=tuple(RoyalKnight(seat, names(knights)[0]) for seat, knights in bonus if knights),
        ),
        master=card,
        gains=tuple(gains),
        before=before,
        after=tuple(state.scores),
    )
    return Event(data, reveals=True, scene=True)


def _castle(state: State, castle: int, order: list[Seat], *, royal: bool) -> ScoredCastle:
    base = castle.bit_count()
    knights = []
    for seat in order:
        inside = castle & state.knights[seat]
        if inside:
            square = max(bits(inside), key=lambda s: state.heights[s])
            level = state.heights[square]
            knights.append(ScoringKnight(seat, SQUARES[square], level, level * base))
    return ScoredCastle(names(castle), base, royal, tuple(knights))
