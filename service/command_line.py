"""The command line of `bot.py`. Slow imports are made where they are needed, since a container calls `bot.py health` every half
minute.
"""

import argparse
import asyncio
import difflib
import re
import sys
from pathlib import Path

from chat.wire.numbers import number
from data.errors import StoreError
from data.program import ZAMKI
from data.words import languages, words
from service import alive, logs
from service.settings import BadSettings, Settings, read, with_full_paths
from service.stopping import NO_RESTART
from tables.errors import Refusal

OF_ZAMKI = ("check", "play", "run", "setup")
"""Commands of `zamki.py` that people may have meant."""

INTERRUPTED = 130
"""The exit code after Ctrl+C, if the command could not finish by itself."""


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line. A mistyped option is reported as such: argparse would take its value for the command."""
    parser, commands = _parser()
    text = "".join(each.format_help() for each in (parser, *commands.values()))
    known = sorted(set(re.findall(r"--[a-z]+", text)))
    for name in (argument.partition("=")[0] for argument in arguments):
        if name.startswith("--") and not any(each.startswith(name) for each in known):
            meant = difflib.get_close_matches(name, known, 1)
            parser.error(f"there is no option {name}{f'; did you mean {meant[0]}?' if meant else ''}")
    command = next((argument for argument in arguments if not argument.startswith("-")), "")
    if (meant := difflib.get_close_matches(command, {*commands, *OF_ZAMKI}, 1)) and command not in commands:
        parser.error(f"there is no command {command}; did you mean {meant[0]}?")
    asked = parser.parse_args(arguments)
    if asked.port is not None and not asked.sandbox:
        parser.error("--port goes with --sandbox")
    return asked


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Returns the parser, and those of its commands by name."""
    parser = argparse.ArgumentParser(prog="bot.py", description="Zamki: castle board games inside Discord.")
    parser.add_argument("--version", action="version", version=f"zamki {ZAMKI}")
    parser.add_argument("--check", action="store_true", help="show the settings and check database, fonts and limits")
    parser.add_argument(
        "--sandbox", action="store_true", help="play in an imitation of Discord on this machine, without a token"
    )
    parser.add_argument("--port", type=int, help="the sandbox's port on 127.0.0.1 (default: 8080; 0: a free one)")
    parts = parser.add_subparsers(dest="command", metavar="command")
    parts.add_parser("health", help="check that the bot is running (container health check)")
    parts.add_parser("doctor", help="look at the application as Discord has it; the bot may be running")
    backup = parts.add_parser("backup", help="copy the database while the bot runs, and check the copy")
    backup.add_argument("file", nargs="?", type=Path, help="the copy (default: beside the database)")
    restore = parts.add_parser("restore", help="replace the database by a backup; the bot must be stopped")
    restore.add_argument("file", type=Path, help="a backup: its copy becomes the database")
    move = parts.add_parser("move-database", help="copy everything to another database and compare; the bot must be stopped")
    move.add_argument("source", metavar="FROM", help="path of an SQLite file or postgresql:// URL")
    move.add_argument("target", metavar="TO", help="a new path, or the URL of an empty database")
    export = parts.add_parser("export", help="write the record of a finished table to a file; the bot may be running")
    export.add_argument("table", type=_number, help="the table's number")
    export.add_argument("file", type=Path, help="the file to write")
    export.add_argument("--names", action="store_true", help="with people's names; without, they are called by their seats")
    verify = parts.add_parser("verify", help="replay an exported record from its seed and compare")
    verify.add_argument("file", type=Path, help="a record, or the draw of a tournament from /tournament standings")
    hashes = {
        "promise": "the hash on the lobby's card: compares the bot's part of the seed",
        "commitment": "the hash on the started game's card: compares the seed",
        "final": "the hash in the game's last message: compares the whole game",
    }
    for name, about in hashes.items():
        verify.add_argument(f"--{name}", default="", metavar="HEX", help=about)
    replay = parts.add_parser("replay", help="print an exported record step by step, or show one step")
    replay.add_argument("file", type=Path, help="the record, as export or /zamki game verify gave it")
    replay.add_argument("--step", type=int, help="the table after this step, as text (0: the start)")
    replay.add_argument("--seat", type=int, help="with --step: as this seat saw it (1: the first)")
    replay.add_argument("--pictures", type=Path, metavar="FOLDER", help="write the picture of each step there")
    replay.add_argument("--json", action="store_true", help="print each step with its events and all views as a line of JSON")
    replay.add_argument("--names", action="store_true", help="with --json: with people's names")
    replay.add_argument("--language", default="en", choices=languages(), help="of the output (default: en)")
    recompute = parts.add_parser("recompute", help="recompute all ratings and leaderboards from the stored results")
    recompute.add_argument("guild", nargs="?", type=_number, help="the id of one server (default: all of them)")
    void = parts.add_parser("void", help="void a finished game: it no longer counts, and its server is recomputed")
    void.add_argument("table", type=_number, help="the table's number")
    rehearse = parts.add_parser("rehearse", help="play on a real test server and in the sandbox, and write what differs")
    rehearse.add_argument("file", nargs="?", type=Path, default=Path("rehearsal.json"), help="default: rehearsal.json")
    rehearse.add_argument("--game", action="append", metavar="KEY", help="only this game (may be repeated)")
    return parser, parts.choices


def _number(text: str) -> int:
    found = number(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text} is no number of a table or server")
    return found


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit code. Faults of settings and store are printed with their remedy."""
    asked = parse(arguments)
    settings = Settings()
    try:
        settings = read() if asked.sandbox else with_full_paths(read())
        logs.set_up(settings.log, settings.log_level)
        if asked.command == "health":
            return alive.health(settings)
        return _do(asked, settings)
    except Refusal as refusal:
        return _fail(refusal.text(words("en")))
    except BadSettings as error:
        return _fail(str(error), lasting=_runs(asked))
    except OSError as error:
        if error.filename:
            return _fail(f"{error.filename}: {error.strerror}. Name a file that exists, or a place that you may write to.")
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED


def _do(asked: argparse.Namespace, settings: Settings) -> int:
    from service import commands, run, sandbox  # noqa: PLC0415 - most of a second

    try:
        if asked.check:
            return commands.check(settings)
        if asked.command:
            return commands.COMMANDS[asked.command](settings, asked)
        return asyncio.run(sandbox.play(settings, asked.port) if asked.sandbox else run.run(settings))
    except StoreError as error:
        return _fail(commands.advice(error, settings), lasting=_runs(asked) and error.lasting)


def _runs(asked: argparse.Namespace) -> bool:
    """Returns whether the bot itself is to run, and no command."""
    return not (asked.command or asked.check)


def _fail(text: str, *, lasting: bool = False) -> int:
    """Print what is wrong, and return the exit code. `lasting`: another start does not help."""
    print(f"zamki: {text}", file=sys.stderr)  # noqa: T201
    return NO_RESTART if lasting else 1
