"""What is asked of whom, what can be answered, and why an answer is refused."""

from __future__ import annotations

import functools
from collections import Counter

from engines.contract import Choices, IllegalMove, Move, Seat
from engines.rzymianie.components import (
    AXX,
    CARD,
    CARDS,
    CLAN,
    CLANS,
    DRUHID,
    FOKUS,
    FORTUNA,
    KOMFORT,
    PLACES,
    STRENGTH,
    VALUES,
)
from engines.rzymianie.state import (
    CARD_BITS,
    CARD_MASK,
    FOCUS,
    GIVE,
    HORSES,
    KEEP,
    OVER,
    PLAN,
    SEDUCE,
    SWORDS,
    TAKE,
    Table,
)

VERBS = {
    PLAN: "plan",
    SEDUCE: "seduce",
    TAKE: "take",
    KEEP: "keep",
    HORSES: "drop",
    SWORDS: "order",
    FOCUS: "drop",
    GIVE: "give",
}

NO_CHOICES = Choices()
COMPLETE = Choices(complete=True)

Answer = tuple[int, ...]
"""SEDUCE: a clan. TAKE: a place. KEEP: warriors, weaker first. HORSES and FOCUS: a warrior. GIVE: an index of the forts taken.
PLAN and SWORDS: cards, left to right.
"""


def asked(table: Table) -> tuple[Seat, ...]:
    """The seats that the open stage asks, whether they have chosen or not."""
    if table.step == PLAN:
        return tuple(range(table.seats))
    if table.step == OVER:
        return ()
    if table.step == SWORDS:
        return table.story.svords
    return tuple(seat for seat in concerned(table) if seat < table.seats and len(answers(table, seat)) > 1)


def concerned(table: Table) -> tuple[int, ...]:
    """The clans, neutral ones too, that do something in this step of an attack round."""
    attack = table.story
    winner = () if attack.winner is None else (attack.winner,)
    if table.step == SEDUCE:
        return () if attack.seducer is None else (attack.seducer,)
    if table.step == HORSES:
        return attack.horsies
    if table.step == SWORDS:
        return attack.svords
    if table.step == FOCUS:
        return tuple(range(table.clans)) if _taken(table) == FOKUS and table.round < PLACES else ()
    if table.step == GIVE:
        return winner if _taken(table) == FORTUNA else ()
    return winner


def _taken(table: Table) -> str:
    fort = table.story.taken
    return "" if fort is None else fort.kind


def answers(table: Table, clan: int) -> list[Answer]:
    """All different answers of a clan that is concerned by the step (PLAN and SWORDS excepted), in the table's order."""
    match table.step:
        case "seduce":
            return [(other,) for other in range(table.clans) if other != clan and other not in table.story.cancelled]
        case "take":
            return [(place,) for place in places(table, clan)]
        case "keep":
            return keepings(table, clan)
        case "horsie":
            return _by_card(table.earlier(clan))
        case "fokus":
            return _by_card(table.up[clan])
        case "give":
            return _by_value(table.won[clan][:-1])
    raise AssertionError


def places(table: Table, clan: int) -> list[int]:
    """H4 (f): where a fort can be taken from; the contested one first."""
    if clan >= table.seats or table.now(clan) != DRUHID:
        return [table.round]
    return list(range(table.round, PLACES + 1))


def keepings(table: Table, clan: int) -> list[Answer]:
    """H4 (g): the sets of warriors that the winner may keep, () last; neutral clans and the sixth round keep nothing."""
    line = table.up[clan]
    kind = _taken(table)
    found: list[Answer] = []
    if clan < table.seats and table.round < PLACES and kind != FOKUS:
        axx = line[-1:] if line and line[-1] == table.round << CARD_BITS | AXX else []
        weakest = [min(line, key=lambda each: STRENGTH[each & CARD_MASK])] if kind == KOMFORT and line else []
        found = [(each,) for each in dict.fromkeys([*weakest, *axx])]
        if len(found) > 1:
            found.append((*weakest, *axx))
    return [*found, ()]


def _by_card(line: list[int]) -> list[Answer]:
    """One warrior of each card, the oldest of equal ones, weakest first."""
    first: dict[int, int] = {}
    for warrior in line:
        first.setdefault(warrior & CARD_MASK, warrior)
    return [(first[card],) for card in sorted(first)]


def _by_value(forts: list[int]) -> list[Answer]:
    """One fort of each value, the one taken first, lowest first."""
    first: dict[int, int] = {}
    for index, fort in enumerate(forts):
        first.setdefault(VALUES[fort], index)
    return [(first[value],) for value in sorted(first)]


def answer_of(table: Table, clan: int) -> Answer:
    """What a concerned clan does: what it chose, or the one thing it can do, () if that is nothing. A neutral clan does the
    first thing that H10 allows it.
    """
    if clan < table.seats and (choice := table.chosen[clan]) is not None:
        return tuple(choice)
    offered = answers(table, clan)
    return offered[0] if offered else ()


# -- words ------------------------------------------------------------------------------------------------------------------


