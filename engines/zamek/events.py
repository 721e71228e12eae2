"""The events of Zamek: one type for each kind, all public, and the functions that make them from the state just afterwards."""

import msgspec

from engines.contract import Event, EventData, Seat
from engines.zamek.components import KINDS, ROAD, ROLES, TILES, TOWER_AT, TOWERS, TRACK
from engines.zamek.state import ZamekState
from engines.zamek.turned_tiles import STOCK
from engines.zamek.view import (
    AreaScore,
    Castle,
    Finale,
    KeepScore,
    MeadowScore,
    Place,
    Subject,
    castle_of,
    keeps_of,
    laid_of,
    place_of,
    subject_of,
    subject_word,
)
from engines.zamek.wall import TOKEN_KINDS


class TileOut(EventData, frozen=True, tag="out"):
    """Z5: the drawn tile fits nowhere and is removed from the game. It reveals."""

    tile: str
    left: int
    """Tiles left in the pile."""


class TileDrawn(EventData, frozen=True, tag="draw"):
    """Z3: a turn begins with this tile. It reveals."""

    turn: int
    seat: Seat
    tile: str
    left: int
    """Tiles left in the pile."""


class TileLaid(EventData, frozen=True, tag="lay"):
    """Z3, Z6: a tile is laid, with or without a subject."""

    turn: int
    seat: Seat
    square: str
    tile: str
    rotation: int
    subject: str
    """The area of the tile on which a subject is placed, or `none`."""
    role: str
    """The name of the subject there; "" if there is none."""


class AreaTied(EventData, frozen=True, tag="tie"):
    """Z9: a finished area pays nobody."""

    place: Place
    subjects: tuple[int, int]
    """Number of subjects on it, by seat."""


class TokenUsed(EventData, frozen=True, tag="spent"):
    """Z13: a token is used in play: `house` or `sty` for the area that is scored next, `again` for another turn."""

    seat: Seat
    token: str


class AreaScored(EventData, frozen=True, tag="score"):
    """Z9: an area is scored and the marker moves."""

    seat: Seat
    place: Place
    tiles: int
    """Number of its tiles, including start fields."""
    stocks: bool
    """Whether it pays double for stocks."""
    token: str
    """The token that doubles it: `house`, `sty` or ""."""
    points: int
    before: int
    """The seat's true score before; it can exceed 99."""
    after: int


class TokenWon(EventData, frozen=True, tag="token"):
    """Z12: the marker takes a token from a tower. It reveals."""

    seat: Seat
    token: str
    fields: tuple[int, int]
    """The tower's fields."""
    left: int
    """Number of towers that still have a token."""


class KeepMoved(EventData, frozen=True, tag="keep"):
    """Z11: a keep is placed or moved."""

    seat: Seat
    square: str
    """The smallest square of its house."""
    tiles: int
    """The tiles of that house."""
    before: int
    """The tiles of its house before; 0 if it is placed for the first time."""


class SubjectsHome(EventData, frozen=True, tag="home"):
    """Z9: subjects return to their reserves."""

    subjects: tuple[Subject, ...]
    """The subjects, and where they were."""


class AgainKept(EventData, frozen=True, tag="pass"):
    """Z13: the token `again` is kept for later."""

    seat: Seat


class PlayEnded(EventData, frozen=True, tag="end"):
    """Z14: the last tile has been laid."""

    seat: Seat
    left: int
    """Number of tiles left, which no longer fit anywhere unless it was the short form."""
    towers: int
    """Number of tokens removed from the game unseen."""
    ending: str = "end"
    """`end-short`: it was the last tile of the short form (Z23); others may still fit."""


class TokenAimed(EventData, frozen=True, tag="aim"):
    """Z17: an end token is assigned to an area."""

    seat: Seat
    token: str
    place: Place
    asked: bool
    """Whether there was a choice."""


class FinalStep(EventData, frozen=True):
    """A step of the final scoring, a scene. It is left out if there is nothing to score."""

    castle: Castle = msgspec.field(name="table")
    """Everything inside the wall."""
    before: tuple[int, int]
    """Scores by seat before the step."""
    after: tuple[int, int]

    @property
    def gains(self) -> tuple[int, int]:
        """Points by seat."""
        return self.after[0] - self.before[0], self.after[1] - self.before[1]


class MeadowsScored(FinalStep, frozen=True, tag="final-meadows"):
    """Z15: the meadows."""

    meadows: tuple[MeadowScore, ...]
    """Every meadow with monks."""


class KeepsScored(FinalStep, frozen=True, tag="final-keeps"):
    """Z16: the keeps."""

    keeps: KeepScore


class TokensScored(FinalStep, frozen=True, tag="final-areas"):
    """Z17: tokens for unfinished areas and for points."""

    areas: tuple[AreaScore, ...]
    """The areas that tokens for unfinished areas pay for."""
    points: tuple[int, int]
    """The points of `end_points` tokens, by seat."""


