"""Carries out legal moves: turns, and in them attack rounds as a chain of steps. Each step closes with the answers of the seats
it asks, which is often nobody (H1-H8, H10, H12, H13).
"""

from collections.abc import Callable

from engines.contract import Event, Move, Seat
from engines.rzymianie.attack import Attack, Discard
from engines.rzymianie.choices import acting_clans, answer_of, asked_seats, parse, pending
from engines.rzymianie.components import (
    ARCHR,
    CARDS,
    CHARIOTT,
    DECK,
    DRAWN,
    FILCHY,
    FOKUS,
    FORTUNA,
    HECA,
    HECAS,
    HORSIE,
    PLACES,
    QWEEN,
    STRENGTH,
    SVORD,
    VALUES,
)
from engines.rzymianie.events import (
    Drop,
    FortGivenUp,
    FortTaken,
    GameOver,
    HandDealt,
    InstantWin,
    OrdersChanged,
    Seduced,
    WallTurnedUp,
    WarriorsDropped,
    WarriorsKept,
    WarriorsTurnedUp,
    attack_over,
    strengths_compared,
)
from engines.rzymianie.scoring import result_of
from engines.rzymianie.state import (
    CARD_BITS,
    CARD_MASK,
    FORTS,
    GONE,
    RzymianieState,
    Step,
    forts_of,
    wall_of,
    warrior_of,
    warriors_of,
)


def play(state: RzymianieState, seat: Seat, move: Move) -> list[Event]:
    """The seat answers; the last answer closes the stage. Raises IllegalMove."""
    state.chosen[seat] = list(parse(state, seat, move))
    events: list[Event] = []
    if not pending(state):
        advance(state, events)
    return events


def advance(state: RzymianieState, events: list[Event]) -> None:
    """Close the stage, which is answered, and every step after it that asks nobody."""
    while True:
        _CLOSE_STEP[state.step](state, events)
        state.chosen = [None] * state.seats
        if state.step == Step.OVER or asked_seats(state):
            state.stage += 1
            return


# -- H3, H4a: all turn up ------------------------------------------------------------------------------------------------


def _close_plan(state: RzymianieState, events: list[Event]) -> None:
    """H2: lay the plans; all of them are made."""
    state.down = [list(plan or ()) for plan in state.chosen]
    begin_round(state, events)


def begin_round(state: RzymianieState, events: list[Event]) -> None:
    """H3: turn up every clan's warrior at the next fort; Ch'ariotts cancel each other."""
    state.round += 1
    before = tuple(warriors_of(line) for line in state.up)
    for clan in range(state.clans):
        card = state.down[clan].pop(0) if clan < state.seats else state.pick(state.unturned_cards(clan))
        state.up[clan].append(state.round << CARD_BITS | card)
    turned = [line[-1] & CARD_MASK for line in state.up]
    fort = FORTS[state.wall[state.round - 1]]
    state.attack = Attack(
        game_turn=state.game_turn,
        turns=state.told_turns,
        round=state.round,
        wall=wall_of(state.wall),
        fort=fort,
        before=before,
        turned=tuple(CARDS[card] for card in turned),
    )
    events.append(Event(WarriorsTurnedUp(state.game_turn, state.round, fort, state.attack.turned), reveals=True))
    chariotts = [clan for clan in range(state.seats) if turned[clan] == CHARIOTT]
    if len(chariotts) > 1:
        state.update_attack(cancelled=tuple(chariotts))
        for clan in chariotts:
            _discard(state, clan, state.up[clan][-1], "chariott")
    _check_qween(state, turned)
    state.step = Step.SEDUCE


def _check_qween(state: RzymianieState, turned: list[int]) -> None:
    """H4b, H10: find out whether a Qween seduces."""
    qweens = [clan for clan, card in enumerate(turned) if card == QWEEN]
    if not qweens:
        return
    if len(qweens) > 1:
        state.update_attack(qween="many")
    elif qweens[0] >= state.seats:
        state.update_attack(qween="neutral")
    elif len(state.current_attack.cancelled) == state.clans - 1:
        state.update_attack(qween="nobody")
    else:
        state.update_attack(qween="seduces", seducer=qweens[0])


# -- H4b-H4e: who is strongest -------------------------------------------------------------------------------------------


def _close_seduce(state: RzymianieState, events: list[Event]) -> None:
    seducer = state.current_attack.seducer
    if seducer is not None:
        (seduced,) = answer_of(state, seducer)
        state.update_attack(seduced=seduced)
        card = state.current_attack.turned[seduced]
        events.append(Event(Seduced(state.game_turn, state.round, seducer, seduced, card)))
    _compare_strengths(state)
    if state.tells_strengths:
        events.append(Event(strengths_compared(state.current_attack)))
    state.step = Step.TAKE


