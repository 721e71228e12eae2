"""Rzymianie do domu! in words, on further pages: what the text board has no room for, a line for each fact."""

from collections.abc import Iterable, Iterator, Sequence

from data.words import Words
from engines.rzymianie.attack import Attack, Fort, Warrior
from engines.rzymianie.view import RzymianieView
from render.contract import Audience
from render.prose import amounts, variant
from render.rzymianie import cards, clans, forts

Names = Sequence[str]
"""The names to insert, by clan."""


def more(view: RzymianieView, audience: Audience) -> list[str]:
    """All clans' warriors with their places, what is gone, the current round step by step, the seven drawn, the variant."""
    words, names = audience.words, clans.clan_names(view.clans, audience.names, audience.words)
    lines = [_say(words, "asked", what=words(f"rzymianie.ask.{view.asking}"))] if view.asking else []
    if view.hecas is not None:
        lines.append(_of_clan(words, "instant", names, view.hecas))
    lines += _own_lines(view, words, names)
    for clan in range(view.clans):
        lines += _line(words, "up", names, clan, _warriors(view.up[clan], words))
        lines += _line(words, "spent", names, clan, _warriors(view.discarded[clan], words))
        lines += _line(words, "previous", names, clan, _cards(view.previous[clan], words))
    if view.attack is not None:
        lines += _attack(view.attack, words, names)
    lines.append(_say(words, "stack", n=view.stack))
    if view.out:
        lines.append(_say(words, "out", forts=named_forts(view.out, words)))
    if view.fokus_takes_axx:
        lines.append(_say(words, "fokus-takes-axx"))
    return [*lines, variant(words, "rzymianie", view.options)]


def _say(words: Words, key: str, **values: object) -> str:
    return words(f"rzymianie.text.{key}", **values)


def _of_clan(words: Words, key: str, names: Names, clan: int, **values: object) -> str:
    """What is said of one clan. At the beginning of a line the name of a neutral one has a capital letter."""
    said = _say(words, key, name=names[clan], **values)
    leading = clans.leading(names, clan, words)
    return leading + said.removeprefix(names[clan]) if said.startswith(names[clan]) else said


def _line(words: Words, key: str, names: Names, clan: int, named: str) -> Iterator[str]:
    if named:
        yield _of_clan(words, key, names, clan, cards=named)


def _cards(which: Iterable[str], words: Words) -> str:
    return ", ".join(cards.card_name(card, words) for card in which)


def _warriors(which: Iterable[Warrior], words: Words) -> str:
    return ", ".join(_say(words, "warrior", card=cards.card_name(each.card, words), place=each.place) for each in which)


def named_forts(which: Iterable[Fort], words: Words) -> str:
    """Forts by their names."""
    return ", ".join(forts.fort_name(fort, words) for fort in which)


def wall(which: Sequence[Fort | None], words: Words) -> str:
    """The six places with their forts, or that they are gone."""
    gone = _say(words, "gone")
    return ", ".join(
        f"{place}. {gone if fort is None else forts.fort_name(fort, words)}" for place, fort in enumerate(which, 1)
    )


def _clans(which: Iterable[int], names: Names) -> str:
    return ", ".join(names[clan] for clan in which)


def _own_lines(view: RzymianieView, words: Words, names: Names) -> Iterator[str]:
    if view.seat is None:
        return
    yield _say(words, "hand", cards=_cards(view.hand, words))
    if view.down:
        yield _say(words, "down", cards=_warriors(view.down, words))
    if view.dropped:
        yield _say(words, "dropped", card=cards.card_name(view.dropped, words))
    if view.chosen:
        yield _say(words, "chosen", what=", ".join(_choice(word, view, words, names) for word in view.chosen))


def _choice(word: str, view: RzymianieView, words: Words, names: Names) -> str:
    if word in {"here", "none"}:
        return _say(words, word)
    if word in view.called:
        return names[view.called.index(word)]
    return word if word.lstrip("-").isdigit() else cards.card_name(word, words)


def _attack(attack: Attack, words: Words, names: Names) -> Iterator[str]:
    """The round so far, in the order in which it happens."""
    fort = forts.fort_name(attack.fort, words)
    yield _say(words, "fight", turn=attack.game_turn, round=attack.round, fort=fort)
    yield _say(words, "began", forts=wall(attack.wall, words))
    for clan, card in enumerate(attack.turned):
        yield from _line(words, "before", names, clan, _warriors(attack.before[clan], words))
        yield _of_clan(words, "turned", names, clan, card=cards.card_name(card, words))
    if attack.cancelled:
        yield _say(words, "cancelled", names=_clans(attack.cancelled, names))
    if attack.qween:
        yield _say(words, f"qween.{attack.qween}")
    if attack.seducer is not None:
        yield _of_clan(words, "seducer", names, attack.seducer)
    if attack.seduced is not None:
        yield _of_clan(words, "seduced", names, attack.seduced)
    if attack.sums:
        yield _say(words, "sums", sums=amounts(names, attack.sums))
    if attack.filchy:
        yield words.count("rzymianie.text.filchy", len(attack.filchy), names=_clans(attack.filchy, names))
    if attack.tied:
        yield _say(words, "tied", names=_clans(attack.tied, names))
    if attack.outcome:
        yield _say(words, f"outcome.{attack.outcome}")
    if attack.winner is not None:
        yield _of_clan(words, "winner", names, attack.winner)
    yield from _spoils(attack, words, names)
    yield from _after(attack, words, names)


def _after(attack: Attack, words: Words, names: Names) -> Iterator[str]:
    """What is on the table after the round."""
    if attack.wall_after:
        yield _say(words, "after.wall", forts=wall(attack.wall_after, words))
    for clan, line in enumerate(attack.after):
        yield _of_clan(words, "after.up", names, clan, cards=_warriors(line, words) or _say(words, "none"))
    for clan, won in enumerate(attack.forts):
        yield _of_clan(words, "after.forts", names, clan, forts=named_forts(won, words) or _say(words, "none"))
    if attack.points:
        yield _say(words, "after.points", points=amounts(names, attack.points))


def _spoils(attack: Attack, words: Words, names: Names) -> Iterator[str]:
    if attack.taken is not None:
        yield _say(words, "taken", fort=forts.fort_name(attack.taken, words), place=attack.place)
    if attack.hecas:
        yield _say(words, "hecas")
    if attack.lost is not None:
        yield _say(words, "lost", fort=forts.fort_name(attack.lost, words))
    if attack.slid:
        yield _say(words, "slid")
    if attack.kept:
        yield _say(words, "kept", cards=_warriors(attack.kept, words))
    if attack.horsies:
        yield words.count("rzymianie.text.horsies", len(attack.horsies), names=_clans(attack.horsies, names))
    if attack.svords:
        yield words.count("rzymianie.text.svords", len(attack.svords), names=_clans(attack.svords, names))
    for each in attack.discards:
        why = _say(words, f"why.{each.why}")
        yield _of_clan(words, "discard", names, each.clan, card=_warriors((each.warrior,), words), why=why)
    if attack.given is not None:
        yield _say(words, "given", fort=forts.fort_name(attack.given, words))
