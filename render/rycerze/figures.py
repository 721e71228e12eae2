"""The figures of the cards in their scenes, for `ground.scene`: each returns a pen with the finished drawing."""

# Points are laid out as the shapes they form:
# fmt: off

import math

from render.art.shields import outline
from render.pen import Pen, shape, smooth
from render.rycerze.ground import cloud, scene
from render.theme import EARTH, GOLD, INK, PAPER, SEPIA, SKIN, STEEL, STEEL_DARK, WHITE, mix


def _legs(p: Pen, x: float, hose: str, boot: str = EARTH, *, spread: float = 13) -> None:
    for sx in (-1, 1):
        p.limb([(x + sx * spread * 0.7, 158), (x + sx * spread, 196)], 15, hose)
        p.blob([(x + sx * spread - 9, 192), (x + sx * spread + 9, 192), (x + sx * spread + (16 if sx > 0 else 12), 206),
                (x + sx * spread - (12 if sx > 0 else 16), 206)], boot)


def _face(p: Pen, x: float, y: float, r: float, beard: str | None = None, *, look: float = 0) -> None:
    p.circle(x, y, r, SKIN)
    if beard:
        p.blob([(x - r, y + 2), (x - r * 0.5, y + 5), (x, y + 3), (x + r * 0.5, y + 5), (x + r, y + 2),
                (x + r * 0.8, y + r), (x, y + r * 1.45), (x - r * 0.8, y + r)], beard, w=3.5)
    p.circle(x - 6 + look, y - 1, 2.5, INK, w=0)
    p.circle(x + 6 + look, y - 1, 2.5, INK, w=0)


def knight() -> Pen:
    """A knight on a horse in a blue cloth."""
    p = scene("#A9CFE6", "#8DB77A", "#6E9C58", shadow=((44, 212, 204),))
    cloud(p, 44, 34)
    cloud(p, 196, 26, 0.8)
    return rider(p)


def rider(p: Pen) -> Pen:
    """The knight alone."""
    horse, cloth, trim, red = "#EFE7D8", "#2C63A8", GOLD, "#C8372D"
    p.limb([(54, 122), (34, 130), (26, 156), (34, 178)], 10, "#6B4A2E")
    for pts in ([(74, 160), (64, 180), (70, 198)], [(96, 160), (104, 182), (96, 198)], [(152, 160), (158, 182), (152, 198)],
            [(172, 156), (196, 166), (194, 186)]):
        p.limb(pts, 12, horse)
        x, y = pts[-1]
        p.box((x - 8, y - 2, x + 9, y + 8), 3, "#3A2A1E", w=3)
    p.blob([(138, 136), (144, 104), (158, 78), (174, 62), (190, 58), (202, 70), (217, 90), (216, 101), (203, 104),
            (190, 98), (184, 110), (186, 132), (176, 152)], horse)
    p.poly([(174, 66), (176, 44), (190, 60)], horse)
    p.blob([(140, 120), (146, 94), (160, 70), (176, 56), (178, 66), (164, 82), (156, 104), (152, 124)], "#6B4A2E")
    hem = []
    for k in range(7):
        right = 190 - k * 21.1
        hem += [(right - 21.1 * t, 168 + 12 * math.sin(math.pi * t)) for t in (0, 0.15, 0.35, 0.5, 0.65, 0.85)]
    back = smooth([(46, 140), (50, 118), (74, 108), (104, 117), (140, 114), (166, 108), (186, 120), (191, 150)], closed=False)
    p.poly(back + hem + [(42, 168)], cloth)
    p.line([(46, 160), (188, 160)], trim, 6)
    for x, y in ((62, 138), (160, 136), (142, 148), (84, 146)):
        p.poly(shape("diamond", x, y, 7), trim, w=0)
    p.line([(191, 62), (201, 103)], red, 4)
    p.line([(198, 90), (142, 108)], red, 3.5)
    p.circle(194, 76, 3.4, INK, w=0)
    p.circle(212, 92, 2.2, INK, w=0)
    p.limb([(112, 116), (124, 136), (118, 158)], 15, STEEL)
    p.poly([(108, 156), (126, 154), (138, 164), (108, 166)], STEEL_DARK, w=3.5)
    p.blob([(94, 122), (92, 96), (98, 82), (116, 78), (130, 84), (134, 104), (132, 122), (112, 128)], red)
    p.line([(114, 86), (114, 120)], PAPER, 5)
    p.line([(101, 98), (127, 98)], PAPER, 5)
    p.blob([(112, 56), (98, 42), (78, 44), (66, 58), (80, 58), (92, 66), (108, 70)], red)
    p.box((97, 50, 133, 86), 11, STEEL)
    p.line([(111, 66), (131, 66)], INK, 5)
    p.line([(122, 56), (122, 82)], GOLD, 3)
    for y in (74, 79):
        p.circle(113, y, 1.6, INK, w=0)
        p.circle(129, y, 1.6, INK, w=0)
    p.limb([(56, 122), (234, 92)], 6, "#C48A45", w=3.5)
    p.poly([(122, 106), (138, 100), (140, 116)], GOLD, w=3.5)
    p.limb([(104, 92), (98, 110), (118, 112)], 13, STEEL)
    p.circle(121, 111, 7, STEEL_DARK, w=3.5)
    return p


