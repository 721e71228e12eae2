"""Rycerze i zamki in words: the descriptions of the pictures and the text board.

Names are inserted as they are in the audience (see `render.contract`).
"""

from collections.abc import Sequence
from typing import TypeAlias

from data.words import Words
from engines.contract import Result, Seat
from engines.rycerze.components import ROUNDS
from engines.rycerze.events import CastleWon, GameEnded, Recruitment
from engines.rycerze.view import Round, RycerzeView
from render.contract import ALT_LENGTH, Audience
from render.prose import amounts, capital, final_text, fitted_names, list_text, sentence, variant
from render.prose import board as text_board
from render.rycerze import cards, hand, lines
from render.rycerze.board import Table
from render.rycerze.board import of as table_of
from render.rycerze.board import parts as parts_of_tile
from render.rycerze.lines import card_label, tile_label

Names: TypeAlias = Sequence[str]


def moment(turn: int) -> tuple[int, ...]:
    """The contract's turn as the board counts it: the round, and before it the game in a later game of a match."""
    game, round_ = divmod(turn - 1, ROUNDS)
    return (game + 1, round_ + 1) if game else (round_ + 1,)


def _castles_won(words: Words, castles: Sequence[str]) -> str:
    return list_text(words, [words(f"rycerze.tile.{key}") for key in castles])


def _seat(words: Words, view: RycerzeView, known: Table, seat: Seat) -> str:
    """One seat: points, castles, cards, the sword, whether it has chosen."""
    facts = [words.count("render.points", known.points[seat])]
    if known.games > 1:
        facts.append(words("rycerze.total", n=known.totals[seat]))
    if known.castles[seat]:
        facts.append(_castles_won(words, known.castles[seat]))
    facts.append(words("rycerze.alt.cards", hand=known.hands[seat], camp=known.camps[seat]))
    if known.sword == seat:
        facts.append(words("rycerze.alt.sword"))
    return ", ".join(filter(None, [*facts, _choice(words, view, seat)]))


def _choice(words: Words, view: RycerzeView, seat: Seat) -> str:
    if view.over:
        return ""
    if view.tile and parts_of_tile(view.tile) is None and view.camps[seat] == 0:
        return words("rycerze.empty-camp")
    return words("rycerze.chosen" if view.ready[seat] else "rycerze.choosing")


def _stake(words: Words, key: str) -> str:
    castle = parts_of_tile(key)
    if castle is None:
        return words("rycerze.alt.drum")
    return words("rycerze.alt.stake", tile=tile_label(words, key), material=words(f"rycerze.material.{castle[0]}"))


@fitted_names(ALT_LENGTH)
def board(names: Names, view: RycerzeView, audience: Audience) -> str:
    """The alt text of the board."""
    words, known = audience.words, table_of(view)
    last = [_battle(words, len(view.past), view.past[-1], names)] if view.past and view.past[-1].cards and not view.over else []
    return sentence(
        f"{words('rycerze.name')}, {lines.when(words, known)}",
        _question(words, view, known),
        *(f"{names[seat]}: {_seat(words, view, known, seat)}" for seat in range(view.seats)),
        _past(words, view),
        *last,
    )


def _question(words: Words, view: RycerzeView, known: Table) -> str:
    return words("rycerze.over") if view.over else _stake(words, known.tile)


def _past(words: Words, view: RycerzeView) -> str:
    past = list_text(words, [words(f"rycerze.tile.{key}") for key in view.tiles[:-1]])
    return words("rycerze.alt.past", tiles=past) if past else ""


def _battle(words: Words, number: int, played: Round, names: Names) -> str:
    """The cards played for a castle, and who took it."""
    tile, shown = words(f"rycerze.tile.{played.tile}"), lines.cards_played(words, played.cards, names)
    return words("rycerze.text.battle", round=number, tile=tile, shown=shown, name=names[played.took or 0])


def hand_text(view: RycerzeView, audience: Audience) -> str:
    """The alt text of the hand."""
    words = audience.words
    stake = _stake(words, view.tile) if view.tile else words("rycerze.over")
    return sentence(words("rycerze.alt.hand", name=audience.names[view.viewer]), stake, *_own_cards(view, words))


def _own_cards(view: RycerzeView, words: Words) -> list[str]:
    """The cards of the view's seat with their letters: chosen ones, those that may be chosen, the others."""
    by_state: dict[str, list[str]] = {"chosen": [], "free": [], "hand": [], "camp": []}
    for letter, key, state in zip(hand.LETTERS, hand.LETTERED, hand.where(view), strict=True):
        by_state[state].append(f"{letter} {card_label(words, key)}")
    recruiting = view.tile is not None and parts_of_tile(view.tile) is None
    where = {"chosen": "chosen", "free": "in-camp" if recruiting else "in-hand", "hand": "in-hand", "camp": "in-camp"}
    parts = [
        words(f"rycerze.alt.{where[state]}", cards=list_text(words, things)) for state, things in by_state.items() if things
    ]
    return [*parts, words("rycerze.hand.empty")] if recruiting and not view.camp else parts


