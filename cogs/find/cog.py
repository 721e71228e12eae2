"""Looking for a game: the command, and the presses of its messages."""

import functools
from collections.abc import Sequence

from discord import app_commands
from msgspec.structs import replace

from chat.cards import server
from chat.cards.command_options import GameOption
from chat.press import permissions, replies
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI, choice
from chat.press.doors import Names
from chat.press.presses import Cog, Press, verb
from chat.wire import visible
from chat.wire.layout import GOLD, Card
from cogs.find import cards
from data.words import Words
from tables.errors import BadChoice, Refusal
from tables.matchmaking.wishes import HOURS, PATIENCE, SIZES, SPEEDS, Speed, Wish, WishList
from tables.model.table_info import Place
from tables.time.timing import read_pace

BOTH = On.CHANNEL | On.DIRECT

ANYWHERE = BOTH | On.PRIVATE


class Find(Cog):
    """Looks for games for people."""

    @ZAMKI.command("find")
    @app_commands.choices(pace=[choice(f"cogs.find.speed.{each}", each) for each in (*SPEEDS, cards.EITHER)])
    async def find(self, answer: PrivateAnswer, game: GameOption | None = None, pace: str | None = None) -> None:
        """Look for a game in this channel."""
        await self._begin(answer, await self._place(answer), () if game is None else (game,), pace)

    @verb("find.open", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.NOTHING)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002 - the button is enough
        """Look for a game in the channel of the press."""
        await self._begin(answer, await self._place(answer))

    @verb("find.too", Ack.PRIVATE, names=Names.WISHES)
    async def too(self, answer: PrivateAnswer, press: Press) -> None:
        """Look for a game where others do."""
        found = await answer.tables.matchmaking.wish_list(press.table)
        await self._begin(answer, found.place)

    @verb("find.lobby", Ack.PRIVATE, BOTH)
    async def lobby(self, answer: PrivateAnswer, press: Press) -> None:
        """Close the lobby that nobody joins, as its host, and look for a game there: this one, or another that suits."""
        info = (await answer.tables.looks.read(press.table)).info
        if info.place.guild <= 0:
            raise Refusal("tables.refusal.wish-server")
        usual = await answer.tables.matchmaking.usual_games(info.place.guild, answer.user)
        games = (info.game, *(each for each in usual if each != info.game))
        pace = "live" if read_pace(info.pace).kind == "live" else "days"
        await self._check_server(answer, info.place)
        wish = await self._wish(answer, info.place, games, pace)
        language = await _language(answer, info.place, info.language)
        found = await answer.tables.matchmaking.look_instead(
            answer.person, info.id, wish, language=language, request=answer.request
        )
        await self._show(answer, found)

    @verb("find.again", Ack.UPDATE, ALONE, names=Names.WISHES)
    async def again(self, answer: PrivateAnswer, press: Press) -> None:
        """Look for a game in the same channel again."""
        found = await answer.tables.matchmaking.wish_list(press.table)
        await self._begin(answer, found.place)

    @verb("find.show", Ack.UPDATE, ALONE, names=Names.WISHES)
    async def show(self, answer: PrivateAnswer, press: Press) -> None:
        """Show what the person looks for."""
        await self._show(answer, await answer.tables.matchmaking.wish_list(press.table))

    @verb("find.change", Ack.UPDATE, ALONE, names=Names.WISHES)
    async def change(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the menus that change what suits the person."""
        found = await answer.tables.matchmaking.wish_list(press.table)
        _wish_of(answer, found)
        await self._show(answer, found, form=True)

    @verb("find.set", Ack.UPDATE, ALONE, names=Names.WISHES)
    async def set(self, answer: PrivateAnswer, press: Press) -> None:
        """Change what suits the person, as chosen in a menu."""
        found = await answer.tables.matchmaking.wish_list(press.table)
        new = _with_choice(_wish_of(answer, found), press.word, press.values, self.app.tables.clock.now())
        await self._replace(answer, found, new)

    @verb("find.switch", Ack.UPDATE, ALONE, names=Names.WISHES)
    async def switch(self, answer: PrivateAnswer, press: Press) -> None:
        """Switch what the person asks for besides."""
        found = await answer.tables.matchmaking.wish_list(press.table)
        old = _wish_of(answer, found)
        if press.word not in {"even", "named"}:
            raise Refusal("cogs.refusal.unknown-press")
        new = replace(old, even=not old.even) if press.word == "even" else replace(old, named=not old.named)
        await self._replace(answer, found, new)

    async def _replace(self, answer: PrivateAnswer, found: WishList, new: Wish) -> None:
        tables = answer.tables.matchmaking
        after = await tables.look_for_game(answer.person, found.place, new, language=found.language, request=answer.request)
        await self._show(answer, after, form=True)

    @verb("find.stop", Ack.UPDATE, ALONE, names=Names.WISHES)
    async def stop(self, answer: PrivateAnswer, press: Press) -> None:
        """Stop looking for a game."""
        found = await answer.tables.matchmaking.stop(press.table, answer.user, request=answer.request)
        await self._show(answer, found)

    @verb("find.yes", Ack.KEEP, ANYWHERE, names=Names.WISHES)
    async def yes(self, answer: Answer, press: Press) -> None:
        """Agree to a game, if all who are asked about it still see the channel."""
        found = await answer.tables.matchmaking.wish_list(press.table)
        match = found.match(press.stage)
        people = () if match is None else found.people(match)
        gone = [each.user for each in people if not await self.app.messenger.sees(found, each.user, unknown=True)]
        for user in gone:
            await answer.tables.matchmaking.drop(found.id, user, "gone")
        if gone:
            return  # the question says that it is over
        after = await answer.tables.matchmaking.answer(
            press.table, press.stage, answer.user, comes=True, request=answer.request
        )
        match = after.match(press.stage)
        if match is not None and not match.agreed:
            await answer.say("cogs.find.agreed")

    @verb("find.no", Ack.KEEP, ANYWHERE, names=Names.WISHES)
    async def no(self, answer: Answer, press: Press) -> None:
        """Decline a game, and look for none any more."""
        await answer.tables.matchmaking.answer(press.table, press.stage, answer.user, comes=False, request=answer.request)

    async def _begin(self, answer: PrivateAnswer, place: Place, games: Sequence[str] = (), pace: str | None = None) -> None:
        """Begin to look for a game in a channel, or show what the person looks for there already if they name nothing else."""
        tables = answer.tables.matchmaking
        known = await tables.list_in(place)
        old = None if known is None else known.wish_of(answer.user)
        if known is not None and old is not None and not games and pace is None:
            await self._show(answer, known)
            return
        await self._check_server(answer, place)
        wish = await self._wish(answer, place, games or (old.games if old else ()), pace or cards.EITHER)
        if old is not None:
            wish = replace(wish, most=old.most, even=old.even, named=old.named, hours=old.hours)
        language = await _language(answer, place, "" if known is None else known.language)
        found = await tables.look_for_game(answer.person, place, wish, language=language, request=answer.request)
        await self._show(answer, found)

    @staticmethod
    async def _place(answer: PrivateAnswer) -> Place:
        """Returns the channel of the command or press, also for one in a thread. Raises Refusal."""
        place = permissions.place(answer, in_thread=False)
        if place.channel != answer.channel:
            parent = await answer.app.messenger.rest.channel(place.channel)
            if parent["type"] not in visible.WITH_MESSAGES:
                raise Refusal("cogs.find.refusal.forum")
        return place

    @staticmethod
    async def _check_server(answer: PrivateAnswer, place: Place) -> None:
        """Raises Refusal if the server lets this person open no tables."""
        if place.guild == answer.guild:
            await server.may_open(answer, in_thread=False)

    async def _wish(self, answer: PrivateAnswer, place: Place, games: Sequence[str], pace: str) -> Wish:
        """Returns what a person wants who names nothing but these games (none: those they usually play) and this pace."""
        now = self.app.tables.clock.now()
        wish = Wish(
            user=answer.user,
            name=answer.person.name,
            language=answer.words.language,
            games=tuple(games) or await answer.tables.matchmaking.usual_games(place.guild, answer.user),
            speeds=_speeds(pace),
            since=now,
            until=now,
            live_until=now,
        )
        return _lasting(wish, "days", now)

    async def _show(self, answer: PrivateAnswer, found: WishList, *, form: bool = False) -> None:
        """Show what a person looks for, or the menus that change it, and keep that up to date."""
        draw = functools.partial(self._own_card, form=form)
        await replies.show_subject(answer, "wish", found, answer.tables.matchmaking.wish_list, draw)

    async def _own_card(self, found: WishList, user: int, words: Words, *, form: bool) -> Card:
        """Returns what a person looks for, as they see it."""
        wish, matchmaking = found.wish_of(user), self.app.tables.matchmaking
        if wish is None:
            return cards.over_card(found, words, await matchmaking.last_end(found.id, user))
        match = found.match_of(wish.number)
        asked = None if match is None else match.of(wish.number)
        if match is not None and asked is not None and not asked.agreed:
            title, text, rows = cards.question(found, match, user, words)
            return Card(title=title, text=text, rows=rows, colour=GOLD)
        if form:
            return cards.form_card(self.app, found, wish, words)
        expected = [await matchmaking.expected_wait(found.place.guild, speed) for speed in wish.speeds]
        people = self.app.tables.people
        unreached = not wish.named and not people.takes_direct(await people.person(user), wanted=True)
        note = "agreed" if asked is not None else "no-direct" if unreached else ""
        return cards.answer_card(self.app, found, wish, words, [each for each in expected if each is not None], note=note)


async def _language(answer: PrivateAnswer, place: Place, otherwise: str) -> str:
    """Returns the language of a server; `otherwise`: the one it had, as a press in direct messages does not say it."""
    return (await answer.public_words()).language if answer.guild == place.guild else otherwise


def _wish_of(answer: Answer, found: WishList) -> Wish:
    """Returns what the person looks for. Raises Refusal if they no longer do."""
    wish = found.wish_of(answer.user)
    if wish is None:
        raise Refusal("cogs.find.refusal.over")
    return wish


def _with_choice(wish: Wish, what: str, values: Sequence[str], now: float) -> Wish:
    """Returns a wish with what was chosen in a menu. Raises BadChoice."""
    match what, values:
        case "games", [_, *_]:
            return replace(wish, games=tuple(values))
        case "speed", [chosen]:
            return _lasting(replace(wish, speeds=_speeds(chosen)), "days", now)
        case "most", [size] if size in {str(each) for each in SIZES}:
            return replace(wish, most=int(size))
        case "lasts", [length] if length in PATIENCE:
            return _lasting(wish, length, now)
        case "hours", _:
            return replace(wish, hours=tuple(each for each in HOURS if each in values))
    raise BadChoice


def _speeds(pace: str) -> tuple[Speed, ...]:
    return tuple(each for each in SPEEDS if pace in {each, cards.EITHER})


def _lasting(wish: Wish, length: str, now: float) -> Wish:
    """Returns a wish that begins now and lasts so long. Nobody is there to play at once for days: an evening at most, if they
    have said so, else a quarter of an hour.
    """
    live = now + PATIENCE["evening" if length == "evening" else "quarter"]
    return replace(wish, until=now + PATIENCE[length] if "days" in wish.speeds else live, live_until=live)