class GameOver(EventData, frozen=True, tag="over"):
    """Z18: the game is over."""

    scores: tuple[int, int]
    """The final scores by seat."""
    winners: tuple[Seat, ...]
    """One seat, or both."""


# -- making them --------------------------------------------------------------------------------------------------------------


def tile_out(state: ZamekState, tile: int) -> Event:
    """The event of a tile that fits nowhere."""
    return Event(TileOut(TILES[tile].id, len(state.pile)), reveals=True)


def tile_drawn(state: ZamekState) -> Event:
    """The event of a turn that has begun."""
    return Event(TileDrawn(state.turn, state.active, TILES[state.drawn].id, len(state.pile)), reveals=True)


def tile_laid(state: ZamekState) -> Event:
    """The event of the tile and subject just placed."""
    board = state.board
    laid = laid_of(board.laid[-1])
    role = ROLES[board.kind[state.subjects[-1] >> 1]] if state.choice else ""
    return Event(TileLaid(state.turn, state.layer, laid.square, laid.tile, laid.rotation, subject_word(state), role))


def area_tied(state: ZamekState, label: int) -> Event:
    """The event of a finished area that pays nobody."""
    sums = state.board.sums[label]
    return Event(AreaTied(place_of(state.board, label), (sums >> 8 & 15, sums >> 12 & 15)))


def token_used(state: ZamekState, token: int) -> Event:
    """The event of a token that the active seat has used."""
    return Event(TokenUsed(state.active, TOKEN_KINDS[token]))


def area_scored(state: ZamekState) -> Event:
    """The event of the area scored last."""
    score, board = state.scored[-1], state.board
    kind = board.kind[score.label]
    after = state.scores[score.seat]
    return Event(
        AreaScored(
            score.seat,
            place_of(board, score.label),
            tiles=board.tiles(score.label),
            stocks=kind == ROAD and board.sums[score.label] >= STOCK,
            token=KINDS[kind] if score.doubled else "",
            points=score.points,
            before=after - score.points,
            after=after,
        )
    )


def token_won(state: ZamekState) -> Event:
    """The event of the token won with the area scored last."""
    score = state.scored[-1]
    tower = TOWERS[TOWER_AT[state.scores[score.seat] % TRACK]]
    return Event(TokenWon(score.seat, TOKEN_KINDS[score.token], tower.fields, state.towers.bit_count()), reveals=True)


def keep_moved(state: ZamekState, seat: int, before: int) -> Event:
    """The event of the seat's keep that has just moved; `before`: the tiles of its house before."""
    keep = keeps_of(state)[seat]
    assert keep is not None
    return Event(KeepMoved(seat, keep.square, keep.tiles, before))


def subjects_home(state: ZamekState, subjects: list[int]) -> Event:
    """The event of subjects that are about to leave the board."""
    return Event(SubjectsHome(tuple(subject_of(state.board, subject) for subject in subjects)))


def again_kept(state: ZamekState) -> Event:
    """The event of the active seat keeping its token."""
    return Event(AgainKept(state.active))


def play_ended(state: ZamekState) -> Event:
    """The event of the end of play: no tile can be laid, and the towers still have their tokens."""
    return Event(PlayEnded(state.layer, len(state.pile), state.towers.bit_count(), "end-short" if state.short else "end"))


def token_aimed(state: ZamekState, seat: int, token: int, label: int, *, asked: bool) -> Event:
    """The event of an end token that is assigned to an area."""
    return Event(TokenAimed(seat, TOKEN_KINDS[token], place_of(state.board, label), asked))


def final_steps(state: ZamekState, finale: Finale, before: list[int]) -> list[Event]:
    """Returns the final scoring step by step, and the end. `before`: the scores before it."""
    castle = castle_of(state)
    now = (before[0], before[1])
    events: list[Event] = []

    def gains_of(*gains: tuple[Seat | None, int]) -> tuple[int, int]:
        zero, one = (now[seat] + sum(points for owner, points in gains if owner == seat) for seat in range(2))
        return zero, one

    if finale.meadows:
        after = gains_of(*((each.seat, each.points) for each in finale.meadows))
        events.append(Event(MeadowsScored(castle, now, after, finale.meadows), scene=True))
        now = after
    if any(finale.keeps.tiles):
        after = gains_of((finale.keeps.seat, finale.keeps.points))
        events.append(Event(KeepsScored(castle, now, after, finale.keeps), scene=True))
        now = after
    if finale.areas or any(finale.points):
        after = gains_of(*((each.seat, each.points) for each in finale.areas), *enumerate(finale.points))
        events.append(Event(TokensScored(castle, now, after, finale.areas, finale.points), scene=True))
        now = after
    assert now == tuple(state.scores)
    winners = tuple(seat for seat in range(2) if now[seat] == max(now))
    events.append(Event(GameOver(now, winners)))
    return events
