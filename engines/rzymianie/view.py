"""What a seat may know of a game of Rzymianie do domu! (see attack.py for clans, warriors, forts and places)."""

import msgspec

from engines.base import common, is_short, short_options
from engines.contract import Seat, View
from engines.rzymianie.attack import Attack, Fort, Warrior
from engines.rzymianie.choices import pending, words_of
from engines.rzymianie.components import CARDS, CLANS, SHORT_TURNS, TURNS, called_by
from engines.rzymianie.state import NOBODY, RzymianieState, Step, forts_of, wall_of, warriors_of


class RzymianieView(View, frozen=True, kw_only=True):
    """The table of Rzymianie do domu! as `seat` knows it (None: a spectator).

    `options`: `neutrals` (`auto`, 0..3), `tied_forts` (`discard`, `stay`), `druhid` (`swap`, `slide`); `clans`, the
    players' words by seat, if they are not the usual ones. A clan's face-down
    warriors are at the places after `round`. While orders are given, neutral clans have all six, players once they are `ready`.
    """

    game_turn: int
    """1..3."""
    round: int
    """0 while orders are given, 1..6 in an attack round."""
    asking: str
    """The question to the seats in `pending`, and in a joint stage also to those that are `ready`: `plan`, `seduce`, `take`,
    `keep`, `horsie`, `svord`, `fokus`, `give`; "" at the end.
    """
    clans: int
    """Number of clans, including neutral ones."""
    wall: tuple[Fort | None, ...]
    """Six places; None if the fort is gone."""
    stack: int
    """Number of forts not turned up yet."""
    out: tuple[Fort, ...]
    """Forts discarded, in order."""
    up: tuple[tuple[Warrior, ...], ...]
    """By clan: face-up warriors, oldest first."""
    discarded: tuple[tuple[Warrior, ...], ...]
    """By clan: warriors discarded this turn, in order."""
    forts: tuple[tuple[Fort, ...], ...]
    """By clan: forts in the order taken."""
    points: tuple[int, ...]
    """By clan: the points of its forts."""
    previous: tuple[tuple[str, ...], ...]
    """By clan: the six warriors in the order they were turned up in the last turn; () in the first."""
    ready: tuple[bool, ...]
    """By seat: whether it has made its secret choice in this stage."""
    attack: Attack | None
    """The current round; None while orders are given. At the end it is the last round, complete."""
    hecas: Seat | None = None
    """The seat that has won with three FortHecas."""
    fokus_takes_axx: bool = False
    """Whether the game goes by the first version of the rules, in which the winner of Fort Fokus keeps nothing (H5b)."""

    @property
    def called(self) -> tuple[str, ...]:
        """By clan, the word that moves name it by."""
        return called_by(self.options)

    # private to the seat
    hand: tuple[str, ...] = ()
    """The seven warriors drawn this turn, weakest first."""
    down: tuple[Warrior, ...] = ()
    """The seat's face-down warriors with their places; while orders are given, the plan chosen."""
    dropped: str = ""
    """The one of the seven that the plan left out; "" while there is no plan."""

    @property
    def turns(self) -> int:
        """H8, H14: the number of turns of the game."""
        return SHORT_TURNS if is_short(self.options) else TURNS


def _public(state: RzymianieState, seat: Seat | None) -> RzymianieView:
    """Returns the view without what only the seat may know."""
    options = {
        "neutrals": "auto" if state.auto else str(state.neutrals),
        "tied_forts": "stay" if state.stay else "discard",
        "druhid": "slide" if state.slide else "swap",
    }
    options |= short_options(state.short)
    if state.called != CLANS:
        options["clans"] = "-".join(state.called[: state.seats])
    return RzymianieView(
        **common(state, seat, pending(state), options),
        game_turn=state.game_turn,
        round=state.round,
        asking=str(state.step),
        clans=state.clans,
        wall=wall_of(state.wall),
        stack=len(state.unseen),
        out=forts_of(state.out),
        up=tuple(warriors_of(line) for line in state.up),
        discarded=tuple(warriors_of(line) for line in state.gone),
        forts=tuple(forts_of(forts) for forts in state.won),
        points=tuple(state.points()),
        previous=tuple(tuple(CARDS[card] for card in cards) for cards in state.previous),
        ready=tuple(choice is not None for choice in state.chosen),
        attack=state.attack,
        hecas=None if state.hecas == NOBODY else state.hecas,
        fokus_takes_axx=state.fokus_takes_axx,
    )


def view_of(state: RzymianieState, seat: Seat | None) -> RzymianieView:
    """Returns what the seat (None: a spectator) may know."""
    public = _public(state, seat)
    if seat is None:
        return public
    choice, dropped = state.chosen[seat], state.dropped_card(seat)
    plan = list(choice or ()) if state.step == Step.PLAN else state.down[seat]
    return msgspec.structs.replace(
        public,
        hand=tuple(CARDS[card] for card in state.hands[seat]),
        down=tuple(Warrior(CARDS[card], state.round + 1 + index) for index, card in enumerate(plan)),
        dropped="" if dropped == NOBODY else CARDS[dropped],
        private=True,
        chosen=() if choice is None else words_of(state, seat, tuple(choice)),
    )
