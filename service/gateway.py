"""The gateway's reader of presses, so that nothing is made of what nobody looks at.

Of each press discord.py makes objects of all the message's layout, some thirty for a hand, which took a quarter of the time to
its acknowledgement and most of the garbage collector's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chat.press.presses import STANDING


def bare(parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """The parser of interactions, given the layout of the message pressed as it came, beside what was pressed (`STANDING`)."""

    def parse_bare(data: Any) -> None:
        if (message := data.get("message")) is not None:
            data["data"][STANDING], message["components"] = message.get("components", []), []
        parse(data)

    return parse_bare
