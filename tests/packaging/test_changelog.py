"""packaging/linux/changelog.py: what Debian's tools show of CHANGELOG.md."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.conftest import ROOT

CHANGES = """\
# Changelog

What changed. The form is known.

## Unreleased

### Added

- Something new, told in words that go on
  in a second line.

## 0.2.0 - 2026-10-01

### Added

- An older thing.

### Fixed

- A fault.

## 0.1.0

- The first.
"""
EXPECTED = """\
tool (0.2.0) stable; urgency=medium

  [ Added ]
  * Something new, told in words that go on in a second line.
  * An older thing.
  [ Fixed ]
  * A fault.

 -- Somebody <a@example.org>  Thu, 01 Jan 1970 00:00:00 -0000

tool (0.1.0) stable; urgency=medium

  * The first.

 -- Somebody <a@example.org>  Thu, 01 Jan 1970 00:00:00 -0000
"""


@pytest.fixture
def changelog(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("linux.changelog")


def test_each_version_is_an_entry_and_the_newest_has_what_is_unreleased(changelog: ModuleType) -> None:
    assert changelog.debian_changelog(CHANGES, "tool", "0.2.0", "Somebody <a@example.org>", 0) == EXPECTED


def test_a_version_that_nothing_is_told_of_has_an_entry_all_the_same(changelog: ModuleType) -> None:
    text = changelog.debian_changelog("# Changelog\n", "tool", "0.0.9", "Somebody <a@example.org>", 0)
    assert text.startswith("tool (0.0.9) stable; urgency=medium\n\n  * No changes are told.\n\n -- ")


def test_debian_reads_that_of_this_program(changelog: ModuleType, tmp_path: Path) -> None:
    if shutil.which("dpkg-parsechangelog") is None:
        pytest.skip("not installed: dpkg-parsechangelog")
    told = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    file = tmp_path / "changelog"
    file.write_text(changelog.debian_changelog(told, "tool", "9.0", "Somebody <a@example.org>", 0))
    command = ["dpkg-parsechangelog", "--all", "-l", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Version: 9.0" in done.stdout
    assert max(map(len, file.read_text().splitlines())) <= 80
