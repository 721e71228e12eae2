"""Settings of servers, and moderators' actions."""
