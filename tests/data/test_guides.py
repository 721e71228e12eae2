"""What newcomers are told of each game fits the game: its rules' pages, its parts, why a move is refused."""

import msgspec
import pytest

from asking.rulebook import sections
from data.guides import guide
from data.words import languages, words
from engines import games
from tables.history.lessons import LessonTable

# Refusals that no rule of the game explains: they are about the table.
TABLE = {"over", "no-seat", "seats", "option"}


@pytest.mark.parametrize("game", games())
def test_each_heading_of_the_rules_is_a_page(game: str) -> None:
    keys = [page.key for page in guide(game).page]
    assert len(set(keys)) == len(keys)
    for language in languages():
        assert [section.key for section in sections(game, words(language))] == keys, language


@pytest.mark.parametrize("game", games())
def test_each_refusal_is_explained_by_one_page(game: str) -> None:
    refusals = {key.split(".")[2] for key in words("en").keys() if key.startswith(f"{game}.illegal.")}  # noqa: SIM118
    explained = [refusal for page in guide(game).page for refusal in page.why]
    assert len(set(explained)) == len(explained)
    assert set(explained) == refusals - TABLE


@pytest.mark.parametrize("game", games())
def test_parts_are_found_in_fields_that_the_view_has(game: str) -> None:
    fields = {field.name for field in msgspec.structs.fields(games()[game].view_type)}
    for things in guide(game).things:
        assert fields.issuperset(things.fields)
        for language in languages():
            assert all(words(language)(key.format(word)) for word in things.words for key in (things.name, things.does))


@pytest.mark.parametrize("game", games())
def test_pages_show_the_table_of_the_lesson(game: str) -> None:
    told = guide(game)
    assert told.lesson is not None
    assert any(page.picture for page in told.page)
    for page in told.page:
        at = LessonTable(games()[game], told.lesson)
        at.go(page.after)
        assert page.picture in {"", "board", "hand", "preview", "scene"}
        assert page.picture != "scene" or any(event.scene for event in at.events), page.key
        assert at.played >= page.after, page.key
        assert page.picture != "hand" or at.view.private
