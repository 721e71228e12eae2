"""Chomp in words: the table, used for alt texts and the text board, and the events."""

from engines.chomp.events import StonesFell
from engines.chomp.position import COLUMNS
from engines.chomp.view import ChompView
from engines.contract import Event
from render import prose
from render.contract import Audience


def table(view: ChompView, audience: Audience) -> prose.TableProse:
    """Describes the wall, column by column, and whose turn it is."""
    words = audience.words
    wall = ", ".join(words("chomp.column", column=COLUMNS[place], n=height) for place, height in enumerate(view.heights))
    waiting = "lost" if view.over else "waits"
    states = ["won" if points else "moves" if seat in view.pending else waiting for seat, points in enumerate(view.points)]
    last = [words("chomp.last", stone=view.taken[-1])] if view.taken else []
    return prose.TableProse(words("chomp.wall", columns=wall), [words(f"chomp.{state}") for state in states], last)


def more(view: ChompView, audience: Audience) -> list[str]:
    """Describes the turns so far and the variant."""
    words = audience.words
    taken = [words("chomp.taken", stones=" ".join(view.taken))] if view.taken else []
    return [*taken, prose.variant(words, "chomp", view.options)]


def line(event: Event, audience: Audience) -> str | None:
    """The event as a line of the log."""
    match event.data:
        case StonesFell(seat=seat, stone=stone, count=count):
            return audience.words.count("chomp.line.fell", count, name=audience.names[seat], stone=stone)
    return None
