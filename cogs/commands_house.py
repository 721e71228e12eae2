"""The commands that are not about one table: opening one, finding them, leaderboard, rules, help, one's own habits."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs import board, standings, table
from cogs.answer import Ack, Answer, answering
from cogs.cards import BLUE, GREEN, GREY, RED, Card
from cogs.commands import (
    Command,
    Interaction,
    Suggestions,
    choice,
    command,
    described,
    read_game,
    spoken,
    suggest_game,
    suggestions,
)
from cogs.text import Safe
from engines import games
from tables.errors import Refusal
from tables.shown import Place
from tables.table import PACES

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What the bot has to be allowed in a channel to play there."""

MINE = 15
"""Tables listed at most."""


async def suggest_variant(interaction: Interaction, current: str) -> Suggestions:
    """`key=value` for each option of the game chosen; several may be typed one after the other."""
    speak = await spoken(interaction)
    try:
        game = games()[read_game(str(getattr(interaction.namespace, "game", "")))]
    except Refusal:
        return []
    said, _, typed = current.rpartition(" ")
    taken = {part.partition("=")[0] for part in said.split()}
    pairs = []
    for option in game.options:
        if option.key in taken:
            continue
        for value in option.values:
            name = f"{speak(f'{game.key}.option.{option.key}')}: {speak(f'{game.key}.option.{option.key}.{value}')}"
            pairs.append((f"{said} {name}".strip(), f"{said} {option.key}={value}".strip()))
    return suggestions(pairs, f"{said} {typed}".strip() if typed else said)


def read_variant(text: str | None) -> dict[str, str]:
    """`key=value` pairs. Raises Refusal where it is something else; the hall knows which there are."""
    found = {}
    for part in (text or "")[:200].replace(",", " ").split():
        key, equals, value = part.partition("=")
        if not equals:
            raise Refusal("cogs.refusal.unreadable-variant")
        found[key.lower()] = value.lower()
    return found


