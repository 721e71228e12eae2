"""A program that imports nothing of ours shows any game from its record: the document tells enough."""

from __future__ import annotations

import ast
import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from engines import games
from engines.contract import Game
from engines.draws import commitment
from engines.notation import random_game
from service import command_line
from tables.history.record import Played, Record, Sitting, final_hash
from tables.history.record_steps import export, initial_position
from tables.history.verify import verify_file
from tests.support.cases import cases
from tests.support.random_game_count import WHOLE
from tools.events import PAGES, page

ROOT = Path(__file__).parents[1]
VIEWER = ROOT / "examples" / "viewer"


@pytest.fixture
def viewer(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(VIEWER))
    spec = importlib.util.spec_from_file_location("viewer", VIEWER / "__main__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def record(game: Game, number: int) -> Record:
    """A random game of any number of seats and any variant."""
    rng = random.Random(f"{game.key} {number}")
    seed = rng.randbytes(16)
    while True:
        seats, options = rng.choice(game.seats), {option.key: rng.choice(option.values) for option in game.options}
        try:
            game.start(seats, options, seed)
            break
        except ValueError:
            continue
    kept = Record(table=number, game=game.key, rules_version=game.rules_version, options=options, random_order=False,
                  seats=tuple(Sitting(f"Person {seat}", "person") for seat in range(seats)), drawn=tuple(range(seats)),
                  commitment=commitment(seed), over=True, seed=seed.hex(), program="1", opened=1, pace="none")  # fmt: skip
    position = initial_position(kept, game)
    moves = tuple(
        Played(seat, " ".join(move), line, at=line) for line, (seat, move, _) in enumerate(random_game(position, rng), 1)
    )
    result = position.result()
    assert result is not None
    kept = msgspec.structs.replace(kept, moves=moves, result=result, places=result.places)
    return msgspec.structs.replace(kept, final=final_hash(kept))


def test_the_viewer_imports_nothing_of_ours_and_is_short() -> None:
    own = {path.stem for path in VIEWER.glob("*.py")}
    for path in VIEWER.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        named = {name.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for name in node.names}
        named |= {str(node.module) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
        assert {name.partition(".")[0] for name in named} <= sys.stdlib_module_names | own
        assert len(text.splitlines()) <= 100, path.name


def test_the_events_are_described() -> None:
    for key, game in games().items():
        assert (PAGES / f"{key}.md").read_text(encoding="utf-8") == page(game), "python -m tools.events"
        assert "\n## Notation\n" in (ROOT / "docs" / "rules" / f"{key}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("count", cases([5, 100 if WHOLE else 25], [5]))
@pytest.mark.parametrize("key", sorted(games()))
def test_the_scores_follow_from_the_events_of_a_record(viewer: ModuleType, key: str, count: int) -> None:
    game, show = games()[key], viewer.show
    for number in range(count):
        kept = record(game, number)
        lines, scores = show(json.loads(export(kept, game)))
        assert kept.result is not None
        assert scores == list(kept.result.scores), (number, kept.options)
        assert len(lines) > len(kept.moves)


def test_what_was_exported_is_shown_by_a_python_without_our_code(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    game = games()["rzymianie"]
    file.write_bytes(export(record(game, 1), game))

    def shown(of: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-I", VIEWER, of], capture_output=True, text=True, cwd=tmp_path, check=False)

    done = shown(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert "holds" in done.stdout, "hands are chance, and told"
    done = shown(VIEWER / "seats.py")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    file.write_text(json.dumps(json.loads(file.read_text()) | {"game": "seats"}))
    done = shown(file)
    assert (done.returncode, done.stderr) == (1, "viewer: this is no game known here\n")


@pytest.mark.parametrize("key", sorted(games()))
def test_each_step_is_told_as_json(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, file = games()[key], tmp_path / "record.json"
    kept = record(game, 2)
    file.write_bytes(export(kept, game))
    assert verify_file(file, games()).good
    assert command_line.main(["replay", str(file), "--json"]) == 0
    told = capsys.readouterr().out
    assert "Person" not in told
    head, *steps = map(json.loads, told.splitlines())
    full = json.loads(file.read_text())
    assert [step["step"] for step in steps] == list(range(len(kept.moves) + 1))
    assert steps[0]["events"] == full["start"]["events"]
    assert [step["events"] for step in steps[1:]] == [move.get("events", []) for move in full["moves"]]
    assert [len(step["views"]) for step in steps] == [1 + len(kept.seats)] * len(steps)
    assert head["result"]["scores"] == full["result"]["scores"]
    assert steps[-1]["views"][0]["over"]
    assert command_line.main(["replay", str(file), "--json", "--names"]) == 0
    assert "Person 0" in capsys.readouterr().out
