"""What a game is worth in its tournament once it has ended, and what it is worth if it has not. Pure functions."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from engines.contract import Seat
from tables.model.table import LoadedTable, Table
from tables.rules import finish, leaving
from tables.tournaments.tournament import Pairing, Tournament


def outcome(tournament: Tournament, game: Pairing, loaded: LoadedTable, movers: Collection[Seat]) -> Pairing:
    """Returns an ended game. Its places are those for ratings, without tie-breaks that have nothing to do with skill. Whoever
    has left, has handed on their seat, or was absent throughout is last, and a game from which all were is worth nothing.
    """
    table = loaded.table
    if table.closed == "undecided":
        return mark_undecided(tournament, game, loaded, movers)
    if table.closed == "judged":
        return mark_judged(tournament, game, loaded, movers)
    ended = _present(tournament, game, table, movers)
    if table.state != "over" or table.closed == "void" or table.result is None or loaded.set_aside:
        return replace(ended, places=())
    rows = {row.user: row.rating_place for row in finish.rows(table)}
    found = [rows.get(tournament.entrants[each].user, len(table.seats)) for each in game.entrants]
    return replace(ended, places=_with_last(game, found, ended.left))


def mark_undecided(tournament: Tournament, game: Pairing, loaded: LoadedTable, movers: Collection[Seat]) -> Pairing:
    """Returns a game that the end of its round has left undecided; one in which nobody has moved is worth nothing."""
    ended = _present(tournament, game, loaded.table, movers)
    places = _with_last(game, [1] * len(game.entrants), ended.left) if ended.played or loaded.set_aside else ()
    return replace(ended, places=places, undecided=bool(places))


def mark_judged(tournament: Tournament, game: Pairing, loaded: LoadedTable, movers: Collection[Seat]) -> Pairing:
    """Returns a game that the host has decided. Entrants who have left it share no points with those who stayed."""
    ended, winners = _present(tournament, game, loaded.table, movers), game.judged or ()
    shared = len(winners) == len(game.entrants)
    places = _with_last(game, [1 if each in winners else 2 for each in game.entrants], ended.left if shared else ())
    return replace(ended, places=places if winners else (), undecided=shared)


def _present(tournament: Tournament, game: Pairing, table: Table, movers: Collection[Seat]) -> Pairing:
    """Returns the game with those who have left it and those who have played."""
    seats = {each: table.seat_of(tournament.entrants[each].user) for each in game.entrants}
    absent = leaving.absent(table, movers)
    left = (each for each, seat in seats.items() if seat is None or not table.acts(seat) or seat in absent)
    return replace(
        game,
        left=tuple(left),
        played=tuple(each for each, seat in seats.items() if seat in movers),
        overran=tuple(each for each, seat in seats.items() if seat in table.overran),
    )


def _with_last(game: Pairing, places: Sequence[int], last: Collection[int]) -> tuple[int, ...]:
    """Returns places in a game, from 1 and without gaps but for ties; entrants in `last` share the last one. () if all do."""
    gone = [each in last for each in game.entrants]
    return () if all(gone) else finish.put_last([1 + sum(other < each for other in places) for each in places], gone)
