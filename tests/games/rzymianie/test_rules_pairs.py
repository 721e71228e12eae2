"""Every ability against every ability, and every fort with every ability, as tables (H4, H5)."""

from __future__ import annotations

import pytest

from engines.rzymianie.components import CARDS
from tests.games.rzymianie.rounds import AttackGame, attack

# Two clans turn these up with nothing face up before; the fort is plain, Axx is kept, Dru'hid takes the contested fort.
# first, second: who takes the fort (1, 2, `tie`, `archrs` or `nobody`), who lies face up for the first and the second after it
PAIRS = """
qween    qween    | tie    | qween    | qween
qween    druhid   | 1      |          |
qween    svord    | 1      |          |
qween    axx      | 1      |          |
qween    archr    | 1      |          |
qween    filchy   | 1      |          |
qween    horsie   | 1      |          |
qween    chariott | 1      |          |
druhid   druhid   | tie    | druhid   | druhid
druhid   svord    | 2      | druhid   |
druhid   axx      | 2      | druhid   | axx
druhid   archr    | 2      | druhid   |
druhid   filchy   | 1      |          | filchy
druhid   horsie   | 2      | druhid   |
druhid   chariott | 2      | druhid   |
svord    svord    | tie    | svord    | svord
svord    axx      | 2      | svord    | axx
svord    archr    | 2      | svord    |
svord    filchy   | 1      |          | filchy
svord    horsie   | 2      | svord    |
svord    chariott | 2      | svord    |
axx      axx      | tie    | axx      | axx
axx      archr    | 2      | axx      |
axx      filchy   | 1      | axx      | filchy
axx      horsie   | 2      | axx      |
axx      chariott | 2      | axx      |
archr    archr    | archrs | archr    | archr
archr    filchy   | 1      |          | filchy
archr    horsie   | 2      | archr    |
archr    chariott | 2      | archr    |
filchy   filchy   | nobody | filchy   | filchy
filchy   horsie   | 2      | filchy   |
filchy   chariott | 2      | filchy   |
horsie   horsie   | tie    |          |
horsie   chariott | 2      |          |
chariott chariott | tie    |          |
"""

ROWS = [tuple(part.strip() for part in line.split("|")) for line in PAIRS.strip().splitlines()]


def test_the_table_has_every_pair() -> None:
    pairs = {frozenset(pair.split()) for pair, *_ in ROWS}
    assert pairs == {frozenset((one, other)) for one in CARDS for other in CARDS}
    assert len(ROWS) == 36


def answer_round(game: AttackGame) -> None:
    """Answer what is asked in the first round: Axx stays, the contested fort is taken, the order stays."""
    while "attack" not in game.kinds():
        seat = game.position.pending()[0]
        offered = game.may(seat)
        game.say(seat, next((move for move in ("take here", "keep axx") if move in offered), offered[0]))


@pytest.mark.rule("H4")
@pytest.mark.parametrize("turned_round", [False, True], ids=["", "seats-changed"])
@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_ability_against_ability(row: tuple[str, ...], turned_round: bool) -> None:
    pair, winner, first, second = row
    one, other = pair.split()
    game = attack(f"{other} {one}" if turned_round else f"{one} {other}", round=1)
    answer_round(game)
    attacked = game.round
    clans = (1, 0) if turned_round else (0, 1)
    if winner in ("1", "2"):
        assert attacked.winner == clans[int(winner) - 1]
        assert attacked.taken == attacked.fort
    else:
        assert (attacked.outcome, attacked.winner, attacked.lost) == (winner, None, attacked.fort)
    assert (game.after(clans[0]), game.after(clans[1])) == (first, second)
    asked = [clan for clan in (0, 1) if attacked.turned[clan] == "svord"]
    assert attacked.svords == tuple(asked)


