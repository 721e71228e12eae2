"""Torres in words, on further pages: castles square by square, and what the text board has no room for."""

from collections.abc import Sequence

from data.words import Words
from engines.torres.state import SOURCES, LastAction, Scored
from engines.torres.view import Castle, TorresView
from render.contract import Audience
from render.prose import amounts, variant
from render.torres.worth import Worth

Names = Sequence[str]


def castle(view: TorresView, words: Words, names: Names, what: Castle, worth: Sequence[Worth]) -> str:
    """A castle with the height of each of its squares and the figures on them; on a second line what it is worth now."""
    stands = {square: names[seat] for seat, squares in enumerate(view.knights) for square in squares}
    if view.king:
        stands[view.king] = words("torres.text.king")
    squares = (f"{square} {view.level(square)}{_on(stands.get(square, ''))}" for square in what.squares)
    key = "torres.text.castle.royal" if what.royal else "torres.text.castle"
    whole = words(key, base=what.base, squares=", ".join(squares))
    parts = ", ".join(f"{names[each.seat]} {each.said}" for each in worth)
    return f"{whole}\n{words('torres.text.worth', parts=parts)}" if parts else whole


def _on(who: str) -> str:
    return f" ({who})" if who else ""


def more(view: TorresView, audience: Audience) -> list[str]:
    """The state of the round, what each seat has kept, played and earned, the scorings, the last actions, the variant."""
    words, names = audience.words, audience.names
    said = {"phase": view.phase, "phases": view.phases, "round": view.round, "rounds": view.rounds}
    lines = [words("torres.text.round", **said), words("torres.text.starter", name=names[view.starter], done=view.done)]
    lines.append(words("torres.text.turn", turn=view.turn, name=names[view.acting], ap=view.ap, drawn=view.drawn))
    if not view.over:
        lines.append(words("torres.text.asked", what=words(f"torres.ask.{view.asks}")))
    if view.used >= 0:
        lines.append(words("torres.text.used", n=view.used))
    if view.carded:
        lines.append(words("torres.text.carded"))
    lines.append(words("torres.text.supply", n=view.supply))
    if view.decks:
        lines.append(words("torres.text.decks", cards=", ".join(map(str, view.decks))))
    for seat in range(view.seats):
        lines += _seat(view, words, seat, names[seat])
    for scored in view.scorings:
        lines += _scores(scored, words, names)
    lines += [_deed(deed, words, names) for deed in view.deeds]
    return [*lines, variant(words, "torres", view.options)]


def _seat(view: TorresView, words: Words, seat: int, name: str) -> list[str]:
    parts = zip(SOURCES, view.tallies[seat], strict=True)
    earned = ", ".join(f"{words(f'torres.scoring.{source}')} {n}" for source, n in parts)
    lines = [words("torres.text.earned", name=name, parts=earned)]
    if view.kept[seat]:
        lines.append(words("torres.text.kept", name=name, n=view.kept[seat]))
    if view.played[seat]:
        cards = ", ".join(words(f"torres.card.{card}") for card in view.played[seat])
        lines.append(words("torres.text.played", name=name, cards=cards))
    return lines


def _scores(scored: Scored, words: Words, names: Names) -> list[str]:
    gains: Sequence[tuple[str, tuple[int, ...]]] = (
        ("castles", scored.castles),
        ("royal", scored.royal),
        ("master", scored.master),
    )
    parts = (f"{words(f'torres.scoring.{key}')}: {amounts(names, points)}" for key, points in gains)
    values = {"phase": scored.phase, "gains": "; ".join(parts), "scores": amounts(names, scored.scores)}
    return [words("torres.text.scored", **values)]


def _deed(deed: LastAction, words: Words, names: Names) -> str:
    parts = [words(f"torres.text.did.{deed.kind}")]
    if deed.card:
        parts.append(words("torres.text.with", card=words(f"torres.card.{deed.card}")))
    if deed.start:
        parts.append(words("torres.text.from", square=deed.start))
    if deed.target:
        parts.append(words("torres.text.to", square=deed.target))
    if deed.cost:
        parts.append(words("torres.text.cost", n=deed.cost))
    return words("torres.text.deed", turn=deed.turn, name=names[deed.seat], what=", ".join(parts))
