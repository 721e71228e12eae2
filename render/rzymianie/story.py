"""A round of attack told in sentences, for pictures, descriptions and the lines of the story."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from data.words import Words
from engines.rzymianie.view import Attack, Discard
from render.rzymianie import cards, clans, forts
from render.theme import LETTERS
from render.told import listed

Names = Sequence[str]
"""By clan, as they are to be inserted."""


def of(attack: Attack, names: Names, words: Words) -> tuple[str, ...]:
    """What happened, in its order, a sentence each; as much as is known of a round that is not over."""
    told = (*first(attack, names, words), majority(attack, names, words), *then(attack, names, words))
    return tuple(said for said in told if said)


def who(names: Names, which: Iterable[int], words: Words) -> str:
    """The names of some clans as a list."""
    return listed(words, [names[clan] for clan in which])


def first(attack: Attack, names: Names, words: Words, *, seduced: bool = True) -> list[str]:
    """H4 (a), (b), (d): Ch'ariotts, Qween (whom she `seduced` only where that is not told apart), Filchy."""
    told = []
    if attack.cancelled:
        told.append(words("rzymianie.told.chariotts", names=who(names, attack.cancelled, words)))
    if seduced and attack.seducer is not None and attack.seduced is not None:
        card = cards.called(attack.turned[attack.seduced], words)
        told.append(words("rzymianie.told.seduces", name=names[attack.seducer], other=names[attack.seduced], card=card))
    elif attack.qween and attack.qween != "seduces":
        told.append(words(f"rzymianie.told.qween.{attack.qween}"))
    if attack.filchy and attack.outcome != "nobody":
        told.append(words("rzymianie.told.filchy", names=who(names, attack.filchy, words)))
    return told


def majority(attack: Attack, names: Names, words: Words) -> str:
    """H4 (e), H7: why nobody takes the fort, or who wins a tie; "" where one clan is strongest."""
    if attack.outcome == "nobody":
        return words("rzymianie.told.nobody")
    if not attack.tied:
        return ""
    said = words("rzymianie.told.tie", n=attack.sums[attack.tied[0]], names=who(names, attack.tied, words))
    if attack.outcome == "archr" and attack.winner is not None:
        return f"{said} {words('rzymianie.told.archr', name=names[attack.winner])}"
    if attack.outcome == "archrs":
        return f"{said} {words('rzymianie.told.archrs')}"
    return said


def lost(attack: Attack, words: Words) -> str:
    """H4 (e), H12: what becomes of a fort that nobody took."""
    if attack.lost is None:
        return ""
    if attack.slid:
        return words("rzymianie.told.stays", fort=forts.called(attack.fort, words), lost=forts.called(attack.lost, words))
    return words("rzymianie.told.lost", fort=forts.called(attack.lost, words))


def taken(attack: Attack, names: Names, words: Words) -> str:
    """H4 (f): who takes which fort; "" as long as nobody does."""
    if attack.winner is None or attack.taken is None:
        return ""
    return words("rzymianie.told.takes", name=clans.leading(names, attack.winner, words), fort=forts.won(attack.taken, words))


def then(attack: Attack, names: Names, words: Words) -> list[str]:
    """H4 (f) to (j): Dru'hid's exchange, what is kept and discarded, Svord, FortUna, and the third FortHeca."""
    told = []
    if attack.place and attack.place != attack.round:
        key = "slides" if attack.slid else "swaps"
        told.append(words(f"rzymianie.told.{key}", fort=forts.called(attack.fort, words), place=attack.place))
    if attack.kept and attack.winner is not None:
        told.append(
            words("rzymianie.told.keeps", name=names[attack.winner], cards=_cards([each.card for each in attack.kept], words))
        )
    told += [dropped(attack, why, words) for why in ("seduced", "horsie", "fokus")]
    if attack.svords:
        told.append(words.count("rzymianie.told.svord", len(attack.svords), names=who(names, attack.svords, words)))
    if attack.given is not None and attack.winner is not None:
        itself = attack.taken == attack.given and attack.given not in attack.forts[attack.winner]
        key = "gives-itself" if itself else "gives"
        name = names[attack.winner] if key == "gives" else clans.leading(names, attack.winner, words)
        told.append(words(f"rzymianie.told.{key}", name=name, fort=forts.won(attack.given, words)))
    if attack.hecas and attack.winner is not None:
        told.append(words("rzymianie.told.hecas", name=names[attack.winner]))
    return [said for said in told if said]


def dropped(attack: Attack, why: str, words: Words) -> str:
    """What has been discarded for one reason, by clan; "" for nothing."""
    drops = [each for each in attack.discards if each.why == why]
    return words(f"rzymianie.told.drop.{why}", drops=_drops(drops, words)) if drops else ""


def _drops(drops: Sequence[Discard], words: Words) -> str:
    """By the letters of the clans: they may be many."""
    return ", ".join(f"{LETTERS[each.clan]} {cards.called(each.warrior.card, words)}" for each in drops)


def _cards(which: Sequence[str], words: Words) -> str:
    return listed(words, [cards.called(card, words) for card in which])


def kept(which: Sequence[str], words: Words) -> str:
    """Warriors as a list."""
    return _cards(which, words)
