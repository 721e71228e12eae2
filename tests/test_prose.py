"""The prose check finds its phrases with the right line, and nothing in code."""

from pathlib import Path

import pytest

from tools import prose


def test_a_document_is_read_without_its_code_and_across_lines(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\nThe limit stands\nin the settings.\n\n```\nanew\n```\nIt prints `anew`.\n\nIt starts anew.\n")
    assert list(prose.in_document(page)) == [(11, "anew", "again"), (3, "stands in", "“is in”")]


def test_docstrings_and_comments_are_read_and_other_strings_are_not(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""A module\nthat can not be read."""\n\nKEPT = 3\n"""So many are kept."""\nTEXT = "anew"\n\n\n'
        "def f() -> None:\n    # Drawn for\n    # ever, `anew`.\n    print('can not')  # then so many\n"
    )
    assert sorted((line, phrase) for line, phrase, _ in prose.in_code(module)) == [
        (2, "can not"),
        (5, "So many"),
        (10, "for ever"),
        (12, "so many"),
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
