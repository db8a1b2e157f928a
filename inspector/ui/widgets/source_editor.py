"""A place in a source file, opened in the editor of the user; only on a click.

The path comes from a server. So it is looked at only now, only an existing file is opened, and a program
gets it as one argument: no shell reads it.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Final
from urllib.parse import quote

from PySide6.QtCore import QObject, QProcess, QUrl

from inspector.core.servers.shell_words import split_words
from inspector.errors import UsageError
from inspector.private_files import mask_of_the_user
from inspector.render.source_places import SourcePlace
from inspector.translation import translate
from inspector.ui.loop.tasks import offload, reporter, spawn
from inspector.ui.widgets import outside

__all__ = ["editor_command", "open_source", "vscode_url"]

_ASKED_S: Final = 5.0
_BATCH: Final = (".bat", ".cmd")
_BATCH_SIGNS: Final = frozenset('"%&|<>^!\r\n')


def open_source(owner: QObject, place: SourcePlace, template: str) -> None:
    """Open the editor at a place; what stops that is said. template: the setting of that name."""
    spawn(owner, _open(place, template), "open a source file")


def editor_command(template: str, place: SourcePlace) -> list[str]:
    """The words of a template with the place in them. Raises UsageError for a template that is none."""
    words = split_words(template)
    if not any("{file}" in word for word in words):
        words.append("{file}")
    values = {"{line}": str(place.line), "{column}": str(max(1, place.column)), "{file}": place.path}
    found = []
    for word in words:
        for name, value in values.items():  # the file last: its name may hold the others
            word = word.replace(name, value)
        found.append(word)
    # Windows hands a batch file to a shell, whatever the quotes.
    if found[0].lower().endswith(_BATCH) and _BATCH_SIGNS & set(place.path):
        raise UsageError(
            translate("SourceEditor", "This file's name cannot be passed to {}.").format(found[0])
        )
    return found


def vscode_url(place: SourcePlace) -> QUrl:
    """The address by which VS Code opens a file at a line."""
    path = place.path.replace("\\", "/") if os.name == "nt" else place.path
    where = f"{place.line}:{place.column}" if place.column else str(place.line)
    encoded = f"vscode://file/{quote(path.lstrip('/'), safe='/:' if os.name == 'nt' else '/')}:{where}"
    return QUrl.fromEncoded(encoded.encode("ascii"))


async def _open(place: SourcePlace, template: str) -> None:
    if not await offload(_is_file, place.path):
        _say(translate("SourceEditor", "{} does not exist on this computer.").format(place.path))
        return
    if template.strip():
        try:
            program, *arguments = editor_command(template, place)
        except UsageError as error:
            _say(translate("SourceEditor", "Settings, Editor: {}").format(error))
            return
        with mask_of_the_user():
            started, _ = QProcess.startDetached(program, arguments)
        if not started:
            _say(
                translate(
                    "SourceEditor", "Could not start {}. Its command is under Settings, Editor."
                ).format(program)
            )
    elif not (await offload(_has_vscode) and outside.hand_over(vscode_url(place))):
        outside.open_folder(Path(place.path).parent)


def _is_file(path: str) -> bool:
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _has_vscode() -> bool:
    """Whether a program is registered for addresses that begin with vscode:. For a worker thread."""
    if sys.platform == "win32":
        import winreg

        try:
            with winreg.OpenKey(winreg.HKEY_CLASSES_ROOT, r"vscode\shell\open\command"):
                return True
        except OSError:
            return False
    if sys.platform == "darwin":
        name = "Visual Studio Code.app"
        return any((folder / "Applications" / name).exists() for folder in (Path("/"), Path.home()))
    try:
        asked = subprocess.run(
            ["xdg-mime", "query", "default", "x-scheme-handler/vscode"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_ASKED_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return bool(asked.stdout.strip())


def _say(text: str) -> None:
    reporter().said.emit(text)
