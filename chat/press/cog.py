"""The base of our cogs: discord.py's Cog with the App in its hands."""

from __future__ import annotations

from discord.ext import commands

from chat.app import App


class Cog(commands.Cog):
    """A thing that people can do: its commands (`chat.press.commands.command`) and its presses (`chat.press.presses.verb`)."""

    def __init__(self, app: App) -> None:
        self.app = app
