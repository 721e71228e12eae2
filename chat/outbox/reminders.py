"""Calling people, once a turn: by direct message if it arrives, else by a mention in the channel, which is deleted when they
have answered.
"""

from collections.abc import Collection, Iterable, Sequence

import discord
import msgspec

from asking.names import plain
from chat.app import App
from chat.cards import audiences, clocks, links
from chat.press.presses import make
from chat.wire.layout import BLUE, Button, PublicCard, button, rows
from chat.wire.messenger import MessageSpot
from chat.wire.text import mentions
from data.records.messages import Noted, Posted, Shows
from data.words import Words
from tables.model.table_info import PRIVATE, TableInfo
from tables.time import timing

MENTION, NEXT = "mention", "next"
"""Kinds of messages: the mention of the person awaited, and the notice to the person whose turn comes next."""


SNOOZES = {"live": (60,), "days": (3600, 4 * 3600), "free": (4 * 3600, 24 * 3600)}
"""Seconds for which a reminder can be snoozed, by the kind of pace."""


async def call(app: App, info: TableInfo, users: Sequence[int]) -> None:
    """Mention people in the channel who are awaited from now on, all in one message, with those called before them, who are not
    notified again. They may answer immediately.
    """
    if info.place.guild == PRIVATE:
        return
    shows = Shows(turn=info.turn, stage=info.stage)
    noted = await app.tables.messages.of(info.id)
    called = [user for user in users if (before := noted.get(MENTION, user)) is None or before.shows != shows]
    if not called:
        return
    first = next((each for (kind, _), each in noted.standing.items() if kind == MENTION and each.shows == shows), None)
    everybody = [*([] if first is None else _people_of(noted, info, MENTION, first.message)), *called]
    aloud = [user for user in called if await app.tables.people.calls_soon(user, info)]
    await _post(app, info, everybody, shows, await _call_card(app, info, everybody), called, aloud)


async def remind(app: App, info: TableInfo, users: Sequence[int], shows: Shows, why: str) -> None:
    """Mention awaited people in the channel again, all in one message."""
    aloud = [user for user in users if await notifies(app, info, user, why)]
    await _post(app, info, users, shows, await _reminder_card(app, info, users), users, aloud)


async def notifies(app: App, info: TableInfo, user: int, why: str) -> bool:
    """Returns whether a reminder may notify a person, and notes that it does."""
    if why in {"alone", "next"}:  # they are called to the move itself
        return await app.tables.people.calls_soon(user, info, later=False)
    return await app.tables.people.calls_aloud(user, info, urgent=why == "plan")


async def _post(  # noqa: PLR0917 - what a call is
    app: App,
    info: TableInfo,
    users: Sequence[int],
    shows: Shows,
    card: PublicCard,
    called: Sequence[int],
    aloud: Sequence[int],
) -> None:
    """Post a card that mentions these people, of whom those `called` are noted, and those `aloud` are notified. It replaces
    their mentions.
    """
    await leave_call(app, info.id, users[0], but=users)
    noted = await app.tables.messages.of(info.id)
    replaced = noted.get(MENTION, users[0])
    for user in users[1:]:
        found = noted.get(MENTION, user)
        if found is not None and (replaced is None or found.message != replaced.message):
            await delete_mention(app, info.id, user)
    card = msgspec.structs.replace(card, pings=tuple(aloud or called))
    await app.messenger.post_mention(info, MENTION, users[0], card, shows, silent=not aloud, called=users)


async def _call_card(app: App, info: TableInfo, users: Sequence[int]) -> PublicCard:
    """Returns the call of people who are awaited. The question itself is on the board."""
    spoken = await audiences.public_words(app, info)
    if len(users) == 1:
        name = plain(next(seat.name for seat in info.seats if seat.user == users[0]))
        label, way, emoji = spoken("cogs.board.turn", name=name), "play.turn", "👉"
    else:
        label, way, emoji = spoken("cogs.board.hand"), "play.hand", "🃏"
    act = button(label, make(way, info.id, info.stage), style=discord.ButtonStyle.primary, emoji=emoji)
    text = spoken.count("cogs.board.your-move", len(users), names=mentions(users))
    return PublicCard(text=text, rows=rows([act, await links.to_board(app, info, spoken)]), colour=BLUE)


async def _reminder_card(app: App, info: TableInfo, users: Sequence[int]) -> PublicCard:
    spoken = await audiences.public_words(app, info)
    text = spoken.count("cogs.board.remind", len(users), names=mentions(users))
    text = f"{text} {due_text(info, users, spoken)}".strip()
    return PublicCard(text=text, rows=rows(await buttons(app, info, spoken)), colour=BLUE)


def due_text(info: TableInfo, users: Collection[int], words: Words) -> str:
    """Returns when the time of the first of these people is up; "" if none of them has a deadline."""
    dues = [info.timing.of(seat).due for seat, each in enumerate(info.seats) if each.user in users]
    due = min((each for each in dues if each is not None), default=None)
    return "" if due is None else words("cogs.board.deadline", when=clocks.moment(due))


