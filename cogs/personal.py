"""A person's own data: what is stored and for how long, the export as a file, and erasure."""

import json
import math

import discord

from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.commands import MY
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, GREEN, RED, Card, button, rows
from data.personal import table_policies
from data.words import Words


class Personal(Cog):
    """A person's stored data."""

    @MY.command("data")
    async def data(self, answer: PrivateAnswer) -> None:
        """Explain what is stored, why and for how long, with buttons for the export and the erasure."""
        words = answer.words
        found: dict[str, list[str]] = {}
        for table, what in table_policies().items():
            if what.about_people:
                found.setdefault(what.keep, []).append(f"{words(f'cogs.data.table.{table}')} (`{table}`)")
        days = answer.tables.personal.retention
        kept_for = {"lobbies": days.lobbies, "journals": days.journals, "servers": days.servers}
        terms = {name: _days(words, each) for name, each in kept_for.items()}
        lines = [words("cogs.data.about")]
        for keep, tables in found.items():
            period = words(f"cogs.data.keep.{keep}", **terms)
            lines.append(f"**{period}**: {'; '.join(tables)}.")
        lines.append(words("cogs.data.how"))
        who = self.app.operator
        if said := ", ".join(each for each in (who.name, who.contact) if each):  # unescaped, since an address has to work
            lines.append(words("cogs.data.operator", operator=said))
        danger = discord.ButtonStyle.danger
        buttons = [
            button(words("cogs.data.export"), make("personal.export", 0), emoji="📦"),
            button(words("cogs.data.erase"), make("personal.erase", 0), style=danger, emoji="🗑️"),
        ]
        if sessions := await answer.tables.pages.sessions(answer.user):
            pages = (words("watch.session", table=each.table_id, at=round(each.at)) for each in sessions)
            lines.append(f"**{words('watch.sessions')}** {'; '.join(pages)}.")
            buttons.append(button(words("watch.end"), make("watching.end", 0), emoji="🌐"))
        for label, address in (("privacy", who.privacy), ("terms", who.terms)):
            if address:
                buttons.append(button(words(f"cogs.data.{label}"), url=address))
        await answer.tell(Card(title=words("cogs.data.title"), text="\n".join(lines), rows=rows(buttons), colour=BLUE))

    @verb("personal.export", Ack.PRIVATE, On.PRIVATE)
    async def ask_export(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002 - the button is enough
        """Ask whether to make the file."""
        words = answer.words
        sure = button(words("cogs.data.export-sure"), make("personal.exported", 0), emoji="📦")
        await answer.tell(
            Card(title=words("cogs.data.title"), text=words("cogs.data.export-about"), rows=rows([sure]), colour=BLUE)
        )

    @verb("personal.exported", Ack.UPDATE, On.PRIVATE)
    async def export(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002
        """Send all data as a file."""
        words, stored = answer.words, await answer.tables.personal.personal_data(answer.user)
        text = json.dumps({"user": str(answer.user), "stored": stored}, ensure_ascii=False, indent=1, default=str)
        await answer.show(
            Card(
                title=words("cogs.data.title"),
                text=words("cogs.data.exported"),
                document=("zamki-data.json", text.encode()),
                colour=GREEN,
            )
        )

    @verb("personal.erase", Ack.PRIVATE, On.PRIVATE)
    async def ask_erase(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002
        """Explain what erasure means."""
        words = answer.words
        sure = button(words("cogs.data.erase-sure"), make("personal.erased", 0), style=discord.ButtonStyle.danger, emoji="🗑️")
        await answer.tell(
            Card(title=words("cogs.data.title"), text=words("cogs.data.erase-about"), rows=rows([sure]), colour=RED)
        )

    @verb("personal.erased", Ack.UPDATE, On.PRIVATE)
    async def erase(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002
        """Erase the person's data."""
        await self.app.languages.store()  # before erasing, or it would be stored again
        await answer.tables.personal.forget_person(answer.user)
        self.app.languages.forget(answer.user)
        await answer.show(Card(title=answer.words("cogs.data.title"), text=answer.words("cogs.data.erased"), colour=GREEN))


def _days(words: Words, days: float) -> str:
    """Returns a number of whole days, rounded up; 0 is forever."""
    return words.count("cogs.data.days", math.ceil(days)) if days else "∞"
