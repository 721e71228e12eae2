"""Who is asked what, what a seat may say next, and why a move is refused."""

import functools
from collections import Counter

from engines.contract import Choices, IllegalMove, Move, Seat
from engines.rzymianie.components import (
    AXX,
    CARD,
    CARDS,
    DRUHID,
    FOKUS,
    FORTUNA,
    KOMFORT,
    PLACES,
    STRENGTH,
    VALUES,
)
from engines.rzymianie.state import CARD_BITS, CARD_MASK, RzymianieState, Step

VERBS: dict[str, str] = {
    Step.PLAN: "plan",
    Step.SEDUCE: "seduce",
    Step.TAKE: "take",
    Step.KEEP: "keep",
    Step.HORSIE: "drop",
    Step.SVORD: "order",
    Step.FOKUS: "drop",
    Step.GIVE: "give",
}
"""The first word of a move, by the question it answers."""

NO_CHOICES = Choices()
COMPLETE = Choices(complete=True)

Answer = tuple[int, ...]
"""SEDUCE: a clan. TAKE: a place. KEEP: warriors, weaker first. HORSIE and FOKUS: a warrior. GIVE: an index of the forts taken.
PLAN and SVORD: cards, left to right.
"""


def asked_seats(state: RzymianieState) -> tuple[Seat, ...]:
    """Returns the seats that the open stage asks, whether they have chosen or not."""
    if state.step == Step.PLAN:
        return tuple(range(state.seats))
    if state.step == Step.OVER:
        return ()
    if state.step == Step.SVORD:
        return acting_clans(state)
    return tuple(seat for seat in acting_clans(state) if seat < state.seats and len(answers(state, seat)) > 1)


def pending(state: RzymianieState) -> tuple[Seat, ...]:
    """Returns the seats asked that have not chosen yet."""
    return tuple(seat for seat in asked_seats(state) if state.chosen[seat] is None)


def acting_clans(state: RzymianieState) -> tuple[int, ...]:
    """Returns the clans, including neutral ones, that act in this step of an attack round."""
    attack = state.current_attack
    winner = () if attack.winner is None else (attack.winner,)
    if state.step == Step.SEDUCE:
        return () if attack.seducer is None else (attack.seducer,)
    if state.step == Step.HORSIE:
        return attack.horsies
    if state.step == Step.SVORD:
        return attack.svords
    if state.step == Step.FOKUS:
        hit = _kind_taken(state) == FOKUS and state.round < PLACES
        return tuple(clan for clan in range(state.clans) if clan != attack.winner) if hit else ()
    if state.step == Step.GIVE:
        return winner if _kind_taken(state) == FORTUNA else ()
    return winner


def _kind_taken(state: RzymianieState) -> str:
    """Returns the kind of the fort taken in this round; "" if none is."""
    fort = state.current_attack.taken
    return "" if fort is None else fort.kind


def answers(state: RzymianieState, clan: int) -> list[Answer]:
    """Returns all distinct answers of a clan that acts in this step (except for plans and orders), in the table's order."""
    match state.step:
        case Step.SEDUCE:
            return [(other,) for other in range(state.clans) if other != clan and other not in state.current_attack.cancelled]
        case Step.TAKE:
            return [(place,) for place in places(state, clan)]
        case Step.KEEP:
            return keepings(state, clan)
        case Step.HORSIE:
            return _by_card(state.earlier(clan))
        case Step.FOKUS:
            return _by_card(state.up[clan])
        case Step.GIVE:
            return _by_value(state.won[clan][:-1])
    raise AssertionError(state.step)


def places(state: RzymianieState, clan: int) -> list[int]:
    """H4f: returns the places from which a fort can be taken, the contested one first."""
    if clan >= state.seats or state.turned_now(clan) != DRUHID:
        return [state.round]
    return list(range(state.round, PLACES + 1))


