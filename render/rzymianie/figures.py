"""The warriors' portraits, each drawn in a box of 100 x 100 in the colour of its clan."""

from collections.abc import Callable

from render.pen import Pen, arc, bezier
from render.theme import INK, SKIN, VERMILION, WHITE, Colour, dark, light

SKIN2, STEEL, WOOD, STRAW = (214, 158, 112), (196, 204, 210), (139, 94, 60), (222, 178, 92)


def eyes(p: Pen, x: float, y: float, d: float = 8, r: float = 2.6) -> None:
    """Two dots."""
    p.oval(x - d, y, r, r, INK, w=0).oval(x + d, y, r, r, INK, w=0)


def crown(p: Pen, x: float, y: float, w: float, h: float) -> None:
    """A three-pointed crown; (x, y) is the middle of its foot."""
    a, b = x - w / 2, x + w / 2
    p.poly(
        [
            (a, y),
            (a, y - h * 0.85),
            (x - w * 0.24, y - h * 0.42),
            (x, y - h),
            (x + w * 0.24, y - h * 0.42),
            (b, y - h * 0.85),
            (b, y),
        ],
        (255, 209, 71),
        INK,
        2.5,
    )


def bust(p: Pen, tunic: Colour, skin: Colour = SKIN) -> None:
    """Shoulders, neck and head, the trunk of most portraits."""
    p.poly([*bezier((12, 100), (14, 70), (40, 68)), *bezier((60, 68), (86, 70), (88, 100))], tunic)
    p.poly([(40, 58), (60, 58), (58, 74), (50, 80), (42, 74)], dark(skin, 0.12), INK, 2.5)
    p.oval(50, 44, 19, 21, skin)


def face(p: Pen, y: float = 44, *, mouth: bool = True) -> None:
    """Eyes, nose and mouth."""
    eyes(p, 50, y, 7.5, 2.7)
    p.line([(49, y + 3), (47.5, y + 8), (51, y + 8.5)], dark(SKIN, 0.45), 2)
    if mouth:
        p.line(bezier((44, y + 13), (50, y + 16), (56, y + 13)), (150, 50, 40), 2.4)


def qween(p: Pen, c: Colour) -> None:
    """The queen with her crown."""
    hair = (176, 74, 30)
    p.poly(
        [
            *bezier((26, 40), (24, 12), (50, 14)),
            *bezier((50, 14), (76, 12), (74, 40)),
            *bezier((74, 40), (84, 70), (76, 92)),
            (24, 92),
            *bezier((24, 92), (16, 70), (26, 40)),
        ],
        hair,
    )
    bust(p, c)
    p.poly(
        [
            *bezier((31, 42), (30, 24), (50, 26)),
            *bezier((50, 26), (70, 24), (69, 42)),
            *bezier((69, 40), (62, 32), (50, 32)),
            *bezier((50, 32), (38, 32), (31, 42)),
        ],
        hair,
        INK,
        2.5,
    )
    face(p, 45)
    p.oval(39, 53, 4, 3, (236, 150, 130), w=0).oval(61, 53, 4, 3, (236, 150, 130), w=0)
    p.line(arc(50, 70, 17, 10, 20, 160), (255, 209, 71), 4)
    p.oval(50, 81, 4, 4, VERMILION, INK, 2)
    crown(p, 50, 27, 40, 25)
    for x, y in ((30.5, 5), (50, 1), (69.5, 5)):
        p.oval(x, y, 2.8, 2.8, VERMILION, INK, 1.6)


def druhid(p: Pen, c: Colour) -> None:
    """The druid with beard and crescent staff."""
    p.line([(88, 100), (88, 22)], INK, 8).line([(88, 100), (88, 22)], WOOD, 4)
    p.poly([*arc(86, 16, 13, 13, 110, -150), *arc(82, 14, 9, 9, -150, 110)], (255, 214, 84), INK, 2.5)
    p.poly(
        [
            *bezier((8, 100), (12, 60), (26, 40)),
            *bezier((26, 40), (28, 8), (50, 4)),
            *bezier((50, 4), (72, 8), (74, 40)),
            *bezier((74, 40), (84, 62), (84, 100)),
        ],
        c,
    )
    p.oval(50, 44, 18, 21, SKIN)
    white = (240, 238, 230)
    p.poly(
        [*bezier((32, 46), (30, 86), (50, 99)), *bezier((50, 99), (70, 86), (68, 46)), (60, 56), (50, 53), (40, 56)],
        white,
        INK,
        2.6,
    )
    p.line([(42, 62), (45, 82)], (190, 188, 180), 2).line([(58, 62), (55, 82)], (190, 188, 180), 2)
    eyes(p, 50, 44, 7.5, 2.7)
    p.line([(38, 37), (47, 39)], white, 4).line([(62, 37), (53, 39)], white, 4)
    p.line(bezier((44, 60), (50, 63), (56, 60)), (150, 50, 40), 2.2)


