"""Rycerze i zamki in words: descriptions of the pictures, the text board, labels of cards, the lines of the story.

Names are inserted as the setting has them (see `render.contract`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from data.words import Words
from engines.contract import Event, Move, Result, Seat, Word
from engines.rycerze.components import CARD, ROUNDS, SHEPHERD
from engines.rycerze.view import RycerzeView
from render.contract import ALT_LENGTH, TEXT_LENGTH, Setting
from render.rycerze import cards, hand, table
from render.theme import LETTERS
from render.told import capital, fitting, listed, sentence

Names = Sequence[str]


def tile(words: Words, key: str) -> str:
    """A tile with its points."""
    castle = table.parts(key)
    name = words(f"rycerze.tile.{key}")
    return f"{name} ({words.count('render.points', castle[2])})" if castle else name


def card(words: Words, key: str) -> str:
    """A card's name and strengths in stone, brick and wood."""
    values = cards.strengths(key)
    name = words(f"rycerze.card.{key}")
    return f"{name} {'/'.join(str(value) for value in values)}" if values else name


def label(word: Word, said: Move, view: RycerzeView, setting: Setting) -> str:
    """A word as a person reads it: cards with the letter they have on the picture of the hand. The second shepherd gets its
    letter when `said` has the first.
    """
    del view
    words = setting.words
    if word in CARD:
        returning = f" ({words('rycerze.returns')})" if CARD[word] == SHEPHERD else ""
        return f"{hand.letter(word, said)} · {card(words, word)}{returning}"
    return words(f"rycerze.word.{word}")


# ---------------------------------------------------------------- the table


def _when(words: Words, known: table.Table) -> str:
    now = words("rycerze.alt.round", round=known.round, rounds=ROUNDS)
    return words("rycerze.alt.game", game=known.game, games=known.games) + ", " + now if known.games > 1 else now


def _won(words: Words, castles: Sequence[str]) -> str:
    return listed(words, [words(f"rycerze.tile.{key}") for key in castles])


def _seat(words: Words, known: table.Table, seat: Seat, name: str, *more: str) -> str:
    """One seat in a sentence: points, castles, cards, the sword, and more."""
    facts = [words.count("render.points", known.points[seat])]
    if known.games > 1:
        facts.append(words("rycerze.total", n=known.totals[seat]))
    if known.castles[seat]:
        facts.append(_won(words, known.castles[seat]))
    facts.append(words("rycerze.alt.cards", hand=known.hands[seat], camp=known.camps[seat]))
    if known.sword == seat:
        facts.append(words("rycerze.alt.sword"))
    return f"{LETTERS[seat]} {name}: {', '.join([*facts, *(fact for fact in more if fact)])}"


def _choice(words: Words, view: RycerzeView, seat: Seat) -> str:
    if view.over:
        return ""
    if view.tile and table.parts(view.tile) is None and view.camps[seat] == 0:
        return words("rycerze.empty-camp")
    return words("rycerze.chosen" if view.chosen[seat] else "rycerze.choosing")


def _stake(words: Words, key: str) -> str:
    castle = table.parts(key)
    if castle is None:
        return words("rycerze.alt.drum")
    return words("rycerze.alt.stake", tile=tile(words, key), material=words(f"rycerze.material.{castle[0]}"))


def board(view: RycerzeView, setting: Setting) -> str:
    """What the board's picture shows."""
    words, known = setting.words, table.of_view(view)

    def build(names: Names) -> str:
        past = listed(words, [words(f"rycerze.tile.{key}") for key in view.tiles[:-1]])
        return sentence(
            f"{words('rycerze.name')}, {_when(words, known)}",
            _stake(words, known.tile) if not view.over else words("rycerze.over"),
            *(_seat(words, known, seat, names[seat], _choice(words, view, seat)) for seat in range(view.seats)),
            words("rycerze.alt.past", tiles=past) if past else "",
        )

    return fitting(build, setting, ALT_LENGTH)


def own(view: RycerzeView, setting: Setting) -> str:
    """What the hand's picture shows."""
    words = setting.words
    stake = _stake(words, view.tile) if view.tile else words("rycerze.over")
    return sentence(words("rycerze.alt.hand", seat=LETTERS[view.seat or 0]), stake, *_own_cards(view, words))


