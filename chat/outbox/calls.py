"""Telling one person, once, that a table waits for them or what has become of it: by direct message if it arrives, else by a
mention in the channel.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from chat.app import App
from chat.cards import audiences
from chat.wire.layout import PublicCard, Row
from chat.wire.outcomes import Unwanted
from data.records.messages import Noted, Shows
from data.words import Words
from tables.model.subjects import Subject
from tables.model.table_info import TableInfo

COMPLETE, LONELY, ANSWERED = "complete", "lonely", "answered"
"""Kinds of messages: the host's call because everybody is there; the host's question because nobody is; to the person who
invited others, how these have answered.
"""

Written: TypeAlias = Callable[[Words], Awaitable[tuple[str, str, tuple[Row, ...]]]]
"""Returns heading, text and buttons in a language."""


async def tell(  # noqa: PLR0917 - what a message is
    app: App, info: TableInfo, kind: str, user: int, written: Written, shows: Shows, colour: int, *, silent: bool = False
) -> None:
    """Post the person's message of this kind, once however often it is tried; the one before it is deleted. It notifies nobody
    if it is `silent`, if the person is on vacation or has quiet hours now, or (at a slow pace) just after another call.
    """
    found = await app.tables.messages.get(info.id, kind, user)
    if found is not None and found.shows == shows:
        return
    people = app.tables.people
    silent = silent or await people.silent(user) or not await people.calls_aloud(user, info)
    title, text, rows = await written(await app.languages.words(user, info.language))
    card = PublicCard(title=title, text=text, rows=rows, colour=colour)
    try:
        await app.messenger.post_to(info, kind, user, card, shows, silent=silent)
    except Unwanted:
        title, text, rows = await written(await audiences.public_words(app, info))
        card = PublicCard(title=title, text=text, rows=rows, colour=colour, pings=(user,))
        await app.messenger.post_mention(info, kind, user, card, shows, silent=silent)


async def ask(
    app: App, subject: Subject, kind: str, user: int, question: Callable[[Words, Sequence[int]], PublicCard], *, shows: Shows
) -> None:
    """Ask a person something about a subject other than a table, once however often it is tried. `question` has the words, and
    whom it mentions because they take no direct messages.
    """
    tables, messenger = app.tables, app.messenger
    before = await tables.messages.get(subject.id, kind, user)
    if user < 0 or (before is not None and before.shows == shows):
        return
    silent = not await tables.people.to_call(subject.id, [user])
    try:
        card = question(await app.languages.words(user, subject.language), ())
        await messenger.post_to(subject, kind, user, card, shows, silent=silent)
    except Unwanted:
        card = question(await audiences.public_words(app, subject), (user,))
        await messenger.post_mention(subject, kind, user, card, shows, silent=silent)


async def notifying(app: App, info: TableInfo, card: PublicCard, *, urgent: bool = False) -> tuple[PublicCard, bool]:
    """Returns a new message of a table, which notifies only those of the people it names whom it may notify now, and whether it
    notifies nobody. That they are called is noted. `urgent`: see `People.calls_aloud`.
    """
    people, muting = app.tables.people, await app.tables.servers.muting_users(info.id)
    aloud = [user for user in card.pings if user not in muting and await people.calls_aloud(user, info, urgent=urgent)]
    return replace(card, pings=tuple(aloud) or card.pings), not aloud


async def put(app: App, info: TableInfo, kind: str, card: PublicCard, shows: Shows, *, urgent: bool = False) -> None:
    """Put a card into the table's message of this kind, as the messenger does; a new one notifies as `notifying` says."""
    found, silent = await app.tables.messages.get(info.id, kind), False
    if card.pings and (found is None or found.shows != shows):
        card, silent = await notifying(app, info, card, urgent=urgent)
    await app.messenger.put_over(found, info, kind, card, shows, silent=silent)


async def delete_settled(app: App, info: TableInfo, noted: Noted) -> None:
    """Have the messages deleted that call for what is no longer waited for."""
    for kind, user in _settled_calls(info, noted):
        await app.messenger.remove(info, kind, user)


def _settled_calls(info: TableInfo, noted: Noted) -> Iterator[tuple[str, int]]:
    for kind, user in noted.standing:
        asked = info.state == "lobby" and user == info.host
        if kind == COMPLETE and not (asked and info.complete is not None):
            yield kind, user
        if kind == LONELY and not (asked and is_alone(info)):
            yield kind, user
        if kind == ANSWERED and info.state != "lobby":
            yield kind, user


def is_alone(info: TableInfo) -> bool:
    """Returns whether nothing has happened in the lobby since its host was asked what to do."""
    return info.wondered is not None and info.changed < info.wondered
