"""Numbers in texts from outside."""

LARGEST = (1 << 63) - 1
"""The largest number that both stores take."""


def number(text: str, most: int = LARGEST) -> int | None:
    """Returns the number that a text consists of, in plain digits; None if it is no such number or larger than `most`."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    found = int(text)
    return found if found <= most else None
