"""Pictures, text, or both: a person chooses for their own messages, the host for the public messages of a table."""

from typing import Any

from chat.cards import headings
from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import BLUE, Card
from cogs.preferences import preferences
from data.words import Words
from tables.errors import Refusal
from tables.model.table_info import TableInfo
from tables.rules.lobby import Look


class DisplayMenus(Cog):
    """Changes how things are shown."""

    @verb("preferences.oftable", Ack.PRIVATE, On.PRIVATE)
    async def of_table(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the host's menu for the public messages of a table."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        await answer.tell(_card(reading.info, answer.words))

    @verb("preferences.display", Ack.UPDATE, On.PRIVATE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose pictures or text from a person's menu (table 0) or a table's."""
        await self._set(answer, press, "display")

    @verb("preferences.theme", Ack.UPDATE, On.PRIVATE)
    async def colour(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose a theme in a person's menu (table 0) or a table's."""
        await self._set(answer, press, "theme")

    @verb("preferences.shape", Ack.UPDATE, On.PRIVATE)
    async def shape(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose a shape in a person's menu (table 0) or a table's."""
        await self._set(answer, press, "shape")

    @staticmethod
    async def _set(answer: PrivateAnswer, press: Press, what: Look) -> None:
        value = press.value
        if value not in preferences.looks_of(what, press.table):
            raise Refusal("cogs.refusal.unknown-press")
        if press.table:
            reading = await answer.tables.endings.set_look(press.table, answer.user, what, value, request=answer.request)
            await answer.show(_card(reading.info, answer.words))
            return
        changes: dict[str, Any] = {what: None if value == preferences.OF_TABLE else value}
        await answer.tables.people.set_preferences(answer.user, **changes)
        await answer.show(await preferences.card(answer))


def _card(info: TableInfo, words: Words) -> Card:
    """Returns the menus of a table, for its host only."""
    title, text = headings.heading(info, words, "cogs.display.title"), words("cogs.display.about")
    return Card(title=title, text=text, rows=preferences.looks(info, words, info.id), colour=BLUE)
