"""A player's own warriors: the wall with the attackers below it, what is asked, and the abilities of all seven; also after the
words chosen so far: who attacks what, and who is left of the seven.
"""

from collections.abc import Sequence

import msgspec
from PIL import Image

from data.words import Words
from engines.contract import Move
from engines.rzymianie.attack import Fort, Warrior
from engines.rzymianie.components import PLACES, STRENGTHS
from engines.rzymianie.view import RzymianieView
from render import frame
from render.art import icons
from render.canvas import lines, number, paste, picture, plate, text
from render.contract import Audience
from render.frame import MARGIN
from render.rzymianie import cards, clans, field, forts
from render.rzymianie.labels import VERBS, label
from render.seat_marks import MARKS
from render.sheet import Sheet
from render.theme import ACCENT, BG, CAPTION, GOLD, INK, MUTED, PANEL, SMALL, SOFT, TEXT, WHITE, WIDTH, Colour, Look, Shade, mix
from render.word_places import note_word

LEFT_OUT = "_"
"""In the words chosen so far, a place of the plan that is not filled yet."""

HEAD, SLOT, CELL, GAP = 118, 180, 120, 8
COL = 175
CELL_W = (WIDTH - 2 * MARGIN - GAP) // 2
ROWS = 4
ROW_OF_CARDS = forts.H + 20

USED = Shade("#9AA1AA", "#9AA1AA", "#B9C0C9")
"""The background of the strength of a warrior that is not available."""


class Slot(msgspec.Struct, frozen=True):
    """A place in the player's own line."""

    card: str
    """The warrior; "" if there is none."""
    state: str
    """`up`, `gone` (discarded), `down`, `next` (to be filled now) or `empty`."""
    lit: bool = False
    """Whether it can be chosen or is chosen now."""


def words_said(said: Move) -> Move:
    """The words after the verb."""
    return said[1:] if said[:1] and said[0] in VERBS else said


def asks_seat(view: RzymianieView) -> bool:
    """Whether the open question is this seat's, answered or not."""
    return view.seat is not None and (view.seat in view.pending or view.ready[view.seat])


def slots(view: RzymianieView, said: Move = ()) -> tuple[Slot, ...]:
    """The places from the left, as the words chosen so far fill them."""
    spoken = words_said(said) if asks_seat(view) else ()
    line = spoken or (view.chosen if view.asking in {"plan", "svord"} and asks_seat(view) else ())
    if view.round == 0:
        return tuple(_planned_slot(i, line, not view.over) for i in range(PLACES))
    up = {each.place: each.card for each in view.up[view.viewer]}
    gone = {each.place: each.card for each in view.discarded[view.viewer]}
    down = {each.place: each.card for each in view.down}
    lit = droppable(view)
    ordering = view.asking == "svord"

    def slot(place: int) -> Slot:
        if place in up:
            return Slot(up[place], "up", Warrior(up[place], place) in lit)
        if place in gone:
            return Slot(gone[place], "gone")
        if line and ordering:
            return _planned_slot(place - view.round - 1, line, live=True)
        return Slot(down.get(place, ""), "down" if place in down else "empty", ordering and asks_seat(view))

    return tuple(slot(place) for place in range(1, PLACES + 1))


def _planned_slot(i: int, line: Move, live: bool) -> Slot:
    if i < len(line) and line[i] != LEFT_OUT:
        return Slot(line[i], "down", lit=True)
    first = line.index(LEFT_OUT) if LEFT_OUT in line else len(line)
    return Slot("", "next" if live and i == first else "empty")


def droppable(view: RzymianieView) -> tuple[Warrior, ...]:
    """The player's face-up warriors that the open question asks about; if one is chosen, those of its kind."""
    if view.seat is None or not asks_seat(view) or view.attack is None:
        return ()
    up = view.up[view.seat]
    if view.asking == "horsie":
        up = tuple(each for each in up if each.place < view.round)
    elif view.asking == "keep":
        up = keepable(view, up)
    elif view.asking != "fokus":
        return ()
    return tuple(each for each in up if each.card in view.chosen) if view.chosen else up