def svord(p: Pen, c: Colour) -> None:
    """The swordsman with helmet and sword."""
    bust(p, c)
    face(p, 47)
    p.poly([*arc(50, 40, 22, 26, 180, 360), (74, 42), (26, 42)], STEEL)
    p.poly([(47, 36), (53, 36), (52.5, 54), (47.5, 54)], STEEL, INK, 2)
    p.rect(24, 36, 76, 43, 3, (160, 168, 176), INK, 2.2)
    p.line([(36, 30), (40, 20)], WHITE, 3)
    p.poly([(81, 66), (81, 8), (86, -2), (91, 8), (91, 66)], (226, 232, 236), INK, 2.6)
    p.line([(86, 8), (86, 62)], (150, 160, 168), 2)
    p.rect(70, 65, 102, 73, 3, (232, 178, 60), INK, 2.4)
    p.rect(82, 73, 90, 92, 2, WOOD, INK, 2.4).oval(86, 94, 5, 5, (232, 178, 60), INK, 2.2)
    p.oval(85, 83, 7.5, 6.5, SKIN, INK, 2.4)


def axx(p: Pen, c: Colour) -> None:
    """The bearded axeman."""
    p.line([(86, 100), (86, 6)], INK, 9).line([(86, 100), (86, 6)], WOOD, 5)
    p.poly(
        [*bezier((84, 12), (74, 8), (70, 0)), *bezier((70, 0), (60, 20), (70, 40)), *bezier((70, 40), (74, 32), (84, 28))],
        STEEL,
        INK,
        2.6,
    )
    p.poly(
        [*bezier((92, 12), (98, 9), (102, 2)), *bezier((102, 2), (110, 20), (102, 38)), *bezier((102, 38), (98, 32), (92, 28))],
        STEEL,
        INK,
        2.6,
    )
    bust(p, c, SKIN2)
    red = (206, 92, 34)
    p.poly(
        [*bezier((30, 44), (28, 84), (50, 92)), *bezier((50, 92), (72, 84), (70, 44)), (60, 54), (50, 51), (40, 54)],
        red,
        INK,
        2.6,
    )
    p.line([(42, 62), (44, 80)], dark(red), 2).line([(50, 64), (50, 84)], dark(red), 2).line([(58, 62), (56, 80)], dark(red), 2)
    p.line(bezier((43, 59), (50, 57), (57, 59)), INK, 2.6)
    eyes(p, 50, 43, 7.5, 2.7)
    p.line([(38, 36), (47, 39)], red, 4).line([(62, 36), (53, 39)], red, 4)
    p.poly([*arc(50, 36, 21, 22, 180, 360)], (150, 108, 62))
    p.rect(27, 31, 73, 38, 3, (232, 178, 60), INK, 2.2)


def archr(p: Pen, c: Colour) -> None:
    """The hooded archer with an arrow on the string."""
    p.poly(
        [
            *bezier((14, 100), (14, 64), (24, 42)),
            *bezier((24, 42), (30, 6), (60, 0)),
            *bezier((60, 0), (64, 18), (76, 42)),
            *bezier((76, 42), (84, 62), (84, 100)),
        ],
        c,
    )
    p.oval(50, 46, 17, 20, SKIN)
    p.poly(
        [
            *bezier((32, 44), (36, 24), (50, 24)),
            *bezier((50, 24), (64, 24), (68, 44)),
            *bezier((66, 36), (58, 33), (50, 33)),
            *bezier((50, 33), (42, 33), (34, 38)),
        ],
        dark(c, 0.4),
        INK,
        2,
    )
    face(p, 46)
    p.poly([(34, 70), (50, 82), (66, 70), (60, 67), (40, 67)], dark(c, 0.25), INK, 2.2)
    bow = bezier((80, 4), (112, 50), (80, 98))
    p.line([(80, 4), (72, 52), (80, 98)], WHITE, 2)
    p.line(bow, INK, 8).line(bow, WOOD, 4)
    p.line([(62, 52), (100, 52)], INK, 6).line([(62, 52), (100, 52)], STRAW, 2.6)
    p.poly([(98, 45), (109, 52), (98, 59)], STEEL, INK, 2.2)
    p.poly([(60, 46), (68, 46), (72, 52), (68, 58), (60, 58), (64, 52)], VERMILION, INK, 2)


