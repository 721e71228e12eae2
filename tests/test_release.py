"""What strangers find beside the code: versions that agree, and files for a public forge that keep to their schemas."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from data.program import ZAMKI
from engines import games
from tools import pictures, release

ROOT = Path(__file__).parent.parent
FORGE = ROOT / ".github"
WORKFLOWS = sorted((FORGE / "workflows").glob("*.yml"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_version_stands_in_one_place_as_in_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dynamic"] == ["version"]
    titles = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert all(re.fullmatch(r"Unreleased|\d+\.\d+\.\d+( \(.+\))?", title) for title in titles)
    released = next(title.partition(" ")[0] for title in titles if title != "Unreleased")
    if titles[0] == "Unreleased":
        assert re.fullmatch(r"\d+\.\d+\.\d+\.dev", ZAMKI), "what follows a release is not called like it"
        assert [*map(int, ZAMKI.split(".")[:3])] > [*map(int, released.split("."))]
    else:
        assert released == ZAMKI


def test_what_follows_a_tag_is_not_called_like_it() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this copy of the repository has no history")
    assert release.stale(ROOT, ZAMKI) is None


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with what a release touches."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Zamki")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "zamki@localhost")
    for folder in ("data", "data/sqlite/migrations"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    for number in (1, 2, 3):
        (tmp_path / f"data/sqlite/migrations/000{number}_x.sql").touch()
    (tmp_path / "data/program.py").write_text('ZAMKI = "1.1.0.dev"\n')
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## Unreleased\n\n- new\n\n## 1.0.0 (2026-01-01, database 2)\n\n- old\n"
    )
    for words in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "--message", "begun")):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def test_a_release_is_made_in_one_go(clone: Path) -> None:
    release.make("1.1.0", clone, ["true"])
    assert git(clone, "log", "--format=%s") == "Begin 1.2.0\nVersion 1.1.0\nbegun"
    assert git(clone, "show", "v1.1.0:data/program.py") == 'ZAMKI = "1.1.0"'
    assert re.search(r"^## 1\.1\.0 \(\d{4}-\d\d-\d\d, database 3\)$", git(clone, "show", "v1.1.0:CHANGELOG.md"), re.MULTILINE)
    told = git(clone, "tag", "--list", "--format=%(contents)", "v1.1.0")
    assert "- new\n\nThe first start migrates the database from version 2 (Zamki 1.0.0) to 3" in told
    assert (clone / "data/program.py").read_text() == 'ZAMKI = "1.2.0.dev"\n'
    assert "## Unreleased\n\n## 1.1.0" in (clone / "CHANGELOG.md").read_text()
    assert git(clone, "status", "--porcelain") == ""
    assert (release.stale(clone, "1.2.0.dev"), release.stale(clone, "1.1.0")) == (None, "v1.1.0")
    with pytest.raises(release.NoRelease, match="nothing under"):
        release.make("1.2.0", clone, ["true"])


@pytest.mark.parametrize(
    ("version", "harm", "tested", "told"),
    [
        ("1.0.0", "", "true", "no version after 1.0.0"),
        ("1.1", "", "true", "write three numbers"),
        ("1.1.0", "echo >> CHANGELOG.md", "true", "not committed:\n.*CHANGELOG"),
        ("1.1.0", "touch new", "true", "not committed"),
        ("1.1.0", "git tag v1.1.0", "true", "a tag v1.1.0 already"),
        ("1.1.0", "", "false", "the tests have failed"),
    ],
)
def test_a_release_that_cannot_be_made_changes_nothing(version: str, harm: str, tested: str, told: str, clone: Path) -> None:
    subprocess.run(harm, shell=True, cwd=clone, check=True)
    before = (git(clone, "rev-parse", "HEAD"), git(clone, "status", "--porcelain"), git(clone, "tag"))
    with pytest.raises(release.NoRelease, match=told):
        release.make(version, clone, [tested])
    assert (git(clone, "rev-parse", "HEAD"), git(clone, "status", "--porcelain"), git(clone, "tag")) == before


def test_the_notes_of_a_release_are_its_part_of_the_changelog(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.notes("1.2.3", "# Changelog\n\n## 1.2.3 (today)\n\n- new\n\n## 1.2.2\n\n- old\n") == "- new"
    with pytest.raises(release.NoRelease, match="no part"):
        release.notes("1.2.4", CHANGELOG)
    assert release.main(["notes", "99.0.0"]) == 1
    assert "data/program.py has" in capsys.readouterr().err
    bare = [sys.executable, "-S", "-E", "-m", "tools.release", "notes", "99.0.0"]
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "is asked for" in done.stderr, "it runs without our libraries"


def test_workflows_may_do_little_and_end() -> None:
    for path in WORKFLOWS:
        made = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert set(made["permissions"].values()) == {"write" if path.stem == "release" else "read"}, path.name
        for name, job in made["jobs"].items():
            assert job["timeout-minutes"], name


def test_every_supported_python_is_tested() -> None:
    checks = yaml.safe_load((FORGE / "workflows" / "checks.yml").read_text(encoding="utf-8"))
    assert checks["jobs"]["quick"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]


def test_commands_of_the_workflows_are_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in WORKFLOWS:
        for target in re.findall(r"\bmake ([\w-]+)", path.read_text(encoding="utf-8")):
            assert f"\n{target}:" in makefile, target


def test_the_readmes_pictures_are_drawn_from_checkable_games() -> None:
    """Where the rules have changed since: `python -m tools.pictures --play`, then look at the pictures."""
    for key in games():
        assert pictures.stored(key).result is not None
    assert (pictures.FOLDER / "round.webp").stat().st_size < 500_000
    assert len(pictures.a_round()) > 3


def test_the_base_image_is_pinned_by_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(bases)) == 1
    assert all(re.fullmatch(r"python:[\d.]+-slim-\w+@sha256:[0-9a-f]{64}", base) for base in bases)
