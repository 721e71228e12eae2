"""Events: what a move that was played tells (view.py says what stands in each)."""

from __future__ import annotations

from typing import Any

from engines.contract import Event
from engines.torres.components import CARDS, HIGHER, JUMP, SHIFT, SUPPLY, UNDER
from engines.torres.components import PLACE as PLACE_COST
from engines.torres.fast import BUILD, CARD, CHOOSE, DRAW, END, KEEP_CARD, MOVE, PLACE, POINT, SET_CASTLE, SET_KING, STAY
from engines.torres.squares import NEXT, SQUARES
from engines.torres.state import SLIDES, SOURCES, State
from engines.torres.towers import endings, keepings
from engines.torres.view import Deed, path


def tell(before: State, after: State, kind: int, a: int, b: int) -> tuple[list[Event], Deed]:
    """The events of the move itself and the deed it leaves in the view."""
    seat, turn = before.seat, before.turn
    data: dict[str, Any] = {"seat": seat}
    if kind >= CARD:
        name = CARDS[kind - CARD]
        data |= {"card": name, **_card(before, after, kind - CARD, a, b), "ap": after.ap}
        target = data.get("to") or data.get("square", "")
        return [Event("card", data)], Deed(turn, seat, "card", start=data.get("from", ""), target=target, card=name)
    if kind == MOVE:
        start, target = SQUARES[a & 63], SQUARES[b]
        data |= {"from": start, "to": target, "cost": a >> 6, "level": after.heights[b], "path": _path(before, a & 63, b)}
        data["ap"] = after.ap
        return [Event("move", data)], Deed(turn, seat, "move", start=start, target=target, cost=a >> 6)
    if kind == PLACE:
        data |= {"square": SQUARES[b], "level": after.heights[b], "cost": PLACE_COST, "ap": after.ap}
        return [Event("place", data)], Deed(turn, seat, "place", target=SQUARES[b], cost=PLACE_COST)
    if kind == BUILD:
        data |= {"square": SQUARES[b], "height": after.heights[b], "tower": after.used + 1, "left": after.used, "ap": after.ap}
        return [Event("build", data)], Deed(turn, seat, "build", target=SQUARES[b], cost=1)
    if kind == POINT:
        slid = len(SOURCES) * seat + SLIDES
        data |= {"score": after.scores[seat], "slides": after.tallies[slid] - before.tallies[slid], "ap": after.ap}
        return [Event("point", data)], Deed(turn, seat, "point", cost=1)
    if kind == DRAW:
        looked = [CARDS[card] for card in after.looked]
        return [
            Event("draw", data | {"looked": len(looked), "ap": after.ap}, reveals=True),
            Event("looked", data | {"cards": looked}, to=(seat,), reveals=True),
        ], Deed(turn, seat, "draw", cost=1)
    if kind == KEEP_CARD:
        way = keepings(before.looked)[b]
        kept = {"card": CARDS[way.card], "tops": [CARDS[c] for c in way.tops], "bottoms": [CARDS[c] for c in way.bottoms]}
        cards = len(after.hands[seat]) + len(after.fresh)
        return [Event("keep", data | {"cards": cards}), Event("kept", data | kept, to=(seat,))], Deed(turn, seat, "keep")
    if kind == END:
        data |= _end(before, after, b)
        return [Event("end", data)], Deed(turn, seat, "end")
    return _prepared(before, kind, b, data)


def _prepared(before: State, kind: int, b: int, data: dict[str, Any]) -> tuple[list[Event], Deed]:
    turn, seat = before.turn, before.seat
    if kind == STAY:
        return [Event("stay", data)], Deed(turn, seat, "stay")
    if kind == CHOOSE:
        return [Event("first", data | {"first": b})], Deed(turn, seat, "first")
    square = SQUARES[b]
    if kind == SET_KING:
        start = SQUARES[before.king] if before.king >= 0 else ""
        return [Event("king", data | {"from": start, "to": square})], Deed(turn, seat, "king", start=start, target=square)
    name = "castle" if kind == SET_CASTLE else "start"
    return [Event(name, data | {"square": square})], Deed(turn, seat, name, target=square)


def _path(before: State, start: int, target: int) -> list[list[Any]]:
    land = before.terrain
    told: list[list[Any]] = []
    here = start
    for stop in path(land, start, target, before.occupied, before.ap):
        told.append([SQUARES[stop], not NEXT[here] >> stop & 1])
        here = stop
    return told


def _card(before: State, after: State, card: int, a: int, b: int) -> dict[str, Any]:
    """What a card did, by card."""
    if CARDS[card] in {"six", "seven"}:
        return {}
    square = SQUARES[a if card == UNDER else b]
    if card == SUPPLY:
        return {"square": square, "height": after.heights[b], "left": after.supply}
    if card == HIGHER:
        return {"square": square, "level": after.heights[b]}
    if card == UNDER:
        founded = len(after.terrain.castles) > len(before.terrain.castles)
        return {"square": square, "height": after.heights[a], "tower": b, "left": b - 1, "founded": founded}
    told: dict[str, Any] = {"from": SQUARES[a], "to": square}
    if card == SHIFT:
        lifted = before.terrain.lifted(a).castles
        vanished = len(lifted) < len(before.terrain.castles)
        return told | {
            "height": after.heights[b],
            "founded": len(after.terrain.castles) > len(lifted),
            "vanished": vanished,
        }
    if card == JUMP:
        told["over"] = SQUARES[(a + b) // 2]
    return told | {"level": after.heights[b]}


def _end(before: State, after: State, number: int) -> dict[str, Any]:
    ending = endings(before.towers[before.seat], before.used)[number]
    return {
        "lost": before.ap,
        "built": before.used >= 0,
        "dissolved": ending.gone,
        "towers": list(ending.towers),
        "to_supply": after.supply - before.supply,
        "kept": after.kept[before.seat],
    }
