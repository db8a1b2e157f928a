"""Files of variables (`.env`), which Cursor and VS Code give to a server: the entry key `envFile`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["read_env_file"]

_LARGEST_BYTES: Final = 256 << 10
_LINE: Final = re.compile(
    r"""^[ \t]*(?:export[ \t]+)?(?P<name>[A-Za-z_][\w.-]*)[ \t]*=[ \t]*"""
    r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>[^']*)'|(?P<plain>[^\n]*?))(?:[ \t]+\#[^\n]*)?[ \t]*$""",
    re.MULTILINE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r'\\([nrt"\\$])')
_ESCAPED: Final = {"n": "\n", "r": "\r", "t": "\t"}


def read_env_file(path: Path) -> dict[str, str]:
    """NAME → value of every line `NAME=value`; quotes, `export` and comments as in a shell.

    Nothing in a value is expanded. What is no such line is passed over. Raises UsageError for a file that
    cannot be read.
    """
    try:
        if not path.is_file():
            raise UsageError(translate("Core", "there is no file {}").format(path))
        with path.open("rb") as file:
            data = file.read(_LARGEST_BYTES + 1)
    except OSError as error:
        raise UsageError(
            translate("Core", "{path} cannot be read: {error}").format(
                path=path, error=error.strerror or error
            )
        ) from error
    if len(data) > _LARGEST_BYTES:
        raise UsageError(
            translate("Core", "{path} is larger than {largest_bytes} kB").format(
                path=path, largest_bytes=_LARGEST_BYTES >> 10
            )
        )
    text = data.decode("utf-8-sig", "surrogateescape").replace("\r\n", "\n").replace("\0", "")
    return {match["name"]: _value(match) for match in _LINE.finditer(text)}


def _value(match: re.Match[str]) -> str:
    if match["double"] is not None:
        return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), match["double"])
    if match["single"] is not None:
        return match["single"]
    return "" if match["plain"].startswith("#") else match["plain"]