def _compare_strengths(state: RzymianieState) -> None:
    """H4c, H4d, H4e: decide who wins the fort."""
    turned = [state.turned_now(clan) for clan in range(state.clans)]
    sums = _sums(state, turned)
    filchy = tuple(clan for clan in range(state.seats) if turned[clan] == FILCHY)
    fighting = [clan for clan in range(state.clans) if clan not in filchy]
    top = [clan for clan in fighting if sums[clan] == max(sums[each] for each in fighting)]
    outcome, winner = _outcome(top, [clan for clan in top if clan < state.seats and turned[clan] == ARCHR])
    tied = tuple(top) if len(top) > 1 else ()
    state.update_attack(sums=tuple(sums), filchy=filchy, tied=tied, outcome=outcome, winner=winner)


def _sums(state: RzymianieState, turned: list[int]) -> list[int]:
    """H4b, H4c: returns the strengths of the clans; a seduced warrior fights for the seducer."""
    attack = state.current_attack
    sums = [sum(STRENGTH[warrior & CARD_MASK] for warrior in line) for line in state.up]
    if attack.seducer is not None and attack.seduced is not None:
        sums[attack.seducer] += STRENGTH[turned[attack.seduced]]
        sums[attack.seduced] -= STRENGTH[turned[attack.seduced]]
    return sums


def _outcome(top: list[int], archrs: list[int]) -> tuple[str, int | None]:
    """H4e: returns the outcome and the winner, from the strongest clans and those of them with an Arch'r."""
    if not top:
        return "nobody", None
    if len(top) == 1:
        return "highest", top[0]
    if len(archrs) == 1:
        return "archr", archrs[0]
    return ("archrs" if archrs else "tie"), None


# -- H4f: the fort -------------------------------------------------------------------------------------------------------


def _close_take(state: RzymianieState, events: list[Event]) -> None:
    winner = state.current_attack.winner
    if winner is None:
        _lose_fort(state)
        state.step = Step.KEEP
        return
    (place,) = answer_of(state, winner)
    fort = _lift_fort(state, place)
    state.won[winner].append(fort)
    state.update_attack(taken=FORTS[fort], place=place, slid=state.slide and place > state.round)
    events.append(Event(FortTaken(state.game_turn, state.round, winner, FORTS[fort], place)))
    state.step = Step.KEEP
    hecas = [each for each in state.won[winner] if HECA[each]]
    if winner < state.seats and len(hecas) == HECAS:
        state.hecas = winner
        state.update_attack(hecas=True)
        _end_round(state, events)
        events.append(Event(InstantWin(winner, forts_of(hecas)), reveals=True))
        end_game(state, events)


def _lose_fort(state: RzymianieState) -> None:
    """H4e, H7, H12: nobody takes the fort."""
    at, wall = state.round - 1, state.wall
    lost = wall[at]
    if state.stay:
        lost = wall[-1]
        wall[at:] = [GONE, *wall[at:-1]]
    else:
        wall[at] = GONE
    state.out.append(lost)
    state.update_attack(lost=FORTS[lost], slid=state.stay and state.round < PLACES)


def _lift_fort(state: RzymianieState, place: int) -> int:
    """H4f, H13: take the fort at this place out of the wall. If it is not the contested one, that one moves on in the wall."""
    at, wall = state.round - 1, state.wall
    fort = wall[place - 1]
    if state.slide:
        wall[at:place] = [GONE, *wall[at : place - 1]]
    else:
        wall[place - 1] = wall[at]
        wall[at] = GONE
    return fort


# -- H4g, H4h, H4i: the warriors -----------------------------------------------------------------------------------------


def _close_keep(state: RzymianieState, events: list[Event]) -> None:
    attack = state.current_attack
    winner = attack.winner
    last = state.round == PLACES
    if winner is not None and not last:
        kept = answer_of(state, winner)
        if winner in asked_seats(state):
            cards = tuple(CARDS[warrior & CARD_MASK] for warrior in kept)
            events.append(Event(WarriorsKept(state.game_turn, state.round, winner, cards)))
        state.update_attack(kept=warriors_of(list(kept)))
        for warrior in state.up[winner][:]:
            if warrior not in kept:
                _discard(state, winner, warrior, "winner")
        if attack.seducer == winner and attack.seduced is not None:
            _discard(state, attack.seduced, state.up[attack.seduced][-1], "seduced")
    horsies = [clan for clan in range(state.clans) if clan != winner and attack.turned[clan] == CARDS[HORSIE]]
    state.update_attack(horsies=() if last else tuple(horsies))
    state.step = Step.HORSIE


def _close_horsie(state: RzymianieState, events: list[Event]) -> None:
    drops = []
    for clan in acting_clans(state):
        itself = state.up[clan][-1:]  # H6: a seduced Horsie may be gone already
        own = answer_of(state, clan) or tuple(itself)
        drops += [(clan, warrior) for warrior in own]
    _drop(state, events, "horsie", drops)
    svords = [clan for clan in range(state.seats) if state.turned_now(clan) == SVORD and len(state.down[clan]) > 1]
    state.update_attack(svords=tuple(svords))
    state.step = Step.SVORD