def _own_cards(view: RycerzeView, words: Words) -> list[str]:
    """The cards of the view's seat with their letters: chosen ones, those to choose from, the others."""
    by_state: dict[str, list[str]] = {"chosen": [], "free": [], "hand": [], "camp": []}
    for letter, key, state in zip(hand.LETTERS, hand.LETTERED, hand.where(view), strict=True):
        by_state[state].append(f"{letter} {card(words, key)}")
    recruiting = view.tile is not None and table.parts(view.tile) is None
    where = {"chosen": "chosen", "free": "in-camp" if recruiting else "in-hand", "hand": "in-hand", "camp": "in-camp"}
    told = [words(f"rycerze.alt.{where[state]}", cards=listed(words, things)) for state, things in by_state.items() if things]
    return [*told, words("rycerze.hand.empty")] if recruiting and not view.camp else told


def text(view: RycerzeView, setting: Setting) -> str:
    """The board as Markdown; for a seat its own cards too."""
    words, known = setting.words, table.of_view(view)

    def build(names: Names) -> str:
        lines = [f"**{words('rycerze.name')}** · {_when(words, known)}"]
        lines.append(f"**{_stake(words, known.tile)}**" if not view.over else f"**{words('rycerze.over')}**")
        lines += [
            f"- {_seat(words, known, seat, f'**{names[seat]}**', _choice(words, view, seat))}" for seat in range(view.seats)
        ]
        if past := listed(words, [words(f"rycerze.tile.{key}") for key in view.tiles[:-1]]):
            lines.append(words("rycerze.alt.past", tiles=past))
        if view.put_out:
            lines.append(words("rycerze.put-out", tile=words(f"rycerze.tile.{view.put_out}")))
        if view.seat is not None:
            lines += ["", words("rycerze.alt.hand", seat=LETTERS[view.seat]), *_own_cards(view, words)]
        return "\n".join(lines)

    return fitting(build, setting, TEXT_LENGTH)


# ---------------------------------------------------------------- what has happened


def _revealed(words: Words, data: dict[str, Any], seat: Seat) -> str:
    castle = table.parts(data["tile"])
    column = ("stone", "brick", "wood").index(castle[0]) if castle else 0
    told = []
    for key, fate in zip(data["cards"][seat], data["fates"][seat], strict=True):
        values = cards.strengths(key)
        name = words(f"rycerze.card.{key}") + (f" {values[column]}" if values else "")
        told.append(f"{name} ({words(f'rycerze.fate.{fate}')})")
    return ", ".join(told)


def _taken(words: Words, data: dict[str, Any], names: Names) -> str:
    """Who takes the castle and why, and where the sword goes."""
    name, key = names[data["winner"]], words(f"rycerze.tile.{data['tile']}")
    if data["by"] == "sword":
        shepherds = all(fate == "returns" for fates in data["fates"] for fate in fates)
        said = words("rycerze.line.shepherds" if shepherds else "rycerze.line.sword", name=name, tile=key)
    else:
        best = next(
            each
            for each, fate in zip(data["cards"][data["winner"]], data["fates"][data["winner"]], strict=True)
            if fate == "wins"
        )
        said = words(
            "rycerze.line.strength", name=name, tile=key, card=words(f"rycerze.card.{best}"), strength=data["strength"]
        )
    if data["sword"] != data["sword_before"]:
        said = f"{said} {words('rycerze.line.sword-goes', name=names[data['sword']])}"
    return said


def castle(data: dict[str, Any], setting: Setting) -> str:
    """What the picture of a battle shows."""
    words, known = setting.words, table.of_data(data)

    def build(names: Names) -> str:
        return sentence(
            f"{capital(_when(words, known))}: {tile(words, data['tile'])}",
            *(f"{LETTERS[seat]} {names[seat]}: {_revealed(words, data, seat)}" for seat in range(known.seats)),
            _taken(words, data, names),
            _standings(words, known),
        )

    return fitting(build, setting, ALT_LENGTH)


def _standings(words: Words, known: table.Table) -> str:
    """Points, hands and camps of all seats by their letters."""
    told = [
        words(
            "rycerze.alt.after", seat=LETTERS[seat], points=known.points[seat], hand=known.hands[seat], camp=known.camps[seat]
        )
        for seat in range(known.seats)
    ]
    return f"{words('rycerze.alt.now')} {'; '.join(told)}"


