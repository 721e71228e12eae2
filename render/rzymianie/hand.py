"""A player's own warriors: the wall with the attackers below it, what is asked, and the abilities of all seven; also after the
words chosen so far: who attacks what, and who is left of the seven.
"""

# ruff: noqa: PLR0917 - drawing functions take places and sizes
import msgspec
from PIL import Image

from engines.contract import Move
from engines.rzymianie.attack import Warrior
from engines.rzymianie.components import PLACES, STRENGTHS
from engines.rzymianie.view import RzymianieView
from render import frame
from render.art import icons
from render.canvas import lines, number, paste, picture, plate, text
from render.contract import Audience
from render.frame import MARGIN
from render.rzymianie import cards, clans, field, forts
from render.rzymianie.labels import VERBS, label
from render.theme import ACCENT, BG, CAPTION, GOLD, INK, MUTED, PANEL, SMALL, SOFT, TEXT, WHITE, WIDTH, Colour, Shade, mix
from render.word_places import note_word

LEFT_OUT = "_"
"""In the words chosen so far, a place of the plan that is not filled yet."""

HEAD, SLOT, CELL, GAP = 118, 180, 120, 8
COL = 175
CELL_W = (WIDTH - 2 * MARGIN - GAP) // 2
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


def draw(view: RzymianieView, audience: Audience, said: Move = ()) -> Image.Image:
    """Draw the hand of `view.seat`, which must not be None, with the words chosen so far (a partial plan)."""
    top = MARGIN + HEAD + 8
    below = top + forts.H + 4 + SLOT + 6
    choice = field.targets(view) if asks_seat(view) else ()
    give = view.asking == "give" and asks_seat(view)
    rows = 4
    im = picture(below + (ROW_OF_CARDS if choice or give else 0) + rows * (CELL + GAP) - GAP + MARGIN)
    _head(im, view, audience, said)
    shown = slots(view, said)
    _wall(im, top, view, audience)
    for i, slot in enumerate(shown):
        _slot(im, (MARGIN + 1 + i * COL, top + forts.H + 4), i + 1, slot, view, audience)
    if choice:
        _victims(im, below, choice, view, audience)
        below += ROW_OF_CARDS
    elif give:
        _own_forts(im, below, view, audience)
        below += ROW_OF_CARDS
    for i, (card, state) in enumerate(seven(view, said)):
        x, y = MARGIN + i % 2 * (CELL_W + GAP), below + i // 2 * (CELL + GAP)
        note_word(card, (x, y, CELL_W, CELL))
        _cell(im, (x, y), card, state, view, audience)
    _score(im, (MARGIN + CELL_W + GAP, below + (rows - 1) * (CELL + GAP)), view, audience)
    return im


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
    frame.title(im, (left, MARGIN + 104), title, right - left, CAPTION, 54)


def _wall(im: Image.Image, y: int, view: RzymianieView, audience: Audience) -> None:
    lit = field.places(view) if asks_seat(view) else ()
    for place in range(1, PLACES + 1):
        x, fort = MARGIN + 1 + (place - 1) * COL + (COL - forts.W) // 2, view.wall[place - 1]
        if fort is None:
            paste(im, forts.gap(place), (x, y))
            continue
        if place in lit:
            note_word("here" if place == view.round else str(place), (x, y, forts.W, forts.H))
        if place in lit or place == view.round:
            plate(im, (x - 7, y - 7), forts.W + 14, forts.H + 14, 20, ACCENT if place in lit else TEXT, INK, 3)
        paste(im, forts.of(fort, audience.words), (x, y))
        paste(im, forts.plate(place, place in lit), (x + forts.W - 50, y + 3))


def _slot(im: Image.Image, at: tuple[int, int], place: int, slot: Slot, view: RzymianieView, audience: Audience) -> None:
    x, y = at[0] + (COL - cards.W) // 2, at[1] + 12
    look = clans.look(view.viewer)
    if not slot.card:
        colour: Colour = mix(look.rim, MUTED, 0.4)
        if slot.state == "next":
            plate(im, (x - 6, y - 6), cards.W + 12, cards.H + 12, 18, mix(BG, GOLD, 0.3), ACCENT, 5)
            colour = ACCENT
        else:
            paste(im, cards.empty(clans.look(view.viewer), cards.W, cards.H), (x, y))
        number(im, (x + cards.W / 2, y + cards.H / 2), str(place), 72, colour)
        return
    if slot.lit and slot.state == "up":
        note_word(slot.card, (x, y, cards.W, cards.H))
    if slot.lit or slot.state == "up":
        paste(im, cards.rim(slot.lit), (x - 6, y - 6))
    face = cards.used_card if slot.state == "gone" else cards.face
    paste(im, face(slot.card, look, cards.name(slot.card, audience.words)), (x, y))
    if slot.state == "gone":
        paste(im, cards.discard_mark(), (x + cards.W - 62, y + 4))
    elif slot.state == "down" and view.round:
        paste(im, cards.back(clans.look(view.viewer), 46, 54), (x + cards.W - 52, y + 6))


