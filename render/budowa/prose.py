"""Budowa zamku in words: the descriptions of the pictures and the text board.

Names are inserted as they are in the audience (see `render.contract`). Only the board gives the number of the open card.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from data.words import Words
from engines.budowa.components import ELEMENTS, ROWS, TILE
from engines.budowa.view import Board, BudowaView
from engines.contract import Result, Seat
from render.budowa import lines
from render.budowa.board import Known, head_text, lost_text, of_event, of_view
from render.budowa.lines import Decided, card_label, spot_name
from render.contract import ALT_LENGTH, BOARD_LENGTH, Audience
from render.prose import capital, final_text, fitted_names, sentence, variant

Names: TypeAlias = Sequence[str]


def unit(options: Mapping[str, str]) -> str:
    """The unit of scores (B8, B9)."""
    return "render.points" if options.get("figures") == "on" else "budowa.elements"


def _castle(words: Words, board: Board, seat: Seat, name: str, *, backs: bool = False) -> str:
    """One seat in a sentence: its castle, the number of elements, points, the wizard, how often it has put a card back."""
    castle = board.castles[seat]
    cards = ", ".join(card_label(words, number, figures=board.figures) for number in (TILE, *castle))
    facts = [words("budowa.alt.elements", n=1 + len(castle), all=ELEMENTS)]
    if board.figures:
        facts.append(words.count("render.points", board.points[seat]))
    if board.wizard == seat:
        facts.append(words("budowa.alt.wizard"))
    if backs and board.backs[seat]:
        facts.append(words.count("budowa.text.backs", board.backs[seat]))
    return f"{name}: {cards}; {', '.join(facts)}"


def _rows(board: Board, *, whole: bool) -> str:
    """The spots that still have a card, by rows: `A 1 3, B 2`, or with their `whole` names."""
    there = {row: [spot for spot in board.spots if spot[0] == row] for row in ROWS}
    if whole:
        return ", ".join(" ".join(map(spot_name, spots)) for spots in there.values() if spots)
    return ", ".join(f"{row.upper()} {' '.join(spot[1:] for spot in spots)}" for row, spots in there.items() if spots)


def _rest(words: Words, board: Board, *, whole: bool = False) -> list[str]:
    """What lies in the grid, which cards are out, how near the end is, and the notes."""
    return [
        words("budowa.alt.down", n=len(board.spots), spots=_rows(board, whole=whole)) if board.spots else "",
        words("budowa.alt.out", cards=", ".join(map(str, board.out))) if board.out else "",
        words.count("budowa.alt.stall", board.stall) if board.stall else "",
        _notes(words, board),
    ]


def _notes(words: Words, board: Board) -> str:
    if not board.notes:
        return ""
    return words("budowa.alt.notes", notes=", ".join(f"{spot_name(note.spot)} {note.number}" for note in board.notes))


def _open(words: Words, known: Known, names: Names) -> str:
    """The open card; for number 0, only its spot."""
    open_card = known.open
    if open_card is None:
        return ""
    values = {"spot": spot_name(open_card.spot), "name": names[open_card.seat]}
    if not open_card.number:
        return words("budowa.alt.open.there", **values)
    key = "budowa.alt.open.back" if open_card.decided else "budowa.alt.open"
    return words(key, card=card_label(words, open_card.number), **values)


@fitted_names(ALT_LENGTH)
def board(names: Names, view: BudowaView, audience: Audience) -> str:
    """The alt text of the board."""
    words, known = audience.words, of_view(view)
    return sentence(
        f"{words('budowa.name')}: {_head(known, audience, names)}",
        _open(words, known, names),
        lost_text(known, audience),
        *(_castle(words, known.board, seat, names[seat]) for seat in range(view.seats)),
        *_rest(words, known.board),
    )


def _head(known: Known, audience: Audience, names: Names) -> str:
    return head_text(known, audience, names[known.active])


@fitted_names(BOARD_LENGTH)
def text(names: Names, view: BudowaView, audience: Audience) -> str:
    """The board as Markdown: the open card, the castles as a list, the cards on the table by rows, the last decision."""
    words, known = audience.words, of_view(view)
    head = words("budowa.text.turn", turn=view.turn), _head(known, audience, names)
    rows = [f"**{words('budowa.name')}** · {' · '.join(head)}"]
    if opened := _open(words, known, names):
        rows += [f"**{opened}**", *_decision_lines(words, view), lost_text(known, audience)]
    rows += [f"- {_castle(words, known.board, seat, f'**{names[seat]}**', backs=True)}" for seat in range(view.seats)]
    rows += [line for line in _rest(words, known.board, whole=True) if line]
    if view.last is not None:
        values = {"name": names[view.last.seat], "number": view.last.number, "spot": spot_name(view.last.spot)}
        rows.append(words(f"budowa.text.last.{view.last.kind}", **values))
    if view.ending:
        rows.append(words(f"budowa.ending.{view.ending}"))
    return "\n".join(filter(None, [*rows, variant(words, "budowa", view.options)]))


def _decision_lines(words: Words, view: BudowaView) -> list[str]:
    """What may be done with the open card, and what happens to it otherwise."""
    open_card = view.open
    if open_card is None or open_card.decided:
        return []
    can = "; ".join(words(f"budowa.text.can.{word}") for word in view.can)
    decline = words(f"budowa.text.decline.{open_card.decline}")
    return [words("budowa.text.can", what=can), decline] if can else [decline]


@fitted_names(ALT_LENGTH)
def scene(names: Names, data: Decided, audience: Audience) -> str:
    """The alt text of a decision's picture."""
    words, known = audience.words, of_event(data)
    return sentence(
        lines.decision(words, data, names),
        *(_castle(words, known.board, seat, names[seat]) for seat in range(known.seats)),
        *_rest(words, known.board),
    )


def final(view: BudowaView, result: Result, audience: Audience) -> str:
    """The alt text of the final picture."""
    words, figures = audience.words, view.board.figures

    def facts(seat: Seat) -> str:
        parts = ", ".join(f"{words(f'budowa.score.{key}')} {n}" for key, n in result.breakdown[seat].items())
        parts = words("budowa.alt.made-of", parts=parts) if figures else parts
        castle = ", ".join(card_label(words, number, figures=figures) for number in view.board.castles[seat])
        points = words.count("render.points" if figures else "budowa.elements", result.scores[seat])
        return f"{points} ({parts}){f'; {castle}' if castle else ''}"

    return final_text("budowa", result, audience, facts, head=capital(words("budowa.over")), tie=tie(figures=figures))


def tie(*, figures: bool) -> str:
    """The message about equal scores (B8, B10)."""
    return "budowa.tie-figures" if figures else "budowa.tie"
