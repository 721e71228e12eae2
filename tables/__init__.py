"""Running games, without Discord: the table service and its tables."""
