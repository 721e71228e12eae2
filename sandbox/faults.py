"""Faults on demand: what can go wrong at Discord, set up from tests and from the page."""

import math
import random
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox import permissions
from sandbox.errors import JSON

ANSWER_KINDS = ("drop", "half_body", "silence", "slow", "rate_limit", "status", "refusal", "broken")
"""Faults of REST answers. At most one of them strikes a request: the first that was added."""

KINDS = (
    "closed_dm",
    "dm_too_fast",
    "flagged",
    "lost_permission",
    "deleted_message",
    "drop_gateway",
    "repeat_event",
    "edit_too_old",
    *ANSWER_KINDS,
)

WAYS: dict[str, tuple[str, JSON]] = {
    "dropped": ("drop", {"after": False}),
    "reset": ("drop", {"after": False, "reset": True}),
    "dropped_after": ("drop", {"after": True}),
    "half_body": ("half_body", {}),
    "silent": ("silence", {"after": False}),
    "silent_after": ("silence", {"after": True}),
    "late": ("slow", {"seconds": 1.0, "after": False}),
    "late_after": ("slow", {"seconds": 1.0, "after": True}),
    "429_short": ("rate_limit", {"retry_after": 0.2}),
    "429_long": ("rate_limit", {"retry_after": 4.0}),
    "429_global": ("rate_limit", {"retry_after": 0.5, "global": True}),
    "500": ("status", {"status": 500}),
    "500_after": ("status", {"status": 500, "after": True}),
    "502_html": ("status", {"status": 502, "html": True}),
}
"""The ways in which `broken` breaks an answer: the name of each way, and the fault it stands for."""

MOST_STRUCK = 10_000

NUMBERS = {"retry_after", "seconds", "status", "code", "larger", "share", "seed"}
"""Parameters that are numbers."""


@dataclass(slots=True)
class Fault:
    """One fault: it strikes `times` more times (-1: until it is removed).

    Parameters by kind: closed_dm `user`; dm_too_fast `user` (opening direct messages is refused with 40003); flagged `user`
    (opening and writing direct messages is refused with 20026); lost_permission `channel`, `permission` (default
    SEND_MESSAGES); deleted_message `message`; edit_too_old `message`; drop_gateway `how` (`close`, `reconnect`,
    `invalid_session`), `code` (default 4000), `shard`; repeat_event `event` (default INTERACTION_CREATE).

    Faults of answers (`ANSWER_KINDS`) strike any REST request, callbacks of interactions and uploads included. If `after` is
    true, the request is carried out and only its answer is affected:
    drop `after`, `reset` (the connection is reset before the body is read, instead of closed after that);
    half_body (carried out; the answer breaks off in the middle of its body, an empty one before its head);
    silence `after` (no answer until the client disconnects); slow `seconds` (default 1), `after`;
    rate_limit `retry_after` (seconds, default 0.2; the bucket, and with `global` every route but those of
      interactions, stays shut for this long), `global`;
    status `status` (default 500), `code`, `message`, `after`, `html` (a page like that of a proxy in between);
    refusal `code` (default 50035; of `sandbox.errors.REASONS`), `larger` (only bodies of more bytes than that);
    broken `ways` (names of `WAYS`, default all: one is drawn for each request), `order` (a list of such names and None
      for consecutive requests, instead of `ways` and `times`; the fault is removed at the end of the list).

    Which requests: `method` equals, `path` (a regular expression) is found in the path below `/api/v10`, `upload` is whether
    the request carries files (multipart). A `share` of these (0 to 1, default 1) is struck, drawn from `seed` (default 1).
    """

    kind: str
    times: int = 1
    parameters: JSON = field(default_factory=dict)
    draws: random.Random = field(default_factory=random.Random, repr=False)
    """Decides which requests a `share` strikes, and in which way; seeded when the fault is added."""
    seen: int = 0
    """The number of matching requests so far: the place in `order`."""

    def body(self) -> JSON:
        """The fault as the person API lists it."""
        return {"kind": self.kind, "times": self.times, **self.parameters}

    def next_way(self) -> "Fault | None":
        """Count one more matching request and return the fault that strikes it: this one, one drawn by `broken`, or None."""
        self.seen += 1
        spared = self.draws.random() >= float(self.parameters.get("share", 1.0))
        if self.kind != "broken":
            return None if spared else self
        order, ways = self.parameters.get("order"), list(self.parameters.get("ways") or WAYS)
        name = order[self.seen - 1] if order is not None else self.draws.choice(ways)
        if spared or name is None:
            return None
        kind, parameters = WAYS[name]
        return Fault(kind, 1, parameters | {"way": name})

    @property
    def over(self) -> bool:
        """Whether it will not strike again."""
        order = self.parameters.get("order")
        return self.times == 0 or (order is not None and self.seen >= len(order))


