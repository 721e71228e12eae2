"""Records come from anybody: what a file holds reaches no terminal as it is, and nothing in it takes long."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engines import games
from engines.draws import commitment
from engines.notation import random_game
from tables.history.record import Played, Record, Sitting
from tables.history.record_steps import export
from tests.support.bot_process import zamki

ODD = "\x1b[2J\x1b]52;c;cm0=\x07\r\n\x9bm"


def record() -> dict[str, Any]:
    game = games()["rycerze"]
    moves = [Played(seat, " ".join(move)) for seat, move, _ in random_game(game.start(2, {}, bytes(16)), random.Random(4))]
    seats = (Sitting("Ada", "person"), Sitting("Borys", "person"))
    kept = Record(table=7, game="rycerze", rules_version=game.rules_version, options={}, seats=seats, random_order=False,
                  drawn=(0, 1), commitment=commitment(bytes(16)), over=True, seed="00" * 16, moves=tuple(moves))  # fmt: skip
    return dict(json.loads(export(kept)))


RECORD = record()


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("about", "raw"),
    [
        ("an escape in a name", json.dumps({**RECORD, "seats": [{"name": f"A{ODD}", "kind": "person"}] * 2})),
        ("an escape in the game", json.dumps({**RECORD, "game": f"ry{ODD}"})),
        ("an escape in a move", json.dumps({**RECORD, "moves": [{"seat": 0, "move": f"x{ODD}"}]})),
        ("a C1 control", json.dumps({**RECORD, "game": "ry\x9b2J"}, ensure_ascii=False)),
        ("deep nesting", f'{{"format": "zamki-record-1", "odd": {"[" * 200_000}{"]" * 200_000}}}'),
        ("a huge name", json.dumps({**RECORD, "seats": [{"name": "n" * 1_900_000, "kind": "person"}] * 2})),
        ("a huge file", json.dumps({**RECORD, "odd": "x" * 3_000_000})),
    ],
    ids=lambda value: value if " " in value and len(value) < 30 else "",
)
def test_a_strange_record_is_refused_in_one_line(tmp_path: Path, command: str, about: str, raw: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(raw)
    done = zamki(command, file, folder=tmp_path)
    told = done.stdout + done.stderr
    assert (done.returncode, told.count("\n"), len(told) < 300) == (1, 1, True), about
    assert told.rstrip("\n").isprintable()


def test_a_printed_name_turns_nothing_round_and_hides_nothing(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps({**RECORD, "seats": [{"name": f"\u202eA\u3164{'n' * 60}", "kind": "person"}] * 2}))
    done = zamki("replay", file, folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.replace("\n", "").isprintable()
    assert "n" * 40 not in done.stdout
    assert zamki("replay", file, "--step", "3", folder=tmp_path).returncode == 0
