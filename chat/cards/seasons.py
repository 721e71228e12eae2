"""What the seasons of a server are called."""

from data.words import Words


def season_name(first: int, last: int, words: Words) -> str:
    """Returns a season by its first and last months (`tables.ranking.counting.month`)."""
    months = str(first % 12 + 1) if first == last else f"{first % 12 + 1}–{last % 12 + 1}"
    return words("cogs.standings.season", months=months, year=first // 12)
