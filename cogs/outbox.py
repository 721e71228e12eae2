"""The sender: carries out the outbox, always from the newest stored state. Rows of a table go in order, tables side by side.

What Discord answers decides: it comes to nothing harmful when a message, a channel or a permission is gone, a person takes no
direct messages, or Discord itself is out of order for a while.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
import msgspec

from cogs import board, fleeting, hand, limits, lobby, private, table, takeback
from cogs.cards import BLUE, GREY, RED, Card, button, rows
from cogs.strip import without_buttons
from tables.shown import Look, Row, TableInfo

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

log = logging.getLogger(__name__)

SIDE_BY_SIDE = 8
"""Tables that are told something at once."""

NO_MESSAGE, NO_CHANNEL, NO_ACCESS, NO_PERMISSION, TOO_OLD = 10008, 10003, 50001, 50013, 30046
NO_DIRECT = {50007, 40003, 10013, 50278}
"""Codes of a direct message that does not go through: closed, opened too fast, no such person, no common server."""

GONE = {NO_CHANNEL, NO_ACCESS, NO_PERMISSION}
ANEW = {NO_MESSAGE, TOO_OLD, 50005}
"""Codes of a message that can not be edited any more, so that a new one is posted."""

SCENES = 1000
"""More scenes than a move ever makes; a scene that has been shown is remembered by its move's number and its own."""

FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0
"""Seconds between attempts, doubled each time."""

OUTAGE, FAULTS, ALWAYS = 300, 3, sys.maxsize
"""Attempts while Discord is out of reach (about a day), where the fault is ours (the table's next rows must not wait), and
while something is shown that must not be.
"""

BOARDS = {"scene", "board", "final"}
"""Kinds of rows that change what the channel shows of a game."""


