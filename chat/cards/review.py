"""The button that opens the computer player's review of a finished game."""

from chat.app import App
from chat.press.presses import make
from chat.wire.layout import Button, button
from data.words import Words
from tables.model.models import TableInfo


def offer(app: App, info: TableInfo, words: Words) -> list[Button]:
    """Returns the button below the end of a game that opens its review."""
    if info.state != "over" or not app.tables.advice.advises:
        return []
    return [button(words("review.ask"), make("review.open", info.id), emoji="🔎")]
