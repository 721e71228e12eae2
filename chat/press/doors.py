"""Access: the one place that decides which subject (a table, a tournament, …) a person may name, and what they may moderate.

Every number that a command, press or form carries is checked by `of_command` or `of_press` before anything is done with it
(`chat.press.commands.command`, `chat.press.dispatcher`). A table exists for people who sit, sat or are invited there, and for
people who see its channel now. Everybody else gets the answer for a number without a table. Only an interaction from that
server shows which channels a person sees: in direct messages and on other servers a spectator finds nothing.
"""

import enum
from collections.abc import Awaitable, Callable, Iterable, Sequence

import discord
import msgspec

from chat.press.answer import Answer
from chat.wire.numbers import number
from chat.wire.visible import SERVER, rights
from tables.errors import NoSuchTable, Refusal
from tables.model.people import seat_name
from tables.model.subjects import TABLE, SeasonSubject, Subject
from tables.model.table_info import DIRECT, TableInfo
from tables.tournaments.tournament import Tournament

LARGEST_TABLE = 10**15 - 1
"""The largest number of a table that fits the ids of presses."""


class TableNumber(int):
    """The number of a table, as an option of a command."""


class TournamentNumber(int):
    """The number of a tournament, as an option of a command."""


class PostedNumber(TableNumber):
    """The same, or the number of another subject."""


class SeatCalled(msgspec.Struct, frozen=True):
    """A seat by what somebody calls it, a name or a number from 1; without a table, at the one that the command means."""

    said: str
    table: TableNumber | None = None


class Names(enum.Enum):
    """What the number of a press is, and where it is found. `TABLE`: a table's, in its place in the id. `WORD`: the same, or
    the first word if that place is 0. `CHOSEN`: the choice in the menu. `TOURNAMENT`: a tournament's. `SEASON`: that
    of a server's seasons. `WISHES`: that of a list of people who look for a game. `NIGHT`: a game night's. `LEAGUE`: a
    league's. `NOTHING`: no number.
    `SHARED`: a table's too, but on a message that a player has shown to everybody; people who see that message may use it.
    """

    TABLE = enum.auto()
    WORD = enum.auto()
    CHOSEN = enum.auto()
    TOURNAMENT = enum.auto()
    SEASON = enum.auto()
    WISHES = enum.auto()
    NIGHT = enum.auto()
    LEAGUE = enum.auto()
    SHARED = enum.auto()
    NOTHING = enum.auto()


def read_number(typed: str) -> int:
    """Parse the number of a table that somebody typed or chose from the suggestions. Raises Refusal."""
    digits = typed.strip().lstrip("#").split("·")[0].strip()
    if (found := number(digits, LARGEST_TABLE)) is None:
        raise Refusal("cogs.refusal.unreadable-table")
    return found


async def of_command(answer: Answer, options: Iterable[object]) -> None:
    """Check that the person may use what a command's options name. Raises Refusal."""
    for option in options:
        match option:
            case PostedNumber() as number:
                await enter_subject(answer, number)
            case TableNumber() as number:
                await enter(answer, number)
            case SeatCalled(table=TableNumber() as number):
                await enter(answer, number)
            case TournamentNumber() as number:
                await enter_tournament(answer, number)


async def of_press(answer: Answer, names: Names, table: int, words: tuple[str, ...], values: tuple[str, ...]) -> None:
    """Check that the person may use what a press names. Raises Refusal."""
    if names is Names.TOURNAMENT:
        await enter_tournament(answer, table)
    elif names is Names.SEASON:
        await enter_season(answer, table)
    elif names is Names.WISHES:
        await enter_told(answer, table, answer.tables.matchmaking.wish_list)
    elif names is Names.NIGHT:
        await enter_told(answer, table, answer.tables.nights.night)
    elif names is Names.LEAGUE:
        await enter_told(answer, table, answer.tables.leagues.league)
    elif names is Names.CHOSEN:
        await enter(answer, read_number("".join(values[:1])))
    elif names in {Names.TABLE, Names.WORD} and table:
        await enter(answer, table)
    if names is Names.WORD and (words or not table):
        await enter(answer, read_number("".join(words[:1])))


async def enter(answer: Answer, number: int) -> TableInfo:
    """Returns the table of this number. Raises NoSuchTable if there is none for the person asking."""
    try:
        info = await answer.tables.looks.table_info(number, stored=answer.pressed.version if number == answer.table else None)
    except NoSuchTable:
        info = None
    if info is not None and (info.concerns(answer.user) or await _sees(answer, info)):
        if _is_renamed(info, answer):
            info = (await answer.tables.lobbies.rename(number, answer.person)).info
        answer.versions[number] = info.version
        return info
    if info is None or info.place.guild != answer.guild:
        await _as_long(answer)
    raise NoSuchTable


def _is_renamed(info: TableInfo, answer: Answer) -> bool:
    """Returns whether the presser sits at this open table under another name than they have there now. Elsewhere they may have
    another name.
    """
    there = (answer.guild or DIRECT) == max(info.place.guild, DIRECT)
    known = there and info.state in {"lobby", "playing"} and not info.set_aside
    return known and any(seat.user == answer.user and seat.name != seat_name(answer.person) for seat in info.seats)


async def enter_subject(answer: Answer, number: int) -> Subject:
    """Returns the subject of this number. Raises NoSuchTable if there is none for the person asking."""
    try:
        kind = await answer.tables.subjects.kind(number)
    except NoSuchTable:
        kind = None
    if kind is None or kind.name == TABLE:
        return await enter(answer, number)
    subject = await kind.find(number)
    if not await _enters_from_server(answer, subject):
        raise NoSuchTable
    return subject


