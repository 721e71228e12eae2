"""A server's leaderboard. Rows that share a place share one panel and one medal; small discs below a name count the places."""

from collections.abc import Sequence
from itertools import groupby

import msgspec
from PIL import Image

from data.words import Words
from render import canvas, frame
from render.art import castles, icons, shields
from render.canvas import number, panel, paste, plate, text, width
from render.canvas import picture as empty
from render.contract import Picture
from render.encode import encode, shorten
from render.frame import MARGIN
from render.prose import cut, sentence
from render.theme import ACCENT, BG, CAPTION, GOLD, INK, MUTED, PANEL, PAPER, SEPIA, SMALL, TEXT, WIDTH, mix

PAGE = 10
"""Rows on a page."""

HEAD, ROW, GAP = 168, 116, 10
DISC, SPACE, STEP = 48, 8, 118
OWN = 44
"""The gap between the rows and the requester's row (px)."""
MEDALS = 100
"""The first place without a medal."""
X_MEDAL, X_ARMS, X_NAME, X_WINS, X_GAMES = 80, 150, 254, 868, 1036


class StandingsRow(msgspec.Struct, frozen=True):
    """One row: place (ties share it; 0: none), name, games played and won; `places`: how often first to fourth; `you`: the
    requester's row. `user`: whose arms are drawn (0: made from the name); `value`: what the board ranks by, "" for wins.
    """

    place: int
    name: str
    games: int
    wins: int
    places: tuple[int, int, int, int] = (0, 0, 0, 0)
    you: bool = False
    user: int = 0
    value: str = ""


class StandingsPicture(msgspec.Struct, frozen=True):
    """A page of a leaderboard: the server's name ("" if unknown), the game (None: all games), at most PAGE rows with the best
    first, the page and the number of pages. `kind`: what it ranks by (`tables.model.standings.BoardKind`; `points`: standings
    of a tournament, whose name replaces the server's), `about`: a line that says so; `own`: the requester's row, if it is on
    none of these rows.
    """

    server: str
    game: str | None
    rows: tuple[StandingsRow, ...]
    page: int = 1
    pages: int = 1
    kind: str = "wins"
    about: str = ""
    own: StandingsRow | None = None


def picture(board: StandingsPicture, words: Words) -> Picture:
    """The leaderboard and its description."""
    return encode(draw(board, words), describe(board, words), "house")


def draw(board: StandingsPicture, words: Words) -> Image.Image:
    """The leaderboard, best first."""
    groups = [list(group) for _, group in groupby(board.rows[:PAGE], key=lambda row: row.place)]
    about = 52 if board.about else 0
    top = MARGIN + HEAD + 52 + about
    foot = 52 if board.pages > 1 else 0
    body = sum(len(group) * ROW + GAP for group in groups) - GAP if groups else 330
    own = OWN + ROW if board.own is not None else 0
    im = empty(top + body + own + foot + MARGIN + 2)
    head(im, board.game, board.server, words)
    if board.about:
        text(im, (MARGIN + 12, MARGIN + HEAD + 46), board.about, "bold", 42, CAPTION, room=WIDTH - 2 * MARGIN - 24)
    if groups:
        value, beside = ("games", "wins") if board.kind == "games" else (board.kind, "games")
        text(im, (X_WINS, top - 14), words(f"render.standings.{value}"), "bold", 42, CAPTION, "r", 240)
        text(im, (X_GAMES, top - 14), words(f"render.standings.{beside}"), "bold", 42, MUTED, "r", 160)
    else:
        _nobody(im, top, words, board.kind)
    y = top
    for group in groups:
        _group(im, y, group, words, board.kind)
        y += len(group) * ROW + GAP
    if board.own is not None:
        y = top + body
        for x in (WIDTH / 2 - 26, WIDTH / 2, WIDTH / 2 + 26):
            plate(im, (round(x - 5), round(y + OWN / 2 - 5)), 10, 10, 5, MUTED)
        _group(im, y + OWN, [board.own], words, board.kind)
    if board.pages > 1:
        said = words("render.standings.page", page=board.page, pages=board.pages)
        text(im, (WIDTH / 2, im.height - 22), said, "bold", 42, MUTED, "m")
    return im


def head(im: Image.Image, game: str | None, server: str, words: Words) -> None:
    """Draw a landscape with the game and the server's, tournament's or league's name."""
    w = WIDTH - 2 * MARGIN
    far = tuple((x / 1048 * w, y) for x, y in ((-20, 110), (150, 80), (330, 118), (560, 84), (800, 112), (1068, 76)))
    near = tuple((x / 1048 * w, y) for x, y in ((-20, 150), (180, 134), (420, 148), (700, 138), (1068, 150)))
    paste(im, frame.landscape(w, HEAD, (640, 64, 46), far, near), (MARGIN, MARGIN))
    for x, material, large, size in ((770, "wood", False, 130), (944, "stone", False, 120), (836, "brick", True, 178)):
        paste(im, castles.castle(material, large, size), (x, MARGIN + 152 - castles.ground(size)))
    plate(im, (MARGIN + 20, MARGIN + 20), 560, 128, 16, PAPER, INK, 4)
    paste(im, icons.crown(92), (MARGIN + 36, MARGIN + 36))
    title = words(f"{game}.name") if game else words("render.standings.title")
    frame.title(im, (MARGIN + 144, MARGIN + 82), title, 420, "#74271A", 68)
    below = canvas.name(server, "") or words("render.standings.all")
    text(im, (MARGIN + 146, MARGIN + 132), below, "bold", 42, SEPIA, room=416)


