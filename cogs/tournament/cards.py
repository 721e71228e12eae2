"""The card of a tournament from its lobby to its end, for everybody and for one person: picture, text, buttons."""

from collections.abc import Sequence

import discord

from asking import readers
from chat.app import App
from chat.cards import clocks, drawing, games, headings
from chat.cards.lobby import SHORT
from chat.cards.tournaments import reserve_lines, state, title
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, Button, Card, PublicCard, button, rows
from chat.wire.text import clip, escape
from cogs.tournament import divisions
from cogs.tournament.checking_in import here_button
from cogs.tournament.parts import LISTED, TEXT, about_line, game_lines, points, standing_line, standings_row
from data.words import Words
from render import standings as picture
from render.contract import Picture
from tables.history import tournament_draw
from tables.model.people import Preferences
from tables.time.plan import IN_A_ROUND
from tables.time.timing import DAY, read_pace
from tables.tournaments import schedule
from tables.tournaments.clock import pace
from tables.tournaments.entering import takes_check_ins, takes_late
from tables.tournaments.rounds import may_skip
from tables.tournaments.standings import Standing, standings
from tables.tournaments.tournament import Tournament

USUAL = 8
"""The number of people for whom it is said how long a tournament takes, until more have joined."""


SHORTER = 2
"""The most shorter games that its host is told of."""

SLOW = {"daily", "slow"}
"""The manners for which it is offered that people look in several times a day."""


async def message(app: App, tournament: Tournament, words: Words) -> PublicCard:
    """Returns a tournament's public message, from its lobby to its end."""
    drawn = None if tournament.display == "text" else await draw(app, tournament, words)
    colour = {"lobby": BLUE, "running": GREEN, "over": GOLD}.get(tournament.state, GREY)
    return PublicCard(
        title=title(tournament, words),
        picture=drawn,
        text="\n".join(filter(None, (await _text(app, tournament, words, 0), _fair(tournament, words)))),
        rows=rows(_buttons(tournament, words)),
        colour=colour,
        text_first=tournament.display == "both",
    )


def _fair(tournament: Tournament, words: Words) -> str:
    """Returns the beginning of the hash of the bot's part of its games' seeds."""
    return f"-# {words('cogs.tournament.promise', promise=tournament.promise[:SHORT])}" if _has_draws(tournament) else ""


def _has_draws(tournament: Tournament) -> bool:
    return bool(tournament.promise) and (tournament.state != "cancelled" or bool(tournament.rounds))


async def draws_card(answer: Answer, tournament: Tournament) -> Card:
    """Returns what verifies the seeds of its games: the whole hash of the bot's part, and at the end the part itself, with the
    order of the entrants as a file.
    """
    words, part = answer.words, await answer.tables.tournaments.opened_part(tournament.id)
    key = f"cogs.{'league' if tournament.league else 'tournament'}.{'part' if part else 'how-drawn'}"
    return Card(
        title=title(tournament, words),
        text=words(key, promise=tournament.promise, part=part[: tournament_draw.PART]),
        colour=BLUE,
        document=_draw_file(tournament, part),
    )


def _draw_file(tournament: Tournament, part: str) -> tuple[str, bytes] | None:
    """Returns how the order of the entrants was drawn, once the bot's part is published."""
    found = tournament_draw.published_draw(tournament, part)
    return None if found is None else (f"zamki-tournament-{tournament.id}.json", tournament_draw.export(found))


async def own_card(answer: Answer, tournament: Tournament) -> Card:
    """Returns the same for one person, with their own line marked."""
    mine, words = answer.preferences, answer.words
    drawn = None
    if mine.display != "text":
        drawn = await draw(answer.app, tournament, words, user=answer.user, mine=mine)
    text = await _text(answer.app, tournament, words, answer.user)
    entrant = tournament.of(answer.user)
    plays = tournament.state == "running" and entrant is not None and not entrant.withdrawn
    skip = [] if entrant is None else _skip(tournament, entrant.number, words)
    if entrant is not None and entrant.number in tournament.skipping:
        text += f"\n{words('cogs.tournament.skips', round=len(tournament.rounds) + 1)}"
    return Card(
        title=title(tournament, words),
        picture=drawn,
        text=text,
        rows=rows(skip + ([_leave(tournament, words)] if plays else []) + _organise(tournament, answer.user, words)),
        colour=BLUE,
        document=_draw_file(tournament, await answer.tables.tournaments.opened_part(tournament.id)),
        text_first=mine.display == "both",
    )