def catapult() -> Pen:
    """A catapult with its stones."""
    p = scene("#F2D7A0", "#D9AF6B", "#B98B4C", (196, 62, 26, "#FBEBC2"), ((24, 236, 208),))
    wood, dark = "#A46A35", "#6E4420"
    for x, y, r in ((214, 196, 15), (190, 202, 11), (206, 176, 11)):
        p.circle(x, y, r, "#9AA0A6")
        p.line([(x - r * 0.4, y - r * 0.4), (x, y - r * 0.55)], "#D5DADF", 3)
    p.limb([(60, 172), (118, 96)], 12, dark)
    p.limb([(164, 172), (118, 96)], 12, wood)
    p.limb([(154, 166), (64, 76)], 11, "#C58A4A")
    p.limb([(132, 132), (150, 168)], 4, PAPER, w=3)
    p.limb([(124, 124), (126, 168)], 4, PAPER, w=3)
    p.blob([(34, 60), (46, 90), (80, 82), (72, 96), (46, 104), (28, 84)], dark)
    p.circle(58, 68, 20, "#9AA0A6")
    p.line(smooth([(46, 62), (52, 54), (60, 52)], closed=False), "#D5DADF", 4)
    p.line([(62, 70), (68, 76), (64, 82)], "#5A6168", 3)
    p.box((28, 162, 182, 180), 4, wood)
    p.line([(36, 171), (174, 171)], dark, 2.5)
    p.circle(118, 100, 9, STEEL_DARK)
    p.circle(118, 100, 2.5, INK, w=0)
    for x in (56, 154):
        p.circle(x, 186, 22, "#C58A4A", w=5)
        p.circle(x, 186, 14, "#EBD3A4", w=3)
        for a in range(4):
            dx, dy = math.cos(a * math.pi / 4 + 0.3) * 14, math.sin(a * math.pi / 4 + 0.3) * 14
            p.line([(x - dx, 186 - dy), (x + dx, 186 + dy)], INK, 4)
        p.circle(x, 186, 6, dark, w=3)
    return p


def dragon() -> Pen:
    """A green dragon spitting fire."""
    p = scene("#EE9B62", "#8B4B5C", "#5A3145", (60, 66, 34, "#FBD38A"), ((22, 186, 210),))
    return beast(p)


