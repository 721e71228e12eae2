"""Rycerze i zamki: rules R1-R10, the computer player and the fast path for searching."""
