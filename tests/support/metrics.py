"""Values of metrics."""

from __future__ import annotations

from prometheus_client import Counter


def count_of(counter: Counter, *labels: str) -> float:
    """Returns a counter's value for these labels."""
    samples = [sample for family in counter.labels(*labels).collect() for sample in family.samples]
    return sum(sample.value for sample in samples if sample.name.endswith("_total"))
