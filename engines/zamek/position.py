"""The position of Zamek, which is the state with the contract's methods, and its view: everything except the seed, from which
the order of the tiles and the hidden tokens are drawn.
"""

from engines.base import NoJointStage, common, short_options
from engines.contract import Result, Seat
from engines.zamek import choices, scoring
from engines.zamek import play as playing
from engines.zamek.components import NAMES, TILES, TOWERS, TRACK
from engines.zamek.state import EARNINGS, EXTRA, LAY, OVER, SCORE, TARGET, USE, Score, ZamekState
from engines.zamek.turned_tiles import FITTING
from engines.zamek.view import Aim, Offer, Scored, Spot, ZamekView, keeps_of, laid_of, place_of, subject_of, subject_word
from engines.zamek.wall import TOKEN_KINDS


def view_of(state: ZamekState, seat: Seat | None) -> ZamekView:
    """Returns the view of a seat, or of a spectator (None). Only `seat` depends on the seat."""
    board, size = state.board, len(EARNINGS)
    return ZamekView(
        **common(state, seat, choices.pending(state), short_options(state.short)),
        looks=state.looks,
        ask=choices.ASKS[state.phase],
        active=state.active,
        tile=TILES[state.drawn].id if state.phase == LAY else None,
        spots=_spots(state) if state.phase == LAY else (),
        left=len(state.pile),
        out=tuple(TILES[tile].id for tile in state.out),
        laid=tuple(laid_of(laid) for laid in board.laid),
        last=None if state.layer < 0 else state.layer,
        last_subject=subject_word(state) if board.laid else "",
        subjects=tuple(subject_of(board, subject) for subject in state.subjects),
        reserve=(state.reserve[0], state.reserve[1]),
        scores=(state.scores[0], state.scores[1]),
        markers=(state.scores[0] % TRACK, state.scores[1] % TRACK),
        earned=(tuple(state.earned[:size]), tuple(state.earned[size:])),
        tokens=(_words(state.tokens(0)), _words(state.tokens(1))),
        fresh=_words(state.fresh),
        spent=tuple(TOKEN_KINDS[token] for token in state.spent),
        towers=_standing_towers(state),
        keeps=keeps_of(state),
        empty=tuple(NAMES[square] for square, first in enumerate(board.first) if first < 0),
        scored=tuple(_score_event(state, score) for score in state.scored),
        offers=_offers(state),
        token=_token(state),
        aims=_aims(state) if state.aims else (),
        finale=scoring.finale(state) if state.phase == OVER else None,
    )


def _spots(state: ZamekState) -> tuple[Spot, ...]:
    """Returns where the drawn tile fits."""
    fitting, board = FITTING[state.drawn], state.board
    return tuple(
        Spot(NAMES[square], tuple(90 * turn for turn in fitting[board.code[square]]))
        for square in board.frontier
        if fitting[board.code[square]]
    )


def _standing_towers(state: ZamekState) -> tuple[tuple[int, int], ...]:
    """Returns the fields of the towers that still have a token."""
    return tuple(tower.fields for number, tower in enumerate(TOWERS) if state.towers >> number & 1)


def _words(counts: list[int]) -> tuple[str, ...]:
    return tuple(TOKEN_KINDS[token] for token, count in enumerate(counts) for _ in range(count))


def _score_event(state: ZamekState, score: Score) -> Scored:
    return Scored(
        place_of(state.board, score.label),
        None if score.seat < 0 else score.seat,
        score.points,
        score.doubled,
        TOKEN_KINDS[score.token] if score.token >= 0 else "",
    )


def _token(state: ZamekState) -> str:
    if state.phase == USE:
        return choices.token_word(state)
    if state.phase == TARGET:
        return TOKEN_KINDS[scoring.end_tokens(state)[len(state.aims)][1]]
    return "again" if state.phase == EXTRA else ""


def _offers(state: ZamekState) -> tuple[Offer, ...]:
    """Returns the areas of the current question, with what they would bring."""
    board = state.board
    if state.phase == SCORE:
        found = [(label, scoring.worth(board, label)) for label in choices.legal(state)]
    elif state.phase == USE:
        found = [(state.asked, 2 * scoring.worth(board, state.asked))]
    elif state.phase == TARGET:
        found = [(label, scoring.aim_points(board, label)) for label in choices.legal(state)]
    else:
        found = []
    return tuple(Offer(place_of(board, label), board.majority(label), points) for label, points in found)


def _aims(state: ZamekState) -> tuple[Aim, ...]:
    """Returns the end tokens whose areas have been chosen so far."""
    return tuple(
        Aim(owner, TOKEN_KINDS[token], None if label < 0 else place_of(state.board, label))
        for label, (owner, token) in zip(state.aims, scoring.end_tokens(state), strict=False)
    )


class ZamekPosition(NoJointStage, ZamekState):
    """The whole state, with the contract's methods. All players know the same, so views differ in `seat` alone."""

    pending = choices.pending
    choices = choices.choices
    play = playing.play
    view = view_of

    def result(self) -> Result | None:
        return scoring.result_of(self) if self.phase == OVER else None
