"""What a lobby waits for: its host is called when everybody is there, and asked once when nobody is; whoever invited others is
told how they have answered.
"""

import discord

from chat.cards import clocks, headings, links
from chat.outbox import calls
from chat.outbox.deliveries import delivers
from chat.press.answer import Ack, Answer, On
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, GOLD, Button, Row, button, rows
from data.records.messages import Noted, Shows
from data.words import Words
from tables.model.outbox_rows import AnsweredRow, HostRow, OutboxRow
from tables.model.table_info import TableInfo

BOTH = On.CHANNEL | On.DIRECT


class HostCalls(Cog):
    """The messages to hosts and to people who have invited others."""

    @verb("waiting.start", Ack.KEEP, BOTH)
    async def start(self, answer: Answer, press: Press) -> None:
        """Start the game."""
        await answer.tables.lobbies.start(press.table, answer.user, threads=_threads(answer), request=answer.request)

    @verb("waiting.alone", Ack.KEEP, BOTH)
    async def alone(self, answer: Answer, press: Press) -> None:
        """Start the game against computer players."""
        await answer.tables.lobbies.start_alone(press.table, answer.user, threads=_threads(answer), request=answer.request)

    @verb("waiting.on", Ack.KEEP, BOTH)
    async def on(self, answer: Answer, press: Press) -> None:
        """Wait on."""
        await answer.tables.lobbies.wait_on(press.table, answer.user, request=answer.request)

    @verb("waiting.close", Ack.KEEP, BOTH)
    async def close(self, answer: Answer, press: Press) -> None:
        """Close the lobby; a game started meanwhile goes on."""
        await answer.tables.lobbies.close(press.table, answer.user, request=answer.request)

    @delivers(HostRow)
    async def call(self, row: OutboxRow, payload: HostRow, _noted: Noted) -> None:
        """Call the host, unless the lobby no longer waits for them or they have muted it."""
        info = (await self.app.tables.looks.read(row.subject)).info
        complete = payload.why == "complete"
        waits = info.complete is not None if complete else calls.is_alone(info)
        if info.state != "lobby" or not waits or info.host in await self.app.tables.servers.muting_users(info.id):
            return

        async def write(words: Words) -> tuple[str, str, tuple[Row, ...]]:
            return await (_complete if complete else _lonely)(self, info, words)

        kind = calls.COMPLETE if complete else calls.LONELY
        shows = Shows(request=row.serial)
        await calls.tell(self.app, info, kind, info.host, write, shows, GOLD, silent=payload.again)

    @delivers(AnsweredRow)
    async def tell_answers(self, row: OutboxRow, payload: AnsweredRow, _noted: Noted) -> None:
        """Tell somebody how the people they invited have answered."""
        info = (await self.app.tables.looks.read(row.subject)).info
        muted = await self.app.tables.servers.muting_users(info.id)
        if info.state != "lobby" or payload.user in muted or payload.user not in {seat.user for seat in info.seats}:
            return

        async def write(words: Words) -> tuple[str, str, tuple[Row, ...]]:
            return await _answers(self, info, payload.user, words)

        await calls.tell(self.app, info, calls.ANSWERED, payload.user, write, Shows(request=row.serial), BLUE)


def _threads(answer: Answer) -> bool:
    """Returns whether messages can be posted in threads, as far as the press shows it."""
    return answer.guild is None or answer.interaction.app_permissions.send_messages_in_threads


async def _complete(cog: Cog, info: TableInfo, words: Words) -> tuple[str, str, tuple[Row, ...]]:
    """Returns the call to start the game."""
    full = len(info.seats) >= cog.app.games[info.game].seats[-1]
    key = "cogs.waiting.full" if full else "cogs.waiting.all-answered"
    text = words(key, who=f"<@{info.host}>", since=clocks.hour(info, info.anybody_starts or 0))
    start = button(words("cogs.lobby.start"), make("waiting.start", info.id), style=discord.ButtonStyle.primary, emoji="▶️")
    found = [start, await links.to_board(cog.app, info, words)]
    return headings.heading(info, words, "cogs.hand.no-title"), text, rows(found)


async def _lonely(cog: Cog, info: TableInfo, words: Words) -> tuple[str, str, tuple[Row, ...]]:
    """Returns the question what to do as nobody has joined."""
    found = [
        button(words("cogs.waiting.alone"), make("waiting.alone", info.id), style=discord.ButtonStyle.primary, emoji="🤖"),
        button(words("cogs.waiting.on"), make("waiting.on", info.id), emoji="⏳"),
        *_search(info, words),
        button(words("cogs.waiting.close"), make("waiting.close", info.id), style=discord.ButtonStyle.danger),
        await links.to_board(cog.app, info, words),
    ]
    text = words("cogs.waiting.lonely", who=f"<@{info.host}>")
    return headings.heading(info, words, "cogs.hand.no-title"), text, rows(found)


def _search(info: TableInfo, words: Words) -> list[Button]:
    """Returns the button that looks for others instead, where there can be others."""
    return [button(words("cogs.find.lobby"), make("find.lobby", info.id), emoji="🔎")] if info.place.guild > 0 else []


async def _answers(cog: Cog, info: TableInfo, user: int, words: Words) -> tuple[str, str, tuple[Row, ...]]:
    """Returns how the people have answered whom this person has invited."""
    mine = [each for each in info.guests.answers if each.by == user]
    lines = [words(f"cogs.waiting.{'comes' if each.comes else 'declines'}", who=f"<@{each.user}>") for each in mine]
    if len(info.seats) >= cog.app.games[info.game].seats[-1]:
        lines.append(words("cogs.waiting.now-full"))
    text = words("cogs.waiting.answers", who=f"<@{user}>", answers="\n".join(lines))
    return headings.heading(info, words, "cogs.guests.heading"), text, rows([await links.to_board(cog.app, info, words)])
