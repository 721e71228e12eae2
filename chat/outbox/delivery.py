"""What each kind of outbox row has Discord show, always made from the newest stored state."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import msgspec

from chat.app import App
from chat.cards import board, hand, lobby, standings, table, takeback, votes
from chat.outbox import fleeting, reminders, threads
from chat.outbox.end_delivery import EndDelivery
from chat.outbox.guest_delivery import GuestDelivery
from chat.outbox.tournament_delivery import TournamentDelivery
from chat.press import private
from chat.wire import limits, plainer
from chat.wire.layout import RED, Card
from chat.wire.messenger import Closed, Spot
from chat.wire.plainer import Form
from chat.wire.rest import Outcome, Unwanted, outcome
from data.records import Posted, Shows
from render.turns import Outdated
from tables.model.models import PRIVATE, TableInfo, TableView
from tables.model.outbox_rows import (
    AsideRow,
    AskingRow,
    BoardRow,
    CallRow,
    CoverRow,
    DeadRow,
    ExpiryRow,
    FinalRow,
    GoneRow,
    HandRow,
    InviteRow,
    LobbyRow,
    OfferRow,
    OutboxRow,
    Payload,
    PodiumRow,
    RemindRow,
    RoundRow,
    SceneRow,
    SeasonRow,
    TidyRow,
    TournamentRow,
    VoidRow,
    VoteRow,
)
from tables.store.posts import TOLD

log = logging.getLogger(__name__)


class Delivery(EndDelivery, GuestDelivery, TournamentDelivery):
    """Carries rows out. Raises what Discord answers; a row carried out in part is carried out again whole."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._ways: dict[type[Payload], Callable[[OutboxRow, Any], Awaitable[None]]] = {
            LobbyRow: self._lobby,
            SceneRow: self._scene,
            BoardRow: self._board,
            HandRow: self._hand,
            FinalRow: self._final,
            RemindRow: self._remind,
            AskingRow: self._asking,
            VoteRow: self._vote,
            DeadRow: self._dead,
            ExpiryRow: self._expiry,
            GoneRow: self._gone,
            OfferRow: self._offer,
            InviteRow: self._invite,
            CallRow: self._call,
            CoverRow: self._cover,
            SeasonRow: self._season,
            AsideRow: self._aside,
            TournamentRow: self._tournament,
            RoundRow: self._round,
            PodiumRow: self._podium,
            VoidRow: self._void,
        }

    async def carry_out(self, row: OutboxRow) -> None:
        """Have Discord told what the row says, after what earlier attempts may have left behind has been found."""
        await self._messenger.recover(row.table)
        while True:
            try:
                await self._tell(row)
            except Outdated:
                continue  # the game moved on before the picture's turn came: the newest state is told instead
            return

    async def _tell(self, row: OutboxRow) -> None:
        if not isinstance(row.payload, TidyRow):  # that one is the sender's own
            await self._ways[type(row.payload)](row, row.payload)

    async def _remind(self, row: OutboxRow, told: RemindRow) -> None:
        await self._seen_off(row.table, told.seats)
        await reminders.remind(self._app, row, told)

    async def _cover(self, row: OutboxRow, _: CoverRow) -> None:
        """What the board shows for a glance goes: the row that has it told again is sent when this one is gone."""
        await self._tables.show_again(row.table)

    async def _season(self, row: OutboxRow, told: SeasonRow) -> None:
        """Post the leaderboard of a season that is over; a channel that takes it not is no table's trouble."""
        shown = (await self._tables.looks.view(row.table, anyway=True)).table
        found = await self._tables.ratings.season_standings(shown.place.guild, told.first, told.last)
        card = await standings.season_card(self._app, found, await table.public_words(self._app, shown))
        try:
            await self._messenger.say(told.channel, card, f"season-{row.id}-{row.serial}"[-limits.NONCE :])
        except (Closed, discord.HTTPException) as error:
            if outcome(error) is Outcome.LATER:
                raise
            log.info("leaderboard of a season could not be posted", extra={"channel": told.channel})

    async def _lobby(self, row: OutboxRow, _: LobbyRow) -> None:
        shown = (await self._tables.looks.view(row.table)).table
        spoken = await table.public_words(self._app, shown)
        card = await lobby.card(self._app, shown, spoken)
        await self._messenger.put(shown, "lobby", card, Shows())
        await private.follow(self._app, row.table, shown.host, lobby.PANEL)
        if shown.state != "lobby":
            await self._unasked(row.table, "expiry")

    async def _settled(self, number: int) -> None:
        """The table is where it is to be played: in a thread of its own, where the server wants it."""
        await threads.opened(self._app, (await self._tables.looks.view(number)).table)

    async def _scene(self, row: OutboxRow, told: SceneRow) -> None:
        await self._settled(row.table)
        shown = (await self._tables.looks.view(row.table)).table
        spoken = await table.public_words(self._app, shown)
        shows = Shows(line=told.number, scene=told.index)
        compact = await threads.compact(self._app, shown)
        if plainer.form() is Form.BARE:
            card = board.bare(shown, spoken, past=True)
        else:
            card = await board.scene(self._app, shown, told, spoken, open_hand=compact)
        messages = self._tables.messages
        found = await messages.get(row.table, "board")
        mine = found is not None and (compact or found.shows.turn == told.turn)
        if found is not None and mine and await self._messenger.edit(Spot(found.channel, found.message), card):
            await fleeting.gone(self._app, row.table, found.message)
            if compact:
                return  # the one message shows the next board as well
            await messages.put(row.table, "scene", Posted(found.channel, found.message, shows))
            await messages.drop(row.table, "board")
            return
        if compact:
            return  # there is none (any more): the board that follows is posted
        posted = await messages.get(row.table, "scene")
        if posted is None or posted.shows != shows:
            await self._messenger.post(shown, "scene", card, shows)
        if found is not None and mine:
            await self._tables.posts.retire(row.table, found.channel, found.message, remove=True)
            await messages.drop(row.table, "board")

    async def _board(self, row: OutboxRow, told: BoardRow) -> None:
        await self._settled(row.table)
        look = await self._tables.looks.view(row.table, fleeting=True)
        shown = look.table
        if shown.state != "playing" or shown.turn != told.turn:
            return  # a newer row tells what is true by now
        spoken = await table.public_words(self._app, shown)
        found = await self._tables.messages.get(row.table, "board")
        if found is not None and found.shows.turn != shown.turn and await threads.compact(self._app, shown):
            # The one message goes on with the next turn.
            found = Posted(found.channel, found.message, Shows(turn=shown.turn))
            await self._tables.messages.put(row.table, "board", found)
        fresh = found is None or found.shows.turn != shown.turn
        pings = await self._to_ping(shown)
        bare = plainer.form() is Form.BARE
        mentioned = pings if fresh and not bare else []
        # A new message is posted without what will vanish: were we to die, nobody would know which one shows it.
        covered = msgspec.structs.replace(look, fleeting=None)
        if bare or fresh or look.fleeting is None:
            card = board.bare(shown, spoken, past=False)
            if not bare:
                card = await board.card(self._app, covered, told, spoken, pings=mentioned)
            spot = await self._messenger.put(shown, "board", card, Shows(turn=shown.turn))
        elif found is not None:
            spot = Spot(found.channel, found.message)
        if bare or look.fleeting is None:
            await fleeting.gone(self._app, row.table, spot.message)
        else:
            await self._uncover(row.table, told, look, spot, mentioned)
        if found is None and shown.home is None:
            await self._lobby_leads(shown)
        if not fresh or bare:
            for user in pings:
                await self._ping(shown, user)
        await self._tables.messages.put(row.table, TOLD, Posted(spot.channel, 0, Shows(stage=shown.stage)))
        await reminders.answered(self._app, shown)
        await private.follow_all(self._app, row.table, shown.stage)
        for seat in shown.seats:
            if seat.resigned and seat.user is not None:
                await self._close_hand(look, seat.user)

    async def _uncover(self, number: int, told: BoardRow, look: TableView, spot: Spot, mentioned: list[int]) -> None:
        """Show what will vanish on the board's message, which is noted before it does."""
        shown = look.table
        spoken = await table.public_words(self._app, shown)
        await fleeting.note(self._app, number, spot, shown.stage)
        card = await board.card(self._app, look, told, spoken, pings=mentioned)
        if await self._messenger.edit(spot, card):
            return
        covered = msgspec.structs.replace(look, fleeting=None)
        bare = await board.card(self._app, covered, told, spoken)
        spot = await self._messenger.post(shown, "board", bare, Shows(turn=shown.turn))
        await fleeting.note(self._app, number, spot, shown.stage)
        await self._messenger.edit(spot, card)

    async def _hand(self, row: OutboxRow, told: HandRow) -> None:
        seat = told.seat
        shown = (await self._tables.looks.view(row.table)).table
        user = shown.seats[seat].user if seat < len(shown.seats) else None
        if user is None or shown.seats[seat].resigned:
            return
        await private.follow(self._app, row.table, user, surely=True)
        preferences = await self._tables.people.person(user)
        if not self._tables.people.takes_direct(preferences) or shown.place.guild == PRIVATE:
            return
        look = await self._tables.looks.view(row.table, user)
        found = await self._tables.messages.get(row.table, "hand", user)
        if found is not None and self._app.copies.shows(row.table, user, found.message, look.table.version):
            return  # the press that changed it has just been answered there
        spoken = await self._app.languages.words(user, shown.language)
        card = await hand.card(self._app, look, user, spoken)
        # A message of an earlier turn is edited as well while nothing is asked: it must not go on showing what is no more.
        same = found is not None and (found.shows.turn == shown.turn or not look.choices.words)
        if found is not None and same and await self._messenger.edit_hand(Spot(found.channel, found.message), card):
            return
        if not look.choices.words:
            return
        try:
            muted = user in await self._tables.servers.muted(shown.id)
            await self._messenger.post_hand(shown, user, card, silent=muted)
        except Unwanted:
            await self._ping(shown, user)
            return
        await self._pinged(shown, user)

    async def _asking(self, row: OutboxRow, told: AskingRow) -> None:
        shown = (await self._tables.looks.view(row.table)).table
        asking, card = takeback.card(self._app, shown, told, await table.public_words(self._app, shown))
        await self._messenger.put(shown, "asking", card, Shows(request=asking.id))

    async def _vote(self, row: OutboxRow, told: VoteRow) -> None:
        shown = (await self._tables.looks.view(row.table)).table
        card = votes.card(shown, told, await table.public_words(self._app, shown))
        await self._messenger.put(shown, f"vote-{told.vote.kind}", card, Shows(request=told.vote.id))

    # Pinging: once a turn, by the direct message where it goes through, else by a mention.

    async def _to_ping(self, shown: TableInfo) -> list[int]:
        """Who owes a move, gets no direct message and has not been mentioned in this turn yet."""
        found: list[int] = []
        if shown.place.guild == PRIVATE:
            return found  # a message there is heard without it
        muted = await self._tables.servers.muted(shown.id)
        for seat in shown.pending:
            user = shown.seats[seat].user
            if user is None or shown.seats[seat].resigned or user in muted:
                continue
            preferences = await self._tables.people.person(user)
            if self._tables.people.takes_direct(preferences):
                continue
            told = await self._tables.messages.get(shown.id, "ping", user)
            if told is None or told.shows.turn != shown.turn:
                found.append(user)
        return found

    async def _pinged(self, shown: TableInfo, user: int) -> None:
        mentioned = Posted(shown.place.channel, 0, Shows(turn=shown.turn))
        await self._tables.messages.put(shown.id, "ping", mentioned, user)

    async def _ping(self, shown: TableInfo, user: int) -> None:
        """Mention one person in the channel by a message of its own, if they have not been in this turn."""
        told = await self._tables.messages.get(shown.id, "ping", user)
        if (told is not None and told.shows.turn == shown.turn) or user in await self._tables.servers.muted(shown.id):
            return
        await reminders.call(self._app, shown, user)
        await self._pinged(shown, user)

    # Telling people that a channel can not be written to: once, until it can.

    async def tell_host(self, number: int) -> None:
        """Tell the host that the channel is out of the bot's reach."""
        shown = (await self._tables.looks.view(number)).table
        await self._tell_once(shown, shown.host, "lost")

    async def tell_closed(self, number: int) -> None:
        """Tell everybody who plays that the thread is locked, and what opens it."""
        await self._tell_all(number, "closed")

    async def tell_gone(self, number: int) -> None:
        """Tell everybody who plays that the channel is no more, and how the table comes to another one."""
        await self._tell_all(number, "gone")

    async def tell_refused(self, number: int) -> None:
        """Tell everybody who plays that Discord refuses what is to be shown, and how they go on."""
        await self._tell_all(number, "refused")

    async def mention(self, number: int, seat: int) -> None:
        """Call somebody in the channel whose direct message Discord refuses."""
        shown = (await self._tables.looks.view(number)).table
        user = shown.seats[seat].user if seat in shown.pending else None
        if user is not None:
            await self._ping(shown, user)

    async def _tell_all(self, number: int, why: str) -> None:
        shown = (await self._tables.looks.view(number)).table
        for seat in shown.seats:
            if seat.user is not None and table.playing(seat):
                await self._tell_once(shown, seat.user, why)

    async def _tell_once(self, shown: TableInfo, user: int, why: str) -> None:
        if await self._tables.messages.get(shown.id, why, user) is not None:
            return
        spoken = await self._app.languages.words(user, shown.language)
        text = spoken(f"cogs.board.{why}", channel=f"<#{shown.place.channel}>", table=shown.id)
        card = Card(title=table.heading(shown, spoken, "cogs.hand.no-title"), text=text, colour=RED)
        try:
            await self._messenger.say_to(user, card, f"{why}-{shown.id}-{shown.version}"[-limits.NONCE :])
        except (Unwanted, discord.HTTPException) as error:
            if outcome(error) is Outcome.LATER:
                raise
            log.info("person could not be told", extra={"table": shown.id, "why": outcome(error).value})
        await self._tables.messages.put(shown.id, why, Posted(shown.place.channel, 0), user)
