"""Reads Budowa zamku from texts: castles, what lies on the table, the open card and what may be done with it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.budowa.components import ELEMENTS
from engines.budowa.events import Decision
from engines.budowa.rules import GAME
from engines.budowa.view import BudowaView
from render.budowa import RENDERER, prose
from tests.support.blind import Blind, Book, Facts, spoken

KINDS = ("build", "insert", "back", "out")
ENDINGS = ("full", "last", "stall")


def read(book: Book, pages: Sequence[str]) -> Facts:
    """What the pages of the text board tell."""
    lines = "\n".join(pages).split("\n")
    _, turn, head = lines[0].split(" · ")
    options = book.options(GAME, lines)
    last = _last(book, lines)
    facts: Facts = {
        **_head(book, head),
        "turn": int(book.tells("budowa.text.turn", turn)["turn"]),
        "options": options,
        "private": False,
        "chosen": [],
        "last": last,
        "ending": next((each for each in ENDINGS if book.words(f"budowa.ending.{each}") in lines), ""),
    }
    if facts["over"]:
        assert last is not None
        facts["active"] = last["seat"]
    facts["pending"] = [] if facts["over"] else [facts["active"]]
    facts["board"] = _table(book, book.seats(lines), lines, figures=options["figures"] == "on")
    facts["seats"] = len(facts["board"]["castles"])
    facts["open"] = _open(book, [line.strip("*") for line in lines], facts["active"], facts["seats"])
    can = book.first("budowa.text.can", lines)
    facts["can"] = [] if can is None else [book.word("budowa.text.can", each) for each in can["what"].split("; ")]
    return facts


def _head(book: Book, told: str) -> Facts:
    if told == book.words("budowa.over"):
        return {"over": True, "ask": ""}
    for ask in ("decide", "flip"):
        found = book.says(f"budowa.head.{ask}", told, name=book.person, spot="[A-E][1-9]")
        if found is not None:
            return {"over": False, "ask": ask, "active": book.seat(found["name"])}
    raise AssertionError(told)


def _castle(book: Book, told: str, *, figures: bool) -> Facts:
    cards, _, rest = told.partition("; ")
    numbers = []
    for card in cards.split(", "):
        found = re.fullmatch(r"(\d+)(?: \((.+)\))?", card)
        assert found is not None, told
        assert figures or not found[2]
        numbers.append(int(found[1]))
    facts: Facts = {"castle": numbers[1:], "backs": 0, "points": len(numbers), "wizard": False}
    assert numbers[0] == 1, "every castle begins with the tile"
    for part in rest.split(", "):
        if (points := book.count("render.points", part)) is not None:
            facts["points"] = points
        elif (backs := book.count("budowa.text.backs", part)) is not None:
            facts["backs"] = backs
        elif part == book.words("budowa.alt.wizard"):
            facts["wizard"] = True
        else:
            elements = book.tells("budowa.alt.elements", part, n=r"\d+", all=r"\d+")
            assert (int(elements["n"]), int(elements["all"])) == (len(numbers), ELEMENTS), told
    return facts


def _table(book: Book, seats: Sequence[str], lines: Sequence[str], *, figures: bool) -> Facts:
    castles = [_castle(book, told, figures=figures) for told in seats]
    down, out = book.first("budowa.alt.down", lines, spots="[A-E1-9, ]+"), book.first("budowa.alt.out", lines)
    spots = []
    for row in down["spots"].split(", ") if down else ():
        first, *others = row.split(" ")
        named = [first, *others] if len(first) > 1 else [f"{first}{column}" for column in others]
        spots += [spot.lower() for spot in named]
    assert down is None or int(down["n"]) == len(spots)
    stall = book.first("budowa.alt.stall", lines)
    notes = book.first("budowa.alt.notes", lines, notes=r"[A-E]\d .*")
    noted = [each.split(" ") for each in notes["notes"].split(", ")] if notes else []
    return {
        "spots": spots,
        "castles": [each["castle"] for each in castles],
        "figures": figures,
        "points": [each["points"] for each in castles],
        "out": [int(card) for card in out["cards"].split(", ")] if out else [],
        "backs": [each["backs"] for each in castles],
        "stall": int(stall["n"]) if stall else 0,
        "wizard": next((seat for seat, each in enumerate(castles) if each["wizard"]), None),
        "notes": [{"spot": spot.lower(), "number": int(number)} for spot, number in noted],
    }


def _open(book: Book, lines: Sequence[str], active: int, seats: int) -> Facts | None:
    """The card that lies open. One that goes back by itself was turned by the player before."""
    out = book.words("budowa.text.decline.out") in lines
    card = {"spot": "[A-E][1-9]", "card": r"\d+(?: \(.+\))?"}
    for key, decided in (("open.there", False), ("open.back", True), ("open", False)):
        found = book.first(f"budowa.alt.{key}", lines, **card)
        if found is not None:
            return {
                "spot": found["spot"].lower(),
                "number": int(found.get("card", "0").split(" ")[0]),
                "seat": (active - decided) % seats,
                "decided": decided,
                "decline": "out" if out else "back",
            }
    return None


def _last(book: Book, lines: Sequence[str]) -> Facts | None:
    for kind in KINDS:
        found = book.first(f"budowa.text.last.{kind}", lines, number=r"\d+", name=book.person, spot="[A-E][1-9]")
        if found is not None:
            seat = book.seat(found["name"])
            return {"kind": kind, "seat": seat, "spot": found["spot"].lower(), "number": int(found.get("number", 0))}
    return None


def board(book: Book, alt: str, view: BudowaView) -> None:
    """The board's alt text tells the castles, what lies there, and the open card while it may be told."""
    parts = spoken(alt)
    seats = book.rows(parts)
    told, known = _table(book, seats, parts, figures=view.board.figures), view.board
    for name in ("castles", "points", "spots", "out", "notes"):
        mine = [list(each) if isinstance(each, tuple) else each for each in told[name]]
        true = [
            {"spot": each.spot, "number": each.number} if name == "notes" else list(each) if isinstance(each, tuple) else each
            for each in getattr(known, name)
        ]
        assert mine == true, alt
    assert (told["stall"], told["wizard"]) == (known.stall, known.wizard), alt
    shown = _open(book, parts, view.active, view.seats)
    assert (shown is None) == (view.open is None), alt
    if shown is not None and view.open is not None:
        assert (shown["spot"], shown["number"]) == (view.open.spot, view.open.number), alt


def scene(book: Book, alt: str, data: Decision) -> None:
    """A decision's alt text tells all castles, what lies on the table and what is out after it."""
    parts = spoken(alt)
    seats = book.rows(parts)
    told, known = _table(book, seats, parts, figures=data.table.figures), data.table
    assert told["castles"] == [list(castle) for castle in known.castles], alt
    assert (told["points"], told["spots"], told["out"]) == (list(known.points), list(known.spots), list(known.out)), alt


BLIND = Blind(GAME, RENDERER, read, [(prose.board, board, False)], public=True, scene=scene)
