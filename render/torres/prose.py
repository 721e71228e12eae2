"""Torres in words: descriptions of the pictures and the board as text.

Names are inserted as they are in the audience (see `render.contract`).
"""

from collections.abc import Sequence

from data.words import Words
from engines.contract import Move, Result, Seat
from engines.torres.components import CARDS, PHASES
from engines.torres.events import PhaseScored
from engines.torres.view import Castle, TorresView
from render.contract import ALT_LENGTH, BOARD_LENGTH, Audience
from render.prose import capital, final_text, fitted_names, fitting, list_text, sentence
from render.torres import records
from render.torres.band import question as asked_of_all
from render.torres.band import when
from render.torres.hand import returns
from render.torres.lines import label
from render.torres.marks import MOST, Marks, latest_actions, marks_asked, offers
from render.torres.scenes import parts
from render.torres.worth import Worth, bonus, worths

Names = Sequence[str]


def _when(view: TorresView, audience: Audience) -> str:
    asked = asked_of_all(view, audience)
    said = when(view, audience)
    return f"{said}: {asked}" if asked else said


def _turn(view: TorresView, words: Words, name: str) -> str:
    """The player on turn and what they have left."""
    if view.over or not view.pending:
        return ""
    said = words("torres.alt.turn", name=name)
    if view.asks not in {"act", "keep"}:
        return said
    facts = [said, f"{words('torres.ap')} {view.ap}"]
    if view.used >= 0:
        facts.append(words("torres.alt.used", n=view.used))
    return ", ".join(facts)


def _seat(view: TorresView, words: Words, seat: Seat, name: str, *, squares: bool) -> str:
    """One seat: points, cards, towers, reserve, and its knights' squares."""
    facts = [words.count("render.points", view.scores[seat]), words("torres.alt.cards", n=view.hands[seat])]
    if view.towers[seat]:
        facts.append(words("torres.alt.towers", towers=" ".join(map(str, view.towers[seat]))))
    facts.append(words("torres.alt.reserve", n=view.reserve[seat]))
    if squares and view.knights[seat]:
        stand = " ".join(f"{square}:{view.level(square)}" for square in view.knights[seat])
        facts.append(words("torres.alt.knights", squares=stand))
    return f"{name}: {', '.join(facts)}"


def _castle(view: TorresView, words: Words, names: Names, castle: Castle, worth: Sequence[Worth]) -> str:
    royal = f", {words('torres.alt.royal')}" if castle.royal else ""
    squares = " ".join(f"{square}:{view.level(square)}" for square in castle.squares)
    parts = "".join(f", {names[each.seat]} {each.points}" for each in worth)
    return f"{squares} ({castle.base}{royal}{parts})"


def board(view: TorresView, audience: Audience, length: int = ALT_LENGTH) -> str:
    """The alt text of the board, without what the castles are worth if it is too long: that follows from the rest."""
    whole = _board(view, audience, length, worth=True)
    return whole if len(whole) < length else _board(view, audience, length, worth=False)


def _board(view: TorresView, audience: Audience, length: int, *, worth: bool) -> str:
    words = audience.words
    royal = bonus(view)

    def build(names: Names) -> str:
        return sentence(
            f"{words('torres.name')}, {_when(view, audience)}",
            _turn(view, words, names[view.acting]),
            *(_seat(view, words, seat, names[seat], squares=True) for seat in range(view.seats)),
            _castles(view, words, names, worth=worth),
            words("torres.alt.king", square=view.king) if view.king else "",
            words("torres.alt.bonus", points=royal.points, level=royal.level) if royal else "",
            *_marked_squares(view, words),
            words("torres.alt.master", card=words(f"torres.master.{view.master}")) if view.master else "",
        )

    return fitting(build, audience, length)


def _castles(view: TorresView, words: Words, names: Names, *, worth: bool) -> str:
    if not view.castles:
        return ""
    each = zip(view.castles, worths(view), strict=True)
    return words(
        "torres.alt.castles", castles="; ".join(_castle(view, words, names, one, now if worth else ()) for one, now in each)
    )


def _marked_squares(view: TorresView, words: Words) -> list[str]:
    """The framed squares: those that may be chosen, or those of the last actions."""
    targets = marks_asked(view).targets
    if targets and len(targets) <= MOST:
        return [words("torres.alt.targets", squares=" ".join(targets))]
    deeds = latest_actions(view)
    return [words("torres.alt.last", squares=" ".join(deeds.squares))] if deeds.squares and not targets else []


def hand_text(view: TorresView, audience: Audience, said: Move = ()) -> str:
    """The alt text of the private picture: the board if it is drawn, and the seat's cards."""
    words = audience.words
    beside = on_board(view, said)
    framed = [words("torres.alt.framed", card=words(f"torres.card.{card}")) for card in said[1:2] if card in CARDS]
    framed += returns(view, said, words)
    cards = sentence(*framed, *_own_cards(view, words, effects=not beside))
    if not beside:
        return fitting(lambda _: sentence(words("torres.alt.hand"), cards), audience, ALT_LENGTH)
    marks = offers(view, said) if said else Marks()
    named = [
        label(word, said[:at], view, audience).partition(" · ")[0] for at, word in enumerate(said) if at and word not in CARDS
    ]
    chosen = words("torres.alt.chosen", what=", ".join(named)) if named else ""
    choice = words("torres.alt.targets", squares=" ".join(marks.targets)) if marks.targets else ""
    first = f"{sentence(chosen, choice, cards)} "
    return first + board(view, audience, ALT_LENGTH - len(first))


