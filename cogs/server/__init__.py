"""Settings of servers, and what moderators do."""
