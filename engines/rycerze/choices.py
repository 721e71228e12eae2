"""What a seat may choose (R2, R6), and why a move is refused."""

from engines.base import check_seat
from engines.contract import Choices, IllegalMove, Move, Seat
from engines.rycerze.components import ALL, CARD, CARDS, DRUM, HELD, NONE, PAIR, SHEPHERD, SHEPHERDS
from engines.rycerze.state import RycerzeState

NOTHING = Choices()


def choices(state: RycerzeState, seat: Seat, said: Move = ()) -> Choices:
    """What may follow `said`."""
    if not state.asks(seat):
        return NOTHING
    verb = "recruit" if state.tile == DRUM else "play"
    if not said:
        return Choices((verb,), ask=verb)
    if said[0] != verb:
        return NOTHING
    left = list(camp_words(state, seat) if verb == "recruit" else hand_words(state, seat))
    for word in said[1:]:
        if word not in left:
            return NOTHING
        left.remove(word)
    missing = (1 if verb == "recruit" else 2) - (len(said) - 1)
    if missing == 0:
        return Choices(complete=True)
    if missing == 1:
        return Choices(tuple(dict.fromkeys(left)), ask=verb)
    return Choices(tuple(left), together=missing, ask=verb) if missing > 0 else NOTHING


def hand_words(state: RycerzeState, seat: Seat) -> tuple[str, ...]:
    """Returns the cards in hand, in the table's order."""
    return (*(CARDS[card] for card in HELD[state.hands[seat]]), *(CARDS[SHEPHERD] for _ in range(SHEPHERDS)))


def camp_words(state: RycerzeState, seat: Seat) -> tuple[str, ...]:
    """Returns the cards in the camp, in the table's order."""
    return tuple(CARDS[card] for card in HELD[ALL ^ state.hands[seat]])


def read(state: RycerzeState, seat: Seat, move: Move) -> int:
    """Returns the choice that a move stands for: the number of a pair, or the card to take back. Raises IllegalMove."""
    check_seat("rycerze", state, seat)
    verb, cards = move[:1], [CARD.get(word, NONE) for word in move[1:]]
    if state.tile == DRUM:
        if not state.asks(seat):
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
    if NONE in cards:
        raise IllegalMove("rycerze.illegal.unknown-card", cards=" ".join(CARDS))
    if state.tile == DRUM:
        return _recruit(state, seat, cards[0])
    return _pair(state, seat, *sorted(cards))


def _recruit(state: RycerzeState, seat: Seat, card: int) -> int:
    if card == SHEPHERD:
        raise IllegalMove("rycerze.illegal.shepherd-camp")
    if state.hands[seat] >> card & 1:
        raise IllegalMove("rycerze.illegal.not-in-camp", card=CARDS[card])
    return card


def _pair(state: RycerzeState, seat: Seat, first: int, second: int) -> int:
    for card in (first, second):
        if card != SHEPHERD and not state.hands[seat] >> card & 1:
            raise IllegalMove("rycerze.illegal.not-in-hand", card=CARDS[card])
    pair = PAIR.get((first, second))
    if pair is None:
        raise IllegalMove("rycerze.illegal.one-of-each", card=CARDS[first])
    return pair
