"""The story of a game of Torres: each event as one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from data.words import Words
from engines.contract import Event
from render.contract import Setting
from render.theme import LETTERS
from render.told import fitting, listed
from render.torres.scenes import parts

LONGEST = 380
"""Characters of a line; names are shortened where it takes more."""

Data = dict[str, Any]
Names = Sequence[str]


def line(event: Event, setting: Setting) -> str | None:
    """One line of the story; None for kinds that are not told. Lines of private events speak to their seat."""
    tell = _TOLD.get(event.kind)
    return None if tell is None else fitting(lambda names: tell(setting.words, event.data, names), setting, LONGEST)


def _left(words: Words, data: Data) -> str:
    return words("torres.line.left", n=data["ap"])


def _simple(kind: str) -> Callable[[Words, Data, Names], str]:
    def tell(words: Words, data: Data, names: Names) -> str:
        return words(f"torres.line.{kind}", name=names[data["seat"]], **{k: v for k, v in data.items() if isinstance(v, str)})

    return tell


def _king(words: Words, data: Data, names: Names) -> str:
    key = "king" if data["from"] else "crown"
    return words(f"torres.line.{key}", name=names[data["seat"]], start=data["from"], square=data["to"])


def _first(words: Words, data: Data, names: Names) -> str:
    return words("torres.line.first", name=names[data["seat"]], other=names[data["first"]])


def _place(words: Words, data: Data, names: Names) -> str:
    said = words("torres.line.place", name=names[data["seat"]], square=data["square"], level=data["level"])
    return f"{said} {_left(words, data)}"


def _move(words: Words, data: Data, names: Names) -> str:
    key = "through" if any(through for _, through in data["path"]) else "move"
    said = words(
        f"torres.line.{key}",
        name=names[data["seat"]],
        start=data["from"],
        square=data["to"],
        level=data["level"],
        cost=data["cost"],
    )
    return f"{said} {_left(words, data)}"


def _build(words: Words, data: Data, names: Names) -> str:
    said = words("torres.line.build", name=names[data["seat"]], square=data["square"], height=data["height"])
    return f"{said} {words('torres.line.tower', n=data['left'])} {_left(words, data)}"


def _draw(words: Words, data: Data, names: Names) -> str:
    return f"{words('torres.line.draw', name=names[data['seat']])} {_left(words, data)}"


def _looked(words: Words, data: Data, _: Names) -> str:
    return words("torres.line.looked", cards=_cards(words, data["cards"]))


def _keep(words: Words, data: Data, names: Names) -> str:
    return words.count("torres.line.keep", data["cards"], name=names[data["seat"]])


def _kept(words: Words, data: Data, _: Names) -> str:
    said = [words("torres.line.kept", card=words(f"torres.card.{data['card']}"))]
    said += [words(f"torres.line.{key}", cards=_cards(words, data[key])) for key in ("tops", "bottoms") if data[key]]
    return " ".join(said)


def _cards(words: Words, cards: Sequence[str]) -> str:
    return listed(words, [words(f"torres.card.{card}") for card in cards])


def _card(words: Words, data: Data, names: Names) -> str:
    card = data["card"]
    said = words("torres.line.card", name=names[data["seat"]], card=words(f"torres.card.{card}"))
    values = {"start": data.get("from", ""), "square": data.get("to", data.get("square", ""))}
    if card in {"six", "seven"}:
        how = words("torres.line.more", n=data["ap"])
    elif card in {"under", "supply"}:
        how = words(f"torres.line.{card}", **values, height=data["height"])
    elif card == "shift":
        how = words("torres.line.shift", **values, height=data["height"])
    elif card == "higher":
        how = words("torres.line.higher", **values, level=data["level"])
    else:
        how = words("torres.line.walks", **values, level=data["level"])
    also = [words(f"torres.line.{key}") for key in ("founded", "vanished") if data.get(key)]
    return " ".join([f"{said} {how}", *also])


def _point(words: Words, data: Data, names: Names) -> str:
    said = words("torres.line.point", name=names[data["seat"]], score=data["score"])
    slid = words.count("torres.line.slides", data["slides"]) if data["slides"] else ""
    return " ".join(part for part in (said, slid, _left(words, data)) if part)


def _end(words: Words, data: Data, names: Names) -> str:
    said = words("torres.line.end", name=names[data["seat"]])
    if data["lost"]:
        said = words("torres.line.end-lost", name=names[data["seat"]], n=data["lost"])
    more = [words("torres.line.towers", towers=" ".join(map(str, data["towers"])))] if data["towers"] else []
    if data["to_supply"]:
        more.append(words("torres.line.to-supply", n=data["to_supply"]))
    if data["kept"]:
        more.append(words("torres.line.kept-segments", n=data["kept"]))
    return " ".join([said, *more])


def _round(words: Words, data: Data, names: Names) -> str:
    return words("torres.line.round", phase=data["phase"], round=data["round"], name=names[data["starter"]])


def _scoring(words: Words, data: Data, names: Names) -> str:
    told = []
    for seat in data["order"]:
        made = ", ".join(f"{words(f'torres.scoring.{part.kind}')} {part.points}" for part in parts(data, seat) if part.points)
        gained = data["after"][seat] - data["before"][seat]
        why = f" ({made})" if made else ""
        told.append(f"{LETTERS[seat]} {names[seat]} +{gained}{why} → {data['after'][seat]}")
    return f"{words('torres.scoring.title', phase=data['phase'])}: {'; '.join(told)}."


def _phase(words: Words, data: Data, names: Names) -> str:
    return words("torres.line.phase", phase=data["phase"], name=names[data["starter"]])


def _over(words: Words, data: Data, names: Names) -> str:
    told = ", ".join(f"{name} {score}" for name, score in zip(names, data["scores"], strict=False))
    return words("torres.line.over", scores=told)


_TOLD: dict[str, Callable[[Words, Data, Names], str]] = {
    "castle": _simple("castle"),
    "start": _simple("start"),
    "king": _king,
    "stay": _simple("stay"),
    "first": _first,
    "place": _place,
    "move": _move,
    "build": _build,
    "draw": _draw,
    "looked": _looked,
    "keep": _keep,
    "kept": _kept,
    "card": _card,
    "point": _point,
    "end": _end,
    "round": _round,
    "scoring": _scoring,
    "phase": _phase,
    "over": _over,
}