def filchy(p: Pen, c: Colour) -> None:
    """A masked thief with a bag of gold."""
    bust(p, c)
    face(p, 46, mouth=False)
    p.poly(
        [(30, 38), (70, 38), *bezier((71, 40), (70, 50), (62, 51)), (50, 47), *bezier((38, 51), (30, 50), (29, 40))],
        (44, 40, 46),
        INK,
        2,
    )
    for x in (42, 58):
        p.oval(x, 44.5, 5, 3.8, WHITE, w=0).oval(x + 1.6, 44.8, 2.4, 2.6, INK, w=0)
    p.line(bezier((43, 57), (52, 63), (58, 55)), (150, 50, 40), 2.6)
    p.poly([*bezier((28, 36), (26, 8), (52, 12)), *bezier((52, 12), (76, 8), (72, 36)), (50, 29)], dark(c, 0.45))
    p.line(bezier((30, 32), (50, 24), (70, 32)), light(c, 0.3), 4)
    p.poly([*bezier((70, 72), (58, 100), (80, 101)), *bezier((80, 101), (106, 100), (92, 72))], (196, 146, 84), INK, 2.8)
    p.poly([(70, 66), (76, 70), (81, 63), (86, 70), (93, 66), (91, 75), (71, 75)], (222, 178, 112), INK, 2.2)
    p.oval(81, 87, 8, 8, (255, 209, 71), INK, 2.2)
    p.line([(81, 82), (81, 92)], INK, 2.4)


def horsie(p: Pen, c: Colour) -> None:
    """The horse."""
    coat, mane = (172, 112, 66), (84, 46, 28)
    p.poly(
        [
            *bezier((18, 100), (14, 56), (30, 30)),
            (28, 24),
            (36, 2),
            (46, 18),
            *bezier((46, 18), (64, 22), (74, 46)),
            *bezier((74, 46), (90, 58), (88, 68)),
            *bezier((88, 68), (84, 80), (72, 76)),
            *bezier((72, 76), (58, 72), (52, 64)),
            *bezier((52, 64), (60, 84), (62, 100)),
        ],
        coat,
    )
    p.poly(
        [(36, 2), (28, 24), *bezier((24, 26), (4, 56), (8, 100)), (22, 100), *bezier((22, 100), (20, 62), (38, 30)), (42, 14)],
        mane,
        INK,
        2.6,
    )
    p.poly([(38, 14), *bezier((40, 12), (56, 18), (54, 38)), *bezier((54, 38), (46, 30), (38, 28))], mane, INK, 2.2)
    p.oval(58, 40, 4.4, 4.8, WHITE, INK, 2).oval(59.4, 40.4, 2.4, 2.8, INK, w=0)
    p.oval(81, 62, 2.6, 2.6, INK, w=0)
    p.line(bezier((70, 73), (76, 72), (82, 70)), INK, 2.4)
    p.line([(66, 33), (60, 68)], INK, 6).line([(66, 33), (60, 68)], c, 3.4)
    p.line([(60, 52), (32, 60)], INK, 6).line([(60, 52), (32, 60)], c, 3.4)
    p.poly([*bezier((16, 92), (40, 78), (60, 84)), (62, 100), (16, 100)], c)


def chariott(p: Pen, c: Colour) -> None:
    """The charioteer."""
    p.line([(66, 66), (108, 58)], INK, 7).line([(66, 66), (108, 58)], WOOD, 3.6)
    p.poly([(34, 12), (26, 30), (48, 34), (52, 16)], dark(c, 0.2), INK, 2.4)  # cloak
    p.poly([(34, 60), *bezier((34, 40), (34, 30), (46, 29)), *bezier((46, 29), (60, 30), (62, 60))], light(c, 0.25))
    p.oval(47, 20, 12.5, 13.5, SKIN)
    p.oval(52, 20, 2.2, 2.4, INK, w=0)
    p.line([(53, 28), (57, 27)], (150, 50, 40), 2.2)
    p.poly([*arc(47, 15, 15, 14, 180, 360), (62, 17), (32, 17)], (232, 178, 60), INK, 2.6)
    p.poly([*bezier((34, 4), (44, -10), (62, -2)), *bezier((62, -2), (54, 2), (50, 4))], VERMILION, INK, 2.4)
    p.line([(52, 42), (76, 46), (104, 40)], INK, 3)
    p.line([(50, 42), (66, 46)], INK, 9).line([(50, 42), (66, 46)], SKIN, 5)
    p.poly([(10, 50), *bezier((12, 50), (40, 60), (70, 44)), *bezier((70, 44), (80, 60), (74, 82)), (16, 82)], c)
    p.line([(15, 60), *bezier((18, 59), (44, 67), (74, 55))], light(c, 0.6), 3.4)
    p.oval(42, 79, 23, 23, None, INK, 12).oval(42, 79, 23, 23, None, STRAW, 5.5)
    for k in range(4):
        a, b = arc(42, 79, 21, 21, k * 45 + 10, k * 45 + 190, 1)
        p.line([a, b], INK, 5.5).line([a, b], STRAW, 2.4)
    p.oval(42, 79, 6, 6, (232, 178, 60), INK, 2.4)


PORTRAITS: dict[str, Callable[[Pen, Colour], None]] = {
    "qween": qween,
    "druhid": druhid,
    "svord": svord,
    "axx": axx,
    "archr": archr,
    "filchy": filchy,
    "horsie": horsie,
    "chariott": chariott,
}
"""The functions that draw the portraits, by warrior."""
