"""The commands about one table: looking at it, playing at it, checking it."""

from __future__ import annotations

import asyncio

from discord import app_commands

from cogs import board, hand, limits, lines, private, table, takeback, typed
from cogs.answer import Ack, answering
from cogs.cards import BLUE, GREEN, RED, Card
from cogs.commands import Command, Interaction, Suggestions, command, spoken, suggest_table, which_table
from cogs.text import cut
from tables import verify as checking
from tables.errors import Refusal

OPEN = ("lobby", "playing")


@command("board", "number")
@app_commands.autocomplete(number=suggest_table)
async def show_board(interaction: Interaction, number: str | None = None) -> None:
    """The table as everybody sees it, and where it is played; posted anew for a player where its message is gone."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        found = await which_table(answer, number, states=OPEN)
        look = await answer.hall.look(found, answer.user)
        await board.post_again(answer, look)
        await private.show(answer, "board", look, await board.glance(answer.bot, look, answer.user, answer.words))


@command("hand", "number")
@app_commands.autocomplete(number=suggest_table)
async def show_hand(interaction: Interaction, number: str | None = None) -> None:
    """One's own hand, with its choices."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        await hand.open_hand(answer, await which_table(answer, number))


@command("text", "number")
@app_commands.autocomplete(number=suggest_table)
async def show_text(interaction: Interaction, number: str | None = None) -> None:
    """The board as text."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        await board.show_text(answer, await which_table(answer, number, states=OPEN))


async def suggest_move(interaction: Interaction, current: str) -> Suggestions:
    """Legal moves that go on from what has been typed, each with its meaning in the person's language."""
    bot, user = interaction.client, interaction.user.id
    named = getattr(interaction.namespace, "table", None)
    playing = [found for found in await bot.hall.tables_of(user, interaction.guild_id) if found.state == "playing"]
    if named is not None:
        playing = [found for found in playing if str(found.id) == str(named)]
    playing.sort(key=lambda found: (found.place.channel != interaction.channel_id, not _owes(found.pending, found.seats, user)))
    if not playing:
        return []
    reading = await bot.hall.read(playing[0].id, user)
    speak = await spoken(interaction)
    return [
        app_commands.Choice(name=cut(f"{line} — {meaning}", limits.AUTOCOMPLETE_TEXT), value=line)
        for line, meaning in lines.suggested(reading, current, speak)[: limits.AUTOCOMPLETE]
        if len(line) <= limits.AUTOCOMPLETE_TEXT
    ]


def _owes(pending: tuple[int, ...], seats: tuple[object, ...], user: int) -> bool:
    return any(getattr(seats[seat], "user", None) == user for seat in pending)


@command("move", "words", "number")
@app_commands.autocomplete(words=suggest_move, number=suggest_table)
async def move(interaction: Interaction, words: str, number: str | None = None) -> None:
    """Play a move typed as words, or several with `;` between them."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        found = await which_table(answer, number, seated=True)
        await typed.play(answer, found, words)


@command("takeback", "number")
@app_commands.autocomplete(number=suggest_table)
async def take_back(interaction: Interaction, number: str | None = None) -> None:
    """Take back one's choice or last step, or ask the others."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        await takeback.take_back(answer, await which_table(answer, number, seated=True))


@command("resign", "number")
@app_commands.autocomplete(number=suggest_table)
async def resign(interaction: Interaction, number: str | None = None) -> None:
    """Leave a running game for good, after being asked once more."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        await board.ask_resign(answer, await which_table(answer, number, seated=True))


@command("cancel", "number")
@app_commands.autocomplete(number=suggest_table)
async def cancel(interaction: Interaction, number: str | None = None) -> None:
    """Close a lobby, or agree to end a running game without a result."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        seated = not board.moderates(interaction)
        await board.cancel(answer, await which_table(answer, number, seated=seated, states=OPEN))


@command("verify", "number")
async def verify(interaction: Interaction, number: str) -> None:
    """Check that a finished game went by the draws it had promised, and hand over its record."""
    async with answering(interaction.client, interaction, Ack.PRIVATE) as answer:
        found = await which_table(answer, number)
        shown = (await answer.hall.look(found)).table
        words = answer.words
        title = table.heading(shown, words, "cogs.verify.title")
        if shown.state == "lobby" or not shown.commitment:
            raise Refusal("cogs.refusal.nothing-to-verify")
        if shown.state != "over":
            text = words("cogs.verify.later", commitment=shown.commitment)
            await answer.tell(Card(title=title, text=text, colour=BLUE))
            return
        record = await answer.hall.record(found)
        verdict = await asyncio.to_thread(checking.replay, record)
        seeds = words("cogs.verify.seeds", commitment=shown.commitment, seed=shown.seed)
        text = f"{words(verdict.key, **verdict.values)}\n{seeds}"
        document = (f"zamki-{shown.id}.json", checking.export(record))
        await answer.tell(Card(title=title, text=text, document=document, colour=GREEN if verdict.good else RED))


COMMANDS: tuple[Command, ...] = (show_board, show_hand, move, show_text, take_back, resign, cancel, verify)
