"""The image and compose.yaml: what they promise to whoever puts the bot on a machine of theirs."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import yaml

from engines import games
from sandbox import Sandbox
from service.settings import VARIABLES, read
from tests.conftest import IN_CI
from tests.support import postgres_server
from tests.support.bot_process import ROOT
from tests.support.cases import cases
from tests.support.guests import whole_games
from tests.support.image import LOCK, Image, made, missing

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))

FORMS = ("game", "hosting", "idea", "rehearsal")

SECRET = "MTA0.secret-token.x"

BACKUPS = "/var/lib/zamki-backups"

HURRIED = ["python", "-c", "import bot, service.run as run; run.PACE_OF_SCENES_SECONDS = 0.0; raise SystemExit(bot.main([]))"]
"""Runs the bot, without four seconds between two scenes of a table."""


def test_every_foreign_image_is_pinned_or_waits_for_its_digest() -> None:
    """Renovate writes the digest of PostgreSQL's image, which this place cannot look up."""
    rules = json.loads((ROOT / ".github/renovate.json").read_text(encoding="utf-8"))
    assert "docker:pinDigests" in rules["extends"]
    assert all(rule["matchUpdateTypes"] == ["major"] for rule in rules["packageRules"] if rule.get("enabled") is False)
    base = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    foreign = {name: service["image"] for name, service in COMPOSE["services"].items() if "build" not in service}
    assert {image for image in (*base, *foreign.values()) if "@sha256:" not in image} <= {"postgres:17-bookworm", "caddy:2"}
    assert foreign["dumps"] == foreign["postgres"], "a dump is made by the version that holds the data"


def test_every_container_is_confined() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["pids_limit"], name
        assert service["logging"]["options"]["max-size"], name
    for name in ("zamki", "bots"):
        assert COMPOSE["services"][name]["read_only"]
        assert "cap_add" not in COMPOSE["services"][name]


def test_backups_are_in_a_volume_of_their_own() -> None:
    service = COMPOSE["services"]["zamki"]
    of = dict(each.split(":")[:2][::-1] for each in service["volumes"])
    assert of[service["environment"]["ZAMKI_BACKUPS"]] != of["/var/lib/zamki"]
    set_by_image = dict(re.findall(r"(ZAMKI_\w+)=(\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8")))
    host, port = read(set_by_image).health_address or ("", 0)
    assert host == "0.0.0.0"
    assert service["ports"][0].startswith("127.0.0.1:"), "nobody outside of this machine"
    assert service["ports"][0].endswith(f":{port}")


def test_the_proxy_passes_on_the_pages_of_the_bots_that_run() -> None:
    web, bots = COMPOSE["services"]["web"], [COMPOSE["services"][name] for name in ("zamki", "bots")]
    set_by_image = dict(re.findall(r"(ZAMKI_\w+)=(\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8")))
    host, port = read({**set_by_image, "ZAMKI_WEB": "https://watch.example.org"}).web_address or ("", 0)
    assert host == "0.0.0.0"
    given = dict(zip(web["command"][2::2], web["command"][3::2], strict=True))
    assert web["command"][:2] == ["caddy", "reverse-proxy"]
    assert given == {"--from": "${ZAMKI_WEB:-}", "--to": f"pages:{port}"}
    for service in bots:
        assert service["networks"] == {"default": {"aliases": ["pages"]}}
        assert f":{port}" not in str(service.get("ports")), "only through the proxy"
    assert {each.split(":")[0] for each in web["ports"]} == {"80", "443"}
    assert {each.split(":")[0] for service in COMPOSE["services"].values() for each in service.get("volumes", ())} <= {
        *COMPOSE["volumes"]
    }


