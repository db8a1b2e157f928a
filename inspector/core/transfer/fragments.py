"""Servers from a fragment of any client's configuration, as a user pastes it: all of it, or why not."""

from __future__ import annotations

from typing import Any, Final

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.containers import registry_entries
from inspector.core.transfer.importers.formats import read_document
from inspector.core.transfer.importers.reading import read_profiles
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["profiles_from_fragment", "profiles_from_value"]

_TITLES: Final = {"json": "JSON", "yaml": "YAML", "toml": "TOML"}


def profiles_from_fragment(text: str, default_name: str = "", ending: str = "") -> list[Profile]:
    """Every server in the text, in order. Raises UsageError with line and column, or the entry's name.

    default_name: of a single server that has none. ending: of the format, `.json`; "": it is found out.
    """
    document = read_document(text, ending)
    if document.problem:
        raise UsageError(document.problem)
    return profiles_from_value(document.value, default_name, title=_TITLES[document.format])


def profiles_from_value(
    value: Any, default_name: str = "", client: str = "", title: str = "JSON"
) -> list[Profile]:
    """The same of a decoded text. client: whose spelling it is. Raises UsageError."""
    readings = read_profiles(value, default_name, client)
    if not readings:
        raise UsageError(_why_none(value, title))
    found: list[Profile] = []
    skipped = ""
    for name, read in readings:
        if read.skipped:
            skipped = skipped or read.problem
        elif read.problem:
            raise UsageError(read.problem)
        elif len(read.profiles) > 1:
            raise UsageError(
                translate(
                    "Core",
                    '"{}" has both a command and a URL: remove one, or choose with "type": "stdio" '
                    'or "http".',
                ).format(name or translate("Core", "It"))
            )
        else:
            found += read.profiles
    if not found:
        raise UsageError(skipped)
    return found


def _why_none(value: Any, title: str) -> str:
    if registry_entries(value):
        return translate("Core", "This is a registry entry (server.json), not a client's configuration.")
    if not isinstance(value, dict | list):
        shown = f"{value!r:.60}"
        return translate(
            "Core", 'The {title} is not an object; expected {{"command": …}} or {{"url": …}}, not {shown}'
        ).format(title=title, shown=shown)
    if value == {}:
        return translate("Core", 'The {} object is empty; expected {{"command": …}} or {{"url": …}}').format(
            title
        )
    if isinstance(value, list) or any(isinstance(inner, dict | list) for inner in value.values()):
        return translate(
            "Core", "The {} contains no servers: it has no list of servers, or the list is empty."
        ).format(title)
    keys = ", ".join(f'"{key}"' for key in value)
    return translate("Core", 'The {title} has no "command", "url" or list of servers; found: {keys}').format(
        title=title, keys=keys
    )
