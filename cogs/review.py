"""Reviews of finished games by the computer player."""

import asyncio

from chat.app import App
from chat.cards import audiences, drawing, headings, hint, seating, wording
from chat.cards.command_options import FinishedOption
from chat.cards.meant import which_finished
from chat.cards.rolling import Rolling
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import GAME
from chat.press.doors import Names, read_number
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, GREY, Card, button, rows
from data.words import Words
from engines.contract import Move, Seat
from render import review as curves
from tables.errors import Refusal
from tables.history.replay import Replay
from tables.history.review import Decision, Review
from tables.history.review import drop_computer_moves as own_decisions
from tables.model.people import Preferences
from tables.model.table_info import TableInfo
from tables.service.review_actions import Reviewing

TELLING_SECONDS = 2.0
"""Seconds between two progress reports."""

DEAREST = 5
"""Decisions that are described in words."""


class Reviews(Cog):
    """Starts reviews of finished games, and shows the results."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._rolling = Rolling()

    async def cog_unload(self) -> None:
        """Stop all progress reports."""
        await self._rolling.close()

    @GAME.command("review")
    async def review(self, answer: PrivateAnswer, number: FinishedOption | None = None) -> None:
        """Show the computer player's review of a finished game; without a number, list the games."""
        if number is not None:
            await self._open(answer, number)
            return
        await which_finished(answer, "review.open", "review")

    @verb("review.open", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """The same by a button at the end of a game."""
        await self._open(answer, press.table)

    async def _open(self, answer: PrivateAnswer, number: int) -> None:
        kept = await answer.tables.reviews.stored_review(number)
        if kept is not None:
            await answer.show(await card(self.app, kept, answer.preferences, answer.words))
            return
        info = (await answer.tables.looks.read(number)).info
        under_way = await answer.tables.reviews.begin_review(number, answer.user)
        message = await answer.show(_progress(info, under_way, answer.words))
        if message is None:
            return  # it goes on, and is stored for a later request

        async def on() -> bool:
            await asyncio.wait({under_way.task}, timeout=TELLING_SECONDS)
            if not under_way.task.done():
                await answer.original.edit(_progress(info, under_way, answer.words))
                return answer.original.lasts
            if under_way.task.cancelled():
                answer_card = _over(info, answer.words("review.stopped"), answer.words)
            elif isinstance(error := under_way.task.exception(), Refusal):
                answer_card = _over(info, answer.reason(error), answer.words)
            elif error is not None:
                answer_card = _over(info, answer.words("cogs.error.fault"), answer.words)
            else:
                answer_card = await card(self.app, under_way.task.result(), answer.preferences, answer.words)
            await answer.original.edit(answer_card)
            return False

        self._rolling.roll(message, on, 0.0, user=answer.user)

    @verb("review.stop", Ack.UPDATE, ALONE, names=Names.WORD)
    async def stop(self, answer: PrivateAnswer, press: Press) -> None:
        """Stop waiting for a review; if nobody else waits for it, it ends."""
        number = read_number(press.word)
        message = answer.interaction.message
        await self._rolling.begin(message.id if message is not None else 0, answer.request)
        await answer.tables.reviews.stop_review(number, answer.user)
        info = (await answer.tables.looks.read(number)).info
        await answer.show(_over(info, answer.words("review.stopped"), answer.words))


def _progress(info: TableInfo, under_way: Reviewing, words: Words) -> Card:
    """Returns the card shown while the review is being made."""
    text = words("review.counting")
    if under_way.waits and not under_way.done:
        text = words("review.waits")
    elif under_way.total:
        text = words("review.progress", done=min(under_way.done + 1, under_way.total), total=under_way.total)
    stop = button(words("review.stop"), make("review.stop", 0, 0, (str(info.id),)), emoji="⏹️")
    return Card(title=headings.heading(info, words, "review.title"), text=text, rows=rows([stop]), colour=BLUE)


def _over(info: TableInfo, text: str, words: Words) -> Card:
    """Returns the card for a review that ended without a result, and why."""
    return Card(title=headings.heading(info, words, "review.title"), text=text, colour=GREY)


async def card(app: App, review: Review, own: Preferences, words: Words) -> Card:
    """Returns the whole review for one person. Raises NoReplay."""
    info = (await app.tables.looks.read(review.table)).info
    replay = await app.tables.looks.replay(review.table)
    review = own_decisions(review, replay)
    dearest = review.biggest(DEAREST)
    end = headings.when(app, info, max(dict(replay.turns), default=1), words)
    title = words("render.review.title", game=headings.game_name(info.game, words))
    drawn = curves.Curves(info.game, title, _points(info, replay, review, dearest), _capital(end))
    audience = audiences.audience(seating.throughout(info, replay), words, safe=False, own=own)
    picture = await drawing.picture_of(own.display, info.id, app.pictures.review, drawn, audience)
    lines = [words("review.about", level=words(f"{info.game}.level.{review.level}"))]
    lines += _agreement(info, replay, review, words)
    if picture is None or own.display == "both":
        lines.append(wording.escaped_line(curves.describe(drawn, audience)))
    lines.append(words("review.biggest" if dearest else "review.nothing"))
    sentences = await asyncio.to_thread(_sentences, app, info, replay, dearest, words)
    jumps = [
        button(words("review.jump", number=number), make("replay.open", 0, each.step, (str(info.id), f"_{number}")), emoji="🎞️")
        for number, each in enumerate(dearest, 1)
    ]
    return Card(
        title=headings.heading(info, words, "review.title"),
        picture=picture,
        text="\n".join([*lines, *sentences]),
        rows=rows(jumps),
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


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _sentences(app: App, info: TableInfo, replay: Replay, dearest: list[Decision], words: Words) -> list[str]:
    """Returns the decisions in words; may take some milliseconds."""
    audience = audiences.audience(info, words, safe=False)
    lines = []
    for number, each in enumerate(dearest, 1):
        low, high = hint.between(each.gain, each.spread)

        def say(moves: tuple[Move, ...], each: Decision = each) -> str:
            label = audiences.renderer(app, info).label
            views = replay.views(each.step - 1, each.seat, moves)  # the meaning of a move's words depends on this view
            lines = [
                [label(word, move[:at], view, audience) for at, word in enumerate(move)]
                for move, view in zip(moves, views, strict=True)
            ]
            return wording.escaped_line("; ".join(map(", ".join, lines)))

        values = {
            "number": number,
            "when": _capital(headings.when(app, info, each.turn, words)),
            "name": seating.seat_name(seating.then(info, replay, each.step), each.seat),
            "said": say(each.played or (replay.step(each.step).move,)),
            "better": say(each.line or (each.better,)),
            "low": max(1, low),
            "high": max(1, high),
        }
        line = words("review.decision-about" if low < high else "review.decision", **values)
        lines.append(" ".join([line, *hint.why(info.game, each.terms, words)[:1]]))
    return lines