def _victims(im: Image.Image, y: int, targets: tuple[int, ...], view: RzymianieView, audience: Audience) -> None:
    """Draw the warriors that Qween can seduce, with their clans."""
    assert view.attack is not None
    plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, ROW_OF_CARDS - 8, 16, PANEL, ACCENT, 4)
    paste(im, cards.heart(96), (MARGIN + 24, y + 47))
    for i, clan in enumerate(targets):
        x = MARGIN + 170 + i * 290
        card = view.attack.turned[clan]
        note_word(view.called[clan], (x, y + 4, 104 + cards.W, ROW_OF_CARDS - 16))
        paste(im, clans.badge(clans.look(clan), 88), (x, y + 51))
        paste(im, cards.face(card, clans.look(clan), cards.name(card, audience.words)), (x + 104, y + 15))


def _own_forts(im: Image.Image, y: int, view: RzymianieView, audience: Audience) -> None:
    """Draw the forts taken before, one of which must be given up."""
    own = [forts.of(fort, audience.words) for fort in view.forts[view.viewer][:-1]]
    plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, ROW_OF_CARDS - 8, 16, PANEL, ACCENT, 4)
    frame.row(im, own, (MARGIN + 16, y + 6 + forts.H / 2), forts.W + 10, WIDTH - 2 * MARGIN - 32)


def _cell(im: Image.Image, at: tuple[int, int], card: str, state: str, view: RzymianieView, audience: Audience) -> None:
    """Draw one of the seven: portrait, strength, name and ability, and where it is."""
    x, y = at
    words = audience.words
    look = clans.look(view.viewer)
    free = state == "free"
    used = state in {"out", "gone"}
    fill = mix(BG, look.tint, 0.3) if free else mix(BG, look.tint, 0.1)
    plate(im, (x, y), CELL_W, CELL, 14, fill, look.rim if free else mix(BG, look.rim, 0.45), 3)
    paste(im, cards.thumb(card, clans.look(view.viewer), 92, CELL - 16, used), (x + 8, y + 8))
    plate(im, (x + 4, y + 4), 46, 50, 10, WHITE if not used else USED, INK, 3)
    number(im, (x + 27, y + 29), str(STRENGTHS[card]), 42, INK)
    left, right = x + 112, x + CELL_W - 14
    title = TEXT if not used else MUTED
    end = right
    if not free:
        end -= 8 + round(_where(im, right, y, state, audience))
    text(im, (left, y + 37), cards.name(card, words), "bold", 42, title, room=end - left)
    ability = lines(words(f"rzymianie.short.{card}"), "body", SMALL, right - left, 2)
    for i, said in enumerate(ability):
        colour = mix(look.tint, TEXT, 0.75) if not used else MUTED
        text(im, (left, y + 73 + i * 35), said, "body", SMALL, colour, room=right - left)


def _score(im: Image.Image, at: tuple[int, int], view: RzymianieView, audience: Audience) -> None:
    """Draw the player's own points and forts, in the place that seven warriors leave free."""
    x, y = at
    plate(im, at, CELL_W, CELL, 14, PANEL, mix(PANEL, TEXT, 0.2), 3)
    points = view.points[view.viewer]
    said = audience.words.count("render.points", abs(points)).replace(str(abs(points)), str(points).replace("-", "−"), 1)
    text(im, (x + 18, y + 45), said, "bold", 42, TEXT, room=CELL_W - 36)
    field.draw_forts_taken(im, x + 18, y + 88, CELL_W - 36, view.forts[view.viewer])


def _where(im: Image.Image, right: int, y: int, state: str, audience: Audience) -> float:
    words = audience.words
    if state.isdigit():
        paste(im, forts.plate(int(state), True), (right - 48, y + 4))
        return 48
    return text(im, (right, y + 37), words(f"rzymianie.hand.{state}"), "bold", SMALL, MUTED, "r", 190)
