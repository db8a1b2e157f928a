"""Texts of a server in tables that people paste elsewhere: they stay texts, whatever they hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeVar

__all__ = ["csv_cell", "markdown_text", "server_cell"]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet may carry out. Source: owasp.org/www-community/attacks/CSV_Injection."""
_MARKUP: Final = re.compile(r"[\\`*\[\]|]|(?<!\w)_|_(?!\w)")
_T = TypeVar("_T")
_LONGEST: Final = 32_767  # characters that a spreadsheet takes in a cell


def csv_cell(value: _T) -> _T | str:
    """A cell that no spreadsheet computes: an apostrophe stands before a formula. Numbers stay numbers."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def markdown_text(text: str) -> str:
    """A text in one line of Markdown, or in a cell of a table, that makes no links, pictures or tags."""
    line = _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))
    return line.replace("&", "&amp;").replace("<", "&lt;")


def server_cell(names: Mapping[int, str], session: int) -> str:
    """The name of the server of a connection, which stands in every row, as long as a cell may be."""
    return names.get(session, "")[:_LONGEST]
