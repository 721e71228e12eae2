"""Attack rounds (H3-H7, H10, H12, H13): a chain of steps, each closed by the answers of those it asks, often of nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.contract import Event
from engines.rzymianie import turns
from engines.rzymianie.asking import answer_of, asked, concerned
from engines.rzymianie.components import (
    ARCHR,
    CARDS,
    CHARIOTT,
    FILCHY,
    FOKUS,
    FORTUNA,
    HORSIE,
    PLACES,
    QWEEN,
    STRENGTH,
    SVORD,
)
from engines.rzymianie.components import HECA as IS_HECA
from engines.rzymianie.components import HECAS as HECAS_NEEDED
from engines.rzymianie.state import (
    CARD_BITS,
    CARD_MASK,
    FOCUS,
    FORTS,
    GIVE,
    GONE,
    HORSES,
    KEEP,
    OVER,
    PLAN,
    SEDUCE,
    SWORDS,
    TAKE,
    Table,
    forts_of,
    wall_of,
    warrior_of,
    warriors_of,
)
from engines.rzymianie.view import Attack, Discard


def go_on(table: Table, events: list[Event]) -> None:
    """The open stage is answered: close it, and every step after it that asks nobody."""
    while True:
        _CLOSE[table.step](table, events)
        table.chosen = [None] * table.seats
        if table.step == OVER or asked(table):
            table.stage += 1
            return


# -- H3, H4 (a): all turn up ------------------------------------------------------------------------------------------------


def _orders(table: Table, events: list[Event]) -> None:
    """H2: all plans are made."""
    table.down = [list(plan or ()) for plan in table.chosen]
    begin(table, events)


def begin(table: Table, events: list[Event]) -> None:
    """H3: all turn up their warrior at the next fort, and Ch'ariotts cancel each other."""
    table.round += 1
    before = tuple(warriors_of(line) for line in table.up)
    for clan in range(table.clans):
        card = table.down[clan].pop(0) if clan < table.seats else table.draw(table.unturned(clan))
        table.up[clan].append(table.round << CARD_BITS | card)
    turned = [line[-1] & CARD_MASK for line in table.up]
    fort = FORTS[table.wall[table.round - 1]]
    table.attack = Attack(
        game_turn=table.game_turn,
        round=table.round,
        wall=wall_of(table.wall),
        fort=fort,
        before=before,
        turned=tuple(CARDS[card] for card in turned),
    )
    _event(table, events, "reveal", reveals=True, fort=fort, turned=table.attack.turned)
    chariotts = [clan for clan in range(table.seats) if turned[clan] == CHARIOTT]
    if len(chariotts) > 1:
        table.tell(cancelled=tuple(chariotts))
        for clan in chariotts:
            _discard(table, clan, table.up[clan][-1], "chariott")
    _greet_qween(table, turned)
    table.step = SEDUCE


def _greet_qween(table: Table, turned: list[int]) -> None:
    """H4 (b), H10: whether a Qween seduces."""
    qweens = [clan for clan, card in enumerate(turned) if card == QWEEN]
    if not qweens:
        return
    if len(qweens) > 1:
        table.tell(qween="many")
    elif qweens[0] >= table.seats:
        table.tell(qween="neutral")
    elif len(table.story.cancelled) == table.clans - 1:
        table.tell(qween="nobody")
    else:
        table.tell(qween="seduces", seducer=qweens[0])


# -- H4 (b)-(e): who is strongest -------------------------------------------------------------------------------------------


def _seduction(table: Table, events: list[Event]) -> None:
    seducer = table.story.seducer
    if seducer is not None:
        (seduced,) = answer_of(table, seducer)
        table.tell(seduced=seduced)
        _event(table, events, "seduce", clan=seducer, seduced=seduced, card=table.story.turned[seduced])
    _majority(table)
    table.step = TAKE


def _majority(table: Table) -> None:
    """H4 (c), (d), (e)."""
    attack = table.story
    turned = [table.now(clan) for clan in range(table.clans)]
    sums = [sum(STRENGTH[warrior & CARD_MASK] for warrior in line) for line in table.up]
    if attack.seducer is not None and attack.seduced is not None:
        sums[attack.seducer] += STRENGTH[turned[attack.seduced]]
        sums[attack.seduced] -= STRENGTH[turned[attack.seduced]]
    filchy = tuple(clan for clan in range(table.seats) if turned[clan] == FILCHY)
    fighting = [clan for clan in range(table.clans) if clan not in filchy]
    top = [clan for clan in fighting if sums[clan] == max(sums[each] for each in fighting)]
    archrs = [clan for clan in top if clan < table.seats and turned[clan] == ARCHR]
    winner = None
    if not top:
        outcome = "nobody"
    elif len(top) == 1:
        outcome, winner = "highest", top[0]
    elif len(archrs) == 1:
        outcome, winner = "archr", archrs[0]
    else:
        outcome = "archrs" if archrs else "tie"
    tied = tuple(top) if len(top) > 1 else ()
    table.tell(sums=tuple(sums), filchy=filchy, tied=tied, outcome=outcome, winner=winner)


# -- H4 (f): the fort -------------------------------------------------------------------------------------------------------


