"""The search of `master`: for each option it plays the rest of the game out many times, all seats by the gap rule (bots.py).

The spot of a card makes no difference here: all players know the cards that somebody has seen, the others come in any order.
That others may remember less is left out, and so is the wizard.
"""

import random
from bisect import bisect_right, insort

import msgspec

from engines.budowa.components import CARDS, FIGURE, HIGHEST, WHOLE, WORTH, top
from engines.budowa.view import BudowaView

SLACK = 2.8
"""A card may skip this many times the average for each card still needed. (Measured in 1,000 games each, counting as `furthest`
does: against 2.8, 2.4 wins 47 % with two players and 29 % with three, where 33 % are fair; 3.2 wins 49 % and 40 %.)
"""
FIGURE_SLACK = 1.5
"""How far the gap may grow for each point of a figure, in card numbers."""

_BONUS = [FIGURE_SLACK * WORTH.get(FIGURE.get(number, ""), 0) for number in range(HIGHEST + 1)]
_VALUE = [1 + WORTH.get(FIGURE.get(number, ""), 0) for number in range(HIGHEST + 1)]


def furthest(coming: list[int], last: int, built: int) -> int:
    """Returns the highest number that the rule builds on a castle of `built` cards that ends with `last`. `coming` are the
    cards that can still come, ascending.
    """
    above = bisect_right(coming, last)
    higher = len(coming) - above
    if not higher:
        return last
    needed = max(1, min(WHOLE - built, higher))
    return coming[above + max(1, min(int(SLACK * higher / needed), higher - needed + 1)) - 1]


class Rest(msgspec.Struct):
    """The rest of a game. Lists are by seat."""

    tops: list[int]
    """The last cards."""
    built: list[int]
    """How many cards are built."""
    points: list[int]
    """What decides the game: the number of cards or, with figures, the points."""
    known: list[int]
    """The cards that have been turned and put back, ascending."""
    hidden: list[int]
    """The other cards in the order they come, the next one last."""
    coming: list[int]
    """All of these, ascending."""
    seat: int
    """Whose turn it is."""
    figures: bool


def rest_of(view: BudowaView, rng: random.Random) -> Rest:
    """Returns a rest of the game that fits this view; the open card is among the known ones."""
    board = view.board
    known = sorted(note.number for note in board.notes)
    if view.open is not None and view.open.number and view.open.number not in known:
        insort(known, view.open.number)
    seen = {*board.out, *known, *(card for castle in board.castles for card in castle)}
    hidden = [card for card in CARDS if card not in seen]
    rng.shuffle(hidden)  # exactly as many as the grid has: nothing else leaves it unseen
    points = [sum(_VALUE[card] if board.figures else 1 for card in castle) for castle in board.castles]
    return Rest(
        tops=[top(castle) for castle in board.castles],
        built=[len(castle) for castle in board.castles],
        points=points,
        known=known,
        hidden=hidden,
        coming=sorted(known + hidden),
        seat=view.viewer,
        figures=board.figures,
    )


def build(rest: Rest, number: int) -> None:
    """The seat builds a card, which is then no longer among those to come."""
    seat = rest.seat
    rest.tops[seat] = number
    rest.built[seat] += 1
    rest.coming.remove(number)
    rest.points[seat] += _VALUE[number] if rest.figures else 1


def lay_back(rest: Rest, number: int) -> None:
    """Put a card back, or remove it from the game if nobody can build it."""
    if number > min(rest.tops):
        insort(rest.known, number)
    else:
        rest.coming.remove(number)


def share(rest: Rest, seat: int) -> float:
    """Play on by the rule, in place, starting with the next seat; returns this seat's share of the win."""
    tops, built, known, hidden, figures = rest.tops, rest.built, rest.known, rest.hidden, rest.figures
    seats = len(tops)
    mover = rest.seat
    idle = 0
    while max(built) < WHOLE and idle < seats:
        mover = (mover + 1) % seats
        last = tops[mover]
        limit = furthest(rest.coming, last, built[mover]) if hidden else HIGHEST
        rest.seat = mover
        found = 0
        for at in range(bisect_right(known, last), len(known)):
            if known[at] <= limit + (_BONUS[known[at]] if figures else 0.0):
                found = known.pop(at)
                break
            if not figures:
                break
        if found:
            build(rest, found)
        elif hidden:
            _turn(rest, limit)
        else:
            idle += 1
            continue
        idle = 0
    standing = [(points, 0 if figures else last) for points, last in zip(rest.points, tops, strict=True)]
    best = max(standing)
    return 1 / standing.count(best) if standing[seat] == best else 0.0


def outlooks(view: BudowaView, rng: random.Random, games: int) -> dict[int | str, float]:
    """Returns the share of the win over these games by option: `build` or `back` of the open card, else the number of a known
    card, or 0 for an unknown one.
    """
    seat = view.viewer
    first = rest_of(view, rng)
    last = first.tops[seat]
    options: list[int | str]
    if view.ask == "decide":
        assert view.open is not None
        options = [word for word in view.can if word != "insert"]
    else:
        own = first.known[bisect_right(first.known, last) :]
        options = [*own[:4], *own[-1:], *([0] if len(view.board.spots) > len(view.board.notes) else [])]
        options += [number for number in first.known if number <= last][:1]
        options = list(dict.fromkeys(options))
    won: dict[int | str, float] = dict.fromkeys(options, 0.0)
    for _ in range(games):
        rng.shuffle(first.hidden)
        for option in options:
            rest = Rest(
                *(first.tops[:], first.built[:], first.points[:], first.known[:], first.hidden[:], first.coming[:]),
                seat,
                first.figures,
            )
            _carry_out(rest, option, view)
            won[option] += share(rest, seat)
    return {option: total / games for option, total in won.items()}


def _carry_out(rest: Rest, option: int | str, view: BudowaView) -> None:
    last = rest.tops[rest.seat]
    if isinstance(option, str):
        assert view.open is not None
        number = view.open.number
        rest.known.remove(number)
        if option == "build":
            build(rest, number)
        else:
            lay_back(rest, number)
    elif option:
        if option > last:
            rest.known.remove(option)
            build(rest, option)
    else:
        _turn(rest, furthest(rest.coming, last, rest.built[rest.seat]))


def _turn(rest: Rest, limit: int) -> None:
    """The seat turns an unknown card up."""
    number = rest.hidden.pop()
    if rest.tops[rest.seat] < number <= limit + (_BONUS[number] if rest.figures else 0.0):
        build(rest, number)
    else:
        lay_back(rest, number)
