"""Sets Zamki up and runs it, on Linux, macOS and Windows: `python zamki.py` lists the commands.

It needs only Python. The libraries are installed into `.venv` from the lock files, with hashes checked, on first use and again
when a lock file has changed. Every Python since 3.6 can read this file: one that is too old says so, or starts a newer one that
it finds.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
READY = VENV / "ready.json"
"""The installed lock files: their names, each with the SHA-256 of its contents; and the Python they were installed for."""
CATALOGUES = ROOT / "data" / "catalogues.py"

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")
"""Names of newer Pythons to look for if this one is too old."""

BASE, POSTGRES, DEV = "requirements.lock", "requirements-postgres.lock", "requirements-dev.lock"
DOCS = "requirements-docs.lock"
HOLDS = {BASE: (BASE,), POSTGRES: (BASE, POSTGRES), DEV: (BASE, POSTGRES, DEV), DOCS: (DOCS,)}
"""Lock file → all lock files whose libraries it installs."""

SETTINGS = ("ZAMKI_", "DISCORD_TOKEN")
"""What the names of the bot's settings begin with."""
TOKEN_FILE = "DISCORD_TOKEN_FILE"  # noqa: S105 - a name
"""In `.env` its path counts from there."""

LINT = (
    ("mypy",),
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("lint-imports",),
    ("python", "-m", "tools.prose"),
    ("python", "-m", "tools.complexity"),
    ("codespell",),
)
TEST = ("python", "-m", "pytest", "-q", "-n", "4")
"""More processes than cores: end-to-end tests spend much of their time waiting."""
COLLECT = ("python", "-m", "pytest", "-qq", "--collect-only")
"""Compiles the tests that have changed while the linters run. Otherwise each of the processes above compiles all of them."""

HELP = """usage: python zamki.py COMMAND …

  play [--port N]    try it without a token: the sandbox and the bot; prints the address
  run                play on Discord; needs DISCORD_TOKEN or DISCORD_TOKEN_FILE, here or in the file .env
  check              settings, database, fonts and limits; says how to fix what is wrong
  doctor             the application as Discord has it: the same for the developer portal
  setup [postgres]   only install the libraries (postgres: with the driver for ZAMKI_DATABASE=postgresql://…)

  test [ARGUMENTS]   for developers: linting and the quick tests (arguments: of pytest)
  lint               for developers: linting only
  site               for developers: the documents as a site, in var/site
  python ARGUMENTS   for developers: the Python of the environment

Every other command is the bot's own: backup, restore, export, … (python zamki.py --help lists them).
"""


class Fault(Exception):
    """What went wrong, and how to fix it."""


def main(arguments: "list[str]") -> int:
    """Run the command line. Returns the exit code."""
    if sys.version_info < OLDEST:
        return _by_newer(arguments)
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    try:
        if command in COMMANDS:
            return COMMANDS[command](rest)
        return _bot(arguments)
    except Fault as fault:
        sys.stderr.write(f"zamki: {fault}\n")
        return 1
    except KeyboardInterrupt:
        return 130


