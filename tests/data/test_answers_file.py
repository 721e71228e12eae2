"""The file of answers that a process owes: what a killed process leaves, what is left out, what stays small."""

from __future__ import annotations

from pathlib import Path

import pytest

from data import answers_file
from data.answers_file import AnswersFile, SharedAnswers
from data.errors import Unwritable
from data.records.people import AnswerRow
from data.sqlite.store import SqliteStore

ROWS = [AnswerRow(number, f"token {number}", "pl", 10.0 * number) for number in (1, 2, 3)]


def test_what_is_still_owed_is_left_once(tmp_path: Path) -> None:
    killed = AnswersFile(tmp_path / "a.answers")
    for row in ROWS:
        killed.begin(row)
    killed.end(2)
    after = AnswersFile(tmp_path / "a.answers")
    assert after.take_left() == [ROWS[0], ROWS[2]]
    assert after.take_left() == []
    assert (tmp_path / "a.answers").stat().st_mode & 0o777 == 0o600


def test_a_line_that_was_cut_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "a.answers"
    AnswersFile(file).begin(ROWS[0])
    whole = file.read_bytes()
    for cut in range(len(whole) - 1):
        file.write_bytes(whole + whole[:cut])
        assert AnswersFile(file).take_left() == [ROWS[0]]


def test_what_was_ended_after_a_kill_is_not_left_again(tmp_path: Path) -> None:
    AnswersFile(tmp_path / "a.answers").begin(ROWS[0])
    second = AnswersFile(tmp_path / "a.answers")
    assert second.take_left() == [ROWS[0]]
    second.begin(ROWS[1])
    assert AnswersFile(tmp_path / "a.answers").take_left() == [ROWS[1]]


def test_an_answer_ended_after_the_close_is_written_nowhere(tmp_path: Path) -> None:
    file = AnswersFile(tmp_path / "a.answers")
    file.begin(ROWS[0])
    file.close()
    with (tmp_path / "other").open("wb"):  # it has the number that was given back
        file.end(1)
        file.begin(ROWS[1])
    assert (tmp_path / "other").read_bytes() == b""


async def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    path = tmp_path / "zamki.sqlite"
    (tmp_path / "zamki.sqlite.answers").mkdir()
    with pytest.raises(Unwritable, match=r"zamki\.sqlite\.answers cannot be written"):
        await SqliteStore.open(path)
    (tmp_path / "zamki.sqlite.answers").rmdir()
    await (await SqliteStore.open(path)).close()


def test_it_is_emptied_when_nothing_is_owed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers_file, "ROOM_BYTES", 200)
    file = AnswersFile(tmp_path / "a.answers")
    for row in ROWS * 10:
        file.begin(row)
        file.end(row.interaction)
    assert (tmp_path / "a.answers").stat().st_size <= 300


def test_each_process_has_its_own_file_of_answers(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    one, two, other = SharedAnswers(folder, "a"), SharedAnswers(folder, "a"), SharedAnswers(folder, "b")
    for file, row in zip((one, two, other), ROWS, strict=True):
        file.begin(row)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert one.take_left() == []
    two.close()  # as a kill does it
    assert one.take_left() == [ROWS[1]]
    assert one.take_left() == []
    one.close()
    again = SharedAnswers(folder, "a")
    assert again.take_left() == [ROWS[0]]
    assert sorted(file.name for file in folder.iterdir()) == ["a-1.answers", "a-2.answers", "b-1.answers"]
