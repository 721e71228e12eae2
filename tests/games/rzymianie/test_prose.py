"""Rzymianie do domu! in words: lines of the story, labels, text boards, descriptions."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.words import languages, words
from engines.contract import Event
from engines.notation import legal_moves, random_game
from engines.rzymianie.attack import Fort
from engines.rzymianie.events import (
    AttackOver,
    FortGivenUp,
    FortTaken,
    InstantWin,
    RoundEvent,
    StrengthsCompared,
    WarriorsDropped,
    WarriorsKept,
)
from engines.rzymianie.rules import GAME
from render.contract import ALT_LENGTH, TEXT_LENGTH, Audience, Person
from render.rzymianie import RENDERER, board, clans, prose, sentences
from render.theme import WIDTH
from tests.games.rzymianie import sample_games as samples
from tests.support.event_data import data_of
from tests.support.samples import LONGEST, NAMES

KINDS = {
    "wall", "hand", "reveal", "seduce", "strengths", "take", "keep", "drop", "order", "give", "attack", "forthecas", "over",
}  # fmt: skip
ENGLISH = samples.audience(4, "en")
CASES: dict[str, dict[str, Any]] = {
    "cancelled": {"turned": ["chariott", "chariott", "axx", "qween"], "cancelled": [0, 1]},
    "many": {"qween": "many"},
    "neutral": {"qween": "neutral"},
    "left": {"qween": "nobody"},
    "filchy": {"filchy": [1], "outcome": "highest"},
    "nobody": {
        "outcome": "nobody",
        "filchy": [0, 1, 2, 3],
        "winner": None,
        "taken": None,
        "lost": {"kind": "niefort", "value": 5},
    },
    "tie": {"outcome": "tie", "tied": [0, 2], "winner": None, "taken": None, "lost": {"kind": "niefort", "value": 5}},
    "archr": {"outcome": "archr", "tied": [0, 2]},
    "archrs": {"outcome": "archrs", "tied": [0, 2], "winner": None, "taken": None, "lost": {"kind": "niefort", "value": 5}},
    "swaps": {"place": 4},
    "slides": {"place": 4, "slid": True},
    "stays": {
        "outcome": "tie",
        "tied": [0, 2],
        "winner": None,
        "taken": None,
        "slid": True,
        "lost": {"kind": "fortuna", "value": 8},
    },
    "itself": {"taken": {"kind": "fortuna", "value": 8}, "given": {"kind": "fortuna", "value": 8}, "forts": [[], [], [], []]},
    "gives": {"taken": {"kind": "fortuna", "value": 8}, "given": {"kind": "niefort", "value": 3}},
    "hecas": {"hecas": True},
}
SAID = {
    "cancelled": "Ch’ariotts cancel each other: Grażyna and Łucja.",
    "many": "Several Qweens at once: none seduces.",
    "neutral": "A neutral Qween seduces nobody.",
    "left": "Qween finds nobody to seduce.",
    "filchy": "Filchy keeps out of this fort: Łucja.",
    "nobody": "Nothing but Filchys: nobody takes the fort.",
    "tie": "A tie at 9: Grażyna and Świętosława. Nobody takes the fort: NieFort 5 is lost.",
    "archr": "A tie at 9: Grażyna and Świętosława. Arch’r decides: Grażyna!",
    "archrs": "Several Arch’rs: the tie stands.",
    "swaps": "Dru’hid swaps forts: NieFort 5 goes to place 4.",
    "slides": "Dru’hid takes the fort from place 4, the wall slides.",
    "stays": "NieFort 5 stays, the wall slides, FortUna 8 is lost.",
    "itself": "Grażyna has no other fort to give, so FortUna itself goes.",
    "gives": "FortUna: Grażyna gives up NieFort 3.",
    "hecas": "That is the third FortHeca: Grażyna wins immediately!",
}


def round_(**changes: object) -> Event:
    """A round that Grażyna wins at NieFort 5, changed."""
    data = {
        "game_turn": 2,
        "round": 2,
        "wall": [None, {"kind": "niefort", "value": 5}, *({"kind": "komfort", "value": 2} for _ in range(4))],
        "fort": {"kind": "niefort", "value": 5},
        "before": [[{"card": "archr", "place": 1}], [], [], []],
        "turned": ["axx", "svord", "filchy", "horsie"],
        "sums": [9, 3, 9, 7],
        "outcome": "highest",
        "winner": 0,
        "taken": {"kind": "niefort", "value": 5},
        "place": 2,
        "after": [[], [], [], []],
        "forts": [[{"kind": "niefort", "value": 5}], [], [], []],
        "points": [5, 0, 0, 0],
    }
    return Event(msgspec.convert({"kind": "attack", **data, **changes}, AttackOver), scene=True)


@pytest.mark.parametrize("case", CASES)
def test_why_a_round_ends_as_it_does_is_told(case: str) -> None:
    assert SAID[case] in prose.scene(data_of(round_(**CASES[case]), AttackOver), ENGLISH)
    for language in languages():
        line = RENDERER.line(round_(**CASES[case]), samples.audience(4, language))
        assert line
        assert "{" not in line


@pytest.mark.parametrize("case", ["cancelled", "many", "filchy", "nobody", "tie", "archr", "archrs", "swaps", "stays"])
def test_the_line_of_a_round_tells_why_too(case: str) -> None:
    assert SAID[case] in (RENDERER.line(round_(**CASES[case]), ENGLISH) or "")


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_every_kind_of_event_has_its_line(language: str) -> None:
    seen = set()
    for seats, options in samples.TABLES:
        audience = samples.audience(seats, language)
        for seed in range(1, 16):
            for event in samples.game(seats, options, seed)[1]:
                line = RENDERER.line(event, audience)
                seen.add(event.kind)
                if event.to is not None:
                    assert line is None, "a hand is told by its picture"
                    continue
                assert line or event.kind == "attack", "what the steps of a round told need not be told again"
                assert len(line or "") < 500
                assert "{" not in (line or "")
    assert seen == KINDS


def test_polish_declines_forts_and_neutral_clans_are_singular() -> None:
    taken = Event(FortTaken(1, 3, clan=3, fort=Fort("fortuna", 8), place=3))
    assert RENDERER.line(taken, samples.audience(3)) == "🏰 Klan Czerwonych zdobywa FortUnę 8!"
    assert RENDERER.line(taken, samples.audience(4)) == "🏰 Jędrzej zdobywa FortUnę 8!"
    assert RENDERER.line(taken, samples.audience(3, "en")) == "🏰 The Red clan takes FortUna 8!"


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_every_word_of_every_move_has_a_short_label(language: str) -> None:
    for what in samples.ASKED:
        position = samples.asking(what)
        seat = position.pending()[-1]
        view, audience = samples.asked(what), samples.audience(4, language)
        for move in legal_moves(position, seat)[:200]:
            labels = [RENDERER.label(word, move[:at], view, audience) for at, word in enumerate(move)]
            assert all(0 < len(label) <= 24 for label in labels), labels
            bare = [RENDERER.label(word, move[1:at], view, audience) for at, word in enumerate(move) if at]
            assert bare == labels[1:], "a choice made is told without its verb"


def test_labels_name_what_the_picture_shows() -> None:
    plan = samples.asked("plan")
    assert RENDERER.label("axx", ("plan",), plan, ENGLISH) == "Axx 4"
    assert RENDERER.label("chariott", ("plan", "axx", "archr"), plan, ENGLISH) == "Ch’ariott 9"
    take = samples.asked("take")
    fort = take.wall[take.round - 1]
    assert fort is not None
    assert RENDERER.label("here", ("take",), take, ENGLISH).startswith(f"{take.round}. ")
    seduce = samples.asked("seduce")
    assert seduce.attack is not None
    assert RENDERER.label("red", ("seduce",), seduce, ENGLISH).startswith("◆ ")
    give = msgspec.structs.replace(samples.asked("give"), forts=((Fort("fokus", 4), Fort("niefort", 4)),) * 4)
    assert RENDERER.label("4", ("give",), give, ENGLISH) == "Fort Fokus 4"
    assert RENDERER.label("none", ("keep",), samples.asked("keep"), ENGLISH) == "Nobody"


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seats", "options"), samples.TABLES)
def test_the_text_board_fits_a_message_whatever_the_names(seats: int, options: samples.Options, language: str) -> None:
    escaped = tuple("\\_" * 32 for _ in range(seats))
    for position in samples.game(seats, options, 2)[0]:
        for seat in (None, 0, seats - 1):
            for names in (NAMES, LONGEST, escaped):
                audience = samples.audience(seats, language, names)
                assert len(RENDERER.text(samples.view_of(position, seat), audience)) <= TEXT_LENGTH


def test_the_text_board_tells_a_seat_its_own_warriors() -> None:
    view = samples.asked("plan")
    mine, public = RENDERER.text(view, ENGLISH), RENDERER.text(samples.view_of(samples.asking("plan")), ENGLISH)
    for card in view.hand:
        name = words("en")(f"rzymianie.warrior.{card}")
        assert name in mine
        assert name not in public
    assert all(name in public for name in NAMES)


@pytest.mark.parametrize("language", languages())
def test_alt_texts_tell_all_that_is_to_be_seen(language: str) -> None:
    said = words(language)
    for position in samples.game(4, (), 3)[0]:
        view = samples.view_of(position)
        alt = prose.board(view, samples.audience(4, language))
        assert not alt.endswith("…")
        for seat, name in enumerate(NAMES):
            assert name in alt
            for warrior in view.up[seat]:
                assert said(f"rzymianie.warrior.{warrior.card}") in alt


@pytest.mark.parametrize("language", languages())
def test_how_a_training_game_ended_is_told(language: str) -> None:
    view, result = samples.ended(1, (("neutrals", "3"),))
    audience = samples.audience(1, language)
    for reason in ("alone-won", "alone-lost", "alone-fortheca"):
        other = msgspec.structs.replace(result, reason=reason)
        alt = prose.final(view, other, audience)
        assert words(language)(f"rzymianie.reason.{reason}")[1:] in alt
        assert prose.winner(other, NAMES, audience.words) == words(language)(f"rzymianie.final.alone.{reason[6:]}")


def test_a_shared_victory_names_nobody_alone() -> None:
    _, result = samples.ended(2)
    shared = msgspec.structs.replace(result, places=(1, 1), reason="shared")
    assert prose.winner(shared, NAMES, words("en")) == "A shared victory!"


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(max_size=40), min_size=4, max_size=4), st.sampled_from(languages()))
def test_any_names_at_all_are_drawn_and_told(names: list[str], language: str) -> None:
    audience = Audience(tuple(Person(name) for name in names), words(language))
    event = samples.scene("seduces")
    attack = data_of(event, AttackOver)
    assert board.scene(attack, audience).width == WIDTH
    assert len(prose.scene(attack, audience)) <= ALT_LENGTH
    assert RENDERER.line(event, audience)
    assert len(RENDERER.text(samples.asked("keep"), audience)) <= TEXT_LENGTH


def round_of(event: Event) -> tuple[int, int] | None:
    return (event.data.game_turn, event.data.round) if isinstance(event.data, RoundEvent | AttackOver) else None


def follows_from_strengths(event: Event) -> bool:
    """Whether this event, or its line, says something that the strengths decided."""
    return isinstance(event.data, FortTaken | WarriorsKept | FortGivenUp | WarriorsDropped | InstantWin | AttackOver)


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_a_reason_is_told_before_what_follows_from_it(language: str) -> None:
    """After every answer, whoever reads the log or the text of the board has read the strengths before what they decided."""
    rng = random.Random(5)
    between = 0
    for seats, options in samples.TABLES:
        position = GAME.start(seats, dict(options), rng.randbytes(16))
        audience = samples.audience(seats, language)
        strength = audience.words("rzymianie.prose.sums", sums="").rstrip(" .")
        reasons: set[tuple[int, int] | None] = set()
        for _, _, events in random_game(position, rng):
            assert RENDERER.in_order(events) == events
            for event in events:
                line = RENDERER.line(event, audience) or ""
                assert (strength in line) == isinstance(event.data, StrengthsCompared), line
                reasons |= {round_of(event)} if strength in line else set()
                this = sorted(filter(None, reasons))[-1:] if isinstance(event.data, InstantWin) else [round_of(event)]
                assert not follows_from_strengths(event) or reasons.issuperset(this), event
            told = position.view(None)
            if told.attack is not None and told.attack.taken is not None and not told.over:
                between += 1
                names = clans.clan_names(told.clans, audience.names, audience.words)
                takes = sentences.taking(told.attack, names, audience.words)
                for text in (RENDERER.text(told, audience), prose.board(told, audience)):
                    assert 0 < text.index(strength) < text.index(takes), text
    assert between


def test_by_earlier_rules_the_reason_is_told_as_soon_as_known() -> None:
    """Where no event told the strengths, the end of the round is read before the fort; nothing else changes its place."""
    turned = 0
    for seats, options in samples.TABLES:
        game = GAME.under(2)
        assert game is not None
        position = game.start(seats, dict(options), b"earlier")
        happened = [event for _, _, events in random_game(position, random.Random(3)) for event in events]
        told = RENDERER.in_order(happened)
        ends = {round_of(event): told.index(event) for event in told if isinstance(event.data, AttackOver)}
        taken = {round_of(event): told.index(event) for event in told if isinstance(event.data, FortTaken)}
        assert all(ends[this] < at for this, at in taken.items())
        turned += len(taken)
        rest = [event for event in told if not isinstance(event.data, AttackOver)]
        assert rest == [event for event in happened if not isinstance(event.data, AttackOver)]
        audience = samples.audience(seats)
        assert RENDERER.summary(told, audience) == RENDERER.summary(happened, audience)
    assert turned


def test_clans_are_named_as_chosen_in_pictures_and_texts() -> None:
    view = GAME.start(2, {"neutrals": "1", "clans": "red-violet"}, bytes(16)).view(None)
    people = tuple(Person(name, colour=colour) for name, colour in (("Ada", "red"), ("Borys", "violet")))
    audience = Audience(people, words("en"))
    usual = RENDERER.text(view, Audience(tuple(map(Person, audience.names)), words("en")))
    told = RENDERER.text(view, audience)
    neutral = {word: words("en")(f"rzymianie.neutral.{word}") for word in ("gold", "violet")}
    assert neutral["gold"].casefold() in told.casefold()
    assert neutral["violet"].casefold() in usual.casefold()
    assert neutral["gold"].casefold() in RENDERER.board(view, audience).alt.casefold()
