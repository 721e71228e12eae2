"""Tournaments: opened, joined, begun, left and closed. What goes on by itself is the table service's."""

from __future__ import annotations

import discord
import msgspec
from discord import app_commands

from chat.cards import moderation, server, table, tournaments
from chat.press import doors, permissions
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.cog import Cog, Host
from chat.press.commands import (
    Interaction,
    Suggestions,
    app_of,
    choice,
    command,
    group_in_servers,
    read_game,
    spoken,
    suggest_game,
    suggesting,
    suggestions,
)
from chat.press.doors import Names, read_number
from chat.press.presses import Press, make, verb
from chat.wire.layout import BLUE, GREEN, RED, Card, button, rows
from tables.errors import Refusal
from tables.time.pace import DAY
from tables.tournaments.tournament import FORMATS, ROUNDS, SIZES, SPANS, Rules, Tournament, not_host

FINISHED = 5
"""Tournaments that are over and are offered beside the open ones."""


async def suggest_tournament(interaction: Interaction, current: str) -> Suggestions:
    """The open tournaments of this server."""
    return await _suggested(interaction, current, 0)


async def suggest_any(interaction: Interaction, current: str) -> Suggestions:
    """The open tournaments of this server, and the newest that are over."""
    return await _suggested(interaction, current, FINISHED)


async def _suggested(interaction: Interaction, current: str, finished: int) -> Suggestions:
    speak = await spoken(interaction)
    found = await tournaments.seen(app_of(interaction), interaction, interaction.guild_id or 0, finished=finished)
    return suggestions([(f"{each.id} · {speak(f'{each.game}.name')}", str(each.id)) for each in found], current)


