"""What is stored about people, servers and the installation, for all processes of an installation."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from data.records.messages import Noted, Pressed
from data.records.people import AnswerRow, LedgerRow, PersonRow
from data.records.processes import News
from data.records.results import TableCount
from data.store import Store, Transaction
from tables.model.outbox_rows import DigestOfferRow
from tables.model.people import Person, Preferences
from tables.model.table_info import TableInfo
from tables.rules import due, ledger
from tables.service.changing import Changing
from tables.store.outbox import outbox_record
from tables.time import calls
from tables.time.timing import DAY, MINUTE, read_pace

CLOSED = DAY
"""Seconds after which direct messages are tried again with a person for whom Discord has refused them."""

HEARD = 10 * MINUTE
"""The same for people who have used the bot since; not after each press, as Discord counts refused messages."""

MANY = 5
"""Calls in a day above which one message a day is offered, once."""

IN_JSON = ("plan", "lessons")
"""Fields of `Preferences` that are stored as JSON."""


class People(Changing):
    """People, servers, the installation: part of `tables.service.service.TableService`."""

    async def person(self, user: int, noted: Noted | None = None) -> Preferences:
        """Returns a person's preferences. `noted`: what was read together with a table at which they may sit."""
        if noted is not None and user in noted.people:
            return _preferences(noted.people[user])
        return _preferences(await self._store.person(user))

    def takes_direct(self, preferences: Preferences, *, wanted: bool = False) -> bool:
        """Returns whether the bot may send a person direct messages unasked: never if they have switched them off, and not for
        a while after Discord has refused one. `wanted`: the answer for people who have not chosen, because they chose this kind
        of message or joined a table where hands are sent like that.
        """
        if preferences.dm is not None:
            wanted = preferences.dm
        return wanted and (not preferences.dm_closed or preferences.dm_refused + CLOSED <= self._clock.now())

    async def silent(self, user: int) -> bool:
        """Returns whether nothing calls a person now."""
        return (await self.person(user)).plan.silent(self._clock.now())

    async def to_call(self, subject: int, users: Collection[int], *, live: bool = False) -> set[int]:
        """Returns those of these people whom a subject's message mentions: nobody who muted it or whom nothing calls now.
        `live`: it calls to a game that is played at once.
        """
        now, muted = self._clock.now(), await self._store.muting_users(subject)
        plans = await self._plans_of(users)
        return {user for user in users if user not in muted and not (user in plans and plans[user].silent(now, live=live))}

    async def collects(self, user: int, pace: str) -> bool:
        """Returns whether a person has chosen that no turn at this pace calls them."""
        wanted = (await self.person(user)).plan.calls
        return wanted == "none" or (wanted == "daily" and read_pace(pace).slow)

    async def calls_aloud(self, user: int, info: TableInfo, known: Preferences | None = None, *, urgent: bool = False) -> bool:
        """Record that a person is called to a table, and return whether that may notify them: not if they want no calls. At a
        slow pace it does not on vacation, in quiet hours, if they want one message a day, and for a few minutes after a call to
        another table: calls at the same time become one. Trying again changes nothing. `known`: their preferences, if they have
        been read. `urgent`: their time runs out, or they want to be reminded now.
        """
        if not read_pace(info.pace).slow:
            return (known or await self.person(user)).plan.calls != "none"
        return await self.calls_at_leisure(user, info.id, known, urgent=urgent)

    async def calls_soon(self, user: int, info: TableInfo, known: Preferences | None = None, *, later: bool = True) -> bool:
        """The same for what can wait. If the person has been called often, they are called some time `later` if the game still
        waits for them then (`tables.time.calls`), or not at all.
        """
        if not read_pace(info.pace).slow:
            return await self.calls_aloud(user, info, known)
        at = await self._call(user, info.id, known, again=calls.TOGETHER if later else 0.0)
        if at is None or at <= self._clock.now():
            return at is not None
        if later:
            await self._carry_out(info.id, 0, None, due.gather, user, at)
        return False

    async def calls_at_leisure(self, user: int, about: int, known: Preferences | None = None, *, urgent: bool = False) -> bool:
        """The same for what need not be read at once, whatever it is `about` (below 0: no subject)."""
        return await self._call(user, about, known, urgent=urgent) is not None

    async def _call(
        self, user: int, about: int, known: Preferences | None, *, urgent: bool = False, again: float | None = None
    ) -> float | None:
        """Returns when the person is called: now, which is recorded, or later; None: not at all. `again`: seconds in which a
        call about the same is the same call, tried once more; None: it does not wait.
        """
        now, plan = self._clock.now(), (known or await self.person(user)).plan
        if plan.silent(now, live=urgent):
            return None

        async def carry_out(tx: Transaction) -> float | None:
            await tx.lock_ledger(user)
            count = await tx.note_call(user, about, now, now - calls.TOGETHER, now - DAY)
            if count is None:
                return None
            if again is not None and count > calls.FEW:
                rows = await tx.ledger_of(user, now - DAY)
                before = [row.at for row in rows if row.kind == "called" and (row.place != about or row.at < now - again)]
                if (until := calls.gathered_until(before, now)) is not None:
                    await tx.strike_ledger(user, "called", about)
                    return until
            if count >= MANY and about > 0 and plan.calls == "each" and not plan.offered and user > 0:
                await self._offer(tx, user, about, now)
            return now

        return await self._transact(carry_out)

    async def _offer(self, tx: Transaction, user: int, about: int, now: float) -> None:
        """Offer a person one message a day, once, if they are called often. Calls within a few minutes count as one: people who
        play a slow game at once are there.
        """
        times = [row.at for row in await tx.ledger_of(user, now - DAY) if row.kind == "called"]
        if len(calls.apart(times, calls.TOGETHER)) > MANY:
            plan = _preferences(await tx.person(user)).plan
            if not plan.offered:
                await self.change(tx, user, plan=replace(plan, offered=True))
                await tx.put_outbox(about, [outbox_record(DigestOfferRow(user=user), now)])

    async def note_direct(self, user: int, *, refused: bool) -> None:
        """Record that Discord has refused or accepted a direct message to a person."""
        await self.set_preferences(user, dm_closed=refused, dm_refused=self._clock.now() if refused else 0.0)

    async def heard_from(self, user: int, pressed: Pressed | None = None) -> Preferences:
        """Returns the preferences of a person who has just used the bot. If their direct messages were closed, they may be open
        again. `pressed`: what has been read of their press.
        """
        preferences = await self.person(user) if pressed is None else _preferences(pressed.person)
        if preferences.dm_closed and preferences.dm_refused + HEARD <= self._clock.now():
            return await self.set_preferences(user, dm_closed=False)
        return preferences

    async def read_press(self, user: int, table: int) -> Pressed:
        """Returns what is read of a press first."""
        return await self._store.read_press(user, table)

    async def set_preferences(self, user: int, **changes: Any) -> Preferences:
        """Change some of a person's preferences (fields of `Preferences`)."""
        return await self._transact(lambda tx: self.change(tx, user, **changes))

    @staticmethod
    async def change(tx: Transaction, user: int, **changes: Any) -> Preferences:
        """Like `set_preferences`, within a transaction."""
        preferences = replace(_preferences(await tx.person(user)), **changes)
        await tx.set_person(user, _row(preferences))
        await tx.announce(News(kind="person", user=user))
        return preferences

    @staticmethod
    async def lock(tx: Transaction, user: int) -> Preferences:
        """Returns a person's preferences, which nobody else changes until the transaction ends."""
        return _preferences(await tx.person(user))

    async def note_lesson(self, user: int, game: str, made: Sequence[str], *, after: Sequence[str]) -> bool:
        """Store the moves that a person has made in a game's lesson. Returns False, storing nothing, if the stored moves are no
        longer `after`.
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
        """Returns the last locale that Discord reported for a person."""
        return await self._store.locale(user)

    async def note_locales(self, locales: Mapping[int, str]) -> None:
        """Store the locales that Discord reports for people; known ones are not stored again."""
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
        """Whether no other process shares this installation."""
        return not self._store.shared

    def owe(self, interaction: int, token: str, language: str) -> None:
        """Record locally that an answer is owed; `take_answers` returns it if the process is killed."""
        if self._store.owed is not None:
            self._store.owed.begin(AnswerRow(interaction, token, language, self._clock.now()))

    def settle(self, interaction: int) -> None:
        """The answer is no longer owed."""
        if self._store.owed is not None:
            self._store.owed.end(interaction)

    async def note_answers(self, begun: Mapping[int, tuple[str, str]], ended: Collection[int]) -> None:
        """Store awaited private answers (token and language by interaction), and delete those that have been given."""
        now = self._clock.now()

        async def carry_out(tx: Transaction) -> None:
            await tx.begin_answers([AnswerRow(number, *about, now) for number, about in begun.items()])
            await tx.end_answers(ended)

        await self._transact(carry_out)

    async def take_answers(self, age: float, life: float) -> list[AnswerRow]:
        """Remove the answers that have been awaited for `age` seconds, so that no other process ends them, and return those
        that can still be ended, which is for `life` seconds.
        """
        now = self._clock.now()
        left = self._store.owed.take_left() if self._store.owed is not None else []
        async with self._store.transaction() as tx:
            left += await tx.take_answers(now - age)
        return [row for row in left if row.at + life > now]

    async def note_share(self, user: int, channel: int) -> None:
        """Enter in the ledger that a person is about to show something to everybody in a channel. Raises TooSoon."""
        row = LedgerRow(user, "share", place=channel)
        await self._transact(lambda tx: ledger.enter(tx, row, self._clock.now()))

    async def guild_language(self, guild: int) -> str | None:
        """Returns the language chosen for a server; None: Discord's locale decides."""
        return await self._store.guild_language(guild)

    async def table_counts(self) -> list[TableCount]:
        """Returns the number of tables by game and state, for the operator."""
        return await self._store.table_counts()

    async def outbox_load(self) -> tuple[int, float]:
        """Returns the number of unsent rows, and for how many seconds the first of them has been due."""
        load = await self._store.outbox_load()
        return load.rows, 0.0 if load.earliest is None else max(0.0, self._clock.now() - load.earliest)

    async def write(self) -> None:
        """Store a value, to see whether the store takes it: another one each time, as SQLite writes no page that stays as it
        was. Raises what the store raises.
        """
        await self.meta_set("written", secrets.token_hex(8))

    async def meta_get(self, key: str) -> str | None:
        """Returns a value of the installation, such as the hash of the published commands."""
        return await self._store.value(key)

    async def meta_set(self, key: str, value: str) -> None:
        async with self._store.transaction() as tx:
            await tx.set_value(key, value)


async def with_colours(store: Store, people: Iterable[Person]) -> tuple[Person, ...]:
    """Returns these people with the colours that they like to play in."""
    return tuple([replace(each, colours=_preferences(await store.person(each.user)).liked) for each in people])


def _preferences(row: PersonRow | None) -> Preferences:
    if row is None:
        return Preferences()
    fields = msgspec.structs.asdict(row)
    decoded = {name: msgspec.json.decode(fields[name]) for name in IN_JSON}
    return msgspec.convert({**fields, **decoded}, Preferences)


def _row(preferences: Preferences) -> PersonRow:
    fields = msgspec.structs.asdict(preferences)
    return PersonRow(**{**fields, **{name: msgspec.json.encode(fields[name]).decode() for name in IN_JSON}})
