"""Profiles: what is remembered of a person in this server."""

import discord

from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.commands import ZAMKI, person_menu
from chat.press.presses import Cog, Press, pressed_number, verb
from chat.wire.text import person_name
from cogs.profile import profile
from cogs.profile.profile import ALL
from tables.errors import Refusal


class Profile(Cog):
    """Shows how strong somebody is, what they like to play and what they have achieved."""

    @ZAMKI.command("profile")
    async def profile(self, answer: PrivateAnswer, person: discord.User | None = None) -> None:
        """One's own profile or somebody else's."""
        whom = person or answer.interaction.user
        await answer.tell(await profile.card(answer, whom.id, person_name(whom)))

    @person_menu("profile")
    async def of_person(self, answer: PrivateAnswer, person: discord.User | discord.Member) -> None:
        """The profile of the person pointed at."""
        await answer.tell(await profile.card(answer, person.id, person_name(person)))

    @verb("profile.game", Ack.UPDATE, On.PRIVATE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """The same person at another game."""
        user, game = pressed_number(press.word), press.value
        if game != ALL and game not in self.app.games:
            raise Refusal("cogs.refusal.unknown-press")
        await answer.show(await profile.card(answer, user, "", None if game == ALL else game))
