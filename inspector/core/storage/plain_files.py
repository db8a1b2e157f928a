"""Read and write the small JSON files that people keep: settings and servers.

They are fit for version control (sorted, indented, one newline at the end), are replaced in one step, and
one that cannot be read is put aside, never overwritten.

`json`, `tempfile` and `platformdirs` are imported where they are used: the command line needs none of them
on its way to an answer.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from inspector.private_files import close_to_others
from inspector.render.json_errors import reason_of
from inspector.translation import translate

__all__ = [
    "APP_NAME",
    "close_own_files",
    "config_folder",
    "put_aside",
    "read_for_change",
    "read_object",
    "write_object",
]

APP_NAME = "mcp-desktop-inspector"
_OWN_NAMES = (
    *("servers.json", "settings.json", "filters.json", "colour-rules.json", "keychain.json"),
    *("last_used.json", "tasks.json", "secrets.encrypted", "bundles", "certificates"),
)
_PAUSES_S = (0.01, 0.02, 0.05, 0.1, 0.2)


def config_folder() -> Path:
    """The platform's folder for this program's settings; it need not exist yet.

    The variable MCPDI_CONFIG_DIR overrides it, for a portable copy or a second set of servers.
    """
    chosen = os.environ.get("MCPDI_CONFIG_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_config_path(APP_NAME, appauthor=False)


def close_own_files() -> None:
    """Close to other users what an older program left open to them, see `private_files`.

    A folder that a user chose may hold files of their own, so there only ours are closed.
    """
    import platformdirs

    folders = [
        made(APP_NAME, appauthor=False)
        for made in (platformdirs.user_state_path, platformdirs.user_data_path, platformdirs.user_config_path)
    ]
    if chosen := os.environ.get("MCPDI_CONFIG_DIR"):
        folders += [Path(chosen, name) for name in _OWN_NAMES]
    close_to_others(folders)


def read_object(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The JSON object in path, and notes for people. Never raises for what is in the file.

    No file: ({}, []). A file that is not a JSON object is renamed to NAME.broken-<timestamp> and the note
    says so. A file that may not be read is left where it is.
    """
    try:
        return read_for_change(path)
    except OSError as error:
        why = error.strerror or str(error)
        return {}, [
            translate(
                "Core",
                "{path} cannot be used ({why}); it is left unchanged and the program continues "
                "without it. Make it readable, or move it away.",
            ).format(path=path, why=why)
        ]


def read_for_change(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The same for a caller that writes the file next. Raises OSError where that would lose what is in it.

    That is: a file that may not be read, and one without sense that cannot be put aside.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}, []
    value, why = _object(data)
    return (value, []) if not why else ({}, [put_aside(path, why, data)])


def _object(data: bytes) -> tuple[dict[str, Any], str]:
    """What the bytes hold, and why that is no JSON object."""
    import json

    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return {}, _why(error)
    return (
        (value, "") if isinstance(value, dict) else ({}, translate("Core", "valid JSON, but not an object"))
    )


def write_object(path: Path, value: dict[str, Any]) -> None:
    """Write value so that after a crash the file is either the old or the new one. Raises OSError.

    A symbolic link (a user's dotfiles) is followed, not replaced. The file is for its owner only: it may
    hold tokens.
    """
    import tempfile

    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    data = _encoded(value)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(name, path.stat().st_mode & 0o700)
        _replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _encoded(value: dict[str, Any]) -> bytes:
    import json

    try:
        return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError:  # half a surrogate pair, which only an escape can say
        return (json.dumps(value, indent=2) + "\n").encode()


def _replace(name: str, path: Path) -> None:
    """On Windows a file cannot be replaced while another program reads it; a moment later it can."""
    for pause in _PAUSES_S if sys.platform == "win32" else ():
        try:
            os.replace(name, path)
            return
        except PermissionError:
            time.sleep(pause)
    os.replace(name, path)


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
        return translate("Core", "line {lineno}, column {colno}: {msg}").format(
            lineno=error.lineno, colno=error.colno, msg=reason_of(error)
        )
    if isinstance(error, UnicodeDecodeError):
        return translate("Core", "not UTF-8 at byte {}").format(error.start)
    return translate("Core", "nested too deeply")


def put_aside(path: Path, why: str, data: bytes) -> str:
    """Rename a file that cannot be used, if it still holds that data; the note for people.

    Raises OSError when it cannot be renamed.
    """
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.name}.broken-{stamp}")
    count = 1
    while aside.exists():
        count += 1
        aside = path.with_name(f"{path.name}.broken-{stamp}-{count}")
    try:
        if path.read_bytes() == data:  # else another copy of this program was faster
            path.rename(aside)
    except FileNotFoundError:
        pass
    except OSError as error:
        text = translate("Core", "{why}; backup failed: {error}").format(why=why, error=error.strerror)
        raise OSError(error.errno, text, str(path)) from error
    return translate(
        "Core", "{path} cannot be used ({why}); saved as {aside}, starting with an empty file"
    ).format(path=path, why=why, aside=aside.name)
