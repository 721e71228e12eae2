"""The image and compose.yaml: what they promise to whoever puts the bot on a machine of theirs."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from sandbox import Person, Sandbox
from service.settings import VARIABLES, read
from tests.conftest import IN_CI
from tests.support.bot_process import ROOT
from tests.support.cases import cases
from tests.support.image import listed, made, stages

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))

SECRET = "MTA0.secret-token.x"


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


def test_backups_are_in_a_volume_of_their_own_and_metrics_within_reach() -> None:
    service = COMPOSE["services"]["zamki"]
    of = dict(each.split(":")[:2][::-1] for each in service["volumes"])
    assert of[service["environment"]["ZAMKI_BACKUPS"]] != of["/var/lib/zamki"]
    set_by_image = dict(re.findall(r"(ZAMKI_\w+)=(\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8")))
    host, port = read(set_by_image).health_address or ("", 0)
    assert host == "0.0.0.0"
    assert service["ports"][0].startswith("127.0.0.1:"), "nobody outside of this machine"
    assert service["ports"][0].endswith(f":{port}")


def test_settings_come_from_a_file_that_git_does_not_keep() -> None:
    listed_names = set(re.findall(r"^#?(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))
    known = {name for name, _ in VARIABLES.values()} | {"COMPOSE_PROFILES", "POSTGRES_PASSWORD", "METRICS_PORT"}
    assert listed_names <= known
    for name in ("zamki", "bots"):
        service = COMPOSE["services"][name]
        assert service["env_file"] == [{"path": ".env", "required": False}]
        assert not listed_names & service["environment"].keys(), "what compose.yaml sets, the file could not"
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/.env", "token.txt"} <= set(ignored)


def test_what_is_copied_is_sent_to_the_build() -> None:
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")]
    for word, rest in stages()[0].lines:
        for source in rest.split()[:-1] if word == "COPY" else ():
            name = source.replace("${REQUIREMENTS}", "requirements.lock")
            assert any(fnmatch(name, pattern) for pattern in sent), name


def tool(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A checker of the developers' environment; skipped where it is not installed, but in CI."""
    there = Path(sys.executable).with_name(name)
    if not there.exists():
        (pytest.fail if IN_CI else pytest.skip)(f"no {name}: make test installs it")
    return subprocess.run([there, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    done = tool("hadolint", "Dockerfile")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("schema", "file"),
    cases(
        [
            ("compose-spec", "compose.yaml"),
            ("renovate", ".github/renovate.json"),
            *(("github-workflows", f".github/workflows/{name}.yml") for name in ("checks", "image", "release")),
            *(("github-issue-forms", f".github/ISSUE_TEMPLATE/{name}.yml") for name in ("game", "hosting", "idea")),
        ],
        [("compose-spec", "compose.yaml")],
    ),
)
def test_files_for_other_programs_keep_to_their_schemas(schema: str, file: str) -> None:
    done = tool("check-jsonschema", "--builtin-schema", f"vendor.{schema}", file)
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_the_image_is_made_and_plays(tmp_path: Path) -> None:
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        (pytest.fail if IN_CI else pytest.skip)("only root can mount layers, with Linux' unshare")
    token = tmp_path / "token.txt"
    token.write_text(SECRET)
    token.chmod(0o600)
    os.chown(token, 10001, 10001)
    secret = {"DISCORD_TOKEN_FILE": "/run/secrets/discord_token"}
    with made(tmp_path, token) as image:
        checked = image.run(image.bot("--check"), **secret, ZAMKI_HEALTH="127.0.0.1:0")
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert "All is well." in checked.stdout
        assert image.run(["python", "-m", "pip", "--version"]).returncode != 0, "no pip"
        for path in ("zamki/service/__pycache__", "zamki/data/compiled/pl.json", "venv/lib"):
            assert (Path(f"/proc/{image._holder}/root") / str(image.root).lstrip("/") / path).exists(), path
        assert image.run(["touch", "/zamki/x"]).returncode != 0, "the code is not the bot's to write"
        assert image.run(["touch", "/var/lib/zamki-backups/x"]).returncode == 0
        health = listed(image.of("HEALTHCHECK").partition(" CMD ")[2])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        async with Sandbox() as sandbox:
            given = {"DISCORD_TOKEN": sandbox.token, "ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway}
            given["ZAMKI_HEALTH"] = f"0.0.0.0:{port}"
            assert image.run(health, **given).returncode == 1, "it does not run yet"
            process = await asyncio.create_subprocess_exec(*image.command(image.bot(), **given), stderr=asyncio.subprocess.PIPE)
            assert process.stderr is not None
            told = ""
            async with asyncio.timeout(60):
                while "ready" not in told:
                    line = await process.stderr.readline()
                    assert line, told
                    told = json.loads(line)["message"]
            async with Person(sandbox.url, "Ada") as ada:
                assert (await ada.settled(await ada.command("gry", "zamki start", game="rycerze")))["components"]
            asked = await asyncio.to_thread(image.run, health, **given)
            assert (asked.returncode, asked.stdout) == (0, "the bot answers\n"), asked.stderr
            off = await asyncio.to_thread(image.run, health, ZAMKI_HEALTH="")
            assert off.returncode == 0, "a health check that is switched off is no fault"
            process.send_signal(signal.SIGTERM)
            rest = (await process.communicate())[1].decode()
            assert (process.returncode, "Traceback" in rest) == (0, False), rest
