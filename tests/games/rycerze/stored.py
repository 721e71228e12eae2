"""Tables of Rycerze i zamki as earlier versions stored them."""

from __future__ import annotations

RUNNING = (
    b'{"seed":"b2YgMzg2Y2EzZg==","seats":3,"match":true,"game":2,"sword":1,"seen":[0,1,2],"owners":[2,2,-1,-1,-1,-1],'
    b'"hands":[38,22,20],"chosen":[-1,8,-1],"shown":[[19,16,4],[2,5,7]],"scores":[[3,2,3]],"over":false,"version":1}'
)
"""A table in mid-round as the version of 386ca3f stored it."""
