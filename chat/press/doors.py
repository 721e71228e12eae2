"""Who gets in: the one place that decides which table or tournament somebody may name, and what they may look after.

Every number that a command, press or form carries comes through `of_command` or `of_press` before anything is done with it
(`chat.press.commands.command`, `chat.press.dispatcher`). A table is there for whoever sits, sat or is invited there, and for
whoever sees its channel at this moment; for everybody else it is answered like a number that no table has. Which channels a
person sees is known by an interaction from that server alone: in direct messages and on other servers a spectator finds
nothing.
"""

import enum
from collections.abc import Iterable, Sequence

import discord
import msgspec

from chat.press.answer import Answer
from chat.wire.visible import SERVER
from tables.errors import NoSuchTable, Refusal
from tables.model.models import TableInfo
from tables.tournaments.tournament import Tournament


class TableNumber(int):
    """The number of a table, as an option of a command."""


class TournamentNumber(int):
    """The number of a tournament, as an option of a command."""


class Seat(msgspec.Struct, frozen=True):
    """A seat by its letter; without a table, at the one that the command means anyway."""

    letter: str
    table: TableNumber | None = None


class Names(enum.Enum):
    """What the number of a press is, and where it stands: `TABLE` a table's in its place in the id; `WORD` that too, or as the
    first word where the place says 0; `CHOSEN` what was chosen in the menu; `TOURNAMENT` a tournament's; `NOTHING` no number
    at all. `SHARED` is a table's as well, but belongs to a message that a player has shown to all: who sees that message may
    use it.
    """

    TABLE = enum.auto()
    WORD = enum.auto()
    CHOSEN = enum.auto()
    TOURNAMENT = enum.auto()
    SHARED = enum.auto()
    NOTHING = enum.auto()


def read_number(typed: str) -> int:
    """The number of a table that somebody typed or took from the suggestions. Raises Refusal."""
    digits = typed.strip().lstrip("#").split("·")[0].strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 15):
        raise Refusal("cogs.refusal.unreadable-table")
    return int(digits)


async def of_command(answer: Answer, options: Iterable[object]) -> None:
    """Let a command in at what its options name. Raises Refusal."""
    for option in options:
        match option:
            case TableNumber() as number:
                await enter(answer, number)
            case Seat(table=TableNumber() as number):
                await enter(answer, number)
            case TournamentNumber() as number:
                await enter_tournament(answer, number)


async def of_press(answer: Answer, names: Names, table: int, words: tuple[str, ...], values: tuple[str, ...]) -> None:
    """Let a press in at what it names. Raises Refusal."""
    if names is Names.TOURNAMENT:
        await enter_tournament(answer, table)
    elif names is Names.CHOSEN:
        await enter(answer, read_number("".join(values[:1])))
    elif names in {Names.TABLE, Names.WORD} and table:
        await enter(answer, table)
    if names is Names.WORD and (words or not table):
        await enter(answer, read_number("".join(words[:1])))


async def enter(answer: Answer, number: int) -> TableInfo:
    """The table of this number. Raises NoSuchTable where there is none for the person asking."""
    try:
        info = await answer.tables.looks.known(number)
    except NoSuchTable:
        info = None
    if info is not None and (concerns(info, answer.user) or await _sees(answer, info)):
        answer.versions[number] = info.version
        return info
    if info is None or info.place.guild != answer.guild:
        await _as_long(answer)
    raise NoSuchTable


async def enter_tournament(answer: Answer, number: int) -> Tournament:
    """The tournament of this number, on its own server. Raises Refusal where there is none for the person asking."""
    try:
        found = await answer.tables.tournaments.tournament(number)
    except Refusal:
        await _as_long(answer)
        raise
    if found.place.guild == answer.guild:
        mine = found.host == answer.user or found.of(answer.user) is not None
        if mine or found.place.channel in await seen(answer, [found.place.channel]):
            return found
    else:
        await _as_long(answer)
    raise Refusal("tables.refusal.tournament-none")


async def enters(answer: Answer, number: int) -> bool:
    """Whether who asks may know of the table of this number."""
    try:
        await enter(answer, number)
    except NoSuchTable:
        return False
    return True


