"""Searches the rest of a turn: a beam search over its single moves.

Nodes are in layers, one for each number of AP left, with and without a card played: only nodes that have spent the same are
compared. The best of each layer are followed.
"""

from __future__ import annotations

import random

from engines.torres.choices import CARD, DRAW, END, POINT, Atom, groups
from engines.torres.components import SEVEN, SHIFT, SIX
from engines.torres.evaluate import Frame, Judge, frame_of
from engines.torres.play import apply
from engines.torres.squares import bits
from engines.torres.state import State
from engines.torres.terrain import terrain
from engines.torres.towers import Ending, endings

_SHIFTS = 60
"""Maximum number of moves of the card `shift` examined, of up to a thousand."""

_EXTRA = {CARD + SIX, CARD + SEVEN}
"""Cards that give AP: playing them immediately is never worse than later."""


class Node:
    """A point in a turn: what a turn can change, how it was reached, and what it is worth to end the turn here."""

    __slots__ = ("ap", "atom", "before", "carded", "drawn", "hand", "heights", "own", "supply", "towers", "used", "worth")

    worth: float

    def __init__(self, state: State, before: Node | None, atom: Atom | None) -> None:
        seat = state.seat
        self.heights = state.heights
        self.own = state.knights[seat]
        self.towers = state.towers[seat]
        self.hand = state.hands[seat]
        self.ap = state.ap
        self.used = state.used
        self.supply = state.supply
        self.carded = state.carded
        self.drawn = state.drawn
        self.before = before
        self.atom = atom

    def onto(self, state: State, played: tuple[int, ...]) -> None:
        """Copy this node to the state. `played`: the cards that its seat had played before the search."""
        seat = state.seat
        state.heights = self.heights
        state.knights[seat] = self.own
        state.towers[seat] = self.towers
        state.hands[seat] = self.hand
        state.played[seat] = played
        state.ap = self.ap
        state.used = self.used
        state.supply = self.supply
        state.carded = self.carded
        state.drawn = self.drawn

    def path(self) -> list[Atom]:
        """Returns the moves that lead here from the start of the search."""
        atoms: list[Atom] = []
        node: Node | None = self
        while node is not None and node.atom is not None:
            atoms.append(node.atom)
            node = node.before
        return atoms[::-1]


class Search:
    """All that a beam of this breadth finds from a state on. `breadth`: about how many nodes each layer produces for later
    ones; with 0 only the first moves are examined.
    """

    def __init__(self, state: State, rng: random.Random, breadth: int, frame: Frame | None = None) -> None:
        """`frame`: the turn's frame at its beginning, if this is later in the turn."""
        self.state = state
        self.rng = rng
        self.frame = frame or frame_of(state)
        self._judge = Judge(self.frame)
        self._scratch = state.copy()
        self._played = state.played[state.seat]
        self._met: set[tuple[object, ...]] = set()
        self._layers: dict[tuple[int, bool], list[Node]] = {}
        self.lowered = 0.0
        """What was added later to the worth of everything found."""
        self.root = self._value(Node(state, None, None))
        self.nodes = [self.root]
        """All nodes found."""
        self._grow(self.root)
        if breadth:
            for ap in range(state.ap + 2, -1, -1):
                for carded in (False, True):
                    self._follow((ap, carded), breadth)

    def _follow(self, key: tuple[int, bool], breadth: int) -> None:
        layer = self._layers.get(key)
        if layer:
            layer.sort(key=_worth, reverse=True)
            enough = len(self.nodes) + breadth
            for node in layer:
                self._grow(node)
                if len(self.nodes) >= enough:
                    break

    def _value(self, node: Node) -> Node:
        land = terrain(node.heights)
        node.worth = self._judge.worth(land, node.own, node.hand, node.ap, sum(node.towers) + max(node.used, 0), node.drawn)
        return node

    def _grow(self, node: Node) -> None:
        """Add the results of one more move from a node, each new one once."""
        scratch, played, met = self._scratch, self._played, self._met
        seat = self.frame.seat
        node.onto(scratch, played)
        for kind, a, b in self._moves_to_try(root=node is self.root):
            node.onto(scratch, played)
            if kind == DRAW:  # the card is unknown: a draw costs AP and gives one
                scratch.ap -= 1
                scratch.drawn += 1
            else:
                apply(scratch, kind, a, b)
            key = (scratch.heights, scratch.knights[seat], scratch.ap, scratch.towers[seat], scratch.hands[seat], scratch.drawn)
            if key not in met:
                met.add(key)
                child = self._value(Node(scratch, node, (kind, a, b)))
                self.nodes.append(child)
                self._layers.setdefault((child.ap, child.carded), []).append(child)

    def _moves_to_try(self, *, root: bool) -> list[Atom]:
        """The moves that a plan is made of: all but buying points and ending, which the worth of a node includes."""
        atoms: list[Atom] = []
        shifts: list[Atom] = []
        for kind, a, mask in groups(self._scratch):
            if kind == CARD + SHIFT:
                if root:
                    shifts += [(kind, a, b) for b in bits(mask)]
            elif kind not in {POINT, END} and (root or kind not in _EXTRA):
                atoms += [(kind, a, b) for b in bits(mask)]
        return atoms + self.rng.sample(shifts, min(_SHIFTS, len(shifts)))

    def first(self, node: Node) -> Atom:
        """Returns the first move on the way to a node. A draw on the way comes first, since its card is known then. If the node
        is already reached, it is a point bought or the end of the turn.
        """
        path = node.path()
        if not path:
            return stop(self.state)
        return (DRAW, 0, 0) if any(kind == DRAW for kind, _, _ in path) and self.state.ap else path[0]

    def best(self) -> Node:
        """Returns the best node found; of equal ones the one with the fewest moves."""
        return max(self.nodes, key=_worth)

    def after(self, atom: Atom) -> Node:
        """Returns the best node after a first move that the beam dropped."""
        if atom[0] in {POINT, END}:
            node = Node(self.state, None, atom)
            node.worth = self.root.worth - (self.state.ap if atom[0] == END else 0)
            return node
        state = self.state.copy()
        apply(state, *atom)
        node = self._value(Node(state, self.root, atom))
        node.worth += self.lowered
        return node

    def lower(self, by: float) -> None:
        """Add this, which is usually below 0, to the worth of all nodes, found now or later."""
        self.lowered += by
        for node in self.nodes:
            node.worth += by

    def by_first(self) -> dict[Atom, Node]:
        """Returns the best node for each first move."""
        found: dict[Atom, Node] = {}
        for node in self.nodes:
            first = self.first(node)
            if first not in found or node.worth > found[first].worth:
                found[first] = node
        return found

    def end(self, node: Node) -> State:
        """Returns the state at a node."""
        state = self.state.copy()
        node.onto(state, self._played)
        return state


def _worth(node: Node) -> float:
    return node.worth


def stop(state: State) -> Atom:
    """Returns what to do when a turn is finished: buy points for the AP left, then end it."""
    return (POINT, 0, 0) if state.ap else (END, 0, _ending(endings(state.towers[state.seat], state.used)))


def _ending(ways: tuple[Ending, ...]) -> int:
    """Returns the ending that keeps most segments and spreads them most evenly."""
    return max(range(len(ways)), key=lambda way: (-ways[way].rest, -sum(height * height for height in ways[way].towers)))
