"""Rzymianie do domu! in words: alt texts of the pictures, and the text board.

Names are inserted as they are in the audience (see `render.contract`).
"""

from collections.abc import Iterable, Sequence

from data.words import Words
from engines.contract import Move, Result
from engines.rzymianie.attack import Attack, Fort, Warrior
from engines.rzymianie.components import PLACES, TURNS
from engines.rzymianie.events import AttackOver
from engines.rzymianie.view import RzymianieView
from render.contract import ALT_LENGTH, BOARD_LENGTH, Audience
from render.prose import amounts, capital, deciding, fitted_names, sentence
from render.rzymianie import cards, clans, forts, hand, records, sentences, trophy
from render.rzymianie.board import headline
from render.rzymianie.sentences import Names

# ---------------------------------------------------------------- the table


def _names(people: Names, n: int, words: Words) -> tuple[str, ...]:
    return clans.clan_names(n, tuple(people), words)


def _when(words: Words, game_turn: int, turns: int, round_: int) -> str:
    if not round_:
        return words("rzymianie.alt.orders", turn=game_turn, turns=turns)
    return words("rzymianie.alt.now", turn=game_turn, turns=turns, round=round_, rounds=PLACES)


def moment(turn: int) -> tuple[int, ...]:
    """The contract's turn as the board counts it: the turn and, except for the orders, the round."""
    before, round_ = divmod(turn - 1, PLACES + 1)
    return (before + 1, round_) if round_ else (before + 1,)


def wall_in_words(wall: Sequence[Fort | None], words: Words, gap: str = "–") -> str:
    """The forts with their places; `gap` stands for one that is gone ("": leave it out)."""
    named = (gap if fort is None else forts.fort_name(fort, words) for fort in wall)
    return ", ".join(f"{place}. {said}" for place, said in enumerate(named, 1) if said)


def _cards(which: Iterable[Warrior], words: Words) -> str:
    return ", ".join(cards.card_name(each.card, words) for each in which)


def _points(words: Words, points: int) -> str:
    said = words.count("render.points", abs(points))
    return said if points >= 0 else f"−{said}"


def _clan(view: RzymianieView, clan: int, name: str, words: Words, *, brief: bool = False) -> str:
    """One clan in a sentence: points and forts, warriors face up, face down and discarded, whether it has chosen. `brief`:
    without the number of those face down, which follows from the round.
    """
    facts = [] if clan < view.seats else [words("rzymianie.alt.neutral")]
    facts.append(_points(words, view.points[clan]))
    if view.forts[clan]:
        facts.append(words("rzymianie.alt.forts", forts=records.named_forts(view.forts[clan], words)))
    if view.up[clan]:
        facts.append(words("rzymianie.alt.up", cards=_cards(view.up[clan], words)))
    if view.discarded[clan]:
        facts.append(words("rzymianie.alt.spent", cards=_cards(view.discarded[clan], words)))
    left = PLACES - view.round
    if left and view.round and not brief:
        facts.append(words.count("rzymianie.alt.down", left))
    if clan < view.seats and (clan in view.pending or view.ready[clan]):
        facts.append(words("rzymianie.alt.waits" if clan in view.pending else "rzymianie.alt.ready"))
    return f"{name}: {', '.join(facts)}"


def _stands(view: RzymianieView, names: Names, audience: Audience) -> list[str]:
    """What is asked, and what has happened in this round so far."""
    happened = [] if view.attack is None else _round(view.attack, names, audience.words)
    return [headline(view, tuple(names), audience).said, *happened]


def _round(attack: Attack, names: Names, words: Words) -> list[str]:
    """What has happened in a round, in order, with the reasons before what follows from them. Of a round that is over less is
    told, because its own picture has told it.
    """
    if attack.points:
        return [turned_in_words(attack.turned, names, words), *sentences.of(attack, names, words)]
    sums = amounts(names, attack.sums)
    return [
        turned_in_words(attack.turned, names, words),
        *sentences.first(attack, names, words),
        words("rzymianie.prose.sums", sums=sums) if sums else "",
        sentences.majority(attack, names, words),
        sentences.taking(attack, names, words) or sentences.loss(attack, words),
        *sentences.then(attack, names, words),
    ]


