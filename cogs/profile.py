"""Profiles: a person's record in this server."""

from collections.abc import Iterable

import discord
import msgspec

from asking import readers
from asking.names import plain
from chat.app import App
from chat.cards import drawing, games
from chat.cards.games import variant_names
from chat.cards.result import finishes, number
from chat.press import doors
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI, person_menu
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import BLUE, Button, Card, Row, button, row, rows, select
from chat.wire.limits import SELECT_OPTIONS
from chat.wire.text import escape, person_name
from data.words import Words
from render import profile as picture
from tables.errors import Refusal
from tables.ranking.profile import Earned, Profile
from tables.ranking.reliability import Reliability

ALL = "all"

SHOWN = 8
"""Maximum crests, and levels played alone, in the picture; the text has all."""


class Profiles(Cog):
    """Shows a person's strength, favourite games and achievements."""

    @ZAMKI.command("profile")
    async def profile(self, answer: PrivateAnswer, person: discord.User | None = None) -> None:
        """Show the presser's profile or another person's."""
        whom = person or answer.interaction.user
        await answer.tell(await card(answer, whom.id, person_name(whom)))

    @person_menu("profile")
    async def of_person(self, answer: PrivateAnswer, person: discord.User | discord.Member) -> None:
        """Show the profile of the person whose menu was used."""
        await answer.tell(await card(answer, person.id, person_name(person)))

    @verb("profile.game", Ack.UPDATE, On.PRIVATE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the same person in another game."""
        user, game = pressed_number(press.word), press.value
        if game != ALL and game not in self.app.games:
            raise Refusal("cogs.refusal.unknown-press")
        await answer.show(await card(answer, user, "", None if game == ALL else game))


async def card(answer: Answer, user: int, name: str, game: str | None = None) -> Card:
    """Returns a person's profile in the reader's server. Raises Refusal in a direct message, and for a hidden person."""
    found = await answer.tables.ratings.profile(answer.server, user, answer.user, game)
    if found.hidden and user != answer.user:
        raise Refusal("cogs.profile.is-hidden")
    seen = found.best is not None and await doors.enters(answer, found.best.table)
    found = msgspec.structs.replace(found, name=found.name or name, best=found.best if seen else None)
    words, own = answer.words, answer.preferences
    drawn = await drawing.picture_of(
        own.display, 0, answer.app.pictures.profile, _card(answer.app, found, words), readers.reader(words, own)
    )
    text = summary(answer.app, found, words) + _even(found, words)
    if game is None and (won := await answer.tables.tournaments.won_tournaments(answer.server, user)):
        text.append(words("cogs.tournament.trophies", n=len(won), numbers=", ".join(str(each.id) for each in won)))
    if game is None and user == answer.user:
        mine = await answer.tables.ratings.reliability(answer.server, user, user)
        text += [] if mine is None else [_reliability(mine, words)]
    if found.hidden:
        text.append(f"-# {words('cogs.profile.you-hidden')}")
    return Card(
        title=words("cogs.profile.title", name=escape(found.name)),
        picture=drawn,
        text="\n".join(text),
        rows=(*_menu(answer, found, words), *rows(_buttons(found, words))),
        colour=BLUE,
        text_first=answer.preferences.display == "both",
    )


def _reliability(found: Reliability, words: Words) -> str:
    """Returns how reliable the person is in slow games, with the reasons, for them only."""
    left = f"{len(found.left)} ({', '.join(f'#{table}' for table in found.left)})" if found.left else "0"
    word = words(f"cogs.reliability.{found.word}")
    return f"⏳ {words('cogs.profile.reliability', word=word, games=found.games, left=left)}"


def _even(found: Profile, words: Words) -> list[str]:
    """Returns at which levels the computer plays on even terms with the person, for them only."""
    levels = [f"{words(f'{game}.name')} – {words(f'{game}.level.{level}')}" for game, level in found.even]
    return [f"⚖️ {words('cogs.profile.even', levels=', '.join(levels))}"] if levels else []


def summary(app: App, found: Profile, words: Words) -> list[str]:
    """Returns the profile as text, complete without the picture."""
    alone = [*_alone(app, found, words), *_crests(found.alone_crests, words)]
    if found.rating is None:
        return alone or [words("cogs.profile.nothing")]
    lines = [f"**{number(found.rating, found.provisional)}** · {_standing(found, words)}"]
    wins = words.count("cogs.standings.wins", found.places[0])
    lines.append(f"{words.count('cogs.standings.games', found.games)}, {wins} {finishes(found.places)}".rstrip())
    lines.append(words("cogs.profile.streaks", now=found.streak, longest=found.longest))
    if len(found.history) > 1:
        lines.append(words("cogs.profile.history", low=min(found.history), high=max(found.history), now=found.history[-1]))
    lines += _facts(found, words, escape=True)
    return [*lines, *_crests(found.crests, words), *alone]


def _crests(earned: Iterable[Earned], words: Words) -> list[str]:
    lines = []
    for each in earned:
        crest = f"{each.game}.crest.{each.crest}"
        times = f" ×{each.times}" if each.times > 1 else ""
        lines.append(f"🛡️ **{words(crest)}**{times} – {words(f'{crest}.how')} ({words(f'{each.game}.name')})")
    return lines


def _alone(app: App, found: Profile, words: Words) -> list[str]:
    """Returns the person's results alone against computer players."""
    if not found.alone:
        return []
    head = words("cogs.alone.title", now=found.alone_streak, longest=found.alone_longest)
    return [f"🤖 **{head}**", *(f"- {line}" for line in _levels(app, found, words))]


def _levels(app: App, found: Profile, words: Words) -> list[str]:
    return [
        words(
            "cogs.alone.level",
            game=" · ".join((words(f"{each.game}.name"), *variant_names(app, each.game, each.variant, words))),
            level=words(f"{each.game}.level.{each.level}"),
            games=each.games,
            wins=each.wins,
            best=each.best,
        )
        for each in found.alone
    ]


def _card(app: App, found: Profile, words: Words) -> picture.ProfileCard:
    crests = tuple(
        picture.CrestBadge(f"{each.game}.{each.crest}", f"{words(f'{each.game}.crest.{each.crest}')}", each.times)
        for each in (*found.crests, *found.alone_crests)[:SHOWN]
    )
    return picture.ProfileCard(
        user=found.user,
        name=plain(found.name),
        about=words(f"{found.game}.name") if found.game is not None else words("cogs.standings.all"),
        rating="" if found.rating is None else number(found.rating, found.provisional),
        standing=_standing(found, words),
        places=found.places,
        history=found.history,
        figures=(
            (words("render.standings.games"), str(found.games)),
            (words("render.profile.streak"), str(found.streak)),
            (words("render.profile.longest"), str(found.longest)),
        ),
        facts=(*_facts(found, words, escape=False), *_levels(app, found, words)[:SHOWN]),
        crests=crests,
    )


def _standing(found: Profile, words: Words) -> str:
    if found.place:
        return words("cogs.profile.place", place=found.place, people=found.people)
    return words("cogs.profile.provisional" if found.provisional or found.rating is None else "cogs.profile.away")


def _facts(found: Profile, words: Words, *, escape: bool) -> list[str]:
    """Returns the facts besides figures."""
    said = []
    if found.played and found.game is None:
        game, times = found.played[0]
        said.append(
            words("cogs.profile.favourite", game=words(f"{game}.name"), times=words.count("cogs.standings.games", times))
        )
    if found.best is not None:
        game = words(f"{found.best.game}.name")
        said.append(words("cogs.profile.best", game=game, table=found.best.table, field=found.best.field))
    if found.against is not None:
        met = found.against
        line = words("cogs.profile.against", wins=met.wins, losses=met.losses, ties=met.ties)
        said.append(f"**{line}**" if escape else line)
    return said


def _menu(answer: Answer, found: Profile, words: Words) -> list[Row]:
    known = [(game, words(f"{game}.name")) for game in found.usual if game in answer.app.games]
    if not known:
        return []
    offered = [(ALL, words("cogs.standings.all")), *known][:SELECT_OPTIONS]
    custom_id = make("profile.game", 0, 0, (str(found.user),))
    return [row(select(custom_id, offered, placeholder=words("cogs.standings.by.game"), chosen=(found.game or ALL,)))]


def _buttons(found: Profile, words: Words) -> list[Button]:
    even = [games.even_terms(words, found.game or "")] if found.even else []
    if found.best is None:
        return even
    return [button(words("cogs.profile.watch"), make("replay.open", found.best.table), emoji="🎞️"), *even]
