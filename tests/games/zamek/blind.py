"""Reads Zamek from texts: each tile by its areas and the edges they lead to, subjects, tokens, what was scored."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from engines.zamek import GAME
from engines.zamek.components import KINDS, NAMES, ROLES, TILES, WALL
from engines.zamek.events import FinalStep
from engines.zamek.state import EARNINGS
from engines.zamek.tiles import ROAD, SIDES
from engines.zamek.view import ZamekView
from engines.zamek.wall import TOKEN_KINDS, TRACK
from render.zamek import RENDERER, prose
from tests.support.blind import Blind, Book, Facts, spoken

ASKS = ("draw", "lay", "score", "use", "again", "target")
PORTS = tuple(f"{side}{half}" for side in SIDES for half in ("", 1, 2))

Part = tuple[str, int, frozenset[int], bool, bool]
"""An area of a tile: kind, number, spots, chapel, stocks."""


@functools.cache
def shapes() -> dict[tuple[frozenset[Part], bool], tuple[str, int]]:
    """What every tile looks like, turned: its id and degrees, of those that look the same the smallest."""
    found: dict[tuple[frozenset[Part], bool], tuple[str, int]] = {}
    for tile in TILES:
        for turns in range(4):
            parts = frozenset(
                (
                    KINDS[area.kind],
                    area.number,
                    frozenset((spot + 3 * turns) % 12 for spot in area.spots),
                    area.chapel,
                    area.stocks,
                )
                for area in tile.areas
            )
            found.setdefault((parts, tile.fountain), (tile.id, 90 * turns))
    return found


class Page:
    """The lines of all pages, by what they say."""

    def __init__(self, book: Book, lines: Sequence[str]) -> None:
        self.book = book
        self.lines = lines

    def one(self, key: str, **patterns: str) -> Facts | None:
        return self.book.first(f"zamek.text.{key}", self.lines, **{"name": self.book.person, **patterns})

    def all(self, key: str, **patterns: str) -> list[dict[str, str]]:
        return self.book.all(f"zamek.text.{key}", self.lines, **{"name": self.book.person, **patterns})

    def is_(self, key: str, told: str) -> bool:
        return told == self.book.words(f"zamek.text.{key}")

    def tile(self, told: str) -> tuple[str, int]:
        """A tile's id and how it is turned."""
        *parts, last = told.split("; ")
        fountain = last == self.book.words("zamek.fountain")
        if not fountain:
            parts.append(last)
        return shapes()[frozenset(self._part(part) for part in parts), fountain]

    def _part(self, told: str) -> Part:
        part = self.book.tells("zamek.text.part", told, number=r"\d")
        kind = self.book.word("zamek.kind", part["kind"], KINDS)
        spots: set[int] = set()
        marks = set()
        for port in part["ports"].split(", "):
            mark = next((mark for mark in ("chapel", "stocks") if port == self.book.words(f"zamek.{mark}")), None)
            if mark:
                marks.add(mark)
                continue
            name = self.book.word("zamek.text.port", port, PORTS)
            first = 3 * SIDES.index(name[0])
            if kind == KINDS[ROAD]:
                spots.add(first + 1)
            else:
                spots |= {first, first + 1, first + 2} if len(name) == 1 else {first + 2 * (int(name[1]) - 1)}
        return kind, int(part["number"]), frozenset(spots), "chapel" in marks, "stocks" in marks

    def area(self, told: str) -> str:
        found = self.book.tells("zamek.text.area", told, number=r"\d")
        return f"{self.book.word('zamek.kind', found['kind'], KINDS)}{found['number']}"

    def place(self, told: str) -> Facts | None:
        if self.is_("none", told):
            return None
        squares = {"square": "[a-k][1-9]", "squares": r"[a-k1-9 ]+", "starts": r"[\d ]+"}
        found = self.book.says("zamek.text.place.starts", told, whole=True, **squares)
        found = found or self.book.tells("zamek.text.place", told, **squares)
        area = self.area(found["area"])
        starts = [int(each) for each in found["starts"].split(" ")] if "starts" in found else []
        place = {"kind": area[:-1], "square": found["square"], "area": area}
        return {**place, "squares": found["squares"].split(" "), "starts": starts}

    def tokens(self, told: str) -> list[str]:
        return [self.token(each) for each in told.split(", ")]

    def token(self, told: str) -> str:
        return self.book.word("zamek.token", told, TOKEN_KINDS)

    def paid(self, told: str) -> int | None:
        return None if self.is_("none", told) else self.book.seat(told)


