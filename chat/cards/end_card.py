"""The end of a game: its picture, its result and what follows."""

from collections.abc import Sequence

import discord
import msgspec

from chat.app import App
from chat.cards import (
    audiences,
    board_lines,
    drawing,
    games,
    headings,
    links,
    story,
)
from chat.cards.result import briefly, ranking, score_line
from chat.press.presses import make
from chat.wire.layout import BLUE, GREY, Button, PublicCard, button, rows
from chat.wire.text import link
from data.records.messages import Posted
from data.words import Words
from render.contract import OBVIOUS, Picture
from render.turns import Turn
from tables.model.outbox_rows import FinalRow
from tables.model.table_info import TableInfo
from tables.rules import challenges
from tables.rules.reading import Reading


async def final(
    app: App, reading: Reading, payload: FinalRow, words: Words, *, more: Sequence[str] = (), pings: Sequence[int] = ()
) -> PublicCard:
    """Returns the end: the final picture with the scoring, the ranking and `more`. It mentions `pings`."""
    info, view, result = reading.info, audiences.spectators(reading).view, reading.info.result
    assert view is not None
    assert result is not None, "a game that is over has a result"
    audience = audiences.audience(info, words, safe=False)
    ended, turn, said = [], Turn(info.id), await story.epilogue(app, info, words, safe=False)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.final, info.game, view, result, said, audience, turn)
    if picture is None or info.display != "picture":
        said = await story.epilogue(app, info, words, safe=True)
        ended = [audiences.renderer(app, info).final_text(view, result, said, audiences.audience(info, words, safe=True))]
    reason = "" if result.reason in OBVIOUS else words("cogs.board.reason", reason=words(f"{info.game}.reason.{result.reason}"))
    return PublicCard(
        title=headings.heading(info, words, "cogs.board.over"),
        picture=picture,
        text="\n".join(
            filter(
                None,
                (
                    *ended,
                    *ranking(app, info, words),
                    reason,
                    *more,
                    board_lines.event_lines(app, info, payload, words),
                    hash_line(info, words),
                ),
            )
        ),
        rows=rows(
            [
                *await after(app, info, words),
                replay_button(info, words),
                story_button(info, words),
                *moment_button(info, words),
                *links.to_review(app, info, words),
                *verify_buttons(info, words),
                *challenge_button(info, words),
            ]
        ),
        colour=BLUE,
        pings=tuple(pings),
        text_first=info.display == "both",
    )


async def outcome(app: App, reading: Reading, words: Words, place: Posted) -> PublicCard:
    """Returns the end in brief, for the channel of a game that was played in a thread: who won and by what score, and the
    finished game. `place`: the message of the end.
    """
    info, how, told = reading.info, briefly(reading.info, words), ""
    picture = await brief_picture(app, reading, words)
    if info.result is not None and info.closed is None:
        how = f"{how} · {score_line(info.result)}"
        told = (await story.epilogue(app, info, words, safe=True)).story
    text = words("cogs.thread.ended", game=headings.game_name(info.game, words), table=info.id, how=how)
    buttons = [button(words("cogs.lobby.to-result"), url=link(info.place.guild, place.channel, place.message))]
    if info.state == "over" and info.game in app.games:
        style = discord.ButtonStyle.success
        buttons.insert(0, button(words("cogs.thread.want"), make("start.want", info.id), style=style, emoji="🙋"))
    told = f"\n-# {told}" if told else ""
    return PublicCard(text=f"{text}{told}", picture=picture, rows=rows(buttons), colour=GREY, text_first=True)


async def brief_picture(app: App, reading: Reading, words: Words) -> Picture | None:
    """Returns the picture of the end for people who have not followed the game; None if it was not played to its end."""
    info, view = reading.info, audiences.spectators(reading).view
    if view is None or info.result is None or info.closed is not None:
        return None
    said = msgspec.structs.replace(await story.epilogue(app, info, words, safe=False), brief=True)
    people = audiences.audience(info, words, safe=False)
    drawn = info.game, view, info.result, said, people, Turn(info.id)
    return await drawing.picture_of(info.display, info.id, app.pictures.final, *drawn)


def verify_buttons(info: TableInfo, words: Words) -> list[Button]:
    """Returns the button that verifies a finished game by its seed, or [] if no seed is known."""
    return [button(words("cogs.verify.button"), make("verify.open", info.id), emoji="🔏")] if info.seed else []


def hash_line(info: TableInfo, words: Words) -> str:
    """Returns the line with the hash of a finished game, by which anyone can know its record; "" if it has none."""
    return f"-# {words('cogs.board.final', final=info.final)}" if info.final else ""


def replay_button(info: TableInfo, words: Words) -> Button:
    """Returns the button that opens the replay."""
    return button(words("replay.button"), make("replay.open", info.id), emoji="🎞️")


def story_button(info: TableInfo, words: Words) -> Button:
    """Returns the button that opens the story of the game."""
    return button(words("replay.story"), make("story.open", info.id), emoji="📖")


def moment_button(info: TableInfo, words: Words) -> list[Button]:
    """Returns the button that shows everybody how the game turned, where people can be shown something."""
    if info.place.guild <= 0:
        return []
    return [button(words("replay.moment"), make("film.moment", info.id), emoji="🎬")]


def challenge_button(info: TableInfo, words: Words) -> list[Button]:
    """Returns the button with which the only person of a game lets others play its deal; [] below other games."""
    if not any(challenges.may_challenge(info, user) for user in info.people):
        return []
    return [button(words("cogs.challenge.button"), make("challenge.make", info.id), emoji="⚔️")]


async def after(app: App, info: TableInfo, words: Words) -> list[Button]:
    """Returns the buttons for what follows a game: a rematch, or the way to its tournament."""
    if info.tournament is not None:
        url = await links.tournament_link(app, info)
        return [button(words("cogs.tournament.card"), url=url, emoji="🏆")] if url else []
    again = button(words("cogs.board.again"), make("start.again", info.id), style=discord.ButtonStyle.success, emoji="🔁")
    return [again, games.find_one(words)] if info.place.guild > 0 else [again]