def keepings(state: RzymianieState, clan: int) -> list[Answer]:
    """H4g, H5b: the sets of warriors that the winner may keep, () last; neutral clans and the sixth round keep nothing. With
    Fort Fokus another warrior must go.
    """
    line = state.up[clan]
    kind = _kind_taken(state)
    found: list[Answer] = []
    if clan < state.seats and state.round < PLACES:
        axx = line[-1:] if line and line[-1] == state.round << CARD_BITS | AXX else []
        if kind == FOKUS and (len(line) == 1 or state.fokus_takes_axx):
            axx = []
        weakest = [min(line, key=lambda each: STRENGTH[each & CARD_MASK])] if kind == KOMFORT and line else []
        found = [(each,) for each in dict.fromkeys([*weakest, *axx])]
        if len(found) > 1:
            found.append((*weakest, *axx))
    return [*found, ()]


def _by_card(line: list[int]) -> list[Answer]:
    """Returns one warrior of each card, the oldest of equal ones, weakest first."""
    first: dict[int, int] = {}
    for warrior in line:
        first.setdefault(warrior & CARD_MASK, warrior)
    return [(first[card],) for card in sorted(first)]


def _by_value(forts: list[int]) -> list[Answer]:
    """Returns one fort of each value, the one taken first, lowest first."""
    first: dict[int, int] = {}
    for index, fort in enumerate(forts):
        first.setdefault(VALUES[fort], index)
    return [(first[value],) for value in sorted(first)]


def answer_of(state: RzymianieState, clan: int) -> Answer:
    """Returns what an acting clan does: what it chose, or the only thing it can do; () if that is nothing. A neutral clan does
    the first thing that H10 allows.
    """
    if clan < state.seats and (choice := state.chosen[clan]) is not None:
        return tuple(choice)
    offered = answers(state, clan)
    return offered[0] if offered else ()


# -- words ------------------------------------------------------------------------------------------------------------------


def words_of(state: RzymianieState, seat: Seat, answer: Answer) -> Move:
    """The words after the verb."""
    match state.step:
        case Step.SEDUCE:
            return (state.called[answer[0]],)
        case Step.TAKE:
            return ("here" if answer[0] == state.round else str(answer[0]),)
        case Step.GIVE:
            return (str(VALUES[state.won[seat][answer[0]]]),)
        case Step.PLAN | Step.SVORD:
            return tuple(CARDS[card] for card in answer)
        case _:
            return tuple(CARDS[warrior & CARD_MASK] for warrior in answer) or ("none",)


def choices(state: RzymianieState, seat: Seat, said: Move = ()) -> Choices:
    """What may follow `said`."""
    if seat not in asked_seats(state):
        return NO_CHOICES
    verb = VERBS[state.step]
    if not said:
        return Choices((verb,), ask=state.step)
    if said[0] != verb:
        return NO_CHOICES
    if state.step == Step.PLAN:
        return _next_place(tuple(state.hands[seat]), PLACES, said[1:], Step.PLAN, again=tuple(state.previous[seat]))
    if state.step == Step.SVORD:
        lying = tuple(state.down[seat])
        return _next_place(tuple(sorted(lying)), len(lying), said[1:], Step.SVORD, again=lying)
    spoken = len(said) - 1
    offered = [words_of(state, seat, answer) for answer in answers(state, seat)]
    fitting = [words for words in offered if words[:spoken] == said[1:]]
    following = tuple(dict.fromkeys(words[spoken] for words in fitting if len(words) > spoken))
    return Choices(following, complete=said[1:] in fitting, ask=state.step)


def _next_place(cards: tuple[int, ...], places: int, said: Move, ask: str, again: tuple[int, ...] = ()) -> Choices:
    """Returns the choices for the next of these places. `again`: the line of the turn before, or the current order."""
    left = [CARDS[card] for card in cards]
    for word in said:
        if word not in left:
            return NO_CHOICES
        left.remove(word)
    if len(said) >= places:
        return COMPLETE if len(said) == places else NO_CHOICES
    possible = bool(again) and not Counter(again) - Counter(cards)
    return _offer(tuple(left), places - len(said), ask, tuple(CARDS[card] for card in again) if possible else ())


