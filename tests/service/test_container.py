"""What compose.yaml promises to whoever puts the bot on a machine of theirs."""

import yaml

from tests.support.bot_process import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_every_container_is_confined() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["pids_limit"], name
    for name in ("zamki", "bots"):
        assert COMPOSE["services"][name]["read_only"]
        assert "cap_add" not in COMPOSE["services"][name]