class Sender:
    """Runs until it is stopped; what is in flight then is finished first."""

    def __init__(self, bot: ZamkiBot) -> None:
        self._bot = bot
        self._hall = bot.hall
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._main: asyncio.Task[None] | None = None
        self._deeds: dict[str, Callable[[Row], Awaitable[None]]] = {
            "lobby": self._lobby,
            "scene": self._scene,
            "board": self._board,
            "hand": self._hand,
            "final": self._final,
            "remind": self._remind,
            "asking": self._asking,
            "settle": self._settle,
        }

    def start(self) -> None:
        self._main = asyncio.create_task(self._run(), name="outbox")

    async def stop(self, patience: float) -> None:
        """Take no more rows and wait for those in flight, at most `patience` seconds."""
        if self._main is not None:
            self._main.cancel()
            await asyncio.gather(self._main, return_exceptions=True)
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await self._places.acquire()  # a row is taken only when there is room to carry it out
            row = await self._next()
            task = asyncio.create_task(self._carry_out(row), name=f"outbox {row.kind} {row.table}")
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    async def _next(self) -> Row:
        """The next row, however long the store may be out of order before it comes."""
        while True:
            try:
                return await self._hall.due().next()
            except Exception:
                log.exception("outbox could not be read")
                await asyncio.sleep(FIRST_WAIT)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._places.release()

    async def _carry_out(self, row: Row) -> None:
        outbox = self._hall.due()
        told, again = await self._told(row)
        # Sent or given up: the board may go on showing nothing that has vanished, or this row is not finished.
        if again is None and row.kind in BOARDS and not await fleeting.clear(self._bot, row.table):
            told, again = False, _wait(row, ALWAYS)
        if told:
            await outbox.done(row)
        else:
            await outbox.failed(row, again)

    async def _told(self, row: Row) -> tuple[bool, float | None]:
        """Whether the row was carried out; where it was not, the seconds until the next attempt, None: given up."""
        where = {"table": row.table, "kind": row.kind}
        try:
            await self._deeds[row.kind](row)
        except discord.HTTPException as error:
            log.warning("Discord refused", extra={**where, "status": error.status, "code": error.code})
            if error.code in GONE:
                await self._tell_host(row.table)
                return False, None
            return False, _wait(row, OUTAGE) if fleeting.refused_for_now(error) else None
        except fleeting.UNREACHED:
            log.warning("Discord out of reach", extra=where)
            return False, _wait(row, OUTAGE)
        except Exception:
            log.exception("row failed", extra=where)
            return False, _wait(row, FAULTS)
        return True, None

    # What the kinds of rows do.

    async def _lobby(self, row: Row) -> None:
        shown = (await self._hall.look(row.table)).table
        spoken = await table.public_words(self._bot, shown)
        card = await lobby.card(self._bot, shown, spoken)
        await self._put(row, shown, "lobby", card, turn=0)

    async def _scene(self, row: Row) -> None:
        shown = (await self._hall.look(row.table)).table
        spoken = await table.public_words(self._bot, shown)
        turn = int(str(row.payload["turn"]))
        name = int(str(row.payload["number"])) * SCENES + int(str(row.payload["index"]))
        card = await board.scene(self._bot, shown, row.payload, spoken)
        found = await self._hall.messages.get(row.table, "board")
        if found is not None and found[2] == turn and await self._edit(found[0], found[1], card):
            await fleeting.gone(self._bot, row.table, found[1])
            await self._hall.messages.put(row.table, "scene", 0, found[0], found[1], name)
            await self._hall.messages.drop(row.table, "board")
            return
        posted = await self._hall.messages.get(row.table, "scene")
        if posted is None or posted[2] != name:
            message = await self._post(row, shown, card)
            await self._hall.messages.put(row.table, "scene", 0, shown.place.channel, message, name)

    async def _board(self, row: Row) -> None:
        look = await self._hall.look(row.table, fleeting=True)
        shown = look.table
        if shown.state != "playing" or shown.turn != row.payload.get("turn", shown.turn):
            return  # a newer row tells what is true by now
        spoken = await table.public_words(self._bot, shown)
        found = await self._hall.messages.get(row.table, "board")
        fresh = found is None or found[2] != shown.turn
        pings = await self._to_ping(shown)
        if fresh and look.fleeting is not None:
            # Posted without it first: were we to die in between, nobody would know which message shows it.
            settled = msgspec.structs.replace(look, fleeting=None)
            await self._put(
                row,
                shown,
                "board",
                await board.card(self._bot, settled, row.payload, spoken, pings=pings),
                turn=shown.turn,
            )
        card = await board.card(self._bot, look, row.payload, spoken, pings=pings if fresh else ())
        await self._put(row, shown, "board", card, turn=shown.turn, vanishes=look.fleeting is not None)
        if fresh:
            for user in pings:
                await self._pinged(shown, user)
            if found is not None:
                await self._strip(found[0], found[1])
        else:
            for user in pings:
                await self._ping(shown, user)
        await private.follow_all(self._bot, row.table, shown.stage)
        for seat in shown.seats:
            if seat.resigned and seat.user is not None:
                await self._close_hand(look, seat.user)

    async def _hand(self, row: Row) -> None:
        seat = int(str(row.payload["seat"]))
        shown = (await self._hall.look(row.table)).table
        user = shown.seats[seat].user if seat < len(shown.seats) else None
        if user is None or shown.seats[seat].resigned:
            return
        await private.follow(self._bot, row.table, user)
        habits = await self._hall.person(user)
        if not habits.dm or habits.dm_closed:
            return
        look = await self._hall.look(row.table, user)
        found = await self._hall.messages.get(row.table, "hand", user)
        if found is not None and self._bot.copies.shows(row.table, user, found[1], look.table.version):
            return  # the press that changed it has just been answered there
        spoken = await self._bot.ears.words(user, shown.language)
        card = await hand.card(self._bot, look, user, spoken)
        # A message of an earlier turn is edited as well while nothing is asked: it must not go on showing what is no more.
        same = found is not None and (found[2] == shown.turn or not look.choices.words)
        if found is not None and same and await self._edit(found[0], found[1], card):
            return
        if not look.choices.words:
            return
        try:
            channel = await self._direct(user)
            message = await channel.send(nonce=_nonce(row), **card.posting())
        except discord.HTTPException as error:
            if error.code not in NO_DIRECT:
                raise
            log.info("direct messages are closed", extra={"table": row.table, "seat": seat})
            await self._hall.set_habits(user, dm_closed=True)
            await self._ping(shown, user)
            return
        await self._hall.messages.put(row.table, "hand", user, channel.id, message.id, shown.turn)
        await self._pinged(shown, user)
        if found is not None:
            await self._delete(found[0], found[1])

    async def _final(self, row: Row) -> None:
        look = await self._hall.look(row.table)
        shown = look.table
        spoken = await table.public_words(self._bot, shown)
        if shown.state == "over":
            old = await self._hall.messages.get(row.table, "board")
            card = await board.final(self._bot, look, row.payload, spoken)
            await self._put(row, shown, "final", card, turn=shown.turn)
            if old is not None:
                await self._strip(old[0], old[1])
        else:
            card = Card(
                title=table.heading(shown, spoken, "cogs.hand.no-title"), text=spoken("cogs.hand.cancelled"), colour=GREY
            )
            await self._put(row, shown, "board", card, turn=shown.turn)
        await private.follow_all(self._bot, row.table, shown.stage)
        for seat in shown.seats:
            if seat.user is not None:
                await self._close_hand(look, seat.user)

    async def _settle(self, row: Row) -> None:
        """What the board shows for a glance goes: the row that has it told again is sent when this one is gone."""
        await self._hall.show_again(row.table)

    async def _remind(self, row: Row) -> None:
        shown = (await self._hall.look(row.table)).table
        owed = [seat for seat in shown.pending if seat in row.payload.get("seats", shown.pending)]  # type: ignore[operator]
        users = [user for seat in owed if table.playing(shown.seats[seat]) and (user := shown.seats[seat].user) is not None]
        if not users or shown.state != "playing":
            return
        spoken = await table.public_words(self._bot, shown)
        who = " ".join(f"<@{user}>" for user in users)
        text = spoken("cogs.board.remind", who=who)
        if shown.deadline is not None:
            text += " " + spoken("cogs.board.deadline", when=f"<t:{int(shown.deadline)}:R>")
        link = button(spoken("cogs.hand.board"), url=await table.board_link(self._bot, shown))
        await self._post(row, shown, Card(text=text, rows=rows([link]), pings=tuple(users), colour=BLUE))

    async def _asking(self, row: Row) -> None:
        shown = (await self._hall.look(row.table)).table
        asking, card = takeback.card(shown, row.payload, await table.public_words(self._bot, shown))
        await self._put(row, shown, "asking", card, turn=asking.id)

    # Pinging: once a turn, by the direct message where it goes through, else by a mention.

    async def _to_ping(self, shown: TableInfo) -> list[int]:
        """Who owes a move, gets no direct message and has not been mentioned in this turn yet."""
        found = []
        for seat in shown.pending:
            user = shown.seats[seat].user
            if user is None or shown.seats[seat].resigned:
                continue
            habits = await self._hall.person(user)
            if habits.dm and not habits.dm_closed:
                continue
            told = await self._hall.messages.get(shown.id, "ping", user)
            if told is None or told[2] != shown.turn:
                found.append(user)
        return found

    async def _pinged(self, shown: TableInfo, user: int) -> None:
        await self._hall.messages.put(shown.id, "ping", user, shown.place.channel, 0, shown.turn)

    async def _ping(self, shown: TableInfo, user: int) -> None:
        """Mention one person in the channel by a message of its own, if they have not been in this turn."""
        told = await self._hall.messages.get(shown.id, "ping", user)
        if told is not None and told[2] == shown.turn:
            return
        spoken = await table.public_words(self._bot, shown)
        link = button(spoken("cogs.hand.board"), url=await table.board_link(self._bot, shown))
        card = Card(text=spoken("cogs.board.your-move", who=f"<@{user}>"), rows=rows([link]), pings=(user,), colour=BLUE)
        await self._channel(shown).send(**card.posting())
        await self._pinged(shown, user)

    # Messages.

    def _channel(self, shown: TableInfo) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(shown.place.channel, guild_id=shown.place.guild)

    async def _direct(self, user: int) -> discord.DMChannel:
        return await self._bot.create_dm(discord.Object(user))

    async def _put(self, row: Row, shown: TableInfo, kind: str, card: Card, *, turn: int, vanishes: bool = False) -> None:
        """Edit the message of this kind and turn, or post it where there is none (any more). `vanishes`: it shows something
        that will.
        """
        found = await self._hall.messages.get(row.table, kind)
        if found is not None and found[2] == turn:
            if vanishes:
                await fleeting.note(self._bot, row.table, found[:2], shown.stage)
            if await self._edit(found[0], found[1], card):
                if not vanishes:
                    await fleeting.gone(self._bot, row.table, found[1])
                return
        message = await self._post(row, shown, card)
        if vanishes:
            await fleeting.note(self._bot, row.table, (shown.place.channel, message), shown.stage)
        await self._hall.messages.put(row.table, kind, 0, shown.place.channel, message, turn)

    async def _post(self, row: Row, shown: TableInfo, card: Card) -> int:
        message = await self._channel(shown).send(nonce=_nonce(row), **card.posting())
        await self._hall.messages.drop(row.table, "lost")
        return message.id

    async def _edit(self, channel: int, message: int, card: Card) -> bool:
        """Whether the message could be edited; False where a new one must be posted."""
        try:
            await self._bot.get_partial_messageable(channel).get_partial_message(message).edit(**card.editing())
        except discord.HTTPException as error:
            if error.code not in ANEW:
                raise
            if error.code != NO_MESSAGE:
                await self._delete(channel, message)  # what it shows is no longer so
            return False
        return True

    async def _strip(self, channel: int, message: int) -> None:
        """Take the buttons off an old message. A message that is gone or out of reach needs nothing."""
        try:
            await without_buttons(self._bot, channel, message)
        except discord.HTTPException as error:
            log.info("old message keeps its buttons", extra={"code": error.code})

    async def _delete(self, channel: int, message: int) -> None:
        try:
            await self._bot.get_partial_messageable(channel).get_partial_message(message).delete()
        except discord.HTTPException as error:
            log.info("old hand stays", extra={"code": error.code})

    async def _close_hand(self, look: Look, user: int) -> None:
        """A hand whose game is over: without menus, with the way to the final board."""
        shown = look.table
        await private.follow(self._bot, shown.id, user)
        found = await self._hall.messages.get(shown.id, "hand", user)
        if found is None:
            return
        spoken = await self._bot.ears.words(user, shown.language)
        mine = await self._hall.look(shown.id, user)
        try:
            await self._edit(found[0], found[1], await hand.card(self._bot, mine, user, spoken))
        except discord.HTTPException as error:
            log.info("hand stays as it was", extra={"code": error.code})
        await self._hall.messages.drop(shown.id, "hand", user)

    async def _tell_host(self, number: int) -> None:
        """Tell the host once, by direct message, that the channel is out of the bot's reach."""
        shown = (await self._hall.look(number)).table
        if await self._hall.messages.get(number, "lost") is not None:
            return
        await self._hall.messages.put(number, "lost", 0, shown.place.channel, 0, shown.turn)
        spoken = await self._bot.ears.words(shown.host, shown.language)
        text = spoken("cogs.board.lost", channel=f"<#{shown.place.channel}>", table=number)
        try:
            channel = await self._direct(shown.host)
            await channel.send(
                **Card(title=table.heading(shown, spoken, "cogs.hand.no-title"), text=text, colour=RED).posting()
            )
        except discord.HTTPException as error:
            log.info("host could not be told", extra={"table": number, "code": error.code})


def _nonce(row: Row) -> str:
    """The same for each attempt at a row, so that a message is posted once however often it is tried."""
    return f"{row.id}-{row.serial}"[-limits.NONCE :]


def _wait(row: Row, attempts: int) -> float | None:
    """Seconds until the next attempt; None when it has been tried often enough."""
    return min(FIRST_WAIT * 2.0 ** min(row.attempts, 16), LONGEST_WAIT) if row.attempts < attempts else None
