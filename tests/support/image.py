"""Builds the Dockerfile with buildah on a base as thin as the real one, and runs the image as the Dockerfile says. It needs
root, and Debian's packages buildah and debootstrap.

The base is a minimal Debian of the release that the Dockerfile names, from the mirror of this machine's apt, with Debian's own
Python and, like the real one, a `python` and a pip in /usr/local. The libraries are those of the lock file, fetched by this
machine's pip. So nothing is in the image that the real one might lack; a Docker engine is not tried.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tests.support.tree import own_files

ROOT = Path(__file__).parents[2]

LOCK = "requirements-postgres.lock"
BASE, IMAGE = "localhost/zamki-base", "localhost/zamki"
FROM = re.compile(r"^FROM (python:(\d+\.\d+)\S*-slim-(\w+)@\S+)", re.MULTILINE)
GLIBC = range(41, 4, -1)
"""Second numbers of the glibc versions whose wheels the base can run, the newest first."""


def missing() -> str | None:
    """Returns what a test of the image lacks here, or None."""
    if os.geteuid() != 0:
        return "only root can mount layers"
    lacking = [name for name in ("buildah", "debootstrap") if shutil.which(name) is None]
    return f"no {' and no '.join(lacking)} (Debian's packages of these names)" if lacking else None


class Image:
    """The last stage, built. Programs run in it until the block of `made` ends."""

    def __init__(self, holder: int, root: Path, config: dict[str, Any], volumes: Path) -> None:
        self._holder = holder
        self.root = root
        self.config = config
        """As Docker reads it: `Entrypoint`, `Env`, `Healthcheck`, `User`, …"""
        self.volumes = volumes
        """The folder with the contents of the volumes, by their last names."""

    def command(self, words: list[str], **more: str) -> list[str]:
        """Returns the command line of a program as the image's user, without privileges and with a read-only root."""
        given = dict(each.split("=", 1) for each in self.config["Env"]) | {"HOME": "/", **more}
        user, group = self.config["User"].split(":")
        rights = ["--reuid", user, "--regid", group, "--clear-groups", "--no-new-privs", "--bounding-set=-all"]
        inside = ["env", "-i", *(f"{name}={value}" for name, value in given.items()), *words]
        entered = ["nsenter", f"--mount=/proc/{self._holder}/ns/mnt", "chroot", str(self.root)]
        start = ["sh", "-c", f'cd {self.config["WorkingDir"]} && exec "$@"', "sh"]
        return [*entered, "setpriv", *rights, *start, *inside]

    def run(self, words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(words, **more), capture_output=True, text=True, check=False, timeout=120)

    def bot(self, *arguments: str) -> list[str]:
        return [*self.config["Entrypoint"], *arguments]

    def health(self) -> list[str]:
        words: list[str]
        kind, *words = self.config["Healthcheck"]["Test"]
        assert kind == "CMD"
        return words


