"""Zamek in words, on further pages: every tile with its areas and where they lead, and all other facts, a line each."""

from collections.abc import Iterable, Iterator, Sequence

from data.words import Words
from engines.zamek.components import KINDS, TILE, TILES, WALL
from engines.zamek.state import EARNINGS
from engines.zamek.tiles import ROAD, SIDES, Area
from engines.zamek.view import Finale, Place, ZamekView
from render.contract import Audience
from render.prose import amounts

Names = Sequence[str]


def more(view: ZamekView, audience: Audience) -> list[str]:
    """The whole question, the tiles by square, subjects, what was scored and earned, the final scoring."""
    words, names = audience.words, audience.names
    return [
        *_question(view, words, names),
        *_tiles(view, words, names),
        *_subjects(view, words, names),
        *_earnings(view, words, names),
        *_scoring(view, words, names),
        *([] if view.finale is None else _finale(view.finale, words, names)),
        _say(words, "starts", starts=_starts(words)),
    ]


def _say(words: Words, key: str, **values: object) -> str:
    return words(f"zamek.text.{key}", **values)


def tile(words: Words, name: str, rotation: int = 0) -> str:
    """A tile turned clockwise by a number of degrees: its areas with their numbers and the edges they lead to."""
    what = TILES[TILE[name]]
    parts = [_part(words, area, rotation // 90) for area in what.areas]
    return "; ".join([*parts, *([words("zamek.fountain")] if what.fountain else [])])


def _part(words: Words, area: Area, turns: int) -> str:
    spots = {(spot + 3 * turns) % 12 for spot in area.spots}
    ports = []
    for side, name in enumerate(SIDES):
        here = {spot - 3 * side for spot in spots if spot // 3 == side}
        if len(here) == 3 or (here and area.kind == ROAD):
            ports.append(name)
        else:
            ports += [f"{name}{half}" for half, at in ((1, 0), (2, 2)) if at in here]
    marks = [_say(words, f"port.{port}") for port in ports]
    marks += [words(f"zamek.{mark}") for mark in ("chapel", "stocks") if getattr(area, mark)]
    return _say(words, "part", kind=words(f"zamek.kind.{KINDS[area.kind]}"), number=area.number, ports=", ".join(marks))


def area(words: Words, word: str) -> str:
    """An area of a tile, `road1`."""
    return _say(words, "area", kind=words(f"zamek.kind.{word[:-1]}"), number=word[-1])


def place(words: Words, what: Place) -> str:
    """A whole area, named by its smallest square, with all its squares and start fields."""
    values = {"area": area(words, what.area), "square": what.square, "squares": " ".join(what.squares)}
    if what.starts:
        return _say(words, "place.starts", **values, starts=" ".join(map(str, what.starts)))
    return _say(words, "place", **values)


def _starts(words: Words) -> str:
    return "; ".join(
        _say(
            words,
            "start",
            number=number,
            kind=words(f"zamek.kind.{KINDS[start.kind]}"),
            square=WALL.name(start.square),
            side=_say(words, f"port.{SIDES[start.side]}") + (f", {words('zamek.chapel')}" if start.chapel else ""),
        )
        for number, start in enumerate(WALL.starts)
    )


def _tokens(words: Words, tokens: Iterable[str]) -> str:
    return ", ".join(words(f"zamek.token.{token}") for token in tokens)


def _question(view: ZamekView, words: Words, names: Names) -> Iterator[str]:
    yield _say(words, "active", name=names[view.active])
    if not view.over:
        yield _say(words, "asked", name=names[view.pending[0]], what=words(f"zamek.ask.{view.ask}"))
    if view.looks:
        yield _say(words, "looks")
    if view.tile:
        yield _say(words, "drawn", areas=tile(words, view.tile))
        fits = (f"{spot.square} ({', '.join(map(str, spot.rotations))})" for spot in view.spots)
        yield _say(words, "fits", spots="; ".join(fits))
    for offer in view.offers:
        yield _say(words, "offer", place=place(words, offer.place), name=names[offer.seat], points=offer.points)


def _tiles(view: ZamekView, words: Words, names: Names) -> Iterator[str]:
    if view.laid and view.last is not None:
        subject = _say(words, "none") if view.last_subject == "none" else area(words, view.last_subject)
        yield _say(words, "last", name=names[view.last], square=view.laid[-1].square, subject=subject)
    if view.laid:
        yield _say(words, "map")
    for number, laid in sorted(enumerate(view.laid, 1), key=lambda each: each[1].square):
        yield _say(words, "laid", square=laid.square, number=number, areas=tile(words, laid.tile, laid.rotation))
    for out in view.out:
        yield _say(words, "out", areas=tile(words, out))


def _subjects(view: ZamekView, words: Words, names: Names) -> Iterator[str]:
    for subject in view.subjects:
        role, where = words(f"zamek.role.{subject.role}"), area(words, subject.area)
        yield _say(words, "subject", name=names[subject.seat], role=role, square=subject.square, area=where)
    for seat, keep in enumerate(view.keeps):
        if keep is not None:
            yield _say(words, "keep", name=names[seat], area=area(words, keep.area), square=keep.square, n=keep.tiles)


def _earnings(view: ZamekView, words: Words, names: Names) -> Iterator[str]:
    for seat, points in enumerate(view.earned):
        parts = (f"{words(f'zamek.score.{by}')} {n}" for by, n in zip(EARNINGS, points, strict=True))
        yield _say(words, "earned", name=names[seat], parts=", ".join(parts))
    if view.fresh:
        yield _say(words, "fresh", tokens=_tokens(words, view.fresh))
    if view.spent:
        yield _say(words, "spent", tokens=_tokens(words, view.spent))


def _scoring(view: ZamekView, words: Words, names: Names) -> Iterator[str]:
    for scored in view.scored:
        facts = [_say(words, "tie") if scored.seat is None else names[scored.seat], _say(words, "points", n=scored.points)]
        facts += [_say(words, "doubled")] if scored.doubled else []
        facts += [words(f"zamek.token.{scored.token}")] if scored.token else []
        yield _say(words, "scored", place=place(words, scored.place), facts="; ".join(facts))
    for aim in view.aims:
        token = words(f"zamek.token.{aim.token}")
        where = _say(words, "none") if aim.place is None else place(words, aim.place)
        yield _say(words, "aim", name=names[aim.seat], token=token, place=where)


def _finale(finale: Finale, words: Words, names: Names) -> Iterator[str]:
    def payment(seat: int | None) -> str:
        return _say(words, "none") if seat is None else names[seat]

    for meadow in finale.meadows:
        values = {
            "chapels": meadow.chapels,
            "monks": amounts(names, meadow.monks),
            "each": meadow.each,
            "points": meadow.points,
        }
        yield _say(words, "final.meadow", place=place(words, meadow.place), name=payment(meadow.seat), **values)
    keeps = finale.keeps
    values = {"tiles": amounts(names, keeps.tiles), "bonus": amounts(names, keeps.bonus), "points": keeps.points}
    group = " ".join(keeps.group) or _say(words, "none")
    yield _say(words, "final.keeps", group=group, name=payment(keeps.seat), **values)
    for each in finale.areas:
        token = words(f"zamek.token.{each.token}")
        where = place(words, each.place)
        yield _say(words, "final.area", name=names[each.seat], token=token, place=where, points=each.points)
    yield _say(words, "final.points", points=amounts(names, finale.points))
