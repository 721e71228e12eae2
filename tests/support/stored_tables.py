"""Tables with every value that can be stored, and with as few as possible."""

from __future__ import annotations

from engines.contract import Result
from tables.model.guests import Answered, Guests, Invite
from tables.model.outbox_rows import Note
from tables.model.table import LogLine, Table
from tables.model.table_info import Ahead, Departed, Offer, Origin, Place, SeatInfo, Vote
from tables.time.timing import SeatClock, Timing

FULL = Table(
    id=5,
    place=Place(7, 8),
    home=9,
    game="coins",
    options={"length": "short"},
    pace="day",
    language="pl",
    state="playing",
    closed="void",
    follows=3,
    series=2,
    host=11,
    changed=1760000000.123456,
    version=4,
    seed=bytes(range(32)),
    secret=b"\x00\xff",
    stage=6,
    number=12,
    seats=(SeatInfo("Anna", 11), SeatInfo("Wacław", None, "easy", resigned=True)),
    missed=(0, 2),
    reason='"so"\n',
    friendly=True,
    direct=True,
    keep_due=7.7,
    series_number=2,
    best_of=3,
    company="20000:11,12",
    departed=(Departed(12, "Borys", 1, 4),),
    offer=Offer(id=1, seat=0, by=11, to=13),
    idle_since=1.1,
    complete=3.3,
    wondered=4.4,
    host_called=5.5,
    idle_due=2.2,
    random_order=False,
    created=1759999999.000001,
    rules_version=2,
    commitment="ab",
    promise="cd",
    final="ef",
    presses=(1 << 60, 2),
    drawn=(1, 0),
    origin=Origin(4, 12, 1),
    begins="{}",
    day="2026-11-28",
    turn=3,
    pending=(0,),
    log=(LogLine(3, event={"kind": "took", "coin": 1}), LogLine(4, note=Note("tables.note.obvious", 0))),
    overdue=(1,),
    result=Result((1, 2), (5, 3), "score", (1, 2), ({"coins": 5},)),
    timing=Timing("vote", (SeatClock(due=9.9),)),
    display="both",
    theme="light",
    shape="tall",
    deadline=9.9,
    remind=8.8,
    overran=(1,),
    ahead=(Ahead(seat=0, user=11, moves=(("coin-1",),)),),
    votes=(Vote(id=2, kind="end", seat=0, asked=(1,), until=7.7),),
    guests=Guests(
        only=True,
        invites=(Invite(id=1, user=14, by=11),),
        asked=(15,),
        answers=(Answered(user=17, by=11, comes=True),),
        away=(16,),
    ),
)


EMPTY = Table(
    place=Place(7, 8),
    game="coins",
    options={},
    pace="none",
    language="en",
    host=11,
    changed=1.0,
    seats=(),
    missed=(),
    created=1.0,
    rules_version=1,
)
