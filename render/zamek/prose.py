"""Zamek in words: descriptions of the pictures and the text board. Names are inserted as they are in the audience."""

from collections.abc import Sequence

from data.words import Words
from engines.contract import Move, Result, Seat
from engines.zamek.components import KINDS, TILE, TILES
from engines.zamek.events import FinalStep, KeepsScored, MeadowsScored, TokensScored
from engines.zamek.view import KeepScore, MeadowScore, Place, ZamekView
from render.contract import ALT_LENGTH, BOARD_LENGTH, Audience
from render.prose import amounts, final_text, fitted_names, list_text, sentence, variant
from render.zamek import board, preview, records

Names = Sequence[str]


def area(words: Words, place: Place) -> str:
    """An area by its kind and its square."""
    return words("zamek.area", kind=words(f"zamek.kind.{place.kind}"), square=place.square)


def tile(words: Words, name: str) -> str:
    """The drawn tile, edge by edge, and what is on it."""
    edges = [words(f"zamek.side.{side}", kind=kind) for side, kind in zip("nesw", _sides(words, name), strict=True)]
    return ", ".join([*edges, *_marks(words, name)])


def tile_short(words: Words, name: str) -> str:
    """The same in a short line: clockwise from the top."""
    edges = [f"{arrow} {kind}" for arrow, kind in zip("↑→↓←", _sides(words, name), strict=True)]
    return ", ".join([" ".join(edges), *_marks(words, name)])


def _sides(words: Words, name: str) -> list[str]:
    return [words(f"zamek.kind.{KINDS[edge]}") for edge in TILES[TILE[name]].edges]


def _marks(words: Words, name: str) -> list[str]:
    kind = TILES[TILE[name]]
    marks = [mark for mark in ("chapel", "stocks") if any(getattr(each, mark) for each in kind.areas)]
    return [words(f"zamek.{mark}") for mark in [*marks, *(["fountain"] if kind.fountain else [])]]


# -- the table ----------------------------------------------------------------------------------------------------------------


def _seat(words: Words, view: ZamekView, seat: Seat, name: str) -> str:
    facts = [words.count("render.points", view.scores[seat]), words("zamek.alt.reserve", n=view.reserve[seat])]
    if (keep := view.keeps[seat]) is not None:
        facts.append(words("zamek.alt.keep", square=keep.square, tiles=words.count("zamek.tiles", keep.tiles)))
    if view.tokens[seat]:
        facts.append(words("zamek.alt.tokens", tokens=_tokens(words, view.tokens[seat])))
    standing = [f"{words(f'zamek.role.{subject.role}')} {subject.square}" for subject in view.subjects if subject.seat == seat]
    if standing:
        facts.append(words("zamek.alt.subjects", subjects=", ".join(standing)))
    return f"{name}: {'; '.join(facts)}"


def _tokens(words: Words, held: Sequence[str]) -> str:
    counts = {kind: held.count(kind) for kind in held}
    return list_text(words, [(f"{n} × " if n > 1 else "") + words(f"zamek.token.{kind}") for kind, n in counts.items()])


def _question(words: Words, view: ZamekView, names: Names) -> list[str]:
    """What is asked of whom, with all possible answers."""
    if view.over:
        return [words("zamek.final.heading")]
    if not view.pending:
        return []  # the remains of a turn, which ask nobody
    name = names[view.pending[0]]
    if view.tile:
        squares = ", ".join(spot.square for spot in view.spots)
        return [words("zamek.alt.lay", name=name, tile=tile(words, view.tile)), words("zamek.alt.squares", squares=squares)]
    offers = [
        f"{board.offer_name(view, offer.place)} {words(f'zamek.kind.{offer.place.kind}')} +{offer.points}"
        for offer in view.offers
    ]
    asked = f"{name}: {words(f'zamek.ask.{view.ask}')}"
    token = [words("zamek.alt.token", token=words(f"zamek.token.{view.token}"))] if view.token else []
    return [asked, *token, list_text(words, offers)]


def _scoring(words: Words, view: ZamekView, names: Names) -> list[str]:
    return [
        f"{area(words, each.place)}: " + (words("zamek.alt.tie") if each.seat is None else f"{names[each.seat]} +{each.points}")
        for each in view.scored
    ]


def _last(words: Words, view: ZamekView) -> str:
    return words("zamek.alt.last", square=view.laid[-1].square) if view.laid else ""


def _rest(words: Words, view: ZamekView) -> list[str]:
    towers = ", ".join(f"{low}/{high}" for low, high in view.towers)
    return [words("zamek.alt.left", n=view.left), words("zamek.alt.towers", towers=towers) if towers else ""]


@fitted_names(ALT_LENGTH)
def board_alt(names: Names, view: ZamekView, audience: Audience) -> str:
    """The alt text of the board."""
    words = audience.words
    return sentence(
        words("zamek.alt.turn", turn=view.turn),
        *_question(words, view, names),
        _last(words, view),
        *_scoring(words, view, names),
        *(_seat(words, view, seat, names[seat]) for seat in range(view.seats)),
        *_rest(words, view),
    )


