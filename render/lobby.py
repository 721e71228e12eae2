"""The lobby card: the game, its options, and the people who have joined."""

import msgspec
from PIL import Image

from data.words import Words
from render import frame
from render.art import icons, shields
from render.canvas import dashed_box, lines, number, paste, plate, rounded_mask, text, width
from render.canvas import picture as empty
from render.contract import Picture, Renderer
from render.encode import encode, shorten
from render.frame import MARGIN
from render.prose import list_text, sentence
from render.theme import ACCENT, BG, CAPTION, MUTED, PANEL, SEPIA, SMALL, TEXT, WIDTH, mix

COVER, SEAT, STATE, LINE = 350, 168, 84, 46
"""Heights of the key art, of a seat, of what is missing, and of a line of text (px)."""

TITLE, BELOW = 104, 36
"""Height of the tablet with the game's name, and how much of it is below the key art (px)."""

ARMS, SPOT = 106, 52
"""Width of a coat of arms, and of the colour chosen (px)."""


class LobbySeat(msgspec.Struct, frozen=True):
    """A taken seat: the name, the level of a computer player (`<game>.level.<level>`), whether the person is the host. `user`:
    whose arms are drawn (0: made from the name). `colour`: the one chosen ("": none).
    """

    name: str
    level: str | None = None
    host: bool = False
    user: int = 0
    colour: str = ""


class LobbyPicture(msgspec.Struct, frozen=True):
    """A table as its lobby card shows it. `seats`: one for each seat of the game, None if free; in seniority order (the
    youngest first) unless `random_order`, which is drawn at the start (`drawn`: it has been). `least`: players needed.
    `options`: option → value. `state`: the table's; the card stays when its game is `playing`, `over` or `cancelled`.
    """

    game: str
    options: dict[str, str]
    seats: tuple[LobbySeat | None, ...]
    least: int
    random_order: bool
    state: str = "lobby"
    drawn: bool = False

    @property
    def order(self) -> str:
        """The order of the seats, as the last part of its message key."""
        return ("drawn" if self.drawn else "random") if self.random_order else "arranged"


def picture(lobby: LobbyPicture, renderer: Renderer, words: Words) -> Picture:
    """The card and its description; `renderer` is the game's."""
    return encode(draw(lobby, renderer, words), describe(lobby, words), lobby.game)


