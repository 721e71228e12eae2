"""What a command that looks for faults has found, and how it prints that."""

import sys
from collections.abc import Callable, Mapping


class Fault(Exception):
    """What is wrong and what to do about it."""


class Advice(str):
    """Advice about something that works but could be better."""

    __slots__ = ()


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def report(checks: Mapping[str, Callable[[], str]]) -> int:
    """Make each check and print what it finds. Returns the exit code: 1 if there is a fault."""
    faults, advised = 0, False
    for name, check in checks.items():
        try:
            found = check()
        except Fault as fault:
            faults += 1
            say(f"✗ {name}: {fault}")
        else:
            advised = advised or isinstance(found, Advice)
            say(f"{'!' if isinstance(found, Advice) else '✓'} {name}: {found}")
    better = " Lines with ! say what could be better." if advised else ""
    say(f"All is well.{better}" if not faults else f"{faults} fault{'s' if faults > 1 else ''}: see the remedies above.")
    return 1 if faults else 0