def on_board(view: TorresView, said: Move = ()) -> bool:
    """Whether the private picture is the board: on the seat's turn, except while it looks at cards or chooses one."""
    return view.seat in view.pending and not view.looked and said != ("card",)


def _own_cards(view: TorresView, words: Words, *, effects: bool) -> list[str]:
    def name_cards(cards: Sequence[str]) -> str:
        return list_text(words, [words(f"torres.card.{card}") for card in cards])

    def full(cards: Sequence[str]) -> str:
        if not effects:
            return name_cards(cards)
        return "; ".join(f"{words(f'torres.card.{card}')} ({words(f'torres.card.{card}.does')})" for card in cards)

    facts = [words("torres.alt.looked", cards=full(view.looked))] if view.looked else []
    facts += [words("torres.alt.own", cards=name_cards(view.hand) if view.looked else full(view.hand))] if view.hand else []
    facts += [words("torres.alt.fresh", cards=name_cards(view.fresh))] if view.fresh else []
    if not (view.hand or view.fresh or view.looked):
        facts.append(words("torres.hand.none"))
    for key, known in (("top", view.tops), ("bottom", view.bottoms)):
        if known:
            facts.append(words(f"torres.hand.{key}", cards=name_cards(known)))
    return facts


@fitted_names(BOARD_LENGTH)
def text(names: Names, view: TorresView, audience: Audience) -> str:
    """The board as Markdown; for a seat, also its own cards."""
    words = audience.words
    lines = [f"**{words('torres.name')}** · {_when(view, audience)}"]
    if turn := _turn(view, words, f"**{names[view.acting]}**"):
        lines.append(turn)
    lines += [f"- {_seat(view, words, seat, f'**{names[seat]}**', squares=True)}" for seat in range(view.seats)]
    if view.castles:
        lines.append(words("torres.text.castles"))
        lines += [records.castle(view, words, names, *each) for each in zip(view.castles, worths(view), strict=True)]
    if view.king:
        lines.append(words("torres.alt.king", square=view.king))
    if royal := bonus(view):
        lines.append(words("torres.alt.bonus", points=royal.points, level=royal.level))
    if view.master:
        what = (words(f"torres.master.{view.master}"), words(f"torres.master.{view.master}.text"))
        lines.append(f"{words('torres.alt.master', card=what[0])}. {what[1]}")
    if view.seat is not None:
        lines += _own_cards(view, words, effects=False)
    return "\n".join(lines)


@fitted_names(ALT_LENGTH)
def scoring(names: Names, data: PhaseScored, audience: Audience) -> str:
    """The alt text of a scoring: each castle with what each seat earns there, bonuses, slides, scores."""
    words = audience.words
    castles = []
    for castle in data.castles:
        earned = ", ".join(
            f"{names[knight.seat]} {knight.square} {knight.level}×{castle.base}={knight.points}" for knight in castle.knights
        )
        royal = f" ({words('torres.alt.royal')})" if castle.royal else ""
        castles.append(f"{castle.squares[0]}{royal}: {earned}")
    rows = []
    for seat in data.order:
        made = ", ".join(f"{words(f'torres.scoring.{part.kind}')} {part.points}" for part in parts(data, seat))
        rows.append(f"{names[seat]}: {data.before[seat]} → {data.after[seat]} ({made})")
    card = words(f"torres.master.{data.master.card}") if data.master else ""
    return sentence(
        words("torres.scoring.title", phase=data.phase),
        words("torres.alt.scored", castles="; ".join(castles)) if castles else "",
        *rows,
        words("torres.alt.master", card=card) if card else "",
    )


def phases(view: TorresView, result: Result, words: Words, names: Names) -> list[str]:
    """The points of each scoring by player; slides on the track came in addition (T16)."""
    gained = []
    for scored in view.scorings[:PHASES]:
        gains = zip(scored.castles, scored.royal, scored.master, strict=True)
        said = " · ".join(f"{names[seat]} {sum(gain)}" for seat, gain in enumerate(gains))
        gained.append(words("torres.final.phase", phase=scored.phase, gains=said))
    if any(made["slides"] for made in result.breakdown):
        gained.append(words("torres.final.slides"))
    return gained


def final(view: TorresView, result: Result, audience: Audience) -> str:
    """The alt text of the final picture: places, points and what they are made of."""
    words = audience.words

    def facts(seat: Seat) -> str:
        made = (f"{words(f'torres.score.{key}')} {n}" for key, n in result.breakdown[seat].items())
        return ", ".join([words.count("render.points", result.scores[seat]), *made])

    reason = capital(words("torres.final.reason", reason=words(f"torres.reason.{result.reason}")))
    return final_text("torres", result, audience, facts, lambda names: [*phases(view, result, words, names), reason])
