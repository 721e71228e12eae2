"""Leaving a game for good, closing a lobby, ending a game without a result."""

import discord

from asking import players
from chat.cards import hand, headings
from chat.cards.command_options import TableOption
from chat.cards.meant import OPEN, at_table
from chat.press import doors, forms, replies
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import GREEN, GREY, RED, Button, Card, button, rows
from tables.errors import NotHost, NotSeated, OwnGame, Refusal, ResultStands
from tables.model.table_info import only_one_stays
from tables.rules.reading import Reading

VOID, RESTORE = "void", "restore"
"""The words in buttons and forms that void a finished game, and restore one that is void. Without them, a form for ending a
running game would void it if it ended meanwhile.
"""


class Ending(Cog):
    """Ends games."""

    @ZAMKI.command("resign")
    async def resign(self, answer: PrivateAnswer, number: TableOption | None = None) -> None:
        """Leave a running game for good, after a confirmation."""
        await at_table(answer, number, "ending.resign", self._ask_resign, seated=True)

    @ZAMKI.command("cancel")
    async def cancel(self, answer: PrivateAnswer, number: TableOption | None = None) -> None:
        """Close a lobby, or ask the others to end a running game without a result."""
        moderator = await doors.looks_after_channel(answer, answer.channel)
        await at_table(answer, number, "ending.ask", self._cancel, seated=not moderator, states=OPEN)

    @verb("ending.resign", Ack.PRIVATE, On.PRIVATE)
    async def resign_pressed(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask for a confirmation: resigning cannot be undone."""
        await self._ask_resign(answer, press.table)

    async def _ask_resign(self, answer: PrivateAnswer, number: int) -> None:
        """Ask whether the person wants to resign; the last one left may have won instead."""
        reading = await answer.tables.looks.read(number, answer.user)
        if players.playing_seat(reading) is None or reading.info.state != "playing":
            await hand.tell(answer, reading)
            return
        words, last = answer.words, only_one_stays(reading.info.seats)
        style = discord.ButtonStyle.success if last else discord.ButtonStyle.danger
        about = "cogs.claim" if last else "cogs.resign"
        sure = button(
            words(f"{about}.sure"), make("ending.claim" if last else "ending.resigned", number, reading.info.stage), style=style
        )
        title = headings.heading(reading.info, words, f"{about}.title")
        buttons = [sure, self._no(answer, reading)]
        await answer.tell(Card(title=title, text=words(f"{about}.about"), rows=rows(buttons), colour=GREEN if last else RED))

    @staticmethod
    def _no(answer: PrivateAnswer, reading: Reading) -> Button:
        """Returns the button that leads from a question about leaving back to the hand."""
        return button(answer.words("cogs.resign.no"), make("play.fresh", reading.info.id, reading.info.stage))

    @verb("ending.resigned", Ack.UPDATE, On.PRIVATE)
    async def resign_confirmed(self, answer: PrivateAnswer, press: Press) -> None:
        """Resign, after the confirmation."""
        reading = await answer.tables.endings.resign(press.table, answer.user, request=answer.request)
        await answer.show(self._result_card(answer, reading, "cogs.resign.done"))
        await replies.follow(self.app, press.table, answer.user)

    @verb("ending.claim", Ack.UPDATE, On.PRIVATE)
    async def claim(self, answer: PrivateAnswer, press: Press) -> None:
        """Let the last remaining player claim the win."""
        reading = await answer.tables.endings.claim(press.table, answer.user, request=answer.request)
        await answer.show(self._result_card(answer, reading, "cogs.claim.done"))
        await replies.follow(self.app, press.table, answer.user)

    @verb("ending.ask", Ack.PRIVATE, On.PRIVATE)
    async def cancel_pressed(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask for a confirmation, as the command does."""
        await self._cancel(answer, press.table)

    async def _cancel(self, answer: PrivateAnswer, number: int) -> None:
        """Close a lobby (for its host), or ask whether to end a running game."""
        reading = await answer.tables.looks.read(number, answer.user, anyway=True)
        watches = reading.info.state in {"playing", "over"} and players.playing_seat(reading) is None
        if watches and await self._decides(answer, reading):
            await answer.tables.endings.require_unbiased(number, answer.user)
        if reading.info.state == "playing":
            await answer.tell(await self._question(answer, reading))
            return
        if reading.info.state == "lobby" and self._others(answer, reading):
            await answer.tell(await self._close_question(answer, reading))
            return
        moderator = await doors.looks_after(answer, reading.info)
        if reading.info.state == "over" and moderator:
            await answer.tell(self._void_question(answer, reading))
            return
        reading = await answer.tables.endings.cancel(number, answer.user, request=answer.request, moderator=moderator)
        await answer.tell(self._result_card(answer, reading, "cogs.cancel.done"))

    @staticmethod
    def _others(answer: PrivateAnswer, reading: Reading) -> int:
        """Returns how many other people sit there."""
        return sum(seat.user not in {None, answer.user} for seat in reading.info.seats)

    async def _close_question(self, answer: PrivateAnswer, reading: Reading) -> Card:
        """Ask whether to close a lobby in which others sit. Raises NotHost."""
        info, words = reading.info, answer.words
        if info.host != answer.user and not await doors.looks_after(answer, info):
            raise NotHost(host=next((seat.name for seat in info.seats if seat.user == info.host), "?"))
        style = discord.ButtonStyle.danger
        if info.host != answer.user:
            sure = button(words("cogs.cancel.write"), make("ending.why", info.id, info.stage), style=style)
        else:
            sure = button(words("cogs.close.sure"), make("ending.shut", info.id), style=style)
        title = headings.heading(info, words, "cogs.close.title")
        text = words.count("cogs.close.about", self._others(answer, reading))
        return Card(title=title, text=text, rows=rows([sure]), colour=RED)

    @verb("ending.cancel", Ack.UPDATE, On.PRIVATE)
    async def close_pressed(self, answer: PrivateAnswer, press: Press) -> None:
        """Close a lobby from its menu: immediately, or after a question if others sit there."""
        reading = await answer.tables.looks.read(press.table, answer.user, anyway=True)
        if reading.info.state == "lobby" and self._others(answer, reading):
            await answer.show(await self._close_question(answer, reading))
            return
        await self.shut(answer, press)

    @verb("ending.shut", Ack.UPDATE, On.PRIVATE)
    async def shut(self, answer: PrivateAnswer, press: Press) -> None:
        """Close a lobby, after the confirmation. A game started meanwhile is not ended."""
        reading = await answer.tables.looks.read(press.table, answer.user, anyway=True)
        if reading.info.state == "playing":
            await answer.show(await self._question(answer, reading))
            return
        moderator = await doors.looks_after(answer, reading.info)
        reading = await answer.tables.endings.cancel(press.table, answer.user, request=answer.request, moderator=moderator)
        await answer.show(self._result_card(answer, reading, "cogs.cancel.done"))

    async def _question(self, answer: PrivateAnswer, reading: Reading) -> Card:
        """Ask whether to end the game without a result. Raises NotSeated, OwnGame, ResultStands."""
        info, words = reading.info, answer.words
        decides = players.playing_seat(reading) is None and await self._decides(answer, reading)
        title = headings.heading(info, words, "cogs.cancel.title")
        danger = discord.ButtonStyle.danger
        if decides and not info.set_aside:
            write = button(words("cogs.cancel.write"), make("ending.why", info.id, info.stage), style=danger)
            return Card(title=title, text=words("cogs.cancel.moderate"), rows=rows([write]), colour=RED)
        if not decides and players.playing_seat(reading) is None:
            raise NotSeated
        if not info.set_aside and only_one_stays(info.seats):
            raise ResultStands
        others = {seat.user for seat in info.seats if players.playing(seat)} - {answer.user}
        about = "at-once" if info.set_aside or not others else "together"
        buttons = [button(words("cogs.cancel.sure"), make("ending.end", info.id, info.stage), style=danger)]
        if players.playing_seat(reading) is not None and not info.set_aside:
            buttons.append(self._no(answer, reading))
        return Card(title=title, text=words(f"cogs.cancel.{about}"), rows=rows(buttons), colour=RED)

    @staticmethod
    def _void_question(answer: PrivateAnswer, reading: Reading) -> Card:
        """Ask whether to void a finished game, or to restore one that is void. Raises OwnGame."""
        info, words = reading.info, answer.words
        if info.took_part(answer.user):
            raise OwnGame
        what = RESTORE if info.closed == "void" else VOID
        write = button(
            words("cogs.cancel.write"), make("ending.why", info.id, info.stage, (what,)), style=discord.ButtonStyle.danger
        )
        title = headings.heading(info, words, f"cogs.{what}.title")
        return Card(title=title, text=words(f"cogs.{what}.about"), rows=rows([write]), colour=RED)

    @verb("ending.end", Ack.UPDATE, On.PRIVATE)
    async def end(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask the others to end the game, or agree: it ends when all who play agree."""
        before = await answer.tables.looks.read(press.table, answer.user, anyway=True)
        alone = before.info.set_aside and players.playing_seat(before) is None
        moderator = alone and await doors.looks_after(answer, before.info)
        reading = await answer.tables.endings.cancel(press.table, answer.user, request=answer.request, moderator=moderator)
        ended = reading.info.state == "cancelled"
        await answer.show(self._result_card(answer, reading, "cogs.cancel.done" if ended else "cogs.cancel.asked"))
        await replies.follow(self.app, press.table, answer.user)

    @verb("ending.why", Ack.NONE, On.PRIVATE)
    async def open_reason(self, answer: Answer, press: Press) -> None:
        """Open the form for the reason that the players are told."""
        words = answer.words
        what = press.words[0] if press.words[:1] in {(VOID,), (RESTORE,)} else "cancel"
        title = words(f"cogs.{what}.form")
        reason = forms.reason(words, words("cogs.cancel.reason-about"), required=True)
        await forms.form(answer, press, "ending.because", title, reason)

    @verb("ending.because", Ack.UPDATE, On.PRIVATE, opened_by="ending.why")
    async def moderate(self, answer: PrivateAnswer, press: Press) -> None:
        """Let a moderator close the lobby, end the game, void a finished one or make it count again, with the reason in the
        form.
        """
        before = await answer.tables.looks.read(press.table, answer.user)
        if press.words[:1] in {(VOID,), (RESTORE,)}:
            await self._judge(answer, before, press.words[0], press.fields.get("reason", ""))
            return
        lobby = before.info.state == "lobby"
        if not (await doors.looks_after(answer, before.info) if lobby else await self._decides(answer, before)):
            raise NotSeated
        reason = press.fields.get("reason", "")
        reading = await answer.tables.endings.cancel(
            press.table, answer.user, request=answer.request, moderator=True, reason=reason
        )
        await answer.show(self._result_card(answer, reading, "cogs.cancel.done"))

    async def _judge(self, answer: PrivateAnswer, before: Reading, what: str, reason: str) -> None:
        if not await doors.looks_after(answer, before.info):
            raise Refusal("cogs.server.refusal.not-moderator")
        endings_of = answer.tables.endings
        carry_out = endings_of.make_void if what == VOID else endings_of.restore
        reading = await carry_out(before.info.id, answer.user, reason=reason, request=answer.request)
        await answer.show(self._result_card(answer, reading, f"cogs.{what}.done"))

    @staticmethod
    async def _decides(answer: PrivateAnswer, reading: Reading) -> bool:
        """Returns whether the person may end the game alone, as a moderator. Raises OwnGame if they have left it."""
        if not await doors.looks_after(answer, reading.info):
            return False
        if reading.info.took_part(answer.user) and not reading.info.set_aside:
            raise OwnGame
        return True

    @staticmethod
    def _result_card(answer: PrivateAnswer, reading: Reading, key: str) -> Card:
        """Returns the result of it, without buttons."""
        title = headings.heading(reading.info, answer.words, "cogs.hand.no-title")
        return Card(title=title, text=answer.words(key), colour=GREY)
