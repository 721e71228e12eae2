"""What is remembered of people, servers and the installation; and conversations with people in direct messages: how many are
opened, and what Discord's refusals mean for all of them.

Discord flags a bot that opens many conversations within a short time (its error 20026): from then on nobody gets anything.
What is noted here holds for all processes of an installation.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from data.records import AnswerRow, News, Noted, PersonRow, TableCount
from data.store import Transaction
from tables.model.models import Preferences
from tables.service.changing import Changing, Shared
from tables.time.timing import DAY, HOUR, MINUTE

CLOSED = DAY
"""Seconds after which somebody whose direct messages Discord has refused is written to again."""

HEARD = 10 * MINUTE
"""The same for people who have pressed or typed something since: not after each press, since Discord counts what it refuses."""

IN_JSON = ("plan", "lessons")
"""Fields of `Preferences` that are stored as JSON."""


class People(Changing):
    """People, servers, the installation: part of `tables.service.service.TableService`."""

    async def person(self, user: int, noted: Noted | None = None) -> Preferences:
        """How a person wants to be told. `noted`: what has been read around a table at which they may sit."""
        if noted is not None and user in noted.people:
            return _preferences(noted.people[user])
        return _preferences(await self._store.person(user))

    def takes_direct(self, preferences: Preferences, *, wanted: bool = False) -> bool:
        """Whether the bot may write directly to people who want it, without having been asked: never if they have switched it
        off, and not for a while after Discord has refused it. `wanted`: what counts for somebody who has said neither yes nor
        no, but has chosen this kind of message, or joined a table where hands come so.
        """
        if preferences.dm is not None:
            wanted = preferences.dm
        return wanted and (not preferences.dm_closed or preferences.dm_refused + CLOSED <= self._clock.now())

    async def note_direct(self, user: int, *, refused: bool) -> None:
        """Discord has refused a direct message to a person, or has taken it."""
        await self.set_preferences(user, dm_closed=refused, dm_refused=self._clock.now() if refused else 0.0)

    async def heard_from(self, user: int) -> Preferences:
        """How a person wants to be told who has just pressed or typed something; if their direct messages were closed, they may
        be open by now.
        """
        preferences = await self.person(user)
        if preferences.dm_closed and preferences.dm_refused + HEARD <= self._clock.now():
            return await self.set_preferences(user, dm_closed=False)
        return preferences

    async def set_preferences(self, user: int, **changes: Any) -> Preferences:
        """Change some of a person's preferences (fields of `Preferences`)."""
        return await self._transact(lambda tx: self.change(tx, user, **changes))

    @staticmethod
    async def change(tx: Transaction, user: int, **changes: Any) -> Preferences:
        """As `set_preferences`, within a transaction."""
        preferences = replace(_preferences(await tx.person(user)), **changes)
        await tx.set_person(user, _row(preferences))
        await tx.announce(News(kind="person", user=user))
        return preferences

    async def note_lesson(self, user: int, game: str, made: Sequence[str], *, after: Sequence[str]) -> bool:
        """Note the moves that a person has made in a game's lesson. Whether it was done: not, where they have made others than
        `after` meanwhile.
        """

        async def carry_out(tx: Transaction) -> bool:
            preferences = _preferences(await tx.person(user))
            if preferences.lessons.get(game, ()) != tuple(after):
                return False
            lessons = {**preferences.lessons, game: tuple(made)}
            await tx.set_person(user, _row(replace(preferences, lessons=lessons)))
            return True

        return await self._transact(carry_out)

    async def locale(self, user: int) -> str | None:
        """The locale that Discord told last of a person."""
        return await self._store.locale(user)

    async def note_locales(self, locales: Mapping[int, str]) -> None:
        """Note the locales that Discord reports for people; what is known already is not stored again."""
        known = await self._store.locales(locales)
        news = {user: locale for user, locale in locales.items() if known.get(user) != locale}
        if not news:
            return

        async def carry_out(tx: Transaction) -> None:
            await tx.set_locales(news)
            for user in news:
                await tx.announce(News(kind="person", user=user))

        await self._transact(carry_out)

    @property
    def alone(self) -> bool:
        """Whether no other process answers for this installation."""
        return not self._store.shared

    def owe(self, interaction: int, token: str, language: str) -> None:
        """Note on this computer that an answer is owed; after a kill `take_answers` gives it."""
        if self._store.owed is not None:
            self._store.owed.begin(AnswerRow(interaction, token, language, self._clock.now()))

    def settle(self, interaction: int) -> None:
        """It is owed no more."""
        if self._store.owed is not None:
            self._store.owed.end(interaction)

    async def note_answers(self, begun: Mapping[int, tuple[str, str]], ended: Collection[int]) -> None:
        """Note private answers that are awaited (token and language by interaction), and forget those that have been given."""
        now = self._clock.now()

        async def carry_out(tx: Transaction) -> None:
            await tx.begin_answers([AnswerRow(number, *about, now) for number, about in begun.items()])
            await tx.end_answers(ended)

        await self._transact(carry_out)

    async def take_answers(self, age: float, life: float) -> list[AnswerRow]:
        """Take the answers away that have been awaited for `age` seconds, so that nobody else ends them: those that can still
        be ended, which is for `life` seconds.
        """
        now = self._clock.now()
        left = self._store.owed.left() if self._store.owed is not None else []
        async with self._store.transaction() as tx:
            left += await tx.take_answers(now - age)
        return [row for row in left if row.at + life > now]

    async def guild_language(self, guild: int) -> str | None:
        """The language chosen for a server; None: Discord's locale decides."""
        return await self._store.guild_language(guild)

    async def table_counts(self) -> list[TableCount]:
        """How many tables there are, by game and state, for the operator."""
        return await self._store.table_counts()

    async def outbox_load(self) -> tuple[int, float]:
        """How many rows Discord has yet to be told, and for how many seconds the first of them has been due."""
        load = await self._store.outbox_load()
        return load.rows, 0.0 if load.earliest is None else max(0.0, self._clock.now() - load.earliest)

    async def takes_writes(self) -> None:
        """Returns when the store has taken a transaction: at once, unless the writer is stuck. Raises what the store raises."""
        async with self._store.transaction():
            pass

    async def meta_get(self, key: str) -> str | None:
        """A value of the installation, such as the hash of the published commands."""
        return await self._store.value(key)

    async def meta_set(self, key: str, value: str) -> None:
        async with self._store.transaction() as tx:
            await tx.set_value(key, value)


def _preferences(row: PersonRow | None) -> Preferences:
    if row is None:
        return Preferences()
    fields = msgspec.structs.asdict(row)
    decoded = {name: msgspec.json.decode(fields[name]) for name in IN_JSON}
    return msgspec.convert({**fields, **decoded}, Preferences)


def _row(preferences: Preferences) -> PersonRow:
    fields = msgspec.structs.asdict(preferences)
    return PersonRow(**{**fields, **{name: msgspec.json.encode(fields[name]).decode() for name in IN_JSON}})


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


class DirectRoute(msgspec.Struct, frozen=True):
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

    async def begin(self, user: int, preferences: Preferences) -> DirectRoute | None:
        """How somebody may be written to; None: not now. Opening a conversation is counted."""
        flag = await self.flagged_until()
        if flag is None and preferences.dm_channel is not None:
            return DirectRoute(preferences.dm_channel)
        now = self._clock.now()
        if flag is not None and flag > now:
            return None

        async def carry_out() -> DirectRoute | None:
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
            return DirectRoute(known.dm_channel, trial=flag is not None)

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
