"""Archived and locked threads: what they still allow, and what reopens them.

As documented (topics/threads), and as reported where the documentation is silent:
- An archived thread is reopened when a message is posted into it, by the bot, by an answer to an interaction that others see,
  or by a person; a message for one person alone does not reopen it. PATCH can reopen it too. Editing messages in it, an
  interaction's own message included, is refused with 50083 (those for one person alone are let through, as nothing is known
  about them); so is changing the thread itself. Deleting is allowed.
- A locked thread is for people who may Manage Threads. Archived: everything is refused with 50083, deleting included, and only
  they can reopen it. Active: all others keep the permissions to view, read, react and use emoji (posting is 50013), while edits
  and all answers to interactions that need a message are 50083 (discord-api-docs #6884, #7707).
- Acknowledging without a message (deferred update, form, suggestions) is always possible. Members' clients let them press
  buttons in an archived thread; other clients try to reopen the thread first, which is refused (discord-api-docs #8474).
- GUILD_CREATE does not list archived threads.

`World.archive` and `World.lock` are what a moderator does. A thread without a new message for its archive time is archived
(`World.archive_idle`); reopening it and changing that time count as activity too.

People who post in a thread, are mentioned there (also by an edit, also silently) or are added are its members. In a private one
only members can do anything, the bot included: a command still works there, but posting does not (50001).
"""

from sandbox.errors import refusal
from sandbox.world import THREADS, Channel, World


def check_posting(world: World, thread: Channel, rights: int, *, seen_by_all: bool = True) -> None:
    """Check a message before somebody with `rights` posts it into a channel; reopens an archived thread. Raises 50083."""
    if thread.type not in THREADS:
        return
    if thread.locked and not world.manages_threads(rights):
        raise refusal(50083)
    if thread.archived and seen_by_all:
        world.archive(thread, archived=False)


def check_editing(world: World, channel: Channel, *, seen_by_all: bool = True) -> None:
    """Check that the bot may edit a message in a channel that may be a thread. Raises 50083."""
    locked = channel.locked and not world.manages_threads(world.bot_rights(channel))
    if channel.type in THREADS and (locked or (channel.archived and seen_by_all)):
        raise refusal(50083)


def check_deleting(world: World, channel: Channel) -> None:
    """Check that the bot may delete a message in a channel that may be a thread. Raises 50083."""
    locked = channel.locked and not world.manages_threads(world.bot_rights(channel))
    if channel.type in THREADS and channel.archived and locked:
        raise refusal(50083)


def check_changing(world: World, thread: Channel, wanted: dict[str, object]) -> None:
    """Check that the bot may change the thread itself. Raises 50013, 50083."""
    waking = wanted.get("archived") is False
    if not world.manages_threads(world.bot_rights(thread)):
        own = thread.owner_id == world.bot.id or (waking and len(wanted) == 1)
        if not own or (thread.locked and thread.archived):
            raise refusal(50013)
    if thread.archived and not waking:
        raise refusal(50083)
