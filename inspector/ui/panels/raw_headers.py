"""HTTP headers of one raw message, as lines to edit.

`Name: value` adds or replaces, `Name:` leaves out, `Name;` sends an empty value: as curl has it.
"""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtWidgets import QWidget

from inspector.errors import UsageError
from inspector.protocol.wire import Headers
from inspector.translation import translate
from inspector.ui.panels.header_lines import HeaderLines

__all__ = ["RawHeaders", "read_lines", "write_lines"]

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def read_lines(text: str) -> tuple[Headers, tuple[str, ...]]:
    """Headers to send and names to leave out. Raises UsageError for a line that is no header."""
    headers: list[tuple[str, str]] = []
    without: list[str] = []
    for line in filter(str.strip, text.split("\n")):
        name, colon, value = line.partition(":")
        empty = not colon and name.rstrip().endswith(";")
        name = name.rstrip().removesuffix(";") if empty else name
        if not (colon or empty) or not _NAME.fullmatch(name.strip()):
            raise UsageError(
                translate("RawHeaders", "“{}” is not a header; expected 'Name: value'").format(line.strip())
            )
        if value.strip() or empty:
            headers.append((name.strip(), value.strip()))
        else:
            without.append(name.strip())
    return tuple(headers), tuple(without)


def write_lines(headers: Headers, without: tuple[str, ...]) -> str:
    """The way back."""
    lines = [f"{name}: {value}" if value else f"{name};" for name, value in headers]
    return "\n".join([*lines, *(f"{name}:" for name in without)])


class RawHeaders(HeaderLines):
    """The lines of the raw editor."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setPlaceholderText(self.tr("Name: value adds or replaces, Name: removes it"))

    def set_text(self, text: str) -> None:
        """Show other lines."""
        if text != self.toPlainText():
            self.setPlainText(text)

    def read(self) -> tuple[Headers, tuple[str, ...]]:
        """Headers to send and names to leave out; none while hidden. Raises UsageError."""
        return read_lines(self.toPlainText()) if not self.isHidden() else ((), ())