class _Builder:
    """buildah with a storage of its own."""

    def __init__(self, folder: Path) -> None:
        self._own = ["buildah", "--root", f"{folder}/storage", "--runroot", f"{folder}/run"]

    def __call__(self, *words: str | Path) -> str:
        done = subprocess.run([*self._own, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
        return done.stdout.strip()


def _run(*words: str | Path) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def _mirror() -> str:
    """Returns where this machine's apt gets Debian from."""
    known = _run("apt-get", "indextargets", "--format", "$(ORIGIN) $(COMPONENT) $(REPO_URI)", "Created-By: Packages")
    return next(line.split()[2] for line in known.splitlines() if line.startswith("Debian main "))


def _base(build: _Builder, release: str, wheels: subprocess.Popen[bytes]) -> str:
    """Make the base meanwhile the libraries are fetched; returns its version of Python."""
    container = build("from", "scratch")
    root = build("mount", container)
    packages = "--include=ca-certificates,python3,python3-venv"
    _run("debootstrap", "--variant=minbase", packages, release, root, _mirror())
    _run("chroot", root, "python3", "-m", "venv", "/usr/local")
    version = _run("chroot", root, "python", "-c", "import platform; print(platform.python_version())").strip()
    build("commit", "--quiet", container, BASE)
    build("rm", container)
    assert wheels.wait() == 0
    return version


def _fetching(python: str, folder: Path) -> subprocess.Popen[bytes]:
    """Fetch the wheels of the lock file for a Python that need not be this one, whose markers pip would go by."""
    folder.mkdir()
    machine, wanted = platform.machine(), list[str]()
    there = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux"}
    for line in (ROOT / LOCK).read_text(encoding="utf-8").replace("\\\n", "").splitlines():
        said, *hashes = line.partition("#")[0].split("--hash=")
        if said.strip():
            each = Requirement(said)
            if each.marker is None or each.marker.evaluate(there):
                wanted.append(" ".join((f"{each.name}{each.specifier}", *(f"--hash={known.strip()}" for known in hashes))))
    (folder / "wanted").write_text("\n".join(wanted))
    tags = [f"manylinux_2_{number}_{machine}" for number in GLIBC] + [f"manylinux2014_{machine}"]
    asked = ["download", "--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--dest", str(folder)]
    of = ["--implementation", "cp", "--python-version", python, *(word for tag in tags for word in ("--platform", tag))]
    return subprocess.Popen([sys.executable, "-m", "pip", *asked, *of, "--requirement", folder / "wanted"])


def _context(folder: Path) -> None:
    """Copy what is in Git; .dockerignore says what of that is sent."""
    for name in own_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    (folder / "Dockerfile").write_text(FROM.sub(f"FROM {BASE}", (ROOT / "Dockerfile").read_text(encoding="utf-8")))


def _built(build: _Builder, folder: Path) -> dict[str, Any]:
    """Build the image; returns its configuration."""
    ((_, python, release),) = set(FROM.findall((ROOT / "Dockerfile").read_text(encoding="utf-8")))
    version = _base(build, release, _fetching(python, folder / "wheels"))
    assert version.startswith(f"{python}."), f"{release} has Python {version}, the Dockerfile asks for {python}"
    _context(folder / "context")
    (folder / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /wheels\n")
    seen = ("--volume", f"{folder}/wheels:/wheels:ro", "--volume", f"{folder}/pip.conf:/etc/pip.conf:ro")
    as_it_is = ("--isolation", "chroot", "--pull-never", "--layers=false", "--format", "docker")
    build("bud", "--quiet", *as_it_is, *seen, "--tag", IMAGE, folder / "context")
    config: dict[str, Any] = json.loads(build("inspect", "--type", "image", IMAGE))["Docker"]["config"]
    return config


def _started(root: str, config: dict[str, Any], volumes: Path, token: Path) -> str:
    """Returns the commands that mount what a container gets and stay running, so that others can enter."""
    made = ["set -eu", f"mount --bind {root} {root}", f"mount --rbind /dev {root}/dev", f"mount -t proc proc {root}/proc"]
    for volume in config["Volumes"]:
        # A named volume begins with the image's contents, including the owner.
        place, kept = f"{root}{volume}", volumes / Path(volume).name
        made += [f"mkdir -p {kept}", f"chown --reference={place} {kept} && chmod --reference={place} {kept}"]
        made.append(f"mount --bind {kept} {place}")
    made += [
        f"mkdir -p {root}/run/secrets && cp -p {token} {root}/run/secrets/discord_token",
        f"mount -t tmpfs tmpfs {root}/tmp && chmod 1777 {root}/tmp",
        f"mount -o remount,bind,ro {root}",
        "echo made",
        "exec sleep infinity",
    ]
    return "\n".join(made)


@contextlib.contextmanager
def made(folder: Path, token: Path) -> Iterator[Image]:
    """Build the image in `folder`, or below /var/tmp if there can be no devices there, which debootstrap makes, and let it be
    used; `token` is mounted as in compose.yaml.
    """
    if os.statvfs(folder).f_flag & os.ST_NODEV:
        folder = Path(tempfile.mkdtemp(prefix="zamki-image-", dir="/var/tmp"))
    build = _Builder(folder)
    try:
        config = _built(build, folder)
        container = build("from", "--pull-never", IMAGE)
        root, volumes = build("mount", container), folder / "volumes"
        holding = ["unshare", "--mount", "bash", "-c", _started(root, config, volumes, token)]
        process = subprocess.Popen(holding, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert process.stdout is not None
        try:
            told = process.stdout.readline()
            assert told == "made\n", told + process.stdout.read()
            yield Image(process.pid, Path(root), config, volumes)
        finally:
            process.kill()
            process.communicate()
    finally:
        build("rm", "--all")
        build("rmi", "--all", "--force")
        shutil.rmtree(folder, ignore_errors=True)
