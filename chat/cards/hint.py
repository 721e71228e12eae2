"""Hints: the computer player's three best moves, a sentence each on why, and one of them on the private picture."""

from collections.abc import Sequence
from itertools import groupby

import discord

from asking import hinted, players
from chat.app import App
from chat.cards import headings, links, seating, wording
from chat.press.presses import make
from chat.wire.layout import BLUE, Card, button, rows
from data.words import Words
from engines.contract import Candidate, Move, Term
from render.contract import Picture
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading
from tables.service.advice_actions import Hint

SOON_SECONDS = 0.6
"""Seconds after which the person is told that the computer player is thinking."""

SIGNS = ("1️⃣", "2️⃣", "3️⃣")


def thinking(info: TableInfo, words: Words) -> Card:
    """Returns the card shown while the computer player thinks."""
    return Card(title=headings.heading(info, words, "hints.title"), text=words("hints.thinking"), colour=BLUE)


def thinking_of_lesson(game: str, words: Words) -> Card:
    """Returns the same for a lesson."""
    return Card(title=words("hints.in-lesson", game=words(f"{game}.name")), text=words("hints.thinking"), colour=BLUE)


def _moves(app: App, reading: Reading, found: Sequence[Candidate], words: Words, *, reasoned: bool) -> list[str]:
    """Returns a line for each move; `reasoned`: with a reason that no line before has given, if it has one."""
    game = reading.info.game
    lines: list[str] = []
    reasons: set[str] = set()
    for number, each in enumerate(found):
        given = why(game, each.terms, words) if reasoned else []
        reason = next((one for one in given if one not in reasons), given[0] if given else "")
        reasons.add(reason)
        sentences = [sentence(app, reading, each, words), *brings(game, each, words), reason]
        lines.append(f"{SIGNS[number]} {' '.join(sentences)}".rstrip())
    return lines


async def card(  # noqa: PLR0917 - what it shows, for whom
    app: App, hint: Hint, at: int, reading: Reading, words: Words, picture: Picture | None
) -> Card:
    """Returns the card of the moves. The picture, if there is one, shows move number `at`, from 0. A move about what only the
    board shows is made there, and no reason is given, which would give that away.
    """
    info, found, elsewhere = reading.info, hint.candidates, players.asks_on_board(app.games, reading)
    lines = [words("hints.about", level=words(f"{info.game}.level.{hint.level}"))]
    lines += _moves(app, reading, found, words, reasoned=not elsewhere)
    if picture is not None and len(found) > 1:
        lines.append(f"-# {words('hints.pictured', number=at + 1)}")
    if any(len(each.line) > 1 for each in found):
        lines.append(f"-# {words('hints.turns')}")
    lines.append(f"-# {words('hints.counted')}")
    play = [
        button(
            words("hints.play"),
            make("play.line", info.id, info.stage, (str(number),))
            if len(each.line) > 1
            else make("play.pick", info.id, info.stage, each.move),
            style=discord.ButtonStyle.success,
            emoji=SIGNS[number],
        )
        for number, each in enumerate(found)
    ]
    if elsewhere:
        play = [await links.to_board(app, info, words)]
    others = [number for number in range(len(found)) if number != at and picture is not None]
    look_at = [
        button(words("hints.show", number=number + 1), make("hints.ask", info.id, info.stage, (str(number),)), emoji="👁️")
        for number in others
    ]
    back = button(words("hints.back"), make("play.fresh", info.id, info.stage), emoji="↩️")
    return Card(
        title=headings.heading(info, words, "hints.title"),
        picture=picture,
        asks="\n".join(lines),
        rows=(*rows(play), *rows([*look_at, back])),
        colour=BLUE,
    )


def number_of(hint: Hint, words: Move) -> int:
    """Returns the number of the move that a press names; 0 if it names none."""
    return min(len(hint.candidates) - 1, max(0, "012".find("".join(words[:1]) or "0")))


def sentence(app: App, reading: Reading, candidate: Candidate, words: Words) -> str:
    """Returns a move, or all moves of a turn, with its value."""
    line = candidate.line or (candidate.move,)
    looks = zip(hinted.after_each(reading, line), line, strict=False)
    moves = [wording.escaped_line(app.asker.labels(before, words).line(move)) for before, move in looks]
    times = ((move, len(list(some))) for move, some in groupby(moves))
    said = "; ".join(move if number == 1 else f"{move} ×{number}" for move, number in times)
    return f"**{said}** · {worth(candidate, words)}"


def brings(game: str, candidate: Candidate, words: Words) -> list[str]:
    """Returns the points that a turn brings as one sentence, if they are known."""
    found = candidate.brings
    if found is None:
        return []
    own, others = with_sign(found.own), with_sign(found.others)
    if found.answered is None:
        return [words(f"{game}.brings", own=own)]
    return [words(f"{game}.brings-answered", own=own, answered=with_sign(found.answered), others=others)]


def with_sign(points: int) -> str:
    """Returns a difference with its sign."""
    return f"{points:+d}".replace("-", "−")


def worth(candidate: Candidate, words: Words) -> str:
    """Returns the expected share of the win, as an interval if it is sampled."""
    low, high = between(candidate.worth, candidate.spread)
    return words("hints.worth-about" if low < high else "hints.worth", low=low, high=high)


def between(share: float, spread: float) -> tuple[int, int]:
    """Returns the percentages between which a sampled share of the win lies, from 0 to 100."""
    low, high = (round(100 * min(max(each, 0.0), 1.0)) for each in (share - spread, share + spread))
    return low, high


def why(game: str, terms: tuple[Term, ...], words: Words) -> list[str]:
    """Returns the reasons as sentences in the game's own words, the most important first."""
    return [words.count(f"{game}.term.{term.key}", max(1, round(term.number))) for term in terms]


async def hint_counts(app: App, info: TableInfo, words: Words) -> str:
    """Returns for how many moves each player asked for a hint, shown at the end; "" if nobody did."""
    hints = await app.tables.advice.hints(info.id)
    each = [
        words.count("hints.told", number, name=seating.seat_name(info, seat))
        for seat, number in hints.items()
        if seat < len(info.seats)
    ]
    return f"💡 {' · '.join(each)}" if each else ""
