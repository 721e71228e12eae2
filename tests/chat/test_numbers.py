"""Numbers in texts from outside: plain digits, no larger than both stores take."""

import pytest

from chat.press.doors import read_number
from chat.press.presses import parse, pressed_number
from chat.wire.numbers import LARGEST, number
from service.command_line import main
from tables.errors import Refusal

NONE = ["", " 1", "-1", "+1", "1.0", "1e3", "0x1", "1_000", "²", "١", "１", str(LARGEST + 1), "9" * 400]


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_number_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert number(text) is None
    for read in (pressed_number, read_number):
        if text != " 1":  # somebody typed it
            with pytest.raises(Refusal):
                read(text)
    assert parse(f"play.hand:{text}:1") is None
    with pytest.raises(SystemExit):
        main(["void", text])
    assert "Traceback" not in capsys.readouterr().err


def test_what_is_a_number_is_read() -> None:
    assert [number(text) for text in ("0", "007", str(LARGEST))] == [0, 7, LARGEST]
    assert (number("10", 10), number("11", 10)) == (10, None)
    assert read_number(" #12 · Rycerze ") == 12
