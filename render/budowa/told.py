"""Budowa zamku in words: descriptions of the pictures, the text board, labels, the lines of the story.

Names are inserted as the setting has them (see `render.contract`). The number of the open card is told by the board alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from data.words import Words
from engines.budowa.components import COLUMNS, ELEMENTS, FIGURE, ROWS, SPOT, TILE
from engines.budowa.view import Board, BudowaView
from engines.contract import Event, Result, Seat, Word
from render.budowa import table
from render.budowa.table import Known, spot_name
from render.contract import ALT_LENGTH, TEXT_LENGTH, Setting
from render.theme import LETTERS
from render.told import capital, fitting, sentence

Names = Sequence[str]


def card(words: Words, number: int, *, figures: bool = True) -> str:
    """A card's number and figure."""
    kind = FIGURE.get(number) if figures else None
    return f"{number} ({words(f'budowa.figure.{kind}')})" if kind else str(number)


def label(word: Word, view: BudowaView, setting: Setting) -> str:
    """A word as a person reads it; the open card's number is not told, labels may outlast it."""
    words = setting.words
    if word in SPOT:
        note = next((note.number for note in view.board.notes if note.spot == word), None)
        return spot_name(word) if note is None else f"{spot_name(word)} · {note}"
    if word == "back" and view.open is not None:
        return words(f"budowa.word.back.{view.open.decline}", spot=spot_name(view.open.spot))
    return words(f"budowa.word.{word}")


# ---------------------------------------------------------------- the table


def _castle(words: Words, board: Board, seat: Seat, name: str) -> str:
    """One seat in a sentence: its castle, how many elements, points, the wizard."""
    castle = board.castles[seat]
    shown = ", ".join(card(words, number, figures=board.figures) for number in (TILE, *castle))
    facts = [words("budowa.alt.elements", n=1 + len(castle), all=ELEMENTS)]
    if board.figures:
        facts.append(words.count("render.points", board.points[seat]))
    if board.wizard == seat:
        facts.append(words("budowa.alt.wizard"))
    return f"{LETTERS[seat]} {name}: {shown}; {', '.join(facts)}"


def _rows(board: Board) -> str:
    """The spots that still have a card, by rows: `A 1 3, B 2`."""
    there = {row: [spot[1:] for spot in board.spots if spot[0] == row] for row in ROWS}
    return ", ".join(f"{row.upper()} {' '.join(columns)}" for row, columns in there.items() if columns)


def _rest(words: Words, board: Board) -> list[str]:
    """What lies in the grid, what is out, how near the end is, and the notes."""
    return [
        words("budowa.alt.down", n=len(board.spots), spots=_rows(board)) if board.spots else "",
        words("budowa.alt.out", cards=", ".join(map(str, board.out))) if board.out else "",
        words.count("budowa.alt.stall", board.stall) if board.stall else "",
        _notes(words, board),
    ]


def _notes(words: Words, board: Board) -> str:
    if not board.notes:
        return ""
    return words("budowa.alt.notes", notes=", ".join(f"{spot_name(note.spot)} {note.number}" for note in board.notes))


def _open(words: Words, known: Known, names: Names) -> str:
    """What lies open. Number 0: where it can be seen."""
    shown = known.open
    if shown is None:
        return ""
    values = {"spot": spot_name(shown.spot), "name": names[shown.seat]}
    if not shown.number:
        return words("budowa.alt.open.there", **values)
    key = "budowa.alt.open.back" if shown.decided else "budowa.alt.open"
    return words(key, card=card(words, shown.number), **values)


def board(view: BudowaView, setting: Setting) -> str:
    """What the board's picture shows."""
    words, known = setting.words, table.of_view(view)

    def build(names: Names) -> str:
        return sentence(
            f"{words('budowa.name')}: {_head(known, setting, names)}",
            _open(words, known, names),
            *(_castle(words, known.board, seat, names[seat]) for seat in range(view.seats)),
            *_rest(words, known.board),
        )

    return fitting(build, setting, ALT_LENGTH)


def _head(known: Known, setting: Setting, names: Names) -> str:
    return table.said(known, setting, names[known.active])


