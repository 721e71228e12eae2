"""What a person may do beside answering their question."""

from asking.asker import Asker
from asking.players import playing_seat
from engines.contract import Planned
from tables.model.table_info import counts
from tables.rules.automatic import can_plan
from tables.rules.reading import Reading


def may_plan(asker: Asker, reading: Reading) -> bool:
    """Returns whether the person may plan: they play a game with plans and are not asked."""
    info = reading.info
    waits = info.state == "playing" and playing_seat(reading) is not None and reading.seat not in info.pending
    return waits and can_plan(asker.games[info.game])


def may_ask_a_hint(asker: Asker, reading: Reading) -> bool:
    """Returns whether the person may ask for a hint: they are asked, in a game that neither counts nor belongs to a tournament,
    and there is a computer player to ask.
    """
    info = reading.info
    asked = playing_seat(reading) is not None and reading.seat in info.pending
    return asked and not counts(info) and info.tournament is None and asker.tables.advice.advises


def left_to_spend(asker: Asker, reading: Reading) -> int | None:
    """Returns what is left to spend for a person whose turn is many moves; None outside such a turn."""
    game = asker.games[reading.info.game]
    return game.remaining(reading.view) if isinstance(game, Planned) and reading.seat in reading.info.pending else None
