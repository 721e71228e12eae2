"""The words of Rycerze i zamki as people read them (cards, tiles), its events as one line each, and their sentences."""

from collections.abc import Mapping, Sequence

from data.words import Words
from engines.contract import Event, EventData, Move, Word
from engines.rycerze.components import CARD, DRUM, MATERIAL, ROUNDS, TILE
from engines.rycerze.events import CastleWon, GameEnded, Over, Recruitment, TileTurned
from engines.rycerze.view import RycerzeView
from render.contract import Audience, Weight
from render.prose import capital, list_text, sentence
from render.rycerze import board, cards

WEIGHTS: Mapping[type[EventData], Weight] = {
    CastleWon: "result",
    GameEnded: "result",
    TileTurned: "shown",
}
"""How much its events mean to somebody who missed them."""


def tile_label(words: Words, key: str) -> str:
    """A tile with its points."""
    castle = board.parts(key)
    name = words(f"rycerze.tile.{key}")
    return f"{name} ({words.count('render.points', castle[2])})" if castle else name


def card_label(words: Words, key: str) -> str:
    """A card's name and strengths in stone, brick and wood."""
    values = cards.strengths(key)
    name = words(f"rycerze.card.{key}")
    return f"{name} {'/'.join(str(value) for value in values)}" if values else name


def label(word: Word, said: Move, view: RycerzeView, audience: Audience) -> str:
    """A word as a person reads it: for a castle, cards with the strength that counts there."""
    words = audience.words
    if word not in CARD:
        return words(f"rycerze.word.{word}")
    name = words(f"rycerze.short.{word}")
    values = cards.strengths(word)
    if values is None:
        return f"{name} ({words('rycerze.returns')})"
    castle = TILE[view.tile] if view.tile is not None and said[:1] == ("play",) else None
    if castle is not None and castle < DRUM:
        return f"{name} {values[MATERIAL[castle]]}"
    return f"{name} {'/'.join(map(str, values))}"


def line(event: Event, audience: Audience) -> str | None:
    """An event as a line of the public log."""
    words, data = audience.words, event.data
    names = audience.names
    match data:
        case TileTurned():
            key = "castle" if board.parts(data.tile) else "drum"
            return words(f"rycerze.line.{key}", when=capital(when(words, data)), tile=tile_label(words, data.tile))
        case CastleWon():
            return f"{castle_taken(words, data, names)} {cards_played(words, data.cards, names)}."
        case Recruitment() if not any(data.recruited):
            return words("rycerze.line.no-castle", round=data.round)
        case Recruitment():
            return f"{words('rycerze.line.recruitment')} {recruits(words, data, names)}"
        case GameEnded():
            totals = ", ".join(f"{names[seat]} {data.totals[seat]}" for seat in data.order)
            return words("rycerze.line.game", game=data.game, games=data.games, name=names[data.order[0]], totals=totals)
        case Over():
            return words("rycerze.put-out", tile=words(f"rycerze.tile.{data.put_out}")) + "."
    return None


def summary(events: Sequence[Event], audience: Audience) -> str:
    """The events of a turn in one line. It leaves out the cards of a battle, which the board shows, and a drum followed by its
    recruitment.
    """
    words, names = audience.words, audience.names
    after = max((at for at, event in enumerate(events) if isinstance(event.data, Recruitment)), default=-1)
    lines = (
        castle_taken(words, event.data, names) if isinstance(event.data, CastleWon) else line(event, audience)
        for at, event in enumerate(events)
        if event.to is None and not (at < after and isinstance(event.data, TileTurned) and board.parts(event.data.tile) is None)
    )
    return " ".join(filter(None, lines))


def when(words: Words, known: board.Table | TileTurned) -> str:
    """The round, and the game if there are several."""
    now = words("rycerze.alt.round", round=known.round, rounds=ROUNDS)
    return words("rycerze.alt.game", game=known.game, games=known.games) + ", " + now if known.games > 1 else now


def cards_played(words: Words, played: Sequence[Sequence[str]], names: Sequence[str]) -> str:
    """The cards that each seat played."""
    hands = (list_text(words, [words(f"rycerze.card.{key}") for key in keys]) for keys in played)
    return "; ".join(
        words("rycerze.text.battle.cards", name=name, cards=cards) for name, cards in zip(names, hands, strict=False)
    )


def castle_taken(words: Words, data: CastleWon, names: Sequence[str]) -> str:
    """The player who takes the castle and why, and where the sword goes."""
    name, key = names[data.winner], tile_label(words, data.tile)
    if data.by == "sword":
        shepherds = all(fate == "returns" for fates in data.fates for fate in fates)
        said = words("rycerze.line.shepherds" if shepherds else "rycerze.line.sword", name=name, tile=key)
    else:
        best = next(each for each, fate in zip(data.cards[data.winner], data.fates[data.winner], strict=True) if fate == "wins")
        said = words("rycerze.line.strength", name=name, tile=key, card=words(f"rycerze.card.{best}"), strength=data.strength)
    if data.sword != data.sword_before:
        said = f"{said} {words('rycerze.line.sword-goes', name=names[data.sword])}"
    return said


def recruits(words: Words, data: Recruitment, names: Sequence[str]) -> str:
    """The players who took a card back, and those who could not."""
    took = [names[seat] for seat, took in enumerate(data.recruited) if took]
    empty = [names[seat] for seat, took in enumerate(data.recruited) if not took]
    parts = [words.count("rycerze.line.recruited", len(took), names=list_text(words, took)) if took else ""]
    parts.append(words.count("rycerze.line.empty", len(empty), names=list_text(words, empty)) if empty else "")
    return sentence(*parts)
