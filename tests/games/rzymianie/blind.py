"""Reads Rzymianie do domu! from texts: the wall, the clans, the round going on, one's own warriors and orders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.rzymianie import GAME
from engines.rzymianie.components import CARDS, CLANS, PLACES, STRENGTHS, VALUES
from engines.rzymianie.components import KINDS as FORTS
from engines.rzymianie.events import AttackOver
from engines.rzymianie.view import RzymianieView
from render.prose import capital
from render.rzymianie import RENDERER, prose
from tests.support.blind import Blind, Book, Facts, Unread, spoken

QWEEN, OUTCOMES = ("seduces", "many", "neutral", "nobody"), ("highest", "archr", "tie", "archrs", "nobody")
WHY = ("chariott", "winner", "seduced", "horsie", "fokus")


class Page:
    """The lines of all pages, by what they say."""

    def __init__(self, book: Book, lines: Sequence[str]) -> None:
        self.book = book
        self.lines = lines
        self.neutral = [book.words(f"rzymianie.neutral.{clan}") for clan in CLANS]
        self.called = "|".join([book.person, *self.neutral, *map(capital, self.neutral)])

    def named(self, told: str) -> int:
        """The clan of a player, or a neutral one, by its name."""
        neutral = [*self.neutral, *map(capital, self.neutral)]
        return neutral.index(told) % len(CLANS) if told in neutral else self.book.seat(told)

    def one(self, key: str) -> Facts | None:
        return self.book.first(f"rzymianie.text.{key}", self.lines, name=self.called)

    def has(self, key: str) -> bool:
        return self.book.words(f"rzymianie.text.{key}") in self.lines

    def which(self, key: str, among: Sequence[str]) -> str:
        return next((each for each in among if self.has(f"{key}.{each}")), "")

    def clan(self, key: str) -> int | None:
        found = self.one(key)
        return None if found is None else self.named(found["name"])

    def clans(self, key: str) -> tuple[int, ...]:
        found = self.one(key)
        return () if found is None else tuple(map(self.named, found["names"].split(", ")))

    def by_clan(self, key: str, field: str, clans: int) -> list[str]:
        told = {
            self.named(each["name"]): each[field]
            for each in self.book.all(f"rzymianie.text.{key}", self.lines, name=self.called)
        }
        nothing = self.book.words("rzymianie.text.none")
        return [text if (text := told.get(clan, "")) != nothing else "" for clan in range(clans)]

    def card(self, told: str) -> str:
        name, _, strength = told.rpartition(" ")
        card = self.book.word("rzymianie.warrior", name, CARDS)
        assert STRENGTHS[card] == int(strength), told
        return card

    def cards(self, told: str) -> list[str]:
        return [self.card(each) for each in told.split(", ")] if told else []

    def warriors(self, told: str) -> list[Facts]:
        found = [self.book.tells("rzymianie.text.warrior", each) for each in told.split(", ")] if told else []
        return [{"card": self.card(each["card"]), "place": int(each["place"])} for each in found]

    def fort(self, told: str) -> Facts | None:
        if told == self.book.words("rzymianie.text.gone"):
            return None
        name, _, value = told.rpartition(" ")
        points = int(value.replace("−", "-"))
        kind = self.book.word("rzymianie.fort", name, FORTS)
        assert (kind, points) in set(zip(FORTS, VALUES, strict=True)), told
        return {"kind": kind, "value": points}

    def forts(self, told: str) -> list[Facts | None]:
        return [self.fort(each) for each in told.split(", ")] if told else []

    def wall(self, told: str) -> list[Facts | None]:
        places = [re.fullmatch(r"(\d)\. (.+)", each) for each in told.split(", ")]
        assert [each and each[1] for each in places] == ["1", "2", "3", "4", "5", "6"], told
        return [self.fort(each[2]) for each in places if each is not None]


def read(book: Book, pages: Sequence[str]) -> Facts:
    """What the pages of the text board tell."""
    lines = "\n".join(pages).split("\n")
    page = Page(book, lines)
    seats = [_clan(page, told) for told in book.seats(lines)]
    clans = len(seats)
    stack, out = page.one("stack"), page.one("out")
    assert stack is not None
    asked = page.one("asked")
    wall = book.first("rzymianie.alt.wall", lines)
    assert wall is not None
    turn, round_ = _when(book, lines[0].partition(" · ")[2])
    hecas = page.clan("instant")
    players = sum(not each["neutral"] for each in seats)
    return {
        "seats": players,
        "turn": (turn - 1) * (PLACES + 1) + round_ + 1,
        "game_turn": turn,
        "round": round_,
        "over": asked is None,
        "options": book.options(GAME, lines),
        "asking": "" if asked is None else book.word("rzymianie.ask", asked["what"]),
        "pending": [seat for seat, each in enumerate(seats) if each["waits"]],
        "ready": [each["ready"] for each in seats[:players]],
        "clans": clans,
        "wall": page.wall(wall["forts"]),
        "stack": int(stack["n"]),
        "out": page.forts(out["forts"]) if out else [],
        "up": [page.warriors(each) for each in page.by_clan("up", "cards", clans)],
        "discarded": [page.warriors(each) for each in page.by_clan("spent", "cards", clans)],
        "previous": [page.cards(each) for each in page.by_clan("previous", "cards", clans)],
        "forts": [each["forts"] for each in seats],
        "points": [each["points"] for each in seats],
        "attack": _attack(page, clans),
        "hecas": hecas,
        "fokus_takes_axx": page.one("fokus-takes-axx") is not None,
        **_own(page),
    }


def _when(book: Book, told: str) -> tuple[int, int]:
    now = book.says("rzymianie.alt.now", told)
    if now is not None:
        return int(now["turn"]), int(now["round"])
    return int(book.tells("rzymianie.alt.orders", told)["turn"]), 0


def _clan(page: Page, told: str) -> Facts:
    """What the facts of a clan tell. A fact that is a list goes on behind its commas."""
    book = page.book
    facts: Facts = {"neutral": False, "waits": False, "ready": False, "forts": [], "up": [], "spent": []}
    keeps = ""
    for part in told.split(", "):
        points = book.count("render.points", part.removeprefix("−"))
        if points is not None:
            facts["points"] = -points if part.startswith("−") else points
        elif part == book.words("rzymianie.alt.neutral"):
            facts["neutral"] = True
        elif part == book.words("rzymianie.alt.waits"):
            facts["waits"] = True
        elif part == book.words("rzymianie.alt.ready"):
            facts["ready"] = True
        elif (down := book.count("rzymianie.alt.down", part)) is not None:
            facts["down"] = down
        else:
            begun = {name: book.says(f"rzymianie.alt.{name}", part) for name in ("forts", "up", "spent")}
            name, found = next(((name, found) for name, found in begun.items() if found), (keeps, {"": part}))
            if not name:
                raise Unread(part)
            keeps = name
            (thing,) = found.values()
            facts[keeps].append(page.fort(thing) if keeps == "forts" else page.card(thing))
    return facts


def _numbers(told: str) -> list[int]:
    return [int(each.rpartition(" ")[2].replace("−", "-")) for each in told.split(", ")]


def _attack(page: Page, clans: int) -> Facts | None:
    fight, began = page.one("fight"), page.one("began")
    if fight is None or began is None:
        return None
    sums, taken, lost, given = page.one("sums"), page.one("taken"), page.one("lost"), page.one("given")
    wall, points, kept = page.one("after.wall"), page.one("after.points"), page.one("kept")
    discards = page.book.all("rzymianie.text.discard", page.lines, name=page.called)
    return {
        "game_turn": int(fight["turn"]),
        "round": int(fight["round"]),
        "fort": page.fort(fight["fort"]),
        "wall": page.wall(began["forts"]),
        "before": [page.warriors(each) for each in page.by_clan("before", "cards", clans)],
        "turned": [page.card(each) for each in page.by_clan("turned", "card", clans)],
        "cancelled": page.clans("cancelled"),
        "qween": page.which("qween", QWEEN),
        "seducer": page.clan("seducer"),
        "seduced": page.clan("seduced"),
        "sums": _numbers(sums["sums"]) if sums else [],
        "filchy": page.clans("filchy"),
        "tied": page.clans("tied"),
        "outcome": page.which("outcome", OUTCOMES),
        "winner": page.clan("winner"),
        "taken": page.fort(taken["fort"]) if taken else None,
        "place": int(taken["place"]) if taken else 0,
        "hecas": page.has("hecas"),
        "lost": page.fort(lost["fort"]) if lost else None,
        "slid": page.has("slid"),
        "kept": page.warriors(kept["cards"]) if kept else [],
        "horsies": page.clans("horsies"),
        "svords": page.clans("svords"),
        "discards": [
            {
                "clan": page.named(each["name"]),
                "warrior": page.warriors(each["card"])[0],
                "why": page.book.word("rzymianie.text.why", each["why"], WHY),
            }
            for each in discards
        ],
        "given": page.fort(given["fort"]) if given else None,
        "wall_after": page.wall(wall["forts"]) if wall else [],
        "after": [page.warriors(each) for each in page.by_clan("after.up", "cards", clans)] if wall else [],
        "forts": [page.forts(each) for each in page.by_clan("after.forts", "forts", clans)] if wall else [],
        "points": _numbers(points["points"]) if points else [],
    }


def _own(page: Page) -> Facts:
    mine = page.book.first("rzymianie.alt.hand", page.lines, name=page.book.person)
    if mine is None:
        return {"seat": None, "private": False, "chosen": [], "hand": [], "down": [], "dropped": ""}
    hand, down, dropped, chosen = (page.one(key) for key in ("hand", "down", "dropped", "chosen"))
    assert hand is not None
    return {
        "seat": page.book.seat(mine["name"]),
        "private": True,
        "chosen": [_chosen(page, each) for each in chosen["what"].split(", ")] if chosen else [],
        "hand": page.cards(hand["cards"]),
        "down": page.warriors(down["cards"]) if down else [],
        "dropped": page.card(dropped["card"]) if dropped else "",
    }


def _chosen(page: Page, told: str) -> str:
    for word in ("here", "none"):
        if told == page.book.words(f"rzymianie.text.{word}"):
            return word
    if re.fullmatch(page.called, told):
        return CLANS[page.named(told)]
    return told if re.fullmatch(r"-?\d+", told) else page.card(told)


def board(book: Book, alt: str, view: RzymianieView) -> None:
    """The board's alt text tells of every clan points, forts and warriors, and the wall."""
    parts = spoken(alt)
    page = Page(book, parts)
    clans = [_clan(page, part.partition(": ")[2]) for part in parts if re.match(f"(?:{page.called}): ", part)]
    assert [each["points"] for each in clans] == list(view.points), alt
    assert [len(each["forts"]) for each in clans] == [len(each) for each in view.forts], alt
    for told, true in (("up", view.up), ("spent", view.discarded)):
        assert [each[told] for each in clans] == [[warrior.card for warrior in line] for line in true], alt
    assert [seat for seat, each in enumerate(clans) if each["waits"]] == list(view.pending), alt


