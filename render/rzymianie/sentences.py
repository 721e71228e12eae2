"""An attack round in sentences, for pictures, alt texts and the lines of events."""

from collections.abc import Iterable, Sequence

from data.words import Words
from engines.rzymianie.attack import Attack, Discard, Fort
from engines.rzymianie.events import StrengthsCompared
from render.prose import list_text
from render.rzymianie import cards, clans, forts

Names = Sequence[str]
"""The names to insert, by clan."""

Comparison = Attack | StrengthsCompared
"""What knows the strengths and what they decide."""


def of(attack: Attack, names: Names, words: Words) -> tuple[str, ...]:
    """What happened, in order, as sentences; of an unfinished round, as much as is known."""
    found = (*first(attack, names, words), majority(attack, names, words), *then(attack, names, words))
    return tuple(said for said in found if said)


def who(names: Names, which: Iterable[int], words: Words) -> str:
    """The names of some clans as a list."""
    return list_text(words, [names[clan] for clan in which])


def first(attack: Attack, names: Names, words: Words) -> list[str]:
    """H4a, H4b, H4d: Ch'ariotts, Qween with the warrior she seduces, Filchy."""
    seduced = ""
    if attack.seducer is not None and attack.seduced is not None:
        card = cards.card_name(attack.turned[attack.seduced], words)
        seduced = words("rzymianie.prose.seduces", name=names[attack.seducer], other=names[attack.seduced], card=card)
    chariotts, qween, filchy = _special(attack, names, words)
    return [said for said in (chariotts, seduced or qween, filchy) if said]


def reasons(attack: Comparison, names: Names, words: Words, sums: str) -> list[str]:
    """H4a to H4e: why somebody takes the fort or nobody does, with the strengths. A seduction has a line of its own."""
    special = _special(attack, names, words)
    found = (*special, words("rzymianie.prose.sums", sums=sums), majority(attack, names, words))
    return [said for said in found if said]


def _special(attack: Comparison, names: Names, words: Words) -> tuple[str, str, str]:
    """H4a, H4b, H4d: cancelled Ch'ariotts, why Qween seduces nobody, Filchys; "" for what did not happen."""
    chariotts = words("rzymianie.prose.chariotts", names=who(names, attack.cancelled, words)) if attack.cancelled else ""
    idle = attack.qween and attack.qween != "seduces"
    qween = words(f"rzymianie.prose.qween.{attack.qween}") if idle else ""
    out = attack.filchy and attack.outcome != "nobody"
    filchy = words.count("rzymianie.prose.filchy", len(attack.filchy), names=who(names, attack.filchy, words)) if out else ""
    return chariotts, qween, filchy


def majority(attack: Comparison, names: Names, words: Words) -> str:
    """H4e, H7: why nobody takes the fort, or who wins a tie; "" if one clan is strongest."""
    if attack.outcome == "nobody":
        return words("rzymianie.prose.nobody")
    if not attack.tied:
        return ""
    said = words("rzymianie.prose.tie", n=attack.sums[attack.tied[0]], names=who(names, attack.tied, words))
    if attack.outcome == "archr" and attack.winner is not None:
        return f"{said} {words('rzymianie.prose.archr', name=names[attack.winner])}"
    if attack.outcome == "archrs":
        return f"{said} {words('rzymianie.prose.archrs')}"
    return said


def loss(attack: Attack, words: Words) -> str:
    """H4e, H12: what happens to a fort that nobody took."""
    if attack.lost is None:
        return ""
    if attack.slid:
        return words(
            "rzymianie.prose.stays", fort=forts.fort_name(attack.fort, words), lost=forts.fort_name(attack.lost, words)
        )
    return words("rzymianie.prose.lost", fort=forts.fort_name(attack.lost, words))


def taking(attack: Attack, names: Names, words: Words) -> str:
    """H4f: who takes which fort; "" while nobody does."""
    if attack.winner is None or attack.taken is None:
        return ""
    return words(
        "rzymianie.prose.takes", name=clans.leading(names, attack.winner, words), fort=forts.fort_as_object(attack.taken, words)
    )


def then(attack: Attack, names: Names, words: Words) -> list[str]:
    """H4f to H4j: Dru'hid's exchange, the kept and discarded cards, Svord, FortUna, and the third FortHeca."""
    found = []
    if attack.place and attack.place != attack.round:
        key = "slides" if attack.slid else "swaps"
        found.append(words(f"rzymianie.prose.{key}", fort=forts.fort_name(attack.fort, words), place=attack.place))
    if attack.kept and attack.winner is not None:
        kept = warriors([each.card for each in attack.kept], words)
        found.append(words("rzymianie.prose.keeps", name=names[attack.winner], cards=kept))
    found += [discards(attack, why, names, words) for why in ("seduced", "horsie", "fokus")]
    if attack.svords:
        found.append(words.count("rzymianie.prose.svord", len(attack.svords), names=who(names, attack.svords, words)))
    if attack.given is not None and attack.winner is not None:
        found.append(_gives(attack, attack.winner, attack.given, names, words))
    if attack.hecas and attack.winner is not None:
        found.append(words("rzymianie.prose.hecas", name=names[attack.winner]))
    return [said for said in found if said]


def _gives(attack: Attack, winner: int, given: Fort, names: Names, words: Words) -> str:
    """H5c: FortUna's winner gives up a fort, or FortUna itself."""
    fort = forts.fort_as_object(given, words)
    if attack.taken == given and given not in attack.forts[winner]:
        return words("rzymianie.prose.gives-itself", name=clans.leading(names, winner, words), fort=fort)
    return words("rzymianie.prose.gives", name=names[winner], fort=fort)


def discards(attack: Attack, why: str, names: Names, words: Words) -> str:
    """The cards discarded for one reason, by clan; "" if none."""
    drops = [each for each in attack.discards if each.why == why]
    return words(f"rzymianie.prose.drop.{why}", drops=_drops(drops, names, words)) if drops else ""


def _drops(drops: Sequence[Discard], names: Names, words: Words) -> str:
    """The discards with whose they are."""
    return ", ".join(f"{names[each.clan]} – {cards.card_name(each.warrior.card, words)}" for each in drops)


def warriors(which: Sequence[str], words: Words) -> str:
    """Warriors as a list."""
    return list_text(words, [cards.card_name(card, words) for card in which])