def read(book: Book, pages: Sequence[str]) -> Facts:
    """What the pages of the text board tell."""
    lines = "\n".join(pages).split("\n")
    page = Page(book, lines)
    seats = [_seat(page, told) for told in book.seats(lines)]
    active, asked = page.one("active"), page.one("asked")
    drawn, fits, fresh, spent = page.one("drawn"), page.one("fits"), page.one("fresh"), page.one("spent")
    assert active is not None
    rest = _rest(book, lines)
    token = book.first("zamek.alt.token", lines)
    laid = [
        (int(each["number"]), {"square": each["square"], "tile": tile, "rotation": rotation})
        for each in page.all("laid", square="[a-k][1-9]", number=r"\d+")
        for tile, rotation in [page.tile(each["areas"])]
    ]
    there = {each["square"] for _, each in laid}
    scores = [each["scores"] for each in seats]
    last = page.one("last", square="[a-k][1-9]")
    keeps = {page.book.seat(each["name"]): each for each in page.all("keep", square="[a-k][1-9]")}
    facts: Facts = {
        "seats": len(seats),
        "turn": int(book.tells("zamek.text.turn", lines[0].partition(" · ")[2])["turn"]),
        "pending": [page.book.seat(asked["name"])] if asked else [],
        "over": asked is None,
        "options": {},
        "chosen": [],
        "ask": book.word("zamek.ask", asked["what"], ASKS) if asked else "",
        "active": page.book.seat(active["name"]),
        "tile": page.tile(drawn["areas"])[0] if drawn else None,
        "spots": [_spot(each) for each in fits["spots"].split("; ")] if fits else [],
        "left": rest["left"],
        "out": [page.tile(each["areas"])[0] for each in page.all("out")],
        "laid": [each for _, each in sorted(laid, key=lambda each: each[0])],
        "last": page.book.seat(last["name"]) if last else None,
        "last_subject": _subject(page, last["subject"]) if last else "",
        "subjects": [_standing(page, each) for each in page.all("subject", square="[a-k][1-9]")],
        "scores": scores,
        "markers": [score % TRACK for score in scores],
        "earned": [_earned(book, each["parts"]) for each in page.all("earned")],
        "fresh": page.tokens(fresh["tokens"]) if fresh else [],
        "spent": page.tokens(spent["tokens"]) if spent else [],
        "towers": rest["towers"],
        "keeps": [_keep(page, keeps.get(seat)) for seat in (0, 1)],
        "empty": [name for name in NAMES if name not in there],
        "scored": [_scored(page, each) for each in page.all("scored")],
        "offers": [
            {"place": page.place(each["place"]), "seat": page.book.seat(each["name"]), "points": int(each["points"])}
            for each in page.all("offer", points=r"\d+")
        ],
        "token": page.token(token["token"]) if token else "",
        "aims": [
            {"seat": page.book.seat(each["name"]), "token": page.token(each["token"]), "place": page.place(each["place"])}
            for each in page.all("aim")
        ],
        "finale": _finale(page),
        "looks": book.words("zamek.text.looks") in lines,
        **{key: [each[key] for each in seats] for key in ("reserve", "tokens")},
    }
    assert [(keep or {}).get("tiles", 0) for keep in facts["keeps"]] == [each["keep"] for each in seats]
    starts = page.one("starts")
    assert starts is not None
    assert len(starts["starts"].split("; ")) == len(WALL.starts)
    return facts


def _seat(page: Page, told: str) -> Facts:
    book = page.book
    facts: Facts = {"tokens": [], "keep": 0, "standing": []}
    for part in told.split("; "):
        if (points := book.count("render.points", part)) is not None:
            facts["scores"] = points
        elif (reserve := book.says("zamek.alt.reserve", part)) is not None:
            facts["reserve"] = int(reserve["n"])
        elif (keep := book.says("zamek.alt.keep", part)) is not None:
            facts["keep"] = book.count("zamek.tiles", keep["tiles"])
        elif (tokens := book.says("zamek.alt.tokens", part)) is not None:
            for each in book.listed(tokens["tokens"]):
                count, _, name = each.rpartition(" × ")
                facts["tokens"] += [page.token(name)] * int(count or 1)
        else:
            subjects = book.tells("zamek.alt.subjects", part)["subjects"]
            facts["standing"] = [each.rpartition(" ")[::2] for each in subjects.split(", ")]
    return facts


