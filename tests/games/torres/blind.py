"""Reads Torres from texts: the castles square by square, where everybody stands, towers, cards, what was done and earned."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.torres import GAME
from engines.torres.components import CARDS
from engines.torres.events import PhaseScored
from engines.torres.squares import SQUARES
from engines.torres.state import ASKS, SOURCES
from engines.torres.view import TorresView
from render.torres import RENDERER, prose
from tests.support.blind import Blind, Book, Facts, spoken

DEEDS = ("card", "move", "place", "build", "point", "draw", "keep", "end", "stay", "first", "king", "castle", "start")


def read(book: Book, pages: Sequence[str]) -> Facts:
    """What the pages of the text board tell."""
    lines = "\n".join(pages).split("\n")

    def one(key: str) -> Facts:
        found = book.first(f"torres.text.{key}", lines, name=book.person)
        return {} if found is None else found

    seats = [_seat(book, told) for told in book.seats(lines)]
    count = len(seats)
    when, starter, turn, asked = one("round"), one("starter"), one("turn"), one("asked")
    castles = _castles(book, lines)
    heights = {square: height for each in castles for square, height in each["heights"].items()}
    acting = book.seat(turn["name"])
    king, master, decks = book.first("torres.alt.king", lines), book.first("torres.alt.master", lines), one("decks")
    used, supply = one("used"), one("supply")
    by_seat = {key: _by_seat(book, f"torres.text.{key}", lines) for key in ("kept", "played", "earned")}
    facts: Facts = {
        "seats": count,
        "turn": int(turn["turn"]),
        "pending": [acting] if asked else [],
        "over": not asked,
        "options": book.options(GAME, lines),
        "chosen": [],
        "asks": book.word("torres.ask", asked["what"], ASKS) if asked else "over",
        "phase": int(when["phase"]),
        "round": int(when["round"]),
        "rounds": int(when["rounds"]),
        "starter": book.seat(starter["name"]),
        "done": int(starter["done"]),
        "heights": [heights.get(square, 0) for square in SQUARES],
        "castles": [
            {key: each[key] for key in ("squares", "base", "royal")} | {"height": max(each["heights"].values())}
            for each in castles
        ],
        "king": king["square"] if king else "",
        "supply": int(supply["n"]),
        "kept": [int(by_seat["kept"].get(seat, {}).get("n", 0)) for seat in range(count)],
        "played": [
            _cards(book, by_seat["played"][seat]["cards"].split(", ")) if seat in by_seat["played"] else []
            for seat in range(count)
        ],
        "decks": [int(each) for each in decks["cards"].split(", ")] if decks else [],
        "master": book.word("torres.master", master["card"].partition(". ")[0]) if master else "",
        "tallies": [_earned(book, by_seat["earned"][seat]["parts"]) for seat in range(count)],
        "scorings": [_scored(book, each) for each in book.all("torres.text.scored", lines)],
        "deeds": [_deed(book, each) for each in book.all("torres.text.deed", lines, name=book.person, turn=r"\d+")],
        "acting": acting,
        "ap": int(turn["ap"]),
        "used": int(used["n"]) if used else -1,
        "carded": book.words("torres.text.carded") in lines,
        "drawn": int(turn["drawn"]),
        **{key: [each[key] for each in seats] for key in ("scores", "hands", "towers", "reserve", "knights")},
        **_own(book, lines),
    }
    for seat, knights in enumerate(each["levels"] for each in seats):
        assert all(heights.get(square, 0) == level for square, level in knights.items()), knights
        standing = {square for each in castles for square, who in each["stands"].items() if who == book.people[seat]}
        assert standing == {square for square, level in knights.items() if level}, "castles and seats tell the same"
    return facts


def private(facts: Facts, seat: int | None) -> bool:
    """Whether something is this seat's alone: what it waits with, or cards that the others may not know (T22)."""
    if seat is None:
        return False
    own = any(facts[key] for key in ("hand", "fresh", "looked", "tops", "bottoms"))
    if facts["over"] or seat != facts["acting"]:
        return True
    return facts["options"]["master"] == "off" and facts["asks"] in {"act", "keep"} and own


def _seat(book: Book, told: str) -> Facts:
    facts: Facts = {"towers": [], "knights": [], "levels": {}}
    for part in told.split(", "):
        if (points := book.count("render.points", part)) is not None:
            facts["scores"] = points
        elif (cards := book.says("torres.alt.cards", part)) is not None:
            facts["hands"] = int(cards["n"])
        elif (towers := book.says("torres.alt.towers", part)) is not None:
            facts["towers"] = [int(each) for each in towers["towers"].split(" ")]
        elif (reserve := book.says("torres.alt.reserve", part)) is not None:
            facts["reserve"] = int(reserve["n"])
        else:
            stand = book.tells("torres.alt.knights", part)["squares"]
            facts["levels"] = {square: int(level) for square, level in (each.split(":") for each in stand.split(" "))}
            facts["knights"] = list(facts["levels"])
    return facts


def _castles(book: Book, lines: Sequence[str]) -> list[Facts]:
    found = []
    for line in lines:
        royal = book.says("torres.text.castle.royal", line)
        told = royal or book.says("torres.text.castle", line)
        if told is None:
            continue
        heights, stands = {}, {}
        for each in told["squares"].split(", "):
            square = re.fullmatch(r"([a-h][1-8]) (\d+)(?: \((.+)\))?", each)
            assert square is not None, each
            heights[square[1]] = int(square[2])
            if square[3]:
                stands[square[1]] = square[3]
        assert int(told["base"]) == len(heights)
        castle = {"squares": [*heights], "base": len(heights), "royal": royal is not None}
        found.append({**castle, "heights": heights, "stands": stands})
        assert (book.words("torres.text.king") in stands.values()) == (royal is not None)
    return found