def _taking(table: Table, events: list[Event]) -> None:
    winner = table.story.winner
    if winner is None:
        _lose(table)
        table.step = KEEP
        return
    (place,) = answer_of(table, winner)
    fort = _lift(table, place)
    table.won[winner].append(fort)
    table.tell(taken=FORTS[fort], place=place, slid=table.slide and place > table.round)
    _event(table, events, "take", clan=winner, fort=FORTS[fort], place=place)
    table.step = KEEP
    hecas = [each for each in table.won[winner] if IS_HECA[each]]
    if winner < table.seats and len(hecas) == HECAS_NEEDED:
        table.hecas = winner
        table.tell(hecas=True)
        _tell_round(table, events)
        data = {"clan": winner, "forts": forts_of(hecas)}
        events.append(turns.event("forthecas", data, reveals=True))
        turns.end_game(table, events)


def _lose(table: Table) -> None:
    """H4 (e), H7, H12: nobody takes the fort."""
    at, wall = table.round - 1, table.wall
    lost = wall[at]
    if table.stay:
        lost = wall[-1]
        wall[at:] = [GONE, *wall[at:-1]]
    else:
        wall[at] = GONE
    table.out.append(lost)
    table.tell(lost=FORTS[lost], slid=table.stay and table.round < PLACES)


def _lift(table: Table, place: int) -> int:
    """H4 (f), H13: take the fort at this place out of the wall, the contested one if it is another going on in the wall."""
    at, wall = table.round - 1, table.wall
    fort = wall[place - 1]
    if table.slide:
        wall[at:place] = [GONE, *wall[at : place - 1]]
    else:
        wall[place - 1] = wall[at]
        wall[at] = GONE
    return fort


# -- H4 (g), (h), (i): the warriors -----------------------------------------------------------------------------------------


def _keeping(table: Table, events: list[Event]) -> None:
    attack = table.story
    winner = attack.winner
    last = table.round == PLACES
    if winner is not None and not last:
        kept = answer_of(table, winner)
        if winner in asked(table):
            _event(table, events, "keep", clan=winner, kept=[CARDS[warrior & CARD_MASK] for warrior in kept])
        table.tell(kept=warriors_of(list(kept)))
        for warrior in table.up[winner][:]:
            if warrior not in kept:
                _discard(table, winner, warrior, "winner")
        if attack.seducer == winner and attack.seduced is not None:
            _discard(table, attack.seduced, table.up[attack.seduced][-1], "seduced")
    horsies = [clan for clan in range(table.clans) if clan != winner and attack.turned[clan] == CARDS[HORSIE]]
    table.tell(horsies=() if last else tuple(horsies))
    table.step = HORSES


def _horses(table: Table, events: list[Event]) -> None:
    drops = []
    for clan in concerned(table):
        itself = table.up[clan][-1:]  # H6: a seduced Horsie may be gone already
        own = answer_of(table, clan) or tuple(itself)
        drops += [(clan, warrior) for warrior in own]
    _drop(table, events, "horsie", drops)
    svords = [clan for clan in range(table.seats) if table.now(clan) == SVORD and len(table.down[clan]) > 1]
    table.tell(svords=tuple(svords))
    table.step = SWORDS


def _swords(table: Table, events: list[Event]) -> None:
    for seat in table.story.svords:
        table.down[seat] = list(table.chosen[seat] or table.down[seat])
    if table.story.svords:
        _event(table, events, "order", clans=table.story.svords)
    table.step = FOCUS


# -- H4 (j): the properties of forts ----------------------------------------------------------------------------------------


def _focus(table: Table, events: list[Event]) -> None:
    _drop(table, events, FOKUS, [(clan, warrior) for clan in concerned(table) for warrior in answer_of(table, clan)])
    table.step = GIVE


def _giving(table: Table, events: list[Event]) -> None:
    taken, winner = table.story.taken, table.story.winner
    if taken is not None and winner is not None and taken.kind == FORTUNA:
        answer = answer_of(table, winner)
        fort = table.won[winner].pop(answer[0] if answer else -1)
        table.out.append(fort)
        table.tell(given=FORTS[fort])
        _event(table, events, "give", clan=winner, fort=FORTS[fort], itself=not answer)
    _tell_round(table, events)
    if table.round < PLACES:
        begin(table, events)
    elif turns.next_turn(table, events):
        table.step = PLAN


# -- telling ----------------------------------------------------------------------------------------------------------------


def _discard(table: Table, clan: int, warrior: int, why: str) -> None:
    table.discard(clan, warrior)
    table.tell(discards=(*table.story.discards, Discard(clan, warrior_of(warrior), why)))


def _drop(table: Table, events: list[Event], why: str, drops: list[tuple[int, int]]) -> None:
    if not drops:
        return
    hidden = bool(asked(table))
    for clan, warrior in drops:
        _discard(table, clan, warrior, why)
    told = [[clan, CARDS[warrior & CARD_MASK]] for clan, warrior in drops]
    _event(table, events, "drop", reveals=hidden, why=why, drops=told)


def _tell_round(table: Table, events: list[Event]) -> None:
    attack = table.tell(
        wall_after=wall_of(table.wall),
        after=tuple(warriors_of(line) for line in table.up),
        forts=tuple(forts_of(forts) for forts in table.won),
        points=tuple(table.points()),
    )
    events.append(turns.event("attack", attack, scene=True))


def _event(table: Table, events: list[Event], kind: str, *, reveals: bool = False, **data: Any) -> None:
    told = {"game_turn": table.game_turn, "round": table.round, **data}
    events.append(turns.event(kind, told, reveals=reveals))


_CLOSE: dict[str, Callable[[Table, list[Event]], None]] = {
    PLAN: _orders,
    SEDUCE: _seduction,
    TAKE: _taking,
    KEEP: _keeping,
    HORSES: _horses,
    SWORDS: _swords,
    FOCUS: _focus,
    GIVE: _giving,
}
