"""The lobby card: the game, its options, and the people who have joined."""

import msgspec
from PIL import Image

from data.words import Words
from render import canvas, frame
from render.art import icons, shields
from render.canvas import dashed_box, lines, number, paste, plate, rounded_mask, text, width
from render.canvas import picture as empty
from render.contract import Picture, Renderer
from render.encode import encode, shorten
from render.frame import MARGIN
from render.prose import list_text, sentence
from render.theme import ACCENT, BG, CAPTION, INK, MUTED, PANEL, PAPER, SEPIA, SMALL, TEXT, WIDTH, mix

COVER, SEAT = 330, 116


class LobbySeat(msgspec.Struct, frozen=True):
    """A taken seat: the name, the level of a computer player (`<game>.level.<level>`), whether the person is the host. `user`:
    whose arms are drawn (0: made from the name).
    """

    name: str
    level: str | None = None
    host: bool = False
    user: int = 0


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
    """The card: key art with the game's name, the options, the seats."""
    rows = (len(lobby.seats) + 1) // 2
    options = _options(lobby, words)
    about = lines(words(f"{lobby.game}.about"), "body", SMALL, WIDTH - 2 * MARGIN - 48, 3)
    chips = _chip_rows(options)
    high = 100 + 46 * len(about) + 62 * len(chips)
    im = empty(MARGIN + COVER + 12 + high + 14 + 54 + rows * (SEAT + 10) + 60)
    _cover(im, renderer)
    y = MARGIN + COVER + 12
    frame.tablet(im, MARGIN, y, WIDTH - 2 * MARGIN, high)
    frame.title(im, (MARGIN + 24, y + 72), words(f"{lobby.game}.name"), WIDTH - 2 * MARGIN - 48, mix(SEPIA, "#74271A", 0.7), 76)
    for i, said in enumerate(about):
        line = y + 122 + 46 * i
        text(im, (MARGIN + 24, line), said, "body", 42, SEPIA, room=WIDTH - 2 * MARGIN - 48)
    for i, row in enumerate(chips):
        _chips(im, MARGIN + 24, y + 100 + 46 * len(about) + 62 * i, row)
    y += high + 14
    text(im, (MARGIN + 8, y + 38), words(f"render.lobby.{lobby.order}"), "bold", 42, CAPTION, room=WIDTH - 2 * MARGIN - 16)
    y += 54
    for i, (x, w) in enumerate(frame.columns(2) * rows):
        if i < len(lobby.seats):
            _seat(im, (x, y + i // 2 * (SEAT + 10), w), i, lobby, words)
    text(im, (WIDTH / 2, im.height - 22), _state(lobby, words), "bold", 42, ACCENT, "m", WIDTH - 4 * MARGIN)
    return im


def _cover(im: Image.Image, renderer: Renderer) -> None:
    w = WIDTH - 2 * MARGIN
    art = renderer.cover(w, COVER).convert("RGB")
    im.paste(art, (MARGIN, MARGIN), rounded_mask(w, COVER, 20))


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
        plate(im, (x, y), w, 50, 14, mix(PAPER, SEPIA, 0.18), INK, 3)
        text(im, (x + 18, y + 37), said, "bold", 42, INK)
        x += w + 12


def _seat(im: Image.Image, box: tuple[int, int, int], i: int, lobby: LobbyPicture, words: Words) -> None:
    x, y, w = box
    seat = lobby.seats[i]
    if seat is None:
        paste(im, dashed_box(w, SEAT, 18, mix(BG, MUTED, 0.6)), (x, y))
        text(im, (x + w / 2, y + SEAT / 2 + 13), words("render.lobby.free"), "bold", 42, MUTED, "m", w - 40)
        return
    plate(im, (x, y), w, SEAT, 18, PANEL, ACCENT if seat.host else mix(PANEL, TEXT, 0.3), 5 if seat.host else 3)
    left = x + 22
    if lobby.order != "random":
        number(im, (x + 38, y + SEAT / 2), str(i + 1), 52, MUTED)
        left += 44
    name = drawn_name(seat, i, words)
    if seat.level is None:
        paste(im, shields.arms_of(seat.user, seat.name, 74), (left, y + 16))
    else:
        paste(im, icons.robot(84), (left - 4, y + 16))
    left += 94
    level = words(f"{lobby.game}.level.{seat.level}") if seat.level is not None else ""
    below = level or (words("render.lobby.host") if seat.host else "")
    text(im, (left, y + (54 if below else 72)), name, "bold", 44, TEXT, room=x + w - 18 - left)
    if below:
        text(im, (left, y + 96), below, "body", SMALL, MUTED, room=x + w - 18 - left)


def drawn_name(seat: LobbySeat, i: int, words: Words) -> str:
    """The name as it is drawn."""
    return canvas.name(seat.name, words("render.player", letter="ABCD"[i]))


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
