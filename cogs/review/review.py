"""The computer player's review of a finished game, as one person sees it."""

import asyncio

from chat.app import App
from chat.cards import audiences, drawing, headings, seating, wording
from chat.press.presses import make
from chat.wire.layout import BLUE, Card, button, rows
from cogs.review.decision_words import DecisionWords, capital
from data.words import Words
from engines.contract import Seat
from render import review as curves
from tables.history.replay import Replay
from tables.history.review import Decision, Review
from tables.history.review import drop_computer_moves as own_decisions
from tables.model.people import Preferences
from tables.model.table_info import TableInfo

DEAREST = 5
"""Decisions that are listed in words."""


async def card(app: App, review: Review, own: Preferences, words: Words) -> Card:
    """Returns the whole review for one person. Raises NoReplay."""
    info = (await app.tables.looks.read(review.table)).info
    replay = await app.tables.looks.replay(review.table)
    review = own_decisions(review, replay)
    dearest = review.biggest(DEAREST)
    end = headings.when(app, info, max(dict(replay.turns), default=1), words)
    title = words("render.review.title", game=headings.game_name(info.game, words))
    drawn = curves.Curves(info.game, title, _points(info, replay, review, dearest), capital(end))
    audience = audiences.audience(seating.throughout(info, replay), words, safe=False, own=own)
    picture = await drawing.picture_of(own.display, info.id, app.pictures.review, drawn, audience)
    lines = [words("review.about", level=words(f"{info.game}.level.{review.level}"))]
    lines += _agreement(info, replay, review, words)
    if picture is None or own.display == "both":
        lines.append(wording.escaped_line(curves.describe(drawn, audience)))
    lines.append(words("review.biggest" if dearest else "review.nothing"))
    told = DecisionWords(app, info, replay, words)
    listed = await asyncio.to_thread(lambda: [told.line(each, number) for number, each in enumerate(dearest, 1)])
    marks = [
        button(words("review.jump", number=number), make("review.mark", 0, each.step, (str(info.id), f"_{number}")), emoji="📍")
        for number, each in enumerate(dearest, 1)
    ]
    return Card(
        title=headings.heading(info, words, "review.title"),
        picture=picture,
        text="\n".join([*lines, *listed]),
        rows=rows(marks),
        colour=BLUE,
        text_first=own.display == "both",
    )


def _points(
    info: TableInfo, replay: Replay, review: Review, dearest: list[Decision]
) -> tuple[tuple[curves.CurvePoint, ...], ...]:
    marks = {each.step: number for number, each in enumerate(dearest, 1)}
    last = max(1, replay.last)
    seats: list[list[curves.CurvePoint]] = [[] for _ in info.seats]
    for each in review.decisions:
        seats[each.seat].append(curves.CurvePoint(each.step / last, each.share, each.best, marks.get(each.step, 0)))
    return tuple(map(tuple, seats))


def _agreement(info: TableInfo, replay: Replay, review: Review, words: Words) -> list[str]:
    """Returns how well each player has decided, by seat; several on one seat in the order in which they sat there."""
    made: dict[tuple[Seat, str], set[int]] = {}
    for each in sorted(review.decisions, key=lambda each: (each.seat, each.step)):
        name = seating.seat_name(seating.then(info, replay, each.step), each.seat)
        made.setdefault((each.seat, name), set()).add(each.step)
    lines = []
    for (_, name), steps in made.items():
        good, number = review.count_agreed(steps)
        lines.append(words.count("review.agreed", number, name=name, good=good))
    return lines