def _close_svord(state: RzymianieState, events: list[Event]) -> None:
    for seat in state.current_attack.svords:
        state.down[seat] = list(state.chosen[seat] or state.down[seat])
    if state.current_attack.svords:
        events.append(Event(OrdersChanged(state.game_turn, state.round, state.current_attack.svords)))
    state.step = Step.FOKUS


# -- H4j: the properties of forts ----------------------------------------------------------------------------------------


def _close_fokus(state: RzymianieState, events: list[Event]) -> None:
    _drop(state, events, FOKUS, [(clan, warrior) for clan in acting_clans(state) for warrior in answer_of(state, clan)])
    state.step = Step.GIVE


def _close_give(state: RzymianieState, events: list[Event]) -> None:
    taken, winner = state.current_attack.taken, state.current_attack.winner
    if taken is not None and winner is not None and taken.kind == FORTUNA:
        answer = answer_of(state, winner)
        fort = state.won[winner].pop(answer[0] if answer else -1)
        state.out.append(fort)
        state.update_attack(given=FORTS[fort])
        events.append(Event(FortGivenUp(state.game_turn, state.round, winner, FORTS[fort], itself=not answer)))
    _end_round(state, events)
    if state.round < PLACES:
        begin_round(state, events)
    else:
        next_turn(state, events)


# -- records ----------------------------------------------------------------------------------------------------------------


def _discard(state: RzymianieState, clan: int, warrior: int, why: str) -> None:
    state.discard(clan, warrior)
    state.update_attack(discards=(*state.current_attack.discards, Discard(clan, warrior_of(warrior), why)))


def _drop(state: RzymianieState, events: list[Event], why: str, drops: list[tuple[int, int]]) -> None:
    if not drops:
        return
    hidden = bool(asked_seats(state))
    for clan, warrior in drops:
        _discard(state, clan, warrior, why)
    dropped = tuple(Drop(clan, CARDS[warrior & CARD_MASK]) for clan, warrior in drops)
    events.append(Event(WarriorsDropped(state.game_turn, state.round, why, dropped), reveals=hidden))


def _end_round(state: RzymianieState, events: list[Event]) -> None:
    attack = state.update_attack(
        wall_after=wall_of(state.wall),
        after=tuple(warriors_of(line) for line in state.up),
        forts=tuple(forts_of(forts) for forts in state.won),
        points=tuple(state.points()),
    )
    events.append(Event(attack_over(attack, compared=state.tells_strengths), scene=True))


# -- turns ------------------------------------------------------------------------------------------------------------------


def next_turn(state: RzymianieState, events: list[Event]) -> None:
    """H8: begin the next turn, or end the game after the third."""
    if state.game_turn == state.turns:
        end_game(state, events)
        return
    if state.game_turn:
        state.previous = [state.turned_cards(clan) for clan in range(state.clans)]
    state.game_turn += 1
    state.round = 0
    state.step = Step.PLAN
    state.attack = None
    state.up = [[] for _ in range(state.clans)]
    state.gone = [[] for _ in range(state.clans)]
    state.down = [[] for _ in range(state.seats)]
    row = state.in_random_order(state.unseen)[:PLACES]
    for fort in row:
        state.unseen.remove(fort)
    state.wall = arrange_wall(row)
    state.hands = [sorted(state.in_random_order(list(DECK))[:DRAWN]) for _ in range(state.seats)]
    wall = WallTurnedUp(state.game_turn, forts_of(row), forts_of(state.wall), len(state.unseen), state.told_turns)
    events.append(Event(wall, reveals=True))
    for seat, hand in enumerate(state.hands):
        events.append(Event(HandDealt(state.game_turn, seat, tuple(CARDS[card] for card in hand)), to=(seat,), reveals=True))


def arrange_wall(row: list[int]) -> list[int]:
    """H1: returns the wall made of six forts in the order they were turned up. At least two are always positive."""
    values = [VALUES[fort] for fort in row]
    lowest = values.index(min([value for value in values if value > 0]))
    highest = PLACES - 1 - values[::-1].index(max(values))
    between = [fort for place, fort in enumerate(row) if place not in (lowest, highest)]
    return [row[lowest], *between, row[highest]]


def end_game(state: RzymianieState, events: list[Event]) -> None:
    """End the game: the third turn is over, or a player has three FortHecas."""
    state.step = Step.OVER
    result = result_of(state)
    events.append(Event(GameOver(result.scores, result.places, result.reason), reveals=True))


_CLOSE_STEP: dict[str, Callable[[RzymianieState, list[Event]], None]] = {
    Step.PLAN: _close_plan,
    Step.SEDUCE: _close_seduce,
    Step.TAKE: _close_take,
    Step.KEEP: _close_keep,
    Step.HORSIE: _close_horsie,
    Step.SVORD: _close_svord,
    Step.FOKUS: _close_fokus,
    Step.GIVE: _close_give,
}
