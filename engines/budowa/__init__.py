"""Budowa zamku: rules B1-B11, the computer player and the fast path for searching."""