def _by_newer(arguments: "list[str]") -> int:
    """Run the script with a newer Python, or say that there is none."""
    for name in NEWER:
        found = shutil.which(name)
        if found and subprocess.call([found, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            return subprocess.call([found, str(ROOT / "zamki.py")] + arguments)  # noqa: RUF005 - for Python 3.6
    sys.stderr.write(f"zamki: this is Python {sys.version_info[0]}.{sys.version_info[1]}. Install Python 3.11 or newer.\n")
    return 1


def _help(_: "list[str]") -> int:
    sys.stdout.write(HELP)
    return 0


def _play(rest: "list[str]") -> int:
    return _bot(["--sandbox", *rest])


def _run(rest: "list[str]") -> int:
    return _bot(rest)


def _check(rest: "list[str]") -> int:
    return _bot(["--check", *rest])


def _bot(arguments: "list[str]") -> int:
    if "--sandbox" not in arguments:
        _read_settings()
    _install(BASE)
    _compile_catalogues()
    return _become([_program("python"), str(ROOT / "bot.py"), *arguments])


def _read_settings() -> None:
    """Set the variables of the bot that `.env` beside this file has and the environment has not."""
    try:
        lines = (ROOT / ".env").read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise Fault(f"{ROOT / '.env'} cannot be read: {error}.") from None
    for line in lines:
        name, _, value = (part.strip() for part in line.partition("="))
        if name.startswith(SETTINGS) and value:
            value = value[1:-1] if value[0] in "\"'" and value[-1] == value[0] else value
            os.environ.setdefault(name, str(ROOT / value) if name == TOKEN_FILE else value)


def _setup(rest: "list[str]") -> int:
    locks = {(): BASE, ("postgres",): POSTGRES, ("dev",): DEV}
    if tuple(rest) not in locks:
        raise Fault("usage: setup [postgres]")
    _install(locks[tuple(rest)])
    _compile_catalogues()
    sys.stdout.write(f"The libraries of {locks[tuple(rest)]} are in {VENV}.\n")
    return 0


def _test(rest: "list[str]") -> int:
    began = time.monotonic()
    _install(DEV)
    if _newest("*.py") > _newest("__pycache__/*-pytest-*.pyc"):
        with subprocess.Popen(_words(COLLECT), cwd=str(ROOT), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
            code = _lint([])
    else:
        code = _lint([])
    code = code or subprocess.call([*_words(TEST), "--dist", "worksteal", "--maxfail", "3", *rest], cwd=str(ROOT))
    sys.stdout.write(f"test: {time.monotonic() - began:.0f} s\n")
    return code


def _newest(names: str) -> float:
    """Returns when the last of the tests' files of these names was written."""
    return max((path.stat().st_mtime for path in (ROOT / "tests").rglob(names)), default=0.0)


def _lint(_: "list[str]") -> int:
    _install(DEV)
    running = [
        subprocess.Popen(_words(words), cwd=str(ROOT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for words in LINT
    ]
    said = [process.communicate()[0] for process in running]
    sys.stdout.buffer.write(b"".join(said))
    sys.stdout.flush()
    return next((process.returncode for process in running if process.returncode), 0)


def _site(rest: "list[str]") -> int:
    _install(DOCS)
    env = dict(os.environ, NO_MKDOCS_2_WARNING="1")  # advertising
    return subprocess.call([_program("mkdocs"), "build", "--strict", *rest], cwd=str(ROOT), env=env)


def _python(rest: "list[str]") -> int:
    _install(DEV)
    return _become([_program("python"), *rest])


COMMANDS = {
    "": _help,
    "help": _help,
    "play": _play,
    "run": _run,
    "check": _check,
    "setup": _setup,
    "test": _test,
    "lint": _lint,
    "site": _site,
    "python": _python,
}


def _words(words: "tuple[str, ...]") -> "list[str]":
    return [_program(words[0]), *words[1:]]


def _program(name: str) -> str:
    return str(BIN / (name + ".exe" if os.name == "nt" else name))


def _become(words: "list[str]") -> int:
    """Replace this process by a program, so that signals reach it. On systems that cannot, wait for the program."""
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(words[0], words)  # noqa: S606 - no shell is wanted
    process = subprocess.Popen(words)
    while process.poll() is None:
        with suppress(KeyboardInterrupt):  # it also reached the program, which ends by itself
            process.wait()
    return int(process.returncode)


def _install(lock: str) -> None:
    """Install the libraries of a lock file into `.venv` if needed. Raises Fault."""
    # Compiled modules are kept in any case: the tests start many processes, and each would compile everything again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONUTF8", "1")  # Windows uses another encoding for pipes and files
    there, python = _ready(), os.path.realpath(_program("python"))
    # After a system update there may be another Python, which would not find what the old one installed.
    fits = exists(Path(python)) and there.get("python", python) == python
    if fits and there.get(lock) == hash_of(lock):
        return
    try:
        if not fits:
            there = {}
            _make()
        sys.stdout.write(f"Installing the libraries of {lock} …\n")
        sys.stdout.flush()
        pip = [_program("python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        # What a source is built with would come from the network without a hash.
        pip += ["--only-binary", ":all:"]
        if subprocess.call([*pip, "-r", str(ROOT / lock)]):
            raise Fault("the libraries could not be installed; pip says why above. The first time needs a network.")
        there.update({name: hash_of(name) for name in HOLDS[lock]}, python=os.path.realpath(_program("python")))
        READY.write_text(json.dumps(there, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise Fault(f"{VENV} cannot be written ({error.strerror}). Run it as a user who may write there.") from None


def exists(python: Path) -> bool:
    """Returns whether the environment's Python is there. Raises Fault if this user may not run it."""
    try:
        os.stat(str(python))  # noqa: PTH116 - `Path.exists` of Python 3.14 hides who may not look
        runs = os.access(str(python), os.X_OK)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        runs = False
    if not runs:
        raise Fault(
            f"this user may not run the Python of {VENV} ({python}). Remove {VENV}, and make it again with the system's Python:"
            " /usr/bin/python3 zamki.py setup."
        )
    return True


def _make() -> None:
    if find_spec("ensurepip") is None:
        raise Fault("this Python comes without venv. On Debian and Ubuntu install the package python3-venv.")
    if not os.access(VENV.parent, os.W_OK):
        raise Fault(f"{VENV} cannot be made: {VENV.parent} may not be written to. Run it as a user who may write there.")
    sys.stdout.write(f"Making {VENV} with Python {sys.version_info[0]}.{sys.version_info[1]} …\n")
    sys.stdout.flush()
    # `--clear`: files of another Python would not fit this one.
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]):
        raise Fault(f"{VENV} could not be made; the lines above say why.")


def hash_of(lock: str) -> str:
    """Returns the SHA-256 of a lock file."""
    # As text: Git may use other line endings on Windows.
    return hashlib.sha256((ROOT / lock).read_text(encoding="utf-8").encode()).hexdigest()


def _ready() -> "dict[str, str]":
    try:
        found = json.loads(READY.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _compile_catalogues() -> None:
    """Compile the catalogues if they have changed. If the folder is not writable, the bot reads the sources."""
    compiled = sorted((ROOT / "data" / "compiled").glob("*.json"))
    newest = max(path.stat().st_mtime for path in [CATALOGUES, *(ROOT / "data" / "locale").glob("*/*.po")])
    stale = not compiled or min(path.stat().st_mtime for path in compiled) < newest
    if stale and os.access(str(ROOT / "data"), os.W_OK):
        subprocess.call([_program("python"), "-m", "data.catalogues"], cwd=str(ROOT))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
