"""The public board."""
