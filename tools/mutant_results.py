"""What was found about the mutants of each rules module: tools/mutants.json, a line for each, kept with the code.

A result holds until the module's code changes (`digest`).
"""

import ast
import hashlib
from pathlib import Path

import msgspec

PATH = Path(__file__).with_name("mutants.json")


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result for one version of a module. Faults named as equivalent when it was measured are not in it."""

    digest: str
    """The version (`digest`)."""
    tried: int
    killed: int
    survived: tuple[tuple[str, str], ...] = ()
    """The lines and names of the faults that no test noticed."""


def digest(source: str) -> str:
    """Returns a digest of a module's code: its lines without docstrings, lines of comment and empty ones."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[line - 1] = ""
    code = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return hashlib.sha256("\n".join(code).encode()).hexdigest()[:16]


def read() -> dict[str, Result]:
    """Returns the results by module, `<game>.<module>`."""
    return msgspec.json.decode(PATH.read_bytes(), type=dict[str, Result])


def write(results: dict[str, Result]) -> None:
    """Store the results in place of those that are there."""
    lines = [f'"{module}": {msgspec.json.encode(result).decode()}' for module, result in sorted(results.items())]
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
