"""Reads Rycerze i zamki from texts: what lies on the table, what one holds, what was shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.contract import EventData
from engines.rycerze import GAME
from engines.rycerze.components import CARDS, ROUNDS, SHEPHERD
from engines.rycerze.events import CastleWon, Recruitment
from engines.rycerze.view import RycerzeView
from render.rycerze import RENDERER, prose
from tests.support.blind import Blind, Book, Facts, Unread, spoken


def read(book: Book, pages: Sequence[str]) -> Facts:
    """What the pages of the text board tell."""
    lines = "\n".join(pages).split("\n")
    head = lines[0].partition(" · ")[2]
    facts: Facts = {**_when(book, head), **_tile(book, lines[1].strip("*")), **_seats(book, lines)}
    facts["over"] = lines[1] == f"**{book.words('rycerze.over')}**"
    facts["options"] = book.options(GAME, lines)
    facts["games"] = facts["seats"] if facts["options"]["match"] == "on" else 1
    facts["turn"] = (facts["game"] - 1) * ROUNDS + facts["round"]
    facts |= _past(book, lines)
    facts["tiles"] = [past["tile"] for past in facts["past"]] + ([facts["tile"]] if facts["tile"] else [])
    facts["seniority"] = book.everybody(book.tells("rycerze.text.order", _line(book, "rycerze.text.order", lines))["names"])
    out = book.first("rycerze.put-out", lines)
    facts["put_out"] = None if out is None else book.word("rycerze.tile", out["tile"])
    facts["ready"] = [ready and not facts["over"] for ready in facts["ready"]]
    facts["pending"] = [seat for seat, ready in enumerate(facts["ready"]) if not ready and not facts["over"]]
    return {**facts, **_own(book, lines, facts["tile"])}


def _line(book: Book, key: str, lines: Sequence[str]) -> str:
    return next(line for line in lines if book.says(key, line) is not None)


def _when(book: Book, told: str) -> Facts:
    found = re.split(", ", told)
    game = book.says("rycerze.alt.game", found[0])
    return {"game": int(game["game"]) if game else 1, "round": int(book.tells("rycerze.alt.round", found[-1])["round"])}


def _tile(book: Book, told: str) -> Facts:
    if told == book.words("rycerze.alt.drum"):
        return {"tile": "drum"}
    stake = book.says("rycerze.alt.stake", told)
    return {"tile": book.word("rycerze.tile", stake["tile"].partition(" (")[0]) if stake else None}


def seat(book: Book, told: str) -> Facts:
    """What the facts of a seat tell."""
    facts: Facts = {"castles": [], "sword": False, "ready": True, "totals": None}
    for part in re.split(r", (?!\S+ \d+ )", told):
        points = book.count("render.points", part)
        if points is not None:
            facts["points"] = points
        elif (total := book.says("rycerze.total", part)) is not None:
            facts["totals"] = int(total["n"])
        elif part == book.words("rycerze.alt.sword"):
            facts["sword"] = True
        elif part == book.words("rycerze.choosing"):
            facts["ready"] = False
        elif part in {book.words("rycerze.chosen"), book.words("rycerze.empty-camp")}:
            facts["ready"] = True
        else:
            facts["castles"] += [book.word("rycerze.tile", tile) for tile in book.listed(part)]
    return facts


def _seats(book: Book, lines: Sequence[str]) -> Facts:
    found = []
    for told in book.seats(lines):
        cards = book.says("rycerze.alt.cards", told, whole=False, hand=r"\d+", camp=r"\d+")
        assert cards is not None, told
        said = book.words("rycerze.alt.cards", **cards)
        found.append({**seat(book, told.replace(f", {said}", "")), "hands": int(cards["hand"]), "camps": int(cards["camp"])})
    facts: Facts = {name: [each[name] for each in found] for name in ("points", "castles", "hands", "camps", "ready")}
    facts["totals"] = [each["points"] if each["totals"] is None else each["totals"] for each in found]
    return {**facts, "seats": len(found), "sword": [each["sword"] for each in found].index(True)}


def _past(book: Book, lines: Sequence[str]) -> Facts:
    past: list[Facts] = []
    scores: list[list[int]] = []
    for line in lines:
        if (drum := book.says("rycerze.text.drum", line)) is not None:
            took = [book.says("rycerze.text.drum.took", each) is not None for each in drum["took"].split("; ")]
            past.append({"tile": "drum", "cards": [], "took": None, "recruited": took})
        elif (battle := book.says("rycerze.text.battle", line, round=r"\d", name=book.person)) is not None:
            shown = [book.tells("rycerze.text.battle.cards", each)["cards"] for each in battle["shown"].split("; ")]
            cards = [[book.word("rycerze.card", card) for card in book.listed(each)] for each in shown]
            tile, taker = book.word("rycerze.tile", battle["tile"]), book.seat(battle["name"])
            past.append({"tile": tile, "cards": cards, "took": taker, "recruited": []})
        elif (game := book.says("rycerze.text.game", line)) is not None:
            scores.append([int(each.rpartition(" ")[2]) for each in game["points"].split(", ")])
    return {"past": past, "scores": scores}


def _own(book: Book, lines: Sequence[str], tile: str | None) -> Facts:
    mine = book.first("rycerze.alt.hand", lines, name=book.person)
    if mine is None:
        return {"seat": None, "private": False, "chosen": [], "hand": [], "camp": [], "recruits": []}

    def cards(key: str) -> list[str]:
        told = book.first(f"rycerze.alt.{key}", lines)
        return [] if told is None else [_card(book, each) for each in book.listed(told["cards"])]

    chosen, hand, camp = cards("chosen"), cards("in-hand"), cards("in-camp")
    took = book.first("rycerze.text.recruits", lines)
    nothing = book.words("rycerze.text.recruits.none")
    back = [] if took is None else took["cards"].split(", ")
    return {
        "seat": book.seat(mine["name"]),
        "private": True,
        "chosen": chosen,
        "hand": sorted(hand if tile == "drum" else [*hand, *chosen], key=CARDS.index),
        "camp": sorted([*camp, *chosen] if tile == "drum" else camp, key=CARDS.index),
        "recruits": ["" if each == nothing else book.word("rycerze.card", each) for each in back],
    }


def _card(book: Book, told: str) -> str:
    """A card with its letter and its strengths: what it is called, and that the strengths are its own."""
    found = re.fullmatch(r"([A-H]) (.+?)(?: (\d)/(\d)/(\d))?", told)
    if found is None:
        raise Unread(told)
    card = book.word("rycerze.card", found[2])
    assert (card == CARDS[SHEPHERD]) == (found[3] is None), told
    assert found[1] in ("GH" if card == CARDS[SHEPHERD] else "ABCDEF"[CARDS.index(card)]), told
    return card


def board(book: Book, alt: str, view: RycerzeView) -> None:
    """The board's alt text tells of everybody the points, cards, sword and whether they have chosen, and what is at stake."""
    parts = spoken(alt)
    when = parts[0].partition(", ")[2]
    assert _when(book, when) == {"game": view.game, "round": view.round}
    assert (_tile(book, parts[1])["tile"] == view.tile) or view.over
    told = _seats(book, [f"- **{name}**: {row}" for name, row in zip(book.people, book.rows(parts), strict=False)])
    for name in ("points", "castles", "hands", "camps", "totals"):
        assert told[name] == [list(each) if isinstance(each, tuple) else each for each in getattr(view, name)], alt
    assert told["sword"] == view.sword
    assert view.over or told["ready"] == list(view.ready)