def _organise(tournament: Tournament, user: int, words: Words) -> list[Button]:
    """Returns the ways to what the organisers can do, for the organisers, and to what they have done; at the end, to another
    tournament like it.
    """
    log = button(words("cogs.tournament.log"), make("tournament.log", tournament.id), emoji="📜")
    if tournament.state not in {"lobby", "running"}:
        again = button(words("cogs.tournament.again"), make("tournament.again", tournament.id), emoji="🔁")
        return [again, log] if tournament.league is None else [log]
    if not tournament.organised_by(user):
        return [log]
    panel = button(words("cogs.tournament.organise"), make("tournament.organise", tournament.id), emoji="🛠️")
    return [panel, log]


def _join_label(tournament: Tournament, words: Words) -> str:
    return words("cogs.tournament.join" if len(tournament.active) < tournament.places else "cogs.tournament.wait")


def _skip(tournament: Tournament, number: int, words: Words) -> list[Button]:
    """Returns the button to skip the next round, or to play it after all; [] if the entrant may not."""
    if not may_skip(tournament, number):
        return []
    begun, skips = len(tournament.rounds), number not in tournament.skipping
    label = words("cogs.tournament.skip" if skips else "cogs.tournament.skip-not", round=begun + 1)
    return [button(label, make("tournament.skip", tournament.id, begun, ("yes" if skips else "no",)))]


def _leave(tournament: Tournament, words: Words) -> Button:
    return button(words("cogs.tournament.leave"), make("tournament.leave", tournament.id))


def _buttons(tournament: Tournament, words: Words) -> list[Button]:
    number = tournament.id
    verify = button(words("cogs.verify.button"), make("tournament.verify", number), emoji="🔏")
    more = [verify] if _has_draws(tournament) else []
    if tournament.state == "lobby":
        return [
            button(
                _join_label(tournament, words),
                make("tournament.enter", number),
                style=discord.ButtonStyle.success,
                emoji="🏆",
            ),
            *([here_button(tournament, words)] if takes_check_ins(tournament) else []),
            _leave(tournament, words),
            button(
                words("cogs.tournament.begin"),
                make("tournament.begin", number),
                style=discord.ButtonStyle.primary,
                emoji="▶️",
                off=words("cogs.off.people", n=2) if len(tournament.entrants) < 2 else "",
            ),
            *more,
        ]
    standings = button(words("cogs.tournament.standings"), make("tournament.standings", number), emoji="📋")
    late = [button(_join_label(tournament, words), make("tournament.enter", number), emoji="🏆")]
    return [*(late if takes_late(tournament) else []), *([standings] if tournament.state in {"running", "over"} else []), *more]


# The picture.


async def draw(
    app: App, tournament: Tournament, words: Words, *, user: int = 0, mine: Preferences | None = None
) -> Picture | None:
    """Returns the standings as a picture, with the person's own line; None before the first round."""
    if not tournament.rounds:
        return None
    if tournament.league is not None:
        return await divisions.draw(app, tournament, words, mine)
    lines = [standings_row(each, points(each.points, words), user) for each in standings(tournament)]
    below = next((each for each in lines[picture.PAGE :] if each.you), None)
    board = picture.StandingsPicture(
        words("cogs.tournament.name", number=tournament.id),
        tournament.game,
        tuple(lines[: picture.PAGE]),
        kind="points",
        about=about_line(tournament, words),
        own=below,
    )
    reader = readers.reader(words, mine or Preferences(), tournament.theme)
    return await drawing.attempt(app.pictures.standings(board, reader), tournament.id)


# The text: everything, so that nobody needs the picture.