def hand(book: Book, alt: str, view: RzymianieView) -> None:
    """The hand's alt text tells the warriors face up and, with their places, those face down, or the orders."""
    assert view.seat is not None
    parts, page = spoken(re.sub(r"(: |, )(\d)\. ", r"\1\2.", alt)), Page(book, [])
    for key in ("alt.hidden", "alt.plan"):
        down = book.first(f"rzymianie.{key}", parts)
        if down is not None and view.asking != "svord":
            found = [each.split(".") for each in down["cards"].split(", ")]
            assert [(page.card(card), int(place)) for place, card in found] == [(w.card, w.place) for w in view.down], alt
    left_out = book.first("rzymianie.alt.dropped", parts)
    assert (page.card(left_out["card"]) if left_out else "") == view.dropped, alt
    up = book.first("rzymianie.alt.up", [part[:1].lower() + part[1:] for part in parts])
    told = page.cards(up["cards"]) if up else []
    assert told == [warrior.card for warrior in view.up[view.seat]], alt


def scene(book: Book, alt: str, data: AttackOver) -> None:
    """A round's alt text tells which warriors were turned up, their strength, and everybody's points after it."""
    parts = spoken(alt)
    points = book.first("rzymianie.alt.points", parts)
    assert points is not None, alt
    told = [int(re.sub(r"[^\d−]", "", each).replace("−", "-")) for each in points["points"].split(", ")]
    assert told == list(data.points), alt
    turned = book.first("rzymianie.alt.new", parts)
    assert turned is not None, alt
    cards = [Page(book, []).card(each.partition(" – ")[2]) for each in turned["cards"].split(", ")]
    assert cards == list(data.turned), alt
    sums = book.first("rzymianie.prose.sums", [f"{part}." for part in parts])
    assert sums is not None, alt
    assert _numbers(sums["sums"]) == list(data.sums), alt


BLIND = Blind(GAME, RENDERER, read, [(prose.board, board, False), (prose.hand_text, hand, True)], scene=scene)
