"""Completion of `mcpdi` by shells: what they ask through the environment is answered, and no window opens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("ca", "plain,call"),
        ("call --str", "plain,--strict"),
        ("export-s", "plain,export-server"),
        ("call --on demo ech", "plain,echo"),
        ("info --on de", "plain,demo"),
    ],
)
def test_a_shell_that_asks_is_told_what_could_be_typed(typed: str, offered: str) -> None:
    assert _asked(typed) == f"{offered}\n"


def test_tools_that_were_used_in_the_window_are_proposed(tmp_path: Path) -> None:
    folder = tmp_path / "mcp-desktop-inspector"
    folder.mkdir()
    history = ValueHistory(folder / "values.sqlite")
    history.add(ArgumentsPlace("notes", "tools", "search_notes"), "{}")
    history.add(ArgumentsPlace("notes", "tools", "search_all"), "{}")
    history.add(ArgumentsPlace("notes", "prompts", "search_prompt"), "{}")
    history.add(ArgumentsPlace("other", "tools", "search_other"), "{}")
    history.close()
    own = {"XDG_STATE_HOME": str(tmp_path)}
    assert _asked("call --on notes search", **own) == "plain,search_all\nplain,search_notes\n"
    assert _asked("call search_o", **own) == "plain,search_other\n"
    assert _asked("call --on nobody s", **own) == "\n"


def test_a_history_that_cannot_be_read_proposes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "mcp-desktop-inspector"
    folder.mkdir()
    (folder / "values.sqlite").write_bytes(b"not a database, certainly not one")
    assert _asked("call s", XDG_STATE_HOME=str(tmp_path)) == "\n"


def _asked(typed: str, **variables: str) -> str:
    """What the shell is told that could stand in the place of the last word."""
    asked = {
        "_MCPDI_COMPLETE": "bash_complete",
        "COMP_WORDS": f"mcpdi {typed}",
        "COMP_CWORD": str(len(typed.split())),
    }
    done = subprocess.run(
        [sys.executable, "-m", "inspector"],
        env={**os.environ, **asked, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
