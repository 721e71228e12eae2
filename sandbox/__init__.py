"""An imitation of Discord on loopback: REST v10, gateway, a page for people, and people for tests.

Imports nothing of the bot and never discord.py, so that each side checks the other.

Simulated as strictly as Discord documents it: the three seconds and fifteen minutes of interactions, error codes, the limits of
messages, components, modals, choices and commands (50035 naming the field), ephemeral messages, attachments (kept and dropped
by the list; those shown by a component or embed are not listed in `attachments`), mentions, nonces, permissions by channel from
roles and overwrites, threads (members, private ones, archiving by time, the limit of active ones, `World.most_threads`),
intents, shards, RESUME. `faults.Fault` has what can go wrong on demand. Nothing outlives the process; `retention` says what a
long run forgets.

What is NOT simulated:
- Voice, stages, forums, polls, stickers, reactions, pins, webhooks of channels, audit logs, the hierarchy of roles (the owner
  of a guild may do everything), timeouts, bans, invites, OAuth2, payments.
- People cannot fill in options of type role and attachment, menus of roles, channels and mentionables, or uploads in modals.
- Threads: the list of members, THREAD_MEMBERS_UPDATE, the message in a thread that it began from, and the shorter archive time
  of a guild with nearly too many. `threads` says what archived and locked threads allow.
- The gateway's zstd compression (frames are sent as plain text instead), missed heartbeats; MESSAGE_CREATE of ephemeral
  messages; typing events; presences.
- The pace of IDENTIFY (its limit a day is) and the limit of requests a second over all routes, unless they are asked for
  (`logins`, `everywhere`; a fault can set the latter too); invalid-request bans, and the real numbers of any rate limit: every
  route and channel has one bucket of `limit` requests in `window` seconds.
- 30046, 40003 and 20026 on their own: they occur only as faults. Signed and expiring attachment addresses.
- Installing the app for oneself is a switch (`installed`), and direct messages of two people are groups of two. The commands,
  contexts and owners of such apps, 50001 for the bot's token and the five followups are simulated.
- Embeds made from links, spoiler files, link previews, sanitising of Markdown.
- Discord does not document whether it drops a press whose custom_id is no longer on the message. Here people cannot press it
  unless they forge it.
"""

from sandbox.client import Person
from sandbox.clock import MovableClock
from sandbox.server import Sandbox

__all__ = ["MovableClock", "Person", "Sandbox"]