def beast(p: Pen) -> Pen:
    """The dragon alone."""
    green, dk, belly, wing = "#4FA35A", "#2C6B3C", "#EBD98C", "#C94F3A"
    p.taper([(92, 196), (54, 206), (24, 194), (24, 166)], 15, 5, green)
    p.poly([(24, 146), (38, 170), (12, 172)], wing)
    far = [(118, 124), (132, 66), (168, 54), (160, 78), (176, 92), (154, 104), (150, 128)]
    p.poly(far, mix(wing, INK, 0.35))
    near = [
        (112, 132), (86, 58),
        *smooth([(86, 58), (62, 60), (30, 76)], closed=False)[1:],
        *smooth([(30, 76), (48, 92), (34, 116)], closed=False)[1:],
        *smooth([(34, 116), (58, 118), (52, 146)], closed=False)[1:],
        *smooth([(52, 146), (74, 136), (96, 150)], closed=False)[1:],
    ]
    p.poly(near, wing)
    for q in ((30, 76), (34, 116), (52, 146)):
        p.line([(88, 64), q], mix(wing, INK, 0.45), 3.5)
    p.limb([(112, 136), (86, 58)], 7, green, w=3.5)
    p.blob([(70, 196), (74, 160), (96, 134), (124, 130), (146, 148), (152, 178), (144, 204), (90, 208)], green)
    p.taper([(120, 152), (138, 126), (134, 98), (154, 80)], 25, 15, green)
    p.poly(smooth([(98, 148), (112, 132), (140, 140), (146, 156), (136, 186), (100, 184)]), green, w=0)
    p.blob([(112, 202), (124, 176), (136, 146), (146, 152), (152, 180), (144, 204)], belly, w=0)
    for y in (160, 174, 188):
        p.line([(126 + (y - 160) * -0.2, y), (148, y + 3)], mix(belly, SEPIA, 0.45), 3)
    for x, y in ((110, 112), (113, 96), (120, 80)):
        p.poly([(x - 11, y - 5), (x + 7, y - 8), (x + 4, y + 8)], GOLD, w=3)
    p.blob([(200, 96), (216, 94), (238, 104), (230, 114), (240, 128), (222, 128), (218, 142), (206, 122),
            (194, 112)], "#F0601E", w=3.5)
    p.blob([(202, 102), (216, 104), (224, 112), (220, 122), (208, 114)], "#FFD84A", w=0)
    p.poly([(166, 96), (198, 106), (192, 116), (162, 108)], dk)
    p.poly([(146, 66), (122, 56), (152, 84)], GOLD, w=3.5)
    p.poly([(160, 62), (144, 46), (168, 70)], GOLD, w=3.5)
    p.blob([(144, 76), (160, 60), (180, 62), (206, 76), (214, 88), (206, 98), (184, 98), (160, 104), (146, 94)], green)
    for x in (184, 194, 204):
        p.poly([(x - 4, 98), (x + 4, 98), (x, 107)], WHITE, w=2)
    p.circle(178, 76, 7.5, "#FFF3B0", w=3)
    p.circle(180, 76, 3.2, INK, w=0)
    p.line([(168, 66), (186, 70)], INK, 4.5)
    p.circle(206, 84, 2.4, INK, w=0)
    for x in (92, 136):
        p.blob([(x - 18, 206), (x - 12, 190), (x + 6, 188), (x + 20, 200), (x + 18, 210)], green)
        for k in (4, 13, 21):
            p.poly([(x + k - 5, 205), (x + k + 4, 205), (x + k, 213)], PAPER, w=2)
    return p


def footman() -> Pen:
    """A footman with shield and spear."""
    p = scene("#BFDCCF", "#9BBE8E", "#7C9F68", shadow=((72, 196, 206),))
    cloud(p, 190, 36, 0.9)
    p.limb([(176, 210), (176, 66)], 6, "#A46A35", w=3.5)
    p.poly([(176, 44), (186, 66), (176, 78), (166, 66)], STEEL, w=3.5)
    _legs(p, 120, "#5A4A3A", spread=16)
    p.blob([(90, 114), (104, 104), (136, 104), (150, 114), (154, 150), (156, 174), (120, 180), (84, 174),
            (88, 150)], "#C8372D")
    p.line([(120, 108), (120, 176)], "#8E2219", 3)
    p.line([(87, 152), (153, 152)], "#5B3A1E", 8)
    p.box((112, 146, 128, 158), 2, GOLD, w=3)
    p.limb([(148, 116), (166, 124), (174, 138)], 15, STEEL)
    p.circle(175, 138, 8.5, SKIN)
    p.box((98, 82, 142, 110), 14, STEEL_DARK)
    _face(p, 120, 88, 18)
    p.line(smooth([(112, 97), (120, 100), (128, 97)], closed=False), INK, 3)
    p.blob([(96, 78), (98, 58), (120, 48), (142, 58), (144, 78)], STEEL)
    p.ellipse((82, 70, 158, 86), STEEL)
    p.line(smooth([(104, 64), (110, 56), (120, 54)], closed=False), WHITE, 4)
    sh = [(x + 54, y + 116) for x, y in outline(64, 76)]
    p.poly(sh, "#F0C94A", w=5)
    p.poly([(54, 116), (86, 116), (86, 190)] + [q for q in sh if q[0] < 86 and q[1] > 118], "#2C63A8", w=0)
    p.line(sh + sh[:2], INK, 5)
    p.line([(86, 118), (86, 188)], INK, 3.5)
    p.poly(shape("star", 86, 146, 14), WHITE, w=3)
    return p