async def buttons(app: App, info: TableInfo, words: Words, *, snooze: bool = True) -> list[Button]:
    """Returns the link to the board and the buttons for snoozing."""
    found = [await links.to_board(app, info, words)]
    if snooze:
        for seconds in SNOOZES[timing.read_pace(info.pace).kind]:
            label = words("cogs.remind.snooze", time=clocks.lasting(seconds, words))
            found.append(button(label, make("reminders.snooze", info.id, info.stage, (str(seconds),)), emoji="💤"))
    return found


async def delete_answered(app: App, shown: TableInfo, noted: Noted) -> None:
    """Delete the mentions of people no longer awaited, and the notices of people who are no longer next."""
    answered = []
    for seat, info in enumerate(shown.seats):
        if info.user is None:
            continue
        called = noted.get(MENTION, info.user)
        if called is not None and (seat not in shown.pending or called.shows.stage != shown.stage or shown.state != "playing"):
            answered.append(info.user)
        found = noted.get(NEXT, info.user)
        if found is not None and (found.shows.turn != shown.turn or shown.state != "playing"):
            await delete_mention(app, shown.id, info.user, NEXT)
    await _delete(app, shown.id, answered, MENTION)


async def delete_mention(app: App, number: int, user: int, kind: str = MENTION) -> None:
    """Have a person's mention deleted, if there is one; a call of several people goes on calling the others."""
    await _delete(app, number, [user], kind)


async def leave_call(app: App, number: int, user: int, but: Collection[int] = ()) -> None:
    """Take a person out of a call of several people, unless all others are among `but`: their own mention would delete it
    otherwise.
    """
    noted = await app.tables.messages.of(number)
    found = noted.get(MENTION, user)
    if found is None:
        return
    info = await app.tables.looks.table_info(number)
    if not {user, *but}.issuperset(_people_of(noted, info, MENTION, found.message)):
        await delete_mention(app, number, user)


def _people_of(noted: Noted, info: TableInfo, kind: str, message: int) -> list[int]:
    """Returns the people at the table whom a message mentions."""
    found = (user for (other, user), each in noted.standing.items() if other == kind and each.message == message)
    return [user for user in found if user in info.people]


async def _delete(app: App, number: int, users: Sequence[int], kind: str) -> None:
    noted = await app.tables.messages.of(number)
    deleted = {user: posted for user in users if (posted := noted.get(kind, user)) is not None}
    if not deleted:
        return
    info = await app.tables.looks.table_info(number)
    for message, posted in {posted.message: posted for posted in deleted.values()}.items():
        others = [user for user in _people_of(noted, info, kind, message) if user not in deleted]
        if others:
            make_card = _call_card if posted.shows.request is None else _reminder_card
            await app.messenger.edit(MessageSpot(posted.channel, message), await make_card(app, info, others))
        else:
            await app.tables.posts.retire(number, posted.channel, message, remove=True)
    for user in deleted:
        await app.tables.messages.drop(number, kind, user)


async def to_ping(app: App, info: TableInfo, noted: Noted) -> list[int]:
    """Returns the people who owe a move, get no direct message and have not been mentioned in this turn."""
    found: list[int] = []
    if info.place.guild == PRIVATE:
        return found  # a message there notifies without it
    if info.timing.reveal is not None:
        return found  # see `ping`
    if not timing.read_pace(info.pace).slow:
        return found  # people who are there see it; others are called after a short silence (`tables.time.plan.CALLED`)
    for seat in info.pending:
        user = info.seats[seat].user
        if user is None or user < 0 or info.seats[seat].resigned or user in noted.muted:
            continue
        preferences = await app.tables.people.person(user, noted)
        if preferences.plan.calls != "each" or app.tables.people.takes_direct(preferences, wanted=info.direct):
            continue
        mention = noted.get("ping", user)
        if mention is None or mention.shows.turn != info.turn:
            found.append(user)
    return found


async def note_ping(app: App, info: TableInfo, user: int) -> None:
    """Note that the person has been pinged in this turn."""
    mentioned = Posted(info.place.channel, 0, Shows(turn=info.turn))
    await app.tables.messages.put(info.id, "ping", mentioned, user)


async def ping(app: App, info: TableInfo, users: Iterable[int]) -> None:
    """Mention people in the channel with a separate message, except who has been mentioned in this turn, or a look begins it:
    then they are called with what it shows.
    """
    if info.timing.reveal is not None:
        return
    noted, muting = await app.tables.messages.of(info.id), await app.tables.servers.muting_users(info.id)
    before = {user: noted.get("ping", user) for user in users if user not in muting}
    due = [user for user, mention in before.items() if mention is None or mention.shows.turn != info.turn]
    called = [user for user in due if not await app.tables.people.collects(user, info.pace)]
    await call(app, info, called)
    for user in called:
        await note_ping(app, info, user)


async def mention(app: App, number: int, seat: int) -> None:
    """Call a person in the channel whose direct message Discord refuses."""
    info = (await app.tables.looks.read(number)).info
    user = info.seats[seat].user if seat in info.pending else None
    if user is not None:
        await ping(app, info, [user])
