"""Telling people that a channel cannot be written to; once, until it can be again."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from asking import players
from chat.app import App
from chat.cards import headings, leagues, nights, tournaments
from chat.outbox.deleted import note_deleted_board
from chat.wire.layout import RED, Card
from chat.wire.outcomes import UNREACHED, Outcome, Unwanted, outcome
from data.records.messages import Posted
from tables.leagues.league import League
from tables.matchmaking.wishes import WishList
from tables.model.subjects import Subject
from tables.model.table_info import TableInfo
from tables.nights.night import Night
from tables.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

S = TypeVar("S")


async def tell_host(app: App, number: int) -> None:
    """Tell the host that the bot cannot reach the channel; of a league once, whichever division is told there."""
    subject = await app.tables.subjects.find(number)
    if isinstance(subject, Tournament):
        subject = await _owner(app, subject)
    if isinstance(subject, TableInfo | Tournament | Night | League):
        await _tell_once(app, subject, subject.host, "lost")


async def tell_closed(app: App, number: int) -> None:
    """Tell everybody who plays that the thread is locked, and how to open it; of what is no table, its host."""
    subject = await app.tables.subjects.find(number)
    if isinstance(subject, TableInfo):
        await _tell_all(app, subject, "closed")
    else:
        await tell_host(app, number)


async def tell_gone(app: App, number: int) -> None:
    """Tell everybody who plays that the channel has been deleted, and how to move the table to another one. If it is that of a
    tournament, the tournament is paused, and everybody who takes part is told that instead; of a night or a league, its host
    is told. The thread of a season is opened again. People who looked for a game there look no longer.
    """
    subject = await app.tables.subjects.find(number)
    owner = await _owner(app, subject)
    paused: Tournament | Night | League | None = None
    if isinstance(owner, Tournament):
        paused = await _pause_if_gone(app, owner, app.tables.tournaments.channel_gone)
    elif isinstance(owner, League):
        paused = await _pause_if_gone(app, owner, app.tables.leagues.channel_gone)
        if paused is None and isinstance(subject, Tournament):
            told = await leagues.told_in_thread(app, subject)
            if told is not None:
                await _pause_if_gone(app, told, app.tables.leagues.thread_gone)
    elif isinstance(owner, Night):
        paused = await _pause_if_gone(app, owner, app.tables.nights.channel_gone)
    elif isinstance(owner, WishList):
        await _pause_if_gone(app, owner, app.tables.matchmaking.channel_gone)
    if paused is not None:
        for user in [each.user for each in paused.active] if isinstance(paused, Tournament) else [paused.host]:
            await _tell_once(app, paused, user, "gone")
    elif isinstance(subject, TableInfo) and (subject.tournament is not None or subject.state != "cancelled"):
        await _tell_all(app, subject, "gone")


async def _owner(app: App, subject: Subject) -> Subject:
    """Returns what a subject belongs to: the tournament of a game, the league of a division; else itself."""
    if isinstance(subject, TableInfo) and subject.tournament is not None:
        subject = await app.tables.tournaments.tournament(subject.tournament.number)
    if isinstance(subject, Tournament) and subject.league is not None:
        return await app.tables.leagues.league(subject.league)
    return subject


async def _pause_if_gone(app: App, subject: Subject, pause: Callable[[int, int], Awaitable[S | None]]) -> S | None:
    """Pause a subject if its channel is gone. Returns it; None if its channel is there."""
    channel = subject.place.channel
    try:
        await app.messenger.rest.channel(channel)
    except discord.HTTPException as error:
        if outcome(error) is not Outcome.CHANNEL_GONE:
            raise
        return await pause(subject.id, channel)
    return None


async def tell_refused(app: App, number: int) -> None:
    """Tell everybody who plays that Discord rejects what is to be shown, and how to go on."""
    await _tell_all(app, await app.tables.subjects.find(number), "refused")


async def check_shown(app: App, number: int) -> bool:
    """Stop the clocks of a table whose channel the bot no longer sees, or whose board somebody has deleted, and show it again:
    Discord reports the one only while the bot is connected, and the other not at all. Returns False if it does not say now.
    """
    info = (await app.tables.looks.read(number)).info
    try:
        if info.place.guild > 0:
            await app.messenger.rest.channel(info.place.channel)
        if await note_deleted_board(app, info):
            await not_shown(app, number)
            await app.tables.show_again(number)
    except (discord.DiscordException, *UNREACHED) as error:
        why = outcome(error)
        if why is Outcome.LATER:
            return False
        if why in {Outcome.CHANNEL_GONE, Outcome.OUT_OF_REACH}:
            await not_shown(app, number)
            await app.tables.show_again(number)  # what is refused then is told
    return True


async def not_shown(app: App, number: int) -> None:
    """Stop the clocks of those who are shown nothing."""
    await app.tables.times.not_shown(number, lambda user: app.live_replies.alive(number, user, "hand") is not None)


async def _tell_all(app: App, subject: Subject, why: str) -> None:
    """Tell everybody who plays at a table, or the host of a tournament."""
    if isinstance(subject, TableInfo):
        for seat in subject.seats:
            if seat.user is not None and players.playing(seat):
                await _tell_once(app, subject, seat.user, why)
    elif isinstance(subject, Tournament):
        await _tell_once(app, subject, subject.host, why)


async def _tell_once(app: App, subject: TableInfo | Tournament | Night | League, user: int, why: str) -> None:
    if user < 0 or await app.tables.messages.get(subject.id, why, user) is not None:
        return
    spoken = await app.languages.words(user, subject.language)
    channel = f"<#{subject.place.channel}>"
    text = spoken(f"cogs.board.{why}", channel=channel, table=subject.id)
    if isinstance(subject, Night):
        head, text = nights.title(subject, spoken), spoken(f"cogs.nights.{why}", channel=channel, number=subject.id)
    elif isinstance(subject, League):
        head, text = leagues.title(subject, spoken), spoken(f"cogs.league.{why}", channel=channel, number=subject.id)
    elif isinstance(subject, Tournament):
        head = tournaments.title(subject, spoken)
        if why in {"lost", "gone"}:
            text = spoken(f"cogs.tournament.{why}", channel=channel, number=subject.id)
    else:
        head = headings.heading(subject, spoken, "cogs.hand.no-title")
    card = Card(title=head, text=text, colour=RED)
    try:
        silent = await app.tables.people.silent(user)
        await app.messenger.say_to(user, card, f"{why}-{subject.id}-{subject.version}", wanted=True, silent=silent)
    except (Unwanted, discord.HTTPException) as error:
        if outcome(error) is Outcome.LATER:
            raise
        log.info("cannot notify a person", extra={"table": subject.id, "why": outcome(error).value})
    await app.tables.messages.put(subject.id, why, Posted(subject.place.channel, 0), user)