def archer() -> Pen:
    """An archer between firs."""
    p = scene("#CFE3B4", "#7FAE6C", "#557F47", shadow=((60, 158, 205),))
    for x, k in ((18, 1.0), (216, 0.9), (52, 0.62)):
        p.box((x - 5 * k, 130, x + 5 * k, 190), 2, "#6B4A2E", w=3)
        for y, r in ((128, 30), (102, 24), (80, 16)):
            p.poly([(x - r * k, y + 18 * k), (x, y - 26 * k), (x + r * k, y + 18 * k)], "#3F7A46", w=3)
    _legs(p, 104, "#7A5A38", spread=17)
    p.limb([(72, 150), (92, 92)], 13, "#8A4B22")
    for dx in (-6, 1, 8):
        p.limb([(90 + dx, 96), (95 + dx, 76)], 3, PAPER, w=2.5)
        p.poly([(92 + dx, 84), (97 + dx, 66), (101 + dx, 84)], "#C8372D", w=2)
    p.blob([(80, 118), (92, 104), (118, 104), (130, 116), (132, 150), (138, 178), (104, 184), (72, 178),
            (78, 150)], "#3F8F52")
    p.line([(78, 152), (132, 152)], "#5B3A1E", 7)
    p.circle(112, 88, 17, SKIN)
    p.blob([(78, 104), (84, 72), (104, 56), (126, 62), (136, 76), (122, 74), (112, 84), (114, 104), (128, 112),
            (100, 118)], "#2F6E40")
    p.circle(122, 86, 2.6, INK, w=0)
    p.line([(118, 79), (128, 81)], INK, 3)
    p.line([(120, 98), (127, 97)], INK, 3)
    bow = smooth([(154, 52), (182, 78), (190, 118), (182, 158), (154, 186)], steps=14, closed=False)
    p.line([(154, 52), (112, 118), (154, 186)], WHITE, 3)
    p.limb(bow, 7, "#B0702F", curved=False, w=3.5)
    p.limb([(112, 118), (222, 118)], 4, PAPER, w=2.5)
    p.poly([(234, 118), (214, 108), (218, 118), (214, 128)], STEEL, w=3.5)
    p.limb([(124, 116), (160, 122), (184, 119)], 13, "#3F8F52")
    p.circle(187, 118, 8.5, SKIN)
    p.limb([(92, 116), (82, 134), (108, 120)], 13, "#3F8F52")
    p.circle(113, 118, 8.5, SKIN)
    return p


def peasant() -> Pen:
    """A peasant with a fork in a wheat field."""
    p = scene("#B9DDF0", "#E9C95F", "#D2A63C", (40, 60, 22, "#FFF0B8"), ((64, 188, 206),))
    for i in range(9):
        x = 12 + i * 27
        p.line([(x, 196), (x + 4, 160)], "#A87A22", 3)
        for k in range(3):
            p.ellipse((x, 150 + k * 9, x + 10, 161 + k * 9), "#F4D874", "#A87A22", 2)
    p.limb([(174, 210), (164, 92)], 6, "#8A5A2B", w=3.5)
    for dx in (-16, 0, 16):
        p.limb([(162 + dx * 0.95, 88), (160 + dx, 54)], 4.5, STEEL, w=3)
    p.limb([(145, 90), (162, 94), (180, 86)], 5, STEEL, w=3)
    _legs(p, 112, "#7C6A8A", "#5B3A1E", spread=15)
    p.blob([(80, 118), (96, 106), (128, 106), (144, 118), (148, 152), (152, 176), (112, 182), (72, 176),
            (76, 152)], "#C98B3C")
    p.poly([(96, 128), (128, 128), (134, 176), (90, 176)], PAPER, w=3.5)
    p.line([(77, 150), (147, 150)], "#5B3A1E", 6)
    p.limb([(140, 118), (158, 126), (166, 140)], 15, "#C98B3C")
    p.circle(168, 142, 9, SKIN)
    p.limb([(84, 118), (66, 134), (80, 150)], 15, "#C98B3C")
    p.circle(83, 151, 9, SKIN)
    _face(p, 112, 90, 18, "#9A5B2A")
    p.circle(112, 97, 4, "#E29F78", w=2.5)
    p.blob([(92, 76), (98, 56), (112, 50), (126, 56), (132, 76)], "#EBCB6C")
    p.ellipse((72, 68, 152, 84), "#EBCB6C")
    p.line(smooth([(92, 68), (112, 72), (132, 68)], closed=False), "#C8372D", 5)
    return p


