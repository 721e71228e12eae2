"""What stands below a refusal: the rule it is based on, or what somebody who does not play there can do instead."""

from chat.cards import rules
from chat.press.presses import make
from chat.wire.layout import Row, button, rows
from data.words import Words

AT_A_GAME = ("tables.refusal.not-seated", "tables.refusal.not-your-offer", "tables.refusal.not-asked")
"""Refusals of what only the players of a game may do."""

AFTER_A_GAME = ("tables.refusal.review-not-played",)
"""Refusals to somebody who has not finished a game on this server."""


def below(refusal: str, words: Words, table: int) -> tuple[Row, ...]:
    """Returns the buttons below a refusal (its message key) at a table (0: none)."""
    if table and refusal in AT_A_GAME:
        return rows(
            [
                button(words("cogs.board.text"), make("board.text", table), emoji="📝"),
                button(words("cogs.rules.button"), make("rules.open", table), emoji="📖"),
            ]
        )
    if table and refusal in AFTER_A_GAME:
        return rows([button(words("replay.button"), make("replay.open", table), emoji="🎞️")])
    return rules.link(refusal, words)