# A clan with Ch'ariott before takes this fort against Arch'r (Svord and Dru'hid before), turning up these. What it may
# keep, and what lies face up for both after it if it keeps all it may and drops the weakest. Filchy cannot take it: the other
# clan does, and keeps the weakest it may.
FORTS = """
komfort2   qween    | qween,none                | qween      | svord druhid
komfort2   druhid   | druhid,none               | druhid     | svord druhid archr
komfort2   svord    | svord,none                | svord      | svord druhid archr
komfort2   axx      | axx,none                  | axx        | svord druhid archr
komfort2   archr    | archr,none                | archr      | svord druhid archr
komfort2   horsie   | horsie,none               | horsie     | svord druhid archr
komfort2   chariott | chariott,none             | chariott   | svord druhid archr
komfort2   filchy   |                           | chariott filchy | druhid
fokus4     qween    |                           |            | svord
fokus4     druhid   |                           |            | svord archr
fokus4     svord    |                           |            | svord archr
fokus4     axx      | axx,none                  | axx        | svord archr
fokus4     archr    |                           |            | svord archr
fokus4     horsie   |                           |            | svord archr
fokus4     chariott |                           |            | svord archr
fokus4     filchy   |                           | chariott   |
fortuna8   axx      | axx,none                  | axx        | svord druhid archr
fortuna8   horsie   |                           |            | svord druhid archr
fortuna8   filchy   |                           | chariott filchy |
niefort3   qween    |                           |            | svord druhid
niefort3   druhid   |                           |            | svord druhid archr
niefort3   svord    |                           |            | svord druhid archr
niefort3   axx      | axx,none                  | axx        | svord druhid archr
niefort3   archr    |                           |            | svord druhid archr
niefort3   horsie   |                           |            | svord druhid archr
niefort3   chariott |                           |            | svord druhid archr
niefort3   filchy   |                           | chariott filchy |
fortheca-1 qween    |                           |            | svord druhid
fortheca-1 druhid   |                           |            | svord druhid archr
fortheca-1 svord    |                           |            | svord druhid archr
fortheca-1 axx      | axx,none                  | axx        | svord druhid archr
fortheca-1 archr    |                           |            | svord druhid archr
fortheca-1 horsie   |                           |            | svord druhid archr
fortheca-1 chariott |                           |            | svord druhid archr
fortheca-1 filchy   |                           | chariott filchy |
fortuna8   qween    |                           |            | svord druhid
fortuna8   druhid   |                           |            | svord druhid archr
fortuna8   svord    |                           |            | svord druhid archr
fortuna8   archr    |                           |            | svord druhid archr
fortuna8   chariott |                           |            | svord druhid archr
"""
FORT_ROWS = [tuple(part.strip() for part in line.split("|")) for line in FORTS.strip().splitlines()]


@pytest.mark.rule("H5", "H5a", "H5b", "H5c", "H5d", "H5e")
@pytest.mark.parametrize("row", FORT_ROWS, ids=[row[0] for row in FORT_ROWS])
def test_fort_with_ability(row: tuple[str, ...]) -> None:
    head, keepings, mine, others = row
    fort, card = head.split()
    wall = f"niefort1 niefort5 {fort} niefort6 niefort4 fokus4"
    game = attack(f"{card} archr", up=["chariott", "svord druhid"], wall=wall, round=3, won=["niefort6", ""])
    offered: list[str] = []
    asked_fokus = False
    while "attack" not in game.kinds():
        seat = game.position.pending()[0]
        moves = game.may(seat)
        if game.asking == "keep" and seat == 0:
            offered = [move.removeprefix("keep ") for move in moves]
        asked_fokus |= game.asking == "fokus"
        game.say(seat, moves[0])
    assert game.round.winner == (1 if card == "filchy" else 0)
    assert offered == [each for each in keepings.split(",") if each]
    assert asked_fokus == (fort == "fokus4")
    assert (game.after(0), game.after(1)) == (mine, others)
    given = game.round.given
    if fort != "fortuna8":
        assert given is None
    elif card == "filchy":
        assert given == game.round.fort, "green had no earlier fort"
    else:
        assert given is not None
        assert given.value == 6
