"""Opening a table: by command, or the same game once more from a final board."""

from __future__ import annotations

from discord import app_commands

from chat.cards import server, table
from chat.press import permissions
from chat.press.answer import Ack, PrivateAnswer
from chat.press.cog import Cog
from chat.press.commands import (
    Interaction,
    Suggestions,
    app_of,
    choice,
    command,
    read_game,
    spoken,
    suggest_game,
    suggesting,
    suggestions,
)
from chat.press.presses import Press, verb
from chat.wire.layout import GREEN, Card, button, rows
from tables.errors import Refusal
from tables.model.models import DIRECT, PRIVATE
from tables.time.pace import PACES


async def suggest_variant(interaction: Interaction, current: str) -> Suggestions:
    """`key=value` for each option of the game chosen; several may be typed one after the other."""
    speak = await spoken(interaction)
    try:
        app = app_of(interaction)
        game = app.games[read_game(app, str(getattr(interaction.namespace, "game", "")), speak)]
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
    """`key=value` pairs. Raises Refusal where it is something else; the table service knows which there are."""
    found = {}
    for part in (text or "")[:200].replace(",", " ").split():
        key, equals, value = part.partition("=")
        if not equals:
            raise Refusal("cogs.refusal.unreadable-variant")
        found[key.lower()] = value.lower()
    return found


class Start(Cog):
    """Opens tables."""

    @command("start", "game", "pace", "variant")
    @suggesting(game=suggest_game, variant=suggest_variant)
    @app_commands.choices(pace=[choice(f"cogs.pace.{pace}", pace) for pace in PACES])
    async def start(self, answer: PrivateAnswer, game: str, pace: str | None = None, variant: str | None = None) -> None:
        """Open a table in this channel."""
        await server.may_open(answer)
        place = permissions.place(answer)
        key, options = read_game(self.app, game, answer.words), read_variant(variant)
        language = (await answer.public_words()).language
        look = await answer.tables.lobbies.open_table(
            answer.person, place, key, options, language=language, pace=pace, request=answer.request
        )
        title = table.heading(look.table, answer.words, "cogs.hand.no-title")
        about = {DIRECT: "cogs.anywhere.direct", PRIVATE: "cogs.anywhere.private"}.get(place.guild)
        done = "cogs.start.done-direct" if place.guild == DIRECT else "cogs.start.done"
        text = answer.words(done) + (f"\n-# {answer.words(about)}" if about else "")
        await answer.tell(Card(title=title, text=text, colour=GREEN))

    @verb("again", Ack.PRIVATE)
    async def again(self, answer: PrivateAnswer, press: Press) -> None:
        """The same game once more: the first to press opens the table, the others take a seat at it."""
        await server.may_open(answer)
        look = await answer.tables.lobbies.open_again(press.table, answer.person, request=answer.request)
        words, host = answer.words, look.table.host == answer.user
        title = table.heading(look.table, words, "cogs.hand.no-title")
        link = button(words("cogs.hand.board"), url=await table.board_link(answer.app, look.table))
        done = "cogs.start.done-direct" if look.table.place.guild == DIRECT else "cogs.start.done"
        text = words(done if host else "cogs.board.joined")
        await answer.tell(Card(title=title, text=text, rows=rows([link]), colour=GREEN))