def words_of(table: Table, seat: Seat, answer: Answer) -> Move:
    """The words after the verb."""
    match table.step:
        case "seduce":
            return (CLANS[answer[0]],)
        case "take":
            return ("here" if answer[0] == table.round else str(answer[0]),)
        case "give":
            return (str(VALUES[table.won[seat][answer[0]]]),)
        case "plan" | "svord":
            return tuple(CARDS[card] for card in answer)
        case _:
            return tuple(CARDS[warrior & CARD_MASK] for warrior in answer) or ("none",)


def choices(table: Table, seat: Seat, said: Move) -> Choices:
    """The contract's `choices`, of whom the open stage asks."""
    if seat not in asked(table):
        return NO_CHOICES
    verb = VERBS[table.step]
    if not said:
        return Choices((verb,), ask=table.step)
    if said[0] != verb:
        return NO_CHOICES
    if table.step == PLAN:
        return _line(tuple(table.hands[seat]), PLACES, said[1:], PLAN, again=tuple(table.previous[seat]))
    if table.step == SWORDS:
        lying = tuple(table.down[seat])
        return _line(tuple(sorted(lying)), len(lying), said[1:], SWORDS, again=lying)
    told = len(said) - 1
    offered = [words_of(table, seat, answer) for answer in answers(table, seat)]
    fitting = [words for words in offered if words[:told] == said[1:]]
    following = tuple(dict.fromkeys(words[told] for words in fitting if len(words) > told))
    return Choices(following, complete=said[1:] in fitting, ask=table.step)


def _line(cards: tuple[int, ...], places: int, said: Move, ask: str, again: tuple[int, ...] = ()) -> Choices:
    """The next of so many places, to be filled with some of the cards. `again`: the line of the turn before, or as it lies."""
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


# -- reading ----------------------------------------------------------------------------------------------------------------


def refuse(reason: str, **parameters: object) -> IllegalMove:
    """A refusal of this game."""
    return IllegalMove(f"rzymianie.illegal.{reason}", **parameters)


def read(table: Table, seat: Seat, move: Move) -> Answer:
    """The answer a move stands for. Raises IllegalMove with the reason."""
    if table.step == OVER:
        raise refuse("over")
    if not 0 <= seat < table.seats:
        raise refuse("no-seat")
    if seat not in asked(table):
        raise refuse("not-asked")
    if move[:1] != (VERBS[table.step],):
        raise refuse(f"{table.step}-now")
    words = move[1:]
    if table.step in (PLAN, SWORDS):
        return _read_line(table, seat, words)
    for answer in answers(table, seat):
        if words_of(table, seat, answer) == words:
            return answer
    raise _reason(table, seat, words)


def _read_line(table: Table, seat: Seat, words: Move) -> Answer:
    plan = table.step == PLAN
    left = list(table.hands[seat] if plan else table.down[seat])
    wanted = PLACES if plan else len(left)
    if len(words) != wanted:
        raise refuse("plan-six" if plan else "order-all", n=wanted)
    cards = _cards(words)
    for card in cards:
        if card not in left:
            missing = "plan-missing" if plan else "order-missing"
            raise refuse("plan-twice" if cards.count(card) > 1 and plan else missing, card=CARDS[card])
        left.remove(card)
    return cards


def _cards(words: Move) -> Answer:
    if any(word not in CARD for word in words):
        raise refuse("unknown-warrior", warriors=" ".join(CARDS))
    return tuple(CARD[word] for word in words)


def _reason(table: Table, seat: Seat, words: Move) -> IllegalMove:
    """Why these words after the right verb are no answer."""
    match table.step:
        case "seduce":
            return _seduce_reason(table, seat, words)
        case "take":
            return refuse("take-place", place=table.round, last=PLACES)
        case "give":
            return refuse("give-none", values=", ".join(words_of(table, seat, answer)[0] for answer in answers(table, seat)))
        case "keep":
            return _keep_reason(table, seat, words)
    if len(words) != 1:
        return refuse("drop-one")
    card = _known(words[0])
    if card is None:
        return refuse("unknown-warrior", warriors=" ".join(CARDS))
    return refuse("horsie-missing" if table.step == HORSES else "fokus-missing", card=CARDS[card])


def _seduce_reason(table: Table, seat: Seat, words: Move) -> IllegalMove:
    clan = CLAN.get(words[0]) if len(words) == 1 else None
    if clan is None or clan >= table.clans:
        return refuse("seduce-clan", clans=", ".join(CLANS[: table.clans]))
    return refuse("seduce-own" if clan == seat else "seduce-cancelled")


def _keep_reason(table: Table, seat: Seat, words: Move) -> IllegalMove:
    known = [_known(word) for word in words]
    if not words or None in known:
        return refuse("keep-words")
    offered = {warrior & CARD_MASK for answer in answers(table, seat) for warrior in answer}
    if any(card not in offered for card in known):
        return refuse("keep-other", warriors=" ".join(CARDS[card] for card in sorted(offered)))
    return refuse("keep-once")


def _known(word: str) -> int | None:
    return CARD.get(word)