def turned_in_words(turned: Sequence[str], names: Names, words: Words) -> str:
    """The warriors that the clans turned up."""
    return ", ".join(f"{name} – {cards.card_name(card, words)}" for name, card in zip(names, turned, strict=True))


def board(view: RzymianieView, audience: Audience) -> str:
    """The alt text of the board, without what follows from the rest if it is too long."""
    whole = _board(view, False, audience)
    return whole if len(whole) < ALT_LENGTH else _board(view, True, audience)


@fitted_names(ALT_LENGTH)
def _board(people: Names, view: RzymianieView, brief: bool, audience: Audience) -> str:
    """The alt text of the board. `brief`: without the places of forts that are gone, and the numbers of warriors face down."""
    words = audience.words
    names = _names(people, view.clans, words)
    return sentence(
        f"{words('rzymianie.name').rstrip('!')}, {_when(words, view.game_turn, view.turns, view.round)}",
        *_stands(view, names, audience),
        words("rzymianie.alt.wall", forts=wall_in_words(view.wall, words, gap="" if brief else "–")),
        *(_clan(view, clan, clans.leading(names, clan, words), words, brief=brief) for clan in range(view.clans)),
    )


def hand_text(view: RzymianieView, audience: Audience, said: Move = ()) -> str:
    """The alt text of the hand."""
    words = audience.words
    title, _ = hand.heading(view, audience, said)
    return sentence(
        words("rzymianie.alt.hand", name=audience.names[view.viewer]),
        capital(_when(words, view.game_turn, view.turns, view.round)),
        title,
        words("rzymianie.alt.wall", forts=wall_in_words(view.wall, words)),
        *_own_cards(view, words, said),
    )


def _own_cards(view: RzymianieView, words: Words, said: Move = ()) -> list[str]:
    """The warriors of the view's seat: face up, face down with places, those to choose from, left out; then abilities."""
    shown = hand.slots(view, said)
    states = hand.seven(view, said)
    down = [f"{place}. {cards.card_name(slot.card, words)}" for place, slot in enumerate(shown, 1) if slot.state == "down"]
    facts = []
    if view.up[view.viewer]:
        facts.append(capital(words("rzymianie.alt.up", cards=_cards(view.up[view.viewer], words))))
    if down:
        facts.append(words("rzymianie.alt.hidden" if view.round else "rzymianie.alt.plan", cards=", ".join(down)))
    free = [cards.card_name(card, words) for card, state in states if state == "free"]
    if free:
        facts.append(words("rzymianie.alt.seven", cards=", ".join(free)))
    facts += [words("rzymianie.alt.dropped", card=cards.card_name(card, words)) for card, state in states if state == "out"]
    facts += _choosable(view, shown, words)
    abilities = dict.fromkeys(card for card, _ in states)
    listed_ = "; ".join(f"{cards.name(card, words)} – {words(f'rzymianie.short.{card}')}" for card in abilities)
    return [*facts, words("rzymianie.alt.lines", abilities=listed_)]


def _choosable(view: RzymianieView, shown: Sequence[hand.Slot], words: Words) -> list[str]:
    """The face-up warriors that can be chosen now, or the forts that can be given up."""
    lit = [cards.card_name(slot.card, words) for slot in shown if slot.lit and slot.state == "up"]
    facts = []
    if lit:
        facts.append(words("rzymianie.alt.choice" if view.chosen else "rzymianie.alt.seven", cards=", ".join(lit)))
    if view.asking == "give" and hand.asks_seat(view):
        facts.append(words("rzymianie.alt.seven", cards=records.named_forts(view.forts[view.viewer][:-1], words)))
    return facts


def saying(view: RzymianieView, said: Move, audience: Audience) -> str:
    """The orders of a partial plan, and the warriors left to choose from."""
    words = audience.words
    named = ((place, cards.card_name(slot.card, words)) for place, slot in enumerate(hand.slots(view, said), 1) if slot.card)
    down = [f"{place}. {card}" for place, card in named if place > view.round]
    free = [cards.card_name(card, words) for card, state in hand.seven(view, said) if state == "free"]
    plan = words("rzymianie.alt.hidden" if view.round else "rzymianie.alt.plan", cards=", ".join(down)) if down else ""
    return sentence(plan, words("rzymianie.alt.seven", cards=", ".join(free)) if free else "")


