"""Private answers that show a table or another subject are kept up to date: none shows an outdated state for long."""

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import discord
from msgspec.structs import replace

from asking.pictures import made_of_newest
from chat.app import App
from chat.press.answer import PrivateAnswer
from chat.replies.live import LiveReply
from chat.replies.pictures import PATIENCE_SECONDS
from chat.wire import extent
from chat.wire.extent import Extent
from chat.wire.layout import Card
from chat.wire.outcomes import Outcome, outcome
from data import telemetry
from data.records.processes import News
from data.words import Words
from render.turns import Outdated
from tables.errors import WrongState
from tables.model.subjects import Subject
from tables.rules.reading import Reading

log = logging.getLogger(__name__)

S = TypeVar("S", bound=Subject)


class Draw(Protocol):
    """Makes a card from the table as that user sees it, the user, and their language. May raise Outdated."""

    async def __call__(self, app: App, reading: Reading, user: int, words: Words, /, *, pictured: bool = True) -> Card: ...


class LiveCard:
    """The card of an answer that follows its table: drawn for a press, and again when the table has changed."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    async def for_press(self, answer: PrivateAnswer, reading: Reading, *, pictured: bool = True) -> Card:
        """Returns the card that answers a press, with or without its picture. May raise Outdated."""
        return await self._draw(answer.app, reading, answer.user, answer.words, pictured=pictured)

    async def again(self, app: App, reading: Reading, user: int, words: Words) -> Card:
        """Returns the card when the table has changed. May raise Outdated."""
        return await self._draw(app, reading, user, words)


async def show(answer: PrivateAnswer, name: str, live: LiveCard, reading: Reading) -> None:
    """Answer in private with a card, and keep it up to date from now on. A newer answer of the same name replaces an older one.
    While pictures queue up, the answer is shown without its picture immediately, and the picture follows.
    """
    app, number = answer.app, reading.info.id
    make = functools.partial(live.for_press, answer)
    drawing = asyncio.create_task(made_of_newest(app.asker, answer.user, reading, make))
    following = False
    try:
        with app.live_replies.answering(number, answer.user, name):
            late = (
                app.pictures.wait(number) > PATIENCE_SECONDS or not (await asyncio.wait({drawing}, timeout=PATIENCE_SECONDS))[0]
            )
            if late:
                make = functools.partial(make, pictured=False)
                card, reading = await made_of_newest(app.asker, answer.user, reading, make)
            else:
                card, reading = await drawing
            message = await _show_table(answer, name, live, reading, card)
        if message is not None and late:
            _send_picture_later(answer, name, number, message, drawing)
            following = True
    finally:
        if not following:
            drawing.cancel()
    if message is None or answer.lasting:
        return
    await _announce(answer, name, number, message)
    if not await app.tables.looks.is_newest(number, reading.info.version):
        await follow(app, number, answer.user, name)  # the game moved on while this answer was on its way


async def show_after(answer: PrivateAnswer, name: str, live: LiveCard, number: int, change: Awaitable[Reading]) -> None:
    """Like `show`, after a change of a table; if the table no longer accepts the change, it is shown unchanged."""
    try:
        reading = await change
    except WrongState:
        reading = await answer.tables.looks.read(number, answer.user)
    await show(answer, name, live, reading)


async def show_subject(
    answer: PrivateAnswer,
    name: str,
    found: S,
    read: Callable[[int], Awaitable[S]],
    draw: Callable[[S, int, Words], Awaitable[Card]],
) -> None:
    """Like `show`, for a subject other than a table, as `read` has found it by its number. The card has no picture, and the
    answer is edited only when its card changes.
    """
    number, user = found.id, answer.user
    with answer.app.live_replies.answering(number, user, name):
        card = await draw(found, user, answer.words)
        if answer.lasting:
            await answer.show(card)
            return
        original, again = answer.original, functools.partial(read, number)
        reply = LiveReply(0, original, answer.words, original.until, found.version, 0, again, draw, card)
        message = await _show_and_keep(answer, name, number, card, reply)
    if message is not None:
        await _announce(answer, name, number, message)
        await follow(answer.app, number, user, name)  # it may have changed while this answer was on its way


async def _show_table(answer: PrivateAnswer, name: str, live: LiveCard, reading: Reading, card: Card) -> int | None:
    """Show and remember the answer's message. Returns its id, or None if it could not be shown."""
    app, info, original = answer.app, reading.info, answer.original
    if answer.lasting:
        message = await answer.show(card)
        if name == "hand" and message is not None:
            app.live_replies.note(info.id, answer.user, message, info.version)
        return message
    read, draw = functools.partial(app.tables.looks.read, info.id, answer.user), functools.partial(live.again, app)
    reply = LiveReply(0, original, answer.words, original.until, info.version, info.stage, read, draw)
    return await _show_and_keep(answer, name, info.id, card, reply)