@fitted_names(BOARD_LENGTH)
def text(names: Names, view: ZamekView, audience: Audience) -> str:
    """The board as Markdown: what each seat has and what is asked; the tiles are on further pages (`records.more`)."""
    words = audience.words
    head = f"**{words('zamek.name')}** · {words('zamek.text.turn', turn=view.turn)}"
    lines = [head, *(part for part in _question(words, view, names) if part)]
    lines += [f"- {_seat(words, view, seat, f'**{names[seat]}**')}" for seat in range(view.seats)]
    lines += [*_scoring(words, view, names), sentence(_last(words, view), *_rest(words, view))]
    lines.append(variant(words, "zamek", view.options))
    return "\n".join(line for line in lines if line)


def preview_alt(view: ZamekView, said: Move, audience: Audience) -> str:
    """The alt text of the preview of a tile."""
    words = audience.words
    assert view.tile is not None
    areas = TILES[TILE[view.tile]].areas
    choices = [preview.choice(words, part + 1, areas[part].kind) for part in preview.in_question(view, said)]
    lies = records.tile(words, view.tile, int(said[2]))
    return sentence(preview.heading(view, said, audience), lies, "" if len(said) > 3 else "; ".join(choices))


# -- the end ------------------------------------------------------------------------------------------------------------------


@fitted_names(ALT_LENGTH)
def scene_alt(names: Names, step: FinalStep, audience: Audience) -> str:
    """The alt text of a step of the final scoring."""
    words = audience.words
    parts = [f"{words('zamek.final.heading')}: {words(f'zamek.{step.kind}.title')}"]
    parts += step_lines(step, words, names)
    now = amounts(names, step.after)
    return sentence(*parts, words("zamek.alt.now", scores=now))


def step_lines(step: FinalStep, words: Words, names: Names) -> list[str]:
    """A step of the final scoring, area by area."""
    lines: list[str] = []
    match step:
        case MeadowsScored():
            lines = [_meadow(meadow, words, names) for meadow in step.meadows if meadow.chapels]
        case KeepsScored():
            lines = _keeps(step.keeps, words, names)
        case TokensScored():
            for each in step.areas:
                token = words(f"zamek.token.{each.token}")
                lines.append(f"{names[each.seat]}: {token}, {area(words, each.place)} +{each.points}")
            gifts = [(seat, points) for seat, points in enumerate(step.points) if points]
            lines += [f"{names[seat]}: {words('zamek.token.end_points')} +{points}" for seat, points in gifts]
    return lines or [words(f"zamek.{step.kind}.nobody")]


def _meadow(meadow: MeadowScore, words: Words, names: Names) -> str:
    paid = words("zamek.alt.tie") if meadow.seat is None else f"{names[meadow.seat]} +{meadow.points}"
    chapels = words.count("zamek.chapels", meadow.chapels)
    monks = f"{meadow.monks[0]}:{meadow.monks[1]}"
    return words("zamek.alt.meadow", area=area(words, meadow.place), chapels=chapels, monks=monks, paid=paid)


def _keeps(keeps: KeepScore, words: Words, names: Names) -> list[str]:
    sizes = ", ".join(
        f"{names[seat]} {tiles}" + (f"+{keeps.bonus[seat]}" if keeps.bonus[seat] else "")
        for seat, tiles in enumerate(keeps.tiles)
    )
    paid = words("zamek.final-keeps.nobody") if keeps.seat is None else f"{names[keeps.seat]} +{keeps.points}"
    return [words("zamek.alt.keeps", sizes=sizes, n=len(keeps.group)), paid]


def final_alt(view: ZamekView, result: Result, audience: Audience) -> str:
    """The alt text of the final picture: places, points and what they are made of, the rule that decided."""
    words = audience.words

    def facts(seat: Seat) -> str:
        made = (f"{words(f'zamek.score.{key}')} {n}" for key, n in result.breakdown[seat].items() if n)
        return ", ".join([words.count("render.points", result.scores[seat]), *made])

    head = f"{words('zamek.name')}: {words('zamek.final.heading')}"
    after = [*_keep_sizes(view, words), words(f"zamek.reason.{result.reason}")]
    return final_text("zamek", result, audience, facts, lambda _: after, head=head)


def _keep_sizes(view: ZamekView, words: Words) -> tuple[str, ...]:
    """How the keeps were scored, in a line."""
    if view.finale is None or view.finale.keeps.seat is None:
        return ()
    keeps = view.finale.keeps
    sizes = [tiles + bonus for tiles, bonus in zip(keeps.tiles, keeps.bonus, strict=True)]
    return (words("zamek.final.keeps", more=max(sizes), less=min(sizes), n=keeps.points),)
