"""What a person chose of a preview → the saved servers, its secrets → their store."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from inspector.core.importers.found import Found
from inspector.core.profiles import Profile, Profiles, entry_of, profile_from_entry
from inspector.core.secret_references import secret_reference
from inspector.core.secrets import SecretStore
from inspector.core.starting import secret_key

__all__ = ["add_found", "references_in"]

_REFERENCE: Final = re.compile(r"\$\{secret:([^}]+)\}")


def add_found(
    found: Found, profiles: Profiles, secrets: SecretStore, *, choice: int = 0, name: str = ""
) -> Profile:
    """Add one server and keep its secrets; returns it as it was added. `profiles` is not saved here.

    choice: which reading of an entry that can be read in two ways. name: in place of its own. Its secrets get
    keys that no saved server uses, so that two of one name never share one. Raises SecretsUnavailable before
    anything was added, ValueError for what has no profile.
    """
    chosen = found.profile if found.profile is not None else (found.choices or (None,))[choice]
    if chosen is None:
        raise ValueError(found.problem or "there is nothing to add")
    wanted = replace(chosen, name=name or chosen.name)
    keys = _free_keys(wanted, references_in([wanted]), profiles)
    for key, new in keys.items():
        if (value := found.secrets.get(key)) is not None:
            secrets.set(new, value)
    return profiles.add(_with_keys(wanted, keys))


def references_in(profiles: Iterable[Profile]) -> list[str]:
    """Keys of all secrets that these servers name, in order, once each."""
    found = (key for profile in profiles for key in _REFERENCE.findall(repr(entry_of(profile))))
    return list(dict.fromkeys(found))


def _free_keys(profile: Profile, keys: list[str], profiles: Profiles) -> dict[str, str]:
    """Key → the key to use: below the server's own name, or that with a number where others use it.

    Without regard to case, as Windows keeps them.
    """
    taken = {key.casefold() for key in references_in(profiles)}
    count, name = 1, profile.name
    while any(_moved(key, name).casefold() in taken for key in keys):
        count += 1
        name = f"{profile.name} {count}"
    return {key: _moved(key, name) for key in keys}


def _moved(key: str, server: str) -> str:
    """`server/<old>/<what>` → `server/<server>/<what>`; <what> is written as a key already."""
    return secret_key(server, "_").removesuffix("_") + key.rpartition("/")[2]


def _with_keys(profile: Profile, keys: dict[str, str]) -> Profile:
    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: put(item) for key, item in value.items()}
        if isinstance(value, list):
            return [put(item) for item in value]
        if isinstance(value, str):
            return _REFERENCE.sub(lambda match: secret_reference(keys.get(match[1], match[1])), value)
        return value

    return profile_from_entry(profile.name, put(entry_of(profile)))
