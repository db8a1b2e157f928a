"""A login shell of the test's own: the user's is never started."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.doctor.shells import write_shell


@pytest.fixture(autouse=True)
def login_shell_of_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the PATH that only a terminal has."""
    folder = tmp_path / "terminal-only"
    folder.mkdir()
    monkeypatch.setenv("SHELL", str(write_shell(tmp_path, f'PATH="{folder}:$PATH"; FROM_PROFILE=1')))
    return folder
