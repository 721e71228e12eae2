"""Zamki: castle board games inside Discord. `python bot.py --help` lists the commands.

Every Python since 3.6 can read this file, so that a Python that is too old, or lacks libraries, can say what to do.
"""

import gc
import sys
from pathlib import Path

IMPORTING = 400_000
"""How many more objects are made than freed before the garbage collector runs, until `service.collecting` takes over. Imports
and the catalogues make some 200,000 objects that stay: looking through them again and again took a fifth of the start.
"""


def main(arguments: "list[str]") -> int:
    """Run the command line. Returns the exit code."""
    if sys.version_info < (3, 11):
        return _fail(f"this is Python {sys.version_info[0]}.{sys.version_info[1]}, and Zamki needs 3.11 or newer.")
    gc.set_threshold(IMPORTING)
    try:
        from service import command_line  # noqa: PLC0415 - its libraries may be missing
    except ModuleNotFoundError as error:
        name = str(error.name).partition(".")[0]
        if Path(__file__).resolve().with_name(name).exists():
            raise  # not a library
        remedy = "`python zamki.py setup` installs all of them into .venv, and `python zamki.py run` starts the bot."
        return _fail(f"the library {name} is missing. {remedy}")
    return command_line.main(arguments)


def _fail(text: str) -> int:
    sys.stderr.write(f"zamki: {text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
