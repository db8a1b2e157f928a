"""Change single members of a TOML text; every other byte stays as it is."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["append_table", "drop_toml", "put_toml"]

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def put_toml(text: str, path: tuple[str, ...], value: Any) -> str:
    """Set the value at a path of keys; a table that is missing comes at the end of the text."""
    import tomlkit

    whole, newline = _with_lines(text)
    document: Any = tomlkit.parse(whole)
    place, depth = document, 0
    while depth < len(path) - 1 and _has(place, path[depth]):
        place, depth = place[path[depth]], depth + 1
    if isinstance(value, dict) and not _has(place, path[depth]):
        made = _at_end(whole, f"[{'.'.join(map(_key, path))}]", value)
    elif depth == len(path) - 1 and hasattr(place, "keys"):
        place[path[-1]] = _item(value)
        made = tomlkit.dumps(document)
    else:
        raise UsageError(
            translate("Exporters", "cannot change the file: {} is not a table").format(
                ".".join(path[: max(depth, 1)])
            )
        )
    return made.replace("\n", newline)


def drop_toml(text: str, path: tuple[str, ...]) -> str:
    """Take the member at a path of keys out."""
    import tomlkit

    whole, newline = _with_lines(text)
    document: Any = tomlkit.parse(whole)
    place = document
    for key in path[:-1]:
        if not _has(place, key):
            return text
        place = place[key]
    if not _has(place, path[-1]):
        return text
    del place[path[-1]]
    made = str(tomlkit.dumps(document))
    return made.replace("\n", newline)


def append_table(text: str, path: tuple[str, ...], entry: dict[str, Any]) -> str:
    """One more table at the end of an array of tables."""
    whole, newline = _with_lines(text)
    return _at_end(whole, f"[[{'.'.join(map(_key, path))}]]", entry).replace("\n", newline)


def _with_lines(text: str) -> tuple[str, str]:
    """The text with plain line breaks, and what they were; what is mixed stays as it is."""
    if text.count("\n") == text.count("\r\n") > 0:
        return text.replace("\r\n", "\n"), "\r\n"
    return text, "\n"


def _has(place: Any, key: str) -> bool:
    return hasattr(place, "keys") and key in place


def _item(value: Any) -> Any:
    """Objects within an entry on one line, as these files have them."""
    import tomlkit

    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update({key: _item(inner) for key, inner in value.items()})
        return table
    return tomlkit.item(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007f")


def _at_end(text: str, head: str, value: dict[str, Any]) -> str:
    lines = [f"{_key(key)} = {_item(inner).as_string()}" for key, inner in value.items() if inner is not None]
    before = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
    return text + before + "\n".join([head, *lines]) + "\n"
