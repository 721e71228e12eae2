"""Tables of Budowa zamku as earlier versions stored them."""

from __future__ import annotations

RUNNING = (
    b'{"seed":"b2YgMzg2Y2EzZg==","seats":2,"figures":true,"notes":true,"grid":[20,0,33,0,12,18,43,0,0,-1,0,0,31,0,19,4,-1,0,0,'
    b'0,0,0,-1,0,-1,0,0,0,25,9,0,0,0,0,0,0,0,0,0,0,35,0,8,0,0],"looked":[8,0,11,0,2,6,1,0,0,12,0,0,5,0,10,7,4,0,0,0,0,0,15,0,'
    b'17,0,0,0,9,14,0,0,0,0,0,0,0,0,0,0,16,0,13,0,0],"castles":[[29],[17,39]],"backs":[0,0],"out":[14],"turn":18,"moves":31,'
    b'"drawn":16,"up":-1,"forced":false,"used":false,"last":{"kind":"out","seat":0,"spot":"c7","number":14},"ending":"",'
    b'"version":1}'
)
"""A table in mid-game as the version of 386ca3f stored it."""
