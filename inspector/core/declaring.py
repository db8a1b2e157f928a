"""What a person wants declared to one server: members of its entry in `servers.json`.

    {"command": "...", "capabilities": {"roots": {}}, "clientInfo": {"name": "x", "version": "1"},
     "meta": {"com.example/tenant": "a"}, "roots": ["/home/me/project"]}

All are optional. What has another type than it must have is kept in the file, not used, and said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

__all__ = ["DECLARED_KEYS", "declared_fields", "declared_members", "misused_members"]


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


_MEMBERS: Final[dict[str, tuple[str, Callable[[Any], bool], str]]] = {
    "capabilities": ("capabilities", _is_object, "an object"),
    "clientInfo": ("client_info", _is_object, "an object"),
    "meta": ("meta", _is_object, "an object"),
    "roots": ("roots", _is_texts, "a list of folders or URIs"),
}
"""Member of the entry → (field, whether a value can be used, what it must be)."""

DECLARED_KEYS: Final = frozenset(_MEMBERS)


def declared_fields(entry: dict[str, Any]) -> dict[str, Any]:
    """Fields of a profile with what an entry says and can be used; null is the same as nothing."""
    used = {
        name: entry[key]
        for key, (name, fits, _words) in _MEMBERS.items()
        if entry.get(key) is not None and fits(entry[key])
    }
    return used | ({"roots": tuple(used["roots"])} if "roots" in used else {})


def misused_members(entry: Any) -> dict[str, str]:
    """Member → what it must be, for those that cannot be used."""
    if not isinstance(entry, dict):
        return {}
    return {
        key: words
        for key, (_name, fits, words) in _MEMBERS.items()
        if entry.get(key) is not None and not fits(entry[key])
    }


def declared_members(profile: Any) -> dict[str, Any]:
    """The members to save of whatever has the fields; what says nothing is left out."""
    members: dict[str, Any] = {}
    for key, (name, _fits, _words) in _MEMBERS.items():
        value = getattr(profile, name)
        if value is not None and not (key == "meta" and not value):
            members[key] = list(value) if isinstance(value, tuple) else value
    return members
