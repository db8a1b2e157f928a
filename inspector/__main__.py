"""The program: `mcpdi`, `mcp-desktop-inspector` and `python -m inspector` all begin here.

Without a verb (or with session files) the window opens; with a verb the command line runs and Qt is never
imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["main"]

_HEADLESS_PLATFORMS = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code (cli/exit_codes.py)."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["--validation-worker"]:
        # A frozen program has no `python -m`; it starts itself as the worker.
        from inspector.core.validation_worker import main as validate

        validate()
        return 0
    if not words:
        return _open_window()
    if words == ["demo"]:
        return _open_window(demo=True)
    if all(word.endswith(".mcptrace") for word in words):
        return _open_window(files=[Path(word) for word in words])
    from inspector.cli.main import main as run_verb

    return run_verb(words)


def _open_window(*, demo: bool = False, files: Sequence[Path] = ()) -> int:
    if not _has_display():
        sys.stderr.write(
            "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so the window cannot open.\n"
            "On the command line everything works without one: mcpdi --help\n"
        )
        return 1
    try:
        from inspector.ui.app import run_window
    except ImportError as error:
        if error.name and error.name.startswith("inspector"):
            raise
        sys.stderr.write(
            f"The window needs Qt, which could not be loaded: {error}\n"
            "Missing system libraries are named by: python3 packaging/dev.py run\n"
        )
        return 1
    return run_window(demo=demo, files=list(files))


def _has_display() -> bool:
    """Qt aborts without one, with a misleading text; so it is asked before."""
    if sys.platform in ("win32", "darwin"):
        return True
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    return bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or platform in _HEADLESS_PLATFORMS
    )


if __name__ == "__main__":
    sys.exit(main())