def keepable(view: RzymianieView, up: tuple[Warrior, ...]) -> tuple[Warrior, ...]:
    """H4g: an Axx turned up now and, with KomFort, the weakest warrior."""
    assert view.attack is not None
    found = [each for each in up if each.place == view.round and each.card == "axx"]
    if view.attack.taken is not None and view.attack.taken.kind == "komfort":
        weakest = min(up, key=lambda each: STRENGTHS[each.card])
        found += [] if weakest in found else [weakest]
    return tuple(found)


def seven(view: RzymianieView, said: Move = ()) -> list[tuple[str, str]]:
    """The seven, each with where it is: a place's number, `free`, `out` (left out by the plan), `gone` (discarded)."""
    where: dict[str, list[str]] = {}
    for place, slot in enumerate(slots(view, said), 1):
        if slot.card:
            where.setdefault(slot.card, []).append("gone" if slot.state == "gone" else str(place))
    left_out = view.dropped if not (view.round == 0 and words_said(said)) else ""
    if view.round == 0 and sum(map(len, where.values())) == PLACES:
        left_out = next(card for card in view.hand if view.hand.count(card) > len(where.get(card, [])))
    found = []
    for card in view.hand:
        places = where.get(card, [])
        state = places.pop(0) if places else "out" if card == left_out else "free"
        found.append((card, state))
    return found


def heading(view: RzymianieView, audience: Audience, said: Move) -> tuple[str, bool]:
    """What is asked or done, and whether it is done."""
    words, spoken = audience.words, words_said(said)
    if view.over:
        return words("rzymianie.over"), False
    if not asks_seat(view):
        return words("rzymianie.hand.wait"), False
    places = PLACES if view.asking == "plan" else PLACES - view.round
    if view.asking in {"plan", "svord"} and spoken:
        filled = spoken.index(LEFT_OUT) if LEFT_OUT in spoken else len(spoken)
        if filled < places:
            return words("rzymianie.hand.next", place=PLACES - places + filled + 1), False
        return words("rzymianie.hand.whole"), True
    if spoken:
        return ", ".join(label(word, said[:1], view, audience) for word in spoken), True
    if view.chosen:
        return words("rzymianie.hand.done" if view.asking == "plan" else "rzymianie.hand.changed"), True
    return words("rzymianie.hand.plan" if view.asking == "plan" else f"rzymianie.hand.ask.{view.asking}"), False


def draw(view: RzymianieView, audience: Audience, said: Move = ()) -> Sheet:
    """Draw the hand of `view.seat`, which must not be None, with the words chosen so far (a partial plan). Only the head is
    drawn for each picture: a press changes a place or two and a warrior, and the other parts are kept.
    """
    words, look, asked = audience.words, clans.look(view.viewer), asks_seat(view)
    top = MARGIN + HEAD + 8
    line = top + forts.H + 8
    below = line + SLOT + 2
    choice = field.targets(view) if asked else ()
    give = view.asking == "give" and asked
    row = ROW_OF_CARDS if choice or give else 0
    sheet = Sheet(WIDTH, below + row + ROWS * (CELL + GAP) - GAP + MARGIN)
    head = picture(top - 8)
    _head(head, view, audience, said)
    sheet.paste((0, 0), head)
    lit, shown = field.places(view) if asked else (), slots(view, said)
    sheet.add((0, top - 8), _wall, view.wall, lit, view.round, words)
    for i, slot in enumerate(shown):
        covered = slot.state == "down" and view.round > 0
        sheet.add((MARGIN + 1 + i * COL, line), _slot, i + 1, slot, covered, look, words)
    if row:
        some = picture(row)
        if choice:
            _victims(some, choice, view, audience)
        else:
            _own_forts(some, view, audience)
        sheet.paste((0, below), some)
    _note_words(view, lit, shown, choice, (top, line, below))
    below += row
    for i, (card, state) in enumerate(seven(view, said)):
        x, y = MARGIN + i % 2 * (CELL_W + GAP), below + i // 2 * (CELL + GAP)
        note_word(card, (x, y, CELL_W, CELL))
        sheet.add((x, y), _cell, card, state, look, words)
    place = (MARGIN + CELL_W + GAP, below + (ROWS - 1) * (CELL + GAP))
    sheet.add(place, _score, view.points[view.viewer], view.forts[view.viewer], words)
    return sheet


