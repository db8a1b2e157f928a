"""Read and write the small JSON files that people keep: settings and servers.

They are fit for version control (sorted, indented, one newline at the end), are replaced in one step, and
one that cannot be read is put aside, never overwritten.

`json`, `tempfile` and `platformdirs` are imported where they are used: the command line needs none of them
on its way to an answer.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

__all__ = ["APP_NAME", "config_folder", "read_object", "write_object"]

APP_NAME = "mcp-desktop-inspector"


def config_folder() -> Path:
    """The platform's folder for this program's settings; it need not exist yet.

    The variable MCPDI_CONFIG_DIR overrides it, for a portable copy or a second set of servers.
    """
    chosen = os.environ.get("MCPDI_CONFIG_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_config_path(APP_NAME, appauthor=False)


def read_object(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The JSON object in path, and notes for people. Never raises for what is in the file.

    No file: ({}, []). A file that is not a JSON object is renamed to NAME.broken-<timestamp> and the note
    says so. A file that may not be read is left where it is.
    """
    import json

    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}, []
    except OSError as error:
        return {}, [f"{path} cannot be read ({error.strerror}); going on without it"]
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return {}, [_put_aside(path, _why(error))]
    if not isinstance(value, dict):
        return {}, [_put_aside(path, "it holds JSON, but not an object")]
    return value, []


def write_object(path: Path, value: dict[str, Any]) -> None:
    """Write value so that after a crash the file is either the old or the new one. Raises OSError.

    A symbolic link (a person's dotfiles) is followed, not replaced. New files are for the owner only:
    they may hold tokens.
    """
    import json
    import tempfile

    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(name, path.stat().st_mode & 0o777)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself durable where the platform can (not on Windows)."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _why(error: Exception) -> str:
    import json

    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 at byte {error.start}"
    return "nested too deeply"


def _put_aside(path: Path, why: str) -> str:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.name}.broken-{stamp}")
    count = 1
    while aside.exists():
        count += 1
        aside = path.with_name(f"{path.name}.broken-{stamp}-{count}")
    try:
        path.rename(aside)
    except OSError as error:
        return f"{path} cannot be used ({why}) and could not be put aside ({error.strerror})"
    return f"{path} cannot be used ({why}); it is kept as {aside.name}, and a new one starts empty"