def draw(lobby: LobbyPicture, renderer: Renderer, words: Words) -> Image.Image:
    """The card: key art with the game's name, the seats, what is missing, the game in a sentence, the options."""
    rows = (len(lobby.seats) + 1) // 2
    about = lines(words(f"{lobby.game}.about"), "body", SMALL, WIDTH - 2 * MARGIN - 24, 3)
    chips = _chip_rows(_options(lobby, words))
    seats = MARGIN + COVER + BELOW + 14
    state = seats + rows * (SEAT + 12)
    below = state + STATE
    im = empty(below + LINE * (len(about) + 1) + 62 * len(chips) + 24)
    _cover(im, renderer, words(f"{lobby.game}.name"))
    for i, (x, w) in enumerate(frame.columns(2, gap=12) * rows):
        if i < len(lobby.seats):
            _seat(im, (x, seats + i // 2 * (SEAT + 12), w), i, lobby, words)
    text(im, (WIDTH / 2, state + 52), _state(lobby, words), "bold", 50, ACCENT, "m", WIDTH - 4 * MARGIN)
    y = below
    for said in about:
        text(im, (MARGIN + 12, y + 36), said, "body", SMALL, TEXT, room=WIDTH - 2 * MARGIN - 24)
        y += LINE
    for row in chips:
        _chips(im, MARGIN + 12, y + 8, row)
        y += 62
    text(im, (MARGIN + 12, y + 42), words(f"render.lobby.{lobby.order}"), "body", SMALL, MUTED, room=WIDTH - 2 * MARGIN - 24)
    return im


def _cover(im: Image.Image, renderer: Renderer, title: str) -> None:
    """Draw the key art with the game's name on a tablet over its foot."""
    w = WIDTH - 2 * MARGIN
    art = renderer.cover(w, COVER).convert("RGB")
    im.paste(art, (MARGIN, MARGIN), rounded_mask(w, COVER, 20))
    wide = round(width(title, "title", 84)) + 64
    y = MARGIN + COVER - TITLE + BELOW
    frame.tablet(im, MARGIN + 20, y, min(wide, w - 40), TITLE)
    frame.title(im, (MARGIN + 52, y + 76), title, w - 104, mix(SEPIA, "#74271A", 0.7), 84)


def _options(lobby: LobbyPicture, words: Words) -> list[str]:
    return [words(f"{lobby.game}.option.{key}.{value}") for key, value in lobby.options.items()]


def _chip_rows(options: list[str]) -> list[list[str]]:
    """The options in rows with room for their chips."""
    rows: list[list[str]] = []
    free = 0
    for said in options:
        w = _chip_width(said)
        if not rows or w > free:
            rows.append([])
            free = WIDTH - 2 * MARGIN - 40
        rows[-1].append(said)
        free -= w + 12
    return rows


def _chip_width(said: str) -> int:
    return round(width(said, "bold", 42)) + 36


def _chips(im: Image.Image, x: float, y: float, options: list[str]) -> None:
    for said in options:
        w = _chip_width(said)
        plate(im, (x, y), w, 52, 14, PANEL, mix(PANEL, TEXT, 0.4), 3)
        text(im, (x + 18, y + 38), said, "bold", 42, CAPTION)
        x += w + 12


def _seat(im: Image.Image, box: tuple[int, int, int], i: int, lobby: LobbyPicture, words: Words) -> None:
    x, y, w = box
    seat = lobby.seats[i]
    if seat is None:
        paste(im, dashed_box(w, SEAT, 18, mix(BG, MUTED, 0.6)), (x, y))
        text(im, (x + w / 2, y + SEAT / 2 + 16), words("render.lobby.free"), "bold", 48, MUTED, "m", w - 40)
        return
    plate(im, (x, y), w, SEAT, 18, PANEL, ACCENT if seat.host else mix(PANEL, TEXT, 0.3), 5 if seat.host else 3)
    left = x + 24
    if lobby.order != "random":
        number(im, (x + 40, y + SEAT / 2), str(i + 1), 58, MUTED)
        left += 48
    name = drawn_names(lobby, words)[i]
    if seat.level is None:
        paste(im, shields.arms_of(seat.user, seat.name, ARMS), (left, y + SEAT / 2 - ARMS * 0.56))
        if seat.colour:
            paste(im, icons.spot(seat.colour, SPOT), (left + ARMS - SPOT + 12, y + SEAT / 2 + ARMS * 0.56 - SPOT + 8))
    else:
        paste(im, icons.robot(ARMS + 10), (left - 5, y + SEAT / 2 - ARMS * 0.5 - 5))
    left += ARMS + 20
    level = words(f"{lobby.game}.level.{seat.level}") if seat.level is not None else ""
    below = level or (words("render.lobby.host") if seat.host else "")
    room = x + w - 18 - left
    text(im, (left, y + SEAT / 2 + (-4 if below else 20)), name, "bold", 60, TEXT, room=room, least=SMALL)
    if below:
        text(im, (left, y + SEAT / 2 + 54), below, "body", 44, MUTED, room=room)


def drawn_names(lobby: LobbyPicture, words: Words) -> tuple[str, ...]:
    """The names as they are drawn, by seat."""
    return frame.drawn_names(["" if seat is None else seat.name for seat in lobby.seats], words)


def _state(lobby: LobbyPicture, words: Words) -> str:
    taken = sum(seat is not None for seat in lobby.seats)
    if lobby.state != "lobby":
        return words(f"render.lobby.{lobby.state}")
    if taken < lobby.least:
        return words.count("render.lobby.waiting", lobby.least - taken)
    return words("render.lobby.ready" if taken < len(lobby.seats) else "render.lobby.full")


def describe(lobby: LobbyPicture, words: Words) -> str:
    """The card in words."""
    seats = []
    for i, seat in enumerate(lobby.seats):
        if seat is None:
            continue
        level = words(f"{lobby.game}.level.{seat.level}") if seat.level is not None else ""
        more = list_text(words, [said for said in (level, words("render.lobby.host") if seat.host else "") if said])
        name = seat.name if len(seat.name) <= 60 else seat.name[:59] + "…"
        seats.append(f"{i + 1}. {name}" + (f" ({more})" if more else ""))
    free = sum(seat is None for seat in lobby.seats)
    said = sentence(
        words("render.lobby.alt", game=words(f"{lobby.game}.name")),
        ", ".join(_options(lobby, words)),
        ", ".join(seats),
        words.count("render.lobby.places", free) if free else "",
        words(f"render.lobby.{lobby.order}"),
        _state(lobby, words),
    )
    return shorten(said)
