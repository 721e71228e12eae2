"""Messages about endings in the channel: how the game ended, that it is about to be closed, that it is void."""

import logging

import discord

from asking import players
from chat.cards import audiences, wording
from chat.outbox import reminders, standing, threads
from chat.outbox.deliveries import delivers
from chat.press import replies
from chat.press.presses import Cog
from chat.wire.layout import PublicCard
from chat.wire.messenger import Closed
from chat.wire.outcomes import Outcome, outcome
from cogs.ending import endings
from data.records.messages import Noted, Posted, Shows
from tables.model.outbox_rows import AsideRow, DeadRow, FinalRow, OutboxRow, VoidRow
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading
from tables.time.timing import read_pace

log = logging.getLogger(__name__)


class EndPosts(Cog):
    """Posts how games end."""

    @delivers(FinalRow)
    async def final(self, row: OutboxRow, payload: FinalRow, noted: Noted) -> None:
        """Post the end of a game; all buttons are removed."""
        reading = await self.app.tables.looks.read(row.subject, stored=noted.version)
        info = reading.info
        spoken = await audiences.public_words(self.app, info, noted)
        kind = "scene" if noted.get("board") is None else "board"
        last = noted.get(kind)
        if last is not None and last.shows.line is None:  # it loses its buttons even if the end cannot be posted
            await self._retire(info, kind, last, remove=await threads.compact(self.app, info))
            last = None
        card = await endings.final(self.app, reading, payload, spoken, await self._to_mention(info))
        if noted.get("final") is not None:
            await threads.archive_later(self.app, info)
        try:
            await self._put(info, card)
        except (Closed, discord.HTTPException) as error:
            if outcome(error) is not Outcome.LATER:
                await self._close_hands(reading)  # whatever happens in the channel, everybody can read how it ended
            raise
        if last is not None and noted.get("final") is None and not await self._is_moment(info):  # a scene asks nothing
            await self._retire(info, kind, last, remove=True)
        elif last is not None and kind == "board":
            await self.app.tables.messages.drop(info.id, kind)
        await self._close_hands(reading)
        await standing.lobby_leads(self.app, info)
        await threads.post_outcome(self.app, info)

    async def _retire(self, info: TableInfo, kind: str, last: Posted, *, remove: bool) -> None:
        await self.app.tables.posts.retire(info.id, last.channel, last.message, remove=remove, turn=info.turn)
        await self.app.tables.messages.drop(info.id, kind)

    async def _is_moment(self, info: TableInfo) -> bool:
        """Returns whether the last scene decided something that people look at for a while."""
        events = wording.events(self.app, info, await self.app.tables.looks.told_in(info.id, info.turn))
        scene = next((event for event in reversed(events) if event.scene), None)
        return scene is None or audiences.renderer(self.app, info).is_moment(scene)

    async def _put(self, info: TableInfo, card: PublicCard) -> None:
        """Post the end where the game was played; if that is a thread that accepts no messages, in its channel."""
        shows = Shows(turn=info.turn)
        try:
            await self.app.messenger.put(info, "final", card, shows)
        except (Closed, discord.HTTPException) as error:
            if outcome(error) is Outcome.LATER or info.home in {None, info.place.channel}:
                raise
            log.info("posting the end in the channel: the thread is closed", extra={"table": info.id})
            await self.app.messenger.post(threads.at_home(info), "final", card, shows)

    async def _close_hands(self, reading: Reading) -> None:
        info = reading.info
        await reminders.delete_answered(self.app, info, await self.app.tables.messages.of(info.id))
        await replies.follow_all(self.app, info.id, info.stage)
        for seat in info.seats:
            if seat.user is not None:
                await standing.close_hand(self.app, reading, seat.user)

    async def _to_mention(self, info: TableInfo) -> list[int]:
        """Returns who played to the end and wants to be mentioned."""
        muted = await self.app.tables.servers.muting_users(info.id)
        people = [
            seat.user for seat in info.seats if players.playing(seat) and seat.user is not None and seat.user not in muted
        ]
        own = {user: await self.app.tables.people.person(user) for user in people}
        wanted = [user for user, preferences in own.items() if preferences.mention_end and preferences.plan.calls == "each"]
        if not read_pace(info.pace).slow:
            return wanted
        return [user for user in wanted if await self.app.tables.people.calls_soon(user, info, own[user], later=False)]

    @delivers(DeadRow)
    async def dead(self, row: OutboxRow, payload: DeadRow, _noted: Noted) -> None:
        """Warn that the table is about to be closed."""
        info = (await self.app.tables.looks.read(row.subject)).info
        if info.state == "playing":
            card = await endings.dead(self.app, info, payload, await audiences.public_words(self.app, info))
            await self.app.messenger.say(info.place.channel, card, f"dead-{row.id}-{row.serial}")

    @delivers(VoidRow)
    async def void(self, row: OutboxRow, payload: VoidRow, _noted: Noted) -> None:
        """Tell the players that the game is void, or counts again."""
        info = (await self.app.tables.looks.read(row.subject)).info
        played = {seat.user for seat in info.seats if seat.user is not None} | {gone.user for gone in info.departed}
        pings = sorted(played - await self.app.tables.servers.muting_users(info.id))
        card = endings.void(info, payload.restored, await audiences.public_words(self.app, info), pings)
        # Where everybody in the channel sees it: the game's own thread may be archived.
        where = info.home if info.home is not None else info.place.channel
        await self.app.messenger.say(where, card, f"void-{row.id}-{row.serial}")

    @delivers(AsideRow)
    async def aside(self, row: OutboxRow, payload: AsideRow, _noted: Noted) -> None:
        """Tell the players that the table is set aside for a while."""
        info = (await self.app.tables.looks.read(row.subject, anyway=True)).info
        if info.state in {"lobby", "playing"}:
            card = endings.aside(info, payload, await audiences.public_words(self.app, info))
            await self.app.messenger.say(info.place.channel, card, f"aside-{row.id}-{row.serial}")