async def _text(app: App, tournament: Tournament, words: Words, user: int) -> str:
    parts = [_facts(app, tournament, words), state(tournament, words)]
    if tournament.state in {"lobby", "running"}:
        parts.insert(1, f"-# {_length(tournament, words)}")
    if tournament.rounds:
        placed = standings(tournament)
        if any(each.games or each.entrant.withdrawn for each in placed):
            parts += _lines(tournament, placed, user, words)
        if tournament.state == "running":
            parts += await game_lines(app, tournament, words, timed=_is_timed(tournament, user))
            if not tournament.rounds[-1].apart:
                parts.append(f"-# {words('cogs.tournament.together')}")
        parts.append(words(f"cogs.tournament.how.{tournament.rules.format}"))
    else:
        parts.append(words("cogs.tournament.entrants", n=len(tournament.entrants), most=tournament.places))
        for each in tournament.entrants:
            host = f" — {words('cogs.tournament.host')}" if each.user == tournament.host else ""
            sign = "🙋" if each.user in tournament.here else "👤"
            parts.append(f"{sign} {escape(each.name)}{host}")
    parts += reserve_lines(tournament, words)
    if takes_late(tournament):
        parts.append(words("cogs.tournament.late-entry", n=tournament.rules.rounds // 2))
    if tournament.state == "lobby" or (tournament.state == "running" and user):  # on the public card only before it begins
        parts += _fine_print(tournament, words)
    return clip("\n".join(parts), TEXT)


def _fine_print(tournament: Tournament, words: Words) -> list[str]:
    """Returns what the end of a round does, and vacations."""
    if not read_pace(pace(tournament, tournament.rules.size)).slow:
        return [words("cogs.tournament.time")]
    return [words("cogs.tournament.time"), words("cogs.tournament.vacation", days=int(IN_A_ROUND // DAY))]


def _lines(tournament: Tournament, placed: Sequence[Standing], user: int, words: Words) -> list[str]:
    """Returns the first lines of the standings, and the person's own."""
    shown = (each for at, each in enumerate(placed) if at < LISTED or each.entrant.user == user)
    return [standing_line(tournament, each, user, words) for each in shown]


def _facts(app: App, tournament: Tournament, words: Words) -> str:
    rules = tournament.rules
    facts = [
        words(f"cogs.tournament.format.{rules.format}"),
        words(f"cogs.tournament.people.{rules.size}"),
        words("cogs.tournament.rounds", n=tournament.planned),
        *([words(f"cogs.tournament.manner.{rules.manner}")] if rules.manner else []),
        words("cogs.tournament.friendly" if rules.friendly else "cogs.tournament.rated"),
        *games.unusual_options(app, tournament.game, tournament.options, words),
    ]
    return f"-# {' · '.join(facts)}"


def _length(tournament: Tournament, words: Words) -> str:
    """Returns how much time people have for a move and for a round, and until it begins how long the whole may take."""
    clock = read_pace(pace(tournament, tournament.rules.size))
    said = words(
        "cogs.tournament.length",
        each=clocks.lasting(clock.each or 0, words),
        bank=clocks.lasting(clock.bank, words),
        round=clocks.lasting(tournament.rules.seconds, words),
    )
    if tournament.state != "lobby":
        return said
    people = max(len(tournament.entrants), USUAL)
    rounds = tournament.rounds_of(people)
    whole = clocks.lasting(rounds * tournament.rules.seconds, words)
    return f"{said} {words('cogs.tournament.whole', people=people, rounds=rounds, whole=whole)}"


def opened_card(app: App, tournament: Tournament, words: Words) -> Card:
    """Returns what its host is told: how long it may take, and what is quicker."""
    rules, offers = tournament.rules, []
    text = [words("cogs.tournament.opened"), _length(tournament, words)]
    if rules.manner:
        quicker = schedule.shorter_games(tournament.game, rules.size, rules.manner, app.games)[:SHORTER]
        said = [f"{headings.game_name(game, words)} ({clocks.lasting(seconds, words)})" for game, seconds in quicker]
        text += [words("cogs.tournament.shorter", games=", ".join(said))] if said else []
    if rules.manner in SLOW and rules.seconds > schedule.LONG:
        seconds = schedule.round_seconds(tournament.game, rules.size, "several", tournament.options)
        text.insert(2, words("cogs.tournament.long", round=clocks.lasting(seconds, words)))
        offers = [button(words("cogs.tournament.manner.several"), make("tournament.manner", tournament.id, words=("several",)))]
    return Card(title=title(tournament, words), text="\n".join(text), rows=rows(offers), colour=GREEN)


def _is_timed(tournament: Tournament, user: int) -> bool:
    """Returns whether one person is shown the clocks of its games: those of a league run for weeks at the same time."""
    return bool(user) and tournament.league is not None
