"""The board that everybody sees."""
