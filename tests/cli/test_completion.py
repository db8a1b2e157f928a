"""Completion of `mcpdi` by shells: what they ask through the environment is answered, and no window opens."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("ca", "plain,call"), ("call --str", "plain,--strict"), ("export-s", "plain,export-server")],
)
def test_a_shell_that_asks_is_told_what_could_be_typed(typed: str, offered: str) -> None:
    asked = {
        "_MCPDI_COMPLETE": "bash_complete",
        "COMP_WORDS": f"mcpdi {typed}",
        "COMP_CWORD": str(len(typed.split())),
    }
    done = subprocess.run(
        [sys.executable, "-m", "inspector"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{offered}\n", "")
