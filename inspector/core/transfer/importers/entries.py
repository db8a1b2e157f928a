"""One entry of a client's configuration → a server as we keep it, or why there is none.

Each entry by itself: what is wrong with one says nothing of its neighbours. The texts stay as they were
written; their variables come in when the server starts.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, fields, replace
from math import isfinite
from typing import Any, Final
from urllib.parse import unquote

from inspector.core.servers.inputs import Input, are_inputs, inputs_from_entries
from inspector.core.servers.profiles import Profile, entry_of, profile_from_entry
from inspector.core.servers.server_names import name_from_url, name_from_words
from inspector.core.servers.starting import named_by, secret_key
from inspector.core.servers.variables import rewritten
from inspector.core.storage.secret_references import secret_reference
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.containers import Raw, guess_client
from inspector.core.transfer.importers.spelling import UNKNOWN, Taken, take_parts
from inspector.errors import UsageError
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import HttpTarget

__all__ = ["Read", "clean_name", "read_entry"]

_PARTS: Final = {
    "builtin": QT_TRANSLATE_NOOP("Importers", "“{}” is built into Goose; there is no server to start."),
    "platform": QT_TRANSLATE_NOOP("Importers", "“{}” is part of Goose; there is no server to start."),
    "frontend": QT_TRANSLATE_NOOP(
        "Importers", "“{}” is part of Goose's window; there is no server to start."
    ),
    "inline_python": QT_TRANSLATE_NOOP(
        "Importers", "“{}” is Python code that Goose runs itself; there is no server to start."
    ),
}


@dataclass(slots=True)
class Read:
    """An entry as it was understood. profiles: one, or two where the user says which; none: problem."""

    profiles: list[Profile] = field(default_factory=list)
    problem: str = ""
    skipped: bool = False
    disabled: bool = False


def read_entry(raw: Raw, client: str, default_name: str = "") -> Read:
    """Read one entry by the rules of its client ("" unknown). Never raises for what is in it."""
    name = clean_name(raw.name)
    if raw.problem:
        return Read(problem=raw.problem)
    if not isinstance(raw.entry, dict):
        shown = repr(raw.entry)
        return Read(
            problem=translate(
                "Importers", '"{name}" must be an object with "command" or "url", not {shown}'
            ).format(name=name, shown=shown[:60])
        )
    known = CLIENTS.get(client or guess_client(raw), UNKNOWN)
    entry = _flattened(plain(raw.entry))
    if part := _part_of_client(name, entry):
        return Read(problem=part, skipped=True)
    taken = Taken(name, known, entry)
    disabled = entry.pop("disabled", None) is True or entry.pop("enabled", None) is False
    try:
        take_parts(taken)
        entries = _readings(taken)
        inputs = _inputs(raw.inputs, taken.rest.pop("inputs", None))
        name = name or default_name
        return Read([_profile(name, made, taken, inputs) for made in entries], disabled=disabled)
    except UsageError as error:
        return Read(problem=str(error), disabled=disabled)
    except (UnicodeEncodeError, RecursionError) as error:
        return Read(
            problem=translate("Importers", '"{name}" cannot be used: {error}').format(name=name, error=error),
            disabled=disabled,
        )


def clean_name(name: str) -> str:
    """As it was written, on one line and of a length that a list can show."""
    plain = "".join(" " if ord(letter) < 32 or 0xD800 <= ord(letter) < 0xE000 else letter for letter in name)
    return " ".join(plain.split())[:200]


def _flattened(entry: dict[str, Any]) -> dict[str, Any]:
    """Cline's command line nests what belongs to the transport."""
    inner = entry.get("transport")
    entry = {str(key): value for key, value in entry.items()}
    if isinstance(inner, dict):
        del entry["transport"]
        entry = {**{str(key): value for key, value in inner.items()}, **entry}
    return entry


def _part_of_client(name: str, entry: dict[str, Any]) -> str:
    if entry.get("source") == "extension" or (
        "settings" in entry and "command" not in entry and len(entry) == 1
    ):
        return translate(
            "Importers", "“{}” comes with a Zed extension; this file has no command to start."
        ).format(name)
    if isinstance(kind := entry.get("type"), str) and kind in _PARTS:
        return translate("Importers", _PARTS[kind]).format(name)
    return ""


# -- the profile -------------------------------------------------------------------------------------------