def test_one_image_and_one_place_serve_small_and_large() -> None:
    """So the file of `small` can be moved to the PostgreSQL of `large`, and what a process owes outlives its container."""
    small, large = (COMPOSE["services"][name] for name in ("zamki", "bots"))
    assert small["volumes"] == large["volumes"]
    assert (small["image"], small["build"]) == (large["image"], large["build"])
    assert "asyncpg" in (ROOT / LOCK).read_text(encoding="utf-8")
    assert f"COPY {LOCK} ." in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_the_image_has_every_package_of_the_bot() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = set(project["tool"]["importlinter"]["root_packages"]) - {"sandbox"}
    copied = set(re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE))
    assert copied == packages
    assert packages <= set(re.findall(r"^!(\w+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of the container's")
@pytest.mark.parametrize("works", [True, False])
def test_a_dump_gets_its_name_when_complete_and_stays_for_a_week(tmp_path: Path, works: bool) -> None:
    name, _, script = COMPOSE["services"]["dumps"]["command"]
    programs = tmp_path / "programs"
    programs.mkdir()
    for program, does in {
        "pg_dump": f"touch unfinished.dump; exit {int(not works)}",
        "sleep": 'echo "$1"; kill "$PPID"',
    }.items():
        (programs / program).write_text(f"#!/bin/sh\n{does}\n")
        (programs / program).chmod(0o755)
    old, recent = tmp_path / "zamki-2020-01-01.dump", tmp_path / "zamki-2020-01-02.dump"
    old.touch()
    recent.touch()
    os.utime(old, (0, 0))
    here = script.replace("$$", "$").replace(BACKUPS, str(tmp_path))
    given = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([name, "-c", here], env=given, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == ("86400\n" if works else "60\n")
    found = {path.name for path in tmp_path.glob("*.dump")} - {recent.name}
    today = f"zamki-{dt.datetime.now().astimezone().date()}.dump"
    assert found == ({today} if works else {old.name, "unfinished.dump"})


def test_settings_come_from_a_file_that_git_does_not_keep() -> None:
    listed_names = set(re.findall(r"^#?(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))
    known = {name for name, _ in VARIABLES.values()} | {"COMPOSE_PROFILES", "POSTGRES_PASSWORD", "METRICS_PORT", "BOT_IMAGE"}
    assert listed_names <= known
    for name in ("zamki", "bots"):
        service = COMPOSE["services"][name]
        assert service["env_file"] == [{"path": ".env", "required": False}]
        assert not listed_names & service["environment"].keys(), "what compose.yaml sets, the file could not"
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/.env", "token.txt"} <= set(ignored)


def tool(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A checker of the developers' environment; skipped where it is not installed, but in CI."""
    there = Path(sys.executable).with_name(name)
    if not there.exists():
        (pytest.fail if IN_CI else pytest.skip)(f"no {name}: make test installs it")
    return subprocess.run([there, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    done = tool("hadolint", "Dockerfile")
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("schema", "file"),
    cases(
        [
            ("compose-spec", "compose.yaml"),
            ("renovate", ".github/renovate.json"),
            *(("github-workflows", f".github/workflows/{name}.yml") for name in ("checks", "image", "release")),
            *(("github-issue-forms", f".github/ISSUE_TEMPLATE/{name}.yml") for name in FORMS),
        ],
        [("compose-spec", "compose.yaml")],
    ),
)
def test_files_for_other_programs_keep_to_their_schemas(schema: str, file: str) -> None:
    done = tool("check-jsonschema", "--builtin-schema", f"vendor.{schema}", file)
    assert done.returncode == 0, done.stdout


def test_workflows_use_actions_by_commit_and_name_the_version() -> None:
    """A tag can be moved to other code by whoever gets hold of it; the update bot renews both."""
    used = [
        line for path in (ROOT / ".github" / "workflows").glob("*.yml") for line in re.findall(r"uses: (.+)", path.read_text())
    ]
    assert len(used) > 10
    assert not [line for line in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)]


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_the_image_is_built_and_does_all_that_the_docs_say(tmp_path: Path) -> None:
    """On a base with nothing in it: a game of each title with pictures, health, stop, restore, move to PostgreSQL, 512 MiB."""
    if lacking := missing():
        (pytest.fail if IN_CI else pytest.skip)(lacking)
    token = tmp_path / "token.txt"
    token.write_text(SECRET)
    token.chmod(0o600)
    os.chown(token, 10001, 10001)
    with made(tmp_path, token) as image:
        _is_confined(image)
        async with Sandbox() as sandbox:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            given = {"DISCORD_TOKEN": sandbox.token, "ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway}
            given["ZAMKI_HEALTH"] = f"0.0.0.0:{port}"
            assert image.run(image.health(), **given).returncode == 1, "it does not run yet"
            async with _running(image, HURRIED, given) as process:
                tables = await whole_games(sandbox, image.volumes / "zamki" / "zamki.sqlite", random.Random(1))
                figures = await _figures(port)
                assert {name: value for name, value in figures.items() if "faults_total" in name and value} == {}
                assert figures['zamki_picture_seconds_count{kind="board"}'] > 50
                assert figures['zamki_picture_seconds_count{kind="final"}'] >= len(games()), "the channel has its own, smaller"
                asked = await asyncio.to_thread(image.run, image.health(), **given)
                assert (asked.returncode, asked.stdout) == (0, "the bot answers\n"), asked.stderr
                copied = await asyncio.to_thread(image.run, image.bot("backup", f"{BACKUPS}/copy.sqlite"))
                assert copied.returncode == 0, copied.stderr
                assert _most_memory(process.pid) < 512 * 2**20
            played = await asyncio.to_thread(_records, image, tables)
            for table in tables:
                verified = await asyncio.to_thread(image.run, image.bot("verify", f"{BACKUPS}/{table}.json"))
                assert verified.returncode == 0, verified.stdout + verified.stderr
            restored = await asyncio.to_thread(image.run, image.bot("restore", f"{BACKUPS}/copy.sqlite"))
            assert restored.returncode == 0, restored.stderr
            assert await asyncio.to_thread(_records, image, tables[:1]) == played[:1]
            if lacking := postgres_server.missing():
                (pytest.fail if IN_CI else pytest.skip)(lacking)
            with postgres_server.running() as server:
                url = server.new_database()
                moved = await asyncio.to_thread(image.run, image.bot("move-database", "/var/lib/zamki/zamki.sqlite", url))
                assert moved.returncode == 0, moved.stdout + moved.stderr
                there = given | {"ZAMKI_DATABASE": url}
                assert await asyncio.to_thread(_records, image, tables[:1], **there) == played[:1]
                async with _running(image, image.bot(), there):
                    asked = await asyncio.to_thread(image.run, image.health(), **there)
                    assert (asked.returncode, asked.stdout) == (0, "the bot answers\n"), asked.stderr


def _is_confined(image: Image) -> None:
    """Check what an image promises before anything runs in it."""
    secret = {"DISCORD_TOKEN_FILE": "/run/secrets/discord_token"}
    there = image.run(["python", "-c", "from PIL import features; print(features.check('fribidi'))"])
    assert there.stdout == "False\n", "the ground is as thin as the real one's"
    checked = image.run(image.bot("--check"), **secret, ZAMKI_HEALTH="127.0.0.1:0")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "All is well." in checked.stdout
    assert image.run(["python", "-m", "pip", "--version"]).returncode != 0, "no pip"
    for path in ("zamki/service/__pycache__", "zamki/data/compiled/pl.json", "venv/lib"):
        assert (image.root / path).exists(), path
    assert not (image.root / "zamki/tests").exists(), "what .dockerignore keeps back"
    assert image.run(["touch", "/zamki/x"]).returncode != 0, "the code is not the bot's to write"
    assert image.run(["touch", f"{BACKUPS}/x"]).returncode == 0
    assert image.run(image.health(), ZAMKI_HEALTH="").returncode == 0, "a health check that is switched off is no fault"


@contextlib.asynccontextmanager
async def _running(image: Image, words: list[str], given: dict[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot, and stop it as `docker stop` does."""
    process = await asyncio.create_subprocess_exec(*image.command(words, **given), stderr=asyncio.subprocess.PIPE, limit=2**20)
    assert process.stderr is not None
    lines: list[str] = []
    ready = asyncio.Event()

    async def read(stream: asyncio.StreamReader) -> None:
        async for line in stream:
            lines.append(line.decode())
            if json.loads(line)["message"].startswith("ready"):
                ready.set()

    reading = asyncio.create_task(read(process.stderr))
    try:
        async with asyncio.timeout(60):
            await asyncio.wait({reading, asyncio.ensure_future(ready.wait())}, return_when=asyncio.FIRST_COMPLETED)
        assert ready.is_set(), "".join(lines)
        yield process
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(60):
            await process.wait()
        await reading
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert (process.returncode, [line for line in lines if "Traceback" in line]) == (0, [])


async def _figures(port: int) -> dict[str, float]:
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/metrics") as answer:
        told = [line.rsplit(" ", 1) for line in (await answer.text()).splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in told}


def _most_memory(process: int) -> int:
    """Returns the most bytes that this process and those it started have ever held, added up."""
    (most,) = re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    others = [int(each) for task in Path(f"/proc/{process}/task").glob("*/children") for each in task.read_text().split()]
    return int(most) * 1024 + sum(map(_most_memory, others))


def _records(image: Image, tables: list[int], **given: str) -> list[bytes]:
    """Returns the games' records."""
    found = []
    for table in tables:
        exported = image.run(image.bot("export", str(table), f"{BACKUPS}/{table}.json"), **given)
        assert exported.returncode == 0, exported.stderr
        found.append((image.volumes / Path(BACKUPS).name / f"{table}.json").read_bytes())
    return found
