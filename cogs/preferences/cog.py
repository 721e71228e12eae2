"""A person's settings: how to show their hand, and when, where and whether to remind them."""

from typing import Any, TypeAlias

from discord import app_commands

from chat.cards import colours
from chat.cards.zones import own_zone
from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.commands import MY, Interaction, OptionTransformer, Suggestions, choice, suggestions, words_for
from chat.press.presses import Cog, Press, verb
from cogs.preferences import preferences
from data.words import languages, own_name
from tables.errors import Refusal
from tables.model.people import with_colour
from tables.time import zones
from tables.time.plan import span


class ZoneTransformer(OptionTransformer):
    """A time zone."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest time zones by city, country, abbreviation or offset, first those of the person's language."""
        language = (await words_for(interaction)).language
        country = interaction.locale.value.partition("-")[2]
        found = zones.offered_zones(current, language, country=country, now=interaction.client.app.tables.clock.now())
        return suggestions([(zones.label(name, language), name) for name in found], "")

    async def transform(self, interaction: Interaction, value: str, /) -> str:
        """Returns its name."""
        return zones.zone(value, (await words_for(interaction)).language, now=interaction.client.app.tables.clock.now())


ZoneOption: TypeAlias = app_commands.Transform[str, ZoneTransformer]


class Preferences(Cog):
    """Changes a person's preferences."""

    @MY.command("settings")
    @app_commands.choices(
        language=[choice("cogs.language.auto", "auto"), *(app_commands.Choice(name=own_name(x), value=x) for x in languages())]
    )
    async def settings(
        self,
        answer: PrivateAnswer,
        *,
        dm: bool | None = None,
        private: bool | None = None,
        end: bool | None = None,
        quiet: str | None = None,
        zone: ZoneOption | None = None,
        vacation: int | None = None,
        hidden: bool | None = None,
        language: str | None = None,
    ) -> None:
        """Set where the hand is shown, quiet hours and vacation, then show all settings, with menus for the reminders."""
        plan: dict[str, Any] = {}
        if zone is not None:
            plan["zone"] = zone
        if quiet is not None:
            hours = span(quiet)
            plan |= {"quiet": hours, "nightly": hours is None, **({} if zone is not None else own_zone(answer))}
        hand: dict[str, Any] = {}
        if dm is not None:
            hand |= {"dm": dm, "dm_closed": False}
        if private is not None:
            hand["private"] = private
        if end is not None:
            hand["mention_end"] = end
        if hidden is not None:
            hand["hidden"] = hidden
        if language is not None:
            hand["language"] = None if language == "auto" else language
        if vacation is not None:  # first, since only this can be refused
            await answer.tables.times.take_vacation(answer.user, vacation)
        if plan:
            await answer.tables.times.set_plan(answer.user, **plan)
        if hand:
            await answer.tables.people.set_preferences(answer.user, **hand)
        await answer.tell(await preferences.card(answer))

    @verb("preferences.plan", Ack.UPDATE, On.PRIVATE)
    async def plan(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose from one of the menus."""
        changes = preferences.changes(press.word, press.value)
        if not changes:
            raise Refusal("cogs.refusal.unknown-press")
        if press.word in preferences.GROUPS["calls"]:
            changes |= own_zone(answer)
        await answer.tables.times.set_plan(answer.user, **changes)
        group = next(group for group, subjects in preferences.GROUPS.items() if press.word in subjects)
        await answer.show(await preferences.card(answer, group))

    @verb("preferences.page", Ack.UPDATE, On.PRIVATE)
    async def page(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another page of the settings."""
        if press.word not in preferences.GROUPS:
            raise Refusal("cogs.refusal.unknown-press")
        await answer.show(await preferences.card(answer, press.word))

    @verb("preferences.colours", Ack.UPDATE, On.PRIVATE)
    async def colours(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose the colour to play in, of the choice that begins with the one named."""
        games = answer.app.games.values()
        offered = next((game.colours for game in games if game.colours[:1] == (press.word,)), None)
        colour = "" if press.value == colours.NONE else press.value
        if offered is None or (colour and colour not in offered):
            raise Refusal("cogs.refusal.unknown-press")
        liked = with_colour(answer.preferences.liked, colour, offered)
        await answer.tables.people.set_preferences(answer.user, colours=" ".join(liked))
        await answer.show(await preferences.card(answer))
