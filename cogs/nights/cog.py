"""Game nights: the command, and the presses of their messages."""

from discord import app_commands

from chat.cards import server
from chat.cards.command_options import GameOption
from chat.cards.dates import DateOption
from chat.press import doors, permissions
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import TOURNAMENT, choice
from chat.press.doors import Names
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import Card
from cogs.nights import cards
from tables.errors import NoSuchTable, NotHost
from tables.nights import dates
from tables.nights.night import EVERY, Night, Reply

DRAWS = ("lot", "strength")
"""How tables are drawn."""


class Nights(Cog):
    """`/tournament night`, and the buttons of its messages."""

    @TOURNAMENT.command("night")
    @app_commands.choices(
        every=[choice(f"cogs.nights.every.{each}", each) for each in EVERY],
        draw=[choice(f"cogs.nights.by.{each}", each) for each in DRAWS],
    )
    async def night(
        self, answer: PrivateAnswer, when: DateOption, game: GameOption | None = None, every: str = "once", draw: str = "lot"
    ) -> None:
        """Announce a game night in this channel."""
        await server.may_open(answer)
        place, nights, language = permissions.place(answer), answer.tables.nights, (await answer.public_words()).language
        starts = dates.read_date(when, await nights.zone(place.guild, language), answer.tables.clock.now())
        new = Night(
            place=place,
            language=language,
            host=answer.user,
            game=game or "",
            starts=starts,
            every=EVERY.get(every, 0),
            strength=draw == "strength",
        )
        found = await nights.open_night(answer.person, new, request=answer.request)
        await answer.tell(cards.host_card(found, answer.words, new=True))

    @verb("nights.yes", Ack.KEEP, names=Names.NIGHT)
    async def yes(self, answer: Answer, press: Press) -> None:
        """Say that one comes; the card shows it."""
        await self._reply(answer, press, "yes")

    @verb("nights.maybe", Ack.KEEP, names=Names.NIGHT)
    async def maybe(self, answer: Answer, press: Press) -> None:
        """Say that one may come."""
        await self._reply(answer, press, "maybe")

    @verb("nights.no", Ack.KEEP, names=Names.NIGHT)
    async def no(self, answer: Answer, press: Press) -> None:
        """Say that one does not come."""
        await self._reply(answer, press, "no")

    async def _reply(self, answer: Answer, press: Press, said: Reply) -> None:
        await answer.tables.nights.reply(press.table, answer.person, said, request=answer.request)

    @verb("nights.here", Ack.KEEP, names=Names.NIGHT)
    async def here(self, answer: Answer, press: Press) -> None:
        """Wait for the next game of the evening."""
        await answer.tables.nights.arrive(press.table, answer.person, request=answer.request)

    @verb("nights.leave", Ack.KEEP, names=Names.NIGHT)
    async def leave(self, answer: Answer, press: Press) -> None:
        """Wait for no further game."""
        await answer.tables.nights.depart(press.table, answer.user, request=answer.request)

    @verb("nights.more", Ack.PRIVATE, names=Names.NIGHT)
    async def more(self, answer: PrivateAnswer, press: Press) -> None:
        """Show its host what else they may do. Raises NotHost."""
        night = await answer.tables.nights.night(press.table)
        if night.host != answer.user and not await doors.looks_after_server(answer):
            raise NotHost("tables.refusal.night-not-host")
        await answer.tell(cards.host_card(night, answer.words))

    @verb("nights.off", Ack.UPDATE, On.PRIVATE, names=Names.NIGHT)
    async def off(self, answer: PrivateAnswer, press: Press) -> None:
        """Call off the next date."""
        await self._call_off(answer, press, whole=False)

    @verb("nights.end", Ack.UPDATE, On.PRIVATE, names=Names.NIGHT)
    async def end(self, answer: PrivateAnswer, press: Press) -> None:
        """End the night for good."""
        await self._call_off(answer, press, whole=True)

    async def _call_off(self, answer: PrivateAnswer, press: Press, *, whole: bool) -> None:
        nights = answer.tables.nights
        moderates = (await nights.night(press.table)).host != answer.user and await doors.looks_after_server(answer)
        await nights.call_off(press.table, answer.user, whole=whole, moderator=moderates, request=answer.request)
        await answer.show(Card(text=answer.words("cogs.nights.done")))

    @verb("nights.past", Ack.UPDATE, On.PRIVATE, names=Names.NOTHING)
    async def past(self, answer: PrivateAnswer, press: Press) -> None:
        """Show how an evening was; the night itself may have been deleted. Raises NoSuchTable if the presser does not see the
        channel.
        """
        evening = await answer.tables.nights.evening(press.table, press.stage)
        if evening.guild != answer.guild or evening.channel not in await doors.visible_channels(answer, [evening.channel]):
            raise NoSuchTable
        await answer.show(await cards.past_evening_card(self.app, evening, answer.words))

    @verb("nights.on", Ack.KEEP, On.CHANNEL | On.DIRECT, names=Names.NIGHT)
    async def go_on(self, answer: Answer, press: Press) -> None:
        """Let the night go on to which nobody came."""
        await answer.tables.nights.go_on(press.table, answer.user, request=answer.request)

    @verb("nights.stop", Ack.KEEP, On.CHANNEL | On.DIRECT, names=Names.NIGHT)
    async def stop(self, answer: Answer, press: Press) -> None:
        """End the night to which nobody came."""
        await answer.tables.nights.call_off(press.table, answer.user, whole=True, request=answer.request)
