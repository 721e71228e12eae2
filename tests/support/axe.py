"""axe-core, the standard checker of accessible pages, fetched from npm once and kept in `.cache/` (never part of the bot)."""

import base64
import hashlib
import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

VERSION = "4.14.1"
SHA512 = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
KEPT = Path(__file__).parents[2] / ".cache" / f"axe-core-{VERSION}.tgz"
WEIGHTY = {"serious", "critical"}


def script() -> str:
    """Returns the library's source. Without npm or a registry the test is skipped, or fails in CI."""
    if not KEPT.exists():
        npm = shutil.which("npm")
        if npm is None:
            assert "CI" not in os.environ, "CI has no npm"
            pytest.skip("npm is not installed")
        KEPT.parent.mkdir(exist_ok=True)
        folder = KEPT.parent / f"axe-{os.getpid()}"
        folder.mkdir(exist_ok=True)
        fetched = subprocess.run([npm, "pack", f"axe-core@{VERSION}", "--silent"], cwd=folder, check=False, capture_output=True)
        if fetched.returncode:
            assert "CI" not in os.environ, fetched.stderr.decode()
            pytest.skip("no registry of npm can be reached")
        (folder / f"axe-core-{VERSION}.tgz").replace(KEPT)
        folder.rmdir()
    packed = KEPT.read_bytes()
    assert base64.b64encode(hashlib.sha512(packed).digest()).decode() == SHA512, "not the pinned axe-core"
    with tarfile.open(KEPT) as archive:
        member = archive.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode()


async def faults(page: Page) -> list[str]:
    """Returns the serious and critical faults of the current page: rule, help, and place."""
    if not await page.evaluate("typeof axe !== 'undefined'"):
        await page.evaluate(script())
    found: dict[str, Any] = await page.evaluate("axe.run()")
    return [
        f"{each['id']}: {each['help']} ({len(each['nodes'])}): {each['nodes'][0]['html'][:150]}"
        for each in found["violations"]
        if each["impact"] in WEIGHTY
    ]
