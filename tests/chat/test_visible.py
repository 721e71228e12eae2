"""What somebody may do in a channel, against the sandbox's own reckoning."""

from __future__ import annotations

import random

from chat.wire.payloads import OverwritePayload
from chat.wire.visible import apply_overwrites
from sandbox.permissions import BITS, in_channel

GUILD, ROLES, PERSON = 1, (2, 3, 4), 9


def some(rng: random.Random) -> int:
    return sum(bit for name, bit in BITS.items() if name != "ADMINISTRATOR" and rng.random() < 0.4)


def test_overwrites_count_as_in_the_sandbox() -> None:
    rng = random.Random(1)
    for _ in range(500):
        base = some(rng)
        targets = [each for each in (GUILD, *ROLES, PERSON) if rng.random() < 0.6]
        overwrites = {each: (some(rng), some(rng)) for each in targets}
        roles = {role for role in ROLES if rng.random() < 0.7}
        payloads = [
            OverwritePayload(id=str(each), allow=str(allow), deny=str(deny)) for each, (allow, deny) in overwrites.items()
        ]
        rights = apply_overwrites(base, payloads, GUILD, roles | {GUILD}, PERSON)
        expected = in_channel(base, overwrites, GUILD, roles, PERSON)
        assert expected == (rights if rights & BITS["VIEW_CHANNEL"] else 0)