async def within(answer: Answer, tables: Sequence[TableInfo]) -> list[TableInfo]:
    """Those of a server's tables of which who asks may know."""
    channels = await seen(answer, {_channel(each) for each in tables})
    return [each for each in tables if concerns(each, answer.user) or _channel(each) in channels]


async def is_hidden(answer: Answer, table: str | None) -> bool:
    """Whether the log of this server names a table (or a tournament) of which who asks may not know. One that is gone hides
    nothing any more.
    """
    if table is None:
        return False
    try:
        info = await answer.tables.looks.known(int(table))
    except NoSuchTable:
        return False
    return not await within(answer, [info])


def concerns(info: TableInfo, user: int) -> bool:
    """Whether somebody sits or sat there, is invited, or is offered a seat."""
    offered = info.offer is not None and info.offer.to == user
    return took_part(info, user) or user in info.guests.open or offered


def took_part(info: TableInfo, user: int) -> bool:
    """Whether somebody sits there, or sat there and has handed the seat on."""
    return user in {*(seat.user for seat in info.seats), *(gone.user for gone in info.departed)}


async def seen(answer: Answer, channels: Iterable[int]) -> set[int]:
    """Those of the channels of this server that who asks sees."""
    return {*await _rights(answer, channels)} - {SERVER}


async def looks_after(answer: Answer, info: TableInfo) -> bool:
    """Whether who asks looks after the table, by what they may do in its own channel: manage messages, or the server."""
    return info.place.guild == answer.guild and await looks_after_channel(answer, _channel(info))


async def looks_after_channel(answer: Answer, channel: int) -> bool:
    """Whether who asks looks after a channel of this server."""
    return _moderates((await _rights(answer, [channel])).get(channel))


async def looks_after_server(answer: Answer) -> bool:
    """Whether who asks looks after the whole server, whatever single channels allow them. Raises Refusal where Discord does not
    tell.
    """
    return _moderates(await in_server(answer))


async def in_server(answer: Answer) -> discord.Permissions:
    """What who asks may do in the server by their roles. Raises Refusal in direct messages, and where Discord does not tell."""
    if answer.guild is None:
        raise Refusal("cogs.refusal.not-in-direct-messages")
    found = (await _rights(answer, [SERVER])).get(SERVER)
    if found is None:
        raise Refusal("cogs.server.refusal.unseen")
    return found


def _moderates(allowed: discord.Permissions | None) -> bool:
    return allowed is not None and (allowed.manage_messages or allowed.manage_guild)


async def may_share(answer: Answer, info: TableInfo) -> None:
    """Whether who asks may show a finished game to all in this channel: anybody in the game's own, in others who took part, for
    there it is seen by people who do not see the game's channel. Raises Refusal.
    """
    if answer.guild is None or info.place.guild != answer.guild:
        raise Refusal("replay.refusal.elsewhere")
    if not (took_part(info, answer.user) or answer.near & {info.place.channel, info.home}):
        raise Refusal("replay.refusal.not-yours")


def _channel(info: TableInfo) -> int:
    """The channel that decides who sees a table."""
    return info.home or info.place.channel


async def _sees(answer: Answer, info: TableInfo) -> bool:
    if answer.near & {info.place.channel, info.home}:
        return True
    return info.place.guild == answer.guild and _channel(info) in await seen(answer, [_channel(info)])


async def _as_long(answer: Answer) -> None:
    """Ask Discord what would be asked about a table in a channel of this server that is not seen, so that the time an answer
    takes does not tell whether there is one.
    """
    await answer.app.messenger.rights(answer.interaction, [answer.channel], anyway=True)


async def _rights(answer: Answer, channels: Iterable[int]) -> dict[int, discord.Permissions]:
    """What who asks may do in these channels, looked up once while they are answered."""
    wanted = set(channels)
    left = wanted - answer.asked
    if left:
        answer.rights |= await answer.app.messenger.rights(answer.interaction, left)
        answer.asked |= left
    return {channel: answer.rights[channel] for channel in wanted & answer.rights.keys()}
