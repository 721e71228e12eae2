"""Builds the Dockerfile without Docker: executes its lines in a layer over this machine's own files, in a mount namespace, and
runs the result as the Dockerfile says. It needs root.

The base image is this machine with this Python, so other contents of the real one are not tested.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.tree import own_files

ROOT = Path(__file__).parents[2]

FROM_HERE = f"{sys.base_prefix}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""The folders of the base image's programs."""


class Line(NamedTuple):
    """An instruction of the Dockerfile, and the rest of its line."""

    word: str
    rest: str


class Stage(NamedTuple):
    """A stage, which begins with FROM."""

    name: str
    lines: list[Line]


def stages() -> list[Stage]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    joined = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    found: list[Stage] = []
    for line in filter(None, joined.split("\n")):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found.append(Stage(rest.partition(" AS ")[2], []))
        else:
            found[-1].lines.append(Line(word, rest.strip()))
    return found


def listed(rest: str) -> list[str]:
    """Returns an instruction's JSON list."""
    words: list[str] = json.loads(rest)
    return words


def variables(stage: Stage) -> dict[str, str]:
    """Returns the variables set by ARG and ENV."""
    found = {"PATH": FROM_HERE}
    for word, rest in stage.lines:
        for name, value in re.findall(r"(\w+)=(\S*)", rest) if word in {"ARG", "ENV"} else ():
            found[name] = value.replace("$PATH", found["PATH"])
    return found


class Image:
    """The last stage, built. Programs run in it until the block of `made` ends."""

    def __init__(self, holder: int, root: Path) -> None:
        self._holder = holder
        self.root = root
        self.last = stages()[-1]

    def of(self, word: str) -> str:
        """Returns the rest of an instruction of the last stage."""
        return next(line.rest for line in self.last.lines if line.word == word)

    def command(self, words: list[str], **more: str) -> list[str]:
        """Returns the command line of a program as the image's user, without privileges and with a read-only root."""
        given = variables(self.last) | {"HOME": "/", **more}
        user, group = self.of("USER").split(":")
        rights = ["--reuid", user, "--regid", group, "--clear-groups", "--no-new-privs", "--bounding-set=-all"]
        inside = ["env", "-i", *(f"{name}={value}" for name, value in given.items()), *words]
        entered = ["nsenter", f"--mount=/proc/{self._holder}/ns/mnt", "chroot", str(self.root)]
        start = ["sh", "-c", f'cd {self.of("WORKDIR")} && exec "$@"', "sh"]
        return [*entered, "setpriv", *rights, *start, *inside]

    def run(self, words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(words, **more), capture_output=True, text=True, check=False, timeout=120)

    def bot(self, *arguments: str) -> list[str]:
        return [*listed(self.of("ENTRYPOINT")), *arguments]


def context(folder: Path) -> None:
    """Returns the files that Docker is sent: those in Git, except those in .dockerignore."""
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")]
    for name in own_files():
        first = Path(name).parts[0]
        if any(Path(first).match(pattern) for pattern in kept):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def script(folder: Path, token: Path) -> str:
    """Returns the commands that execute the Dockerfile and stay running, so that others can enter."""
    made = ["set -eu", f"mount -t tmpfs tmpfs {folder}/layers"]
    for number, stage in enumerate(stages()):
        layers, root = f"{folder}/layers/{number}", f"{folder}/layers/{number}/root"
        made += [
            f"mkdir -p {layers}/up {layers}/work {root}",
            f"mount -t overlay overlay -o lowerdir=/,upperdir={layers}/up,workdir={layers}/work {root}",
            f"mount --rbind /dev {root}/dev && mount -t proc proc {root}/proc",
            f"chmod 711 {root}/root",  # this machine's Python is there
        ]
        given = variables(stage)
        here = "/"
        for word, rest in stage.lines:
            rest = string.Template(rest).safe_substitute(given)  # noqa: PLW2901
            if word == "WORKDIR":
                here = rest
                made.append(f"mkdir -p {root}{here}")
            elif word == "RUN":
                exported = " ".join(f"{name}={shlex.quote(value)}" for name, value in given.items())
                made.append(f"chroot {root} env {exported} sh -euc {shlex.quote(f'cd {here} && {rest}')}")
            elif word == "COPY":
                made.append(_copy(rest, folder, root, here))
        made.append(f"echo stage {number}")
    last = f"{folder}/layers/{len(stages()) - 1}/root"
    for volume in listed(next(line.rest for line in stages()[-1].lines if line.word == "VOLUME")):
        # A named volume begins with the image's contents, including the owner.
        place = f"{last}{volume}"
        made += [
            f"owner=$(stat -c %u:%g {place}) mode=$(stat -c %a {place})",
            f"mount -t tmpfs tmpfs {place} && chown $owner {place} && chmod $mode {place}",
        ]
    made += [
        f"mkdir -p {last}/run/secrets && cp -p {token} {last}/run/secrets/discord_token",
        f"mount -t tmpfs tmpfs {last}/tmp && chmod 1777 {last}/tmp",
        f"mount -o remount,ro {last}",
        "echo made",
        "exec sleep infinity",
    ]
    return "\n".join(made)


def _copy(rest: str, folder: Path, root: str, here: str) -> str:
    words = rest.split()
    source = f"{folder}/context"
    if words[0].startswith("--from="):
        number = [stage.name for stage in stages()].index(words.pop(0).removeprefix("--from="))
        source = f"{folder}/layers/{number}/root"
    target = os.path.normpath(f"{root}/{here}/{words[-1]}" if not words[-1].startswith("/") else f"{root}{words[-1]}")
    copied = [f"mkdir -p {target}"]
    for name in words[:-1]:
        path = f"{source}/{name.lstrip('/')}"
        copied.append(f"if [ -d {path} ]; then cp -a {path}/. {target}/; else cp -p {path} {target}/; fi")
    return " && ".join(copied)


@contextlib.contextmanager
def made(folder: Path, token: Path) -> Iterator[Image]:
    """Execute the Dockerfile in `folder`; `token` is mounted as in compose.yaml."""
    (folder / "layers").mkdir()
    context(folder / "context")
    process = subprocess.Popen(
        ["unshare", "--mount", "bash", "-c", script(folder, token)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    try:
        told = ""
        while not told.endswith("\nmade\n"):
            line = process.stdout.readline()
            assert line, told
            told += line
        yield Image(process.pid, folder / "layers" / str(len(stages()) - 1) / "root")
    finally:
        process.kill()
        process.communicate()