def _note_words(
    view: RzymianieView, lit: Sequence[int], shown: Sequence[Slot], choice: Sequence[int], heights: tuple[int, int, int]
) -> None:
    """Note where words lie in the wall, the line and the row below it: their parts are not drawn for each picture. `heights`:
    of these three in the picture.
    """
    top, line, below = heights
    for place, fort in enumerate(view.wall, 1):
        if fort is not None and place in lit:
            x = MARGIN + 1 + (place - 1) * COL + (COL - forts.W) // 2
            note_word("here" if place == view.round else str(place), (x, top, forts.W, forts.H))
    for i, slot in enumerate(shown):
        if slot.card and slot.lit and slot.state == "up":
            note_word(slot.card, (MARGIN + 1 + i * COL + (COL - cards.W) // 2, line + 8, cards.W, cards.H))
    for i, clan in enumerate(choice):
        note_word(view.called[clan], (MARGIN + 170 + i * 290, below + 4, 104 + cards.W, ROW_OF_CARDS - 16))


def _head(im: Image.Image, view: RzymianieView, audience: Audience, said: Move) -> None:
    words, look = audience.words, clans.look(view.viewer)
    frame.header(im, MARGIN, HEAD, look)
    paste(im, clans.badge(clans.look(view.viewer), 92), (MARGIN + 14, MARGIN + 14))
    left, right = MARGIN + 124, WIDTH - MARGIN - 20
    key = "short" if view.round else "orders"
    when = words(f"rzymianie.hand.{key}", turn=view.game_turn, turns=view.turns, round=view.round)
    name = frame.names(audience)[view.viewer]
    wide = text(im, (right, MARGIN + 50), when, "body", 42, SOFT, "r", 330)
    text(im, (left, MARGIN + 50), name, "bold", 42, TEXT, room=right - wide - 30 - left)
    title, done = heading(view, audience, said)
    if done:
        paste(im, icons.tick(50), (right - 50, MARGIN + 64))
        right -= 60
    plain = title.lstrip(f"{''.join(MARKS)} ")  # the face of headings has no shapes
    frame.title(im, (left, MARGIN + 104), plain, right - left, CAPTION, 54)


def _wall(wall: tuple[Fort | None, ...], lit: tuple[int, ...], now: int, words: Words) -> Image.Image:
    """The wall, with the places that can be chosen `lit`; `now`: the place of this round."""
    im = picture(forts.H + 16)
    for place, fort in enumerate(wall, 1):
        x, y = MARGIN + 1 + (place - 1) * COL + (COL - forts.W) // 2, 8
        if fort is None:
            paste(im, forts.gap(place), (x, y))
            continue
        if place in lit or place == now:
            plate(im, (x - 7, y - 7), forts.W + 14, forts.H + 14, 20, ACCENT if place in lit else TEXT, INK, 3)
        paste(im, forts.of(fort, words), (x, y))
        paste(im, forts.plate(place, place in lit), (x + forts.W - 50, y + 3))
    return im


def _slot(place: int, slot: Slot, covered: bool, look: Look, words: Words) -> Image.Image:
    """A place in the line; `covered`: the warrior there is still hidden from the others."""
    im = picture(SLOT - 4, COL)
    x, y = (COL - cards.W) // 2, 8
    if not slot.card:
        colour: Colour = mix(look.rim, MUTED, 0.4)
        if slot.state == "next":
            plate(im, (x - 6, y - 6), cards.W + 12, cards.H + 12, 18, mix(BG, GOLD, 0.3), ACCENT, 5)
            colour = ACCENT
        else:
            paste(im, cards.empty(look, cards.W, cards.H), (x, y))
        number(im, (x + cards.W / 2, y + cards.H / 2), str(place), 72, colour)
        return im
    if slot.lit or slot.state == "up":
        paste(im, cards.rim(slot.lit), (x - 6, y - 6))
    face = cards.used_card if slot.state == "gone" else cards.face
    paste(im, face(slot.card, look, cards.name(slot.card, words)), (x, y))
    if slot.state == "gone":
        paste(im, cards.discard_mark(), (x + cards.W - 62, y + 4))
    elif covered:
        paste(im, cards.back(look, 46, 54), (x + cards.W - 52, y + 6))
    return im


def _victims(im: Image.Image, targets: tuple[int, ...], view: RzymianieView, audience: Audience) -> None:
    """Draw the warriors that Qween can seduce, with their clans."""
    assert view.attack is not None
    plate(im, (MARGIN, 0), WIDTH - 2 * MARGIN, ROW_OF_CARDS - 8, 16, PANEL, ACCENT, 4)
    paste(im, cards.heart(96), (MARGIN + 24, 47))
    for i, clan in enumerate(targets):
        x = MARGIN + 170 + i * 290
        card = view.attack.turned[clan]
        paste(im, clans.badge(clans.look(clan), 88), (x, 51))
        paste(im, cards.face(card, clans.look(clan), cards.name(card, audience.words)), (x + 104, 15))


def _own_forts(im: Image.Image, view: RzymianieView, audience: Audience) -> None:
    """Draw the forts taken before, one of which must be given up."""
    own = [forts.of(fort, audience.words) for fort in view.forts[view.viewer][:-1]]
    plate(im, (MARGIN, 0), WIDTH - 2 * MARGIN, ROW_OF_CARDS - 8, 16, PANEL, ACCENT, 4)
    frame.row(im, own, (MARGIN + 16, 6 + forts.H / 2), forts.W + 10, WIDTH - 2 * MARGIN - 32)


def _cell(card: str, state: str, look: Look, words: Words) -> Image.Image:
    """One of the seven: portrait, strength, name and ability, and where it is."""
    im = picture(CELL, CELL_W)
    free = state == "free"
    used = state in {"out", "gone"}
    fill = mix(BG, look.tint, 0.3) if free else mix(BG, look.tint, 0.1)
    plate(im, (0, 0), CELL_W, CELL, 14, fill, look.rim if free else mix(BG, look.rim, 0.45), 3)
    paste(im, cards.thumb(card, look, 92, CELL - 16, used), (8, 8))
    plate(im, (4, 4), 46, 50, 10, WHITE if not used else USED, INK, 3)
    number(im, (27, 29), str(STRENGTHS[card]), 42, INK)
    left, right = 112, CELL_W - 14
    title = TEXT if not used else MUTED
    end = right
    if not free:
        end -= 8 + round(_where(im, right, state, words))
    text(im, (left, 37), cards.name(card, words), "bold", 42, title, room=end - left)
    ability = lines(words(f"rzymianie.short.{card}"), "body", SMALL, right - left, 2)
    for i, said in enumerate(ability):
        colour = mix(look.tint, TEXT, 0.75) if not used else MUTED
        text(im, (left, 73 + i * 35), said, "body", SMALL, colour, room=right - left)
    return im


def _score(points: int, won: tuple[Fort, ...], words: Words) -> Image.Image:
    """The player's own points and forts, in the place that seven warriors leave free."""
    im = picture(CELL, CELL_W)
    plate(im, (0, 0), CELL_W, CELL, 14, PANEL, mix(PANEL, TEXT, 0.2), 3)
    said = words.count("render.points", abs(points)).replace(str(abs(points)), str(points).replace("-", "−"), 1)
    text(im, (18, 45), said, "bold", 42, TEXT, room=CELL_W - 36)
    field.draw_forts_taken(im, 18, 88, CELL_W - 36, won)
    return im


def _where(im: Image.Image, right: int, state: str, words: Words) -> float:
    if state.isdigit():
        paste(im, forts.plate(int(state), True), (right - 48, 4))
        return 48
    return text(im, (right, 37), words(f"rzymianie.hand.{state}"), "bold", SMALL, MUTED, "r", 190)