@fitted_names(BOARD_LENGTH)
def text(people: Names, view: RzymianieView, audience: Audience) -> str:
    """The board as Markdown; for a seat, also its own warriors."""
    words = audience.words
    names = _names(people, view.clans, words)
    head, *happened = _stands(view, names, audience)
    lines = [f"**{words('rzymianie.name')}** · {_when(words, view.game_turn, view.turns, view.round)}", f"**{head}**"]
    if happened:
        lines.append(sentence(*happened))
    lines.append(words("rzymianie.alt.wall", forts=records.wall(view.wall, words)))
    lines += [f"- {_clan(view, clan, f'**{clans.leading(names, clan, words)}**', words)}" for clan in range(view.clans)]
    if view.seat is not None:
        lines += ["", words("rzymianie.alt.hand", name=people[view.seat]), *_own_cards(view, words)]
        if previous := view.previous[view.seat]:
            named = ", ".join(cards.card_name(card, words) for card in previous)
            lines.append(words("rzymianie.alt.previous", cards=named))
    return "\n".join(lines)


# ---------------------------------------------------------------- what has happened


@fitted_names(ALT_LENGTH)
def scene(people: Names, attack: AttackOver, audience: Audience) -> str:
    """The alt text of a round's picture."""
    words = audience.words
    names = _names(people, len(attack.turned), words)
    earlier = "; ".join(f"{names[clan]} – {_cards(line, words)}" for clan, line in enumerate(attack.before) if line)
    points = ", ".join(f"{name} {_points(words, n)}" for name, n in zip(names, attack.points, strict=True))
    when = capital(_when(words, attack.game_turn, attack.turns or TURNS, attack.round))
    return sentence(
        f"{when}: {forts.fort_name(attack.fort, words)}",
        words("rzymianie.alt.new", cards=turned_in_words(attack.turned, names, words)),
        words("rzymianie.alt.before", cards=earlier) if earlier else "",
        *sentences.first(attack, names, words),
        words("rzymianie.prose.sums", sums=amounts(names, attack.sums)),
        sentences.majority(attack, names, words),
        sentences.taking(attack, names, words) or sentences.loss(attack, words),
        *sentences.then(attack, names, words),
        words("rzymianie.alt.wall", forts=wall_in_words(attack.wall, words, gap="")),
        words("rzymianie.alt.points", points=points),
    )


@fitted_names(ALT_LENGTH)
def final(people: Names, view: RzymianieView, result: Result, audience: Audience) -> str:
    """The alt text of the final picture: places, points and the forts they are made of, the rule that decided."""
    words = audience.words
    names = _names(people, view.clans, words)
    rows = [f"{_place_in(result, seat)}{names[seat]}: {_scores(view, seat, words)}" for seat in result.by_place()]
    rows += [f"{clans.leading(names, clan, words)}: {_scores(view, clan, words)}" for clan in range(view.seats, view.clans)]
    head = f"{words('rzymianie.name').rstrip('!')}: {words('rzymianie.over')}"
    tied = [said for said in decision_lines(result, words) if said != reason(result, words)]
    return sentence(head, *rows, reason(result, words), *tied)


def decision_lines(result: Result, words: Words) -> list[str]:
    """The rule that decided, unless the scores show it, and the rule for others with equal points."""
    return deciding("rzymianie", result, words, "rzymianie.tie")


def _place_in(result: Result, seat: int) -> str:
    return "" if result.reason == trophy.LOST else f"{result.places[seat]}. "


def _scores(view: RzymianieView, clan: int, words: Words) -> str:
    won = records.named_forts(view.forts[clan], words)
    return ", ".join(filter(None, (_points(words, view.points[clan]), won)))


def reason(result: Result, words: Words) -> str:
    """The rule that decided."""
    said = words(f"rzymianie.reason.{result.reason}")
    telling = "fortheca" in result.reason or result.reason.startswith("alone-")
    return capital(said) if telling else said


def winner(result: Result, names: Names, words: Words) -> str:
    """The winner, or how the training went."""
    if result.reason.startswith("alone-"):
        return words(f"rzymianie.final.alone.{result.reason.removeprefix('alone-')}")
    first = [seat for seat, place in enumerate(result.places) if place == 1]
    if len(first) > 1:
        return words("rzymianie.final.shared")
    return words("rzymianie.final.winner", name=names[first[0]])