async def _show_and_keep(answer: PrivateAnswer, name: str, number: int, card: Card, reply: LiveReply) -> int | None:
    """Like `_show_table`, for an answer whose token expires."""
    live_replies = answer.app.live_replies
    # An edit of the old reply in flight could arrive after this answer and replace it by the older state.
    async with live_replies.lock(number, answer.user, name):
        message = await answer.show(card)
        if message is None:
            return None
        replaced = live_replies.keep(number, answer.user, name, replace(reply, message=message))
        if replaced is not None:
            await answer.app.deferred_pictures.stop(replaced.message)
            await _remove(replaced)
    return message


async def _announce(answer: PrivateAnswer, name: str, number: int, message: int) -> None:
    """Let the other processes remove the answers that this one replaces."""
    await answer.app.tables.announce(News(kind="answered", table=number, user=answer.user, name=name, message=message))


def _send_picture_later(
    answer: PrivateAnswer, name: str, number: int, message: int, drawing: asyncio.Task[tuple[Card, Reading]]
) -> None:
    app, user = answer.app, answer.user

    async def send() -> None:
        card, reading = drawing.result()
        await answer.original.edit(card)
        telemetry.measure(telemetry.SHOWN.labels("answer"), telemetry.since())
        if answer.lasting and name == "hand":
            app.live_replies.note(number, user, message, reading.info.version)
        elif (reply := app.live_replies.alive(number, user, name)) is not None and reply.message == message:
            app.live_replies.renew(number, user, name, reply, _newer_reply(reply, reading, card))

    app.deferred_pictures.start(message, drawing, send)


async def follow(
    app: App, number: int, user: int, name: str = "hand", *, surely: bool = False, reading: Reading | None = None
) -> None:
    """Update a private answer, unless it is up to date. If Discord is out of order, it is left until the next time; if
    `surely`, discord.HTTPException is raised instead. `reading` is the table as they see it, if the caller has just read it.
    """
    while True:
        await app.live_replies.wait_for_answers(number, user, name)
        reply = app.live_replies.alive(number, user, name)
        if reply is None:
            return
        seen = reading or await reply.read()
        if reply.version >= (seen.info if isinstance(seen, Reading) else seen).version:
            return
        await app.deferred_pictures.stop(reply.message)
        try:
            # Outside the lock, so that no press waits there for this picture. Complete, whatever Discord has rejected of the
            # row that causes it.
            with extent.showing(Extent.WHOLE):
                card = await reply.draw(seen, user, reply.words)
        except Outdated:
            reading = None
            continue
        async with app.live_replies.lock(number, user, name):
            if app.live_replies.alive(number, user, name) is reply:
                await _update(app, number, user, name, reply, seen, card, surely=surely)
                return
        reading = None


async def _update(  # noqa: PLR0917 - what `follow` knows
    app: App, number: int, user: int, name: str, reply: LiveReply, seen: Reading | Subject, card: Card, *, surely: bool
) -> None:
    try:
        if card != reply.card:
            await reply.original.edit(card)
    except discord.HTTPException as error:
        if outcome(error) is not Outcome.LATER:
            log.info("private answer no longer exists", extra={"table": number, "code": error.code})
            app.live_replies.forget(number, user, name, reply)
        elif surely:
            raise
    else:
        app.live_replies.renew(number, user, name, reply, _newer_reply(reply, seen, card))


def _newer_reply(reply: LiveReply, seen: Reading | Subject, card: Card) -> LiveReply:
    """Returns the reply that now shows this card of what was seen."""
    if isinstance(seen, Reading):
        return replace(reply, version=seen.info.version, stage=seen.info.stage)
    return replace(reply, version=seen.version, card=card)


async def follow_all(app: App, number: int, stage: int, reading: Reading | None = None) -> None:
    """Update every private answer that shows the table before this stage. Raises discord.HTTPException if Discord is out of
    order, after the others have been updated. `reading` is the table, if the caller has just read it.
    """
    await _follow_each(app, number, app.live_replies.behind(number, stage), reading)


async def follow_changed(app: App, number: int) -> None:
    """Like `follow_all`, for a table that another process may have changed: every answer that may be outdated."""
    info = (await app.tables.looks.read(number)).info
    await _follow_each(app, number, app.live_replies.behind_table(number, info), None)


async def follow_subject(app: App, number: int) -> None:
    """Like `follow_all`, for a subject other than a table."""
    await _follow_each(app, number, app.live_replies.of(number), None)


async def drop_replaced(app: App, number: int, user: int, name: str, message: int) -> None:
    """Remove an answer: another process has given this person a newer one of the same name."""
    async with app.live_replies.lock(number, user, name):
        reply = app.live_replies.alive(number, user, name)
        if reply is None:
            return
        app.live_replies.forget(number, user, name, reply)
        if reply.message != message:
            await _remove(reply)


async def _follow_each(app: App, number: int, behind: list[tuple[int, str]], reading: Reading | None) -> None:
    came = await asyncio.gather(
        *(follow(app, number, user, name, surely=True, reading=reading and reading.seen_by(user)) for user, name in behind),
        return_exceptions=True,
    )
    for error in came:
        if error is not None:
            raise error


async def _remove(reply: LiveReply) -> None:
    """Delete a private answer that a newer one has replaced."""
    try:
        await reply.original.delete()
    except discord.HTTPException as error:
        log.info("cannot delete an old private answer", extra={"code": error.code})