@functools.lru_cache(maxsize=2048)
def _offer(left: tuple[str, ...], slots: int, ask: str, again: tuple[str, ...]) -> Choices:
    same = (VERBS[ask], *again) if again else ()
    return Choices(tuple(dict.fromkeys(left)), ask=ask, slots=slots, stock=left, again=same)


# -- moves ------------------------------------------------------------------------------------------------------------------


def refusal(reason: str, **parameters: object) -> IllegalMove:
    """Returns the refusal whose message key ends in `reason`."""
    return IllegalMove(f"rzymianie.illegal.{reason}", **parameters)


def parse(state: RzymianieState, seat: Seat, move: Move) -> Answer:
    """Returns the answer that a move stands for. Raises IllegalMove with the reason."""
    if state.step == Step.OVER:
        raise refusal("over")
    if not 0 <= seat < state.seats:
        raise refusal("no-seat")
    if seat not in asked_seats(state):
        raise refusal("not-asked")
    if move[:1] != (VERBS[state.step],):
        raise refusal(f"{state.step}-now")
    words = move[1:]
    if state.step in (Step.PLAN, Step.SVORD):
        return _parse_line(state, seat, words)
    for answer in answers(state, seat):
        if words_of(state, seat, answer) == words:
            return answer
    raise _refusal_of(state, seat, words)


def _parse_line(state: RzymianieState, seat: Seat, words: Move) -> Answer:
    """Returns the cards of a plan or an order."""
    plan = state.step == Step.PLAN
    left = list(state.hands[seat] if plan else state.down[seat])
    wanted = PLACES if plan else len(left)
    if len(words) != wanted:
        raise refusal("plan-six" if plan else "order-all", n=wanted)
    cards = _cards(words)
    for card in cards:
        if card not in left:
            missing = "plan-missing" if plan else "order-missing"
            raise refusal("plan-twice" if cards.count(card) > 1 and plan else missing, card=CARDS[card])
        left.remove(card)
    return cards


def _cards(words: Move) -> Answer:
    if any(word not in CARD for word in words):
        raise refusal("unknown-warrior", warriors=" ".join(CARDS))
    return tuple(CARD[word] for word in words)


def _refusal_of(state: RzymianieState, seat: Seat, words: Move) -> IllegalMove:
    """Returns why these words after the right verb are not an answer."""
    match state.step:
        case Step.SEDUCE:
            return _refusal_of_seduce(state, seat, words)
        case Step.TAKE:
            return refusal("take-place", place=state.round, last=PLACES)
        case Step.GIVE:
            return refusal("give-none", values=", ".join(words_of(state, seat, answer)[0] for answer in answers(state, seat)))
        case Step.KEEP:
            return _refusal_of_keep(state, seat, words)
    if len(words) != 1:
        return refusal("drop-one")
    card = CARD.get(words[0])
    if card is None:
        return refusal("unknown-warrior", warriors=" ".join(CARDS))
    return refusal("horsie-missing" if state.step == Step.HORSIE else "fokus-missing", card=CARDS[card])


def _refusal_of_seduce(state: RzymianieState, seat: Seat, words: Move) -> IllegalMove:
    clan = state.called.index(words[0]) if len(words) == 1 and words[0] in state.called else None
    if clan is None or clan >= state.clans:
        return refusal("seduce-clan", clans=", ".join(state.called[: state.clans]))
    return refusal("seduce-own" if clan == seat else "seduce-cancelled")


def _refusal_of_keep(state: RzymianieState, seat: Seat, words: Move) -> IllegalMove:
    known = [CARD.get(word) for word in words]
    if not words or None in known:
        return refusal("keep-words")
    offered = {warrior & CARD_MASK for answer in answers(state, seat) for warrior in answer}
    if any(card not in offered for card in known):
        return refusal("keep-other", warriors=" ".join(CARDS[card] for card in sorted(offered)))
    return refusal("keep-once")