def text(view: RycerzeView, audience: Audience) -> str:
    """The board as Markdown; for a seat, also its own cards."""
    words, known = audience.words, table_of(view)
    seats = [_seat(words, view, known, seat) for seat in range(view.seats)]
    below = [_past(words, view), words("rycerze.put-out", tile=words(f"rycerze.tile.{view.put_out}")) if view.put_out else ""]
    if view.seat is not None:
        below += ["\n" + words("rycerze.alt.hand", name=audience.names[view.seat]), *_own_cards(view, words)]
    asked = f"**{_question(words, view, known)}**"
    return text_board(audience, "rycerze", lines.when(words, known), seats, below, above=[asked])


def more(view: RycerzeView, audience: Audience) -> list[str]:
    """What the text board has no room for: the seniority order, all cards shown in earlier rounds, the earlier games, the
    variant.
    """
    words, names = audience.words, audience.names
    lines = [words("rycerze.text.order", names=", ".join(names[seat] for seat in view.seniority))]
    for number, past in enumerate(view.past, 1):
        if past.recruited:
            took = (
                words(f"rycerze.text.drum.{'took' if took else 'empty'}", name=names[seat])
                for seat, took in enumerate(past.recruited)
            )
            lines.append(words("rycerze.text.drum", round=number, took="; ".join(took)))
            continue
        lines.append(_battle(words, number, past, names))
    if view.recruits:
        cards = [words(f"rycerze.card.{key}") if key else words("rycerze.text.recruits.none") for key in view.recruits]
        lines.append(words("rycerze.text.recruits", cards=", ".join(cards)))
    for number, points in enumerate(view.scores, 1):
        lines.append(words("rycerze.text.game", game=number, points=amounts(names, points)))
    return [*lines, variant(words, "rycerze", view.options)]


# ---------------------------------------------------------------- what has happened


def _revelation(words: Words, data: CastleWon, seat: Seat) -> str:
    castle = parts_of_tile(data.tile)
    column = ("stone", "brick", "wood").index(castle[0]) if castle else 0
    parts = []
    for key, fate in zip(data.cards[seat], data.fates[seat], strict=True):
        values = cards.strengths(key)
        name = words(f"rycerze.card.{key}") + (f" {values[column]}" if values else "")
        parts.append(f"{name} ({words(f'rycerze.fate.{fate}')})")
    return ", ".join(parts)


@fitted_names(ALT_LENGTH)
def castle(names: Names, data: CastleWon, audience: Audience) -> str:
    """The alt text of a battle's picture."""
    words, known = audience.words, table_of(data)
    return sentence(
        f"{capital(lines.when(words, known))}: {tile_label(words, data.tile)}",
        *(f"{names[seat]}: {_revelation(words, data, seat)}" for seat in range(known.seats)),
        lines.castle_taken(words, data, names),
        _standings(words, known, names),
    )


def _standings(words: Words, known: Table, names: Names) -> str:
    """The points, hands and camps of all seats."""
    parts = [
        words("rycerze.alt.after", name=names[seat], points=known.points[seat], hand=known.hands[seat], camp=known.camps[seat])
        for seat in range(known.seats)
    ]
    return f"{words('rycerze.alt.now')} {'; '.join(parts)}"


@fitted_names(ALT_LENGTH)
def recruitment(names: Names, data: Recruitment, audience: Audience) -> str:
    """The alt text of a recruitment's picture."""
    words, known = audience.words, table_of(data)
    start = f"{capital(lines.when(words, known))}: {words('rycerze.tile.drum')}"
    return sentence(start, lines.recruits(words, data, names), _standings(words, known, names))


@fitted_names(ALT_LENGTH)
def game(names: Names, data: GameEnded, audience: Audience) -> str:
    """The alt text of the picture between two games."""
    words = audience.words
    rows = []
    for place, seat in enumerate(data.order, 1):
        facts = [words.count("render.points", data.points[seat]), words("rycerze.total", n=data.totals[seat])]
        facts += [_castles_won(words, data.castles[seat])] if data.castles[seat] else []
        rows.append(f"{place}. {names[seat]}: {', '.join(facts)}")
    return sentence(
        words("rycerze.game.over", game=data.game, games=data.games),
        *rows,
        words(f"rycerze.reason.{data.reason}"),
        words("rycerze.put-out", tile=words(f"rycerze.tile.{data.put_out}")),
    )


def final(view: RycerzeView, result: Result, audience: Audience) -> str:
    """The alt text of the final picture: places, points and what they are made of, the rule that decided."""
    words = audience.words

    def facts(seat: Seat) -> str:
        made = [f"{words(f'rycerze.score.{key}')}: {n}" for key, n in result.breakdown[seat].items()]
        won = [_castles_won(words, view.castles[seat])] if view.castles[seat] and view.games == 1 else []
        return ", ".join([words.count("render.points", result.scores[seat]), *won, *made])

    put_out = words("rycerze.put-out", tile=words(f"rycerze.tile.{view.put_out}")) if view.put_out else ""
    after = [words(f"rycerze.reason.{result.reason}"), put_out]
    return final_text("rycerze", result, audience, facts, lambda _: after, tie="rycerze.tie")