_REMOTE: Final = ("url", "headers", "verify", "proxy")
_LOCAL: Final = ("command", "args", "env", "cwd", "environment", "envFile")


def _readings(taken: Taken) -> list[dict[str, Any]]:
    """The entry as it can be read: with a command and a URL and no type, either is meant."""
    made, kind, said = taken.made, taken.made.pop("type"), taken.made.pop("said")
    both = "command" in made and "url" in made
    local = _without_keys(made, _REMOTE)
    remote = {**_without_keys(made, _LOCAL), **({"transport": kind} if kind else {})}
    if both and not said:
        return [local, remote]
    if kind == "stdio" or ("command" in made and not both):
        if said and kind != "stdio":
            raise UsageError(
                translate(
                    "Importers", '"{taken}" has a "command" but its type is {kind}; commands use stdio'
                ).format(taken=taken.name, kind=kind)
            )
        if "command" not in made:
            raise UsageError(
                translate("Importers", '"{}" has type stdio, but no "command"').format(taken.name)
            )
        return [local]
    if "url" not in made:
        keys = ", ".join(f'"{key}"' for key in taken.rest) or "nothing"
        raise UsageError(
            translate("Importers", '"{taken}" has neither "command" nor "url"; found: {keys}').format(
                taken=taken.name, keys=keys
            )
        )
    return [remote]


def _without_keys(made: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in made.items() if key not in keys and value is not None}


def _profile(name: str, made: dict[str, Any], taken: Taken, inputs: tuple[Input, ...]) -> Profile:
    profile = profile_from_entry(name or "server", made)
    if not name:
        profile = replace(profile, name=_derived_name(profile))
    dialect = profile.variables if "variables" in made else taken.client.dialect
    if not any(named_by(replace(profile, variables=one)) for one in (dialect, "own")):
        dialect = "own"  # there are none, and what a user adds later is ours
    profile = replace(_with_own_references(profile), variables=dialect)
    rest = {key: value for key, value in taken.rest.items() if value not in (None, [], {}, "")}
    if rest:
        client = {"client": taken.client.id} if taken.client.id else {}
        profile = replace(profile, kept={**profile.kept, **client, **rest})
    _check_texts(profile)
    return replace(profile, inputs=_used(profile, inputs))


def _derived_name(profile: Profile) -> str:
    target = profile.target
    if isinstance(target, HttpTarget):
        return name_from_url(target.url)
    return name_from_words([target.command, *target.args])


_REFERENCE: Final = re.compile(r"\$\{\s*secret\s*:([^}]*)\}", re.IGNORECASE)


def _with_own_references(profile: Profile) -> Profile:
    """A file of others that names a secret of ours would get it: it gets one of its own, to be asked for."""

    def put(found: re.Match[str]) -> str:
        what = found[1].strip().rpartition("/")[2]
        return secret_reference(secret_key(profile.name, unquote(what)))

    target = rewritten(profile.target, lambda place, text: _REFERENCE.sub(put, text))
    auth = profile.auth
    if auth is not None:
        texts = {one.name: value for one in fields(auth) if isinstance(value := getattr(auth, one.name), str)}
        changed: dict[str, Any] = {name: _REFERENCE.sub(put, text) for name, text in texts.items()}
        auth = replace(auth, **changed)
    return replace(profile, target=target, auth=auth, env_file=_REFERENCE.sub(put, profile.env_file))


def _inputs(*given: Any) -> tuple[Input, ...]:
    """Inputs beside the servers and in the entry; an answer that names a secret of ours is forgotten."""
    found: dict[str, Input] = {}
    for entries in given:
        usable = [item for item in entries if are_inputs([item])] if isinstance(entries, list) else []
        for one in inputs_from_entries(usable):
            named = one.value is not None and _REFERENCE.search(one.value)
            found[one.key] = replace(one, value=None) if named else one
    return tuple(found.values())


def _used(profile: Profile, inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    names = {f"{kind}:{id_}" for kind, id_ in named_by(profile)}
    return tuple(one for one in inputs if one.key in names)


def _check_texts(profile: Profile) -> None:
    """Half a surrogate pair can be written in JSON, and into no file and no process."""
    json.dumps(entry_of(profile), ensure_ascii=False).encode()


def plain(value: Any) -> Any:
    """A value as JSON can say it: YAML and TOML know dates and bytes, and keys that are no texts."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)
