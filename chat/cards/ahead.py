"""What a hand shows of its person's plan, and the button that opens it."""

from __future__ import annotations

from chat.app import App
from chat.cards import table
from chat.press.presses import make
from chat.wire.layout import Button, button
from data.words import Words
from engines.contract import Fleeting, Revealing
from tables.model.models import TableView


def may_plan(app: App, look: TableView) -> bool:
    """Whether the hand offers to plan: its person plays and is not asked, and what comes neither depends on what nobody has
    seen nor takes away what everybody is to see.
    """
    info = look.table
    waits = info.state == "playing" and table.playing_seat(look) is not None and look.seat not in info.pending
    return waits and not isinstance(app.games[info.game], Revealing | Fleeting)


def offer(look: TableView, words: Words) -> Button:
    """The button that opens the plan."""
    return button(words("cogs.ahead.plan"), make("ahead.open", look.table.id, look.table.stage), emoji="📌")


def told(app: App, look: TableView, words: Words) -> list[str]:
    """What is planned, and what became of it, for its planner alone."""
    found = [f"{number}. {table.said_as(app, look, move, words)}" for number, move in enumerate(look.ahead, start=1)]
    if found:
        found.insert(0, words("cogs.ahead.planned"))
    if look.dropped:
        found.append(words("cogs.ahead.dropped", what=table.said_as(app, look, look.dropped, words)))
    return found
