"""The Grafana board and the alert rules in `docs/monitoring`: they ask for what the bot tells, and say what to do."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import Histogram
from prometheus_client.parser import text_string_to_metric_families

from data import telemetry
from data.records.results import TableCount
from service.metrics import Figures, text

MONITORING = Path(__file__).parents[2] / "docs" / "monitoring"
OPERATIONS = MONITORING.parent / "operations.md"

PROMTOOL = shutil.which("promtool")

METRIC = re.compile(r"\b(?:zamki|process)_\w+")
LABELS = re.compile(r"\b((?:zamki|process)_\w+)\{([^}]*)\}|\bby \(([^)]*)\)")

OF_PROMETHEUS = {"job", "instance", "le"}
"""Labels that Prometheus gives itself, or that buckets have."""


@pytest.fixture(scope="module")
def told() -> dict[str, set[str]]:
    """Every figure that the bot can tell, as Prometheus reads it, with its labels."""
    known = Figures(
        ready=True,
        store="sqlite",
        answered=True,
        servers=1,
        shards=0,
        processes=1,
        logins=0,
        copied=0.0,
        tables=(TableCount("a", "b", 1),),
    )
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text(known).decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    for instrument in vars(telemetry).values():  # those whose labels nobody has used yet
        if (names := getattr(instrument, "_labelnames", None)) is not None:
            ends = ("_bucket", "_sum", "_count") if isinstance(instrument, Histogram) else ("_total",)
            (metric,) = instrument.describe()
            found |= {metric.name + end: set(names) for end in ends}
    return found


def alerts() -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = [
        rule for group in yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"] for rule in group["rules"]
    ]
    return rules


def board() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((MONITORING / "board.json").read_text())
    return read


def asked() -> Iterator[str]:
    """Each expression of both."""
    yield from (rule["expr"] for rule in alerts())
    yield from (target["expr"] for panel in board()["panels"] for target in panel["targets"])


def test_every_figure_asked_for_is_told(told: dict[str, set[str]]) -> None:
    expressions = list(asked())
    assert len(expressions) > 30
    assert {name for expression in expressions for name in METRIC.findall(expression)} <= set(told)


def test_every_label_asked_for_is_the_figures_own(told: dict[str, set[str]]) -> None:
    for expression in asked():
        named = {label for name in METRIC.findall(expression) for label in told[name]} | OF_PROMETHEUS
        for _, matchers, by in LABELS.findall(expression):
            assert set(re.findall(r"(\w+)\s*=", matchers)) | {each.strip() for each in by.split(",") if each} <= named, (
                expression
            )


def test_every_figure_that_is_measured_is_shown(told: dict[str, set[str]]) -> None:
    """On the board or by an alert; that of a histogram at least once."""
    shown = {re.sub(r"_(bucket|count|sum|total)$", "", name) for expression in asked() for name in METRIC.findall(expression)}
    measured = {re.sub(r"_(bucket|count|sum|total)$", "", name) for name in told if name.startswith("zamki_")}
    assert {name for name in measured if not name.endswith("_created")} - shown == {"zamki_shards"}


def test_every_alert_says_what_it_means_and_what_to_do() -> None:
    rules = alerts()
    assert len({rule["alert"] for rule in rules}) == len(rules) > 10
    for rule in rules:
        assert rule["labels"]["severity"] in {"page", "look"}, rule
        assert set(rule["annotations"]) == {"summary", "description"}, rule
        assert re.fullmatch(r"\d+[mh]", rule.get("for", "0m")), rule
    documented = OPERATIONS.read_text()
    assert {rule["alert"] for rule in rules if rule["labels"]["severity"] == "page"} <= set(
        re.findall(r"`(Zamki\w+)`", documented)
    )


def test_each_fault_has_an_alert() -> None:
    """Pictures have one of their own, since what to do is another."""
    asked = [rule["expr"] for rule in alerts() if "zamki_faults_total" in rule["expr"]]
    assert {matcher for expr in asked for matcher in re.findall(r'where(!?=)"picture"', expr)} == {"=", "!="}


@pytest.mark.skipif(PROMTOOL is None, reason="no promtool (Debian's package prometheus)")
def test_prometheus_takes_the_rules() -> None:
    assert PROMTOOL is not None
    asked = [PROMTOOL, "check", "rules", str(MONITORING / "alerts.yaml")]
    found = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_board_is_one_that_grafana_reads() -> None:
    read = board()
    assert {"title", "uid", "schemaVersion", "templating"} <= set(read)
    places = set()
    for panel in read["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        places.add((place["x"], place["y"]))
    assert len(places) == len(read["panels"]) == len({panel["id"] for panel in read["panels"]})
