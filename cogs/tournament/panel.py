"""The cards of the organiser's panel: the acts, what each asks for, its reason, the log, and what those concerned are told."""

from collections.abc import Collection, Sequence

import discord

from asking.names import plain
from chat.app import App
from chat.cards import audiences
from chat.cards.server_log import log_fields
from chat.cards.tournaments import reserve_lines, state, title
from chat.press.presses import Press, make
from chat.wire import limits
from chat.wire.layout import BLUE, GOLD, RED, Button, Card, PublicCard, Row, button, people, row, rows, select
from chat.wire.text import escape, mentions
from data.words import Words
from tables.model.outbox_rows import ActRow
from tables.model.server import ServerLogLine
from tables.tournaments import acts
from tables.tournaments.acts import Choice, Chosen, Occasion
from tables.tournaments.tournament import Tournament


def read_act(press: Press) -> tuple[str, list[str]]:
    """Returns the act of a press and what has been chosen for it, without words that only tell menus and forms apart. ("", []):
    it names no act.
    """
    said = [word for word in press.words if not word.startswith("_")]
    return (said[0], said[1:]) if said else ("", [])


def card(tournament: Tournament, occasion: Occasion, words: Words, said: str = "") -> Card:
    """Returns the panel: how the tournament stands, and the acts that are possible now. `said`: what has just been done."""
    offered = acts.acts_offered(tournament, occasion)
    options = [(each.name, words(f"cogs.tournament.act.{each.name}")) for each in offered]
    about = {each.name: words(f"cogs.tournament.act.{each.name}.about") for each in offered}
    text = [
        said,
        state(tournament, words),
        *_cohosts(tournament, words),
        *reserve_lines(tournament, words),
        words("cogs.tournament.organising"),
    ]
    menus = []
    if offered:
        place = make("tournament.act", tournament.id, acts.stamp(tournament))
        menus.append(row(select(place, options, placeholder=words("cogs.tournament.choose-act"), about=about)))
    log = button(words("cogs.tournament.log"), make("tournament.log", tournament.id), emoji="📜")
    text = list(filter(None, text))
    return Card(title=title(tournament, words), text="\n".join(text), rows=(*menus, *rows([log])), colour=GOLD)


def _cohosts(tournament: Tournament, words: Words) -> list[str]:
    return [words("cogs.tournament.cohosts", people=mentions(tournament.cohosts))] if tournament.cohosts else []


def question_card(tournament: Tournament, name: str, chosen: Chosen, occasion: Occasion, words: Words) -> Card:
    """Returns the next question of an act, or the one whether to do it. Raises Refusal."""
    act = acts.find(name, tournament, chosen, occasion)
    needs = act.needs(tournament)
    said = [_shown_label(choice.kind, each, tournament, words) for choice, each in zip(needs, chosen, strict=False)]
    about = words(f"cogs.tournament.act.{name}.about")
    text = "\n".join((f"**{words(f'cogs.tournament.act.{name}')}**", about, *(f"▫️ {each}" for each in said)))
    back = button(words("cogs.tournament.back"), make("tournament.organise", tournament.id), emoji="⬅️")
    if len(chosen) < len(needs) and not needs[len(chosen)].typed:
        choice = needs[len(chosen)]
        menus = _menus(choice, tournament, (name, *chosen), occasion, words)
        return Card(title=title(tournament, words), text=text, rows=(*menus, *rows([back])), colour=GOLD)
    sure = _sure(tournament, (name, *chosen), words)
    ask = f"{text}\n{words('cogs.tournament.sure-act')}"
    return Card(title=title(tournament, words), text=ask, rows=rows([sure, back]), colour=RED)


def _menus(choice: Choice, tournament: Tournament, said: Sequence[str], occasion: Occasion, words: Words) -> list[Row]:
    """Returns as many menus as the choices need: one has room for 25."""
    ask, found = words(f"cogs.tournament.ask.{choice.kind}"), []
    if choice.choices is None:
        return [row(people(_place(tournament, *said), placeholder=ask))]
    labels = [(each, _label(choice.kind, each, tournament, words)) for each in choice.choices(tournament, said[1:], occasion)]
    for at in range(0, len(labels), limits.SELECT_OPTIONS):
        menu = select(_place(tournament, *said, f"_{at}"), labels[at : at + limits.SELECT_OPTIONS], placeholder=ask)
        found.append(row(menu))
    return found


def _place(tournament: Tournament, *said: str) -> str:
    return make("tournament.chosen", tournament.id, acts.stamp(tournament), said)


def _sure(tournament: Tournament, said: Sequence[str], words: Words) -> Button:
    place = make("tournament.reason", tournament.id, acts.stamp(tournament), tuple(said))
    return button(words("cogs.cancel.write"), place, style=discord.ButtonStyle.danger)


def _label(kind: str, value: str, tournament: Tournament, words: Words) -> str:
    """Returns a choice as people read it, in a menu."""
    if value in {acts.SHARED, acts.NO_RESULT}:
        return words("cogs.tournament.shared" if value == acts.SHARED else "cogs.tournament.none-wins")
    if kind == "game":
        return _names(tournament, tournament.rounds[-1].pairings[int(value)].entrants)
    if kind == "result":
        return words("cogs.tournament.winner", name=_names(tournament, [int(value)]))
    if kind in {"entrant", "partner"}:
        return _names(tournament, [int(value)])
    if kind == "waiting":
        return next(each.name for each in tournament.reserve if str(each.user) == value)
    if kind == "variant":
        return words(f"{tournament.game}.option.{value.replace('=', '.')}")
    return value


def _shown_label(kind: str, value: str, tournament: Tournament, words: Words) -> str:
    """Returns the same in a text."""
    return f"<@{value}>" if kind == "person" else escape(_label(kind, value, tournament, words))


def _names(tournament: Tournament, numbers: Sequence[int]) -> str:
    return ", ".join(plain(tournament.entrants[each].name) for each in numbers)


def log_card(tournament: Tournament, lines: Sequence[ServerLogLine], words: Words) -> Card:
    """Returns what the organisers have done, newest first."""
    said = [
        words("cogs.server.log.line", when=int(line.at), who=_who(line.user), what=_entry_text(line.what, line.about, words))
        for line in lines
    ]
    text = "\n".join(f"- {each}" for each in said) or words("cogs.server.log.none")
    back = button(words("cogs.tournament.standings"), make("tournament.standings", tournament.id), emoji="📋")
    return Card(title=title(tournament, words), text=text, rows=rows([back]), colour=BLUE)


async def act_message(app: App, tournament: Tournament, payload: ActRow, pings: Collection[int]) -> PublicCard:
    """Returns what those concerned are told of an act."""
    words = await audiences.public_words(app, tournament)
    what = _entry_text(payload.what, payload.about, words)
    said = words("cogs.tournament.told", who=_who(payload.by), what=what)
    text = "\n".join(filter(None, (said, mentions(each for each in sorted(pings) if f"<@{each}>" not in said))))
    return PublicCard(title=title(tournament, words), text=text, colour=GOLD, pings=tuple(sorted(pings)))


def _who(user: int) -> str:
    return f"<@{user}>" if user else "Zamki"


def _entry_text(what: str, about: dict[str, str], words: Words) -> str:
    """Returns an entry of the log: what was done, and why."""
    said = words(f"cogs.server.log.{what}", **log_fields(about, words))
    reason = about.get("reason")
    return words("cogs.server.log.reason", what=said, reason=escape(reason, limit=300)) if reason else said
