"""The events of Zamek as one line each."""

from collections.abc import Mapping, Sequence

from data.words import Words
from engines.contract import Event, EventData
from engines.zamek import events
from engines.zamek.components import KINDS, TILE, TILES
from render.contract import Audience, Weight
from render.prose import capital, list_text
from render.zamek import prose, wall

WEIGHTS: Mapping[type[EventData], Weight] = {
    events.AreaScored: "result",
    events.TokenWon: "result",
    events.KeepMoved: "result",
    events.TileDrawn: "shown",
    events.SubjectsHome: "shown",
}
"""How much its events mean to somebody who missed them."""


def line(event: Event, audience: Audience) -> str | None:
    """An event as one line."""
    words, data = audience.words, event.data
    names = audience.names
    match data:
        case events.TileOut():
            return words("zamek.line.out", tile=prose.tile_short(words, data.tile), n=data.left)
        case events.TileDrawn():
            return words("zamek.line.draw", name=names[data.seat])
        case events.TileLaid():
            return _laying(data, names[data.seat], words)
        case events.AreaTied():
            one, other = data.subjects
            return words("zamek.line.tie", area=capital(prose.area(words, data.place)), one=one, other=other)
        case events.TokenUsed():
            return words("zamek.line.spent", name=names[data.seat], token=words(f"zamek.token.{data.token}"))
        case events.AreaScored():
            return _scoring(data, names[data.seat], words)
        case events.TokenWon():
            token, tower = words(f"zamek.token.{data.token}"), "/".join(str(field) for field in data.fields)
            return words("zamek.line.token", name=names[data.seat], token=token, tower=tower)
        case events.KeepMoved():
            key = "moved" if data.before else "set"
            tiles = words.count("zamek.tiles", data.tiles)
            name, square = names[data.seat], data.square
            return words(f"zamek.line.keep.{key}", name=name, square=square, tiles=tiles, before=data.before)
        case events.SubjectsHome():
            return _home(data, names, words)
        case events.AgainKept():
            return words("zamek.line.pass", name=names[data.seat])
        case events.PlayEnded():
            return words(f"zamek.line.{data.ending}", n=data.left, towers=data.towers)
        case events.TokenAimed():
            token, area = words(f"zamek.token.{data.token}"), prose.area(words, data.place)
            return words("zamek.line.aim", name=names[data.seat], token=token, area=area)
        case events.FinalStep():
            return f"{words(f'zamek.{data.kind}.title')}: {'; '.join(prose.step_lines(data, words, names))}."
        case events.GameOver():
            return _over(data, names, words)
        case _:
            return None


def summary(happened: Sequence[Event], audience: Audience) -> str:
    """A turn in one line: where the tile was laid, what it scores for whom, tokens and keeps."""
    words, names = audience.words, audience.names
    deeds = [each.data for each in happened]
    mover = next((data.seat for data in deeds if isinstance(data, events.TileLaid | events.TokenUsed)), None)
    parts = [part for data in deeds if (part := _part(data, mover, names, words))]
    if mover is None or not parts:
        return ""
    return f"{names[mover]}: {', '.join(parts)}"


def _part(data: EventData, mover: int | None, names: Sequence[str], words: Words) -> str:
    whose = ""
    if isinstance(data, events.AreaScored | events.TokenWon | events.KeepMoved) and data.seat != mover:
        whose = f"{names[data.seat]} "
    match data:
        case events.TileLaid(role=""):
            return words("zamek.turn.tile", square=data.square)
        case events.TileLaid():
            return words("zamek.turn.subject", square=data.square, role=words(f"zamek.role.{data.role}"))
        case events.AreaScored():
            return f"{whose}+{data.points} ({words(f'zamek.kind.{data.place.kind}')})"
        case events.AreaTied():
            return words("zamek.turn.tie", kind=words(f"zamek.kind.{data.place.kind}"))
        case events.TokenWon():
            return whose + words("zamek.turn.token", token=words(f"zamek.token.{data.token}"))
        case events.TokenUsed():
            return words("zamek.turn.spent", token=words(f"zamek.token.{data.token}"))
        case events.KeepMoved():
            return whose + words("zamek.turn.keep", square=data.square)
        case _:
            return ""


def _laying(data: events.TileLaid, name: str, words: Words) -> str:
    said = words("zamek.line.lay", name=name, square=data.square)
    if not data.role:
        return f"{said}."
    kind = KINDS[TILES[TILE[data.tile]].areas[wall.part(data.tile, data.subject)].kind]
    return f"{said} {words(f'zamek.line.lay.{kind}')}"


def _scoring(data: events.AreaScored, name: str, words: Words) -> str:
    extra = [words("zamek.line.score.stocks")] if data.stocks else []
    extra += [words("zamek.line.score.token")] if data.token else []
    return words(
        "zamek.line.score",
        name=name,
        points=data.points,
        area=prose.area(words, data.place),
        tiles=", ".join([words.count("zamek.tiles", data.tiles), *extra]),
        before=data.before,
        after=data.after,
    )


def _home(data: events.SubjectsHome, names: Sequence[str], words: Words) -> str:
    home = [
        words("zamek.line.home.one", role=words(f"zamek.role.{each.role}"), square=each.square, name=names[each.seat])
        for each in data.subjects
    ]
    return capital(words.count("zamek.line.home", len(home), subjects=list_text(words, home)))


def _over(data: events.GameOver, names: Sequence[str], words: Words) -> str:
    scores = ", ".join(f"{names[seat]} {points}" for seat, points in enumerate(data.scores))
    shared = len(data.winners) > 1
    end = words("zamek.final.shared") if shared else words("zamek.final.winner", name=names[data.winners[0]])
    return f"{end}: {scores}."
