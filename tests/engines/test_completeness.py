"""What a newcomer who adds a game is told to do next."""

from __future__ import annotations

import pytest

from data.words import words
from tests.support import completeness
from tools.words import complete


class Halfway:
    """A game of which only the start is written."""

    key = "halfway"
    seats = range(2, 3)
    options = ()

    def start(self, seats: int, options: dict[str, str], seed: bytes) -> object:
        return object()


def lacking(key: str, game: object, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(completeness, "found", lambda: {key: game} if game else {})
    return "\n".join(completeness.missing(key))


def test_a_folder_without_a_game_is_told_to_carry_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "engines/nothing/__init__.py does not carry GAME" in lacking("nothing", None, monkeypatch)


def test_a_half_written_game_is_told_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    told = lacking("halfway", Halfway(), monkeypatch)
    for part in ("`levels`", "`event_type`", "`choose_move`", "`pending`", "`snapshot`", "engines.contract.Position"):
        assert part in told, part
    for part in ("no renderer", "tests/games/halfway/laws.py", "docs/rules/halfway.md", "data/locale/pl/halfway.po"):
        assert part in told, part


@pytest.mark.long
def test_a_missing_word_is_told_with_its_use(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = words

    class Forgetful:
        def __init__(self, language: str) -> None:
            self.real = honest(language)
            self.gone = {"rycerze.name", "rycerze.line.recruitment"} if language == "pl" else set()

        def keys(self) -> frozenset[str]:
            return frozenset({*(self.real.keys() - self.gone), "rycerze.no-more"})

        def __call__(self, key: str) -> str:
            return self.real(key)

    monkeypatch.setattr(completeness, "words", Forgetful)
    told = completeness.missing("rycerze")
    assert 'data/locale/pl/rycerze.po lacks "rycerze.name": what the game is called' in told
    assert any("data/locale/pl/rycerze.po has nothing that render/rycerze/lines.py" in line for line in told)
    assert not any("locale/en/rycerze.po lacks" in line for line in told)
    assert 'data/locale/en/rycerze.po: nothing asks for "rycerze.no-more", take it out' in told


def test_every_language_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    told = lacking("halfway", Halfway(), monkeypatch)
    assert all(f"data/locale/{language}/halfway.po" in told for language in complete())
