"""Pictures, text, or both: a person's choice for what is theirs alone, the host's for what everybody is shown of a table."""

from typing import Any

from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from cogs.preferences import displays, preferences
from data.shapes import SHAPES
from data.themes import THEMES
from tables.errors import Refusal
from tables.model.models import DISPLAYS
from tables.rules.lobby import Look


class Display(Cog):
    """Keeps what is shown to whom."""

    @verb("preferences.oftable", Ack.PRIVATE, On.PRIVATE)
    async def of_table(self, answer: PrivateAnswer, press: Press) -> None:
        """The host's menu for what everybody is shown of a table."""
        look = await answer.tables.looks.view(press.table, answer.user)
        await answer.tell(displays.card(look.table, answer.words))

    @verb("preferences.display", Ack.UPDATE, On.PRIVATE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose from a person's menu (table 0) or a table's."""
        value = next((each for each in DISPLAYS if press.values == (each,)), None)
        if value is None:
            raise Refusal("cogs.refusal.unknown-press")
        await self._set(answer, press.table, "display", value)

    @verb("preferences.theme", Ack.UPDATE, On.PRIVATE)
    async def colour(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose a theme from a person's menu (table 0) or a table's."""
        value = press.value
        if value not in THEMES and (press.table or value != displays.OF_TABLE):
            raise Refusal("cogs.refusal.unknown-press")
        await self._set(answer, press.table, "theme", value)

    @verb("preferences.shape", Ack.UPDATE, On.PRIVATE)
    async def shape(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose a shape from a person's menu (table 0) or a table's."""
        value = press.value
        if value not in SHAPES and (press.table or value != displays.OF_TABLE):
            raise Refusal("cogs.refusal.unknown-press")
        await self._set(answer, press.table, "shape", value)

    @staticmethod
    async def _set(answer: PrivateAnswer, table: int, what: Look, value: str) -> None:
        if table:
            look = await answer.tables.endings.set_look(table, answer.user, what, value, request=answer.request)
            await answer.show(displays.card(look.table, answer.words))
            return
        changes: dict[str, Any] = {what: None if value == displays.OF_TABLE else value}
        await answer.tables.people.set_preferences(answer.user, **changes)
        await answer.learn()
        left = answer.tables.times.vacation_left(answer.preferences)
        await answer.show(preferences.card(answer.preferences, left, answer.words))
