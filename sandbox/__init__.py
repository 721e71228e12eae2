"""A Discord of its own on loopback: REST v10, gateway, a page for people, and people for tests.

Imports nothing of the bot and never discord.py, so that both ends keep each other honest.

What is simulated as strictly as Discord is documented: the three seconds and fifteen minutes of interactions, codes
of refusals, the limits of messages, components, modals, choices and commands (50035 naming the field), ephemeral
messages, attachments (kept and dropped by the list; those shown by a component or embed are not listed in
`attachments`), mentions, nonces, permissions by channel from roles and overwrites, threads (members,
private ones, archiving by time, the limit of active ones, `World.most_threads`), intents, shards, RESUME.
What can go wrong on demand stands in `faults.Fault`. Nothing outlives the process, and what a long run forgets stands
in `retention`.

What is NOT simulated:
- Voice, stages, forums, polls, stickers, reactions, pins, webhooks of channels, audit logs, the hierarchy of
  roles (the owner of a guild may do everything), timeouts, bans, invites, OAuth2, payments.
- Options of type role and attachment, menus of roles, channels and mentionables, and uploads in modals cannot be filled in by
  people.
- Of threads: the list of members, THREAD_MEMBERS_UPDATE, the message in a thread that it began from, and the shorter time
  to the archive where a guild has nearly too many. What archived and locked threads allow stands in `threads`.
- The gateway's zstd compression (frames go out as plain text then), missed heartbeats; MESSAGE_CREATE of
  ephemeral messages; typing events; presences.
- The pace of IDENTIFY and the limit of requests a second over all routes, unless they are asked for (`logins`, `everywhere`;
  a fault can set the latter too); invalid-request bans, and the real numbers of any rate limit: every route and
  channel has one bucket of `limit` requests in `window` seconds.
- 30046, 40003 and 20026 by themselves: they come as faults only. Signed and expiring attachment addresses.
- Of apps that people install for themselves: they install it by a switch (`installed`), and direct messages of two people are
  groups of two. Their commands, contexts, owners, 50001 by the bot's token and the five followups are simulated.
- Embeds made from links, spoiler files, link previews, sanitising of Markdown.
- Whether Discord itself drops a press whose custom_id is no longer on the message is not documented: people refuse
  it here unless they forge it.
"""

from sandbox.client import Person
from sandbox.clock import MovableClock
from sandbox.server import Sandbox

__all__ = ["MovableClock", "Person", "Sandbox"]
