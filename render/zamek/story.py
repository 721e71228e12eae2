"""The moves of Zamek in words: labels for buttons, and a line for each event."""

from __future__ import annotations

from typing import Any

import msgspec

from data.words import Words
from engines.contract import Event, Move, Word
from engines.zamek.components import KINDS, TILE, TILES
from engines.zamek.view import Offer, Place, ZamekView
from render.contract import Setting
from render.told import capital, listed
from render.zamek import board, shapes, told


def label(word: Word, said: Move, view: ZamekView, setting: Setting) -> str:
    """A word as a person reads it: squares and areas as they are called in the pictures."""
    words, at = setting.words, len(said)
    if at == 0:
        return words(f"zamek.word.{word}")
    if said[0] == "lay" and at == 1:
        return word
    if said[0] == "lay" and at == 2:
        return f"{word}°"
    if said[0] == "lay":
        return _area(word, view, words)
    if said[0] in {"score", "target"}:
        return _offer(word, said, view, words)
    return words(f"zamek.token.{word}")


def _area(word: Word, view: ZamekView, words: Words) -> str:
    """Where the subject goes: with the area's number on the preview."""
    if word == "none":
        return words("zamek.word.none")
    if view.tile is None:
        return words(f"zamek.kind.{word.rstrip('0123456789')}")
    part = shapes.part(view.tile, word)
    return told.choice(words, part + 1, TILES[TILE[view.tile]].areas[part].kind)


def _offer(word: Word, said: Move, view: ZamekView, words: Words) -> str:
    """An area that is asked about, by its square first where there are several there."""
    if len(said) == 1:
        found = [offer for offer in view.offers if offer.place.square == word]
        return f"{word} · {_worth(found[0], words)}" if len(found) == 1 else word
    for offer in view.offers:
        if (offer.place.square, offer.place.area) == (said[1], word):
            return f"{board.area_number(view, said[1], word)} · {_worth(offer, words)}"
    return words(f"zamek.kind.{word.rstrip('0123456789')}")


def _worth(offer: Offer, words: Words) -> str:
    return f"{words(f'zamek.kind.{offer.place.kind}')} +{offer.points}"


# -- what has happened --------------------------------------------------------------------------------------------------------


def line(event: Event, setting: Setting) -> str | None:
    """One line of the public story."""
    words, data = setting.words, event.data
    names = [person.name for person in setting.people]
    name = names[data["seat"]] if isinstance(data.get("seat"), int) else ""
    kind = event.kind
    if kind == "out":
        return words("zamek.line.out", tile=told.tile_short(words, data["tile"]), n=data["left"])
    if kind == "draw":
        return words("zamek.line.draw", name=name, tile=told.tile_short(words, data["tile"]))
    if kind == "lay":
        return _lay(data, name, words)
    if kind == "tie":
        one, other = data["subjects"]
        return words("zamek.line.tie", area=capital(told.area(words, _place(data))), one=one, other=other)
    if kind == "spent":
        return words("zamek.line.spent", name=name, token=words(f"zamek.token.{data['token']}"))
    if kind == "score":
        return _score(data, name, words)
    if kind == "token":
        token = words(f"zamek.token.{data['token']}")
        return words("zamek.line.token", name=name, token=token, tower="/".join(str(field) for field in data["fields"]))
    if kind == "keep":
        key = "moved" if data["before"] else "set"
        tiles = words.count("zamek.tiles", data["tiles"])
        return words(f"zamek.line.keep.{key}", name=name, square=data["square"], tiles=tiles, before=data["before"])
    if kind == "home":
        home = [
            words("zamek.line.home.one", role=words(f"zamek.role.{role}"), square=square, name=names[seat])
            for role, square, seat in ((each["role"], each["square"], each["seat"]) for each in data["subjects"])
        ]
        return capital(words.count("zamek.line.home", len(home), subjects=listed(words, home)))
    if kind == "pass":
        return words("zamek.line.pass", name=name)
    if kind == "end":
        return words("zamek.line.end", n=data["left"], towers=data["towers"])
    if kind == "aim":
        token = words(f"zamek.token.{data['token']}")
        return words("zamek.line.aim", name=name, token=token, area=told.area(words, _place(data)))
    if kind in {"final-meadows", "final-keeps", "final-areas"}:
        return f"{words(f'zamek.{kind}.title')}: {'; '.join(told.step_lines(kind, data, words, names))}."
    if kind == "over":
        scores = ", ".join(f"{names[seat]} {points}" for seat, points in enumerate(data["scores"]))
        won = data["winners"]
        end = words("zamek.final.shared") if len(won) > 1 else words("zamek.final.winner", name=names[won[0]])
        return f"{end}: {scores}."
    return None


def _place(data: dict[str, Any]) -> Place:
    return msgspec.convert(data["place"], Place)


def _lay(data: dict[str, Any], name: str, words: Words) -> str:
    said = words("zamek.line.lay", name=name, square=data["square"], rotation=data["rotation"])
    if not data["role"]:
        return f"{said}."
    kind = KINDS[TILES[TILE[data["tile"]]].areas[shapes.part(data["tile"], data["subject"])].kind]
    return f"{said} {words(f'zamek.line.lay.{kind}')}"


def _score(data: dict[str, Any], name: str, words: Words) -> str:
    extra = [words("zamek.line.score.stocks")] if data["stocks"] else []
    extra += [words("zamek.line.score.token")] if data["token"] else []
    return words(
        "zamek.line.score",
        name=name,
        points=data["points"],
        area=told.area(words, _place(data)),
        tiles=", ".join([words.count("zamek.tiles", data["tiles"]), *extra]),
        before=data["before"],
        after=data["after"],
    )