@command("start", "game", "pace", "variant")
@app_commands.autocomplete(game=suggest_game, variant=suggest_variant)
@app_commands.choices(pace=[choice(f"cogs.pace.{pace}", pace) for pace in PACES])
async def start(interaction: Interaction, game: str, pace: str = "none", variant: str | None = None) -> None:
    """Open a table in this channel."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        if answer.guild is None:
            raise Refusal("cogs.refusal.not-in-direct-messages")
        _check_permissions(answer)
        key, options = read_game(game), read_variant(variant)
        language = (await answer.public_words()).language
        place = Place(answer.guild, answer.channel)
        look = await answer.hall.open_table(
            answer.person, place, key, options, language=language, pace=pace, request=answer.request
        )
        title = table.heading(look.table, answer.words, "cogs.hand.no-title")
        await answer.tell(Card(title=title, text=answer.words("cogs.start.done"), colour=GREEN))


def _check_permissions(answer: Answer) -> None:
    """Raises Refusal that names what the bot lacks in this channel."""
    allowed = answer.interaction.app_permissions
    needed = list(NEEDED)
    if isinstance(answer.interaction.channel, discord.Thread):
        needed.append("send_messages_in_threads")
        needed.remove("send_messages")
    missing = [name for name in needed if not getattr(allowed, name)]
    if missing:
        names = ", ".join(f"**{answer.words(f'cogs.permission.{name}')}**" for name in missing)
        raise Refusal("cogs.refusal.permission", permissions=Safe(names))


@command("tables")
async def tables(interaction: Interaction) -> None:
    """One's own tables, with the way to each, and those open in this channel."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        words = answer.words
        mine = [found for found in await answer.hall.tables_of(answer.user) if found.state in {"lobby", "playing"}]
        here = await answer.hall.tables_in(answer.channel) if answer.guild is not None else []
        known = {found.id for found in mine}
        lines = [await _line(answer, found) for found in mine[:MINE]] or [words("cogs.tables.none")]
        others = [found for found in here if found.id not in known]
        if others:
            lines += [f"**{words('cogs.tables.here')}**", *[await _line(answer, found) for found in others[: MINE // 3]]]
        await answer.tell(Card(title=words("cogs.tables.title"), text="\n".join(lines), colour=BLUE))


async def _line(answer: Answer, found: Any) -> str:
    owed = any(found.seats[seat].user == answer.user and not found.seats[seat].resigned for seat in found.pending)
    mark = "🟡" if owed else "▫️"
    url = await table.board_link(answer.bot, found)
    text = described(found, answer.words, safe=True)
    turn = f" — **{answer.words('cogs.tables.your-move')}**" if owed else ""
    return f"{mark} {text}{turn} [→]({url})"


@command("leaderboard", "game")
@app_commands.autocomplete(game=suggest_game)
async def leaderboard(interaction: Interaction, game: str | None = None) -> None:
    """This server's leaderboard, of one game or all."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        if answer.guild is None:
            raise Refusal("cogs.refusal.not-in-direct-messages")
        key = read_game(game) if game is not None else None
        await answer.tell(await standings.card(answer.bot, answer.guild, key, answer.words, user=answer.user))


@command("rules", "game")
@app_commands.autocomplete(game=suggest_game)
async def rules(interaction: Interaction, game: str | None = None) -> None:
    """A game's rules in short."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        key = read_game(game) if game is not None else await _game_here(answer)
        await answer.tell(board.rules_card(key, answer.words))


async def _game_here(answer: Answer) -> str:
    """The game most likely meant: of one's own table, or of this channel's, or the first there is."""
    found = [*await answer.hall.tables_of(answer.user, answer.guild), *await answer.hall.tables_in(answer.channel)]
    return next((each.game for each in found if each.state in {"lobby", "playing"}), next(iter(games())))


@command("help")
async def show_help(interaction: Interaction) -> None:
    """How it all works, on one card."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        words = answer.words
        known = "\n".join(f"• **{words(f'{key}.name')}** — {words(f'{key}.about')}" for key in games())
        text = words("cogs.help.text", games=known)
        await answer.tell(Card(title=words("cogs.help.title"), text=text, colour=BLUE))


@command("language", "language", "scope")
@app_commands.choices(
    language=[choice("cogs.language.auto", "auto"), choice("cogs.language.en", "en"), choice("cogs.language.pl", "pl")],
    scope=[choice("cogs.language.me", "me"), choice("cogs.language.server", "server")],
)
async def language(interaction: Interaction, language: str, scope: str = "me") -> None:
    """The language one is answered in, or (with Manage Server) the one the server is told in."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        chosen = language if language != "auto" else None
        if scope == "server":
            if answer.guild is None:
                raise Refusal("cogs.refusal.not-in-direct-messages")
            if not interaction.permissions.manage_guild:
                raise Refusal("cogs.refusal.manage-server")
            await answer.hall.set_guild_language(answer.guild, chosen)
        else:
            await answer.hall.set_habits(answer.user, language=chosen)
            await answer.learn()
        await answer.say(f"cogs.language.set-{scope}", language=answer.words(f"cogs.language.{language}"))


@command("settings", "dm", "private")
async def settings(interaction: Interaction, dm: bool | None = None, private: bool | None = None) -> None:
    """Where one's hand is shown: in direct messages, in private answers, or both."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        changes: dict[str, bool] = {}
        if dm is not None:
            changes |= {"dm": dm, "dm_closed": False}
        if private is not None:
            changes["private"] = private
        if changes:
            await answer.hall.set_habits(answer.user, **changes)
            await answer.learn()
        habits, words = answer.habits, answer.words
        lines = [
            words("cogs.settings.dm", state=words(f"cogs.settings.{'closed' if habits.dm_closed else _on(habits.dm)}")),
            words("cogs.settings.private", state=words(f"cogs.settings.{_on(habits.private)}")),
        ]
        if not habits.private and (not habits.dm or habits.dm_closed):
            lines.append(words("cogs.settings.both-off"))
        lines.append(words("cogs.settings.how"))
        await answer.tell(
            Card(title=words("cogs.settings.title"), text="\n".join(lines), colour=RED if habits.dm_closed else GREY)
        )


def _on(state: bool) -> str:
    return "on" if state else "off"


COMMANDS: tuple[Command, ...] = (start, tables, leaderboard, rules, show_help, language, settings)
