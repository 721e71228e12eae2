"""Direct-message channels with people: how many are opened, and what Discord's refusals mean for all of them.

Discord flags a bot that opens many of them within a short time (error 20026), and then delivers none of its direct messages.
"""

import logging

import msgspec

from data.records.messages import FLAG, Noted
from data.records.people import PersonRow
from tables.model.people import Preferences
from tables.service.changing import Changing, Shared
from tables.service.people import People
from tables.time.timing import DAY, HOUR, MINUTE

log = logging.getLogger(__name__)

AN_HOUR = 20
"""Direct-message channels opened per hour. Bots have been flagged after some thirty."""

TOO_FAST = 10 * MINUTE
"""Seconds for which none is opened after Discord has said that they are opened too fast."""

FLAGGED = DAY
"""Seconds for which no direct messages are sent after Discord has flagged the bot; then one message is tried."""

TRIAL = 10 * MINUTE
"""Seconds for which all other direct messages wait for the outcome of that message."""

WAIT = "direct.wait"
"""Key of an installation value: Unix seconds until which no channel is opened, or ""."""


class DirectRoute(msgspec.Struct, frozen=True):
    """How a person can currently receive a direct message."""

    channel: int | None
    """The direct-message channel; None: it must be opened."""
    trial: bool = False
    """Whether this message tries out if Discord still flags the bot."""


class Conversations(Changing):
    """Direct-message channels: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, people: People) -> None:
        super().__init__(shared)
        self._people = people

    async def flagged_until(self) -> float | None:
        """Returns until when no direct messages are sent because Discord has flagged the bot; None: it is not known to."""
        return _time(await self._store.value(FLAG))

    async def begin(self, user: int, preferences: Preferences, noted: Noted | None = None) -> DirectRoute | None:
        """Returns how a person can receive a direct message; None: not now. Opening a channel is counted. `noted`: what was
        read of their table's messages, if available.
        """
        flag = await self.flagged_until() if noted is None else _time(noted.flag)
        if flag is None and preferences.dm_channel is not None:
            return DirectRoute(preferences.dm_channel)
        now = self._clock.now()
        if flag is not None and flag > now:
            return None

        async def carry_out() -> DirectRoute | None:
            async with self._store.transaction() as tx:
                await tx.lock_conversations()
                flag = _time(await tx.value(FLAG))
                if flag is not None and flag > now:  # another message is being tried
                    return None
                known = await tx.person(user) or PersonRow()
                if known.dm_channel is None and known.dm_opened + HOUR <= now:
                    wait = _time(await tx.value(WAIT)) or 0.0
                    if wait > now or await tx.conversations_since(now - HOUR) >= AN_HOUR:
                        return None
                    await self._people.change(tx, user, dm_opened=now)
                if flag is not None:
                    await tx.set_value(FLAG, str(now + TRIAL))
            return DirectRoute(known.dm_channel, trial=flag is not None)

        return await self._finish(carry_out())

    async def note(self, user: int, channel: int | None) -> None:
        """Store the direct-message channel with a person; None: there is none any more."""
        await self._people.set_preferences(user, dm_channel=channel)

    async def too_fast(self) -> None:
        """Discord says that channels are opened too fast."""
        log.warning("Discord limits new direct conversations: opening none for a while")
        await self._people.meta_set(WAIT, str(self._clock.now() + TOO_FAST))

    async def note_flag(self) -> None:
        """Discord has flagged the bot as spam."""
        log.error("Discord has flagged this bot as spam: sending no direct messages for a day, mentioning people instead")
        await self._people.meta_set(FLAG, str(self._clock.now() + FLAGGED))

    async def went_through(self) -> None:
        """The trial message was delivered: direct messages are possible again."""
        log.info("Discord accepts direct messages again")
        await self._people.meta_set(FLAG, "")


def _time(stored: str | None) -> float | None:
    return float(stored) if stored else None
