"""Benchmarks: `python -m bench` prints one JSON object on each line."""
