"""The browser of the user writes its files as the user wants them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.cli import browser
from tests.cli.run import ROOT

_OPENS = """
import os, sys
os.umask(0o027)
from inspector.private_files import keep_private
keep_private()
from inspector.cli.browser import open_page
opened = open_page("https://example.com/")
after = os.umask(0)
print(opened, oct(after))
"""


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes on Windows")
def test_the_browser_has_the_mask_of_its_user(tmp_path: Path) -> None:
    script, seen = tmp_path / "browser", tmp_path / "seen"
    script.write_text(f'#!/bin/sh\numask > "{seen}"\n')
    script.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", _OPENS],
        env={**os.environ, "BROWSER": f"{script} %s"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["True", "0o77"]
    assert int(seen.read_text(), 8) == 0o027


def test_where_no_browser_starts_nothing_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_url: str) -> bool:
        raise browser.webbrowser.Error("could not locate a runnable browser")

    monkeypatch.setattr(browser.webbrowser, "open", fails)
    assert not browser.open_page("https://example.com/")
