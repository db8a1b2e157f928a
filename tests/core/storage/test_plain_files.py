"""The folder that a user chose for our files may hold theirs."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from inspector.core.storage.plain_files import close_own_files


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes on Windows")
def test_only_what_is_ours_is_closed_in_a_folder_that_a_person_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    for name in ("servers.json", "values.sqlite", "notes.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    close_own_files()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"servers.json": 0o600, "values.sqlite": 0o644, "notes.txt": 0o644}
