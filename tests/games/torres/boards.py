"""Words to tell tests of Torres in: a board as a drawing, a turn as lines of moves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from data.words import languages, words
from engines.contract import Event, IllegalMove
from engines.notation import legal_moves
from engines.torres.components import CARD_NUMBER, CARDS, COLOURS, MASTERS, SEGMENTS
from engines.torres.position import TorresPosition
from engines.torres.rules import TorresGame
from engines.torres.squares import NUMBER, SQUARES, bits
from engines.torres.state import ACT
from tests.games.torres.laws import laws

GAME = TorresGame()
SEED = bytes(range(16))


def board(
    drawing: str,
    *,
    seats: int = 2,
    seat: int = 0,
    ap: int = 5,
    towers: Sequence[Sequence[int]] = (),
    used: int = -1,
    hand: str = "",
    carded: bool = False,
    drawn: int = 0,
    phase: int = 1,
    round: int = 1,  # noqa: A002
    starter: int = 0,
    done: int = 0,
    scores: Sequence[int] = (),
    master: str = "",
    common: bool = False,
    lawful: bool = True,
) -> TorresPosition:
    """A position in the middle of a turn. The drawing's rows are those of the board, row 8 on top (rows above the drawn ones
    are empty); a cell is the height (`.` for 0) with the figure on it: `a`-`d` a knight of seat 0-3, `k` the king. Not
    `lawful`: a part of a board that could not stand alone.
    """
    heights, knights, king = [0] * 64, [0] * seats, -1
    rows = [row.split() for row in drawing.strip().splitlines()]
    for y, row in enumerate(reversed(rows)):
        for x, cell in enumerate(row):
            square = 8 * x + y
            figure = cell[-1] if cell[-1].isalpha() else ""
            heights[square] = int(cell.strip("abcdk.") or 0)
            if figure == "k":
                king = square
            elif figure:
                knights["abcd".index(figure)] |= 1 << square
    dealt = [tuple(sorted(each, reverse=True)) for each in towers or [(2, 2)] * seats]
    held = tuple(sorted(CARD_NUMBER[card] for card in hand.split()))
    rest = list(range(len(CARDS))) * (COLOURS if common else 1)
    for card in held:
        rest.remove(card)
    decks = 0 if master else 1 if common else seats
    full = tuple(range(len(CARDS)))
    hands = [full if master else ()] * seats
    hands[seat] = held if hand else hands[seat]
    position = TorresPosition(
        rules=1,
        common=common,
        masters=bool(master),
        seats=seats,
        seed=SEED,
        mode=ACT,
        seat=seat,
        phase=phase,
        round=round,
        starter=starter,
        done=done,
        heights=bytes(heights),
        king=king,
        knights=knights,
        supply=SEGMENTS - sum(heights) - sum(map(sum, dealt)) - max(used, 0),
        towers=dealt,
        used=used,
        kept=[0] * seats,
        ap=ap,
        carded=carded,
        drawn=drawn,
        hands=hands,
        played=[()] * seats,
        tops=[()] * decks,
        unseen=[tuple(sorted(rest)) if common or deck == seat else full for deck in range(decks)],
        bottoms=[()] * decks,
        drawer=[-1] if common else list(range(decks)),
        sure=[0] * decks,
        master=MASTERS.index(master) if master else -1,
        scores=list(scores) or [0] * seats,
        tallies=[points for seat_ in range(seats) for points in (0, 0, 0, scores[seat_] if scores else 0, 0)],
    )
    if lawful and not (master and hand):  # a master game with a chosen hand leaves the other cards out
        laws(position)
    return position


def say(position: TorresPosition, *lines: str) -> list[Event]:
    """Play moves for whoever is asked; the events of the last one."""
    events: list[Event] = []
    for line in lines:
        events = position.play(position.seat, tuple(line.split()))
    return events


def refused(position: TorresPosition, line: str, reason: str, **values: object) -> None:
    """The move is refused for this reason with these values, told in every language, and changes nothing."""
    before = position.snapshot()
    with pytest.raises(IllegalMove) as caught:
        position.play(position.seat, tuple(line.split()))
    assert caught.value.key == f"torres.illegal.{reason}"
    assert {key: caught.value.parameters.get(key) for key in values} == values
    assert position.snapshot() == before
    for language in languages():
        assert "{" not in words(language)(caught.value.key, **caught.value.parameters)


def after(position: TorresPosition, start: str) -> list[str]:
    """What may follow these words in whole legal moves, as text."""
    length = len(start.split())
    moves = legal_moves(position, position.seat)
    return [" ".join(move[length:]) for move in moves if move[:length] == tuple(start.split())]


def height(position: TorresPosition, square: str) -> int:
    return position.heights[NUMBER[square]]


def knights(position: TorresPosition, seat: int = 0) -> list[str]:
    return [SQUARES[square] for square in bits(position.knights[seat])]


def new_game(seats: int = 2, **options: str) -> TorresPosition:
    return GAME.start(seats, options, SEED)


def end_turns(position: TorresPosition, until: int = 10_000) -> list[Event]:
    """Everybody ends the turn at once until so many turns are over or something else than a turn is asked."""
    events: list[Event] = []
    for _ in range(until):
        if position.mode != ACT:
            break
        events = position.play(position.seat, legal_moves(position, position.seat)[-1])
    return events
