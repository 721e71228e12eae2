"""Muting a table for one person."""

from chat.cards import headings
from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import GREY, Card, button, rows


class Mute(Cog):
    """Mutes tables, for each person separately."""

    @verb("mute.turn", Ack.PRIVATE, On.PRIVATE)
    async def mute(self, answer: PrivateAnswer, press: Press) -> None:
        """Mute a table, or unmute it."""
        number = press.table
        info = (await answer.tables.looks.read(number, answer.user)).info
        quiet = answer.user not in await answer.tables.servers.muting_users(number)
        await answer.tables.servers.mute(number, answer.user, quiet=quiet)
        words = answer.words
        back = button(
            words("cogs.mute.off" if quiet else "cogs.mute.on"), make("mute.turn", number), emoji="🔔" if quiet else "🔕"
        )
        text = words("cogs.mute.muted" if quiet else "cogs.mute.heard")
        title = headings.heading(info, words, "cogs.hand.no-title")
        await answer.tell(Card(title=title, text=text, rows=rows([back]), colour=GREY))
