"""Plain rows: the values that a store takes and returns, one module for each part of `data/sql`.

Texts marked as JSON are interpreted only by `tables/`. Times are Unix seconds.
"""