def hand(book: Book, alt: str, view: RycerzeView) -> None:
    """The hand's alt text tells where each of the eight cards is."""
    mine = _own(book, spoken(alt), view.tile)
    assert [mine[name] for name in ("seat", "chosen", "hand", "camp")] == [
        view.seat,
        list(view.chosen),
        list(view.hand),
        list(view.camp),
    ], alt


def scene(book: Book, alt: str, data: EventData) -> None:
    """A round's alt text tells what everybody showed and what became of it, and how all stand now."""
    if not isinstance(data, CastleWon | Recruitment):
        return
    now = alt.partition(book.words("rycerze.alt.now"))[2].strip().removesuffix(".")
    numbers = {"name": book.person, "points": r"\d+", "hand": r"\d+", "camp": r"\d+"}
    told = [book.tells("rycerze.alt.after", each, **numbers) for each in now.split("; ")]
    assert [(int(each["points"]), int(each["hand"]), int(each["camp"])) for each in told] == [
        *zip(data.points, data.hands, data.camps, strict=True)
    ], alt
    if isinstance(data, CastleWon):
        for seat, (cards, fates) in enumerate(zip(data.cards, data.fates, strict=True)):
            row = book.rows(spoken(alt))[seat]
            shown = re.findall(r"(?:^|, )(.+?)(?: \d)? \((.+?)\)", row)
            assert [book.word("rycerze.card", name) for name, _ in shown] == list(cards), alt
            assert [book.word("rycerze.fate", fate) for _, fate in shown] == list(fates), alt


BLIND = Blind(GAME, RENDERER, read, [(prose.board, board, False), (prose.hand_text, hand, True)], scene=scene)