def _by_seat(book: Book, key: str, lines: Sequence[str]) -> dict[int, dict[str, str]]:
    return {book.seat(each["name"]): each for each in book.all(key, lines, name=book.person)}


def _cards(book: Book, told: Sequence[str]) -> list[str]:
    return [book.word("torres.card", each, CARDS) for each in told]


def _earned(book: Book, told: str) -> list[int]:
    earned = {}
    for each in told.split(", "):
        name, _, points = each.rpartition(" ")
        earned[book.word("torres.scoring", name, SOURCES)] = int(points)
    return [earned[source] for source in SOURCES]


def _numbers(told: str) -> list[int]:
    return [int(each.partition(" ")[2]) for each in told.split(", ")]


def _scored(book: Book, told: dict[str, str]) -> Facts:
    gains = {}
    for each in told["gains"].split("; "):
        name, _, points = each.partition(": ")
        gains[book.word("torres.scoring", name, SOURCES)] = _numbers(points)
    return {"phase": int(told["phase"]), **gains, "scores": _numbers(told["scores"])}


def _deed(book: Book, told: dict[str, str]) -> Facts:
    kind, *parts = told["what"].split(", ")
    deed: Facts = {"turn": int(told["turn"]), "seat": book.seat(told["name"])}
    deed |= {"kind": book.word("torres.text.did", kind, DEEDS), "start": "", "target": "", "card": "", "cost": 0}
    for part in parts:
        if (card := book.says("torres.text.with", part)) is not None:
            deed["card"] = book.word("torres.card", card["card"], CARDS)
        elif (start := book.says("torres.text.from", part)) is not None:
            deed["start"] = start["square"]
        elif (target := book.says("torres.text.to", part)) is not None:
            deed["target"] = target["square"]
        else:
            deed["cost"] = int(book.tells("torres.text.cost", part)["n"])
    return deed


def _own(book: Book, lines: Sequence[str]) -> Facts:
    keys = {"hand": "alt.own", "fresh": "alt.fresh", "looked": "alt.looked", "tops": "hand.top", "bottoms": "hand.bottom"}
    told = {name: book.first(f"torres.{key}", lines) for name, key in keys.items()}
    return {name: [] if found is None else _cards(book, _names(book, found["cards"])) for name, found in told.items()}


def _names(book: Book, told: str) -> list[str]:
    """The cards of a list; of one that tells what they do, their names."""
    return [each.partition(" (")[0] for each in told.split("; ")] if " (" in told else book.listed(told)


def board(book: Book, alt: str, view: TorresView) -> None:
    """The board's alt text has everybody's points, cards, towers, reserve and knights, and all castles with the king's. If
    there is room it also says what each castle is worth to everybody.
    """
    parts = spoken(alt)
    seats = [_seat(book, row) for row in book.rows(parts)]
    for key in ("scores", "hands", "towers", "reserve", "knights"):
        assert [each[key] for each in seats] == [list(each) if isinstance(each, tuple) else each for each in getattr(view, key)]
    castles = book.first("torres.alt.castles", parts)
    told: dict[str, int] = {}
    royal, worth, expected = [], [], []
    for each in castles["castles"].split("; ") if castles else ():
        squares, _, rest = each.partition(" (")
        heights = {square: int(height) for square, height in (one.split(":") for one in squares.split(" "))}
        told |= heights
        assert int(re.findall(r"\d+", rest)[0]) == len(heights)
        worth.append(re.findall(rf", ({book.person}) (\d+)", rest))
        inside = [[level for square, level in seat["levels"].items() if square in heights] for seat in seats]
        highest = zip(book.people, inside, strict=False)
        expected.append([(name, str(max(levels) * len(heights))) for name, levels in highest if levels])
        royal += [[*heights]] if book.words("torres.alt.royal") in rest else []
    assert [told.get(square, 0) for square in SQUARES] == list(view.heights), alt
    assert worth == expected or not any(worth), alt
    assert royal == [list(each.squares) for each in view.castles if each.royal], alt
    king = book.first("torres.alt.king", parts)
    assert (king["square"] if king else "") == view.king


def hand(book: Book, alt: str, view: TorresView) -> None:
    """The private alt text tells the seat's cards."""
    mine = _own(book, spoken(alt))
    assert {name: tuple(cards) for name, cards in mine.items()} == {name: getattr(view, name) for name in mine}, alt


def scene(book: Book, alt: str, data: PhaseScored) -> None:
    """A scoring's alt text tells everybody's score before and after, and who earns what in which castle."""
    for seat in data.order:
        row = re.search(rf"{book.people[seat]}: (\d+) → (\d+) ", alt)
        assert row is not None, alt
        assert (int(row[1]), int(row[2])) == (data.before[seat], data.after[seat]), alt
    for castle in data.castles:
        for knight in castle.knights:
            assert f"{book.people[knight.seat]} {knight.square} {knight.level}×{castle.base}={knight.points}" in alt, alt
            assert knight.level * castle.base == knight.points


BLIND = Blind(GAME, RENDERER, read, [(prose.board, board, False), (prose.hand_text, hand, True)], private=private, scene=scene)
