"""The prose check finds its phrases with the right line, and nothing in code."""

from pathlib import Path

import pytest

from tools import prose


def test_a_document_is_read_without_its_code_and_across_lines(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\nThe limit stands\nin the settings.\n\n```\nanew\n```\nIt prints `anew`.\n\nIt starts anew.\n")
    assert list(prose.in_document(page)) == [(11, "anew", "again"), (3, "stands in", "“is in”")]


def test_strings_comments_and_names_of_tests_are_read(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""A module\nthat can not be read."""\n\nKEPT = 3\n"""So many are kept."""\nTEXT = "anew"\n\n\n'
        "def f() -> None:\n    # Drawn for\n    # ever, `anew`.\n    log.info('can not')  # then so many\n\n\n"
        "def test_it_starts_anew() -> None: ...\n"
    )
    assert sorted((line, phrase) for line, phrase, _ in prose.in_code(module)) == [
        (2, "can not"),
        (5, "So many"),
        (6, "anew"),
        (10, "for ever"),
        (12, "can not"),
        (12, "so many"),
        (15, "anew"),
    ]


def test_a_catalogue_is_read_message_by_message(tmp_path: Path) -> None:
    catalogue = tmp_path / "x.po"
    catalogue.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "anew"\nmsgstr "Posted "\n"anew."\n',
        encoding="utf-8",
    )
    assert list(prose.in_catalogue(catalogue)) == [(4, "anew", "again")]


def test_the_generated_part_of_a_page_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    page = tmp_path / "docs" / "privacy.md"
    page.parent.mkdir()
    page.write_text("# Privacy\n\nIt cannot be lost.\n\n<!-- from here on: generated -->\n\nPosted anew.\n")
    assert list(prose.in_document(page)) == []


def test_a_count_may_fall_and_not_rise() -> None:
    places = {"a.md": ["a.md:1", "a.md:2"], "b.md": ["b.md:1"]}
    assert prose.risen(places, {"a.md": 2, "b.md": 3}) == []
    assert prose.risen(places, {"a.md": 1, "b.md": 1}) == ["a.md:1", "a.md:2"]
    assert prose.risen(places, {"a.md": 2}) == ["b.md:1"]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of one page with one phrase that is only counted."""
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    monkeypatch.setattr(prose, "COUNTS", tmp_path / "prose.toml")
    (tmp_path / "README.md").write_text("Texts alone are read.\n")
    prose.COUNTS.write_text('"README.md" = 1\n')
    return tmp_path


def test_counts_follow_a_moved_file_and_never_rise_together(repository: Path) -> None:
    assert prose.main([]) == 0
    (repository / "README.md").rename(repository / "OTHER.md")
    assert prose.main([]) == 1
    assert prose.main(["--count"]) == 0
    assert prose.COUNTS.read_text() == '"OTHER.md" = 1\n'
    (repository / "OTHER.md").write_text("Texts alone are read, hands alone, and cards alone.\n")
    assert prose.main([]) == prose.main(["--count"]) == 1
    assert prose.COUNTS.read_text() == '"OTHER.md" = 1\n'
