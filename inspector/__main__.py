"""The program: `mcpdi`, `mcp-desktop-inspector` and `python -m inspector` all begin here.

Without a verb (or with session files) the window opens; with a verb the command line runs and Qt is never
imported.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from inspector.frozen import begin, is_frozen
from inspector.private_files import keep_private

__all__ = ["main"]

_FILES = (".mcptrace", ".jsonl", ".har", ".log", ".mcpb", ".dxt", "server.json")
"""Endings of files that open in the window: sessions, recordings of other programs, what offers a server."""

_FROZEN_HINT = (
    "On Debian and Ubuntu this installs what it needs of the system: "
    "sudo apt install libegl1 libgl1 libfontconfig1 libxkbcommon0 libdbus-1-3 libglib2.0-0"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code (cli/exit_codes.py)."""
    begin()
    keep_private()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["--validation-worker"]:
        from inspector.core.validation.worker import main as validate

        validate()
        return 0
    if words == ["demo-server", "--transport", "stdio"]:  # beside the window: without the command line
        from inspector.demo import run_stdio

        return run_stdio()
    asked_by_shell = "_MCPDI_COMPLETE" in os.environ  # what could be typed next; click answers
    if not words and not asked_by_shell:
        return _open_window()
    if words in (["--selftest"], ["--selftest", "--json"]):
        from inspector.ui.program.selftest import run_selftest

        return run_selftest(as_json="--json" in words)
    if words == ["demo"]:
        return _open_window(demo=True)
    if words and all(word.lower().endswith(_FILES) for word in words):
        return _open_window(files=words)
    from inspector.cli.main import main as run_verb

    return run_verb(words)


def _open_window(*, demo: bool = False, files: Sequence[str] = ()) -> int:
    from inspector.ui.widgets.display import why_no_window

    if problem := why_no_window():
        sys.stderr.write(f"{problem}\nOn the command line everything works without one: mcpdi --help\n")
        return 1
    # Nothing that a start makes becomes garbage, and looking for it takes a tenth of the time to the window;
    # then the collector of the window takes over (ui/loop/garbage_collector.py).
    gc.disable()
    try:
        from inspector.ui.program.app import run_window
    except ImportError as error:
        if error.name and error.name.startswith("inspector"):
            raise
        from inspector.ui.widgets.display import how_to_install

        hint = how_to_install(str(error)) or "Missing ones are named by: python3 packaging/dev.py run"
        sys.stderr.write(
            f"The window needs Qt, which could not be loaded: {error}\n"
            f"{_FROZEN_HINT if is_frozen() else hint}\n"
        )
        return 1
    from pathlib import Path

    if problem := _why_no_plugin():
        sys.stderr.write(f"{problem}\nOn the command line everything works without a window: mcpdi --help\n")
        return 1
    return run_window(demo=demo, files=[Path(file) for file in files])


def _why_no_plugin() -> str:
    """Why Qt, which is loaded, would abort; "" when it will not."""
    from pathlib import Path

    from PySide6.QtCore import QLibraryInfo

    from inspector.ui.widgets.display import how_to_install, missing_library

    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    missing = missing_library(plugins)
    return (
        f"The window needs {missing}, which is not installed.\n{how_to_install(missing)}" if missing else ""
    )


if __name__ == "__main__":
    sys.exit(main())