def shepherd() -> Pen:
    """A shepherd with a sheep."""
    p = scene("#CBE7F5", "#B4D88C", "#8CBF68", shadow=((32, 132, 206), (138, 222, 206)))
    cloud(p, 54, 40, 0.9)
    cloud(p, 200, 60, 0.7)
    for x, y in ((24, 204), (132, 208), (222, 204)):
        p.circle(x, y, 4, "#F0E442", w=2)
        p.circle(x + 9, y - 4, 4, WHITE, w=2)
    crook = smooth([(118, 208), (120, 130), (122, 76), (132, 58), (148, 58), (154, 72), (146, 82)], closed=False)
    p.limb(crook, 6, "#A46A35", curved=False, w=3.5)
    _legs(p, 74, "#7A5A38", spread=13)
    p.blob([(46, 120), (58, 106), (90, 106), (102, 120), (108, 160), (112, 186), (74, 192), (36, 186), (40, 160)], "#8E6BA8")
    p.poly([(64, 108), (84, 108), (78, 190), (70, 190)], "#D9C8A0", w=3.5)
    p.limb([(98, 120), (112, 128), (118, 136)], 14, "#8E6BA8")
    p.circle(120, 136, 8.5, SKIN)
    p.limb([(50, 122), (40, 140), (50, 154)], 14, "#8E6BA8")
    p.circle(52, 155, 8.5, SKIN)
    _face(p, 74, 90, 18, look=2)
    p.line(smooth([(68, 98), (75, 102), (82, 98)], closed=False), INK, 3)
    p.blob([(54, 78), (58, 58), (76, 50), (92, 60), (96, 76)], "#6E8F4A")
    p.ellipse((40, 70, 110, 84), "#6E8F4A")
    p.blob([(92, 62), (104, 52), (112, 40), (100, 48)], "#C8372D", w=3)
    for x in (150, 168, 188, 204):
        p.limb([(x, 182), (x, 204)], 7, "#4A4038", w=2.5)
    wool = [(140, 164), (150, 150), (168, 144), (188, 146), (206, 152), (214, 166), (206, 180), (186, 186), (164, 186),
            (146, 180)]
    for r, c in ((17, INK), (13.5, WHITE)):
        for x, y in wool:
            p.circle(x, y, r, c, w=0)
    p.poly(wool, WHITE, w=0)
    for x, y in ((168, 158), (190, 164), (178, 174)):
        p.line(smooth([(x - 6, y), (x, y + 5), (x + 6, y)], closed=False), "#C9C2B4", 3)
    p.blob([(202, 142), (218, 134), (232, 146), (230, 166), (218, 172), (206, 160)], "#4A4038")
    p.blob([(204, 144), (190, 146), (196, 154)], "#4A4038", w=3)
    for r, c in ((11, INK), (8, WHITE)):
        for x, y in ((208, 134), (220, 130)):
            p.circle(x, y, r, c, w=0)
    p.circle(222, 150, 3.4, WHITE, w=0)
    p.circle(223, 150, 1.8, INK, w=0)
    return p


FIGURES = {
    "knight": knight,
    "catapult": catapult,
    "dragon": dragon,
    "footman": footman,
    "archer": archer,
    "peasant": peasant,
    "shepherd": shepherd,
}
