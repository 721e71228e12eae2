"""Looking at a table: the board, the board as text, and rarely needed things."""

import functools
import logging

import discord

from chat.cards import board, table
from chat.cards.arguments import Table
from chat.cards.meant import OPEN, at_table
from chat.press import private
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import BLUE, Card, button, rows
from tables.model.models import only_one_stays

log = logging.getLogger(__name__)


class Board(Cog):
    """Shows boards."""

    @ZAMKI.command("board")
    async def board(self, answer: PrivateAnswer, number: Table | None = None) -> None:
        """Show the public table and a link to it; if a player's board message is gone, it is posted again."""
        await at_table(answer, number, "board.open", self._show_board, states=OPEN)

    @verb("board.open", Ack.PRIVATE, On.PRIVATE)
    async def board_chosen(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the board of the table chosen among several."""
        await self._show_board(answer, press.table)

    async def _show_board(self, answer: PrivateAnswer, number: int) -> None:
        look = await answer.tables.looks.view(number, answer.user)
        await board.post_again(answer, look)
        await private.show(answer, "board", board.glance, look)

    @ZAMKI.command("text")
    async def text(self, answer: PrivateAnswer, number: Table | None = None) -> None:
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
        look = await answer.tables.looks.view(number, answer.user)
        await private.show(answer, "text", functools.partial(board.text_card, page=page), look)

    @verb("board.watch", Ack.PRIVATE)
    async def watch(self, answer: PrivateAnswer, press: Press) -> None:
        """Make the presser a member of the game's thread, so that their channel list has it and Discord marks what is new."""
        info, said = (await answer.tables.looks.view(press.table)).table, "cogs.thread.watching"
        if info.state == "playing" and info.home not in {None, info.place.channel}:
            try:
                await self.app.messenger.rest.add_to_thread(info.place.channel, answer.user)
            except discord.HTTPException as error:
                log.info("nobody could be added to a thread", extra={"table": info.id, "code": error.code})
                said = "cogs.thread.not-added"
        link = await table.to_board(self.app, info, answer.words)
        await answer.tell(Card(text=answer.words(said), rows=rows([link]), colour=BLUE))

    @verb("board.more", Ack.PRIVATE)
    async def more(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the rarely needed buttons."""
        look = await answer.tables.looks.view(press.table, answer.user)
        info, words = look.table, answer.words
        found = []
        if table.playing_seat(look) is not None and info.state == "playing":
            found.append(button(words("cogs.more.write"), make("play.form", info.id, info.stage), emoji="⌨️"))
            if look.can_take_back or look.may_ask is not None:
                label = words("cogs.hand.take-back" if look.can_take_back else "cogs.back.ask")
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
        if info.state == "playing" and look.seat is not None:
            quiet = answer.user in await answer.tables.servers.muted(info.id)
            label = words("cogs.mute.off" if quiet else "cogs.mute.on")
            found.append(button(label, make("mute.turn", info.id), emoji="🔔" if quiet else "🔕"))
        found.append(button(words("cogs.rules.what"), make("rules.what", info.id), emoji="❓"))
        found.append(await table.to_board(self.app, info, words))
        await answer.tell(Card(title=table.heading(info, words, "cogs.more.title"), rows=rows(found)))
