"""Optional members of a server's entry in `servers.json`: what we declare to it, what it needs to start.

    {"command": "...", "capabilities": {"roots": {}}, "clientInfo": {"name": "x", "version": "1"},
     "meta": {"com.example/tenant": "a"}, "roots": ["/home/me/project"],
     "auth": {"method": "client_credentials", "client_id": "x", "client_secret": "${secret:server/a/secret}"},
     "variables": "cursor", "inputs": [{"id": "token", "password": true}],
     "envFile": "${workspaceFolder}/.env", "kept": {"client": "vscode", "sandboxEnabled": true},
     "group": "Work", "reconnect": true, "watch": true, "watchPaths": ["src"]}

What has another type than it must have is kept in the file, not used, and said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from inspector.core.servers.auth_settings import METHODS, auth_from_entry, entry_of_auth
from inspector.core.servers.inputs import DIALECT_NAMES, are_inputs, entries_of_inputs, inputs_from_entries
from inspector.errors import UsageError
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["DECLARED_KEYS", "declared_fields", "declared_members", "misused_members"]


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool)


def _is_auth(value: Any) -> bool:
    try:
        auth_from_entry(value)
    except UsageError:
        return False
    return True


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class _Member:
    """field: of a profile. fits: whether a value can be used; words: what it must be. default: not saved."""

    field: str
    fits: Callable[[Any], bool]
    words: str
    read: Callable[[Any], Any] = _same
    write: Callable[[Any], Any] = _same
    default: Any = None


_MEMBERS: Final[dict[str, _Member]] = {
    "capabilities": _Member("capabilities", _is_object, QT_TRANSLATE_NOOP("Core", "an object")),
    "clientInfo": _Member("client_info", _is_object, QT_TRANSLATE_NOOP("Core", "an object")),
    "meta": _Member("meta", _is_object, QT_TRANSLATE_NOOP("Core", "an object"), default={}),
    "roots": _Member("roots", _is_texts, QT_TRANSLATE_NOOP("Core", "a list of folders or URIs"), tuple, list),
    "auth": _Member(
        "auth",
        _is_auth,
        QT_TRANSLATE_NOOP("Core", 'an object with a "method" ({})'),
        auth_from_entry,
        entry_of_auth,
    ),
    "variables": _Member(
        "variables",
        lambda value: value in DIALECT_NAMES,
        QT_TRANSLATE_NOOP("Core", "one of {}"),
        default="own",
    ),
    "inputs": _Member(
        "inputs",
        are_inputs,
        QT_TRANSLATE_NOOP("Core", 'a list of objects with an "id"'),
        inputs_from_entries,
        entries_of_inputs,
        (),
    ),
    "envFile": _Member("env_file", _is_text, QT_TRANSLATE_NOOP("Core", "a file path"), default=""),
    "kept": _Member("kept", _is_object, QT_TRANSLATE_NOOP("Core", "an object"), default={}),
    "bundle": _Member("bundle", _is_object, QT_TRANSLATE_NOOP("Core", "an object"), default={}),
    "group": _Member("group", _is_text, QT_TRANSLATE_NOOP("Core", "a string"), default=""),
    "reconnect": _Member("reconnect", _is_switch, QT_TRANSLATE_NOOP("Core", "true or false"), default=False),
    "watch": _Member("watch", _is_switch, QT_TRANSLATE_NOOP("Core", "true or false"), default=False),
    "watchPaths": _Member(
        "watched", _is_texts, QT_TRANSLATE_NOOP("Core", "a list of paths"), tuple, list, ()
    ),
}

_CHOICES: Final = {"auth": ", ".join(METHODS), "variables": ", ".join(DIALECT_NAMES)}

DECLARED_KEYS: Final = frozenset(_MEMBERS)


def declared_fields(entry: dict[str, Any]) -> dict[str, Any]:
    """Fields of a profile with what an entry says and can be used; null is the same as nothing."""
    return {
        member.field: member.read(entry[key])
        for key, member in _MEMBERS.items()
        if entry.get(key) is not None and member.fits(entry[key])
    }


def misused_members(entry: Any) -> dict[str, str]:
    """Member → what it must be, for those that cannot be used."""
    if not isinstance(entry, dict):
        return {}
    return {
        key: translate("Core", member.words).format(_CHOICES.get(key, ""))
        for key, member in _MEMBERS.items()
        if entry.get(key) is not None and not member.fits(entry[key])
    }


def declared_members(profile: Any) -> dict[str, Any]:
    """The members to save of whatever has the fields; what says nothing is left out."""
    members: dict[str, Any] = {}
    for key, member in _MEMBERS.items():
        value = getattr(profile, member.field)
        if value is not None and value != member.default:
            members[key] = member.write(value)
    return members
