"""Which language a person is written to when no interaction tells it: what they chose, else what Discord told last."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from data.words import Words, words

if TYPE_CHECKING:
    from tables.hall import Hall

KEPT = 50_000
"""People remembered in memory; what was heard of others is read from the store."""


class Ears:
    """Remembers, also over a restart, the language Discord last told for each person."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._heard: OrderedDict[int, str] = OrderedDict()

    async def hear(self, user: int, language: str) -> None:
        """Note the language of an interaction; it is stored only when it is news."""
        if self._heard.get(user) == language:
            return
        self._heard[user] = language
        while len(self._heard) > KEPT:
            self._heard.popitem(last=False)
        if await self._hall.meta_get(_key(user)) != language:
            await self._hall.meta_set(_key(user), language)

    async def words(self, user: int, otherwise: str) -> Words:
        """The words for a message to this person; `otherwise` where nothing is known of them."""
        habits = await self._hall.person(user)
        heard = self._heard.get(user) or await self._hall.meta_get(_key(user))
        return words(habits.language or heard or otherwise)


def _key(user: int) -> str:
    return f"heard:{user}"