async def enter_tournament(answer: Answer, number: int) -> Tournament:
    """Returns the tournament of this number, on its own server. Raises Refusal if there is none for the person asking."""
    try:
        found = await answer.tables.tournaments.tournament(number)
    except Refusal:
        await _as_long(answer)
        raise
    if not await _enters_from_server(answer, found):
        raise Refusal("tables.refusal.tournament-none")
    return found


async def enter_season(answer: Answer, number: int) -> SeasonSubject:
    """Returns the seasons of this number, on their own server. Raises NoSuchTable if there are none for the person asking."""
    try:
        found = await answer.tables.seasons.season(number)
    except Refusal:
        await _as_long(answer)
        raise
    if not await _enters_from_server(answer, found):
        raise NoSuchTable
    return found


async def enter_told(answer: Answer, number: int, find: Callable[[int], Awaitable[Subject]]) -> Subject:
    """Returns the subject of this number: for people in it wherever they are, and for those who see its channel. People who
    were asked by direct message answer there. Raises NoSuchTable if there is none for the person asking.
    """
    try:
        found = await find(number)
    except Refusal:
        await _as_long(answer)
        raise
    if found.concerns(answer.user) or found.place.channel in answer.near:
        return found
    if answer.guild is None and answer.channel and not answer.interaction.context.private_channel:
        messenger = answer.app.messenger
        if await messenger.sees(found, answer.user):
            return found
        raise NoSuchTable
    if not await _enters_from_server(answer, found):
        raise NoSuchTable
    return found


async def _enters_from_server(answer: Answer, subject: Subject) -> bool:
    """Returns whether the person may name a subject, which is no table, on its own server: whom it concerns, who sees its
    channel, and perhaps who looks after the server.
    """
    if subject.place.guild != answer.guild:
        await _as_long(answer)
        return False
    if subject.concerns(answer.user) or subject.place.channel in await visible_channels(answer, [subject.place.channel]):
        return True
    return subject.for_moderators and await looks_after_server(answer)


async def enters(answer: Answer, number: int) -> bool:
    """Returns whether the person asking may know that this table exists."""
    try:
        await enter(answer, number)
    except NoSuchTable:
        return False
    return True


async def within(answer: Answer, tables: Sequence[TableInfo]) -> list[TableInfo]:
    """Returns those of a server's tables that the person asking may know about."""
    channels = await visible_channels(answer, {_channel(each) for each in tables})
    return [each for each in tables if each.concerns(answer.user) or _channel(each) in channels]


async def is_hidden(answer: Answer, table: str | None) -> bool:
    """Returns whether the server's log should hide this table (or tournament) from the person asking. A deleted one hides
    nothing.
    """
    if table is None:
        return False
    try:
        subject = await answer.tables.subjects.find(int(table))
    except Refusal:
        return False
    channel = subject.home or subject.place.channel
    return not (subject.concerns(answer.user) or channel in await visible_channels(answer, [channel]))


async def visible_channels(answer: Answer, channels: Iterable[int]) -> set[int]:
    """Returns those channels of this server that the person asking sees."""
    return {*await _rights(answer, channels)} - {SERVER}


async def looks_after(answer: Answer, info: TableInfo) -> bool:
    """Returns whether the person moderates the table: in its channel they may manage messages or the server."""
    return info.place.guild == answer.guild and await looks_after_channel(answer, _channel(info))


async def looks_after_channel(answer: Answer, channel: int) -> bool:
    """Returns whether the person asking moderates a channel of this server."""
    return _moderates((await _rights(answer, [channel])).get(channel))


async def looks_after_server(answer: Answer) -> bool:
    """Returns whether the person asking moderates the whole server, whatever single channels allow. Raises Refusal if Discord
    does not say.
    """
    return _moderates(await in_server(answer))


async def in_server(answer: Answer) -> discord.Permissions:
    """Returns what roles allow the person in the server. Raises Refusal in direct messages and if Discord does not say."""
    if answer.guild is None:
        raise Refusal("cogs.refusal.not-in-direct-messages")
    found = (await _rights(answer, [SERVER])).get(SERVER)
    if found is None:
        raise Refusal("cogs.server.refusal.unseen")
    return found


def _moderates(allowed: discord.Permissions | None) -> bool:
    return allowed is not None and (allowed.manage_messages or allowed.manage_guild)


async def may_share(answer: Answer, info: TableInfo) -> None:
    """Returns whether the person asking may show a finished game to everybody in this channel: anybody in the game's own
    channel, participants in others, since people there may not see the game's channel. Raises Refusal.
    """
    if answer.guild is None or info.place.guild != answer.guild:
        raise Refusal("replay.refusal.elsewhere")
    if not (info.took_part(answer.user) or answer.near & {info.place.channel, info.home}):
        raise Refusal("replay.refusal.not-yours")


def _channel(info: TableInfo) -> int:
    """Returns the channel that decides who sees a table."""
    return info.home or info.place.channel


async def _sees(answer: Answer, info: TableInfo) -> bool:
    if answer.near & {info.place.channel, info.home}:
        return True
    return info.place.guild == answer.guild and _channel(info) in await visible_channels(answer, [_channel(info)])


async def _as_long(answer: Answer) -> None:
    """Make the requests that a table in a hidden channel of this server would cost, so that the duration of an answer does not
    reveal whether there is one.
    """
    await rights(answer.app.messenger.rest, answer.interaction, [answer.channel], anyway=True)


async def _rights(answer: Answer, channels: Iterable[int]) -> dict[int, discord.Permissions]:
    """Returns the asking person's permissions in these channels, looked up once for each interaction."""
    wanted = set(channels)
    left = wanted - answer.asked
    if left:
        answer.rights |= await rights(answer.app.messenger.rest, answer.interaction, left)
        answer.asked |= left
    return {channel: answer.rights[channel] for channel in wanted & answer.rights.keys()}
