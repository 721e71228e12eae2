"""The games in progress, without Discord: the hall and its tables."""
