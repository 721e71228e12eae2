"""`python -m bench [name…]`: every figure as one JSON object on a line, with a yardstick measured in the same run; `python -m
bench arena …`: computer players against each other; `python -m bench talk [game…]`: a table of what games leave in a channel;
`python -m bench year`: a year of a server.

Compare the ratio of a figure to `yardstick` (million iterations per CPU second of a fixed pure-Python loop), not the figure
alone: machines differ and other processes interfere.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys

import bench
from bench.yardstick import rate


def main(wanted: list[str]) -> None:
    """Run the benches whose module name contains one of the words; all if there are no words."""
    for module in sorted(pkgutil.iter_modules(bench.__path__), key=lambda module: module.name):
        if wanted and not any(word in module.name for word in wanted):
            continue
        lines = getattr(importlib.import_module(f"bench.{module.name}"), "lines", None) if module.name != "__main__" else None
        if lines is None:
            continue
        for name, value, unit in lines():
            figure = {"name": name, "value": round(value, 4), "unit": unit, "yardstick": round(rate(), 2)}
            print(json.dumps(figure), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["arena"]:
        sys.exit(importlib.import_module("bench.arena.__main__").main(sys.argv[2:]))
    if sys.argv[1:2] == ["talk"]:
        sys.exit(importlib.import_module("bench.talk").main())
    if sys.argv[1:2] == ["year"]:
        sys.exit(importlib.import_module("bench.year").main(sys.argv[2:]))
    main(sys.argv[1:])