class Tournaments(Cog):
    """`/tournament …` and the buttons of its message."""

    tournament = group_in_servers("tournament")

    @command("tournament-start", "game", "format", "people", "rounds", "deadline", "friendly", under=tournament)
    @suggesting(game=suggest_game)
    @app_commands.choices(
        format=[choice(f"cogs.tournament.format.{each}", each) for each in FORMATS],
        people=[choice(f"cogs.tournament.people.{each}", str(each)) for each in SIZES],
        rounds=[app_commands.Choice(name=str(each), value=str(each)) for each in ROUNDS],
        deadline=[choice(f"cogs.tournament.span.{each}", each) for each in SPANS],
    )
    async def start(  # noqa: PLR0917 - the command's options
        self,
        answer: PrivateAnswer,
        game: str,
        format: str = "swiss",  # noqa: A002 - the option's name
        people: str = "2",
        rounds: str = "0",
        deadline: str = "three-days",
        friendly: bool | None = None,
    ) -> None:
        """Open a tournament in this channel."""
        await server.may_open(answer)
        place, key = permissions.place(answer), read_game(self.app, game, answer.words)
        if friendly is None:
            friendly = (await answer.tables.servers.server_settings(place.guild)).friendly
        rules = Rules(
            format="robin" if format == "robin" else "swiss",
            size=int(people),
            rounds=int(rounds),
            seconds=SPANS.get(deadline, 3 * DAY),
            friendly=friendly,
        )
        language = (await answer.public_words()).language
        found = await answer.tables.tournaments.open_tournament(
            answer.person, place, key, rules, language=language, request=answer.request
        )
        text = answer.words("cogs.tournament.opened")
        await answer.tell(Card(title=tournaments.title(found, answer.words), text=text, colour=GREEN))

    @command("tournament-standings", "number", under=tournament)
    @suggesting(number=suggest_any)
    async def standings(self, answer: PrivateAnswer, number: str | None = None) -> None:
        """The standings of a tournament of this server, finished ones too; without a number of the open one, or which there
        are.
        """
        if number is not None:
            await answer.tell(await tournaments.own(answer, await answer.tables.tournaments.tournament(read_number(number))))
            return
        found = await self._seen(answer, finished=FINISHED)
        going = [each for each in found if each.state != "over"]
        others = [each for each in found if each not in going] if len(going) == 1 else found
        names = {each.id: table.game_name(each.game, answer.words) for each in others}
        choice = rows([button(f"{each} · {name}", make("crosstable", each)) for each, name in names.items()])
        if len(going) == 1:
            own = await tournaments.own(answer, going[0])
            await answer.tell(msgspec.structs.replace(own, rows=choice))
            return
        await answer.tell(Card(text="\n".join(await tournaments.lines(answer, found)), rows=choice, colour=BLUE))

    @command("tournament-close", "number", under=tournament)
    @suggesting(number=suggest_tournament)
    async def close(self, answer: PrivateAnswer, number: str | None = None) -> None:
        """End a tournament before its time."""
        if number is None:
            found = await self._open(answer)
            if len(found) > 1:
                raise Refusal("cogs.tournament.which")
            meant = found[0]
        else:
            meant = await answer.tables.tournaments.tournament(read_number(number))
        if meant.state == "running":
            await answer.tell(await self._question(answer, meant))
            return
        await self._close(answer, meant)
        await answer.say("cogs.tournament.closed")

    async def _question(self, answer: PrivateAnswer, meant: Tournament) -> Card:
        """Whether a tournament that has begun is really to end; a moderator says why. Raises NotHost."""
        words, danger = answer.words, discord.ButtonStyle.danger
        if meant.host == answer.user:
            sure = button(words("cogs.close.sure"), make("calloff", meant.id), style=danger)
        elif await doors.looks_after_server(answer):
            sure = button(words("cogs.cancel.write"), make("whyoff", meant.id), style=danger)
        else:
            raise not_host(meant)
        keep = button(words("cogs.tournament.keep"), make("goon", meant.id))
        text = words("cogs.tournament.sure-close", round=len(meant.rounds), rounds=meant.planned)
        return Card(title=tournaments.title(meant, words), text=text, rows=rows([sure, keep]), colour=RED)

    async def _close(self, answer: Answer, meant: Tournament, reason: str = "") -> None:
        moderates = meant.host != answer.user and await doors.looks_after_server(answer)
        await answer.tables.tournaments.close_tournament(
            meant.id, answer.user, moderator=moderates, reason=reason, request=answer.request
        )

    @verb("calloff", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def called_off(self, answer: PrivateAnswer, press: Press) -> None:
        """The host closes it, confirmed."""
        await self._close(answer, await answer.tables.tournaments.tournament(press.table))
        await answer.show(Card(text=answer.words("cogs.tournament.closed")))

    @verb("goon", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def goes_on(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002 - the button says it all
        """It goes on."""
        await answer.show(Card(text=answer.words("cogs.tournament.kept")))

    @verb("whyoff", Ack.NONE, On.PRIVATE, names=Names.TOURNAMENT)
    async def open_reason(self, answer: Answer, press: Press) -> None:
        """A form for the reason that everybody reads."""
        custom_id = make("off", press.table, 0, (f"_{answer.request % 10**10}",))
        await answer.form(moderation.reason_form(answer.words("cogs.tournament.form"), custom_id, answer.words))

    @verb("off", Ack.UPDATE, On.PRIVATE, opened_by="whyoff", names=Names.TOURNAMENT)
    async def closed_with_reason(self, answer: PrivateAnswer, press: Press) -> None:
        """A moderator closes it, with the reason of the form."""
        await self._close(answer, await answer.tables.tournaments.tournament(press.table), press.fields.get("reason", ""))
        await answer.show(Card(text=answer.words("cogs.tournament.closed")))

    async def _open(self, answer: Answer) -> list[Tournament]:
        """The open tournaments of the server of who asks, in channels they see. Raises Refusal where there is none."""
        return await self._seen(answer)

    async def _seen(self, answer: Answer, *, finished: int = 0) -> list[Tournament]:
        """As `_open`, with so many finished ones."""
        guild = answer.guild
        found = [] if guild is None else await tournaments.seen(self.app, answer.interaction, guild, finished=finished)
        if not found:
            raise Refusal("cogs.tournament.none")
        return found

    @verb("enter", Ack.KEEP, names=Names.TOURNAMENT)
    async def enter(self, answer: Answer, press: Press) -> None:
        """Take part; the message is the answer."""
        await answer.tables.tournaments.join_tournament(press.table, answer.person, request=answer.request)

    @verb("firstround", Ack.KEEP, names=Names.TOURNAMENT)
    async def begin(self, answer: Answer, press: Press) -> None:
        """Begin the first round."""
        await answer.tables.tournaments.begin_tournament(press.table, answer.user, request=answer.request)

    @verb("stepout", Ack.PRIVATE, names=Names.TOURNAMENT)
    async def withdraw(self, answer: PrivateAnswer, press: Press) -> None:
        """Take part no more: at once in the lobby, later after a question."""
        found = await answer.tables.tournaments.tournament(press.table)
        entrant = found.of(answer.user)
        if found.state == "running" and entrant is not None and not entrant.withdrawn:
            sure = button(answer.words("cogs.tournament.leave"), make("steppedout", found.id), style=discord.ButtonStyle.danger)
            text = answer.words("cogs.tournament.sure-leave")
            await answer.tell(Card(title=tournaments.title(found, answer.words), text=text, rows=rows([sure]), colour=RED))
            return
        await answer.tables.tournaments.leave_tournament(found.id, answer.user, request=answer.request)
        await answer.say("cogs.tournament.left")

    @verb("steppedout", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def withdrawn(self, answer: PrivateAnswer, press: Press) -> None:
        """Take part no more, and lose what is not played."""
        found = await answer.tables.tournaments.tournament(press.table)
        await answer.tables.tournaments.leave_tournament(found.id, answer.user, request=answer.request)
        await answer.show(Card(text=answer.words("cogs.tournament.left")))

    @verb("crosstable", Ack.PRIVATE, On.CHANNEL | On.PRIVATE, names=Names.TOURNAMENT)
    async def crosstable(self, answer: PrivateAnswer, press: Press) -> None:
        """The standings, with one's own line marked."""
        await answer.tell(await tournaments.own(answer, await answer.tables.tournaments.tournament(press.table)))


async def setup(bot: Host) -> None:
    """Load the cog."""
    await bot.add_cog(Tournaments(bot.app))
