"""What the computer player says of a finished game: a curve, how each did, the costliest decisions and a way to each."""

import asyncio

from chat.app import App
from chat.cards import hint, table
from chat.press.presses import make
from chat.wire.layout import BLUE, GREY, Card, button, rows
from data.words import Words
from engines.contract import Move, Seat
from render import review as curves
from tables.history.replay import Replay
from tables.history.review import Decision, Review
from tables.history.review import own as own_decisions
from tables.model.models import Preferences, TableInfo
from tables.service.advice_actions import Reviewing

DEAREST = 5
"""Decisions that are described in words."""


def progress(info: TableInfo, under_way: Reviewing, words: Words) -> Card:
    """While it looks through the game."""
    text = words("review.counting")
    if under_way.total:
        text = words("review.progress", done=min(under_way.done + 1, under_way.total), total=under_way.total)
    stop = button(words("review.stop"), make("review.stop", 0, 0, (str(info.id),)), emoji="⏹️")
    return Card(title=table.heading(info, words, "review.title"), text=text, rows=rows([stop]), colour=BLUE)


def over(info: TableInfo, text: str, words: Words) -> Card:
    """It has ended without a word on the game, and why."""
    return Card(title=table.heading(info, words, "review.title"), text=text, colour=GREY)


async def card(app: App, review: Review, own: Preferences, words: Words) -> Card:
    """The whole review for one person. Raises NoReplay."""
    info = (await app.tables.looks.view(review.table)).table
    replay = await app.tables.looks.replay(review.table)
    review = own_decisions(review, replay)
    dearest = review.biggest(DEAREST)
    end = table.when(app, info, max(dict(replay.turns), default=1), words)
    title = words("render.review.title", game=table.game_name(info.game, words))
    drawn = curves.Curves(info.game, title, _points(info, replay, review, dearest), _capital(end))
    audience = table.audience(table.throughout(info, replay), words, safe=False, own=own)
    picture = await table.shown(own.display, info.id, app.pictures.review, drawn, audience)
    lines = [words("review.about", level=words(f"{info.game}.level.{review.level}"))]
    lines += _agreed(info, replay, review, words)
    if picture is None or own.display == "both":
        lines.append(table.escaped_line(curves.describe(drawn, audience)))
    lines.append(words("review.biggest" if dearest else "review.nothing"))
    sentences = await asyncio.to_thread(_sentences, app, info, replay, dearest, words)
    jumps = [
        button(words("review.jump", number=number), make("replay.open", 0, each.step, (str(info.id), f"_{number}")), emoji="🎞️")
        for number, each in enumerate(dearest, 1)
    ]
    return Card(
        title=table.heading(info, words, "review.title"),
        picture=picture,
        text="\n".join([*lines, *sentences]),
        rows=rows(jumps),
        colour=BLUE,
        text_first=own.display == "both",
    )


def _points(info: TableInfo, replay: Replay, review: Review, dearest: list[Decision]) -> tuple[tuple[curves.Point, ...], ...]:
    marks = {each.step: number for number, each in enumerate(dearest, 1)}
    last = max(1, replay.last)
    seats: list[list[curves.Point]] = [[] for _ in info.seats]
    for each in review.decisions:
        seats[each.seat].append(curves.Point(each.step / last, each.share, each.best, marks.get(each.step, 0)))
    return tuple(map(tuple, seats))


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _agreed(info: TableInfo, replay: Replay, review: Review, words: Words) -> list[str]:
    """How well each has decided, by seat; several on one seat in the order in which they sat there."""
    made: dict[tuple[Seat, str], set[int]] = {}
    for each in sorted(review.decisions, key=lambda each: (each.seat, each.step)):
        name = table.seat_name(table.then(info, replay, each.step), each.seat)
        made.setdefault((each.seat, name), set()).add(each.step)
    lines = []
    for (_, name), steps in made.items():
        good, number = review.agreed(steps)
        lines.append(words.count("review.agreed", number, name=name, good=good))
    return lines


def _sentences(app: App, info: TableInfo, replay: Replay, dearest: list[Decision], words: Words) -> list[str]:
    """The decisions in words; may take some milliseconds."""
    audience = table.audience(info, words, safe=False)
    lines = []
    for number, each in enumerate(dearest, 1):
        low, high = hint.between(each.gain, each.spread)

        def said(moves: tuple[Move, ...], each: Decision = each) -> str:
            label = table.renderer(app, info).label
            views = replay.views(each.step - 1, each.seat, moves)  # the words of a move mean what they mean there
            lines = [
                [label(word, move[:at], view, audience) for at, word in enumerate(move)]
                for move, view in zip(moves, views, strict=True)
            ]
            return table.escaped_line("; ".join(map(", ".join, lines)))

        values = {
            "number": number,
            "when": _capital(table.when(app, info, each.turn, words)),
            "name": table.seat_name(table.then(info, replay, each.step), each.seat),
            "said": said(each.played or (replay.step(each.step).move,)),
            "better": said(each.line or (each.better,)),
            "low": max(1, low),
            "high": max(1, high),
        }
        line = words("review.decision-about" if low < high else "review.decision", **values)
        lines.append(" ".join([line, *hint.why(info.game, each.terms, words)[:1]]))
    return lines
