"""The board's message: what it shows as the game goes on, and the scenes that boards become."""

from __future__ import annotations

import msgspec

from chat.cards import board, table
from chat.outbox import fleeting, reminders, standing, threads
from chat.outbox.sender import delivers
from chat.press import private
from chat.press.presses import Cog
from chat.wire import plainer
from chat.wire.messenger import Spot
from chat.wire.plainer import Form
from data.records import Noted, Posted, Shows
from tables.model.models import TableView
from tables.model.outbox_rows import BoardRow, CoverRow, KeepRow, OutboxRow, SceneRow
from tables.store.posts import TOLD


class BoardPosts(Cog):
    """Posts and edits boards."""

    @delivers(SceneRow)
    async def scene(self, row: OutboxRow, told: SceneRow, noted: Noted) -> None:
        """The open board becomes the scene; where there is none, it is posted."""
        shown = await threads.opened(self.app, (await self.app.tables.looks.view(row.table)).table)
        spoken = await table.public_words(self.app, shown, noted)
        shows = Shows(line=told.number, scene=told.index)
        compact = await threads.compact(self.app, shown)
        if plainer.form() is Form.BARE:
            card = board.bare(shown, spoken, past=True)
        else:
            card = await board.scene(self.app, shown, told, spoken, open_hand=compact)
        messages = self.app.tables.messages
        found = noted.get("board")
        mine = found is not None and (compact or found.shows.turn == told.turn)
        if found is not None and mine and await self.app.messenger.edit(Spot(found.channel, found.message), card):
            await fleeting.gone(self.app, row.table, found.message, noted)
            if compact:
                return  # the one message shows the next board as well
            await messages.put(row.table, "scene", Posted(found.channel, found.message, shows))
            await messages.drop(row.table, "board")
            return
        if compact:
            return  # there is none (any more): the board that follows is posted
        posted = noted.get("scene")
        if posted is None or posted.shows != shows:
            await self.app.messenger.post(shown, "scene", card, shows)
        if found is not None and mine:
            await self.app.tables.posts.retire(row.table, found.channel, found.message, remove=True)
            await messages.drop(row.table, "board")

    @delivers(BoardRow)
    async def board(self, row: OutboxRow, told: BoardRow, noted: Noted) -> None:
        """The board of a turn: posted, or edited while the turn lasts."""
        look = await self.app.tables.looks.view(row.table, fleeting=True, stored=noted.version)
        info = look.table
        if await threads.opened(self.app, info) is not info:
            look = await self.app.tables.looks.view(row.table, fleeting=True)
            info = look.table
        if info.state != "playing" or info.turn != told.turn:
            return  # a newer row shows what is true by now
        spoken = await table.public_words(self.app, info, noted)
        found = noted.get("board")
        if found is not None and found.shows.turn != info.turn and await threads.compact(self.app, info):
            # The one message goes on with the next turn.
            found = Posted(found.channel, found.message, Shows(turn=info.turn))
            await self.app.tables.messages.put(row.table, "board", found)
        fresh = found is None or found.shows.turn != info.turn
        wanted = await reminders.to_ping(self.app, info, noted)
        bare = plainer.form() is Form.BARE
        joining = threads.joining(info, noted) if fresh and not bare else []
        mentioned = wanted if fresh and not bare and not joining else []
        # A new message is posted without what will vanish: were we to die, nobody would know which one shows it.
        covered = msgspec.structs.replace(look, fleeting=None)
        if bare or fresh or look.fleeting is None:
            card = board.bare(info, spoken, past=False)
            if not bare:
                card = await board.card(self.app, covered, told, spoken, pings=mentioned, joining=joining)
            shows = Shows(turn=info.turn)
            spot = await self.app.messenger.put_over(found, info, "board", card, shows, silent=bool(joining))
            if joining:
                await threads.joined(self.app, info)
        elif found is not None:
            spot = Spot(found.channel, found.message)
        if bare or look.fleeting is None:
            await fleeting.gone(self.app, row.table, spot.message, noted)
        else:
            await self._uncover(told, look, spot, mentioned, noted)
        if found is None and info.home is None:
            await standing.lobby_leads(self.app, info)
        if wanted and not mentioned:
            for user in wanted:
                await reminders.ping(self.app, info, user)
            noted = await self.app.tables.messages.of(row.table)
        self.app.tables.outbox.shows(row, TOLD, Posted(spot.channel, 0, Shows(stage=info.stage)))
        await reminders.answered(self.app, info, noted)
        await private.follow_all(self.app, row.table, info.stage, look)
        for seat in info.seats:
            if seat.resigned and seat.user is not None:
                await standing.close_hand(self.app, look, seat.user)

    @delivers(KeepRow)
    async def keep(self, row: OutboxRow, _told: KeepRow, _noted: Noted) -> None:
        """The thread of a running game stays open."""
        await threads.kept(self.app, (await self.app.tables.looks.view(row.table)).table)

    @delivers(CoverRow)
    async def cover(self, row: OutboxRow, _told: CoverRow, _noted: Noted) -> None:
        """What the board shows for a glance goes: the row that has it told again is sent when this one is gone."""
        await self.app.tables.show_again(row.table)

    async def _uncover(self, told: BoardRow, look: TableView, spot: Spot, mentioned: list[int], noted: Noted) -> None:
        """Show what will vanish on the board's message, which is noted before it does."""
        info, number = look.table, look.table.id
        spoken = await table.public_words(self.app, info, noted)
        await fleeting.note(self.app, number, spot, info.stage, noted)
        card = await board.card(self.app, look, told, spoken, pings=mentioned)
        if await self.app.messenger.edit(spot, card):
            return
        covered = msgspec.structs.replace(look, fleeting=None)
        bare = await board.card(self.app, covered, told, spoken)
        spot = await self.app.messenger.post(info, "board", bare, Shows(turn=info.turn))
        await fleeting.note(self.app, number, spot, info.stage)
        await self.app.messenger.edit(spot, card)