def text(view: BudowaView, setting: Setting) -> str:
    """The board as Markdown: the castles as a list, the grid as it lies on the picture."""
    words, known = setting.words, table.of_view(view)

    def build(names: Names) -> str:
        lines = [f"**{words('budowa.name')}** · {_head(known, setting, names)}"]
        if shown := _open(words, known, names):
            lines.append(f"**{shown}**")
        lines += [f"- {_castle(words, known.board, seat, f'**{names[seat]}**')}" for seat in range(view.seats)]
        lines += ["```", *_grid(view), "```"]
        lines += [line for line in _rest(words, known.board)[1:] if line]
        return "\n".join(lines)

    return fitting(build, setting, TEXT_LENGTH)


def _grid(view: BudowaView) -> list[str]:
    """Nine lines of five: spots that still have a card by their names, the open one in brackets, gone ones as dots."""
    there, shown = set(view.board.spots), view.open.spot if view.open is not None else ""
    lines = []
    for column in range(1, COLUMNS + 1):
        spots = [f"{row}{column}" for row in ROWS]
        signs = (
            f"[{spot_name(spot)}]" if spot == shown else f" {spot_name(spot)} " if spot in there else " ·  " for spot in spots
        )
        lines.append(" ".join(signs).rstrip())
    return lines


# ---------------------------------------------------------------- what has happened


def scene(kind: str, data: dict[str, Any], setting: Setting) -> str:
    """What the picture of a decision shows."""
    words, known = setting.words, table.of_event(kind, data)

    def build(names: Names) -> str:
        return sentence(
            _told(words, kind, data, names),
            *(_castle(words, known.board, seat, names[seat]) for seat in range(known.seats)),
            *_rest(words, known.board),
        )

    return fitting(build, setting, ALT_LENGTH)


def _told(words: Words, kind: str, data: Mapping[str, Any], names: Names) -> str:
    """A decision as a sentence."""
    values: dict[str, Any] = {"name": names[data["seat"]], "spot": spot_name(data["spot"])}
    if kind == "back":
        return words("budowa.line.back.forced" if data["forced"] else "budowa.line.back", **values)
    if kind == "insert":
        values["low"], values["high"] = data["between"]
    return words(f"budowa.line.{kind}", card=card(words, data["number"]), **values)


def line(event: Event, setting: Setting) -> str | None:
    """An event as a line of the story."""
    words, data, names = setting.words, event.data, [person.name for person in setting.people]
    if event.kind == "flip":
        return words("budowa.line.flip", name=names[data["seat"]], spot=spot_name(data["spot"]))
    if event.kind == "over":
        return words(f"budowa.line.over.{data['ending']}", name=names[data["seat"]])
    if event.kind in ("build", "insert", "back", "out"):
        return _told(words, event.kind, data, names)
    return None


def made_of(words: Words, told: Mapping[str, int]) -> str:
    """What a score consists of, briefly: in the base game the last card, with figures cards, figures and pairs."""
    if "elements" in told:
        return words("budowa.made-of.last", n=told["last"])
    figures = sum(told[key] for key in ("king", "queen", "knight", "princess"))
    return words("budowa.made-of", cards=told["cards"], figures=figures, pairs=told["pairs"])


def final(view: BudowaView, result: Result, setting: Setting) -> str:
    """What the final picture shows."""
    words = setting.words
    order = sorted(range(view.seats), key=lambda seat: result.places[seat])

    def build(names: Names) -> str:
        rows = []
        for seat in order:
            parts = ", ".join(f"{words(f'budowa.score.{key}')} {n}" for key, n in result.breakdown[seat].items())
            castle = ", ".join(card(words, number, figures=view.board.figures) for number in view.board.castles[seat])
            score = result.scores[seat]
            points = words.count("render.points" if view.board.figures else "budowa.elements", score)
            rows.append(f"{result.places[seat]}. {LETTERS[seat]} {names[seat]}: {points} ({parts})")
            rows[-1] += f"; {castle}" if castle else ""
        reason = words("budowa.final.reason", reason=words(f"budowa.reason.{result.reason}"))
        return sentence(capital(words("budowa.over")), *rows, reason)

    return fitting(build, setting, ALT_LENGTH)
