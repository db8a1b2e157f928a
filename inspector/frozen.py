"""What a start puts right before anything else is imported, and what differs when the program is frozen.

A module in the folder where the user stands is none of ours: that folder may be anybody's.

Frozen, the program's own Python and libraries stand in one folder beside it. The boot loader of PyInstaller
points the library path at that folder, and everything that is started would inherit it: a server, the
browser, the login shell would load our libraries in place of theirs. So the program takes it back (the loader
of the system has read it by then), in one place for whatever starts a process later.

Standard library only, and little of it: every start comes through here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final

__all__ = ["begin", "is_frozen", "ourselves", "without_marks"]

_LIBRARY_PATHS: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_MARKS: Final = ("_PYI_", "_MEI")
_CONSOLE: Final = "mcpdi"
"""The program that has standard input and output on every system; on Windows the windowed one has none."""


def is_frozen() -> bool:
    """Whether this is the installed program with a Python of its own."""
    return bool(getattr(sys, "frozen", False))


def begin() -> None:
    """To be called before anything else of the program is imported."""
    if not is_frozen():
        _leave_current_folder()
        return
    restored = without_marks(os.environ)
    for name in [name for name in os.environ if name not in restored]:
        del os.environ[name]
    os.environ.update(restored)
    if sys.platform == "win32":
        import ctypes

        # The boot loader's folder for DLLs is inherited by children too.
        ctypes.windll.kernel32.SetDllDirectoryW(None)
        os.add_dll_directory(os.path.join(os.path.dirname(sys.executable), "_internal"))
    for stream in ("stdin", "stdout", "stderr"):
        if getattr(sys, stream) is None:  # the windowed program on Windows
            setattr(sys, stream, open(os.devnull, "r" if stream == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115


def _leave_current_folder() -> None:
    """Take it off the places of modules: `python -m` or an empty part of PYTHONPATH put it there."""
    try:
        here = os.getcwd()
    except OSError:  # it was deleted
        here = ""
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    ours = {own, os.path.dirname(os.__file__)}
    if here not in ours and os.path.basename(here) not in ("site-packages", "dist-packages"):
        sys.path[:] = [place for place in sys.path if place not in ("", ".", here)]


def without_marks(environment: Mapping[str, str]) -> dict[str, str]:
    """The user's environment: the library path as it was (the boot loader keeps it in *_ORIG), no marks."""
    own = {name: value for name, value in environment.items() if not name.startswith(_MARKS)}
    for name in _LIBRARY_PATHS:
        original = own.pop(f"{name}_ORIG", None)
        own.pop(name, None)
        if original is not None:
            own[name] = original
    return own


def ourselves() -> list[str]:
    """The words that start this program once more, with a standard input and output, before its arguments.

    Unfrozen: -P, because a json.py in the user's folder must not pose as a module of ours.
    """
    if not is_frozen():
        return [sys.executable, "-P", "-m", "inspector"]
    folder, name = os.path.split(sys.executable)
    console = os.path.join(folder, _CONSOLE + os.path.splitext(name)[1])
    return [console if os.path.exists(console) else sys.executable]