def _nobody(im: Image.Image, y: int, words: Words, kind: str) -> None:
    plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, 320, 18, PANEL, mix(PANEL, TEXT, 0.16), 4)
    more = "render.standings.more" if kind == "rating" else "render.standings.first"
    paste(im, icons.crown(130, mix(GOLD, PANEL, 0.45)), (WIDTH / 2, y + 100), "c")
    text(im, (WIDTH / 2, y + 222), words(_empty(kind)), "bold", 46, TEXT, "m", WIDTH - 100)
    text(im, (WIDTH / 2, y + 276), words(more), "body", SMALL, MUTED, "m", WIDTH - 100)


def _empty(kind: str) -> str:
    return "render.standings.unrated" if kind == "rating" else "render.standings.nobody"


def _group(im: Image.Image, y: int, group: list[StandingsRow], words: Words, kind: str) -> None:
    place, high = group[0].place, len(group) * ROW
    metal = icons.metal(place)
    edge = mix(metal, BG, 0.25) if metal else mix(PANEL, TEXT, 0.16)
    fill = mix(PANEL, metal, 0.12) if metal else mix(PANEL, PANEL, 0)
    plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, high, 18, fill, edge, 4)
    for k, row in enumerate(group):
        if row.you:
            own = panel(WIDTH - 2 * MARGIN - 128, ROW - 12, 14, mix(PANEL, GOLD, 0.16), ACCENT, 4)
            paste(im, own, (MARGIN + 120, y + k * ROW + 6))
        elif k and not group[k - 1].you:
            plate(im, (X_ARMS, y + k * ROW - 1), WIDTH - 2 * MARGIN - 160, 3, 1, mix(fill, TEXT, 0.16))
    tied = len(group) > 1
    middle = y + high / 2 - (20 if tied else 0)
    if 0 < place < MEDALS:
        medal = icons.medal(place, 88)
        paste(im, medal, (X_MEDAL, middle), "c")
        below = medal.height / 2
    else:
        number(im, (X_MEDAL, middle), f"{place}." if place else "–", 44, MUTED, room=116)
        below = 26
    if tied:
        text(im, (X_MEDAL, middle + below + 32), words("render.standings.tied"), "bold", SMALL, CAPTION, "m", 116)
    for k, row in enumerate(group):
        _row(im, y + k * ROW, row, words, kind)


def _row(im: Image.Image, y: int, row: StandingsRow, words: Words, kind: str) -> None:
    middle = y + ROW / 2
    paste(im, shields.arms_of(row.user, row.name, 78), (X_ARMS, middle - 44))
    wins = number(im, (X_WINS, middle), row.value or str(row.wins), 66, TEXT, "r", room=190)
    number(im, (X_GAMES, middle), str(row.wins if kind == "games" else row.games), 48, MUTED, "r", room=150)
    room = X_WINS - wins - 24 - X_NAME
    mine = words("render.standings.you")
    tag = round(width(mine, "bold", SMALL)) + 28 if row.you else 0
    name = canvas.name(row.name, words("render.standings.someone"))
    wide = text(im, (X_NAME, y + 49), name, "bold", 46, ACCENT if row.you else TEXT, room=room - tag - 16)
    if row.you:
        plate(im, (X_NAME + wide + 16, y + 15), tag, 42, 12, GOLD, INK, 3)
        text(im, (X_NAME + wide + 16 + tag / 2, y + 47), mine, "bold", SMALL, INK, "m")
    _places(im, y + 83, row, room + 12)


def _places(im: Image.Image, y: int, row: StandingsRow, room: float) -> None:
    """Draw how often first to fourth in at most `room`: in columns, large numbers closer together. Numbers that still have no
    room (thousands) are left out.
    """
    counts = [str(n) for n in row.places]
    columns = all(_wide(said) <= STEP for said in counts) and STEP * len(counts) - SPACE <= room
    x: float = X_NAME
    for i, said in enumerate(counts):
        if x + _wide(said) - SPACE > X_NAME + room:
            break
        paste(im, icons.disc(i + 1, DISC), (x, y - DISC / 2))
        number(im, (x + DISC + 6, y), said, SMALL, TEXT if row.places[i] else MUTED, "l")
        x += STEP if columns else _wide(said)


def _wide(count: str) -> float:
    """The width of a count with its disc and a space."""
    return DISC + 6 + width(count, "digits", SMALL) + SPACE


def _counts(places: Sequence[int]) -> str:
    """How often each place was taken: "2×1., 1×3."."""
    return ", ".join(f"{times}×{place}." for place, times in enumerate(places, 1) if times) or "–"


def describe(board: StandingsPicture, words: Words) -> str:
    """The leaderboard in words."""
    title = words(f"{board.game}.name") if board.game else words("render.standings.all")
    rows = []
    for row in (*([board.own] if board.own else []), *board.rows[:PAGE]):
        name = cut(row.name, 34)
        you = f" ({words('render.standings.you')})" if row.you else ""
        number = f", {row.value}" if board.kind in {"rating", "points"} else ""
        values = {"place": row.place or "–", "name": name + you + number, "wins": row.wins, "games": row.games}
        rows.append(words("render.standings.row", **values, counts=_counts(row.places)))
    said = sentence(
        words("render.standings.alt-points" if board.kind == "points" else "render.standings.alt", game=title),
        board.about,
        "" if board.rows else words(_empty(board.kind)),
        " ".join(rows),
        words("render.standings.page", page=board.page, pages=board.pages) if board.pages > 1 else "",
    )
    return shorten(said)
