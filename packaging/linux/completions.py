#!/usr/bin/env python3
"""Completion of the command line for bash, zsh and fish, as click writes it.

python packaging/linux/completions.py FOLDER      (run with the program's packages)
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
from click.shell_completion import ShellComplete, get_completion_class

COMMAND = "mcpdi"
PLACES = {
    "bash": "bash-completion/completions/mcpdi",
    "zsh": "zsh/vendor-completions/_mcpdi",
    "fish": "fish/vendor_completions.d/mcpdi.fish",
}
"""Shell → where below share/ it looks."""


def script(shell: str) -> str:
    """What the shell reads; it asks the installed program for everything else."""
    kind = get_completion_class(shell)
    assert kind is not None
    # Not kind.source(): bash's first looks at the version of the bash that happens to be here.
    return ShellComplete.source(kind(click.Command(COMMAND), {}, COMMAND, "_MCPDI_COMPLETE"))


def main() -> None:
    """Write all of them."""
    for shell, place in PLACES.items():
        path = Path(sys.argv[1]) / place
        path.parent.mkdir(parents=True)
        path.write_text(script(shell), encoding="utf-8")


if __name__ == "__main__":
    main()
