"""Conversations with people in direct messages: how many are opened, and what Discord's refusals mean for all of them.

Discord flags a bot that opens many conversations within a short time (its error 20026): from then on nobody gets anything.
What is noted here holds for all processes of an installation.
"""

from __future__ import annotations

import logging

import msgspec

from data.records import PersonRow
from tables.model.models import Preferences
from tables.service.changing import Changing, Shared
from tables.service.people import People
from tables.time.pace import DAY, HOUR, MINUTE

log = logging.getLogger(__name__)

AN_HOUR = 20
"""Conversations opened in an hour. Bots have been flagged after some thirty."""

TOO_FAST = 10 * MINUTE
"""Seconds for which none is opened after Discord has said that they are opened too fast."""

FLAGGED = DAY
"""Seconds for which nobody is written to after Discord has flagged the bot; then one message is tried."""

TRIAL = 10 * MINUTE
"""Seconds for which everybody else waits for what comes of that message."""

WAIT, FLAG = "direct.wait", "direct.flag"
"""Values of the installation, Unix seconds or "": until when no conversation is opened, until when nobody is written to."""


class Way(msgspec.Struct, frozen=True):
    """How somebody may be written to now."""

    channel: int | None
    """The conversation with them; None: it has to be opened."""
    trial: bool = False
    """It is tried whether Discord still flags the bot."""


class Conversations(Changing):
    """Part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, people: People) -> None:
        super().__init__(shared)
        self._people = people

    async def flagged_until(self) -> float | None:
        """Until when nobody is written to, because Discord has flagged the bot; None: it has not, as far as is known."""
        return _time(await self._store.value(FLAG))

    async def begin(self, user: int, preferences: Preferences) -> Way | None:
        """How somebody may be written to; None: not now. Opening a conversation is counted."""
        flag = await self.flagged_until()
        if flag is None and preferences.dm_channel is not None:
            return Way(preferences.dm_channel)
        now = self._clock.now()
        if flag is not None and flag > now:
            return None

        async def carry_out() -> Way | None:
            async with self._store.transaction() as tx:
                await tx.lock_conversations()
                flag = _time(await tx.value(FLAG))
                if flag is not None and flag > now:  # another message is the one that is tried
                    return None
                known = await tx.person(user) or PersonRow()
                if known.dm_channel is None and known.dm_opened + HOUR <= now:
                    wait = _time(await tx.value(WAIT)) or 0.0
                    if wait > now or await tx.conversations_since(now - HOUR) >= AN_HOUR:
                        return None
                    await self._people.change(tx, user, dm_opened=now)
                if flag is not None:
                    await tx.set_value(FLAG, str(now + TRIAL))
            return Way(known.dm_channel, trial=flag is not None)

        return await self._finish(carry_out())

    async def note(self, user: int, channel: int | None) -> None:
        """The conversation with somebody; None: there is none any more."""
        await self._people.set_preferences(user, dm_channel=channel)

    async def too_fast(self) -> None:
        """Discord says that conversations are opened too fast."""
        log.warning("Discord says that conversations are opened too fast: none is opened for a while")
        await self._people.meta_set(WAIT, str(self._clock.now() + TOO_FAST))

    async def flagged(self) -> None:
        """Discord takes the bot for spam."""
        log.error("Discord has flagged this bot as spam: nobody is written to for a day, people are called by mention instead")
        await self._people.meta_set(FLAG, str(self._clock.now() + FLAGGED))

    async def went_through(self) -> None:
        """The message that was tried has reached its person: everybody may be written to again."""
        log.info("Discord takes direct messages again")
        await self._people.meta_set(FLAG, "")


def _time(stored: str | None) -> float | None:
    return float(stored) if stored else None
