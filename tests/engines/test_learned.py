"""Files of what was learned tell how they were made, and nothing else is taken for one."""

import importlib.util
import re
from pathlib import Path

import msgspec
import pytest

from engines import learned

REMOVED = {"torres"}
"""Files whose learner is in an earlier commit, which `DECISION` names."""
DECISION = learned.FOLDER.parents[1] / "docs" / "decisions" / "12-bots.md"


@pytest.mark.parametrize("file", sorted(learned.FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_a_file_tells_how_it_was_made(file: Path) -> None:
    made = msgspec.json.decode(file.read_bytes(), type=learned.Learned[object]).made.split()
    assert made[:3] == ["python", "-m", f"tools.learn_{file.stem}"]
    if file.stem in REMOVED:
        assert re.search(r"Commit [0-9a-f]{8} is the last one with them", DECISION.read_text(encoding="utf-8"))
    else:
        assert importlib.util.find_spec(made[2])


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned, "FOLDER", tmp_path / "new")
    learned.write("duel", "python -m tools.learn_duel", {2: [0.5]})
    assert learned.read("duel", dict[int, list[float]]) == {2: [0.5]}
    learned.file_of("duel").write_text('{"made": "by hand", "weights": {"2": ["a"]}}')
    with pytest.raises(msgspec.ValidationError):
        learned.read("duel", dict[int, list[float]])