def _recruits(words: Words, data: dict[str, Any], names: Names) -> str:
    took = [names[seat] for seat, took in enumerate(data["recruited"]) if took]
    empty = [names[seat] for seat, took in enumerate(data["recruited"]) if not took]
    parts = [words.count("rycerze.line.recruited", len(took), names=listed(words, took)) if took else ""]
    parts.append(words.count("rycerze.line.empty", len(empty), names=listed(words, empty)) if empty else "")
    return sentence(*parts)


def recruitment(data: dict[str, Any], setting: Setting) -> str:
    """What the picture of a recruitment shows."""
    words, known = setting.words, table.of_data(data)

    def build(names: Names) -> str:
        seats = (f"{LETTERS[seat]} {names[seat]}" for seat in range(known.seats))
        start = f"{capital(_when(words, known))}: {words('rycerze.tile.drum')}"
        return sentence(start, ", ".join(seats), _recruits(words, data, names), _standings(words, known))

    return fitting(build, setting, ALT_LENGTH)


def game(data: dict[str, Any], setting: Setting) -> str:
    """What the picture between two games shows."""
    words = setting.words

    def build(names: Names) -> str:
        rows = []
        for place, seat in enumerate(data["order"], 1):
            facts = [words.count("render.points", data["points"][seat]), words("rycerze.total", n=data["totals"][seat])]
            facts += [_won(words, data["castles"][seat])] if data["castles"][seat] else []
            rows.append(f"{place}. {LETTERS[seat]} {names[seat]}: {', '.join(facts)}")
        return sentence(
            words("rycerze.game.over", game=data["game"], games=data["games"]),
            *rows,
            words("rycerze.final.reason", reason=words(f"rycerze.reason.{data['reason']}")),
            words("rycerze.put-out", tile=words(f"rycerze.tile.{data['put_out']}")),
        )

    return fitting(build, setting, ALT_LENGTH)


def final(view: RycerzeView, result: Result, setting: Setting) -> str:
    """What the final picture shows: places, points and what they are made of, the rule that decided."""
    words = setting.words

    def build(names: Names) -> str:
        rows = []
        for seat in sorted(range(view.seats), key=lambda seat: result.places[seat]):
            made = [f"{words(f'rycerze.score.{key}')}: {n}" for key, n in result.breakdown[seat].items()]
            won = [_won(words, view.castles[seat])] if view.castles[seat] and view.games == 1 else []
            facts = ", ".join([words.count("render.points", result.scores[seat]), *won, *made])
            rows.append(f"{result.places[seat]}. {LETTERS[seat]} {names[seat]}: {facts}")
        put_out = words("rycerze.put-out", tile=words(f"rycerze.tile.{view.put_out}")) if view.put_out else ""
        reason = words("rycerze.final.reason", reason=words(f"rycerze.reason.{result.reason}"))
        return sentence(f"{words('rycerze.name')}: {words('rycerze.over').lower()}", *rows, reason, put_out)

    return fitting(build, setting, ALT_LENGTH)


def line(event: Event, setting: Setting) -> str | None:
    """One line of the public story."""
    words, data = setting.words, event.data
    names = [person.name for person in setting.people]
    if event.kind == "tile":
        when = words("rycerze.alt.round", round=data["round"], rounds=ROUNDS)
        if data["games"] > 1:
            when = f"{words('rycerze.alt.game', game=data['game'], games=data['games'])}, {when}"
        key = "castle" if table.parts(data["tile"]) else "drum"
        return words(f"rycerze.line.{key}", when=capital(when), tile=tile(words, data["tile"]))
    if event.kind == "castle":
        return _taken(words, data, names)
    if event.kind == "recruitment":
        return f"{words('rycerze.line.recruitment')} {_recruits(words, data, names)}"
    if event.kind == "game":
        first = data["order"][0]
        totals = ", ".join(f"{names[seat]} {data['totals'][seat]}" for seat in data["order"])
        return words("rycerze.line.game", game=data["game"], games=data["games"], name=names[first], totals=totals)
    if event.kind == "over":
        return words("rycerze.put-out", tile=words(f"rycerze.tile.{data['put_out']}")) + "."
    return None