def _check(parameters: dict[str, Any]) -> None:
    """ValueError for an unknown way or a number out of range; `re.error` for a path that is not a pattern."""
    re.compile(str(parameters.get("path", "")))
    if not 0 < float(parameters.get("share", 1.0)) <= 1:
        raise ValueError("share must be above 0 and at most 1")
    for name in NUMBERS & parameters.keys():
        if type(parameters[name]) not in (int, float) or not math.isfinite(parameters[name]):
            raise ValueError(f"{name} must be a number")
    for name in (*parameters.get("ways", ()), *parameters.get("order", ())):
        if name is not None and name not in WAYS:
            raise ValueError(f"unknown way {name!r}; known: {', '.join(WAYS)}")


class Faults:
    """The faults that are due; `struck` are the latest that have struck. `drop` carries out `drop_gateway` immediately."""

    def __init__(self) -> None:
        self.due: list[Fault] = []
        self.struck: deque[Fault] = deque(maxlen=MOST_STRUCK)
        self.drop: Callable[[Fault], None] | None = None

    def add(self, kind: str, times: int = 1, **parameters: Any) -> Fault:
        """Add a fault; ValueError or KeyError for an unknown kind, way or permission, or a number out of range."""
        if kind not in KINDS:
            raise ValueError(f"unknown fault {kind!r}; known: {', '.join(KINDS)}")
        if kind == "lost_permission":
            permissions.bits(parameters.setdefault("permission", "SEND_MESSAGES"))
        if times != -1 and times < 1:
            raise ValueError("times must be -1 or at least 1")
        _check(parameters)
        if parameters.get("order") is not None:
            times = -1
        seeded = random.Random(int(parameters.get("seed", 1)))  # noqa: S311 - a toy that must be repeatable
        fault = Fault(kind, times, parameters, seeded)
        if kind == "drop_gateway" and self.drop is not None:
            self.struck.append(fault)
            self.drop(fault)
        elif not fault.over:
            self.due.append(fault)
        return fault

    def clear(self) -> None:
        """Remove all faults."""
        self.due.clear()

    def strike(self, kind: str, **facts: object) -> Fault | None:
        """Use up one strike of the first fault of that kind that matches the facts, and return it; None if there is none.

        A parameter that the fault names must equal the fact (as text).
        """
        for fault in self.due:
            if fault.kind == kind and self._fits(fault, facts):
                self._use(fault, fault)
                return fault
        return None

    def strike_answer(self, method: str, path: str, *, upload: bool, size: int = 0) -> Fault | None:
        """Return the fault that strikes the answer to a request; None if none does.

        Every matching fault draws, whether or not another one has struck: the same seed strikes the same requests.
        """
        struck: Fault | None = None
        for fault in list(self.due):
            if fault.kind not in ANSWER_KINDS or not self._fits(fault, {"method": method, "path": path, "upload": upload}):
                continue
            if size <= int(fault.parameters.get("larger", -1)):
                continue
            way = fault.next_way()
            if way is not None and struck is None:
                struck = way
                self._use(fault, way)
            elif fault.over:
                self.due.remove(fault)
        return struck

    def _use(self, fault: Fault, way: Fault) -> None:
        if fault.times > 0:
            fault.times -= 1
        if fault.over:
            self.due.remove(fault)
        self.struck.append(way)

    @staticmethod
    def _fits(fault: Fault, facts: dict[str, object]) -> bool:
        for key, fact in facts.items():
            wanted = fault.parameters.get(key)
            if wanted is None:
                continue
            if key == "path":
                if not re.search(str(wanted), str(fact)):
                    return False
            elif str(wanted).upper() != str(fact).upper():
                return False
        return True

    def lost(self, channel_id: int) -> int:
        """The permissions that faults take from the bot in a channel. No strike is used up."""
        lost = 0
        for fault in self.due:
            if fault.kind == "lost_permission" and self._fits(fault, {"channel": channel_id}):
                lost |= permissions.bits(fault.parameters["permission"])
        return lost
