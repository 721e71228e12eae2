"""The games in progress, without Discord: the table service and its tables."""
