"""The way to what the computer player says of a finished game."""

from chat.app import App
from chat.press.presses import make
from chat.wire.layout import Button, button
from data.words import Words
from tables.model.models import TableInfo


def offer(app: App, info: TableInfo, words: Words) -> list[Button]:
    """The button below the end of a game, where the computer player explains itself."""
    if info.state != "over" or not app.tables.advice.advises:
        return []
    return [button(words("review.ask"), make("review.open", info.id), emoji="🔎")]
