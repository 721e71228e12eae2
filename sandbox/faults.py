"""Faults on demand: what can go wrong at Discord, set up from tests and from the page."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox import permissions
from sandbox.errors import JSON

KINDS = (
    "closed_dm",
    "lost_permission",
    "deleted_message",
    "status",
    "rate_limit",
    "drop_gateway",
    "repeat_event",
    "edit_too_old",
    "slow",
)


@dataclass(slots=True)
class Fault:
    """One fault: it strikes `times` more times (-1: until it is taken away).

    Parameters by kind; `method` and `path` (a regular expression searched in the path below `/api/v10`) narrow
    `status`, `rate_limit` and `slow`:
    closed_dm `user`; lost_permission `channel`, `permission` (default SEND_MESSAGES); deleted_message `message`;
    status `status` (default 500), `code`, `message`, `after` (true: the work is done and only the answer is lost);
    rate_limit `retry_after` (seconds, default 0.2), `global`; drop_gateway `how` (`close`, `reconnect`,
    `invalid_session`), `code` (default 4000), `shard`; repeat_event `event` (default INTERACTION_CREATE);
    edit_too_old `message`; slow `seconds`, `after` (true: the work is done at once and only the answer is late).
    """

    kind: str
    times: int = 1
    parameters: JSON = field(default_factory=dict)

    def body(self) -> JSON:
        """As the person API lists it."""
        return {"kind": self.kind, "times": self.times, **self.parameters}


class Faults:
    """The faults that are due; `struck` are those that have happened. `drop` carries `drop_gateway` out at once."""

    def __init__(self) -> None:
        self.due: list[Fault] = []
        self.struck: list[Fault] = []
        self.drop: Callable[[Fault], None] | None = None

    def add(self, kind: str, times: int = 1, **parameters: Any) -> Fault:
        """Set a fault up; ValueError for an unknown kind, parameter or permission."""
        if kind not in KINDS:
            raise ValueError(f"unknown fault {kind!r}; known: {', '.join(KINDS)}")
        if kind == "lost_permission":
            permissions.bits(parameters.setdefault("permission", "SEND_MESSAGES"))
        if kind == "slow":
            parameters.setdefault("after", False)
        if times != -1 and times < 1:
            raise ValueError("times must be -1 or at least 1")
        re.compile(str(parameters.get("path", "")))
        fault = Fault(kind, times, parameters)
        if kind == "drop_gateway" and self.drop is not None:
            self.struck.append(fault)
            self.drop(fault)
        else:
            self.due.append(fault)
        return fault

    def clear(self) -> None:
        """Take every fault away."""
        self.due.clear()

    def strike(self, kind: str, **facts: object) -> Fault | None:
        """The fault of that kind that applies to the facts, one strike used up; None if there is none.

        A parameter that the fault names must equal the fact (as text); `path` is searched, `method` compared.
        """
        for fault in self.due:
            if fault.kind == kind and all(self._fits(fault, key, fact) for key, fact in facts.items()):
                if fault.times > 0:
                    fault.times -= 1
                if fault.times == 0:
                    self.due.remove(fault)
                self.struck.append(fault)
                return fault
        return None

    @staticmethod
    def _fits(fault: Fault, key: str, fact: object) -> bool:
        wanted = fault.parameters.get(key)
        if wanted is None:
            return True
        if key == "path":
            return bool(re.search(str(wanted), str(fact)))
        return str(wanted).upper() == str(fact).upper()

    def lost(self, channel_id: int) -> int:
        """The permissions that faults take from the bot in a channel, without using them up."""
        lost = 0
        for fault in self.due:
            if fault.kind == "lost_permission" and self._fits(fault, "channel", channel_id):
                lost |= permissions.bits(fault.parameters["permission"])
        return lost

    async def wait(self, *, after: bool, **facts: object) -> None:
        """Be slow if a `slow` fault for before, or after, the work applies."""
        fault = self.strike("slow", after=after, **facts)
        if fault is not None:
            await asyncio.sleep(float(fault.parameters.get("seconds", 1.0)))
