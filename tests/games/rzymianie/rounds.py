"""Tables of Rzymianie do domu! for tests that read like games."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engines import draws
from engines.contract import Event
from engines.notation import legal_moves, write
from engines.rzymianie import choices, play
from engines.rzymianie.attack import Attack
from engines.rzymianie.components import CARD, CARDS, DECK, FORT, PLACES
from engines.rzymianie.events import AttackOver
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rules import GAME
from engines.rzymianie.state import CARD_BITS, CARD_MASK, GONE, NOBODY

WALL = "niefort1 niefort3 niefort4 fokus4 niefort5 fortuna8"
"""Nothing happens at the first three forts; `attack` begins at the second."""
EXAMPLE = "niefort1 komfort2 fokus4 fortheca-2 niefort3 fortuna8"
"""The wall of the rulebook's example as far as it is told: KomFort is the second."""


def fort(word: str) -> int:
    """`niefort3`, `fortheca-2`."""
    kind = word.rstrip("-0123456789")
    return FORT[kind, int(word[len(kind) :])]


def forts(words: str) -> list[int]:
    return [fort(word) for word in words.split()]


def cards(words: str) -> list[int]:
    return [CARD[word] for word in words.split()]


class AttackGame:
    """A table in a round, and everything that has happened since."""

    def __init__(self, position: RzymianiePosition, events: list[Event]) -> None:
        self.position = position
        self.events = events

    def say(self, seat: int, move: str) -> list[Event]:
        new = self.position.play(seat, tuple(move.split()))
        self.events += new
        return new

    def may(self, seat: int) -> list[str]:
        """The legal moves as written."""
        return [write(move) for move in legal_moves(self.position, seat)]

    @property
    def asking(self) -> str:
        return self.position.step

    @property
    def round(self) -> Attack:
        """The first round, told whole as soon as it is over."""
        over = [event.data for event in self.events if isinstance(event.data, AttackOver)]
        return over[0] if over else self.now

    @property
    def now(self) -> Attack:
        assert self.position.attack is not None
        return self.position.attack

    def after(self, clan: int) -> str:
        """Who lies face up for a clan after the first round, or now in it."""
        return " ".join(each.card for each in self.round.after[clan]) if self.round.after else self.up(clan)

    def up(self, clan: int) -> str:
        return " ".join(CARDS[warrior & CARD_MASK] for warrior in self.position.up[clan])

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]


def attack(
    now: str,
    *,
    up: Sequence[str] = (),
    rest: Sequence[str] = (),
    wall: str = WALL,
    round: int = 2,  # noqa: A002 - the game's word
    won: Sequence[str] = (),
    neutrals: int = 0,
    turn: int = 1,
    rules: int = 3,
    **options: str,
) -> AttackGame:
    """Begin a round: what each clan turns up `now`, has face `up` from before and, players, face down (`rest`, left to right;
    filled up with what is left). `won`: forts taken earlier by clan.
    """
    turned = cards(now)
    clans = len(turned)
    game = GAME.under(rules)
    assert game is not None
    position = game.start(clans - neutrals, {"neutrals": str(neutrals), **options}, b"tale")
    position.game_turn = turn
    position.round = round - 1
    position.wall = [GONE] * (round - 1) + forts(wall)[round - 1 :]
    position.up, position.gone, hands = [], [], []
    for clan in range(clans):
        earlier = cards(up[clan]) if up else []
        down = cards(rest[clan]) if rest else []
        left = list(DECK)
        for card in (turned[clan], *earlier, *down):
            left.remove(card)
        gone = [left.pop() for _ in range(round - 1 - len(earlier))]
        down += [left.pop() for _ in range(PLACES - round - len(down))]
        position.gone.append([place << CARD_BITS | card for place, card in enumerate(gone, 1)])
        position.up.append([place << CARD_BITS | card for place, card in enumerate(earlier, 1 + len(gone))])
        hands.append((sorted([turned[clan], *earlier, *gone, *down, left.pop()]), [turned[clan], *down]))
    position.hands = [hand for hand, _ in hands[: position.seats]]
    position.down = [down for _, down in hands[: position.seats]]
    position.won = [forts(words) for words in won] or [[] for _ in range(clans)]
    position.seed = _seed(position, turned)
    events: list[Event] = []
    play.begin_round(position, events)
    if not choices.asked_seats(position):
        play.advance(position, events)
    return AttackGame(position, events)


def _seed(position: RzymianiePosition, turned: list[int]) -> bytes:
    """A seed by which the neutral clans turn up what they shall."""
    wanted = [(position.unturned_cards(clan), turned[clan]) for clan in range(position.seats, position.clans)]
    for number in itertools.count():
        seed = number.to_bytes(4, "big")
        drawn = [draws.pick(seed, position.draws + 1 + at, left) for at, (left, _) in enumerate(wanted)]
        if drawn == [card for _, card in wanted]:
            return seed
    raise AssertionError(NOBODY)
