"""Looking at a table: the board, the board as text, and rarely needed things."""

import functools
import logging

import discord
import msgspec

from asking import players
from chat.cards import audiences, board, headings, links, own_board, wording
from chat.cards.command_options import TableOption
from chat.cards.meant import OPEN, at_table
from chat.outbox import fleeting, reminders, standing, threads
from chat.outbox.deliveries import delivers
from chat.press import replies
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire import extent
from chat.wire.extent import Extent
from chat.wire.layout import BLUE, Card, PublicCard, button, rows
from chat.wire.messenger import MessageSpot
from chat.wire.outcomes import UNREACHED
from data.records.messages import Noted, Posted, Shows
from tables.model.outbox_rows import BoardRow, CoverRow, KeepRow, OutboxRow, SceneRow
from tables.model.table_info import TableInfo, only_one_stays
from tables.rules.reading import Reading
from tables.store.messages import TOLD

log = logging.getLogger(__name__)


class Board(Cog):
    """Shows boards."""

    @ZAMKI.command("board")
    async def board(self, answer: PrivateAnswer, number: TableOption | None = None) -> None:
        """Show the public table and a link to it; if a player's board message is gone, it is posted again."""
        await at_table(answer, number, "board.open", self._show_board, states=OPEN)

    @verb("board.open", Ack.PRIVATE, On.PRIVATE)
    async def board_chosen(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the board of the table chosen among several."""
        await self._show_board(answer, press.table)

    async def _show_board(self, answer: PrivateAnswer, number: int) -> None:
        reading = await answer.tables.looks.read(number, answer.user)
        await board.post_again(answer, reading)
        await replies.show(answer, "board", replies.LiveCard(own_board.glance), reading)

    @ZAMKI.command("text")
    async def text(self, answer: PrivateAnswer, number: TableOption | None = None) -> None:
        """Show the board as text."""
        await at_table(answer, number, "board.text", self._show_text, states=OPEN)

    @verb("board.text", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def as_text(self, answer: PrivateAnswer, press: Press) -> None:
        """Handle the "As text" button."""
        await self._show_text(answer, press.table)

    @verb("board.sheet", Ack.UPDATE, ALONE)
    async def sheet(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another page of the board as text."""
        await self._show_text(answer, press.table, min(pressed_number(press.word.removeprefix("_")), 99))

    async def _show_text(self, answer: PrivateAnswer, number: int, page: int = 0) -> None:
        """Show the board as text: players see their own hand with it, spectators the public table."""
        reading = await answer.tables.looks.read(number, answer.user)
        await replies.show(answer, "text", replies.LiveCard(functools.partial(own_board.text_card, page=page)), reading)

    @verb("board.watch", Ack.PRIVATE)
    async def watch(self, answer: PrivateAnswer, press: Press) -> None:
        """Make the presser a member of the game's thread, so that their channel list has it and Discord marks what is new."""
        info, said = (await answer.tables.looks.read(press.table)).info, "cogs.thread.watching"
        if info.state == "playing" and info.home not in {None, info.place.channel}:
            try:
                await self.app.messenger.rest.add_to_thread(info.place.channel, answer.user)
            except discord.HTTPException as error:
                log.info("cannot add people to a thread", extra={"table": info.id, "code": error.code})
                said = "cogs.thread.not-added"
        link = await links.to_board(self.app, info, answer.words)
        await answer.tell(Card(text=answer.words(said), rows=rows([link]), colour=BLUE))

    @verb("board.more", Ack.PRIVATE)
    async def more(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the rarely needed buttons."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        info, words = reading.info, answer.words
        found = []
        if players.playing_seat(reading) is not None and info.state == "playing":
            found.append(button(words("cogs.more.write"), make("play.form", info.id, info.stage), emoji="⌨️"))
            if reading.can_take_back or reading.may_ask is not None:
                label = words("cogs.hand.take-back" if reading.can_take_back else "cogs.back.ask")
                found.append(button(label, make("takeback.undo", info.id, info.stage), emoji="↩️"))
            if info.deadline is not None and info.timing.pause is None:
                found.append(button(words("cogs.more.pause"), make("timing.pause", info.id, info.stage), emoji="⏸️"))
            if only_one_stays(info.seats):
                found.append(button(words("cogs.claim.sure"), make("ending.resign", info.id, info.stage), emoji="🏆"))
            else:
                seat = make("replacing.chosen", info.id, info.stage, ("_", "any"))
                found.append(button(words("cogs.more.replace"), seat, emoji="🔁"))
                found.append(button(words("cogs.more.resign"), make("ending.resign", info.id, info.stage), emoji="🏳️"))
                found.append(button(words("cogs.more.cancel"), make("ending.ask", info.id, info.stage), emoji="✖️"))
        if info.host == answer.user and info.state == "playing":
            found.append(button(words("cogs.display.button"), make("preferences.oftable", info.id), emoji="📝"))
        if info.state == "playing" and reading.seat is not None:
            quiet = answer.user in await answer.tables.servers.muting_users(info.id)
            label = words("cogs.mute.off" if quiet else "cogs.mute.on")
            found.append(button(label, make("mute.turn", info.id), emoji="🔔" if quiet else "🔕"))
        found.append(button(words("cogs.rules.what"), make("rules.what", info.id), emoji="❓"))
        found.append(await links.to_board(self.app, info, words))
        await answer.tell(Card(title=headings.heading(info, words, "cogs.more.title"), rows=rows(found)))


class BoardCalls(msgspec.Struct, frozen=True):
    """Whom a new board calls."""

    joining: list[int] = []
    """Those whom its mention brings into the thread."""
    mentioned: list[int] = []
    """Those who are asked to move; nobody while somebody joins."""
    aloud: list[int] = []
    """Those of them whom Discord may notify."""

    @property
    def silent(self) -> bool:
        """Returns whether the message notifies nobody."""
        return bool(self.joining or (self.mentioned and not self.aloud))


class BoardPosts(Cog):
    """Posts and edits boards."""

    @delivers(SceneRow)
    async def scene(self, row: OutboxRow, payload: SceneRow, noted: Noted) -> None:
        """Turn the open board into the scene, or post the scene if there is no board."""
        info = await threads.in_thread(self.app, (await self.app.tables.looks.read(row.subject)).info)
        spoken = await audiences.public_words(self.app, info, noted)
        shows = Shows(line=payload.number, scene=payload.index)
        compact = await threads.compact(self.app, info)
        if extent.current() is Extent.BARE:
            card = board.bare(info, spoken, past=True)
        else:
            card = await board.scene(self.app, info, payload, spoken, open_hand=compact)
        messages = self.app.tables.messages
        found = noted.get("board")
        mine = found is not None and (compact or (found.shows.turn is not None and found.shows.turn <= payload.turn))
        passes = self._keep_if_moment(row, info, payload)
        if found is not None and mine and await self._edit(found, card):
            await fleeting.note_replaced(self.app, row.subject, found.message)
            if compact:
                return  # the single message also shows the next board
            if passes:  # the next board may replace the scene, and so may the end
                shown_now = msgspec.structs.replace(found.shows, line=payload.number, scene=payload.index)
                await messages.put(row.subject, "board", Posted(found.channel, found.message, shown_now))
                return
            await messages.put(row.subject, "scene", Posted(found.channel, found.message, shows))
            await messages.drop(row.subject, "board")
            return
        if compact:
            return  # there is none: the board that follows is posted
        posted = noted.get("scene")
        if posted is None or posted.shows != shows:
            await self.app.messenger.post(info, "scene", card, shows)
        if found is not None and mine:
            await self.app.tables.posts.retire(row.subject, found.channel, found.message, remove=True)
            await messages.drop(row.subject, "board")

    def _keep_if_moment(self, row: OutboxRow, info: TableInfo, payload: SceneRow) -> bool:
        """Let a moment stay the newest message for a while. Returns whether the next board may replace the scene."""
        (event,), renderer = wording.events(self.app, info, [payload.event]), audiences.renderer(self.app, info)
        if renderer.is_moment(event):
            self.app.tables.outbox.stays(row)
        return renderer.passes(event)

    @delivers(BoardRow)
    async def board(self, row: OutboxRow, payload: BoardRow, noted: Noted) -> None:
        """Post the board of a turn, or edit it while the turn lasts."""
        reading = await self._read(row.subject, payload.turn, noted)
        if reading is None:
            return  # a newer row shows the current state
        info = reading.info
        before = noted.get("board")
        found = await self._going_on(info, before)
        shows = board.shown_by(None if found is None or before is None else before.shows, info)
        wanted = await self._to_call(info, noted)
        bare = extent.current() is Extent.BARE
        calls = await self._calls(info, wanted, noted) if found is None and not bare else BoardCalls()
        spot = await self._put_and_uncover(payload, reading, found, shows, calls, noted)
        if found is not None and before is not None and found.shows != before.shows and spot.message == found.message:
            self.app.tables.outbox.shows(row, "board", found)
        if found is None and info.home is None:
            await standing.lobby_leads(self.app, info)
        noted = await self._ping(info, wanted, calls, noted)
        self.app.tables.outbox.shows(row, TOLD, Posted(spot.channel, 0, Shows(stage=info.stage)))
        await reminders.delete_answered(self.app, info, noted)
        await replies.follow_all(self.app, row.subject, info.stage, reading)
        for user in (seat.user for seat in info.seats if seat.resigned and seat.user is not None):
            await standing.close_hand(self.app, reading, user)

    async def _read(self, table: int, turn: int, noted: Noted) -> Reading | None:
        """Returns the table, in its thread if it should have one; None if this turn is over."""
        reading = await self.app.tables.looks.read(table, fleeting=True, stored=noted.version)
        if await threads.in_thread(self.app, reading.info) is not reading.info:
            reading = await self.app.tables.looks.read(table, fleeting=True)
        return reading if reading.info.state == "playing" and reading.info.turn == turn else None

    @delivers(KeepRow)
    async def keep(self, row: OutboxRow, _payload: KeepRow, _noted: Noted) -> None:
        """Keep the thread of a running game open."""
        await threads.keep_open(self.app, (await self.app.tables.looks.read(row.subject)).info)

    @delivers(CoverRow)
    async def cover(self, row: OutboxRow, _payload: CoverRow, _noted: Noted) -> None:
        """Remove what the board shows only for a moment: the row that sends the board again follows this one."""
        await self.app.tables.show_again(row.subject)

    async def _edit(self, posted: Posted, card: PublicCard) -> bool:
        return await self.app.messenger.edit(MessageSpot(posted.channel, posted.message), card)

    async def _going_on(self, info: TableInfo, found: Posted | None) -> Posted | None:
        """Returns the board's message if it can show the current question; None if a new one is due."""
        if found is None or not (self._goes_on(found.shows, info) or await threads.compact(self.app, info)):
            return None
        return msgspec.structs.replace(found, shows=board.shown_by(found.shows, info))

    def _goes_on(self, shows: Shows, info: TableInfo) -> bool:
        return board.goes_on(shows, info, self.app.games[info.game].turns_a_board * len(info.seats) or 1)

    async def _to_call(self, info: TableInfo, noted: Noted) -> list[int]:
        """Returns whom to mention: not the people whose own move kept the message going."""
        wanted, before = await reminders.to_ping(self.app, info, noted), noted.get("board")
        if before is None or before.shows.turn in {None, info.turn} or not board.asks_again(before.shows, info):
            return wanted
        for user in wanted:
            await reminders.note_ping(self.app, info, user)
        return []

    async def _calls(self, info: TableInfo, wanted: list[int], noted: Noted) -> BoardCalls:
        """Returns whom a new board calls: those who join its thread, or else those who are wanted."""
        if joining := threads.joining(info, noted):
            return BoardCalls(joining=joining)
        return BoardCalls(mentioned=wanted, aloud=[user for user in wanted if await self._is_notified(info, user, noted)])

    async def _ping(self, info: TableInfo, wanted: list[int], calls: BoardCalls, noted: Noted) -> Noted:
        """Call those who are wanted and whom the board does not mention. Returns the messages that stand then."""
        if info.tournament is not None and noted.get("lobby") is not None:
            await self.app.messenger.remove(info, "lobby")
        if info.tournament is not None and calls.joining:
            for user in wanted:  # the message of the round calls them
                await reminders.note_ping(self.app, info, user)
            return noted
        if not wanted or calls.mentioned:
            return noted
        await reminders.ping(self.app, info, wanted)
        return await self.app.tables.messages.of(info.id)

    async def _is_notified(self, info: TableInfo, user: int, noted: Noted) -> bool:
        """Returns whether the board that mentions this person may notify them; if not, that they are called is noted here."""
        people = self.app.tables.people
        aloud = await people.calls_soon(user, info, await people.person(user, noted))
        if not aloud:
            await reminders.note_ping(self.app, info, user)
        return aloud

    async def _put_and_uncover(  # noqa: PLR0917 - what `board` knows
        self, payload: BoardRow, reading: Reading, found: Posted | None, shows: Shows, calls: BoardCalls, noted: Noted
    ) -> MessageSpot:
        """Show the board, and afterwards what will vanish. Returns the place of the message."""
        stays = extent.current() is Extent.BARE or reading.fleeting is None
        if found is None or stays:
            spot = await self._put(payload, reading, found, shows, calls, noted)
        else:
            spot = MessageSpot(found.channel, found.message)
        if stays:
            await fleeting.note_replaced(self.app, reading.info.id, spot.message)
            return spot
        return await self._uncover(payload, reading, spot, shows, calls.mentioned, noted)

    async def _put(  # noqa: PLR0917 - what `board` knows
        self, payload: BoardRow, reading: Reading, found: Posted | None, shows: Shows, calls: BoardCalls, noted: Noted
    ) -> MessageSpot:
        """Edit the message found into the board, or post it and leave the one before. Returns the place of the message.

        It shows nothing that will vanish: after a crash nobody would know which message shows it.
        """
        info, before = reading.info, noted.get("board")
        bare = extent.current() is Extent.BARE
        spoken = await audiences.public_words(self.app, info, noted)
        covered = reading.with_view(None)
        card = board.bare(info, spoken, past=False)
        if not bare:
            card = await board.card(self.app, covered, payload, spoken, shows, pings=calls.mentioned, joining=calls.joining)
        notified = {*calls.aloud, *calls.joining}
        card = msgspec.structs.replace(card, pings=tuple(user for user in card.pings if user in notified))
        spot = await self.app.messenger.put_over(found, info, "board", card, shows, silent=calls.silent)
        if calls.joining:
            await threads.note_joined(self.app, info)
        if found is None and before is not None and not bare:
            await self._leave(covered, payload, before, noted)
        return spot

    async def _leave(self, reading: Reading, payload: BoardRow, old: Posted, noted: Noted) -> None:
        """Make the message of a replaced board say how its turn ended, unless it shows a scene. It is already retired: if
        Discord refuses the edit, it is cleaned as soon as possible.
        """
        number, turn = reading.info.id, old.shows.turn
        if turn is None:
            return
        if old.shows.line is None:
            words = await audiences.public_words(self.app, reading.info, noted)
            try:
                if not await self._edit(old, await board.past(self.app, reading, payload, turn, words)):
                    return
            except (discord.HTTPException, discord.RateLimited, *UNREACHED):
                return
        await fleeting.note_replaced(self.app, number, old.message)
        await self.app.tables.posts.note_cleaned(number, old.message)

    async def _uncover(  # noqa: PLR0917 - what `board` knows
        self, payload: BoardRow, reading: Reading, spot: MessageSpot, shows: Shows, mentioned: list[int], noted: Noted
    ) -> MessageSpot:
        """Show what will vanish on the board's message, which is noted beforehand. Returns the place of the message."""
        info, number = reading.info, reading.info.id
        spoken = await audiences.public_words(self.app, info, noted)
        await fleeting.note(self.app, number, spot, info.stage)
        card = await board.card(self.app, reading, payload, spoken, shows, pings=mentioned)
        if await self.app.messenger.edit(spot, card):
            return spot
        covered = reading.with_view(None)
        bare = await board.card(self.app, covered, payload, spoken, shows)
        spot = await self.app.messenger.post(info, "board", bare, shows)
        await fleeting.note(self.app, number, spot, info.stage)
        await self.app.messenger.edit(spot, card)
        return spot
