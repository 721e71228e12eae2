"""Finished games: records, replays, stories, reviews; and the fixed games of lessons."""