def _rest(book: Book, lines: Sequence[str]) -> Facts:
    parts = [part for line in lines for part in spoken(line)]
    left, towers = book.first("zamek.alt.left", parts, n=r"\d+"), book.first("zamek.alt.towers", parts)
    assert left is not None
    pairs = towers["towers"].split(", ") if towers else []
    return {"left": int(left["n"]), "towers": [[int(field) for field in pair.split("/")] for pair in pairs]}


def _spot(told: str) -> Facts:
    found = re.fullmatch(r"([a-k][1-9]) \((.+)\)", told)
    assert found is not None, told
    return {"square": found[1], "rotations": [int(turn) for turn in found[2].split(", ")]}


def _subject(page: Page, told: str) -> str:
    return "none" if page.is_("none", told) else page.area(told)


def _standing(page: Page, told: dict[str, str]) -> Facts:
    role = page.book.word("zamek.role", told["role"], ROLES)
    return {"seat": page.book.seat(told["name"]), "role": role, "square": told["square"], "area": page.area(told["area"])}


def _earned(book: Book, told: str) -> list[int]:
    parts = dict(each.rpartition(" ")[::2] for each in told.split(", "))
    return [int(parts[book.words(f"zamek.score.{by}")]) for by in EARNINGS]


def _keep(page: Page, told: dict[str, str] | None) -> Facts | None:
    return {"square": told["square"], "tiles": int(told["n"]), "area": page.area(told["area"])} if told else None


def _scored(page: Page, told: dict[str, str]) -> Facts:
    seat, points, *more = told["facts"].split("; ")
    doubled = bool(more) and page.is_("doubled", more[0])
    return {
        "place": page.place(told["place"]),
        "seat": None if page.is_("tie", seat) else page.book.seat(seat),
        "points": int(page.book.tells("zamek.text.points", points)["n"]),
        "doubled": doubled,
        "token": page.token(more[-1]) if len(more) > doubled else "",
    }


def _pair(told: str) -> list[int]:
    return [int(each.partition(" ")[2]) for each in told.split(", ")]


def _finale(page: Page) -> Facts | None:
    keeps, points = page.one("final.keeps", name=".+?", points=r"\d+"), page.one("final.points")
    if keeps is None or points is None:
        return None
    return {
        "meadows": [
            {
                "place": page.place(each["place"]),
                "chapels": int(each["chapels"]),
                "monks": _pair(each["monks"]),
                "seat": page.paid(each["name"]),
                "each": int(each["each"]),
                "points": int(each["points"]),
            }
            for each in page.all("final.meadow", name=".+?", points=r"\d+")
        ],
        "keeps": {
            "tiles": _pair(keeps["tiles"]),
            "bonus": _pair(keeps["bonus"]),
            "group": [] if page.is_("none", keeps["group"]) else keeps["group"].split(" "),
            "seat": page.paid(keeps["name"]),
            "points": int(keeps["points"]),
        },
        "areas": [
            {
                "seat": page.book.seat(each["name"]),
                "token": page.token(each["token"]),
                "place": page.place(each["place"]),
                "points": int(each["points"]),
            }
            for each in page.all("final.area", points=r"\d+")
        ],
        "points": _pair(points["points"]),
    }


def board(book: Book, alt: str, view: ZamekView) -> None:
    """The board's alt text tells of both points, reserve, tokens and subjects, what is left, and where the tile fits."""
    parts, page = spoken(alt), Page(book, [])
    seats = [_seat(page, row) for row in book.rows(parts)]
    assert [each["scores"] for each in seats] == list(view.scores), alt
    assert [each["reserve"] for each in seats] == list(view.reserve), alt
    assert [each["tokens"] for each in seats] == [list(tokens) for tokens in view.tokens], alt
    standing = [[(book.words(f"zamek.role.{s.role}"), s.square) for s in view.subjects if s.seat == seat] for seat in (0, 1)]
    assert [each["standing"] for each in seats] == standing, alt
    rest = _rest(book, parts)
    assert (rest["left"], rest["towers"]) == (view.left, [list(tower) for tower in view.towers]), alt
    fits = book.first("zamek.alt.squares", parts)
    assert (fits["squares"].split(", ") if fits else []) == [spot.square for spot in view.spots], alt


def scene(book: Book, alt: str, data: FinalStep) -> None:
    """The alt text of a step of the final scoring tells how both stand after it."""
    now = book.first("zamek.alt.now", spoken(alt))
    assert now is not None, alt
    assert [int(each.rpartition(" ")[2]) for each in now["scores"].split(", ")] == list(data.after), alt


BLIND = Blind(GAME, RENDERER, read, [(prose.board_alt, board, False)], public=True, scene=scene)
